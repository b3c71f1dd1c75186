"""Coefficients of columns of scores as they are: of few short ones by products of matrices, else O(n log n) each."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from trueness.statistics.array_types import FloatArray
from trueness.statistics.engine.column_pieces import in_pieces
from trueness.statistics.engine.fixed_columns import fixed_column_coefficients
from trueness.statistics.engine.left_out_columns import COEFFICIENTS, left_out_columns
from trueness.statistics.engine.left_out_matrices import COMPILED_FROM, left_out_matrices
from trueness.statistics.engine.left_out_pearson import whole_pearson

BLOCK = 400_000
"""Entries that are looked at together; pairs of entries, for coefficients that need signs of pairs."""


def whole_columns(
    x: FloatArray, z: FloatArray, present: NDArray[np.bool_], coefficients: Collection[str]
) -> dict[str, FloatArray]:
    """Return the coefficients of every column of K metrics with the human's.

    O(K C N log N) time for Pearson's, Spearman's and Kendall's coefficients, with some tens of megabytes; others take
    the O(K C N²) of `fixed_columns`. What a column gives does not depend on the others, but for rounding.

    Parameters
    ----------
    x : array of shape (K, N, C)
    z : array of shape (N, C)
    present : array of shape (N, C)
    coefficients : collection of str

    Returns
    -------
    dict of str to array of shape (K, C)
        NaN where undefined.
    """
    n_metrics, n_entries, n_columns = x.shape
    # few columns by products of matrices, whatever is in a piece of them
    short = n_columns * n_entries**2 < COMPILED_FROM

    def of_piece(x: FloatArray, z: FloatArray, present: NDArray[np.bool_]) -> dict[str, FloatArray]:
        return _whole_columns(x, z, present, coefficients, short=short)

    found = {name: np.empty((n_metrics, n_columns)) for name in coefficients}
    for here, part in in_pieces(of_piece, x, z, present):
        for name, values in part.items():
            found[name][:, here] = values
    return found


def _whole_columns(
    x: FloatArray, z: FloatArray, present: NDArray[np.bool_], coefficients: Collection[str], *, short: bool
) -> dict[str, FloatArray]:
    n_metrics, n_entries, n_columns = x.shape
    fast = tuple(name for name in coefficients if name in COEFFICIENTS and name != "pearson")
    slow = tuple(name for name in coefficients if name not in COEFFICIENTS)
    found = {name: np.full((n_metrics, n_columns), np.nan) for name in coefficients}
    if "pearson" in found:
        found["pearson"] = whole_pearson(x, z, present)
    # all entries in the first of two groups: without the second, which has none, columns are whole
    groups = np.zeros(n_entries, dtype=np.intp)
    size = (n_metrics + 1) * max(1, n_entries)
    for step, names in ((BLOCK // size, fast), (BLOCK // (size * max(1, n_entries)), slow)):
        for start in range(0, n_columns if names else 0, max(1, step)):
            here = slice(start, start + max(1, step))
            part = x[:, :, here], z[:, here], present[:, here]
            if names is fast and short:
                for name, part_found in left_out_matrices(*part, groups, 1, names).items():
                    found[name][:, here] = part_found.whole
            elif names is fast:
                for name, value in left_out_columns(*part, groups, 2, names).items():
                    found[name][:, here] = value[:, :, 1]
            else:
                for name, value in fixed_column_coefficients(*part, np.ones((1, n_entries)), names).items():
                    found[name][:, here] = value[0]
    return found
