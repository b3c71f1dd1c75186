"""Which summaries a document has: the sets of sentences that keep within a limit of words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

BoolArray = NDArray[np.bool_]

MOST = 2.0**53
"""Larger numbers of summaries are given as this: double precision does not tell them from their neighbours."""


def count_summaries(lengths: Sequence[int], limit: int) -> int:
    """Return how many sets of sentences there are, the empty one left out, with at most so many words together.

    Parameters
    ----------
    lengths : sequence of int
        The words of each sentence, at least 1.
    limit : int

    Returns
    -------
    int
        At most `MOST`.
    """
    ways = np.zeros(min(limit, sum(lengths)) + 1)
    ways[0] = 1.0
    for length in lengths:
        if length < len(ways):
            ways[length:] = np.minimum(ways[length:] + ways[: len(ways) - length], MOST)
    return int(min(ways.sum() - 1.0, MOST))


def all_summaries(lengths: Sequence[int], limit: int) -> Iterator[BoolArray]:
    """Yield every set of sentences that `count_summaries` counts, as flags of the sentences.

    Yields
    ------
    array of shape (n,)
    """
    chosen = np.zeros(len(lengths), dtype=np.bool_)

    def extended(first: int, left: int) -> Iterator[BoolArray]:
        for k in range(first, len(lengths)):
            if lengths[k] <= left:
                chosen[k] = True
                yield chosen.copy()
                yield from extended(k + 1, left - lengths[k])
                chosen[k] = False

    yield from extended(0, limit)
