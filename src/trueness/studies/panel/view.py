"""How runs and panels of judges are shown: tables and page."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from trueness.reporting.figures.figure import Figure
from trueness.reporting.page import Head, Part, counted_facts, whole_part
from trueness.reporting.view import Table, View, shared_tables
from trueness.reporting.writing.tables import TableSpec, empty_columns
from trueness.studies.panel.head import panel_head
from trueness.studies.panel.panel_curves import panel_curves
from trueness.studies.panel.rows import CurveRow, MemberPair, MemberRow, PanelRow, PanelStudy, RunRow
from trueness.study.number_words import percent

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
    (
        *("metric", "n_runs", "flip_rate", ("flip_low", "flip_high"), "within_sd", "between_sd"),
        *("icc", ("icc_low", "icc_high"), "reliability", "n_outputs", "n_clusters"),
    ),
    dispensable=(("n_clusters",), ("n_outputs",), ("within_sd", "between_sd"), ("reliability",)),
)
CURVE = TableSpec.of(
    CurveRow,
    "curve",
    "How many are worth it",
    "Agreement with people of so many members, on average over which, and how much more that is than one; for runs the "
    "reliability of their mean by the formula of Spearman and Brown.",
    (
        *("panel", "n_members", "estimate", ("low", "high")),
        *("difference", ("difference_low", "difference_high"), "reliability"),
    ),
    dispensable=((("low", "high"),), ("reliability",)),
)
MEMBERS = TableSpec.of(
    MemberRow,
    "members",
    "What each judge adds",
    "Agreement of the judge alone, of the panel without it, and how much the panel gains with it.",
    (
        *("metric", "measure", "estimate", ("low", "high"), "without"),
        *("difference", ("difference_low", "difference_high"), "pvalue", "pvalue_adjusted", "verdict"),
    ),
    dispensable=(("measure",), ("pvalue",), (("low", "high"),)),
)
PAIRS = TableSpec.of(
    MemberPair,
    "pairs",
    "How judges go together",
    "Agreement of two judges with each other, and the correlation of their errors.",
    ("metric", "rival", "measure", "estimate", ("low", "high"), "error_correlation", "n_outputs"),
    dispensable=(("n_outputs",), ("measure",)),
)


class PanelView(View[PanelStudy]):
    """Tables and page of runs and panels."""

    eyebrow: ClassVar[str] = "what are several judges worth?"
    shown: ClassVar[tuple[str, ...]] = ("panels", "members", "runs", "curve")
    alone: ClassVar[str] = "panels"

    def tables(self, result: PanelStudy) -> tuple[Table, ...]:
        """Return the tables with their rows; columns without a value are left out."""
        how = f"Intervals: {percent(result.settings.confidence)}, of {_varied(result)}."
        found: tuple[Table, ...] = (
            (PANELS, result.panels),
            (RUNS, result.runs),
            (CURVE, result.curve),
            (MEMBERS, result.members),
            (PAIRS, result.pairs),
        )
        shown = [
            (dataclasses.replace(spec, caption=f"{spec.caption} {how}").without(*_empty(rows, spec)), rows)
            for spec, rows in found
        ]
        return (*shown, *shared_tables(result))

    def shown_of(self, result: PanelStudy) -> tuple[str, ...]:
        """Return the tables that a terminal shows where none is named: without people, pairs of judges."""
        return self.shown if result.human is not None else ("pairs", "runs")

    def alone_of(self, result: PanelStudy) -> str:
        """Return the table that stands alone where none is named."""
        return "panels" if result.panels else "pairs" if result.pairs else "runs"

    def title(self, result: PanelStudy) -> str:
        """Return the heading of the page."""
        return f"{result.table.name}: what several judges are worth"

    def facts(self, result: PanelStudy) -> str:
        """Return what was studied, in one line."""
        _, systems, inputs = result.table.shape
        more = () if result.human is None else (f"human scores: {result.human}",)
        return counted_facts((len(result.judges), "judge"), (systems, "system"), (inputs, "input"), more=more)

    def head(self, result: PanelStudy) -> Head:
        """Return whether judges together agree better with people than one does."""
        return panel_head(result)

    def figures(self, result: PanelStudy) -> tuple[Figure, ...]:
        """Return the agreement with people by the number of members."""
        figure = panel_curves(result)
        return () if figure is None else (figure,)

    def parts(self, spec: TableSpec, rows: Sequence[Any]) -> Iterator[Part]:
        """Yield every table as a whole."""
        yield whole_part(spec, rows)

    def methods(self, result: PanelStudy) -> tuple[str, ...]:
        """Return how it was done, in sentences with their sources."""
        kind = (
            "Cohen’s kappa with people’s label" if result.label_names else "Pearson’s r with people’s score"
        )
        error = (
            "gives another label than people"
            if result.label_names
            else "is what is left of a score after a straight line on people’s"
        )
        said = (
            f"Agreement is {kind} over outputs. The number of independent judges that a panel is worth is the mean "
            "variance of a member’s error over the variance of the mean error (the design effect of Kish 1965), where "
            f"an error {error}. Runs of one judge were compared by the one-way random intraclass correlation (Shrout "
            "and Fleiss 1979), stepped up by the formula of Spearman (1910) and Brown (1910). Intervals "
            f"({percent(result.settings.confidence)}) are of {_varied(result)}, by leaving out each in turn; p-values "
            "of what each judge adds are adjusted by Holm’s method (1979). Which way to use the judges may be best was "
            "found by multiple comparisons with the best (Hsu 1996)."
        )
        return (said,)


def _varied(result: PanelStudy) -> str:
    column = result.selection.clusters
    return result.applies_to if column is None else f"{result.applies_to}, grouped by ‘{column}’"


def _empty(rows: Sequence[Any], spec: TableSpec) -> Sequence[Any]:
    return empty_columns(rows, spec) if rows else ()
