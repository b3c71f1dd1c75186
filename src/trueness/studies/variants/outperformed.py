"""Which of many metrics no other significantly outperforms: all pairs by a test, with and without correction."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Sequence

import numpy as np

from trueness.methods.differences import Differences
from trueness.methods.registry import pair_test
from trueness.parallel import step
from trueness.statistics.array_types import BoolArray, FloatArray
from trueness.statistics.score_arrays import ScoreArrays
from trueness.statistics.shaffer import adjusted_pairs

LEVEL = "system"


@dataclasses.dataclass(frozen=True)
class Outperformed:
    """What a test says of every ordered pair of K metrics: whether the row's is better than the column's.

    Attributes
    ----------
    pvalues : array of shape (K, K)
        One-sided; NaN where undefined, and on the diagonal.
    adjusted : array of shape (K, K)
        Two-sided and corrected, 1 against the sign of the difference; NaN as above.
    alpha : float
    """

    pvalues: FloatArray
    adjusted: FloatArray
    alpha: float

    @property
    def beaten_by(self) -> FloatArray:
        """How many outperform each metric before correction, shape (K,)."""
        return np.asarray(self.better.sum(axis=0))

    @property
    def better(self) -> BoolArray:
        """Whether the row's metric is significantly better, before correction."""
        return _at_most(self.pvalues, self.alpha)

    @property
    def better_adjusted(self) -> BoolArray:
        """The same after it."""
        return _at_most(self.adjusted, self.alpha)


def _at_most(pvalues: FloatArray, alpha: float) -> BoolArray:
    return np.asarray(np.where(np.isnan(pvalues), np.inf, pvalues) <= alpha)


def outperformed(
    arrays: ScoreArrays,
    coefficients: Sequence[str],
    test: str,
    over: str,
    *,
    alpha: float,
    correction: str,
) -> dict[str, Outperformed]:
    """Test all pairs of metrics at the system level, by coefficient.

    Parameters
    ----------
    arrays : ScoreArrays
        K metrics.
    coefficients : sequence of str
    test : str
        Of `methods.registry.PAIR_TESTS`; one that draws nothing.
    over : str
        What varies.
    alpha : float
    correction : str
        Over the two-sided tests of all pairs.
    """
    pairs = list(itertools.combinations(range(arrays.n_metrics), 2))
    keys = [(LEVEL, name) for name in coefficients]
    method = pair_test(test)
    method.check_units(arrays, over)
    with step(f"{method.noun}, {len(pairs):,} pairs"):
        found = method.findings(Differences(arrays, pairs, keys), over, keys)
    first, second = np.array(pairs, dtype=np.intp).reshape(-1, 2).T
    result = {}
    for key in keys:
        greater, less, both = (
            np.array([getattr(found[key, pair], side) for pair in pairs])
            for side in ("greater", "less", "two_sided")
        )
        corrected = adjusted_pairs(both, pairs, correction)
        pvalues, adjusted = (np.full((arrays.n_metrics,) * 2, np.nan) for _ in range(2))
        pvalues[first, second], pvalues[second, first] = greater, less
        ahead = greater < less
        for rows, columns, wins in ((first, second, ahead), (second, first, ~ahead)):
            adjusted[rows, columns] = np.where(np.isnan(corrected), np.nan, np.where(wins, corrected, 1.0))
        result[key[1]] = Outperformed(pvalues, adjusted, alpha)
    return result
