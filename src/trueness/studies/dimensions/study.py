"""How metrics agree with several human scorers, side by side: for each what `compare` finds."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, ClassVar

from trueness.data.reading.read import Scores, read_table
from trueness.data.scores.score_table import ScoreTable
from trueness.decisions.decision import by_facet
from trueness.errors import ArgumentError, DataError, listing
from trueness.result import Signature
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.studies.compare.lead_contrasts import (
    FacetTable,
    LeadContrasts,
    check_contrast,
    lead_contrasts,
    refuse_contrast_without_facets,
)
from trueness.studies.compare.rows import CompareResult
from trueness.studies.compare.settings import CompareSelection, Settings
from trueness.studies.compare.study import Compare
from trueness.studies.dimensions.rows import DimensionsResult
from trueness.studies.dimensions.said import dimensions_cautions, dimensions_conclusions
from trueness.studies.dimensions.settings import DimensionsSelection
from trueness.study.human_facts import human_facts, human_pairs
from trueness.study.selection import choose_human, choose_metrics, noted_roles
from trueness.study.study import Study, entry


class DimensionsStudy(Study[ScoreTable, DimensionsSelection, Settings, DimensionsResult]):
    """The comparison of metrics, once for every human scorer, with the same settings."""

    aggregates_columns: ClassVar[bool] = True

    def usual(
        self, data: ScoreTable, selection: DimensionsSelection, given: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Return what `compare` would take for the first human scorer for which that is not its usual."""
        one = CompareSelection(human=None)
        each = (
            Compare().usual(data, dataclasses.replace(one, human=human), given)
            for human in _humans(data, selection)
        )
        return next((usual for usual in each if usual), {})

    def answer(
        self, data: ScoreTable, selection: DimensionsSelection, settings: Settings
    ) -> DimensionsResult:
        """Compare the metrics by every human scorer."""
        humans = _humans(data, selection)
        table = data.with_role("human", humans)  # named as such, and so no metric by another of them
        metrics = _metrics(table, humans, selection, settings)
        table = table if selection.metrics is not None else noted_roles(table, humans, metrics)
        table = table.select(scorers=[*humans, *metrics])
        if selection.contrast is not None:
            if len(humans) < 2:
                refuse_contrast_without_facets(selection.contrast)
            check_contrast(selection.contrast, metrics, settings)
        comparisons = {human: _compared(table, human, metrics, selection, settings) for human in humans}
        levels = [level for level in settings.computed_levels if table.has_systems or level == "global"]
        names = [name for name in settings.coefficients if coefficient_facts(name).closed_forms]
        contrasted = _contrasted(comparisons, metrics, selection, settings)
        found = DimensionsResult(
            signature=_signature(table, comparisons, selection),
            selection=dataclasses.replace(
                selection,
                human=humans,
                metrics=metrics,
                tests=any(one.selection.tests for one in comparisons.values()),
            ),
            settings=settings,
            cautions=(),
            conclusions=(),
            decisions=(
                *contrasted.decisions,
                *by_facet({name: one.decisions for name, one in comparisons.items()}),
            ),
            table=table,
            comparisons=comparisons,
            humans=human_facts(table, humans),
            between=human_pairs(table, humans, levels, names),
            contrasted=contrasted,
        )
        return dataclasses.replace(
            found, cautions=dimensions_cautions(found), conclusions=dimensions_conclusions(found)
        )


@entry(DimensionsStudy)
def dimensions(table: Scores, **options: Any) -> DimensionsResult:
    """Compare metrics by how well they agree with several human scorers, side by side.

    For each of them the numbers are those of `compare`, with the same settings and the same seed; tests are corrected
    for each by itself.

    Parameters
    ----------
    table : ScoreTable, path, dataframe or list of these
        Scores, or what holds them (see `read_scores`).
    {options}
    {run}

    Returns
    -------
    DimensionsResult

    Raises
    ------
    ArgumentError, UnknownNameError, UnsupportedMethodError
        As `compare`; also if a baseline is one of the human scorers.
    DataError
        If the data declare no human scorer and none is named, one is to be its own metric, or as `compare`.
    """
    return DimensionsStudy().run(read_table(table), **options)


def _humans(table: ScoreTable, selection: DimensionsSelection) -> tuple[str, ...]:
    if selection.human is not None:
        return tuple(dict.fromkeys(choose_human(table, name) for name in selection.human))
    declared = tuple(scorer.name for scorer in table.scorers if scorer.role == "human")
    if not declared:
        raise DataError(
            f"which scorers are the human ones? Name them (--human): {listing(table.scorer_names, 40)}."
        )
    return declared


def _metrics(
    table: ScoreTable, humans: tuple[str, ...], selection: DimensionsSelection, settings: Settings
) -> tuple[str, ...]:
    """Return the metrics, the same for all human scorers, which are none of them."""
    for human in humans:
        choose_metrics(table, selection.metrics, human)  # what is named has to share cells with each
    chosen = tuple(name for name in choose_metrics(table, selection.metrics, humans[0]) if name not in humans)
    if not chosen:
        raise DataError(
            f"no metric to compare with {listing(humans)}. The scorers are {listing(table.scorer_names, 40)}."
        )
    if settings.baseline is None or settings.baseline in chosen:
        return chosen
    if settings.baseline in humans:
        raise ArgumentError(f"`baseline` must be a metric; '{settings.baseline}' is a human scorer.")
    return (*chosen, table.scorer(settings.baseline).name)


def _compared(
    table: ScoreTable,
    human: str,
    metrics: tuple[str, ...],
    selection: DimensionsSelection,
    settings: Settings,
) -> CompareResult:
    asked = CompareSelection(
        human=human,
        metrics=metrics,
        clusters=selection.clusters,
        system_clusters=selection.system_clusters,
        tests=selection.tests,
    )
    return Compare().answer(table, asked, settings)


def _contrasted(
    comparisons: Mapping[str, CompareResult],
    metrics: tuple[str, ...],
    selection: DimensionsSelection,
    settings: Settings,
) -> LeadContrasts:
    if selection.contrast is None:
        return LeadContrasts()
    return lead_contrasts(
        {name: FacetTable(one.table, one.human) for name, one in comparisons.items()},
        selection.contrast,
        metrics,
        settings,
        "the human score",
        selection.clusters,
        selection.system_clusters,
    )


def _signature(
    table: ScoreTable, comparisons: Mapping[str, CompareResult], selection: DimensionsSelection
) -> Signature:
    """Return one line for all: what is the same once, what differs between human scorers in their order."""
    each = [dict(one.signature.parts) for one in comparisons.values()]
    parts: dict[str, Any] = {}
    for key in dict.fromkeys(key for one in each for key in one):
        values = [one.get(key, "-") for one in each]
        parts[key] = values[0] if len(set(values)) == 1 else values
    if selection.contrast is not None:
        parts["contrast"] = selection.contrast
    return Signature.of(**{**parts, "data": table.fingerprint[:12]})
