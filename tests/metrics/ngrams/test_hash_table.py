"""The open-addressing table against a dict."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.metrics.ngrams.hash_table import clear_table, find_slot, table_size


@pytest.mark.parametrize(("entries", "size"), [(0, 16), (8, 16), (9, 32), (2**20, 2**21)])
def test_half_the_slots_stay_free(entries, size):
    assert table_size(entries) == size


@given(keys=st.sets(st.integers(1, 2**62), max_size=40), others=st.sets(st.integers(1, 2**62), max_size=40))
def test_finds_what_was_put_in_and_nothing_else(in_python, keys, others):
    """The same source as compiled, run as Python; NumPy warns of the overflow that the hash is made of."""
    size = table_size(len(keys))
    slots = np.full(size + 5, 7, dtype=np.int64)
    in_python(clear_table)(slots, size)
    with np.errstate(over="ignore"):
        for key in keys:
            slot = in_python(find_slot)(slots, size, key)
            assert slots[slot] == 0
            slots[slot] = key
        assert sorted(slots[:size][slots[:size] != 0].tolist()) == sorted(keys)
        assert slots[size:].tolist() == [7] * 5
        assert all(slots[in_python(find_slot)(slots, size, key)] == key for key in keys)
        assert all(slots[in_python(find_slot)(slots, size, key)] == 0 for key in others - keys)
