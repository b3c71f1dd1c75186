"""Sizes of tests and coverages of intervals where the truth is known, and between what they lie over scenarios."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean

from trueness.reporting.figures.figure import Figure, figure_name
from trueness.reporting.figures.value_lines import Band, Line, Reference, Value, value_lines
from trueness.reporting.figures.wording import levels_phrase
from trueness.studies.certify.certified_table import ALPHA, BAND
from trueness.studies.certify.interval_coverage import IntervalCoverage
from trueness.studies.certify.rejection_rates import MAIN_SIDE, RejectionRate, size_held, size_verdict
from trueness.studies.certify.rows import SIZE_BAND, CertifyResult
from trueness.study.number_words import counted
from trueness.study.words import coefficient_words

SIZES, COVERAGES = "mean, from the smallest to the largest", "mean, from the lowest to the highest"
HELD = {"yes": "held", "no": "missed", "open": "open"}
"""Whether a test holds its size, at the right of its line."""

_NO_INTERVAL = "The line is no confidence interval: it is as long as scenarios differ, chance of {} included."


def null_rates(found: CertifyResult) -> list[RejectionRate]:
    """Return the rates that are sizes of single tests, two-sided at .05, where they are known."""
    return [
        row
        for row in found.rates
        if row.null and row.side == MAIN_SIDE and row.family_size == 1 and not math.isnan(row.rate)
    ]


def size_lines(found: CertifyResult, level: str, coefficient: str) -> Figure:
    """Draw the mean size of every test, and between what it lies over the scenarios.

    Parameters
    ----------
    found : CertifyResult
        With sizes at this level and coefficient.
    level, coefficient : str

    Returns
    -------
    Figure
        Its data have one row per test.
    """
    sizes = null_rates(found)
    here = [row for row in sizes if (row.level, row.coefficient) == (level, coefficient)]
    tests: dict[str, list[RejectionRate]] = {}
    for row in here:
        tests.setdefault(row.test, []).append(row)
    held = {name: size_held(size_verdict(row, len(sizes)) for row in rows) for name, rows in tests.items()}
    lines = [
        _line(
            SIZES,
            {"test": name, "level": level, "coefficient": coefficient, "holds": held[name]},
            ("size", "smallest", "largest"),
            [row.rate for row in rows],
            HELD[held[name]],
        )
        for name, rows in tests.items()
    ]
    worst = max(here, key=lambda row: row.rate)
    answers = [sum(answer == one for answer in held.values()) or "none" for one in HELD]
    return value_lines(
        name=figure_name("sizes", coefficient, level),
        title="Sizes of tests",
        subtitle=_subtitle(here, level, coefficient),
        caption=f"Held by {answers[0]} of {counted(len(tests), 'test')} (from {SIZE_BAND}, shaded, in every scenario), "
        f"missed by {answers[1]} (clearly, in some scenario), open of {answers[2]} (more tables are needed). The "
        f"largest size is {worst.rate:.3f}, of ‘{worst.test}’. A size is the share of simulated tables in which a test "
        f"finds a difference where there is none; {ALPHA:g} is meant. {_NO_INTERVAL.format(_tables(here))}",
        items="tests",
        series=(SIZES,),
        lines=lines,
        across="size",
        reference=Reference(ALPHA, f"meant: {ALPHA:g}"),
        band=Band(ALPHA - BAND, ALPHA + BAND, f"held: {SIZE_BAND}"),
    )


def coverage_lines(found: CertifyResult, level: str, coefficient: str) -> Figure:
    """Draw the mean coverage of every interval, and between what it lies over the scenarios.

    Parameters
    ----------
    found : CertifyResult
        With coverages at this level and coefficient.
    level, coefficient : str

    Returns
    -------
    Figure
        Its data have one row per interval.
    """
    here = [
        row
        for row in found.coverages
        if (row.level, row.coefficient) == (level, coefficient) and not math.isnan(row.coverage)
    ]
    intervals: dict[str, list[float]] = {}
    for row in here:
        intervals.setdefault(row.interval, []).append(row.coverage)
    worst = min(here, key=lambda row: row.coverage)
    return value_lines(
        name=figure_name("coverages", coefficient, level),
        title="Coverage of intervals",
        subtitle=_subtitle(here, level, coefficient),
        caption=f"{worst.coverage:.3f} is the lowest, of ‘{worst.interval}’. A coverage is the share of simulated "
        f"tables whose interval holds the value of the population; {1 - ALPHA:g} is meant. "
        f"{_NO_INTERVAL.format(_tables(here))}",
        items="intervals",
        series=(COVERAGES,),
        lines=[
            _line(
                COVERAGES,
                {"interval": name, "level": level, "coefficient": coefficient},
                ("coverage", "lowest", "highest"),
                values,
            )
            for name, values in intervals.items()
        ],
        across="coverage",
        reference=Reference(1 - ALPHA, f"meant: {1 - ALPHA:g}"),
    )


def _line(
    series: str, of: dict[str, str], keys: tuple[str, str, str], values: Sequence[float], note: str = ""
) -> Line:
    value = Value(fmean(values), min(values), max(values))
    row = {**of, **dict(zip(keys, value, strict=True)), "n_scenarios": len(values)}
    return Line(next(iter(of.values())), {series: value}, [row], note=note)


def _subtitle(rows: Sequence[RejectionRate | IntervalCoverage], level: str, coefficient: str) -> str:
    scenarios = len({row.scenario for row in rows})
    return f"{counted(scenarios, 'scenario')}, {coefficient_words(coefficient)} {levels_phrase([level])}"


def _tables(rows: Sequence[RejectionRate | IntervalCoverage]) -> str:
    fewest, most = min(row.runs for row in rows), max(row.runs for row in rows)
    return f"{fewest:,} tables each" if fewest == most else f"{fewest:,} to {most:,} tables each"
