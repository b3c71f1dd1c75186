"""The three correlations among a metric, its rival and the human: what goes together, and what cannot."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from trueness.errors import ArgumentError
from trueness.statistics.fisher import ROUNDING, check_correlation, check_units

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

# More than moving all three correlations by ROUNDING can take from the determinant.
_SINGULAR = 20 * ROUNDING


class Triple(NamedTuple):
    """Three checked correlations and their n, as arrays of one shape.

    Attributes
    ----------
    r12, r13, r23, n : ndarray
        Correlations of metric and human, rival and human, metric and rival; number of independent units.
    determinant : ndarray
        Determinant of the 3 x 3 correlation matrix, in [0, 1].
    identical : ndarray of bool
        Where r23 is 1 up to rounding.
    defined : ndarray of bool
        Where nothing is NaN and n > 3.
    """

    r12: Floats
    r13: Floats
    r23: Floats
    n: Floats
    determinant: Floats
    identical: NDArray[np.bool_]
    defined: NDArray[np.bool_]


def check_triple(r12: ArrayLike, r13: ArrayLike, r23: ArrayLike, n: ArrayLike) -> Triple:
    """Return three correlations and their n, checked and broadcast to one shape.

    Raises
    ------
    ArgumentError
        If a correlation lies outside [-1, 1], or if three of them cannot belong to one complete data set.
    """
    a, b, k, units = np.broadcast_arrays(
        check_correlation("r12", r12),
        check_correlation("r13", r13),
        check_correlation("r23", r23),
        check_units(n),
    )
    determinant = 1 - a**2 - b**2 - k**2 + 2 * a * b * k
    impossible = determinant < -_SINGULAR
    if np.any(impossible):
        first = tuple(float(r[impossible].flat[0]) for r in (a, b, k))
        raise ArgumentError(
            f"`r12`, `r13`, `r23` = {first[0]:.6g}, {first[1]:.6g}, {first[2]:.6g} are impossible for "
            "three variables on the same units. Compute all three on the complete cases, unrounded."
        )
    return Triple(
        r12=a,
        r13=b,
        r23=k,
        n=units,
        determinant=np.maximum(determinant, 0.0),
        identical=k == 1,
        defined=np.isfinite(determinant) & np.isfinite(units) & (units > 3),
    )
