"""How many skip bigrams a text has."""

from __future__ import annotations

import numpy as np

from trueness.metrics.rouge.pairs import IntArray


def n_skip_bigrams(lengths: IntArray, skip: int) -> IntArray:
    """Return how many pairs of words with at most `skip` others in between texts of these lengths have.

    Parameters
    ----------
    lengths : array of shape (n,)
    skip : int
        Smaller than 2**62.
    """
    farthest = np.clip(lengths - 1, 0, skip + 1)  # places between the two words
    pairs: IntArray = farthest * lengths - farthest * (farthest + 1) // 2
    return pairs
