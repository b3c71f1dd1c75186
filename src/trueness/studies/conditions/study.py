"""What becomes of metrics under other conditions: whether they agree with people as well, and as well as each other."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from trueness.data.scores.score_table import ScoreTable
from trueness.errors import ArgumentError, DataError, UnsupportedMethodError
from trueness.methods.correlations import Correlations
from trueness.methods.registry import equivalence_method
from trueness.parallel import step
from trueness.result import Signature
from trueness.statistics.engine.resample import DEFAULT_RESAMPLES
from trueness.statistics.equivalence.annotator_margin import ANNOTATOR_MARGINS
from trueness.statistics.equivalence.equivalence import EQUIVALENCE_OVER
from trueness.statistics.level_units import CellCounts
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.conditions.decided import decided
from trueness.studies.conditions.rows import AcrossRow, ConditionsResult, WithinRow
from trueness.studies.conditions.said import conditions_cautions, conditions_conclusions, source_cautions
from trueness.studies.conditions.settings import CONSTANT_MARGIN, ConditionsSelection, ConditionsSettings
from trueness.studies.conditions.sources import ConditionsAndBack
from trueness.studies.conditions.tallies import annotator_rows, share_rows
from trueness.studies.equivalence.conditions import Conditions, common_metrics, match_conditions
from trueness.studies.equivalence.margins import annotator_margins, bounds_of
from trueness.studies.equivalence.pair_tests import (
    Compared,
    PairEquivalence,
    correlation_between,
    pair_equivalence,
    within_other_bounds,
)
from trueness.studies.equivalence.resolved_pairs import ResolvedPairsResult, resolved_pairs
from trueness.studies.equivalence.rows import EquivalenceResult, MarginRow
from trueness.studies.equivalence.scorer_map import ScorerMapResult, scorer_map
from trueness.studies.equivalence.settings import EquivalenceSelection
from trueness.studies.equivalence.study import EquivalenceStudy, equivalence_of
from trueness.study.rows import Caution
from trueness.study.selection import choose_human, choose_metrics, judged_part, score_arrays
from trueness.study.study import Study, entry


class Tested(NamedTuple):
    """Tests of one condition and human by one method, which rest on the same resamples whatever the margin.

    Attributes
    ----------
    condition, human : str
    names : tuple of str
        The metrics that the condition has.
    items : list of PairEquivalence
    """

    condition: str
    human: str
    names: tuple[str, ...]
    items: list[PairEquivalence]


class Found(NamedTuple):
    """What is found condition by condition, before anything is corrected.

    Attributes
    ----------
    tested : dict of str to list of Tested
        By method, within the first kind of margin.
    within : list of WithinRow
    across : list of AcrossRow
    """

    tested: dict[str, list[Tested]]
    within: list[WithinRow]
    across: list[AcrossRow]


class ConditionsStudy(Study[ConditionsAndBack, ConditionsSelection, ConditionsSettings, ConditionsResult]):
    """Every metric against itself under every condition, within several margins, and metrics against each other."""

    def assembled(self, parts: Mapping[str, Any]) -> ConditionsAndBack:
        """Return the reference, the other conditions and the ways back from their parts by name."""
        return ConditionsAndBack.of_parts(parts)

    def identity(self, data: ConditionsAndBack) -> Any:
        """Return what tells these conditions from others."""
        return [(name, table.fingerprint) for name, table in data.parts.items()]

    def usual(
        self, data: ConditionsAndBack, selection: ConditionsSelection, given: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Return the margins that the data allow, and as many resamples as the correction needs."""
        found = EquivalenceStudy().usual(data.conditions, EquivalenceSelection(), given)
        humans = _humans(data.conditions.table, selection)
        if all(_has_annotators(data.conditions.table, human) for human in humans):
            found["margin"] = (CONSTANT_MARGIN, *ANNOTATOR_MARGINS)
        if "resamples" not in given:
            settings = self.settings_type.of(**(found | dict(given)))  # type: ignore[attr-defined]
            needed = settings.resamples_for(_n_tests(data, humans, selection))
            found["resamples"] = max(DEFAULT_RESAMPLES, needed)
        return found

    def answer(
        self, data: ConditionsAndBack, selection: ConditionsSelection, settings: ConditionsSettings
    ) -> ConditionsResult:
        """Compare every condition with the reference, and what is found with what is found of other metrics."""
        table = data.conditions.table
        humans = _humans(table, selection)
        metrics = _metrics(table, humans, selection)
        selected = dataclasses.replace(selection, human=humans, metrics=metrics)
        settings, dropped = _without_closed_forms(selected, settings)
        _check_resamples(settings, _n_tests(data, humans, selection))
        margins = {
            (kind, human): annotator_margins(
                table, human, metrics, settings.of_equivalence(settings.method, kind)
            )
            for kind in settings.margins
            for human in humans
        }
        noted = [*dropped, *source_cautions(data, humans, metrics)]
        found = _found(data, humans, metrics, margins, selected, settings, noted)
        studied = {
            (kind, method): _corrected(
                data.conditions, found.tested[method], margins, selected, settings, (kind, method)
            )
            for kind in settings.margins
            for method in settings.methods
        }
        pairs = _resolved(data, selected, settings)
        places, reason = _map(data, selected)
        result = ConditionsResult(
            signature=_signature(data, selected, settings),
            selection=selected,
            settings=settings,
            cautions=(),
            conclusions=(),
            source=data,
            studied=studied,
            shares=share_rows(studied),
            margins=annotator_rows(margins),
            within=tuple(found.within),
            across=tuple(found.across),
            resolved=pairs,
            map=places,
        )
        result = dataclasses.replace(result, decisions=decided(result))
        return dataclasses.replace(
            result,
            cautions=conditions_cautions(result, noted, no_map=reason),
            conclusions=conditions_conclusions(result),
        )


@entry(ConditionsStudy)
def conditions(
    table: ScoreTable,
    *,
    against: ScoreTable | Mapping[str, ScoreTable],
    back: Mapping[str, ScoreTable] | None = None,
    **options: Any,
) -> ConditionsResult:
    """Study what becomes of metrics under other conditions: translations, versions, prompts, tokenisations.

    Outputs are the same ones under all conditions, matched by system and input and judged once: the human scores are
    those of the reference. Of every metric, human and condition it is tested whether the metric agrees with the human
    as well as under the reference, within one margin or several; all tests within a kind of margin, at a level and by
    a coefficient, are one family. Beside it: the correlations themselves, those of metrics with themselves across
    conditions, which pairs of metrics resampling tells apart and whether it still does under a condition, and where all
    scorers lie on a plane.

    Parameters
    ----------
    table : ScoreTable
        The reference condition.
    against : ScoreTable or mapping of str to ScoreTable
        The other conditions, by name.
    back : mapping of str to ScoreTable, optional
        Scores after a way back from a condition, such as a round trip of translation, by that condition's name.

    Raises
    ------
    ArgumentError
        If an argument is outside its values, there is no other condition, or too few resamples are asked for.
    UnknownNameError
        If a scorer, a grouping column or the condition of a way back does not exist.
    DataError
        If no human or metric can be chosen, a margin needs annotators that are not there, or conditions have no metric
        in common or declare other orientations.
    KeyMismatchError
        If a condition has no system or no input in common with the reference.
    UnsupportedMethodError
        If a method makes no sense at a level, or there are too few systems for what should vary.

    References
    ----------
    Braun, Vasilyev, Iskender and Bohannon (2022), Does summary evaluation survive translation to other languages?
    NAACL, 2425-2435.
    """
    data = ConditionsAndBack(Conditions.of(table, against), dict(back or {}))
    return ConditionsStudy().run(data, **options)


def _humans(table: ScoreTable, selection: ConditionsSelection) -> tuple[str, ...]:
    if selection.human is not None:
        return tuple(choose_human(table, name) for name in selection.human)
    declared = tuple(scorer.name for scorer in table.scorers if scorer.role == "human")
    return declared or (choose_human(table, None),)


def _metrics(table: ScoreTable, humans: Sequence[str], selection: ConditionsSelection) -> tuple[str, ...]:
    found = tuple(name for name in choose_metrics(table, selection.metrics, humans[0]) if name not in humans)
    if not found:
        raise DataError("only human scorers are named: name metrics (--metrics).")
    return found


def _has_annotators(table: ScoreTable, human: str) -> bool:
    known = table.annotations.get(human)
    return known is not None and len(known.annotators) > 1


def _n_tests(data: ConditionsAndBack, humans: Sequence[str], selection: ConditionsSelection) -> int:
    """Return the size of a family: metrics that conditions have, for every human."""
    metrics = _metrics(data.conditions.table, humans, selection)
    return len(humans) * sum(
        len(common_metrics(data.conditions.table, other, metrics, name))
        for name, other in data.conditions.against.items()
    )


def _check_resamples(settings: ConditionsSettings, n_tests: int) -> None:
    needed = settings.resamples_for(n_tests)
    if settings.resamples < needed:
        raise ArgumentError(
            f"{n_tests} tests corrected together ('{settings.correction}', level {settings.alpha:g}) "
            f"need {needed:,} resamples at least; these are {settings.resamples:,}. Draw more "
            "(--resamples; as many as needed if left out), test by standard errors (--method "
            "two_way_jackknife), or ask for less (--human, --metrics)."
        )


def _without_closed_forms(
    selection: ConditionsSelection, settings: ConditionsSettings
) -> tuple[ConditionsSettings, list[Caution]]:
    """Return settings without tests beside that take systems of one family for independent, and what is said of it."""
    if selection.system_clusters is None:
        return settings, []
    closed = [name for name in settings.methods if equivalence_method(name).closed_form]
    if settings.method in closed:
        raise UnsupportedMethodError(
            f"'{settings.method}' takes every system for independent; systems of one "
            f"'{selection.system_clusters}' depend on each other. Use --method two_way_jackknife, or "
            "leave out --system-clusters."
        )
    if not closed:
        return settings, []
    left = tuple(name for name in settings.beside if name not in closed)
    said = (
        f"{', '.join(closed)} beside is left out: it takes systems of one '{selection.system_clusters}' for "
        "independent."
    )
    return dataclasses.replace(settings, beside=left), [Caution("closed_form_left_out", "note", said)]


def _found(
    data: ConditionsAndBack,
    humans: Sequence[str],
    metrics: tuple[str, ...],
    margins: Mapping[tuple[str, str], Sequence[MarginRow]],
    selection: ConditionsSelection,
    settings: ConditionsSettings,
    noted: list[Caution],
) -> Found:
    """Compare the conditions one by one with the reference; what matching leaves out is noted."""
    table = data.conditions.table
    kind = settings.margins[0]
    found = Found({method: [] for method in settings.methods}, [], [])
    for human in humans:
        arrays = _arrays(table, human, metrics, selection, settings)
        found.within.extend(_within(arrays, range(len(metrics)), metrics, "", human, settings))
    for condition, other in data.all.items():
        shared = common_metrics(table, other, metrics, condition)
        both = match_conditions(table, other, humans, shared, condition)
        noted.extend(caution for caution in both.cautions if caution not in noted)
        order = (*shared, *(both.names[name] for name in shared))
        own, there = range(len(shared)), range(len(shared), len(order))
        for human in humans:
            arrays = _arrays(both.table, human, order, selection, settings)
            found.within.extend(_within(arrays, there, shared, condition, human, settings))
            pairs = list(zip(own, there, strict=True))
            if human == humans[0]:
                found.across.extend(_across(arrays, pairs, shared, condition, settings))
            if condition not in data.conditions.against:
                continue
            for method in settings.methods:
                rules = settings.of_equivalence(method, kind)
                bounds = bounds_of(rules, margins[kind, human], shared)
                with step(f"{condition} and {human}"):
                    items = pair_equivalence(arrays, pairs, bounds, rules)
                found.tested[method].append(Tested(condition, human, shared, items))
    return found


def _arrays(
    table: ScoreTable,
    human: str,
    names: tuple[str, ...],
    selection: ConditionsSelection,
    settings: ConditionsSettings,
) -> ScoreArrays:
    part = judged_part(table, human, settings.means)
    return score_arrays(part, human, names, settings, selection.clusters, selection.system_clusters)


def _within(
    arrays: ScoreArrays,
    places: Sequence[int],
    names: Sequence[str],
    condition: str,
    human: str,
    settings: ConditionsSettings,
) -> list[WithinRow]:
    points = Correlations(arrays, settings.keys).points
    counts = [CellCounts.of(arrays.group((k,))).outputs for k in places]
    return [
        WithinRow(
            metric=name,
            condition=condition,
            human=human,
            level=level,
            coefficient=coefficient,
            estimate=float(values[k]),
            n_cells=n_cells,
        )
        for (level, coefficient), values in points.items()
        for k, name, n_cells in zip(places, names, counts, strict=True)
    ]


def _across(
    arrays: ScoreArrays,
    pairs: Sequence[tuple[int, int]],
    names: Sequence[str],
    condition: str,
    settings: ConditionsSettings,
) -> list[AcrossRow]:
    rows = []
    for pair, name in zip(pairs, names, strict=True):
        group = arrays.group(pair)
        n_cells = CellCounts.of(group).outputs
        for (level, coefficient), value in correlation_between(arrays, group, pair, settings.keys).items():
            rows.append(
                AcrossRow(
                    metric=name,
                    condition=condition,
                    level=level,
                    coefficient=coefficient,
                    estimate=value,
                    n_cells=n_cells,
                )
            )
    return rows


def _corrected(
    data: Conditions,
    tested: Sequence[Tested],
    margins: Mapping[tuple[str, str], Sequence[MarginRow]],
    selection: ConditionsSelection,
    settings: ConditionsSettings,
    place: tuple[str, str],
) -> EquivalenceResult:
    """Return the tests within one kind of margin by one method as `equivalence` has them."""
    kind, method = place
    rules = settings.of_equivalence(method, kind)
    entries = []
    for one in tested:
        bounds = bounds_of(rules, margins[kind, one.human], one.names)
        items = one.items if kind == settings.margins[0] else within_other_bounds(one.items, bounds, rules)
        entries += [
            Compared(
                metric=one.names[item.pair[0]],
                rival=one.names[item.pair[0]],
                condition=one.condition,
                human=one.human,
                item=item,
            )
            for item in items
        ]
    rows = [row for (of, _), found in margins.items() if of == kind for row in found]
    same = EquivalenceSelection(
        human=selection.human,
        metrics=selection.metrics,
        clusters=selection.clusters,
        system_clusters=selection.system_clusters,
    )
    return equivalence_of(data, entries, rows, (), same, rules)


def _resolved(
    data: ConditionsAndBack, selection: ConditionsSelection, settings: ConditionsSettings
) -> ResolvedPairsResult | None:
    metrics = selection.metrics or ()
    if len(metrics) < 2 or settings.over not in EQUIVALENCE_OVER:
        return None
    return resolved_pairs(
        data.conditions.table,
        human=selection.human,
        metrics=metrics,
        against=data.all,
        level=settings.levels,
        coefficient=settings.coefficients,
        over=settings.over,
        threshold=settings.threshold,
        resamples=settings.resamples,
        aggregate=settings.aggregate,
        clusters=selection.clusters,
        system_clusters=selection.system_clusters,
        rng=settings.seed,
    )


def _map(data: ConditionsAndBack, selection: ConditionsSelection) -> tuple[ScorerMapResult | None, str]:
    """Return the plane of scorers; where there is none, the reason."""
    try:
        found = scorer_map(
            data.conditions.table,
            human=selection.human,
            metrics=selection.metrics,
            against=data.conditions.against,
        )
    except DataError as error:
        return None, str(error)
    return found, ""


def _signature(
    data: ConditionsAndBack, selection: ConditionsSelection, settings: ConditionsSettings
) -> Signature:
    def tables(named: Mapping[str, ScoreTable]) -> list[str] | None:
        return [f"{name}={table.fingerprint[:12]}" for name, table in named.items()] or None

    return Signature.of(
        data=data.conditions.table.fingerprint[:12],
        against=tables(data.conditions.against),
        back=tables(data.back),
        human=selection.human,
        metrics=len(selection.metrics or ()),
        level=settings.levels,
        coef=settings.coefficients,
        margins=settings.margins,
        equivalence=[
            name if equivalence_method(name).closed_form else f"{name}-{settings.over}"
            for name in settings.methods
        ],
        alpha=settings.alpha,
        corr=f"{settings.correction}-all",
        resolved=settings.threshold,
        resamples=settings.resamples,
        seed=settings.seed,
        missing=settings.missing,
        means=settings.means,
        agg=settings.aggregate if "system" in settings.levels else None,
        ties=settings.tie_calibration if settings.calibrates else None,
        clusters=selection.clusters,
        sysclusters=selection.system_clusters,
        aspublished="yes" if settings.as_published else None,
    )
