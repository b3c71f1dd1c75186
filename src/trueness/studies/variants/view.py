"""How a comparison of variants is shown: its tables, figures and page."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.wording import percent as exact_percent
from trueness.reporting.page import Chapter, Part, Tile, counted_facts, pictures, section, whole_part
from trueness.reporting.view import FIRST_ROWS, Table, View
from trueness.reporting.writing.html_tables import to_html
from trueness.reporting.writing.tables import Column, TableSpec, correlation
from trueness.studies.variants.human_dimensions import dimension_densities, dimension_scatter
from trueness.studies.variants.luck_plot import luck_plot
from trueness.studies.variants.rank_lines import rank_lines
from trueness.studies.variants.rows import (
    BestRow,
    HumanRow,
    OptionRow,
    RankedSystem,
    VariantPair,
    VariantRow,
    VariantsResult,
    WinnerRow,
)
from trueness.studies.variants.said import OVER_PHRASES, not_outperformed, quoted
from trueness.studies.variants.variant_matrix import variant_matrix
from trueness.studies.variants.variant_strip import variant_strip
from trueness.study.number_words import bracketed, decimal, interval, percent
from trueness.study.words import CORRECTION_WORDS, after_correction, coefficient_words

DOT = " •"
"""Behind the correlation of a metric that no other outperforms."""

VARIANTS = TableSpec.of(
    VariantRow,
    "variants",
    "Variants by how they agree with people",
    "",
    (
        *("metric", "coefficient", "estimate", ("low", "high")),
        *("n_beaten_by", "optimal", "optimal_adjusted", "optimal_default", "optimal_default_adjusted"),
    ),
    dispensable=(
        ("optimal_adjusted", "optimal_default_adjusted"),
        ("n_beaten_by",),
        (("low", "high"),),
    ),
)
OPTIONS = TableSpec.of(
    OptionRow,
    "options",
    "Options of the optimal variants",
    "",
    (
        *("option", "value", "coefficient", "n_variants", "n_optimal", "share"),
        *("n_optimal_default", "share_default"),
    ),
)
PAIRS = TableSpec.of(
    VariantPair,
    "pairs",
    "The best and the named, pair by pair",
    "",
    (
        *("metric", "rival", "coefficient", "estimate", "pvalue", "pvalue_adjusted"),
        *("pvalue_default", "pvalue_default_adjusted", "significant", "significant_default_adjusted"),
    ),
    dispensable=(("significant", "significant_default_adjusted"), ("pvalue_adjusted",), ("pvalue_default",)),
)
LUCK = TableSpec.of(
    BestRow,
    "luck",
    "What the best owes to luck",
    "",
    (
        *("coefficient", "over", "metric", "estimate", "honest", "drop", ("drop_low", "drop_high")),
        *("chosen_half", "other_half", "share_same", "n_winners", "n_metrics", "n_units"),
    ),
    dispensable=(("n_units",), ("n_metrics",), ("chosen_half", "other_half"), ("n_winners",)),
)
WINNERS = TableSpec.of(
    WinnerRow,
    "winners",
    "Which metric is the best in other samples",
    "How many samples of systems, of inputs, or of both, drawn with replacement, have each metric as the best.",
)
HUMANS = TableSpec.of(
    HumanRow,
    "humans",
    "The best and the named by every human score",
    "",
)
SYSTEMS = TableSpec.of(
    RankedSystem,
    "systems",
    "Systems by the best and by the customary metric",
    "",
)


class VariantView(View[VariantsResult]):
    """Tables, figures and page of a comparison of variants."""

    eyebrow: ClassVar[str] = "which variant agrees best, and how lucky is it?"
    specs: ClassVar[tuple[TableSpec, ...]] = (VARIANTS, OPTIONS, PAIRS, LUCK, WINNERS, HUMANS, SYSTEMS)

    def tables(self, result: VariantsResult) -> tuple[Table, ...]:
        """Return the tables with their rows, empty ones included; captions say the settings."""
        found = super().tables(result)
        if len(result.settings.coefficients) > 1:
            return found
        return tuple((spec.without("coefficient"), rows) for spec, rows in found)

    def data(self, result: VariantsResult) -> str:
        """Return how many metrics are compared, and with whom."""
        metrics = len(result.of(result.settings.coefficients[0]))
        return f"{result.table.name}: {metrics} metrics, human: {result.human}."

    def fitted(self, result: VariantsResult, spec: TableSpec, rows: Sequence[Any]) -> TableSpec:
        """Return a table, that of systems without a customary metric where none is named."""
        del rows
        if spec.name == SYSTEMS.name and result.customary is None:
            return spec.without("mean_customary", "median_customary", "rank_customary")
        return spec

    def captions(self, result: VariantsResult) -> dict[str, str]:
        """Return captions that say the settings."""
        return _captions(result)

    def printed(self, result: VariantsResult, name: str, width: int) -> Sequence[Table]:
        """Return a table as a terminal shows it: human scores side by side."""
        if name == HUMANS.name and result.humans:
            spec = self.table(result, name)[0]
            return [_side_by_side(result, spec, coefficient) for coefficient in result.settings.coefficients]
        return super().printed(result, name, width)

    def printed_by_default(self, result: VariantsResult, name: str, width: int) -> Sequence[Table]:
        """Return the variants by the first coefficient, those named among the first, and what is left of them."""
        if name != VARIANTS.name:
            return self.printed(result, name, width)
        spec = self.table(result, name)[0]
        rows = list(result.of(result.settings.coefficients[0]))
        late = [row for row in rows[FIRST_ROWS:] if row.metric in result.selection.named][: FIRST_ROWS // 2]
        top = rows[: FIRST_ROWS - len(late)]
        rest = [row for row in rows[len(top) :] if row not in late]
        if result.settings.correction != "none":
            spec = spec.without("optimal", "optimal_default")
        return [(spec.without("coefficient", "n_beaten_by"), [*top, *late, *rest])]

    def title(self, result: VariantsResult) -> str:
        """Return the heading of the page."""
        return f"{result.table.name}: {len(result.of(result.settings.coefficients[0]))} variants"

    def facts(self, result: VariantsResult) -> str:
        """Return what was compared on what, in one line."""
        _, systems, inputs = result.table.shape
        metrics = len(result.of(result.settings.coefficients[0]))
        return counted_facts(
            (metrics, "metric"),
            (systems, "system"),
            (inputs, "input"),
            more=(f"human scores: {result.human}",),
        )

    def figures(self, result: VariantsResult) -> tuple[Figure, ...]:
        """Return strips and matrices of variants, the luck of the best, systems' ranks, and human dimensions."""
        people = (dimension_scatter(result), dimension_densities(result)) if result.humans else ()
        luck = (luck_plot(result),) if any(not math.isnan(row.drop) for row in result.luck) else ()
        return (
            *(variant_strip(result, name) for name in result.settings.coefficients),
            *(variant_matrix(result, name) for name in result.settings.coefficients),
            *luck,
            rank_lines(result),
            *people,
        )

    def tiles(self, result: VariantsResult) -> Iterable[Tile]:
        """Return the best by the first coefficient, how many are not outperformed, and what is left of it elsewhere."""
        rows = result.of(result.settings.coefficients[0])
        return () if math.isnan(rows[0].estimate) else _tiles(result, rows)

    def chapters(self, result: VariantsResult) -> Iterator[Chapter]:
        """Yield variants, options, pairs, luck, human scores and systems."""
        tables = {spec.name: (spec, rows) for spec, rows in self.tables(result)}
        figures = self.drawn(result)
        names = [figure.name for figure in figures]
        drawn = dict(zip(names, pictures(figures), strict=True))

        def of(start: str) -> list[Any]:
            return [picture for name, picture in drawn.items() if name.startswith(start)]

        def block(name: str, **more: Any) -> Any:
            spec, rows = tables[name]
            return section(spec, rows, self._parts(result, spec, rows), **more)

        yield Chapter(
            "variants", VARIANTS.title, (*of("variant-strip"), block("variants", open=0)), "Variants"
        )
        if result.options:
            yield Chapter("options", OPTIONS.title, (block("options"),), "Options")
        yield Chapter("pairs", PAIRS.title, (*of("variants-"), block("pairs", open=0)), "Pairs")
        if result.luck:
            yield Chapter(
                "luck",
                LUCK.title,
                (*of("luck"), block("luck"), block("winners", heading=True, open=0)),
                "Luck",
            )
        if result.humans:
            yield Chapter("humans", HUMANS.title, (*of("dimension"), block("humans")), "Human scores")
        yield Chapter("systems", SYSTEMS.title, (*of("system-ranks"), block("systems")), "Systems")

    def _parts(self, result: VariantsResult, spec: TableSpec, rows: Sequence[Any]) -> Iterator[Part]:
        """Yield one part per coefficient, of human scores one for each."""
        if spec.name == "systems":
            yield whole_part(spec, rows)
            return
        for coefficient in result.settings.coefficients:
            here = [row for row in rows if row.coefficient == coefficient]
            words = coefficient_words(coefficient)
            if spec.name == "humans":
                side, lines = _side_by_side(result, spec, coefficient)
                yield Part("All human scores side by side", "", to_html(lines, side, caption=side.title))
            if spec.name in ("winners", "humans"):
                key = "over" if spec.name == "winners" else "human"
                for value in dict.fromkeys(getattr(row, key) for row in here):
                    part = [row for row in here if getattr(row, key) == value]
                    yield whole_part(spec.without("coefficient", key), part, f"{value}, {words}")
            elif here:
                yield whole_part(
                    spec.without("coefficient"), here, words if len(result.settings.coefficients) > 1 else ""
                )


def _side_by_side(result: VariantsResult, spec: TableSpec, coefficient: str) -> Table:
    """Return a line for each metric and a column for each human score, as in Table 4 of Graham (2015)."""
    found = {(row.metric, row.human): row for row in result.humans if row.coefficient == coefficient}
    humans = list(dict.fromkeys(human for _, human in found))
    lines = [
        {"metric": metric}
        | {
            human: correlation(found[metric, human].estimate) + (DOT if found[metric, human].optimal else "")
            for human in humans
        }
        for metric in dict.fromkeys(metric for metric, _ in found)
    ]
    columns = (Column("metric", "Metric"), *(Column(human, human) for human in humans))
    words = f": {coefficient_words(coefficient)}" if len(result.settings.coefficients) > 1 else ""
    caption = f"{spec.caption} {DOT.strip()}: not outperformed."
    return dataclasses.replace(
        spec, title=f"{spec.title}{words}", caption=caption, columns=columns, dispensable=()
    ), lines


def _captions(result: VariantsResult) -> dict[str, str]:
    settings = result.settings
    level, alpha = exact_percent(settings.confidence), f"{settings.alpha:g}"
    corrected = (
        "as they are" if settings.correction == "none" else f"after {CORRECTION_WORDS[settings.correction]}"
    )
    optimal = (
        f"Williams: not significantly outperformed by any other metric by Williams' test, one-sided at {alpha} without "
        "correction, as published; jackknife: the same by the two-way jackknife. Corrected: by two-sided tests "
        f"{corrected} over all pairs."
    )
    customary = f" Customary: {result.customary}." if result.customary else ""
    return {
        "variants": f"Correlation of systems' scores with {result.human}, with {level} intervals by the two-way "
        f"jackknife. "
        f"{optimal}",
        "options": f"How many of the variants of ROUGE with each option are optimal (not outperformed at {alpha}, "
        f"without "
        "correction), and which share of all optimal variants these are.",
        "pairs": "Difference of the correlations of two metrics, one-sided p-values that the first is better, and "
        f"two-sided ones {corrected} over all pairs of metrics.",
        "luck": "The best metric's correlation where it was chosen, and what it reaches elsewhere given that it was "
        f"chosen (Zrnic and Fithian 2024); luck is the difference, with {level} limits. In its half, in the other: of "
        f"the metric that is best in a half, over {settings.splits:,} halvings. Same best: of {settings.resamples:,} "
        "samples with replacement.",
        "humans": "Correlations of systems' scores with every human score; not outperformed by any of all metrics, by "
        f"Williams' test, one-sided at {alpha} without correction.",
        "systems": f"Scores of systems by people ({result.human}) and by metrics. Best: {result.best}.{customary} "
        f"Ranks are "
        "by scores of systems as they come about for the metric.",
    }


def _tiles(found: VariantsResult, rows: Sequence[VariantRow]) -> Iterator[Tile]:
    settings, best = found.settings, rows[0]
    yield Tile(
        "Agrees best",
        best.metric,
        f"{coefficient_words(best.coefficient)} {decimal(best.estimate)}{bracketed(best.low, best.high)}",
    )
    default, williams = not_outperformed(found, rows)
    yield Tile(
        "Not outperformed",
        f"{default} of {len(rows)}",
        f"by the two-way jackknife {after_correction(settings.correction)}; {williams} by Williams’ test",
    )
    for row, _ in quoted(found, best.coefficient)[-1:]:  # of other systems and inputs, where that is known
        elsewhere = OVER_PHRASES[row.over]
        yield Tile(
            "It reaches elsewhere",
            decimal(row.honest),
            f"in place of {decimal(row.estimate)}, with {elsewhere}",
            interval(row.estimate - row.drop_high, row.estimate - row.drop_low),
        )
        yield Tile("Another is best in", percent(1 - row.share_same), f"of other samples, of {elsewhere}")
