"""What other people add to the variance of a mean of what people said."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError
from trueness.statistics.array_types import FloatArray

FEWEST_PEOPLE = 5
"""Of fewer people nothing is said of others: with 4 degrees of freedom intervals hold, with 1 or 2 they say nothing."""


class OtherPeople(NamedTuple):
    """The variance that comes from having these people and not others.

    Attributes
    ----------
    variance : float
        Beside that over inputs and systems; 0 where people differ by no more than what varies within them.
    degrees : float
        Of freedom; 0 with fewer people than `FEWEST_PEOPLE`, of whom nothing is said.
    n_people : int
    """

    variance: float
    degrees: float
    n_people: int

    @property
    def vary(self) -> bool:
        """Whether other people are spoken of."""
        return self.degrees > 0


def other_people(parts: ArrayLike, people: ArrayLike, units: ArrayLike) -> OtherPeople:
    """Return the variance over people of a sum of parts, without what units within people account for.

    With u_p what person p adds to the estimate, V = P / (P − 1) Σ (u_p − mean)² − Σ u_pi², where u_pi is what p adds in
    unit i, which the variance over units has already (two of the three ways of Cameron, Gelbach and Miller
    2011, J. Bus. Econ. Stat. 29).

    Parameters
    ----------
    parts : array of shape (n,)
        What every single statement adds to the estimate; they sum to about 0.
    people, units : arrays of shape (n,)
        Labels of who said it, and of the input or another unit that varies.

    Raises
    ------
    ArgumentError
        If shapes do not agree.
    """
    values = np.asarray(parts, dtype=np.float64)
    labels = [np.asarray(one) for one in (people, units)]
    if values.ndim != 1 or any(one.shape != values.shape for one in labels):
        raise ArgumentError("`parts`, `people` and `units` must be as long as each other.")
    numbers = [np.unique(one, return_inverse=True)[1].reshape(-1) for one in labels]
    sums = np.bincount(numbers[0], values).astype(np.float64)
    n_people = len(sums)
    if n_people < FEWEST_PEOPLE:
        return OtherPeople(0.0, 0.0, n_people)
    cells = numbers[0] * (int(numbers[1].max()) + 1) + numbers[1]
    within = np.bincount(np.unique(cells, return_inverse=True)[1].reshape(-1), values)
    return OtherPeople(max(0.0, _spread(sums) - float(within @ within)), _degrees(sums), n_people)


def _spread(sums: FloatArray) -> float:
    moved = sums - sums.mean()
    return float(len(sums) / (len(sums) - 1) * (moved @ moved))


def _degrees(sums: FloatArray) -> float:
    """Return P − 1, or fewer where a few people account for most."""
    squares = (sums - sums.mean()) ** 2
    fourth = float(squares @ squares)
    return float(min(len(sums) - 1, 2 * squares.sum() ** 2 / fourth)) if fourth > 0 else float(len(sums) - 1)
