"""What a certification found of intervals, as parts of its page: by level and coefficient, and size of data."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from trueness.reporting.certification_tests import table_counts
from trueness.reporting.escaping import markdown
from trueness.reporting.padded_table import NOTHING, mean_proportion, padded_table, proportion
from trueness.studies.simulation.held_out_coverage import REPLICATE_COVERAGE
from trueness.studies.simulation.interval_coverage import IntervalCoverage


def interval_parts(coverages: Sequence[IntervalCoverage]) -> list[str]:
    """Return, for each level and coefficient, tables of intervals: all in all, and by size of data."""
    known = [row for row in coverages if not np.isnan(row.coverage)]
    if not known:
        return []
    parts = ["## Intervals", _explained(known)]
    for level, coefficient in dict.fromkeys((row.level, row.coefficient) for row in known):
        here = [row for row in known if (row.level, row.coefficient) == (level, coefficient)]
        groups: dict[str, list[IntervalCoverage]] = {}
        for row in here:
            groups.setdefault(row.interval, []).append(row)
        parts.append(f"### {level.capitalize()} level, {coefficient}: intervals")
        header = ("interval", "coverage", "lowest", "highest", "of fresh tables", "width", "lowest where")
        rows = [_interval_row(interval, mine) for interval, mine in groups.items()]
        parts.append(padded_table(header, rows, words=("interval", "lowest where")))
        sizes = sorted({(row.n_systems, row.n_inputs) for row in here})
        if len(sizes) > 1:
            by_size = [
                (f"`{interval}`", *(_entry([row for row in mine if _size(row) == size]) for size in sizes))
                for interval, mine in groups.items()
            ]
            of_sizes = ("interval", *(f"{n} × {m}" for n, m in sizes))
            parts += ["By systems × inputs:", padded_table(of_sizes, by_size, words=("interval",))]
    return parts


def _explained(known: Sequence[IntervalCoverage]) -> str:
    runs, error = table_counts([row.runs for row in known])
    scenarios = len({row.scenario for row in known})
    return (
        f"{scenarios:,} scenario{'s' if scenarios > 1 else ''}, {runs} tables each: the Monte-Carlo standard error of "
        f"a coverage of .95 is {error}. *Coverage* is the share of 95% intervals that hold the population value (mean, "
        "lowest and highest over scenarios). *Of fresh tables*: the share that hold the correlation of an independent "
        "table of the same size, which is what held-out halves of data ask for. A fresh table varies as much as the "
        f"first, so that a valid 95% interval holds its correlation in about {proportion(REPLICATE_COVERAGE)}; "
        "`prediction` is the interval meant for that, and should reach .95 there. In the tables by size of data, .931 "
        "(.948) .82 is a lowest coverage of .931, a mean one of .948, and .82 of fresh tables."
    )


def _interval_row(interval: str, rows: Sequence[IntervalCoverage]) -> tuple[str, ...]:
    worst = min(rows, key=lambda row: row.coverage)
    return (
        f"`{interval}`",
        mean_proportion([row.coverage for row in rows]),
        proportion(worst.coverage),
        proportion(max(row.coverage for row in rows)),
        mean_proportion([row.replicate_coverage for row in rows]),
        f"{np.mean([row.width for row in rows]):.2f}",
        markdown(worst.scenario),
    )


def _entry(rows: Sequence[IntervalCoverage]) -> str:
    if not rows:
        return NOTHING
    covered = [row.coverage for row in rows]
    fresh = mean_proportion([row.replicate_coverage for row in rows], 2)
    return f"{proportion(min(covered))} ({mean_proportion(covered)}) {fresh}"


def _size(row: IntervalCoverage) -> tuple[int, int]:
    return row.n_systems, row.n_inputs
