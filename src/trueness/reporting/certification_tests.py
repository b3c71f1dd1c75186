"""What a certification found of tests, as parts of its page: by level and coefficient, size of data and scores."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable, Sequence
from typing import Any

import numpy as np

from trueness.reporting.escaping import markdown
from trueness.reporting.padded_table import NOTHING, mean_proportion, padded_table, proportion
from trueness.studies.simulation.rejection_rates import RejectionRate
from trueness.studies.simulation.size_verdict import (
    ALPHA,
    BAND,
    is_alternative,
    simultaneous_interval,
    size_verdict,
)

MOST_LISTED = 30
"""Cells above the band that are listed; the rest is counted."""

_VERDICTS = ("inside", "above", "below", "open")


@dataclasses.dataclass(frozen=True)
class JudgedRates:
    """Rates with their verdicts, judged together.

    Attributes
    ----------
    rates : tuple of RejectionRate
        With p-values.
    verdicts : tuple of str
        Of `size_verdict`; empty where one metric is better.
    cells : int
        Those in which there is nothing to find.
    """

    rates: tuple[RejectionRate, ...]
    verdicts: tuple[str, ...]
    cells: int

    @classmethod
    def of(cls, rates: Sequence[RejectionRate]) -> JudgedRates:
        """Judge rates together."""
        known = tuple(rate for rate in rates if not np.isnan(rate.rate))
        cells = sum(rate.null for rate in known)
        return cls(known, tuple(size_verdict(rate, cells) if rate.null else "" for rate in known), cells)

    def where(self, chosen: Callable[[RejectionRate], bool]) -> JudgedRates:
        """Return some of them, judged as before."""
        kept = [
            (rate, verdict) for rate, verdict in zip(self.rates, self.verdicts, strict=True) if chosen(rate)
        ]
        return JudgedRates(tuple(rate for rate, _ in kept), tuple(verdict for _, verdict in kept), self.cells)

    def grouped(self, by: Callable[[RejectionRate], Hashable]) -> dict[Hashable, JudgedRates]:
        """Return groups in order of first appearance."""
        groups: dict[Hashable, list[tuple[RejectionRate, str]]] = {}
        for rate, verdict in zip(self.rates, self.verdicts, strict=True):
            groups.setdefault(by(rate), []).append((rate, verdict))
        return {
            key: JudgedRates(tuple(rate for rate, _ in several), tuple(v for _, v in several), self.cells)
            for key, several in groups.items()
        }

    @property
    def sizes(self) -> list[float]:
        """Rates where there is nothing to find."""
        return [rate.rate for rate in self.rates if rate.null]

    @property
    def powers(self) -> list[float]:
        """Rates where one metric is better."""
        return [rate.rate for rate in self.rates if is_alternative(rate)]

    @property
    def holds(self) -> str:
        """Whether the size is held: yes, no, open, or a dash without a null truth."""
        if not self.sizes:
            return NOTHING
        if {"above", "below"} & set(self.verdicts):
            return "no"
        return "open" if "open" in self.verdicts else "yes"


def glance(judged: JudgedRates) -> list[str]:
    """Return a table of tests by level and coefficient that says where they hold their size."""
    if not judged.cells:
        return []
    places = judged.grouped(_place)
    rows = []
    for test, mine in judged.grouped(_test).items():
        here = mine.grouped(_place)
        rows.append((f"`{test}`", *(_verdict(here[key]) if key in here else NOTHING for key in places)))
    header = ("test", *(_place_words(key) for key in places))
    said = (
        f"Whether a test rejects a true null in {proportion(ALPHA)} ± {proportion(BAND)} of tables: *yes* "
        "in every scenario, *no* clearly not in one, *open* where more tables are needed; then its mean size and, in "
        "brackets, the largest."
    )
    return ["## At a glance", said, padded_table(header, rows, words=header)]


def test_parts(judged: JudgedRates) -> list[str]:
    """Return, for each level and coefficient, tables of tests: all in all, by size of data, and by kind of scores."""
    if not judged.rates:
        return []
    parts = ["## Tests", _explained(judged)]
    for place, here in judged.grouped(_place).items():
        parts.append(f"### {_place_words(place).capitalize()}")
        rows = [_test_row(str(test), mine) for test, mine in here.grouped(_test).items()]
        header = ("test", "holds", "size", "smallest", "largest", *_VERDICTS, "power", "largest where")
        parts.append(padded_table(header, rows, words=("test", "holds", "largest where")))
        sizes = sorted({(rate.n_systems, rate.n_inputs) for rate in here.rates})
        kinds = list(dict.fromkeys(rate.scores for rate in here.rates))
        if len(sizes) > 1:
            parts += _crossed("By systems × inputs:", here, sizes, _size, lambda key: f"{key[0]} × {key[1]}")
        if len(kinds) > 1:
            parts += _crossed("By kind of scores:", here, kinds, lambda rate: rate.scores, str)
    return parts


def cells_above(judged: JudgedRates) -> list[str]:
    """Return the cells above the band, the worst first."""
    above = [rate for rate, verdict in zip(judged.rates, judged.verdicts, strict=True) if verdict == "above"]
    if not above:
        return []
    above.sort(key=lambda rate: -rate.rate)
    rows = []
    for rate in above[:MOST_LISTED]:
        low, high = simultaneous_interval(rate, judged.cells)
        rows.append(
            (
                f"`{rate.test}`",
                f"{rate.level}, {rate.coefficient}",
                proportion(rate.rate),
                f"{proportion(low)} to {proportion(high)}",
                f"{rate.runs - rate.n_undefined:,}",
                markdown(rate.scenario),
            )
        )
    listed = f"{len(above):,} of {judged.cells:,} cells" if len(above) > 1 else f"1 of {judged.cells:,} cells"
    rest = f", of which the {MOST_LISTED} worst are listed" if len(above) > MOST_LISTED else ""
    said = f"{listed} {'lie' if len(above) > 1 else 'lies'} above {proportion(ALPHA + BAND)}{rest}."
    header = ("test", "level, coefficient", "size", "simultaneous interval", "tables", "where")
    table = padded_table(header, rows, words=("test", "level, coefficient", "where"))
    return ["## Cells above the band", said, table]


def table_counts(runs: Sequence[int]) -> tuple[str, str]:
    """Return how many tables there were, and the Monte-Carlo standard error of a rate of .05 (or .95) of so many."""

    def error(number: int) -> str:
        return proportion(float(np.sqrt(ALPHA * (1 - ALPHA) / number)), 4)

    fewest, most = min(runs), max(runs)
    if fewest == most:
        return f"{most:,}", error(most)
    return f"{fewest:,} to {most:,}", f"{error(most)} to {error(fewest)}"


def _explained(judged: JudgedRates) -> str:
    runs, error = table_counts([rate.runs for rate in judged.rates])
    scenarios = len({rate.scenario for rate in judged.rates})
    return (
        f"{scenarios:,} scenario{'s' if scenarios > 1 else ''}, {runs} tables each: the Monte-Carlo standard error of "
        f"a rate of .05 is {error}. *Size* is the mean rate over scenarios in which there is nothing to find; *power* "
        "that where one metric is better (of a test that does not hold its size it is no merit). *Inside*, *above*, "
        f"*below* and *open* count scenarios by their interval, simultaneous over all {judged.cells:,} cells: in "
        f"{proportion(ALPHA - BAND)} to {proportion(ALPHA + BAND)}, outside, or across a border (`--settle` runs those "
        "with a size outside again, with 20,000 tables). In the tables by size of data and by kind of scores, "
        ".050 (.062) .31 is a mean size of .050, a largest one of .062, and a power of .31."
    )


def _crossed(
    said: str,
    judged: JudgedRates,
    keys: Sequence[Hashable],
    by: Callable[[RejectionRate], Hashable],
    words: Callable[[Any], str],
) -> list[str]:
    rows = []
    for test, mine in judged.grouped(_test).items():
        here = mine.grouped(by)
        rows.append((f"`{test}`", *(_entry(here[key]) if key in here else NOTHING for key in keys)))
    header = ("test", *(words(key) for key in keys))
    return [said, padded_table(header, rows, words=("test",))]


def _entry(judged: JudgedRates) -> str:
    sizes = judged.sizes
    size = f"{mean_proportion(sizes)} ({proportion(max(sizes))})" if sizes else NOTHING
    return f"{size} {mean_proportion(judged.powers, 2)}"


def _test_row(test: str, judged: JudgedRates) -> tuple[str, ...]:
    power, sizes = mean_proportion(judged.powers), judged.sizes
    if not sizes:
        return (f"`{test}`", *[NOTHING] * 8, power, NOTHING)
    worst = max((rate for rate in judged.rates if rate.null), key=lambda rate: rate.rate)
    return (
        f"`{test}`",
        judged.holds,
        mean_proportion(sizes),
        proportion(min(sizes)),
        proportion(worst.rate),
        *(str(judged.verdicts.count(verdict)) for verdict in _VERDICTS),
        power,
        markdown(worst.scenario),
    )


def _verdict(judged: JudgedRates) -> str:
    sizes = judged.sizes
    if not sizes:
        return NOTHING
    return f"{judged.holds} {mean_proportion(sizes)} ({proportion(max(sizes))})"


def _test(rate: RejectionRate) -> str:
    return rate.test


def _place(rate: RejectionRate) -> tuple[str, str]:
    return rate.level, rate.coefficient


def _size(rate: RejectionRate) -> tuple[int, int]:
    return rate.n_systems, rate.n_inputs


def _place_words(place: Any) -> str:
    level, coefficient = place
    return f"{level} level, {coefficient}"
