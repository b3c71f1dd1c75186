"""The first screen of a page on other references: how much wider intervals get."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from statistics import median

from trueness.reporting.page import Head, Tile
from trueness.studies.references.rows import OtherReferences, WideningRow
from trueness.study.number_words import decimal, interval, percent, wider
from trueness.study.words import coefficient_words


def references_head(found: OtherReferences) -> Head:
    """Return between what the widening of all intervals lies, and the numbers of the widest and the highest.

    Where all is undefined the answer in a line is the first sentence of the conclusions.
    """
    known = [row for row in found.widening if not math.isnan(row.widening)]
    if not known:
        return Head()
    return Head(_lead(known), tuple(_tiles(known)))


def _lead(known: Sequence[WideningRow]) -> str:
    least, most = (pick(row.widening for row in known) for pick in (min, max))
    if wider(least) == wider(most):
        what = "The interval of the correlation is" if len(known) == 1 else "Intervals of correlations are"
        return f"{what} {wider(most)} where references could have been others."
    start = wider(least) if (least < 0) != (most < 0) else percent(abs(least))
    return f"Intervals of correlations are from {start} to {wider(most)} where references could have been others."


def _tiles(known: Sequence[WideningRow]) -> Iterator[Tile]:
    most = max(known, key=lambda row: row.widening)
    if len(known) > 1:
        yield Tile(
            "Intervals, typically",
            wider(median(row.widening for row in known)),
            f"the median of {len(known)} correlations",
        )
    yield Tile(
        "Widest" if len(known) > 1 else "Wider by",
        percent(most.widening),
        f"‘{most.metric}’: {interval(most.varied_low, most.varied_high)} in place of {interval(most.low, most.high)}",
    )
    best = max(known, key=lambda row: row.estimate)
    where = f"{coefficient_words(best.coefficient)} with ‘{best.human}’, {best.level.replace('_', ' ')} level"
    yield Tile(
        f"‘{best.metric}’, the highest" if len(known) > 1 else f"‘{best.metric}’",
        decimal(best.estimate),
        f"{where}, with an interval for other references",
        interval(best.varied_low, best.varied_high),
    )
    yield Tile(
        "References of an input",
        f"{max(row.n_references for row in known)}",
        f"at most, of {most.n_inputs} inputs; {most.resamples:,} times drawn anew from these",
    )
