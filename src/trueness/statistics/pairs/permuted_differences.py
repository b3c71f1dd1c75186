"""Pearson's r of pairwise differences (PDP) after swaps of scores between two metrics.

With m and h half the sum and half the difference of two metrics' scores and a coin c for every output, X' = m + c h and
Y' = m - c h. For n outputs of an input the sum over pairs of products of differences is n sum(a b) - sum(a) sum(b), so
that the numerator is linear in the coins and the spread of X' has one part that is quadratic, the square of an input's
sum.
"""

from __future__ import annotations

import numpy as np

from trueness.errors import UnsupportedMethodError
from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.engine.tile_coins import TileCoins

EMPTY_SPREAD = 1e-13
"""A spread this small beside the largest is rounding of zero."""


class PermutedDifferences:
    """Pairs of metrics, ready for coins.

    Parameters
    ----------
    x : array of shape (K, N, M)
        Scores on scales on which they may be swapped, zero in cells not used.
    z : array of shape (N, M)
        Human scores, centred within inputs, zero in cells not used.
    cells : array of shape (N, M)
    pairs : array of shape (Q, 2)
    swap : {'systems', 'inputs', 'cells', 'rows_then_columns'}
    """

    def __init__(self, x: FloatArray, z: FloatArray, cells: BoolArray, pairs: IntArray, swap: str) -> None:
        a, b = x[pairs[:, 0]], x[pairs[:, 1]]
        self.middle, self.half = (a + b) / 2, (a - b) / 2  # (Q, N, M)
        self.swap, self.n_pairs = swap, len(pairs)
        sizes = cells.sum(axis=0).astype(np.float64)
        against = np.where(cells, sizes * z - z.sum(axis=0), 0.0)
        self.spread_z = float(np.sum(sizes * np.square(z).sum(axis=0) - np.square(z.sum(axis=0))))
        sums = self.middle.sum(axis=1)  # (Q, M)
        self.cross = np.einsum("qnm,nm->q", self.middle, against)
        # what a coin adds, per output: to the numerator, and to the spread
        self.to_cross = self.half * against
        self.to_spread = 2 * self.half * (sizes * self.middle - sums[:, None, :])
        own = np.einsum("qnm,m->q", np.square(self.middle) + np.square(self.half), sizes)
        self.spread = own - np.square(sums).sum(axis=1)
        self.largest = np.maximum(own, 1e-300)
        self.gram = np.einsum("qnm,qkm->qnk", self.half, self.half) if swap == "systems" else None

    def under(self, coins: TileCoins) -> tuple[dict[str, FloatArray], dict[str, FloatArray]]:
        """Return the coefficient of X' and of Y', each (B, Q)."""
        cross, spread, square = self._parts(coins)
        sides = []
        for way in (1.0, -1.0):
            found = self.spread - square + way * spread
            found = np.where(found > EMPTY_SPREAD * self.largest, found, np.nan)
            with np.errstate(divide="ignore", invalid="ignore"):
                value = (self.cross + way * cross) / np.sqrt(found * self.spread_z)
            sides.append({"pdp": np.where(np.isfinite(value), np.clip(value, -1.0, 1.0), np.nan)})
        return sides[0], sides[1]

    def _parts(self, coins: TileCoins) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return what coins add to the numerator and to the spread, and the squares of the sums of coin x half."""
        if self.gram is not None:
            if coins.systems is None:
                raise UnsupportedMethodError("coins for systems are missing.")
            thrown = coins.systems.astype(np.float64)
            square = np.einsum("bn,qnk,bk->bq", thrown, self.gram, thrown, optimize=True)
            return thrown @ self.to_cross.sum(axis=2).T, thrown @ self.to_spread.sum(axis=2).T, square
        if self.swap == "inputs":
            if coins.inputs is None:
                raise UnsupportedMethodError("coins for inputs are missing.")
            thrown = coins.inputs.astype(np.float64)
            constant = np.square(self.half.sum(axis=1)).sum(axis=1)
            square = np.broadcast_to(constant, (coins.size, self.n_pairs))
            return thrown @ self.to_cross.sum(axis=1).T, thrown @ self.to_spread.sum(axis=1).T, square
        cross, spread, square = (np.zeros((coins.size, self.n_pairs)) for _ in range(3))
        for j in np.flatnonzero(self.half.any(axis=(0, 1))):
            thrown = coins.column(int(j)).astype(np.float64)
            cross += thrown @ self.to_cross[:, :, j].T
            spread += thrown @ self.to_spread[:, :, j].T
            square += np.square(thrown @ self.half[:, :, j].T)
        return cross, spread, square
