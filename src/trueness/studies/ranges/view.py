"""How a study of ranges is shown: its tables, figures and page."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.wording import percent
from trueness.reporting.page import (
    Chapter,
    Folded,
    Part,
    Tile,
    counted_facts,
    pictures,
    section,
    whole_part,
)
from trueness.reporting.view import Table, View
from trueness.reporting.writing.html_tables import to_html
from trueness.reporting.writing.tables import TableSpec
from trueness.studies.ranges.agreement_triangle import agreement_triangle
from trueness.studies.ranges.curve_rows import ANY_INPUTS, ONE_INPUT
from trueness.studies.ranges.disagreement_bars import disagreement_bars
from trueness.studies.ranges.property_scatter import property_scatter
from trueness.studies.ranges.range_bars import range_bars
from trueness.studies.ranges.range_names import CUMULATIVE
from trueness.studies.ranges.ratio_curves import ratio_curves
from trueness.studies.ranges.rows import (
    ALL_METRICS,
    PROPERTY_WORDS,
    ContrastRow,
    DisagreementRow,
    FilterRow,
    InputRow,
    PropertyRow,
    RangeRow,
    RangesResult,
    RatioRow,
    SlopeRow,
)
from trueness.studies.ranges.said import FALL, contrast
from trueness.studies.ranges.triangular_table import triangular_tables
from trueness.study.number_words import counted, decimal, interval, significant

DRAWN_PROPERTIES = ("ease", "abstractiveness", "coverage")
"""Properties that the paper draws, for all pairs of metrics; of others their correlations tell enough."""

MEANS = TableSpec.of(
    RangeRow,
    "means",
    "Agreement by range, and what its width explains",
    "",
    dispensable=(
        ("n_undefined",),
        ("n_outputs",),
        ("expected_normal",),
        ("pvalue",),
        ("metric",),
        ("n_inputs",),
        (("difference_low", "difference_high"),),
        ("kind",),
        (("low", "high"),),
    ),
)
PAIRS = dataclasses.replace(
    MEANS,
    name="pairs",
    title="Pairs of metrics, and metrics with people",
    dispensable=tuple(keys for keys in MEANS.dispensable if keys != ("metric",)),
)
CONTRASTS = TableSpec.of(
    ContrastRow,
    "contrasts",
    "How ranges differ, and how much of that their widths explain",
    "",
    dispensable=(("metric",), (("low", "high"),), (("difference_low", "difference_high"),), ("contrast",)),
)
FILTERED = TableSpec.of(
    FilterRow,
    "filtered",
    "What averaging significant correlations alone does",
    "",
    dispensable=(("n_significant",), ("n_correlations",), ("metric",)),
)
DISAGREEMENT = TableSpec.of(
    DisagreementRow,
    "disagreement",
    "How often two metrics order two outputs oppositely",
    "",
    dispensable=(("n_tied",), ("metric",), ("rival",)),
)
RATIOS = TableSpec.of(
    RatioRow,
    "ratios",
    "F/N and F'/N by level",
    "",
    dispensable=(("n_undefined",), ("n_inputs",)),
)
PROPERTIES = TableSpec.of(
    PropertyRow,
    "properties",
    "What goes with agreement",
    "",
    ("metric", "rival", "property", "estimate", ("low", "high"), "pvalue", "pvalue_adjusted", "n_inputs"),
    dispensable=(("metric",), ("rival",), ("n_inputs",)),
)
REGRESSION = TableSpec.of(
    SlopeRow,
    "regression",
    "All properties at once",
    "",
    dispensable=(("n_inputs",),),
)
INPUTS = TableSpec.of(
    InputRow,
    "inputs",
    "The inputs",
    "Each input: the mean over pairs of metrics of tau-b among its outputs, and its properties.",
    dispensable=(
        ("reference_diversity", "document_diversity"),
        ("reference_length", "document_length"),
        ("density",),
    ),
)


class RangeView(View[RangesResult]):
    """Tables, figures and page of a study of ranges."""

    eyebrow: ClassVar[str] = "do metrics disagree because outputs are good, or because they are alike?"
    specs: ClassVar[tuple[TableSpec, ...]] = (
        *(MEANS, CONTRASTS, PAIRS, FILTERED, DISAGREEMENT, RATIOS, PROPERTIES, REGRESSION, INPUTS),
    )

    def data(self, result: RangesResult) -> str:
        """Return how many metrics are studied."""
        return f"{result.table.name}, {len(result.metrics)} metrics."

    def captions(self, result: RangesResult) -> dict[str, str]:
        """Return captions that say the settings."""
        return _captions(result)

    def printed(self, result: RangesResult, name: str, width: int) -> Sequence[Table]:
        """Return a table as a terminal shows it: pairs as triangles."""
        if name == PAIRS.name:
            return triangular_tables(result, self.table(result, name)[0], width)
        return super().printed(result, name, width)

    def printed_by_default(self, result: RangesResult, name: str, width: int) -> Sequence[Table]:
        """Return agreement by range, the top bin once, with what its width explains."""
        if name != MEANS.name:
            return self.printed(result, name, width)
        spec, rows = self.table(result, name)
        once = {(row.metric, row.rival, row.range): row for row in reversed(rows)}
        spec = _of_whom(result, spec).without("kind", "expected_normal", "n_outputs", "n_undefined", "pvalue")
        return [(spec, [row for row in rows if once[row.metric, row.rival, row.range] is row])]

    def title(self, result: RangesResult) -> str:
        """Return the heading of the page."""
        return f"{result.table.name}: agreement of {len(result.metrics)} metrics by range of scores"

    def facts(self, result: RangesResult) -> str:
        """Return what was compared on what, in one line."""
        _, systems, inputs = result.table.shape
        people = (f"human scores: {result.human}",) if result.human else ()
        return counted_facts(
            (len(result.metrics), "metric"), (systems, "system"), (inputs, "input"), more=people
        )

    def figures(self, result: RangesResult) -> tuple[Figure, ...]:
        """Return bars of agreement by range, triangles, disagreement, curves of F/N, and scatters of properties."""
        known = [
            name
            for name in DRAWN_PROPERTIES
            if not all(math.isnan(getattr(row, name)) for row in result.inputs)
        ]
        return (
            range_bars(result),
            agreement_triangle(result),
            disagreement_bars(result),
            ratio_curves(result),
            *(property_scatter(result, name) for name in known),
        )

    def tiles(self, result: RangesResult) -> Iterable[Tile]:
        """Return the numbers of the first screen."""
        return _tiles(result)

    def chapters(self, result: RangesResult) -> Iterator[Chapter]:
        """Yield agreement by range, single pairs, disagreement, ratios, and properties."""
        tables = {spec.name: (spec, rows) for spec, rows in self.tables(result)}
        bars, triangle, opposed, curves, *scatters = pictures(self.drawn(result))

        def block(name: str, **more: Any) -> Any:
            spec, rows = tables[name]
            return section(spec, rows, self._parts(result, spec, rows), **more)

        yield Chapter(
            "means",
            MEANS.title,
            (bars, block("means"), block("contrasts", heading=True), block("filtered", heading=True)),
            "Agreement by range",
        )
        yield Chapter("pairs", PAIRS.title, (triangle, block("pairs")), "Pairs of metrics")
        yield Chapter("disagreement", DISAGREEMENT.title, (opposed, block("disagreement")), "Disagreement")
        yield Chapter("ratios", RATIOS.title, (curves, block("ratios", open=0)), "F/N")
        rest = (
            *((block("regression", heading=True),) if result.regression else ()),
            *((Folded("Scatter plots of all pairs of metrics", tuple(scatters)),) if scatters else ()),
            block("inputs", heading=True, open=0),
        )
        yield Chapter("properties", PROPERTIES.title, (block("properties"), *rest), "Properties of inputs")

    def _parts(self, result: RangesResult, spec: TableSpec, rows: Sequence[Any]) -> Iterator[Part]:
        """Yield what is read together."""
        if spec.name == "pairs":
            yield from _pair_parts(result, spec, rows)
        elif spec.name == "properties":
            yield from _property_parts(spec, rows)
        elif spec.name == "disagreement":
            yield from _disagreement_parts(spec, rows)
        elif spec.name == "ratios":
            for ratio in dict.fromkeys(row.ratio for row in rows):
                yield whole_part(spec.without("ratio"), [row for row in rows if row.ratio == ratio], ratio)
        elif spec.name in ("means", "contrasts", "filtered"):
            yield whole_part(_of_whom(result, spec), rows)
        elif spec.name == "regression":
            yield whole_part(spec, _worded(rows))
        else:
            yield whole_part(spec, rows, "All inputs" if spec.name == "inputs" else "")


def _of_whom(result: RangesResult, spec: TableSpec) -> TableSpec:
    """Return a table without the columns of whom agreement is between, where that is metrics alone."""
    return spec.without("metric") if result.human else spec.without("metric", "rival")


def _pair_parts(result: RangesResult, spec: TableSpec, rows: Sequence[Any]) -> Iterator[Part]:
    """Yield the triangle, then the pairs of each metric."""
    ((triangle, lines),) = triangular_tables(result, spec, None)
    yield Part("All pairs, two values a cell", "", to_html(lines, triangle, caption=triangle.title))
    for name in result.metrics:
        here = [row for row in rows if row.metric == name]
        if here:
            yield whole_part(spec.without("metric"), here, name)


def _property_parts(spec: TableSpec, rows: Sequence[Any]) -> Iterator[Part]:
    """Yield all properties with all metrics together, then each with single pairs."""
    together = [row for row in rows if row.metric == ALL_METRICS]
    yield whole_part(spec.without("metric", "rival"), _worded(together), "All pairs of metrics together")
    for name in dict.fromkeys(row.property for row in rows):
        here = [row for row in rows if row.property == name and row.metric != ALL_METRICS]
        yield whole_part(spec.without("property"), here, PROPERTY_WORDS[name])


def _disagreement_parts(spec: TableSpec, rows: Sequence[Any]) -> Iterator[Part]:
    """Yield the means over pairs of metrics, and single pairs, for outputs of one input and of two."""
    for outputs, words in ((ONE_INPUT, "Two outputs of one input"), (ANY_INPUTS, "Outputs of two inputs")):
        here = [row for row in rows if row.outputs == outputs]
        whole = [row for row in here if row.metric == ALL_METRICS]
        yield whole_part(spec.without("outputs", "metric", "rival"), whole, f"{words}, all pairs of metrics")
        single = [row for row in here if row.metric != ALL_METRICS]
        yield whole_part(spec.without("outputs"), single, f"{words}, single pairs")


def _worded(rows: Sequence[Any]) -> list[Any]:
    return [dataclasses.replace(row, property=PROPERTY_WORDS[row.property]) for row in rows]


def _captions(result: RangesResult) -> dict[str, str]:
    settings = result.settings
    level = percent(settings.confidence)
    thirds = (
        " L, M and T are the lowest, middle and top third."
        if settings.bins == 3 and settings.by == "width"
        else ""
    )
    kept = " Only correlations with p at most .05 are averaged." if settings.only_significant else ""
    over = (
        "other systems and other inputs" if settings.leaves_systems_out else "these systems and other inputs"
    )
    means = (
        f"Mean over inputs of Kendall's tau-b among the outputs in a range of levels: the bins from one on "
        f"(cumulative) and each alone (single).{thirds}{kept} 'By width': what the width of the range leads to expect, "
        f"with residuals permuted over the levels; 'if normal': for normally distributed scores. {level} intervals for "
        f"{over}. p: that agreement differs from what width explains."
    )
    return {
        "means": means,
        "pairs": means,
        "contrasts": "Fall: agreement among all outputs minus that in the top bin. Height: in the top bin minus that "
        f"in the lowest. Beside it, what of that the widths lead to expect. {level} intervals for {over}; "
        "p is not corrected.",
        "filtered": "The mean over all correlations of single inputs, and over those with p at most .05 "
        "alone, as published. Of few outputs only a correlation far from 0 is kept, so that means of small bins "
        "move most.",
        "disagreement": "Share of pairs of outputs that two metrics order oppositely, by the mean level of the "
        f"two outputs. {level} intervals for these systems and other inputs.",
        "ratios": "F/N: of the outputs of an input that some metric finds better, the share that all do. F'/N: how "
        "many outputs all find worse, for each of them. By the level of the output, of the metrics and of as many "
        f"random numbers; the formula is of an output that all random numbers put at that level. {level} intervals for "
        "other inputs.",
        "properties": "Spearman's rho over inputs between a property and tau-b among all outputs; p from "
        f"{settings.resamples:,} permutations of the inputs. {level} intervals by Fisher's transformation.",
        "regression": "One regression of the ranks of agreement on the ranks of all properties, in standard "
        "deviations. VIF: by how much the variance of a slope is larger because properties go together.",
    }


def _tiles(found: RangesResult) -> Iterator[Tile]:
    yield from _among(found, ALL_METRICS, "Metrics agree", "pairs of metrics")
    fall = contrast(found, FALL, ALL_METRICS)
    if not found.settings.only_significant and not math.isnan(fall.difference):
        p = "" if math.isnan(fall.pvalue) else f"; p = {significant(fall.pvalue, 2)}"
        yield Tile(
            "Change beyond width",
            decimal(-fall.difference),
            f"from all outputs to the top bin: {decimal(-fall.estimate)}, where {decimal(-fall.expected)} is "
            f"expected{p}",
            interval(-fall.difference_high, -fall.difference_low),
        )
    if found.human is not None:
        yield from _among(found, found.human, f"Metrics with ‘{found.human}’", "metrics")


def _among(found: RangesResult, rival: str, label: str, of: str) -> Iterator[Tile]:
    """Yield agreement among all outputs, and of pairs of metrics that in the top bin."""
    rows: list[RangeRow] = [row for row in found.means if row.kind == CUMULATIVE and row.rival == rival]
    every, top = rows[0], rows[-1]
    if not math.isnan(every.estimate):
        beside = ""
        if rival != ALL_METRICS and not math.isnan(top.estimate):
            beside = f"; {decimal(top.estimate)} in the top bin"
        yield Tile(
            label,
            decimal(every.estimate),
            f"mean Kendall’s tau-b of {of} among all outputs of an input{beside}",
            interval(every.low, every.high),
        )
    if rival == ALL_METRICS and not math.isnan(top.estimate):
        expected = "" if math.isnan(top.expected) else f"; its width leads to expect {decimal(top.expected)}"
        yield Tile(
            "In the top bin",
            decimal(top.estimate),
            f"on {counted(top.n_inputs, 'input')}{expected}",
            interval(top.low, top.high),
        )
