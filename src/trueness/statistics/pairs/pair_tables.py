"""Sums over pairs of systems after swaps of whole systems' scores between two metrics, as products with the coins.

After a swap, a pair of systems has at each side the scores of X or of Y: four cases, and the value of the pair in each
is known beforehand. A coin of 1 keeps a system's scores, -1 swaps them, so that the value is bilinear in the two coins,

    4 value = (xx + xy + yx + yy) + c_i (xx + xy - yx - yy) + c_k (xx - xy + yx - yy) + c_i c_k (xx - xy - yx + yy);

Y' has all coins turned.
"""

from __future__ import annotations

import dataclasses

import numpy as np
from numpy.typing import NDArray

from trueness.statistics.array_types import FloatArray


@dataclasses.dataclass(frozen=True)
class PairTables:
    """Values of pairs of systems for Q pairs of metrics, ready for coins.

    Attributes
    ----------
    constant : array of shape (Q,)
    linear : array of shape (Q, N)
    quadratic : array of shape (Q, P)
    """

    constant: FloatArray
    linear: FloatArray
    quadratic: FloatArray

    @classmethod
    def of(cls, cases: FloatArray, n_systems: int) -> PairTables:
        """Prepare values of shape (4, Q, P) in the cases xx, xy, yx, yy: xy has the scores of X for i, of Y for k."""
        xx, xy, yx, yy = cases
        i, k = np.triu_indices(n_systems, 1)
        linear = np.zeros((len(xx), n_systems))
        for system in range(n_systems):
            first, second = i == system, k == system
            linear[:, system] = (xx + xy - yx - yy)[:, first].sum(axis=1)
            linear[:, system] += (xx - xy + yx - yy)[:, second].sum(axis=1)
        return cls((xx + xy + yx + yy).sum(axis=1) / 4, linear / 4, (xx - xy - yx + yy) / 4)

    def under(self, coins: NDArray[np.int8]) -> tuple[FloatArray, FloatArray]:
        """Return the sums over pairs for X' and for Y', each (B, Q), for coins of shape (B, N)."""
        i, k = np.triu_indices(coins.shape[1], 1)
        even = self.constant + (coins[:, i] * coins[:, k]).astype(np.float64) @ self.quadratic.T
        odd = coins.astype(np.float64) @ self.linear.T
        return even + odd, even - odd
