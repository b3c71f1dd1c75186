"""The closest sequence that does not fall, by pooling adjacent violators: without an optimizer, slow to import."""

from __future__ import annotations

import numpy as np

from trueness.statistics.array_types import FloatArray


def pooled_violators(values: FloatArray, weights: FloatArray) -> FloatArray:
    """Return the non-decreasing sequence that is closest to values in least squares: O(n).

    The steps, and so the digits, are those of `scipy.optimize.isotonic_regression`, which takes less time from some
    thousand values on.

    Parameters
    ----------
    values, weights : arrays of shape (n,)
        Weights are positive.

    References
    ----------
    Busing (2022), Monotone regression: a simple and fast O(n) PAVA implementation, Journal of Statistical Software 102.
    """
    x, w = values.tolist(), weights.tolist()
    n = len(x)
    if not n:
        return values
    ends: list[int] = []
    means: list[float] = []
    sizes: list[float] = []
    place = 0
    while place < n:
        mean, size = x[place], w[place]
        if means and means[-1] >= mean:
            total = sizes[-1] * means[-1] + size * mean
            size += sizes[-1]
            mean = total / size
            del ends[-1], means[-1], sizes[-1]
            while place < n - 1 and mean >= x[place + 1]:
                place += 1
                total += w[place] * x[place]
                size += w[place]
                mean = total / size
            while means and means[-1] >= mean:
                total += sizes[-1] * means[-1]
                size += sizes[-1]
                mean = total / size
                del ends[-1], means[-1], sizes[-1]
        place += 1
        ends.append(place)
        means.append(mean)
        sizes.append(size)
    starts = [0, *ends[:-1]]
    return np.repeat(np.array(means, dtype=np.float64), np.subtract(ends, starts, dtype=np.intp))
