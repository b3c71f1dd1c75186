"""The published table of how often tests reject a true null: one row per test, kind of scores and size of data."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterable, Sequence

import numpy as np

from trueness.studies.simulation.certified_table import packaged_table, read_table, table_csv
from trueness.studies.simulation.rejection_rates import RejectionRate
from trueness.studies.simulation.size_verdict import is_alternative

FILE = "rates.csv"


@dataclasses.dataclass(frozen=True)
class CertifiedRate:
    """How one test behaves on one kind of data.

    Attributes
    ----------
    test, level, coefficient, scores : str
    n_systems, n_inputs : int
    size, low, high : float
        Share of rejections, two-sided at .05, under the worst of the null truths, and its exact 95% interval.
    truth : str
        Which one that is.
    truths : int
        Among how many.
    runs : int
        Tables with a p-value behind it.
    power : float
        Mean share of rejections where the first metric is better; NaN if that was not studied.
    """

    test: str
    level: str
    coefficient: str
    scores: str
    n_systems: int
    n_inputs: int
    size: float
    low: float
    high: float
    truth: str
    truths: int
    runs: int
    power: float


def summarised_rates(rates: Iterable[RejectionRate]) -> tuple[CertifiedRate, ...]:
    """Return the rows of the table from the rates of all scenarios.

    Parameters
    ----------
    rates : iterable of RejectionRate
        Two-sided, at .05.
    """
    groups: dict[tuple[str, str, str, str, int, int], list[RejectionRate]] = {}
    for rate in rates:
        if rate.runs > rate.n_undefined:
            key = (rate.test, rate.level, rate.coefficient, rate.scores, rate.n_systems, rate.n_inputs)
            groups.setdefault(key, []).append(rate)
    found = []
    for key, group in groups.items():
        null = [rate for rate in group if rate.null]
        if not null:
            continue
        worst = max(null, key=lambda rate: rate.rate)
        powers = [rate.rate for rate in group if is_alternative(rate)]
        found.append(
            CertifiedRate(
                *key,
                worst.rate,
                worst.low,
                worst.high,
                worst.scenario.partition(";")[0],
                len(null),
                worst.runs - worst.n_undefined,
                float(np.mean(powers)) if powers else float("nan"),
            )
        )
    return tuple(found)


def rates_csv(rates: Sequence[CertifiedRate]) -> str:
    """Return the table as CSV: rates with six decimals, what is undefined left empty."""
    return table_csv(rates, CertifiedRate)


def read_rates(text: str, *, name: str = FILE) -> tuple[CertifiedRate, ...]:
    """Return the rows of a table written by `rates_csv`.

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
    return read_table(text, CertifiedRate, name=name)


@functools.cache
def certified_rates() -> tuple[CertifiedRate, ...]:
    """Return the table that comes with the package; empty where it has none.

    Raises
    ------
    FormatError
        If it is damaged.
    """
    return packaged_table(CertifiedRate, FILE)
