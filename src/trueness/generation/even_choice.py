"""A choice among scored things whose scores are spread as evenly over their range as these allow."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def choose_evenly(scores: NDArray[np.float64], count: int) -> NDArray[np.int64]:
    """Return which to choose so that their scores come closest to equal steps from the smallest to the largest.

    Of all choices of `count` things, in the order of their scores, it is the one with the smallest sum of distances
    from the equal steps, by dynamic programming: on a line nothing is gained by a choice out of order. The smallest and
    the largest score are always among those chosen, from two on; of one, the largest.

    Parameters
    ----------
    scores : array of shape (m,)
        Numbers, none of them NaN.
    count : int
        From 1 to m.

    Returns
    -------
    array of shape (count,)
        Different positions in `scores`, by rising score; of equal scores the first come first.
    """
    order = np.argsort(scores, kind="stable")
    ordered = scores[order]
    m = len(ordered)
    steps = np.linspace(ordered[0], ordered[-1], count) if count > 1 else ordered[-1:]
    # after step k: the smallest sum with the steps up to k among the first j things, and whether the j-th is chosen
    least = np.zeros(m + 1)
    chosen_at = []
    for k, step in enumerate(steps):
        taken = least[:-1] + np.abs(ordered - step)
        taken[:k] = np.inf  # too few things for the steps before
        best = np.minimum.accumulate(taken)
        chosen_at.append(np.packbits(taken == best))
        least = np.concatenate([[np.inf], best])
    found = np.empty(count, dtype=np.int64)
    stop = m
    for k in range(count - 1, -1, -1):
        flags = np.unpackbits(chosen_at[k], count=m)[:stop]
        found[k] = stop = int(np.flatnonzero(flags)[-1])
    chosen: NDArray[np.int64] = order[found]
    return chosen
