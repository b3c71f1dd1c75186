"""How runs and panels of judges are shown: tables and page."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from trueness.decisions.decision import decision_of
from trueness.decisions.judges_together import PANEL_GAINS, WORTH, WORTH_FEWER
from trueness.reporting.figures.figure import Figure
from trueness.reporting.page import Part, Tile, counted_facts, whole_part
from trueness.reporting.view import View, without_empty
from trueness.reporting.writing.tables import TableSpec
from trueness.studies.panel.panel_curves import panel_curves
from trueness.studies.panel.rows import (
    ALL_JUDGES,
    CurveRow,
    MemberPair,
    MemberRow,
    PanelResult,
    PanelRow,
    RunRow,
)
from trueness.studies.panel.said import SYMBOLS
from trueness.study.number_words import decimal, interval, interval_of_shares, percent

PANELS = TableSpec.of(
    PanelRow,
    "panels",
    "What panels are worth",
    "The label of most members, or their mean, beside that of one member, on average, on the outputs that people and "
    "all members judged. Worth: how many members with independent errors the panel is worth.",
    (
        *("panel", "n_members", "measure", "single", "estimate", ("low", "high")),
        *("difference", ("difference_low", "difference_high"), "pvalue"),
        *("error_correlation", ("correlation_low", "correlation_high")),
        *("n_effective", ("effective_low", "effective_high"), "n_outputs", "n_clusters"),
    ),
    dispensable=(
        ("n_clusters",),
        ("n_outputs",),
        (("correlation_low", "correlation_high"),),
        ("measure",),
        ("error_correlation",),
        ("pvalue",),
        ("n_members",),
        (("difference_low", "difference_high"),),
    ),
)
RUNS = TableSpec.of(
    RunRow,
    "runs",
    "How runs of one judge differ",
    "Share of outputs on which two runs differ; standard deviations within and between outputs; the share of a run's "
    "variance that lies between outputs (one-way random ICC), and that of the mean of all runs (Spearman and Brown).",
    dispensable=(("n_clusters",), ("n_outputs",), ("within_sd", "between_sd"), ("reliability",)),
)
CURVE = TableSpec.of(
    CurveRow,
    "curve",
    "How many are worth it",
    "Agreement with people of so many members, on average over which, and how much more that is than one; for runs the "
    "reliability of their mean by the formula of Spearman and Brown.",
    dispensable=((("low", "high"),), ("reliability",)),
)
MEMBERS = TableSpec.of(
    MemberRow,
    "members",
    "What each judge adds",
    "Agreement of the judge alone, of the panel without it, and how much the panel gains with it.",
    dispensable=(("measure",), ("pvalue",), (("low", "high"),)),
)
PAIRS = TableSpec.of(
    MemberPair,
    "pairs",
    "How judges go together",
    "Agreement of two judges with each other, and the correlation of their errors.",
    dispensable=(("n_outputs",), ("measure",)),
)


class PanelView(View[PanelResult]):
    """Tables and page of runs and panels."""

    eyebrow: ClassVar[str] = "what are several judges worth?"
    shown: ClassVar[tuple[str, ...]] = ("panels", "runs")
    specs: ClassVar[tuple[TableSpec, ...]] = (PANELS, RUNS, CURVE, MEMBERS, PAIRS)

    def fitted(self, result: PanelResult, spec: TableSpec, rows: Sequence[Any]) -> TableSpec:
        """Return a table that says what intervals are of, without columns that have no value."""
        how = f"Intervals: {percent(result.settings.confidence)}, of {varied(result)}."
        return dataclasses.replace(without_empty(rows, spec), caption=f"{spec.caption} {how}")

    def shown_of(self, result: PanelResult) -> tuple[str, ...]:
        """Return the tables that a terminal shows where none is named: without people, pairs of judges."""
        return self.shown if result.human is not None else ("pairs", "runs")

    def alone_of(self, result: PanelResult) -> str:
        """Return the table that stands alone where none is named."""
        return "panels" if result.panels else "pairs" if result.pairs else "runs"

    def title(self, result: PanelResult) -> str:
        """Return the heading of the page."""
        return f"{result.table.name}: what several judges are worth"

    def facts(self, result: PanelResult) -> str:
        """Return what was studied, in one line."""
        _, systems, inputs = result.table.shape
        more = () if result.human is None else (f"human scores: {result.human}",)
        return counted_facts((len(result.judges), "judge"), (systems, "system"), (inputs, "input"), more=more)

    def tiles(self, result: PanelResult) -> Iterator[Tile]:
        """Return what the judges are worth together, and how often runs differ."""
        for row in result.panels:
            if row.panel == ALL_JUDGES and not math.isnan(row.estimate):
                yield from _together(result, row)
        yield from _runs(result)

    def figures(self, result: PanelResult) -> tuple[Figure, ...]:
        """Return the agreement with people by the number of members."""
        figure = panel_curves(result)
        return () if figure is None else (figure,)

    def parts(self, spec: TableSpec, rows: Sequence[Any]) -> Iterator[Part]:
        """Yield every table as a whole."""
        yield whole_part(spec, rows)


def varied(result: PanelResult) -> str:
    """Return what intervals are of: other systems, other inputs, grouped as was asked."""
    column = result.selection.clusters
    return result.applies_to if column is None else f"{result.applies_to}, grouped by ‘{column}’"


def _together(study: PanelResult, row: PanelRow) -> Iterator[Tile]:
    yield Tile(
        "All judges together",
        decimal(row.estimate),
        f"{SYMBOLS[row.measure]} with ‘{study.human}’; one of them on average {decimal(row.single)}",
        interval(row.low, row.high),
    )
    gained = decision_of(study.decisions, PANEL_GAINS, row.panel)
    said = {"yes": "a gain", "no": "a loss"}.get("" if gained is None else gained.answer, "may be chance")
    yield Tile(
        "Together minus one",
        decimal(row.difference),
        f"{said}, with {row.n_members} judges",
        interval(row.difference_low, row.difference_high),
    )
    worth = decision_of(study.decisions, WORTH_FEWER, row.panel)
    if not math.isnan(row.n_effective) and worth is not None and worth.reason == WORTH:
        yield Tile(
            "Independent judges",
            decimal(row.n_effective, 1),
            f"are worth as much as these {row.n_members}; errors go together by {decimal(row.error_correlation)}",
            interval(row.effective_low, row.effective_high, digits=1),
        )


def _runs(study: PanelResult) -> Iterator[Tile]:
    for row in study.runs[:1]:
        yield Tile(
            f"Two runs of ‘{row.metric}’ differ on",
            percent(row.flip_rate),
            f"of {row.n_outputs:,} outputs",
            interval_of_shares(row.flip_low, row.flip_high),
        )
