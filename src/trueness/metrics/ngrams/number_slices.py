"""Number stretches of code points so that equal ones have equal numbers: the words of texts, once they are cut.

Words of up to eight characters of ASCII are compared as one whole number, longer ones character by character; hashes
only say where to look.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trueness.metrics.compiled import Whole, compiled, compiled_part

_PRIME = np.uint64(0x100000001B3)  # FNV-1a, of code points in place of bytes
_BASIS = np.uint64(0xCBF29CE484222325)
_SPREAD = np.uint64(0x9E3779B97F4A7C15)
_TOP_HALF = np.uint64(32)
_BYTE = np.uint64(8)
_LONG = np.uint64(1 << 63)
"""Marks keys of words that are not told by their key alone."""
_FIRST_SIZE = 1 << 12


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
    ids = np.empty(len(slices.begin), dtype=np.int32)
    first = np.empty(len(slices.begin), dtype=np.int64)
    hashes = np.zeros(_FIRST_SIZE, dtype=np.uint64)
    holder = np.zeros(_FIRST_SIZE, dtype=np.int32)
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
        mixed = _key(values, low, high)
        whole = mixed < _LONG
        slot = np.int64((mixed * _SPREAD) >> _TOP_HALF) & mask
        while holder[slot] != 0 and not (
            hashes[slot] == mixed
            and (
                whole
                or _equal(values, low, high, begin[first[holder[slot] - 1]], end[first[holder[slot] - 1]])
            )
        ):
            slot = (slot + 1) & mask
        if holder[slot] == 0:
            first[known] = token
            known += 1
            holder[slot] = known
            hashes[slot] = mixed
            ids[token] = known - 1
            if 2 * known > mask:  # a table as small as can be stays in the processor's cache
                hashes, holder = _larger(hashes, holder)
                mask = len(hashes) - 1
        else:
            ids[token] = holder[slot] - 1
    return known


@compiled_part
def _key(values: NDArray[np.int32], low: Whole, high: Whole) -> np.uint64:
    """Return the characters of a short word of ASCII one after the other in one number, or the hash of another word."""
    if high - low <= 8:
        packed, every = np.uint64(0), np.int32(0)
        for place in range(low, high):
            packed = (packed << _BYTE) | np.uint64(values[place])
            every |= values[place]
        if every < 128 and (high == low or values[low] != 0):
            return packed
    mixed = _BASIS
    for place in range(low, high):
        mixed = (mixed ^ np.uint64(values[place])) * _PRIME
    return mixed | _LONG


@compiled_part
def _larger(
    hashes: NDArray[np.uint64], holder: NDArray[np.int32]
) -> tuple[NDArray[np.uint64], NDArray[np.int32]]:
    """Return a table four times as large with the same entries."""
    larger, larger_holder = (
        np.zeros(4 * len(hashes), dtype=np.uint64),
        np.zeros(4 * len(hashes), dtype=np.int32),
    )
    mask = len(larger) - 1
    for old in range(len(hashes)):
        if holder[old] != 0:
            slot = np.int64((hashes[old] * _SPREAD) >> _TOP_HALF) & mask
            while larger_holder[slot] != 0:
                slot = (slot + 1) & mask
            larger[slot], larger_holder[slot] = hashes[old], holder[old]
    return larger, larger_holder


@compiled_part
def _equal(values: NDArray[np.int32], low: Whole, high: Whole, other: Whole, other_high: Whole) -> bool:
    """Return whether two stretches hold the same code points."""
    if high - low != other_high - other:
        return False
    for k in range(high - low):  # noqa: SIM110 - Numba compiles no generators
        if values[low + k] != values[other + k]:
            return False
    return True
