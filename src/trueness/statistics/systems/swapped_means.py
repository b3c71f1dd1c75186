"""Whether swaps move the mean differences of very many pairs of systems as far as they are, counted in compiled code.

Nothing is held of a pair but its counts: `swapped_differences` and `count_exceedances` hold a number for every pair and
resample, and go through them nine times. Quotients are theirs to the bit.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.compiled import compiled
from trueness.statistics.exceedances import EXCEEDANCE_TOLERANCE
from trueness.statistics.systems.system_pairs import SystemPairs

COMPILED_FROM = 50_000_000
"""Differences, of all pairs in all resamples, from which on compiling the loop is worth its second."""


def counted_at_once(pairs: SystemPairs, resamples: int) -> bool:
    """Return whether `swapped_exceedances` counts: of many differences of means of complete data.

    Parameters
    ----------
    pairs : SystemPairs
    resamples : int
    """
    return pairs.kind == "mean" and pairs.complete and pairs.n_pairs * resamples >= COMPILED_FROM


def swapped_exceedances(
    pairs: SystemPairs, sums: FloatArray, scale: FloatArray, observed: FloatArray
) -> NDArray[np.int64]:
    """Count, per pair, differences >= and <= the observed one, at least as large in size, and undefined: shape (4, P).

    Parameters
    ----------
    pairs : SystemPairs
        Of means, complete.
    sums : array of shape (B, N)
        Of every system with some outputs swapped (see `per_system`).
    scale, observed : arrays of shape (P,)
        What differences are divided by, and the observed ones so divided.
    """
    counts = np.zeros((pairs.n_pairs, 4), dtype=np.int64)
    compiled(_fill_counts)(
        np.ascontiguousarray(sums.T),
        pairs.first,
        pairs.second,
        pairs.n_inputs * pairs.exact[1],
        scale,
        observed,
        EXCEEDANCE_TOLERANCE,
        counts,
    )
    return counts.T


def _fill_counts(
    sums: FloatArray,
    first: IntArray,
    second: IntArray,
    divisor: float,
    scale: FloatArray,
    observed: FloatArray,
    tolerance: float,
    counts: NDArray[np.int64],
) -> None:
    for p in range(len(first)):
        x, y = sums[first[p]], sums[second[p]]
        least, most = observed[p] - tolerance, observed[p] + tolerance
        far = abs(observed[p]) - tolerance
        greater = less = beyond = undefined = 0
        for k in range(len(x)):
            difference = (x[k] - y[k]) / divisor / scale[p]
            greater += difference >= least
            less += difference <= most
            beyond += abs(difference) >= far
            undefined += np.isnan(difference)
        counts[p, 0], counts[p, 1], counts[p, 2], counts[p, 3] = greater, less, beyond, undefined
