"""How a study of conditions is shown: its tables, figures and page."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from trueness.reporting.figures.figure import Figure
from trueness.reporting.page import Chapter, Part, Tile, counted_facts, whole_part
from trueness.reporting.view import LEVEL_NAMES, Table, View, parts_by_level, select, switched
from trueness.reporting.writing.tables import TableSpec, with_symbol
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.equivalence.annotator_margin import ANNOTATOR_MARGINS
from trueness.studies.conditions.condition_maps import REFERENCE, across_map, within_map
from trueness.studies.conditions.decided import changes
from trueness.studies.conditions.equivalence_grid import equivalence_grid
from trueness.studies.conditions.rows import (
    AcrossRow,
    AnnotatorMarginsRow,
    ConditionsResult,
    ConditionTest,
    ShareRow,
    WithinRow,
)
from trueness.studies.conditions.said import across_means, kind_words
from trueness.studies.conditions.sources import RETURNED, back_name
from trueness.studies.equivalence.margin_curve import margin_curve
from trueness.studies.equivalence.margin_spread import margin_spread
from trueness.studies.equivalence.resolved_pairs import DominanceRow, ShiftRow
from trueness.studies.equivalence.scorer_map import ScorerPlace
from trueness.studies.equivalence.scorer_plane import scorer_plane
from trueness.studies.equivalence.shift_plot import shift_plot
from trueness.studies.equivalence.view import EQUIVALENCE, RESAMPLED, TESTED
from trueness.study.number_words import decimal, percent
from trueness.study.words import CORRECTION_WORDS, after_correction, tost_confidence

SHARES = TableSpec.of(
    ShareRow,
    "shares",
    "How many tests find equivalence",
    "",
    (
        *("margin_kind", "method", "level", "coefficient", "n_tests", "n_undefined"),
        *("share_equivalent", "share_equivalent_adjusted", "n_equivalent", "n_equivalent_adjusted"),
        "n_different",
    ),
    dispensable=(("n_equivalent",), ("n_equivalent_adjusted",), ("n_undefined",), ("coefficient",)),
)
TESTS = TableSpec.of(
    ConditionTest,
    "tests",
    "Every metric under every condition",
    "",
    (
        *("metric", "condition", "human", "margin_kind", "method", "level", "coefficient"),
        *("estimate_metric", "estimate_rival", "estimate", ("low", "high"), "margin_high"),
        *("smallest_margin", "pvalue", "pvalue_adjusted", "pvalue_difference_adjusted", "verdict"),
    ),
    dispensable=(
        *EQUIVALENCE.dispensable[:-1],
        ("margin_high",),
    ),
)
MARGINS = TableSpec.of(
    AnnotatorMarginsRow,
    "margins",
    "Margins from annotators",
    "Standard deviation and range of each metric's correlations with the single annotators, under the reference.",
    ("metric", "human", "level", "coefficient", "sd", "range"),
)
WITHIN = TableSpec.of(
    WithinRow,
    "within",
    "Agreement with people",
    "Correlation of every metric with every human scorer, under the reference and every condition.",
    ("metric", "human", "condition", "level", "coefficient", "estimate", "n_cells"),
    dispensable=(("n_cells",),),
)
ACROSS = TableSpec.of(
    AcrossRow,
    "across",
    "Metrics with themselves",
    "Correlation of a metric's scores under the reference with its own under a condition.",
    dispensable=(("n_cells",),),
)
SHIFTS = TableSpec.of(
    ShiftRow,
    "shifts",
    "What becomes of resolved pairs",
    "",
    (
        *("condition", "human", "level", "coefficient", "share_resolved", "n_pairs", "shift", "shift_signed"),
        *("n_unresolved", "n_reversed"),
    ),
    dispensable=(("shift_signed",), ("n_pairs",), ("share_resolved",)),
)
PAIRS = TableSpec.of(
    DominanceRow,
    "pairs",
    "Metric against metric, under the reference",
    "",
    (
        *("metric", "rival", "human", "level", "coefficient", "estimate_metric", "estimate_rival"),
        *("share", "resolved"),
    ),
    dispensable=(("estimate_metric", "estimate_rival"),),
)
PLACES = TableSpec.of(
    ScorerPlace,
    "places",
    "Scorers on two principal components",
    "Coordinates of every scorer on the first two principal components of ranks of scores.",
)


class ConditionView(View[ConditionsResult]):
    """Tables, figures and page of a study of conditions."""

    eyebrow: ClassVar[str] = "do metrics agree as well with people under other conditions?"
    shown: ClassVar[tuple[str, ...]] = ("tests",)
    alone: ClassVar[str] = "tests"
    specs: ClassVar[tuple[TableSpec, ...]] = (SHARES, TESTS, MARGINS, WITHIN, ACROSS, SHIFTS, PAIRS, PLACES)

    def fitted(self, result: ConditionsResult, spec: TableSpec, rows: Sequence[Any]) -> TableSpec:
        """Return a table without what the settings make superfluous."""
        del rows
        if spec.name == TESTS.name:
            spec = spec.renamed("Interval", f"{tost_confidence(result.settings.alpha)} interval")
        if len(result.humans) == 1:
            spec = spec.without("human")
        if result.settings.correction == "none":
            spec = spec.without("pvalue_adjusted", "share_equivalent_adjusted", "n_equivalent_adjusted")
        if len(result.settings.coefficients) == 1:
            spec = with_symbol(spec, result.settings.coefficients[0])
        return spec

    def captions(self, result: ConditionsResult) -> dict[str, str]:
        """Return captions that say the settings."""
        return _captions(result)

    def printed_by_default(self, result: ConditionsResult, name: str, width: int) -> Sequence[Table]:
        """Return a table as a terminal shows it: tests of the first margin that decide, what differs most first."""
        if name != TESTS.name:
            return self.printed(result, name, width)
        spec, rows = self.table(result, name)
        settings = result.settings
        kept = [
            row for row in rows if (row.margin_kind, row.method) == (settings.margins[0], settings.method)
        ]

        def place(row: ConditionTest) -> tuple[int, bool, float]:
            largest = math.inf if math.isnan(row.estimate) else -abs(row.estimate)
            return settings.keys.index((row.level, row.coefficient)), row.equivalent, largest

        return [(spec.without("margin_kind", "method", *TESTED), sorted(kept, key=place))]

    def title(self, result: ConditionsResult) -> str:
        """Return the heading of the page."""
        names = ", ".join(result.conditions)
        return f"{result.table.name}: {len(result.metrics)} metrics under other conditions ({names})"

    def facts(self, result: ConditionsResult) -> str:
        """Return what was compared on what, in one line."""
        _, systems, inputs = result.table.shape
        more = [f"human scores: {', '.join(result.humans)}", f"conditions: {', '.join(result.conditions)}"]
        if result.source.back:
            more.append(f"and back: {', '.join(result.source.back)}")
        return counted_facts(
            (len(result.metrics), "metric"), (systems, "system"), (inputs, "input"), more=more
        )

    def figures(self, result: ConditionsResult) -> tuple[Figure, ...]:
        """Return grids of equivalence, margins, maps of correlations, shifts of pairs, and the plane of scorers."""
        return tuple(_figures(result))

    def tiles(self, result: ConditionsResult) -> Iterable[Tile]:
        """Return how many tests show that a metric agrees as well, how many that it does not, what becomes of pairs.

        All are at the first level, by its first coefficient, within the first margin.
        """
        level, coefficient = result.settings.keys[0]
        wanted = (result.settings.margins[0], result.settings.method, level, coefficient)
        share = next(
            row
            for row in result.shares
            if (row.margin_kind, row.method, row.level, row.coefficient) == wanted
        )
        return _tiles(result, share)

    def chapters(self, result: ConditionsResult) -> Iterator[Chapter]:
        """Yield what is equivalent, the margins behind it, the correlations, pairs of metrics, and the plane."""
        tables = {spec.name: (spec, rows) for spec, rows in self.tables(result)}
        for name, heading, kinds, under in (
            ("equivalence", "What is equivalent", ("equivalence-grid",), ("shares", "tests")),
            ("margins", "Margins", ("margin-",), ("margins",)),
            (
                "correlations",
                "Correlations within and across conditions",
                ("within-", "across-"),
                ("within", "across"),
            ),
            ("pairs", "Metric against metric", ("shift-plot",), ("shifts", "pairs")),
            ("plane", "All scorers on a plane", ("scorer-plane",), ("places",)),
        ):
            drawn = [figure for figure in self.drawn(result) if figure.name.startswith(kinds)]
            blocks: list[Any] = list(switched(drawn, result.settings.keys))
            for k, key in enumerate(under):
                spec, rows = tables[key]
                if rows:
                    opened = 0 if key in ("tests", "places", "pairs") else 1
                    blocks.append(self.section(spec, rows, heading=bool(k or blocks), open=opened))
            yield Chapter(name, heading, tuple(blocks))

    def parts(self, spec: TableSpec, rows: Sequence[Any]) -> Iterator[Part]:
        """Yield what is read together: tests by kind of margin and method, other rows by level and coefficient."""
        if spec.name in ("shares", "places"):
            yield whole_part(spec, rows, "All scorers" if spec.name == "places" else "")
        elif spec.name == "tests":
            places = dict.fromkeys((r.margin_kind, r.method, r.level, r.coefficient) for r in rows)
            for place in places:
                mine = [r for r in rows if (r.margin_kind, r.method, r.level, r.coefficient) == place]
                kind, method, level, coefficient = place
                summary = (
                    f"Within {kind_words(kind)}, {method}, {LEVEL_NAMES[level].lower()}, "
                    f"{coefficient_facts(coefficient).words}"
                )
                short = spec.without("margin_kind", "method", "level", "coefficient")
                yield whole_part(
                    short, mine, summary, f"{sum(r.equivalent for r in mine)} of {len(mine)} shown"
                )
        elif spec.name in ("within", "across"):
            named = [dataclasses.replace(row, condition=row.condition or REFERENCE) for row in rows]
            for level, coefficient in dict.fromkeys((row.level, row.coefficient) for row in named):
                short = with_symbol(spec.without("level", "coefficient"), coefficient)
                summary = f"{LEVEL_NAMES[level]}, {coefficient_facts(coefficient).words}"
                yield whole_part(short, select(named, level, coefficient), summary)
        else:
            yield from parts_by_level(spec, rows, lambda _: "")


def _figures(result: ConditionsResult) -> Iterator[Figure]:
    settings = result.settings
    for kind in settings.margins:
        for level, coefficient in settings.keys:
            yield equivalence_grid(result, kind, level, coefficient)
    yield from _margins(result)
    for draw in (within_map, across_map):
        for key in settings.keys:
            yield draw(result, *key)
    if (found := result.resolved) is not None:
        for level, coefficient in settings.keys:
            if any(row.n_pairs for row in select(found.shifts, level, coefficient)):
                yield shift_plot(found, coefficient, level=level, back=_ways_back(result))
    if result.map is not None:
        yield scorer_plane(result.map)


def _margins(result: ConditionsResult) -> Iterator[Figure]:
    settings = result.settings
    spread = next((kind for kind in settings.margins if kind in ANNOTATOR_MARGINS), None)
    first = result.of(settings.margins[0])
    for level, coefficient in settings.keys:
        known = [row for row in select(first.tests, level, coefficient) if row.estimate == row.estimate]
        if known and not first.settings.equivalence.closed_form:
            yield margin_curve(first, coefficient, level=level)
        if spread is not None:
            yield margin_spread(result.of(spread), coefficient, level=level)


def _ways_back(result: ConditionsResult) -> dict[str, str] | None:
    return {name: back_name(name) for name in result.source.back} or None


def _captions(result: ConditionsResult) -> dict[str, str]:
    settings = result.settings
    rule = CORRECTION_WORDS[settings.correction]
    family = (
        f"a family: all metrics, human scorers and conditions at one level, by one coefficient, within one kind of "
        f"margin; {rule}"
    )
    return {
        "shares": f"Share of tests that show, at level {percent(settings.alpha)}, that a metric agrees with a human "
        f"scorer as well under a condition as under the reference: each test alone, and corrected ({family}).",
        "tests": "Each metric's correlation with a human scorer under the reference against its own under a condition, "
        f"and whether the difference is shown to lie within the margin ({family}).",
        "shifts": f"Pairs of metrics of which one agrees better in at least {percent(settings.threshold, 1)} of "
        f"{settings.resamples:,} resamples of {RESAMPLED[settings.over]} under the reference, and by how much that "
        "share, P, changes under a condition; 'and back' is after the way back. No correction for the number of pairs.",
        "pairs": f"P: the share of {settings.resamples:,} resamples of {RESAMPLED[settings.over]} in which the metric "
        f"agrees better than its rival; resolved from {percent(settings.threshold, 1)} on.",
    }


def _tiles(found: ConditionsResult, share: ShareRow) -> Iterator[Tile]:
    corrected = found.settings.correction != "none"
    yield Tile(
        "Shown to agree as well",
        f"{share.n_equivalent_adjusted} of {share.n_tests}",
        f"within {kind_words(share.margin_kind)}, {after_correction(found.settings.correction)}"
        + (f"; {share.n_equivalent} before" if corrected else "")
        + (f"; {share.n_undefined} undefined" if share.n_undefined else ""),
    )
    key = (share.level, share.coefficient)
    less, more, asked = changes(found, *key)
    yield Tile(
        "Shown to differ",
        f"{len(less) + len(more)} of {asked}",
        f"{len(less)} agree less under the condition, {len(more)} more",
    )
    means = across_means(found, *key)
    if means:
        least = min(means, key=means.__getitem__)
        yield Tile(
            f"Scores under ‘{least}’",
            decimal(means[least]),
            "is how a metric’s scores go with its own under the reference, on average"
            + (", the least of all conditions" if len(means) > 1 else ""),
        )
    pairs = [
        row
        for row in found.shifts
        if (row.level, row.coefficient) == key and row.n_pairs and not row.condition.endswith(RETURNED)
    ]
    if pairs:
        turned, n_pairs = sum(row.n_reversed for row in pairs), sum(row.n_pairs for row in pairs)
        lost = sum(row.n_unresolved for row in pairs)
        yield Tile(
            "Pairs of metrics that turn round",
            f"{turned} of {n_pairs}",
            f"that resampling tells apart under the reference; {lost} are no longer told apart",
        )
