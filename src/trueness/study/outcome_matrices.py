"""What the tests of all pairs say, as matrices: the first of a pair in rows, the other in columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from trueness.statistics.array_types import FloatArray


class PairOutcome(Protocol):
    """A test of a pair that looks both ways."""

    @property
    def pvalue_greater(self) -> float:
        """That the first is better."""

    @property
    def pvalue_less(self) -> float:
        """That it is worse."""

    @property
    def verdict(self) -> str:
        """The first against the other, after correction."""


class OutcomeMatrices(NamedTuple):
    """Tests of all pairs of K.

    Attributes
    ----------
    better : array of shape (K, K)
        One-sided p-values that the row is better than the column, without correction; NaN where untested.
    worse : array of bool, shape (K, K)
        Whether the row is worse than the column by a verdict.
    """

    better: FloatArray
    worse: NDArray[np.bool_]


def outcome_matrices(
    place: Mapping[str, int], tests: Iterable[tuple[str, str, PairOutcome]]
) -> OutcomeMatrices:
    """Return the p-values and verdicts of tests as matrices.

    Parameters
    ----------
    place : mapping of str to int
        Names to rows and columns, 0 to K - 1.
    tests : iterable of (str, str, PairOutcome)
        With the names of the pair. A pair may have a test in either order, or one in each.
    """
    rows = list(tests)
    better = np.full((len(place), len(place)), np.nan)
    for first, second, row in rows:
        a, b = place[first], place[second]
        better[a, b], better[b, a] = row.pvalue_greater, row.pvalue_less
    return OutcomeMatrices(better, worse_by_verdict(place, rows))


def worse_by_verdict(
    place: Mapping[str, int], tests: Iterable[tuple[str, str, PairOutcome]]
) -> NDArray[np.bool_]:
    """Return `OutcomeMatrices.worse` alone: of very many, p-values take eight times as much.

    Parameters
    ----------
    place, tests
        As `outcome_matrices`.
    """
    worse = np.zeros((len(place), len(place)), dtype=bool)
    for first, second, row in tests:
        a, b = place[first], place[second]
        worse[a, b] |= row.verdict == "worse"
        worse[b, a] |= row.verdict == "better"
    return worse
