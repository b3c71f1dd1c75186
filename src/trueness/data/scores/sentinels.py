"""Values that look as if they stood for no score: one outside an otherwise closed scale, at several outputs."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from trueness.data.cells.missing import missing_pattern
from trueness.data.scores.few_values import are_halves, few_values
from trueness.data.scores.score_table import FloatArray, ScoreTable

FEWEST = 2
"""Outputs at which a code for none stands: one alone may be true."""

ENDS, APART = 0.5, 3.0
"""A scale is closed at an end where its last step is at least half as frequent as its steps are on average; a value far
from it lies further away than it is wide, and beyond thrice its end: 50 among 1 to 5, where 5.0 was meant."""

MOST_SHARE = 0.5
"""A value that so many outputs have, or more, is a score."""

MOST_STEPS = 21
"""A closed scale has no more values than these."""

CODES = frozenset({9.0, 77.0, 88.0, 99.0, 777.0, 888.0, 999.0, 9999.0, 99999.0, 9.99, 99.9, 99.99, 999.99})
"""What programs and questionnaires write for none, above a scale."""

NEGATIVE_CODES = frozenset({-1.0, -9.0, -77.0, -88.0, -99.0, -999.0, -9999.0, -99999.0})
"""The same below a scale without negative values."""

LOWEST_CODE, LARGEST_BELOW, TIMES = 10.0, 5.0, 3.0
"""A code below 10 is one above a scale that ends at 5 or less, others above one that ends at a third or less."""


@dataclasses.dataclass(frozen=True)
class Sentinel:
    """A value that may stand for no score.

    Attributes
    ----------
    scorer : str
    value : float
    count : int
        Scores, or ratings of annotators, that are this value.
    low, high : float
        The range of all others.
    """

    scorer: str
    value: float
    count: int
    low: float
    high: float

    @property
    def words(self) -> str:
        """What is seen, and what to type if the value means that there is no score."""
        value = f"{self.value:g}"
        times = "once" if self.count == 1 else f"{self.count:,} times"
        slip = " If it is a slip, correct it." if self.count == 1 else ""
        plain = missing_pattern(self.scorer) == self.scorer
        option = f"--missing-values '{self.scorer}={value}'" if plain else f"--missing-values '{value}'"
        return (
            f"'{self.scorer}' is {value} {times}, and from {self.low:g} to {self.high:g} otherwise.{slip} If {value} "
            f"means that there is no score, it must not count as one: {option}."
        )


def sentinels(table: ScoreTable, scorers: Iterable[str] | None = None) -> tuple[Sentinel, ...]:
    """Return values that may stand for no score, or are slips of typing.

    A value is one if all others of the scorer are on a closed scale without it, and it lies far from that, such as 50
    beside 1 to 5; or if it stands at several outputs and is written for none: negative below a scale without negative
    values; such as 99 far above the scale; or 0 below a scale from 1 that another scorer has, with the same
    upper end and without 0.

    Parameters
    ----------
    table : ScoreTable
    scorers : iterable of str, optional
        Of which; all by default.
    """
    names = table.scorer_names if scorers is None else tuple(scorers)
    counts = {name: _counted(table, name) for name in table.scorer_names}
    scales = {_scale(column) for columns in counts.values() for column in columns}
    found: dict[tuple[str, float], Sentinel] = {}
    for name in names:
        for values, numbers in counts[name]:
            for k in {0, len(values) - 1} if len(values) > 2 else ():
                value, count = float(values[k]), int(numbers[k])
                rest = np.delete(values, k)
                is_code = count >= FEWEST and _is_outside(value, rest, scales)
                if count >= MOST_SHARE * numbers.sum() or not (
                    is_code or _is_far(value, rest, np.delete(numbers, k))
                ):
                    continue
                before = found.get((name, value))
                found[name, value] = Sentinel(
                    scorer=name,
                    value=value,
                    count=count + (before.count if before else 0),
                    low=min(float(rest[0]), before.low if before else np.inf),
                    high=max(float(rest[-1]), before.high if before else -np.inf),
                )
    return tuple(found.values())


_Column = tuple[FloatArray, NDArray[np.int64]]


def _counted(table: ScoreTable, name: str) -> list[_Column]:
    """Return the values of a scorer with their counts, of every annotator where there are some; none of labels.

    Left out is what cannot have a sentinel, and would be held as long as the table: many values, none below all others
    that is a code.
    """
    if table.scorer(name).labels:
        return []
    people = table.annotations.get(name)
    given = [table.given(name)] if people is None else [one[~np.isnan(one)] for one in people.values]
    found = []
    for numbers in given:
        values = few_values(numbers, MOST_STEPS + 1)
        if values is not None:
            counts = np.array([np.count_nonzero(numbers == value) for value in values.tolist()], np.int64)
            found.append((values, counts))
        elif numbers.min() in NEGATIVE_CODES:
            found.append(np.unique(numbers, return_counts=True))
    return found


def _scale(column: _Column) -> tuple[float, float]:
    values, _ = column
    return (float(values[0]), float(values[-1])) if len(values) and _is_closed(values) else (np.nan, np.nan)


def _is_closed(values: FloatArray) -> bool:
    """Return whether values are those of a scale: few, and all multiples of a half."""
    return 2 <= len(values) <= MOST_STEPS and are_halves(values)


def _is_far(value: float, rest: FloatArray, counts: NDArray[np.int64]) -> bool:
    """Return whether a value lies far from a scale of which every whole step is there, the nearest as others are."""
    low, high = float(rest[0]), float(rest[-1])
    if len(rest) < 3 or low < 0 or not _is_closed(rest) or not _has_every_step(rest):
        return False
    if value > high:
        return value - high > high - low and value >= APART * high and counts[-1] >= ENDS * counts.mean()
    return value < 0 and low - value > high - low and bool(counts[0] >= ENDS * counts.mean())


def _has_every_step(values: FloatArray) -> bool:
    """Return whether every whole number from the smallest value to the largest is there: on a slider few are."""
    low, high = float(values[0]), float(values[-1])
    return high - low <= MOST_STEPS and set(np.arange(np.ceil(low), high + 1)) <= set(values)


def _is_outside(value: float, rest: FloatArray, scales: set[tuple[float, float]]) -> bool:
    low, high = float(rest[0]), float(rest[-1])
    whole = bool(np.all(rest == np.rint(rest)))
    if value in NEGATIVE_CODES and low >= 0:
        # -1 beside 0 and 1, or beside 1, is a sign
        return high >= 3 if _is_closed(rest) else len(rest) > MOST_STEPS or whole
    if value in CODES and _is_closed(rest):
        return high <= LARGEST_BELOW if value < LOWEST_CODE else value >= TIMES * high
    return value == 0 and low >= 1 and _is_closed(rest) and _has_every_step(rest) and (1.0, high) in scales
