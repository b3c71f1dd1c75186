"""Whether the lead of one metric over another depends on the facet: a group, an annotator, or what people scored."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from trueness.columns.explained import explained
from trueness.columns.meaning import Meaning
from trueness.decisions.decision import Decision
from trueness.decisions.lead_depends import MOST_SHIFT, lead_depends
from trueness.errors import ArgumentError, UnsupportedMethodError, unknown_name
from trueness.methods.registry import pair_test
from trueness.methods.two_way_jackknife import NAME
from trueness.parallel import step
from trueness.result import Pvalue
from trueness.statistics.array_types import FloatArray, Key
from trueness.statistics.certain import student_quantile, student_reach
from trueness.statistics.corrections import adjust
from trueness.statistics.engine.left_out_columns import COEFFICIENTS
from trueness.statistics.jackknife.contrasts import (
    LeadDifferences,
    leads,
    of_contrasts,
    two_sided,
    why_undefined,
)
from trueness.statistics.jackknife.facet_replicates import (
    LEVELS,
    FacetReplicates,
    FacetScores,
    check_supported,
    facet_replicates,
)
from trueness.studies.compare.settings import Settings
from trueness.study.facets.facet_kind import Facet
from trueness.study.rows import Caution
from trueness.study.selection import score_arrays
from trueness.study.words import OVER_WORDS

UNEVEN = "one has so many more inputs that this alone changes leads of systems' scores"
"""Why nothing is said of two facets at the system level."""

POWER = 0.8
"""With which `detectable` differences are found."""

RANKS = ("spearman", "kendall")

CONTRASTED_OVERS = ("both", "systems", "inputs")
"""Of what contrasts speak."""


@explained(
    facet=Meaning("The facet in which `metric` leads by so much."),
    estimate=Meaning(
        "The correlation of `metric` less that of `rival`; between two facets the lead in `facet` less that in "
        "`other_facet`.",
        "Lead",
    ),
    n_systems=Meaning(
        "Systems with scores, or clusters of them; of two facets in the one that has fewer.", "Systems"
    ),
    n_inputs=Meaning(
        "Inputs with scores, or clusters of them; of two facets in the one that has fewer.", "Inputs"
    ),
    pvalue=Meaning("Two-sided, that it is 0, by the two-way jackknife."),
    detectable=Meaning(
        "How large it would have to be to be found with 80% power, after correction by Bonferroni; NaN where unknown.",
        "Would be found",
    ),
    pvalue_adjusted=Meaning(
        "Of a difference between two facets after Holm's correction over all pairs of facets; NaN for a lead."
    ),
)
@dataclasses.dataclass(frozen=True, kw_only=True)
class LeadContrast:
    """By how much one metric leads another in a facet, or by how much that differs between two facets."""

    metric: str
    rival: str
    facet: str
    other_facet: str
    level: str
    coefficient: str
    n_systems: int
    n_inputs: int
    estimate: float
    low: float
    high: float
    pvalue: Pvalue
    pvalue_adjusted: Pvalue
    detectable: float
    unknown: str


@dataclasses.dataclass(frozen=True)
class LeadContrasts:
    """The leads of one metric over another in every facet, and what is decided of them.

    Attributes
    ----------
    of : str
        What tells facets apart, in words: a grouping column, or human scores.
    rows : tuple of LeadContrast
    decisions : tuple of Decision
    cautions : tuple of Caution
    """

    of: str = ""
    rows: tuple[LeadContrast, ...] = ()
    decisions: tuple[Decision, ...] = ()
    cautions: tuple[Caution, ...] = ()


def check_contrast(pair: Sequence[str], metrics: Sequence[str], settings: Settings) -> None:
    """Check that two metrics are compared, and that the settings are those of contrasts, before anything takes time.

    Parameters
    ----------
    pair : sequence of two str
    metrics : sequence of str
        Those compared.
    settings : Settings

    Raises
    ------
    UnknownNameError
        If one of the two is not compared.
    UnsupportedMethodError
        If the test, what varies, the alternative, or all levels and coefficients are others than contrasts have.
    """
    for name in pair:
        if name not in metrics:
            raise unknown_name("compared metric", name, metrics)
    if settings.test != NAME:
        raise UnsupportedMethodError(
            f"the test '{settings.test}' compares two metrics on the same outputs. Leads are compared "
            "between facets by the two-way jackknife alone.",
            remedy="Ask for it (`test`='two_way_jackknife').",
            argument="test",
        )
    if settings.test_over not in CONTRASTED_OVERS:
        raise UnsupportedMethodError(
            "a contrast between facets needs other systems or other inputs to apply to.",
            remedy="Ask for one of them (`applies_to`='systems,inputs').",
            argument="applies_to",
        )
    if settings.alternative != "two-sided":
        raise UnsupportedMethodError(
            "whether a lead differs between facets is asked in both directions.",
            remedy="Ask for that (`alternative`='two-sided').",
            argument="alternative",
        )
    if not contrasted_keys(settings):
        check_supported(*settings.keys[0])
        raise UnsupportedMethodError(
            "at the system level, leads by ranks are not compared between facets for other inputs alone: ranks of "
            "these systems move in steps.",
            remedy="Ask about other systems, too (`applies_to`='systems,inputs').",
            argument="applies_to",
        )


def contrasted_keys(settings: Settings) -> tuple[Key, ...]:
    """Return the levels and coefficients for which contrasts exist.

    Over inputs alone ranks of systems move in steps that no standard error knows (docs/choosing_a_test.md).
    """
    found = (key for key in settings.keys if key[0] in LEVELS and key[1] in COEFFICIENTS)
    return tuple(
        key for key in found if settings.test_over != "inputs" or key[0] != "system" or key[1] not in RANKS
    )


def lead_contrasts(
    facets: Mapping[str, Facet],
    pair: Sequence[str],
    metrics: Sequence[str],
    settings: Settings,
    of: str,
    clusters: str | None,
    system_clusters: str | None,
) -> LeadContrasts:
    """Return the leads of one metric over another in every facet, and how they differ between facets.

    Parameters
    ----------
    facets : mapping of str to Facet
        Two or more.
    pair : sequence of two str
    metrics : sequence of str
        Those compared, which say what cells there are where all have to have them.
    settings : Settings
    of : str
        What tells facets apart, in words.
    clusters, system_clusters : str or None
    """
    scores = {
        name: _scores(one, tuple(metrics), settings, clusters, system_clusters)
        for name, one in facets.items()
    }
    rows: list[LeadContrast] = []
    decisions: list[Decision] = []
    lost: dict[str, str] = {}
    with step("contrasts"):
        for level, coefficient in contrasted_keys(settings):
            replicates = facet_replicates(scores, pair, level, coefficient)
            found = LeadDifferences.of(replicates, settings.test_over)
            mine = _rows(replicates, found, settings)
            rows += mine
            decisions.append(_decided(replicates, found, mine, settings))
            lost |= why_undefined(replicates)
    return LeadContrasts(of, tuple(rows), tuple(decisions), tuple(_cautions(lost, settings)))


def _scores(
    one: Facet,
    metrics: tuple[str, ...],
    settings: Settings,
    clusters: str | None,
    system_clusters: str | None,
) -> FacetScores:
    table = one.table.sorted_by_name()
    arrays = score_arrays(table, one.human, metrics, settings, clusters, system_clusters)
    systems = table.systems if system_clusters is None else table.system_groups[system_clusters]
    inputs = table.inputs if clusters is None else table.input_groups[clusters]
    return FacetScores(arrays, tuple(systems), tuple(inputs))


def _rows(replicates: FacetReplicates, found: LeadDifferences, settings: Settings) -> list[LeadContrast]:
    each, n = leads(replicates, settings.test_over), len(replicates.names)
    weights: FloatArray = np.kron(np.eye(n), np.array([[1.0, -1.0]]))
    alone = two_sided(of_contrasts(replicates, weights, settings.test_over))
    metric, rival = replicates.metrics
    shared: dict[str, Any] = {
        "metric": metric,
        "rival": rival,
        "level": replicates.level,
        "coefficient": replicates.coefficient,
    }
    low, high = each.limits(settings.confidence)
    rows = [
        LeadContrast(
            **shared,
            facet=name,
            other_facet="",
            n_systems=int(replicates.n_systems[f]),
            n_inputs=int(replicates.n_inputs[f]),
            estimate=float(each.estimates[f]),
            low=float(low[f]),
            high=float(high[f]),
            pvalue=float(alone[f]),
            pvalue_adjusted=math.nan,
            detectable=_detectable(low[f], high[f], each.degrees[f], settings.confidence, settings.alpha),
            unknown=replicates.undefined[f],
        )
        for f, name in enumerate(replicates.names)
    ]
    uneven = _shifts(replicates, found) > MOST_SHIFT
    pvalues = np.where(uneven, np.nan, found.pvalues())
    adjusted = adjust(pvalues, "holm")
    low, high = (np.where(uneven, np.nan, side) for side in found.limits(settings.confidence))
    for p, (f, g) in enumerate(found.pairs):
        rows.append(
            LeadContrast(
                **shared,
                facet=replicates.names[f],
                other_facet=replicates.names[g],
                n_systems=int(replicates.n_systems[[f, g]].min()),
                n_inputs=int(replicates.n_inputs[[f, g]].min()),
                estimate=float(found.estimates[p]),
                low=float(low[p]),
                high=float(high[p]),
                pvalue=float(pvalues[p]),
                pvalue_adjusted=float(adjusted[p]),
                detectable=_detectable(
                    low[p], high[p], found.degrees[p], settings.confidence, settings.alpha / len(found.pairs)
                ),
                unknown=replicates.undefined[f] or replicates.undefined[g] or UNEVEN * bool(uneven[p]),
            )
        )
    return rows


def _shifts(replicates: FacetReplicates, found: LeadDifferences) -> FloatArray:
    """Return what numbers of inputs alone do, which matters where scores of systems are their means."""
    if replicates.level != "system":
        return np.zeros(len(found.pairs))
    return found.shifts(replicates)


def _detectable(low: float, high: float, degrees: float, confidence: float, alpha: float) -> float:
    """Return the difference that is found with `POWER`, from the width of an interval."""
    error = (high - low) / 2 / student_reach(float(degrees), confidence)
    return float(error * (student_reach(float(degrees), 1 - alpha) + student_quantile(float(degrees), POWER)))


def _decided(
    replicates: FacetReplicates,
    found: LeadDifferences,
    rows: Sequence[LeadContrast],
    settings: Settings,
) -> Decision:
    between = [row for row in rows if row.other_facet]
    lost = why_undefined(replicates)
    known = np.array([name not in lost for name in replicates.names])
    systems, inputs = (
        int(counts[known].min()) if known.any() else 0
        for counts in (replicates.n_systems, replicates.n_inputs)
    )
    low, high = found.limits(1 - 2 * settings.alpha)
    unknown = [bool(row.unknown) for row in between]
    reaches = np.where(unknown, np.nan, np.maximum(np.abs(low), np.abs(high)))
    return lead_depends(
        f"{replicates.metrics[0]} over {replicates.metrics[1]}",
        {f"{row.facet} and {row.other_facet}": row.pvalue_adjusted for row in between},
        systems=systems,
        inputs=inputs,
        shift=float(np.fmin.reduce(_shifts(replicates, found), initial=np.inf)),
        applies_to=OVER_WORDS[pair_test(NAME).applies_to(settings.test_over)],
        level=replicates.level,
        coefficient=replicates.coefficient,
        alpha=settings.alpha,
        margin=settings.margin,
        reach=float(reaches.max()),
        undefined=tuple(lost),
    )


def _cautions(lost: Mapping[str, str], settings: Settings) -> list[Caution]:
    found = []
    if lost:
        reasons = "; ".join(f"‘{name}’: {why}" for name, why in list(lost.items())[:6])
        more = f"; and {len(lost) - 6} more" if len(lost) > 6 else ""
        found.append(
            Caution("lead_unknown", "warning", f"We cannot tell the lead everywhere. {reasons}{more}.")
        )
    others = [key for key in settings.keys if key not in contrasted_keys(settings)]
    if others:
        named = ", ".join(f"{name} ({level.replace('_', '-')} level)" for level, name in others[:6])
        found.append(
            Caution(
                "not_contrasted",
                "note",
                f"Leads are compared between facets by other coefficients than {named}: how sure those "
                "would be is an open question.",
            )
        )
    return found


def refuse_contrast_without_facets(pair: Sequence[str] | None) -> None:
    """Check that no contrast is asked for where there is one facet.

    Raises
    ------
    ArgumentError
        If one is.
    """
    if pair is not None:
        raise ArgumentError(
            "`contrast` asks whether a lead differs between facets, and here there is one. Ask `facets` by groups or "
            "annotators (`by`), or by several human scores (`human`)."
        )
