"""An open-addressing table of positive whole-number keys in an array; keys are compared, never their hashes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from trueness.metrics.compiled import Whole, compiled, compiled_part

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)  # 2**64 over the golden ratio (Knuth, TAOCP 3, section 6.4)
_TOP_HALF = np.uint64(32)


@compiled
def table_size(entries: Whole) -> int:
    """Return the number of slots for so many entries: a power of two, at least half of it free."""
    size = 16
    while size < 2 * entries:
        size *= 2
    return size


@compiled_part
def clear_table(keys: NDArray[np.int64], size: Whole) -> None:
    """Free the first `size` slots."""
    for slot in range(size):
        keys[slot] = 0


@compiled_part
def find_slot(keys: NDArray[np.int64], size: Whole, key: Whole) -> Whole:
    """Return the slot that holds a key, or the free one where it belongs (whose key is 0).

    Parameters
    ----------
    keys : array of int
        The slots, 0 where free; the table is its first `size`.
    size : int
        A power of two, at most 2**32; at least one slot is free.
    key : int
        Larger than 0.
    """
    slot = np.int64((np.uint64(key) * _MULTIPLIER) >> _TOP_HALF) & (size - 1)
    while keys[slot] != 0 and keys[slot] != key:
        slot = (slot + 1) & (size - 1)
    return slot
