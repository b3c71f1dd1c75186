"""A certification as a page of Markdown: what each test and interval does, at worst and on average, with its errors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from trueness.reporting.escaping import markdown
from trueness.studies.simulation.certify import (
    ALPHA,
    BAND,
    Certification,
    holds_size,
    is_alternative,
    size_verdict,
)
from trueness.studies.simulation.held_out_coverage import REPLICATE_COVERAGE
from trueness.studies.simulation.interval_coverage import IntervalCoverage
from trueness.studies.simulation.rejection_rates import RejectionRate

NOTHING = "–"


def certification_page(found: Certification) -> str:
    """Return the page.

    First which tests hold their size at each level and coefficient, at a glance. Then one table of tests per level and
    coefficient: size where metrics are alike (mean, smallest and largest over scenarios, and where the largest is), how
    many scenarios lie above .05 +- .015 or across its border, and mean power. One table of intervals per level and
    coefficient.
    """
    parts = [
        "# Certification of tests and intervals",
        *_glance(found.rates),
        *_tests(found.rates),
        *_intervals(found.coverages),
        f"`{found.signature}`",
    ]
    return "\n\n".join(parts) + "\n"


def _tests(rates: Sequence[RejectionRate]) -> list[str]:
    if not rates:
        return []
    cells = sum(rate.null for rate in rates)
    most = max(rate.runs for rate in rates)
    fewest = min(rate.runs for rate in rates)
    runs = f"{most:,}" if most == fewest else f"{fewest:,} to {most:,}"
    error = float(np.sqrt(ALPHA * (1 - ALPHA) / fewest))
    said = (
        f"{len({rate.scenario for rate in rates})} scenarios, {runs} tables each; a rate of .05 has a Monte-Carlo "
        f"standard error of {_number(error)} with {fewest:,} tables. *Size* is the mean rate over scenarios in which "
        f"there is nothing to find. *Above* counts those whose interval, simultaneous over all {cells:,} cells, lies "
        f"above {_number(ALPHA + BAND)}; *open* those whose interval crosses {_number(ALPHA - BAND)} or "
        f"{_number(ALPHA + BAND)}, which more tables would settle (`--settle`). *Power* is the mean rate where one "
        "metric is better; that of a test that does not hold its size is no merit."
    )
    parts = ["## Tests", said]
    for level, coefficient in _keys(rates):
        here = [rate for rate in rates if (rate.level, rate.coefficient) == (level, coefficient)]
        parts.append(f"### {level.capitalize()} level, {coefficient}")
        rows = [
            _test_row(test, [rate for rate in here if rate.test == test], cells)
            for test in dict.fromkeys(rate.test for rate in here)
        ]
        header = ("test", "holds", "size", "smallest", "largest", "above", "open", "power", "largest where")
        parts.append(_table(header, rows, words=("test", "holds", "largest where")))
    return parts


def _test_row(test: str, rates: Sequence[RejectionRate], cells: int) -> tuple[str, ...]:
    null = [rate for rate in rates if rate.null and not np.isnan(rate.rate)]
    other = [rate.rate for rate in rates if is_alternative(rate) and not np.isnan(rate.rate)]
    power = _number(float(np.mean(other))) if other else NOTHING
    if not null:
        return (f"`{test}`", *[NOTHING] * 6, power, NOTHING)
    sizes = [rate.rate for rate in null]
    worst = max(null, key=lambda rate: rate.rate)
    verdicts = [size_verdict(rate, cells) for rate in null]
    return (
        f"`{test}`",
        holds_size(null, cells)[test],
        _number(float(np.mean(sizes))),
        _number(min(sizes)),
        _number(worst.rate),
        str(verdicts.count("above")),
        str(verdicts.count("open")),
        power,
        markdown(worst.scenario),
    )


def _glance(rates: Sequence[RejectionRate]) -> list[str]:
    """Return a table of tests by level and coefficient that says where they hold their size."""
    cells = sum(rate.null for rate in rates)
    if not cells:
        return []
    keys = _keys(rates)
    rows = []
    for test in dict.fromkeys(rate.test for rate in rates):
        mine = [rate for rate in rates if rate.test == test]
        here = {key: [rate for rate in mine if (rate.level, rate.coefficient) == key] for key in keys}
        rows.append((f"`{test}`", *(_verdict(test, here[key], cells) for key in keys)))
    header = ("test", *(f"{level}, {coefficient}" for level, coefficient in keys))
    said = (
        f"Whether a test rejects a true null in {_number(ALPHA)} ± {_number(BAND)} of tables: *yes* "
        "in every scenario, *no* clearly not in one, *open* where more tables are needed; and the largest size."
    )
    return ["## At a glance", said, _table(header, rows, words=header)]


def _verdict(test: str, rates: Sequence[RejectionRate], cells: int) -> str:
    null = [rate for rate in rates if rate.null and not np.isnan(rate.rate)]
    if not null:
        return NOTHING
    return f"{holds_size(null, cells)[test]} ({_number(max(rate.rate for rate in null))})"


def _intervals(coverages: Sequence[IntervalCoverage]) -> list[str]:
    if not coverages:
        return []
    said = (
        "Share of 95% intervals that hold the population value, and share that hold the correlation of a fresh table "
        f"of the same size: of a valid interval of normal theory {_number(REPLICATE_COVERAGE)}, of a prediction "
        "interval .95."
    )
    parts = ["## Intervals", said]
    for level, coefficient in _keys(coverages):
        here = [row for row in coverages if (row.level, row.coefficient) == (level, coefficient)]
        parts.append(f"### {level.capitalize()} level, {coefficient}: intervals")
        rows = [
            _interval_row(interval, [row for row in here if row.interval == interval])
            for interval in dict.fromkeys(row.interval for row in here)
        ]
        header = ("interval", "coverage", "smallest", "of fresh tables", "width", "smallest where")
        parts.append(_table(header, rows, words=("interval", "smallest where")))
    return parts


def _interval_row(interval: str, rows: Sequence[IntervalCoverage]) -> tuple[str, ...]:
    known = [row for row in rows if not np.isnan(row.coverage)]
    if not known:
        return (f"`{interval}`", *[NOTHING] * 5)
    worst = min(known, key=lambda row: row.coverage)
    return (
        f"`{interval}`",
        _number(float(np.mean([row.coverage for row in known]))),
        _number(worst.coverage),
        _number(float(np.mean([row.replicate_coverage for row in known]))),
        f"{np.mean([row.width for row in known]):.2f}",
        markdown(worst.scenario),
    )


def _keys(rows: Iterable[RejectionRate | IntervalCoverage]) -> list[tuple[str, str]]:
    return list(dict.fromkeys((row.level, row.coefficient) for row in rows))


def _number(value: float) -> str:
    """Return a proportion with three decimals and no leading zero."""
    return f"{value:.3f}".replace("0.", ".", 1) if value < 1 else f"{value:.3f}"


def _table(header: Sequence[str], rows: Sequence[Sequence[str]], *, words: Sequence[str]) -> str:
    """Return a Markdown table whose source can be read, too: columns are padded, numbers stand at the right."""
    cells = [header, *rows]
    widths = [max(3, *(len(line[k]) for line in cells)) for k in range(len(header))]
    left = [name in words for name in header]
    lines = [
        " | ".join(text.ljust(width) if is_left else text.rjust(width) for text, width, is_left in columns)
        for line in cells
        if (columns := list(zip(line, widths, left, strict=True)))
    ]
    rule = " | ".join(
        "-" * width if is_left else "-" * (width - 1) + ":"
        for width, is_left in zip(widths, left, strict=True)
    )
    return "\n".join(f"| {line} |" for line in (lines[0], rule, *lines[1:]))
