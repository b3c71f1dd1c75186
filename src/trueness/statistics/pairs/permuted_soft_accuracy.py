"""Soft pairwise accuracy after swaps of scores between two metrics, from moments (see `soft_accuracy_level`)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from trueness.errors import UnsupportedMethodError
from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.engine.fixed_columns import standardized_columns
from trueness.statistics.engine.tile_coins import TileCoins
from trueness.statistics.pairs.fixed_column_accuracy import BLOCK
from trueness.statistics.pairs.pair_tables import PairTables
from trueness.statistics.pairs.soft_accuracy_level import complete_part, normal_pvalues, pair_pvalues
from trueness.statistics.score_arrays import CellGroup, ScoreArrays

EMPTY_SQUARES = 1e-13
"""A sum of squared differences this small beside the squares of the scores is rounding of zero."""


class PermutedSoftAccuracy:
    """Pairs of metrics, ready for coins; scores are z-scored over the outputs used, as one sample.

    Time for Q pairs of metrics, N systems and M inputs: swaps of systems need O(Q N²) per resample, those of inputs
    O(N² (M + Q)), those of single outputs O(Q N² M).

    Parameters
    ----------
    arrays : ScoreArrays
    group : CellGroup
    pairs : array of shape (Q, 2)
        Places of metrics in the group.
    swap : {'systems', 'inputs', 'cells', 'rows_then_columns'}
    """

    def __init__(self, arrays: ScoreArrays, group: CellGroup, pairs: IntArray, swap: str) -> None:
        self.systems, self.columns = complete_part(group.cells)
        metrics, human = arrays.exact

        def part(scores: FloatArray) -> FloatArray:
            return scores[..., self.systems, :][..., self.columns]

        given = part(metrics[list(group.metrics)])
        self.pairs, self.swap = pairs, swap
        n_systems, n_inputs = given.shape[1:]
        self.defined = n_systems > 1 and n_inputs > 0
        self.tables: PairTables | None = None
        if not self.defined:
            return
        flat = given.reshape(len(given), -1, 1)
        scaled = standardized_columns(flat, np.ones(flat.shape[1:], dtype=bool))
        self.x: FloatArray = scaled.reshape(given.shape)
        self.i, self.k = np.triu_indices(n_systems, 1)
        self.human = pair_pvalues(part(human), self.i, self.k, np.ones((1, n_inputs)))[0]
        if swap == "systems":
            self.tables = self._tables()

    def under(self, coins: TileCoins) -> tuple[dict[str, FloatArray], dict[str, FloatArray]]:
        """Return the coefficient of X' and of Y', each (B, Q)."""
        if not self.defined:
            nothing = np.full((coins.size, len(self.pairs)), np.nan)
            return {"spa": nothing}, {"spa": nothing.copy()}
        if self.tables is not None:
            if coins.systems is None:
                raise UnsupportedMethodError("coins for systems are missing.")
            apart = self.tables.under(coins.systems[:, self.systems])
        elif self.swap == "inputs":
            apart = self._inputs(coins)
        else:
            apart = self._outputs(coins)
        first, second = (1.0 - side / len(self.i) for side in apart)
        return {"spa": first}, {"spa": second}

    def _tables(self) -> PairTables:
        """Return |p - p_human| of every pair of systems, with scores of X or of Y at each side."""
        x, y = self.x[self.pairs[:, 0]], self.x[self.pairs[:, 1]]
        shape = (len(self.pairs), len(self.i))
        found = np.empty((4, *shape))
        for q in range(len(self.pairs)):
            for case, (first, second) in enumerate(((x[q], x[q]), (x[q], y[q]), (y[q], x[q]), (y[q], y[q]))):
                step = first[self.i] - second[self.k]
                found[case, q] = normal_pvalues(step.sum(axis=1), np.square(step).sum(axis=1))
        return PairTables.of(np.abs(found - self.human), self.x.shape[1])

    def _inputs(self, coins: TileCoins) -> tuple[FloatArray, FloatArray]:
        """Swap whole inputs: sums over those kept and over those swapped are added."""
        if coins.inputs is None:
            raise UnsupportedMethodError("coins for inputs are missing.")
        kept = (1.0 + coins.inputs[:, self.columns]) / 2
        result = np.zeros((2, coins.size, len(self.pairs)))
        step = max(1, BLOCK // (len(self.x) * (4 * coins.size + self.x.shape[2])))
        for start in range(0, len(self.i), step):
            here = slice(start, start + step)
            differences = self.x[:, self.i[here]] - self.x[:, self.k[here]]  # (K, P, C)
            sums = [self._kept(kept, differences), self._kept(kept, np.square(differences))]
            for q, (a, b) in enumerate(self.pairs):
                for side, (one, other) in enumerate(((a, b), (b, a))):
                    total, squares = (stay[one] + go[other] for stay, go in sums)
                    apart = np.abs(normal_pvalues(total, squares) - self.human[here])
                    result[side, :, q] += apart.sum(axis=1)
        return result[0], result[1]

    @staticmethod
    def _kept(kept: FloatArray, values: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return sums over inputs kept and over all others, each (K, B, P)."""
        stay = np.stack([kept @ metric.T for metric in values])
        go = np.stack([(1.0 - kept) @ metric.T for metric in values])
        return stay, go

    def _outputs(self, coins: TileCoins) -> tuple[FloatArray, FloatArray]:
        """Swap single outputs: X' = m + c h and Y' = m - c h, so that squares of differences are sums of products.

        For systems i and k the sum of x'_i x'_k is that of m_i m_k + c_i h_i m_k + c_k h_k m_i + c_i c_k h_i h_k; every
        part is one product of coins with all pairs of metrics. Y' changes the sign of the parts with one coin.
        """
        thrown = np.empty((len(self.systems), coins.size, len(self.columns)), dtype=np.int8)
        for place, j in enumerate(self.columns):
            thrown[:, :, place] = coins.column(int(j))[:, self.systems].T
        result = np.zeros((2, coins.size, len(self.pairs)))
        step = max(1, BLOCK // (2 * len(self.systems) * (coins.size + len(self.columns))))
        for start in range(0, len(self.pairs), step):
            here = slice(start, start + step)
            result[:, :, here] = self._outputs_of(thrown, self.pairs[here])
        return result[0], result[1]

    def _outputs_of(self, thrown: NDArray[np.int8], pairs: IntArray) -> FloatArray:
        """Return the sums for some pairs of metrics, shape (2, B, Q), for coins of shape (N, B, C)."""
        size = thrown.shape[1]
        n_systems = self.x.shape[1]
        a, b = self.x[pairs[:, 0]], self.x[pairs[:, 1]]
        middle, half = ((a + b) / 2).transpose(1, 2, 0), ((a - b) / 2).transpose(1, 2, 0)  # (N, C, Q)
        own = np.square(middle).sum(axis=1) + np.square(half).sum(axis=1)  # (N, Q)
        totals = middle.sum(axis=1)
        # of every system: what its coins add to its sum, and half of what they add to its sum of squares
        sums, squares = (np.empty((n_systems, size, len(pairs))) for _ in range(2))
        for system in range(n_systems):
            coin = thrown[system].astype(np.float64)
            sums[system], squares[system] = coin @ half[system], coin @ (half[system] * middle[system])
        result = np.zeros((2, size, len(pairs)))
        for place, (i, k) in enumerate(zip(self.i, self.k, strict=True)):
            first, second = thrown[i].astype(np.float64), thrown[k].astype(np.float64)
            even = (middle[i] * middle[k]).sum(axis=0) + (first * second) @ (half[i] * half[k])
            odd = first @ (half[i] * middle[k]) + second @ (half[k] * middle[i])
            for side, way in enumerate((1.0, -1.0)):
                scale = own[i] + own[k] + 2 * way * (squares[i] + squares[k])
                found = scale - 2 * (even + way * odd)
                # a difference that is zero throughout leaves rounding behind
                found = np.where(found > EMPTY_SQUARES * scale, found, 0.0)
                difference = totals[i] - totals[k] + way * (sums[i] - sums[k])
                result[side] += np.abs(normal_pvalues(difference, found) - self.human[place])
        return result
