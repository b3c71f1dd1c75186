"""Of very many systems those pairs that are compared: all systems with the highest few.

They tell which system may be the best, and how many others each of the highest is better than. Pairs are chosen by the
scores that are tested: so all N (N - 1) / 2 belong to the family that is corrected (`corrections.adjust`), and all
N - 1 rivals of a system to its comparison with the best (`comparisons_with_best.against_rivals`).
"""

from __future__ import annotations

import numpy as np

from trueness.statistics.array_types import FloatArray, IntArray

HIGHEST = 10
"""Systems that all others are compared with."""


def pairs_with_highest(scores: FloatArray) -> tuple[IntArray, IntArray]:
    """Return the first and the second system of all pairs with one of the `HIGHEST`, i < k, in the order of both.

    Parameters
    ----------
    scores : array of shape (N,)
        One per system, larger is better; those without one, NaN, come last.
    """
    size = len(scores)
    high = np.zeros(size, dtype=bool)
    high[np.argsort(-scores, kind="stable")[:HIGHEST]] = True
    first, second = np.nonzero(high[:, None] | high)
    upper = first < second
    return first[upper], second[upper]
