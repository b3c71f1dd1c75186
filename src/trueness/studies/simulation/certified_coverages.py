"""The published table of how often intervals hold the population value: a row per interval, scores and size of data."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterable, Sequence

import numpy as np

from trueness.studies.simulation.certified_table import packaged_table, read_table, table_csv
from trueness.studies.simulation.interval_coverage import IntervalCoverage

FILE = "coverages.csv"


@dataclasses.dataclass(frozen=True)
class CertifiedCoverage:
    """How one 95% interval behaves on one kind of data.

    Attributes
    ----------
    interval, level, coefficient, scores : str
    n_systems, n_inputs : int
    coverage, low, high : float
        Share of intervals that held the population value, under that of the truths where it is smallest, and the exact
        95% interval of that share.
    truth : str
        Which one that is.
    truths : int
        Among how many.
    mean_coverage : float
        Mean share over the truths.
    replicate : float
        Mean share of intervals that held the correlation of a fresh table of the same size.
    width : float
        Mean width.
    runs : int
        Tables with an interval behind `coverage`.
    """

    interval: str
    level: str
    coefficient: str
    scores: str
    n_systems: int
    n_inputs: int
    coverage: float
    low: float
    high: float
    truth: str
    truths: int
    mean_coverage: float
    replicate: float
    width: float
    runs: int


def summarised_coverages(coverages: Iterable[IntervalCoverage]) -> tuple[CertifiedCoverage, ...]:
    """Return the rows of the table from the coverages of all scenarios."""
    groups: dict[tuple[str, str, str, str, int, int], list[IntervalCoverage]] = {}
    for row in coverages:
        if row.runs > row.n_undefined:
            key = (row.interval, row.level, row.coefficient, row.scores, row.n_systems, row.n_inputs)
            groups.setdefault(key, []).append(row)
    found = []
    for key, group in groups.items():
        worst = min(group, key=lambda row: row.coverage)
        found.append(
            CertifiedCoverage(
                *key,
                coverage=worst.coverage,
                low=worst.low,
                high=worst.high,
                truth=worst.scenario.partition(";")[0],
                truths=len(group),
                mean_coverage=float(np.mean([row.coverage for row in group])),
                replicate=_mean([row.replicate_coverage for row in group]),
                width=float(np.mean([row.width for row in group])),
                runs=worst.runs - worst.n_undefined,
            )
        )
    return tuple(found)


def coverages_csv(coverages: Sequence[CertifiedCoverage]) -> str:
    """Return the table as CSV: numbers with six decimals, what is undefined left empty."""
    return table_csv(coverages, CertifiedCoverage)


def read_coverages(text: str, *, name: str = FILE) -> tuple[CertifiedCoverage, ...]:
    """Return the rows of a table written by `coverages_csv`.

    Parameters
    ----------
    text : str
    name : str
        What the table is called in messages.

    Raises
    ------
    FormatError
        If a column is missing or a value is none.
    """
    return read_table(text, CertifiedCoverage, name=name)


@functools.cache
def certified_coverages() -> tuple[CertifiedCoverage, ...]:
    """Return the table that comes with the package; empty where it has none.

    Raises
    ------
    FormatError
        If it is damaged.
    """
    return packaged_table(CertifiedCoverage, FILE)


def _mean(values: Sequence[float]) -> float:
    known = [value for value in values if not np.isnan(value)]
    return float(np.mean(known)) if known else float("nan")
