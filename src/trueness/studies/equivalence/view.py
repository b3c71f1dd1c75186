"""How an equivalence study is shown: its tables, figures and page."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from trueness.reporting.figures.figure import Figure
from trueness.reporting.page import Chapter, Part, Tile, counted_facts
from trueness.reporting.view import (
    FIRST_ROWS,
    SHARED,
    Table,
    View,
    parts_by_level,
    select,
    shared_tables,
    switched,
)
from trueness.reporting.writing.tables import More, TableSpec, with_symbol
from trueness.statistics.equivalence.equivalence_bounds import Bounds
from trueness.studies.compare.margin_verdicts import SHOWN, margin_side
from trueness.studies.equivalence.margin_curve import margin_curve
from trueness.studies.equivalence.margin_spread import margin_spread
from trueness.studies.equivalence.rows import EquivalenceResult, EquivalenceRow, MarginRow, together
from trueness.studies.equivalence.said import ORDER, within_words
from trueness.studies.equivalence.scorer_plane import scorer_plane
from trueness.studies.equivalence.shift_plot import shift_plot
from trueness.study.number_words import counted, decimal, interval
from trueness.study.words import CORRECTION_WORDS, after_correction, tost_confidence

EQUIVALENCE = TableSpec.of(
    EquivalenceRow,
    "equivalence",
    "Equivalence",
    "Difference in correlation, and whether it is shown to lie within the margin.",
    (
        *(
            "metric",
            "rival",
            "condition",
            "group",
            "human",
            "level",
            "coefficient",
            "estimate_metric",
            "estimate_rival",
        ),
        *("estimate", ("low", "high"), ("margin_low", "margin_high"), "smallest_margin", "pvalue"),
        *("pvalue_adjusted", "pvalue_difference_adjusted", "verdict"),
    ),
    dispensable=(
        ("pvalue",),
        ("estimate_metric", "estimate_rival"),
        ("pvalue_difference_adjusted",),
        ("smallest_margin",),
        (("margin_low", "margin_high"),),
    ),
)
MARGINS = TableSpec.of(
    MarginRow,
    "margins",
    "Margins from annotators",
    "Equivalence margin of each metric, from its correlations with the single annotators.",
    ("metric", "group", "human", "level", "coefficient", "margin"),
)

RESAMPLED = {
    "systems": "systems",
    "inputs": "inputs",
    "both": "systems and inputs",
    "outputs": "single outputs",
    "these": "single outputs of these",
}


TESTED = ("smallest_margin", "pvalue", "pvalue_adjusted", "pvalue_difference_adjusted")
"""Columns of tests that a first screen leaves out: it has the verdict."""


class EquivalenceView(View[EquivalenceResult]):
    """Tables, figures and page of an equivalence study."""

    eyebrow: ClassVar[str] = "do these agree equally well with people?"

    def tables(self, result: EquivalenceResult) -> tuple[Table, ...]:
        """Return the tables with their rows, empty ones included; captions say the settings."""
        return equivalence_tables(result)

    def printed_by_default(self, result: EquivalenceResult, name: str, width: int) -> Sequence[Table]:
        """Return a table as a terminal shows it: of many comparisons those of the first place, what is shown first."""
        spec, rows = self.table(result, name)
        if name != EQUIVALENCE.name:
            return self.printed(result, name, width)
        here = rows
        if len(rows) > FIRST_ROWS:
            here = sorted(_first_place(result), key=lambda row: ORDER.index(row.verdict))
        spec = spec.without(*TESTED)
        if len(here) < len(rows):
            spec = dataclasses.replace(spec, more=More("and more levels, coefficients or groups", spec.name))
        return [(spec, here)]

    def title(self, result: EquivalenceResult) -> str:
        """Return the heading of the page."""
        humans = ", ".join(f"‘{name}’" for name in result.humans)
        if result.conditions:
            return (
                f"{result.table.name}: which metrics agree equally well with {humans} under other conditions"
            )
        return f"{result.table.name}: which metrics agree equally well with {humans}"

    def facts(self, result: EquivalenceResult) -> str:
        """Return the numbers of metrics, systems and inputs, the human scorers and the conditions."""
        _, systems, inputs = result.table.shape
        counts = [(len(result.metrics), "metric")]
        counts += [(systems, "system"), (inputs, "input")] if result.table.has_systems else [(inputs, "item")]
        counts += [(len(result.groups), "group")] if result.groups else []
        more = [f"human scores: {', '.join(result.humans)}"]
        if result.conditions:
            more.append(f"other conditions: {', '.join(result.conditions)}")
        return counted_facts(*counts, more=more)

    def prepare(self, result: EquivalenceResult) -> None:
        """Draw what figures of matched conditions need beyond the result."""
        del self
        _ = result.resolved_pairs

    def figures(self, result: EquivalenceResult) -> tuple[Figure, ...]:
        """Return how tests depend on the margin; with matched conditions also the map and the shifts of pairs."""
        return tuple(_figures(result))

    def tiles(self, result: EquivalenceResult) -> Iterable[Tile]:
        """Return how many comparisons are shown equivalent, or to differ, the largest difference, and what would do.

        All are at the first level, by its first coefficient; of groups all together.
        """
        rows = _first_place(result)
        return _tiles(result, rows) if rows else ()

    def chapters(self, result: EquivalenceResult) -> Iterator[Chapter]:
        """Yield the tests, the figures, and the margins from annotators."""
        for spec, rows in self.tables(result):
            if rows and spec.name not in SHARED:
                yield Chapter(spec.name, spec.title, (self.section(spec, rows),))
            if spec.name == EQUIVALENCE.name:
                yield Chapter("figures", "Figures", switched(self.drawn(result), result.settings.keys))

    def parts(self, spec: TableSpec, rows: Sequence[Any]) -> Iterator[Part]:
        """Yield one part per level and coefficient, which says how many differences are shown to lie within."""
        return parts_by_level(spec, rows, _shown_remark)


def _figures(found: EquivalenceResult) -> Iterator[Figure]:
    bounds = found.settings.bounds
    one_sided = bounds is not None and margin_side(bounds) is not None
    for level, coefficient in found.settings.keys:
        here = together(found.tests, level, coefficient)
        # the curve is that of a symmetric margin
        if (
            not found.settings.equivalence.closed_form
            and not one_sided
            and any(row.estimate == row.estimate for row in here)
        ):
            yield margin_curve(found, coefficient, level=level)
        if found.margins:
            yield margin_spread(found, coefficient, level=level)
    if found.scorer_map is not None:
        yield scorer_plane(found.scorer_map)
    pairs = found.resolved_pairs
    if pairs is None:
        return
    for level, coefficient in found.settings.keys:
        if any(row.n_pairs for row in select(pairs.shifts, level, coefficient)):  # something was resolved
            yield shift_plot(pairs, coefficient, level=level)


def _shown_remark(rows: Sequence[Any]) -> str:
    """Return how many tests show what they are of; nothing of rows that are no tests."""
    if not hasattr(rows[0], "equivalent"):
        return ""
    side = margin_side(Bounds(rows[0].margin_low, rows[0].margin_high))
    shown = "equivalent" if side is None else SHOWN[side]
    return f"{sum(row.verdict == shown for row in rows)} of {len(rows)} {shown}"


def equivalence_tables(found: EquivalenceResult) -> tuple[Table, ...]:
    """Return the tables of an equivalence study with their rows, empty ones included; captions say the settings."""
    settings = found.settings
    spec = dataclasses.replace(EQUIVALENCE, caption=equivalence_caption(found))
    spec = spec.renamed("Interval", f"{tost_confidence(settings.alpha)} interval")
    spec = spec.without("rival") if found.conditions else spec.without("condition")
    margins = MARGINS
    if not found.groups:
        spec, margins = spec.without("group"), margins.without("group")
    if len(found.humans) == 1:
        spec = spec.without("human")
    if not settings.tested:
        spec = spec.without("pvalue_difference_adjusted")
    if settings.correction == "none":
        spec = spec.without("pvalue_adjusted").renamed("p difference, adjusted", "p difference")
    if found.conditions:
        spec = spec.renamed(" of metric", "").renamed(" of rival", " under condition")
    if len(settings.coefficients) == 1:
        spec = with_symbol(spec, settings.coefficients[0])
    return ((spec, found.tests), (margins, found.margins), *shared_tables(found))


def equivalence_caption(found: EquivalenceResult) -> str:
    """Return what the tests are of, how they were made and what the margin is, in two or three sentences."""
    settings = found.settings
    low, high = settings.bounds or (float("nan"), float("nan"))
    side = margin_side(Bounds(low, high))
    humans = ", ".join(f"'{name}'" for name in found.humans)
    if found.conditions:
        what = f"Each metric's correlation with {humans} against its own under another condition"
    else:
        what = f"Difference of two metrics' correlations with {humans}"
    if isinstance(settings.margin, str):
        kind = "standard deviation" if settings.margin == "sd" else "largest difference"
        margin = f"the {kind} of the single annotators' correlations with the metric"
    elif settings.bounds is not None and settings.bounds.low == -settings.bounds.high:
        margin = f"{settings.bounds.high:g}"
    elif side is not None:
        margin = f"{-low:g} worse" if side == "low" else f"{high:g} better"
    else:
        margin = f"from {low:g} to {high:g}"
    method = settings.equivalence.words
    if side is not None:
        method = method.replace("two one-sided", "one-sided")
    if settings.equivalence.resampled:
        method += f" ({settings.resamples:,} resamples of {RESAMPLED[settings.over]})"
    elif settings.equivalence.leaves_out:
        method += f" (leaving out {RESAMPLED[settings.over]})"
    after = "" if settings.correction == "none" else ", after correction"
    shown, where = "Equivalent", "shown to lie within the margin"
    if side is not None:
        shown, where = (
            SHOWN[side].capitalize(),
            "shown not to lie beyond the margin, on the one side that has one,",
        )
    together = ""
    if found.groups:
        what += f", in all together and in each of {len(found.groups)} groups by '{found.selection.by}'"
        together = " (over all groups; all together by itself)"
    return (
        f"{what}, by {method}; margin: {margin}; intervals have confidence {tost_confidence(settings.alpha)} "
        f"(1 − 2 × {settings.alpha:g}). "
        f"{shown}: {where} at level {settings.alpha:g}, with {CORRECTION_WORDS[settings.correction]}{together}; "
        f"undecided: may differ, and may be {shown.lower()}. "
        f"Smallest margin: with any larger one for all comparisons this one would have passed{after}."
    )


def _shown(found: EquivalenceResult) -> str:
    side = None if found.settings.bounds is None else margin_side(found.settings.bounds)
    return "equivalent" if side is None else SHOWN[side]


def _first_place(found: EquivalenceResult) -> list[EquivalenceRow]:
    """Return the comparisons at the first level by its first coefficient, of groups all together."""
    return together(found.tests, *found.settings.keys[0])


def _tiles(found: EquivalenceResult, rows: Sequence[EquivalenceRow]) -> Iterator[Tile]:
    settings, shown = found.settings, _shown(found)
    guarded = settings.equivalence.rejects_if_wide
    alone = sum(row.pvalue <= settings.alpha and not (guarded and row.too_wide) for row in rows)
    after = after_correction(settings.correction)
    yield Tile(
        f"Shown to be {shown}",
        f"{sum(row.verdict == shown for row in rows)} of {len(rows)}",
        f"{within_words(settings, rows[0])}, {after}"
        + (f"; {alone} would be before it" if settings.correction != "none" else ""),
    )
    if settings.tested:
        counts = {one: sum(row.verdict == one for row in rows) for one in ("better", "worse")}
        what = "the reference" if found.conditions else "the metric named first"
        yield Tile(
            "Shown to differ",
            f"{sum(counts.values())} of {len(rows)}",
            f"{after}"
            + (f"; {what} is better in {counts['better']} of these" if any(counts.values()) else ""),
        )
    known = [row for row in rows if not math.isnan(row.estimate)]
    if known:
        most = max(known, key=lambda row: abs(row.estimate))
        against = f"‘{most.metric}’ " + (
            f"against itself under ‘{most.condition}’" if most.condition else f"against ‘{most.rival}’"
        )
        yield Tile(
            "Largest difference" if len(rows) > 1 else "Difference",
            decimal(most.estimate),
            f"{against}, with a {tost_confidence(settings.alpha)} interval",
            interval(most.low, most.high),
        )
    margins = [row.smallest_margin for row in rows]
    if all(map(math.isfinite, margins)):
        # rounded up, since what is below would not do
        needed = math.ceil(1000 * max(margins) - 1e-9) / 1000
        of_all = f"all {counted(len(rows), 'comparison')}" if len(rows) > 1 else "it"
        yield Tile(
            "A margin above",
            f"{needed:.3f}",
            f"would have shown {of_all} to be {shown}; fix a margin before you look",
        )
