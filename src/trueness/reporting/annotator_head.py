"""The first screen of a page on annotators: how they agree, and whether a metric agrees with one as they do."""

from __future__ import annotations

import math
from collections.abc import Iterator

from trueness.reporting.page import Head, Tile
from trueness.studies.annotators.rows import AnnotatorStudy, CeilingRow
from trueness.studies.number_words import decimal, interval
from trueness.studies.words import coefficient_words


def annotators_head(study: AnnotatorStudy) -> Head:
    """Return how annotators agree, how the nearest metric stands beside them, and how many may stand in for one.

    The answer in a line is the first sentence of the conclusions.
    """
    return Head(tiles=tuple(_tiles(study)))


def _tiles(study: AnnotatorStudy) -> Iterator[Tile]:
    for alpha in study.agreement:
        if alpha.measure == "alpha_ordinal" and not math.isnan(alpha.estimate):
            yield Tile(
                f"{alpha.n_annotators} annotators agree",
                decimal(alpha.estimate),
                f"ordinal alpha, on {alpha.n_units:,} outputs",
                interval(alpha.low, alpha.high),
            )
    level, coefficient = study.settings.levels[0], study.settings.coefficients[0]
    rows = [
        row
        for row in study.ceiling
        if (row.level, row.coefficient) == (level, coefficient) and not math.isnan(row.estimate)
    ]
    if rows:
        yield from _beside(max(rows, key=lambda row: row.estimate), len(rows))
    known = [row for row in study.alt_tests if row.verdict != "undefined"]
    if known:
        passed = sum(row.verdict == "passes" for row in known)
        yield Tile(
            "May stand in for an annotator", f"{passed} of {len(known)}", "by the alternative annotator test"
        )


def _beside(best: CeilingRow, n_metrics: int) -> Iterator[Tile]:
    """Yield the metric that agrees most with annotators, and an annotator beside it."""
    where = f"{coefficient_words(best.coefficient)} with the others, {best.level.replace('_', ' ')} level"
    if not math.isnan(best.ceiling):
        yield Tile(
            "One annotator", decimal(best.ceiling), where, interval(best.ceiling_low, best.ceiling_high)
        )
    reached = {
        "better": "agrees better than an annotator",
        "equivalent": "agrees as well as an annotator",
        "worse": "agrees less than an annotator",
        "undecided": "undecided against an annotator",
        "undefined": "cannot be compared with an annotator",
    }[best.reaches]
    named = f"‘{best.metric}’" if n_metrics == 1 else f"‘{best.metric}’, of {n_metrics} the nearest"
    yield Tile(named, decimal(best.estimate), reached, interval(best.low, best.high))
