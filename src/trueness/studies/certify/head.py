"""The first screen of a certification: which tests hold their size, and how often intervals held the truth."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from trueness.reporting.page import Head, Tile
from trueness.studies.certify.elements import proportion
from trueness.studies.certify.interval_coverage import IntervalCoverage
from trueness.studies.certify.rejection_rates import ALPHA, MAIN_SIDE, RejectionRate, size_held
from trueness.studies.certify.rows import SIZE_BAND, Certification, size_verdicts
from trueness.study.number_words import counted


def certification_head(found: Certification) -> Head:
    """Return how many tests hold their size, the largest size, the lowest coverage, and on how many tables that rests.

    Where no test was tried the answer in a line is the first sentence of the conclusions.
    """
    held = {test: size_held(verdicts) for test, verdicts in size_verdicts(found.rates).items()}
    return Head(_lead(held), tuple(_tiles(found, held)))


def _lead(held: dict[str, str]) -> str:
    if not held:
        return ""
    yes, no, still_open = (sum(answer == one for answer in held.values()) for one in ("yes", "no", "open"))
    if len(held) == 1:
        (test,) = held
        said = {
            "yes": "holds its size wherever it was tried",
            "no": "clearly misses its size somewhere",
            "open": "needs more tables to tell whether it holds its size",
        }[held[test]]
        return f"‘{test}’ {said}."
    return (
        f"Of {len(held)} tests {yes or 'none'} {'holds its' if yes < 2 else 'hold their'} size wherever tried, "
        f"and {no or 'none'} clearly {'misses' if no < 2 else 'miss'} it somewhere"
        + (f"; {still_open} need{'s' * (still_open == 1)} more tables to tell." if still_open else ".")
    )


def _tiles(found: Certification, held: dict[str, str]) -> Iterator[Tile]:
    if held:
        yes, still_open = (sum(answer == one for answer in held.values()) for one in ("yes", "open"))
        yield Tile(
            "Tests that hold their size",
            f"{yes} of {len(held)}",
            f"from {SIZE_BAND}, wherever they were tried"
            + (f"; of {still_open} it cannot be told" if still_open else ""),
        )
    null = [
        rate for rate in found.rates if rate.null and rate.side == MAIN_SIDE and not math.isnan(rate.rate)
    ]
    if null:
        most = max(null, key=lambda rate: rate.rate)
        yield Tile(
            "Largest size",
            proportion(most.rate),
            f"where {proportion(ALPHA, 2)} is meant: {_cell(most.test, most)}",
            f"[{proportion(most.low)}, {proportion(most.high)}]",
        )
    known = [row for row in found.coverages if not math.isnan(row.coverage)]
    if known:
        low = min(known, key=lambda row: row.coverage)
        yield Tile(
            "Lowest coverage",
            f"{low.coverage:.1%}",
            f"of tables, where 95% is meant: {_cell(low.interval, low)}",
            f"[{low.low:.1%}, {low.high:.1%}]",
        )
    if found.missing:
        cells = sum(len(one.cells) for one in found.missing)
        yield Tile("Not run", f"{cells:,} cell{'s' * (cells != 1)}", "of what was asked for")
    runs = [*(row.runs for row in null), *(row.runs for row in known)]
    if runs:
        yield _tables(null, runs)


def _cell(method: str, row: RejectionRate | IntervalCoverage) -> str:
    return f"‘{method}’, {row.level.replace('_', '-')} level, {row.coefficient}; {row.scenario}"


def _tables(null: Sequence[RejectionRate], runs: Sequence[int]) -> Tile:
    fewest, most = min(runs), max(runs)
    value = f"{fewest:,}" if fewest == most else f"{fewest:,} to {most:,}"
    error = math.sqrt(ALPHA * (1 - ALPHA) / fewest)
    return Tile(
        "Tables in a cell",
        value,
        f"so a rate of {proportion(ALPHA, 2)} has a standard error of {proportion(error)}"
        + (f"{' at most' * (fewest != most)}; {counted(len(null), 'size')}" if null else ""),
    )
