"""Number stretches of bytes so that equal ones have equal numbers: the words of texts, once they are cut.

Words of up to eight bytes are compared as one whole number, longer ones eight bytes at a time; hashes only say where
to look.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trueness.metrics.compiled import Whole, compiled, compiled_part

_SPREAD = np.uint64(0x9E3779B97F4A7C15)  # 2**64 over the golden ratio (Knuth, TAOCP 3, section 6.4)
_FULL = np.uint64(0xFFFFFFFFFFFFFFFF)
_LONG = np.uint64(1 << 63)
"""Marks keys of words that are not told by their key alone."""
_TOP_HALF = np.uint64(32)
_ONE = np.uint64(1)
_THREE = np.uint64(3)
_SEVEN = np.uint64(7)
_LAST_BIT = np.uint64(63)
_MIXING = np.uint64(29)
_FIRST_SIZE = 1 << 14


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


def number_slices(eights: NDArray[np.uint64], bounds: NDArray[np.int64]) -> NumberedSlices:
    """Give numbers to words.

    Parameters
    ----------
    eights : array of uint64
        Bytes (see `room_for_bytes`).
    bounds : array of shape (T, 2)
        Where each word, of one byte at least, begins and ends in them.
    """
    keys = np.empty(len(bounds), dtype=np.uint64)
    _make_keys(eights, bounds, keys)
    ids = np.empty(len(bounds), dtype=np.int32)
    first = np.empty(len(bounds), dtype=np.int64)
    size = _FIRST_SIZE
    done: Whole = 0
    known: Whole = 0
    while done < len(bounds):  # a table as small as can be stays in the processor's cache
        table = np.zeros((size, 2), dtype=np.uint64)
        done, known = _number(eights, bounds, keys, np.int64(done), np.int64(known), table, ids, first)
        size *= 4
    return NumberedSlices(ids, first[:known].copy())


def room_for_bytes(count: int) -> NDArray[np.uint64]:
    """Return room for bytes in numbers of eight, the first the lowest, as on all processors that Numba knows."""
    return np.zeros(count // 8 + 2, dtype=np.uint64)  # whatever is read begins in or before the last byte


@compiled_part
def _eight(eights: NDArray[np.uint64], place: Whole) -> np.uint64:
    """Return the eight bytes from a place on as one number, the first byte the lowest."""
    whole, shift = np.uint64(place) >> _THREE, (np.uint64(place) & _SEVEN) << _THREE
    return np.uint64((eights[whole] >> shift) | ((eights[whole + _ONE] << _ONE) << (_LAST_BIT - shift)))


@compiled_part
def _some(eights: NDArray[np.uint64], place: Whole, length: Whole) -> np.uint64:
    """Return up to eight bytes from a place on; those beyond the length are 0."""
    half = np.uint64(4 * max(8 - length, 0))  # in two steps, since no number can be shifted by 64 bits
    return np.uint64(_eight(eights, place) & (_FULL >> half >> half))


@compiled
def _make_keys(eights: NDArray[np.uint64], bounds: NDArray[np.int64], keys: NDArray[np.uint64]) -> None:
    """Write the bytes of every short word into one number, and a hash of every other word, marked as such."""
    for token in range(len(bounds)):
        begin, length = bounds[token, 0], bounds[token, 1] - bounds[token, 0]
        key = _some(eights, begin, length)
        if length > 8 or key >= _LONG or key >> np.uint64(8 * (length - 1)) == 0:  # ends in a byte that is 0
            for after in range(8, length, 8):
                key = (key ^ (key >> _MIXING)) * _SPREAD ^ _some(eights, begin + after, length - after)
            key |= _LONG
        keys[token] = key


@compiled
def _number(
    eights: NDArray[np.uint64],
    bounds: NDArray[np.int64],
    keys: NDArray[np.uint64],
    done: Whole,
    known: Whole,
    table: NDArray[
        np.uint64
    ],  # the key of the word in each slot, 0 (no word's) where it is free, and its number
    ids: NDArray[np.int32],
    first: NDArray[np.int64],
) -> tuple[Whole, Whole]:
    """Give numbers until half of the table is taken; return how many words are done, and how many of them differ."""
    mask = np.uint64(len(table) - 1)
    for word in range(known):
        key = keys[first[word]]
        slot = ((key * _SPREAD) >> _TOP_HALF) & mask
        while table[slot, 0] != 0:
            slot = (slot + _ONE) & mask
        table[slot, 0], table[slot, 1] = key, word
    for token in range(done, len(keys)):
        key = keys[token]
        slot = ((key * _SPREAD) >> _TOP_HALF) & mask
        while (table[slot, 0] != key) & (table[slot, 0] != 0):  # one branch, that mostly goes the same way
            slot = (slot + _ONE) & mask
        if key >= _LONG:
            while table[slot, 0] != 0 and not (
                table[slot, 0] == key and _equal(eights, bounds, token, first[table[slot, 1]])
            ):
                slot = (slot + _ONE) & mask
        if table[slot, 0] == 0:
            if 2 * known > len(table):
                return np.int64(token), known
            table[slot, 0], table[slot, 1], first[known] = key, known, token
            known += 1
        ids[token] = table[slot, 1]
    return np.int64(len(keys)), known


@compiled_part
def _equal(eights: NDArray[np.uint64], bounds: NDArray[np.int64], one: Whole, other: Whole) -> bool:
    """Return whether two words hold the same bytes."""
    begin, length = bounds[one, 0], bounds[one, 1] - bounds[one, 0]
    begin_other = bounds[other, 0]
    if length != bounds[other, 1] - begin_other:
        return False
    for after in range(0, length, 8):
        if _some(eights, begin + after, length - after) != _some(eights, begin_other + after, length - after):
            return False
    return True
