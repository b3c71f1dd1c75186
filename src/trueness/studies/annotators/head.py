"""The first screen of a page on annotators: how they agree, and whether a metric agrees with one as they do."""

from __future__ import annotations

import math
from collections.abc import Iterator

from trueness.decisions.annotators_agree import ANNOTATORS_AGREE
from trueness.decisions.may_replace_annotator import MAY_REPLACE_ANNOTATOR
from trueness.reporting.page import Head, Tile
from trueness.studies.annotators.answers import alpha_words
from trueness.studies.annotators.decided import PEOPLE
from trueness.studies.annotators.rows import AnnotatorStudy, CeilingRow
from trueness.study.number_words import decimal, interval, percent
from trueness.study.words import answer_words, coefficient_words


def annotators_head(study: AnnotatorStudy) -> Head:
    """Return how annotators agree, how the nearest metric stands beside them, and how many may stand in for one.

    The answer in a line is the first sentence of the conclusions.
    """
    return Head(tiles=tuple(_tiles(study)))


def _tiles(study: AnnotatorStudy) -> Iterator[Tile]:
    agree = next((one for one in study.decisions if one.rule == ANNOTATORS_AGREE.name), None)
    if agree is not None and not math.isnan(agree.grounds[0].estimate):
        alpha = agree.grounds[0]
        answer = answer_words(agree.answer)
        equal = next(row for row in study.agreement if row.measure == "equal_ratings")
        yield Tile(
            f"{equal.n_annotators} annotators agree beyond chance: {answer}",
            decimal(alpha.estimate),
            f"{alpha_words(agree)}, floor {decimal(alpha.bar)}; equal ratings in {percent(equal.estimate)}",
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
    asked = [one for one in study.decisions if one.rule == MAY_REPLACE_ANNOTATOR.name]
    few = [one for one in asked if one.reason == PEOPLE]
    if asked and len(few) == len(asked):
        yield Tile(
            "May stand in for an annotator", answer_words(few[0].answer), f"needs {few[0].bar:g} annotators"
        )
    elif asked:
        passed = sum(one.answer == "yes" for one in asked)
        yield Tile(
            "May stand in for an annotator", f"{passed} of {len(asked)}", "by the alternative annotator test"
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
        "as_well": "agrees as well as an annotator",
        "less": "agrees less than an annotator",
        "cannot_tell": "we cannot tell whether as well as an annotator",
    }[best.reaches]
    named = f"‘{best.metric}’" if n_metrics == 1 else f"‘{best.metric}’, of {n_metrics} the nearest"
    yield Tile(named, decimal(best.estimate), reached, interval(best.low, best.high))
