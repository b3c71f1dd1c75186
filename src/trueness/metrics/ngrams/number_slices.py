"""Number stretches of code points so that equal ones have equal numbers: the words of texts, once they are cut.

Words are compared character by character; their hashes only say where to look.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trueness.metrics.compiled import Whole, compiled, compiled_part
from trueness.metrics.ngrams.hash_table import table_size

_PRIME = np.uint64(0x100000001B3)  # FNV-1a, of code points in place of bytes
_BASIS = np.uint64(0xCBF29CE484222325)
_SPREAD = np.uint64(0x9E3779B97F4A7C15)
_TOP_HALF = np.uint64(32)


class Slices(NamedTuple):
    """Words of texts as stretches of their code points.

    Attributes
    ----------
    begin, end : array of shape (T,)
        Where words begin and end in the code points.
    starts : array of shape (texts + 1,)
        Where each text begins among the words, and where the last one ends.
    """

    begin: NDArray[np.int64]
    end: NDArray[np.int64]
    starts: NDArray[np.int64]


class NumberedSlices(NamedTuple):
    """Words of texts by number.

    Attributes
    ----------
    ids : array of shape (T,)
        From 0, in the order in which words first occur.
    first : array of shape (different words,)
        The place of the first of each among all.
    """

    ids: NDArray[np.int32]
    first: NDArray[np.int64]


def number_slices(values: NDArray[np.int32], slices: Slices) -> NumberedSlices:
    """Give numbers to words.

    Parameters
    ----------
    values : array of shape (C,)
        Code points.
    slices : Slices
        The words in them.
    """
    size = table_size(len(slices.begin))
    ids = np.empty(len(slices.begin), dtype=np.int32)
    first = np.empty(len(slices.begin), dtype=np.int64)
    hashes = np.zeros(size, dtype=np.uint64)
    holder = np.zeros(size, dtype=np.int32)
    known = _number(values, slices.begin, slices.end, hashes, holder, ids, first)
    return NumberedSlices(ids, first[:known].copy())


@compiled
def _number(
    values: NDArray[np.int32],
    begin: NDArray[np.int64],
    end: NDArray[np.int64],
    hashes: NDArray[np.uint64],
    holder: NDArray[np.int32],  # the number of the word in each slot, from 1; 0 where it is free
    ids: NDArray[np.int32],
    first: NDArray[np.int64],
) -> int:
    known = 0
    mask = len(hashes) - 1
    for token in range(len(begin)):
        low, high = begin[token], end[token]
        mixed = _BASIS
        for place in range(low, high):
            mixed = (mixed ^ np.uint64(values[place])) * _PRIME
        slot = np.int64((mixed * _SPREAD) >> _TOP_HALF) & mask
        while holder[slot] != 0 and not (
            hashes[slot] == mixed
            and _equal(values, low, high, begin[first[holder[slot] - 1]], end[first[holder[slot] - 1]])
        ):
            slot = (slot + 1) & mask
        if holder[slot] == 0:
            first[known] = token
            known += 1
            holder[slot] = known
            hashes[slot] = mixed
        ids[token] = holder[slot] - 1
    return known


@compiled_part
def _equal(values: NDArray[np.int32], low: Whole, high: Whole, other: Whole, other_high: Whole) -> bool:
    """Return whether two stretches hold the same code points."""
    if high - low != other_high - other:
        return False
    for k in range(high - low):  # noqa: SIM110 - Numba compiles no generators
        if values[low + k] != values[other + k]:
            return False
    return True
