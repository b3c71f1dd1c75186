"""Sums over pairs of signs of permuted differences, as forms that are bilinear in the coins.

A coin c = ±1 says whether an entry keeps (+1) or swaps (-1) its scores of X and Y, so that
4 sign(x'_i - x'_k) = A + B c_i + C c_k + D c_i c_k, with A, B, C, D sums and differences of the four signs between
x_i, y_i and x_k, y_k.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from trueness.statistics.array_types import FloatArray


def fill_coin_forms(
    ranks: NDArray[np.int32],
    pair_weights: NDArray[np.floating],
    constant: FloatArray,
    linear: NDArray[np.generic],
    quadratic: NDArray[np.generic],
    *,
    absolute: bool,
) -> None:
    """Fill weighted sums over pairs of 4 sign(x'_i - x'_k): constant + linear . coins + quadratic . pair products.

    Written for compilation; innermost it runs over rows.

    Parameters
    ----------
    ranks : array of shape (2 N, R)
        Of R pairs of metrics or columns: ranks of the scores of X of all entries, then those of Y.
    pair_weights : array of shape (N (N - 1) / 2, R or 1)
        Whole numbers, in the order of `numpy.triu_indices`.
    constant : array of shape (R,)
    linear : array of shape (N, R)
    quadratic : array of shape (N (N - 1) / 2, R)
    absolute : bool
        Whether signs count as 1 wherever they are not 0.
    """
    n_entries, n_rows = linear.shape
    one_weight = pair_weights.shape[1] == 1
    constant[:] = 0
    linear[:] = 0
    place = 0
    for i in range(n_entries):
        for k in range(i + 1, n_entries):
            for row in range(n_rows):
                weight = pair_weights[place, 0 if one_weight else row]
                x, y = ranks[i, row], ranks[n_entries + i, row]
                other_x, other_y = ranks[k, row], ranks[n_entries + k, row]
                xx = np.int32(x > other_x) - np.int32(x < other_x)
                xy = np.int32(x > other_y) - np.int32(x < other_y)
                yx = np.int32(y > other_x) - np.int32(y < other_x)
                yy = np.int32(y > other_y) - np.int32(y < other_y)
                if absolute:
                    xx, xy, yx, yy = xx * xx, xy * xy, yx * yx, yy * yy
                constant[row] += weight * (xx + xy + yx + yy)
                linear[i, row] += weight * (xx + xy - yx - yy)
                linear[k, row] += weight * (xx - xy + yx - yy)
                quadratic[place, row] = weight * (xx - xy - yx + yy)
            place += 1
