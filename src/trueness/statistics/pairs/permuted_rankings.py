"""WMT's tau of relative rankings after swaps of scores between two metrics."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from trueness.errors import UnsupportedMethodError
from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.engine.tile_coins import TileCoins
from trueness.statistics.pairs.pair_tables import PairTables
from trueness.statistics.ties import RELATIVE_TOLERANCE


class PermutedRankings:
    """Clear pairs of Q pairs of metrics, ready for coins.

    Parameters
    ----------
    x : array of shape (K, N, M)
        Scores on scales on which they may be swapped.
    clear : array of shape (P, M)
        The sign of the human's preference, 0 where there is none.
    cells : array of shape (N, M)
    pairs : array of shape (Q, 2)
    swap : {'systems', 'inputs', 'cells', 'rows_then_columns'}
    name : str
        Of the coefficient.
    """

    def __init__(
        self, x: FloatArray, clear: NDArray[np.int8], cells: BoolArray, pairs: IntArray, swap: str, name: str
    ) -> None:
        self.x = np.where(cells, x, 0.0)
        self.clear, self.pairs, self.name = clear, pairs, name
        self.whole = float(np.abs(clear).sum())
        self.used = np.flatnonzero(clear.any(axis=0)).tolist()
        self.largest = np.max(np.abs(self.x), axis=(1, 2), initial=0.0)
        n_systems = x.shape[1]
        self.tables: PairTables | None = None
        self.columns: tuple[FloatArray, FloatArray] | None = None
        if swap == "systems":
            summed = np.zeros((4, len(pairs), len(clear)))
            for j in self.used:
                summed += self._cases(j)
            self.tables = PairTables.of(summed, n_systems)
        elif swap == "inputs":
            kept = np.zeros((2, len(pairs), clear.shape[1]))
            for j in self.used:
                cases = self._cases(j)
                kept[:, :, j] = cases[[0, 3]].sum(axis=2)
            self.columns = (kept[0], kept[1])

    def under(self, coins: TileCoins) -> tuple[dict[str, FloatArray], dict[str, FloatArray]]:
        """Return the coefficient of X' and of Y', each (B, Q)."""
        if self.tables is not None:
            if coins.systems is None:
                raise UnsupportedMethodError("coins for systems are missing.")
            sides = self.tables.under(coins.systems)
        elif self.columns is not None:
            if coins.inputs is None:
                raise UnsupportedMethodError("coins for inputs are missing.")
            x, y = self.columns
            kept = (1.0 + coins.inputs) / 2
            first, second = kept @ x.T + (1.0 - kept) @ y.T, kept @ y.T + (1.0 - kept) @ x.T
            sides = first, second
        else:
            first, second = (np.zeros((coins.size, len(self.pairs))) for _ in range(2))
            for j in self.used:
                one, other = PairTables.of(self._cases(j), self.x.shape[1]).under(coins.column(j))
                first += one
                second += other
            sides = first, second
        one, other = (
            side / self.whole if self.whole else np.full((coins.size, len(self.pairs)), np.nan)
            for side in sides
        )
        return {self.name: one}, {self.name: other}

    def _cases(self, j: int) -> FloatArray:
        """Return 1 for right, -1 for wrong pairs and 0 for those not clear in the four cases, (4, Q, P)."""
        clear = self.clear[:, j]
        i, k = np.triu_indices(self.x.shape[1], 1)
        result = np.zeros((4, len(self.pairs), len(clear)))
        # scores on different scales tie within rounding
        limit = RELATIVE_TOLERANCE * np.maximum(
            self.largest[self.pairs[:, 0]], self.largest[self.pairs[:, 1]]
        )
        scores = self.x[:, :, j][self.pairs]  # (Q, 2, N)
        for case, (first, second) in enumerate(((0, 0), (0, 1), (1, 0), (1, 1))):
            step = scores[:, first][:, i] - scores[:, second][:, k]
            sign = np.where(np.abs(step) <= limit[:, None], 0.0, np.sign(step))
            result[case] = np.where(clear == 0, 0.0, np.where(sign == clear, 1.0, -1.0))
        return result
