"""The first screen of a page on ranges: whether metrics agree less among good outputs than a narrow range explains."""

from __future__ import annotations

import math
from collections.abc import Iterator

from trueness.reporting.page import Head, Tile
from trueness.studies.ranges.range_names import CUMULATIVE
from trueness.studies.ranges.rows import ALL_METRICS, RangeRow, Ranges
from trueness.studies.ranges.said import FALL, contrast
from trueness.study.number_words import counted, decimal, interval, significant


def ranges_head(found: Ranges) -> Head:
    """Return whether agreement changes towards the top bin by more than its width explains, and by how much.

    Where significant correlations alone are averaged, as published, the answer in a line is the first sentence of the
    conclusions.
    """
    return Head(_lead(found), tuple(_tiles(found)))


def _lead(found: Ranges) -> str:
    fall = contrast(found, FALL, ALL_METRICS)
    if found.settings.only_significant or math.isnan(fall.estimate) or math.isnan(fall.expected):
        return ""
    agree = f"Metrics agree {'less' if fall.estimate > 0 else 'no less'} among the best outputs"
    if math.isnan(fall.pvalue):
        return f"{agree}; how sure it is that their narrower range explains that cannot be said."
    if fall.pvalue > found.settings.alpha:
        return f"{agree}, and no more is seen than their narrower range leads to expect."
    if fall.difference > 0:
        return f"{agree}, and agreement is lower there than their narrower range leads to expect."
    return f"{agree}, and agreement is higher there than their narrower range leads to expect."


def _tiles(found: Ranges) -> Iterator[Tile]:
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


def _among(found: Ranges, rival: str, label: str, of: str) -> Iterator[Tile]:
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
