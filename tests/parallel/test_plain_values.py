from __future__ import annotations

import json
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays, scalar_dtypes

from trueness.parallel.plain_values import is_plain, packed_values, unpacked_values

SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.just(float("-inf")), st.just(2**200)
)
ARRAYS = scalar_dtypes().flatmap(lambda kind: arrays(kind, array_shapes(min_dims=0, min_side=0, max_side=4)))
VALUES = st.recursive(
    st.one_of(SCALARS, ARRAYS),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.lists(inner, max_size=4).map(tuple),
        st.dictionaries(st.one_of(SCALARS, st.tuples(st.text(), st.integers())), inner, max_size=4),
    ),
    max_leaves=12,
)


def same(one, other):
    """Whether two values are the same to the last bit, and of the same kinds."""
    assert type(one) is type(other)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict):
        return same(list(one), list(other)) and same(list(one.values()), list(other.values()))
    if isinstance(one, np.ndarray | np.generic):
        return (one.dtype, one.shape, one.tobytes()) == (other.dtype, other.shape, other.tobytes())
    if isinstance(one, float) and np.isnan(one):  # neither sign nor payload of a NaN means anything
        return bool(np.isnan(other))
    return np.array(one).tobytes() == np.array(other).tobytes() if isinstance(one, float) else one == other


@given(VALUES)
def test_values_come_back_as_they_were(value):
    assert is_plain(value)
    assert same(value, unpacked_values(packed_values(value)))


def test_arrays_keep_their_order_in_memory_and_can_be_written_to():
    by_columns = np.asfortranarray(np.arange(12.0).reshape(3, 4))
    for array in (by_columns, by_columns.T, np.arange(24.0).reshape(4, 6)[::2, ::3], np.float32(0.1)):
        found = unpacked_values(packed_values(array))
        assert same(array, found)
        if isinstance(array, np.ndarray):
            assert found.flags.f_contiguous == array.flags.f_contiguous
            found[...] = 0


class Text(str):
    __slots__ = ()


@pytest.mark.parametrize(
    "value",
    [
        print,
        {1, 2},
        Text("x"),
        np.array([None]),
        np.array([(1, 2.0)], dtype=[("a", "i4"), ("b", "f8")]),
        [object()],
        {"a": {"b": 1j}},
        np.ma.masked_array([1.0], [True]),
    ],
)
def test_what_is_not_plain(value):
    assert not is_plain(value)


def forged(tree, content=b""):
    said = json.dumps(tree).encode()
    return len(said).to_bytes(8, "little") + said + content


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"short",
        bytes(8),
        b"\xff" * 40,
        pickle.dumps([1.0]),
        forged({"a": 1}),
        forged(["array", "|O", [1], "C", 0], bytes(8)),
        forged(["array", "|V8", [1], "C", 0], bytes(8)),
        forged(["array", "[('a', 'O')]", [1], "C", 0], bytes(8)),
        forged(["array", "<f8", [2], "C", 0], bytes(8)),
        forged(["array", "<f8", [2**62, 2**62], "C", 0], bytes(8)),
        forged(["array", "<f8", [-1], "C", 0], bytes(8)),
        forged(["array", "<f8", [1], "C", -8], bytes(8)),
        forged(["array", "<f8", [True], "C", 0], bytes(8)),
        forged(["array", "<f8", [1], "K", 0], bytes(8)),
        forged(["array", "no dtype", [1], "C", 0], bytes(8)),
        forged(["array", "<f8"]),
        forged(["call", "print"]),
        forged([]),
        forged([[], 1]),
        forged(["dict", [[["list", []], 1]]]),
        forged(["dict", [1]]),
        forged(["tuple", 5]),
        (9).to_bytes(8, "little") + b"[" * 9,
        (200_000).to_bytes(8, "little") + b"[" * 200_000,
    ],
)
def test_what_nobody_has_packed_is_refused(data):
    with pytest.raises(ValueError):
        unpacked_values(data)


@given(st.binary(max_size=60), st.integers(0, 200), st.integers(0, 255))
def test_damage_is_refused_or_read_as_values(more, place, byte):
    data = bytearray(packed_values({"a": [1.5, (2, "x")], "b": np.arange(3)}) + more)
    data[place % len(data)] = byte
    try:
        found = unpacked_values(bytes(data))
    except ValueError:
        return
    assert is_plain(found)
