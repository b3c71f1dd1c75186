"""Number the words of one reference from 1, so that tables are small and a foreign word is 0."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from trueness.metrics.compiled import Whole, compiled_part


@compiled_part
def number_words(
    ids: NDArray[np.int32], start: Whole, end: Whole, local: NDArray[np.int32], known: Whole
) -> Whole:
    """Give the words of a text that have no number yet the next ones.

    Parameters
    ----------
    ids : array of int
        Words of texts.
    start, end : int
        Where the text begins and ends.
    local : array of shape (size of the vocabulary,)
        Word to its number, 0 where it has none; changed in place.
    known : int
        The highest number given so far.

    Returns
    -------
    int
        The highest number given now.
    """
    for place in range(start, end):
        if local[ids[place]] == 0:
            known += 1
            local[ids[place]] = known
    return known


@compiled_part
def forget_words(ids: NDArray[np.int32], start: Whole, end: Whole, local: NDArray[np.int32]) -> None:
    """Take the numbers of a text's words back."""
    for place in range(start, end):
        local[ids[place]] = 0


@compiled_part
def renumber(
    ids: NDArray[np.int32], start: Whole, end: Whole, local: NDArray[np.int32], out: NDArray[np.int32]
) -> None:
    """Write a text in the numbers of the reference's words, 0 for a word that it does not have."""
    for place in range(start, end):
        out[place - start] = local[ids[place]]


@compiled_part
def count_words(
    ids: NDArray[np.int32],
    start: Whole,
    end: Whole,
    local: NDArray[np.int32],
    highest: Whole,
    count: NDArray[np.int32],
) -> None:
    """Count a text's words by their numbers.

    Parameters
    ----------
    ids, start, end, local
        As in `number_words`.
    highest : int
        The highest number given.
    count : array of shape (at least highest + 1,)
        Overwritten up to there.
    """
    for number in range(highest + 1):
        count[number] = 0
    for place in range(start, end):
        count[local[ids[place]]] += 1
