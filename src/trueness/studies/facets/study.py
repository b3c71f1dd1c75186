"""How metrics agree with people facet by facet: in each what `compare` finds."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from trueness.data.reading.read import Scores, read_table
from trueness.data.scores.score_table import ScoreTable
from trueness.decisions.decision import by_facet
from trueness.errors import ArgumentError, DataError, listing
from trueness.result import Signature
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.jackknife.two_way_jackknife import FEWEST_SYSTEMS, FEWEST_UNITS
from trueness.studies.compare.lead_contrasts import (
    LeadContrasts,
    check_contrast,
    lead_contrasts,
    refuse_contrast_without_facets,
)
from trueness.studies.compare.rows import CompareResult
from trueness.studies.compare.settings import CompareSelection, Settings
from trueness.studies.compare.study import Compare
from trueness.studies.facets.rows import FacetsResult
from trueness.studies.facets.said import facets_cautions, facets_conclusions
from trueness.studies.facets.settings import FacetsSelection
from trueness.study.facets.facet_kind import ALL, Facet, FacetKind, Facets, TooFewClusters
from trueness.study.facets.registry import facet_kind
from trueness.study.human_facts import human_facts, human_pairs
from trueness.study.selection import choose_human, choose_metrics, no_metric, noted_roles
from trueness.study.study import Study, entry


class FacetsStudy(Study[ScoreTable, FacetsSelection, Settings, FacetsResult]):
    """The comparison of metrics, once in every facet, with the same settings."""

    aggregates_columns: ClassVar[bool] = True

    def usual(self, data: ScoreTable, selection: FacetsSelection, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return what `compare` would take in the first facet in which that is not its usual."""
        kind = facet_kind(selection.by, data)
        found = kind.facets(data, _humans(data, selection), selection.smallest_group)
        each = (
            Compare().usual(one.table, CompareSelection(human=one.human), given)
            for one in found.each.values()
        )
        return next((usual for usual in each if usual), {})

    def answer(self, data: ScoreTable, selection: FacetsSelection, settings: Settings) -> FacetsResult:
        """Compare the metrics in every facet."""
        kind = facet_kind(selection.by, data)
        humans = _humans(data, selection)
        metrics = _metrics(data, humans, selection, settings)
        table = data if selection.metrics is not None else noted_roles(data, humans, metrics)
        table = table.select(scorers=[*humans, *metrics])
        facets = kind.facets(table, humans, selection.smallest_group)
        if kind.together:
            facets = _of_enough_clusters(kind, facets, selection, settings)
        parts = kind.parts(facets.each)
        if selection.contrast is not None:
            if len(parts) < 2:
                refuse_contrast_without_facets(selection.contrast)
            check_contrast(selection.contrast, metrics, settings)
        chosen = dataclasses.replace(selection, human=humans, metrics=metrics)
        strict = _corrected(kind, settings, len(parts))
        comparisons = {
            name: _compared(one, chosen, strict if name in parts else settings)
            for name, one in facets.each.items()
        }
        contrasted = LeadContrasts()
        if selection.contrast is not None:
            contrasted = lead_contrasts(
                parts,
                selection.contrast,
                metrics,
                settings,
                kind.contrasted,
                selection.clusters,
                selection.system_clusters,
            )
        people = tuple(dict.fromkeys(one.human for one in parts.values()))
        several = people if len(people) > 1 else ()
        levels = [level for level in settings.computed_levels if table.has_systems or level == "global"]
        names = [name for name in settings.coefficients if coefficient_facts(name).closed_forms]
        found = FacetsResult(
            signature=_signature(table, kind, comparisons, chosen, settings),
            selection=dataclasses.replace(
                chosen, tests=any(one.selection.tests for one in comparisons.values())
            ),
            settings=settings,
            cautions=(),
            conclusions=(),
            decisions=(
                *contrasted.decisions,
                *by_facet({name: one.decisions for name, one in comparisons.items()}),
            ),
            table=table,
            kind=kind,
            facets=facets,
            comparisons=comparisons,
            humans=human_facts(facets.table, several),
            between=human_pairs(facets.table, several, levels, names),
            contrasted=contrasted,
        )
        return dataclasses.replace(
            found,
            cautions=facets_cautions(found),
            conclusions=facets_conclusions(found),
        )


@entry(FacetsStudy)
def facets(table: Scores, **options: Any) -> FacetsResult:
    """Compare metrics by how well they agree with people facet by facet, side by side.

    Facets are several human scores, or with `by` the groups of a column or the annotators behind the human score, and
    all of these together. In each the numbers are those of `compare`, with the same settings and the same seed. Tests
    by human scores are corrected for each by itself. Tests in groups, and by annotators, are at the level divided by
    their number (Bonferroni), unless no correction is asked for or a preset says every setting.

    Raises
    ------
    ArgumentError, UnsupportedMethodError
        As `compare`; also if several human scorers are named beside `by`, or a baseline is one of them.
    UnknownNameError
        If there is no such grouping column, or as `compare`.
    DataError
        If the data declare no human scorer and none is named, one is to be its own metric, fewer than two groups or
        annotators are large enough, or as `compare`.
    """
    return FacetsStudy().run(read_table(table), **options)


def _humans(table: ScoreTable, selection: FacetsSelection) -> tuple[str, ...]:
    """Return the human scorers: those named, or all that the data declare; the only one beside `by`."""
    if selection.human is not None:
        return tuple(dict.fromkeys(choose_human(table, name) for name in selection.human))
    if selection.by is not None:
        return (choose_human(table, None),)
    declared = tuple(scorer.name for scorer in table.scorers if scorer.role == "human")
    if not declared:
        raise DataError(
            f"which scorers are the human ones? Name them (--human): {listing(table.scorer_names, 40)}."
        )
    return declared


def _metrics(
    table: ScoreTable, humans: tuple[str, ...], selection: FacetsSelection, settings: Settings
) -> tuple[str, ...]:
    """Return the metrics, the same in all facets, which are none of the human scorers."""
    for human in humans:
        choose_metrics(table, selection.metrics, human)  # what is named has to share cells with each
    chosen = tuple(name for name in choose_metrics(table, selection.metrics, humans[0]) if name not in humans)
    if not chosen:
        raise no_metric(table, humans)
    if settings.baseline is None or settings.baseline in chosen:
        return chosen
    if settings.baseline in humans:
        raise ArgumentError(f"`baseline` must be a metric; '{settings.baseline}' is a human scorer.")
    return (*chosen, table.scorer(settings.baseline).name)


def _of_enough_clusters(
    kind: FacetKind, facets: Facets, selection: FacetsSelection, settings: Settings
) -> Facets:
    """Return the facets in which something can be said of other clusters; all where all together have too few of them.

    Raises
    ------
    DataError
        If fewer than two are left.
    """
    for units, column, fewest in (
        ("inputs", selection.clusters, FEWEST_UNITS),
        ("systems", selection.system_clusters, FEWEST_SYSTEMS),
    ):
        sizes = {name: _clusters(one, units, column) for name, one in facets.each.items()}
        if column is None or settings.over not in ("both", units) or (sizes[ALL] or fewest) < fewest:
            continue
        small = {name: n for name, n in sizes.items() if n is not None and n < fewest}
        if not small:
            continue
        left = {name: one for name, one in facets.each.items() if name not in small}
        if len(kind.parts(left)) < 2:
            found = ", ".join(f"'{name}' {n}" for name, n in sizes.items() if name != ALL)
            raise DataError(
                f"in {len(kind.parts(left))} of {len(sizes) - 1} {kind.named} there are at least {fewest} clusters by "
                f"'{column}' ({found}): results by {kind.several} need two. Name another grouping column "
                f"(--{'clusters' if units == 'inputs' else 'system-clusters'}), or leave --by out."
            )
        too_few = TooFewClusters(column, small, fewest)
        facets = facets._replace(each=left, clustered=(*facets.clustered, too_few))
    return facets


def _clusters(facet: Facet, units: str, column: str | None) -> int | None:
    """Return how many clusters of units have a human score; None where the column says nothing of them."""
    table = facet.table
    labels = (table.input_groups if units == "inputs" else table.system_groups).get(column or "")
    if labels is None:
        return None
    there = np.flatnonzero((~np.isnan(table.matrix(facet.human))).any(axis=0 if units == "inputs" else 1))
    return len({labels[k] for k in there})


def _corrected(kind: FacetKind, settings: Settings, n_facets: int) -> Settings:
    """Return the settings of one facet: where they are corrected over, at a level that lets all err no more often."""
    if not kind.corrected or settings.correction == "none" or settings.preset is not None:
        return settings
    return dataclasses.replace(settings, alpha=settings.alpha / n_facets)


def _compared(facet: Facet, selection: FacetsSelection, settings: Settings) -> CompareResult:
    asked = CompareSelection(
        human=facet.human,
        metrics=selection.metrics,
        clusters=selection.clusters,
        system_clusters=selection.system_clusters,
        tests=selection.tests,
    )
    return Compare().answer(facet.table, asked, settings)


def _signature(
    table: ScoreTable,
    kind: FacetKind,
    comparisons: Mapping[str, CompareResult],
    selection: FacetsSelection,
    settings: Settings,
) -> Signature:
    """Return one line for all: that of all together, or what is the same once and what differs facet by facet."""
    of = [comparisons[ALL]] if kind.together else list(comparisons.values())
    each = [dict(one.signature.parts) for one in of]
    parts: dict[str, Any] = {}
    for key in dict.fromkeys(key for one in each for key in one):
        values = [one.get(key, "-") for one in each]
        parts[key] = values[0] if len(set(values)) == 1 else values
    names = list(kind.parts(comparisons))
    if kind.together:
        parts |= {"by": kind.by, "facets": names}
    if any(comparisons[name].settings.alpha != settings.alpha for name in names):
        parts["alpha"] = f"{settings.alpha:g}/{len(names)}"
    if selection.contrast is not None:
        parts["contrast"] = selection.contrast
    return Signature.of(**{**parts, "data": table.fingerprint[:12]})
