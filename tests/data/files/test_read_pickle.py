"""Instructions of pickles give what Python's own reader gives, and cost no more than the file and the budget."""

from __future__ import annotations

import codecs
import io
import pickle
import random
import struct
import tracemalloc
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.data.files.read_pickle import LONGEST_KEY, RefusedPickleError, read_pickle

BUDGET = 1 << 17
KEYS = st.none() | st.booleans() | st.integers(-(2**63), 2**63) | st.floats(allow_nan=False) | st.text()
VALUES = st.recursive(
    KEYS | st.integers(-(2**1000), 2**1000) | st.binary() | st.sets(KEYS) | st.frozensets(st.binary()),
    lambda inner: st.lists(inner) | st.tuples(inner, inner, inner, inner) | st.dictionaries(KEYS, inner),
    max_leaves=30,
)


class Own(pickle._Unpickler):  # type: ignore[name-defined,misc]
    """Python's reader, without a way to anything that is no data; the one in C fills the memory now and then."""

    def find_class(self, module: str, name: str) -> Any:
        known = {"encode": codecs.encode, "bytes": bytes, "set": set, "frozenset": frozenset}
        if module not in ("_codecs", "builtins", "__builtin__"):
            raise pickle.UnpicklingError(module)
        return known[name]


@given(VALUES, st.integers(0, 5))
def test_values_of_every_protocol_come_back(value: Any, protocol: int) -> None:
    read = read_pickle(pickle.dumps(value, protocol), BUDGET * 10)
    assert read == value
    assert repr(read) == repr(value) or isinstance(value, set | frozenset | dict | list | tuple)


def test_what_is_shared_stays_shared() -> None:
    inner = [1]
    read = read_pickle(pickle.dumps({"a": inner, "b": (inner, inner)}), BUDGET)
    assert read["a"] is read["b"][0] is read["b"][1]


@pytest.mark.parametrize(
    ("content", "value"),
    [
        (b"(lp0\nI1\naI01\naL5L\naF2.5\naS'a\\x62'\naV\\u00e9\nag0\n0.", [1, True, 5, 2.5, "ab", "é"]),
        (b"(S'a'\nI2\nd.", {"a": 2}),
        (b"L-" + b"9" * 305 + b"L\n.", 1 - 10**305),
        (b"(I1\nI2\nt.", (1, 2)),
        (b"\x80\x02N(K\x01K\x021.", None),
        (b"\x80\x02U\x01aT\x01\x00\x00\x00b\x86.", ("a", "b")),
        (b"\x80\x02K\x012\x86.", (1, 1)),
        (b"\x80\x04\x8e\x01\x00\x00\x00\x00\x00\x00\x00x.", b"x"),
        (b"\x80\x04\x8d\x01\x00\x00\x00\x00\x00\x00\x00x.", "x"),
        (b"\x80\x02\x8b\x01\x00\x00\x00\xff.", -1),
    ],
)
def test_old_and_rare_instructions(content: bytes, value: Any) -> None:
    assert repr(read_pickle(content, BUDGET)) == repr(value) == repr(Own(io.BytesIO(content)).load())


def test_changed_pickles_are_read_as_python_reads_them_or_refused() -> None:
    value = {"a": [1, 2.5, None, True, "é"], "b": (b"x", {1, 2}, frozenset("q")), 3: {"deep": {}}, "n": 2**70}
    known = [pickle.dumps(value, protocol) for protocol in range(4)]  # Python checks frames in other places
    rng = random.Random(14)
    equal = 0
    for _ in range(3000):
        content = bytearray(rng.choice(known))
        content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
        try:
            read = read_pickle(bytes(content), BUDGET)
        except Exception:  # noqa: BLE001, S112 - `load` makes one error of all
            continue
        if "_StandIn" in repr(read):  # which `load` does not let through
            continue
        assert repr(read) == repr(Own(io.BytesIO(content)).load())
        equal += 1
    assert equal > 300


def doubled(n: int, key: bytes, start: bytes, double: bytes) -> bytes:
    """Make a pickle in which every value holds the one before twice."""
    steps = b"".join(double.replace(b"?", bytes([k])) + b"q" + bytes([k + 1]) for k in range(n))
    return b"\x80\x02}" + start + b"q\x00" + steps + key


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (doubled(60, b"K\x01s.", b")", b"h?\x86"), "members of sets must"),
        (doubled(60, b"(h\x3c\x91.", b")", b"h?\x86"), "members of sets must"),
        (b"\x80\x02}\x8a\x09" + (2**64).to_bytes(9, "little") + b"Ns.", "keys and members"),
        (
            b"\x80\x02}X" + struct.pack("<I", LONGEST_KEY + 1) + b"a" * (LONGEST_KEY + 1) + b"Ns.",
            "members of sets must",
        ),
        (b"\x80\x02}(" + b"X\x01\x00\x00\x00a" * 9 + b"tNs.", "keys and members"),
        (b"\x80\x02\x8a\x80" + b"\x7f" * 128 + b".", "out of the range of a double"),
        (b"I" + b"9" * 4000 + b"\n.", "out of the range of a double"),
        (b"L" + b"1" * 309 + b"L\n.", "out of the range of a double"),
        (b"\x80\x05\x96\x00\x00\x00\x00\x04\x00\x00\x00a.", "holds objects"),
        (b"\x80\x04](" + b"\x8f" * 10_000 + b"e.", "far more memory"),
        (b"\x80\x04]" + b"\x94" * 10_000 + b".", "far more memory"),
        (
            b"\x80\x02](c_codecs\nencode\nq\x00X\x00\x10\x00\x00" + b"a" * 4096 + b"\x85q\x01"
            b"" + b"h\x00h\x01R" * 100 + b"e.",
            "far more memory",
        ),
        (
            b"\x80\x02](c__builtin__\nset\nq\x00](K\x01K\x02e\x85q\x01" + b"h\x00h\x01R" * 1000 + b"e.",
            "far more",
        ),
    ],
)
def test_what_costs_more_than_it_is_long_is_refused(content: bytes, why: str) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(RefusedPickleError, match=why):
            read_pickle(content, BUDGET)
        assert tracemalloc.get_traced_memory()[1] < 20 * BUDGET
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("put", [b"r\x00\x00\x00\x10", b"p268435456\n"])
def test_a_large_number_in_the_memo_costs_no_memory(put: bytes) -> None:
    tracemalloc.start()
    try:
        assert read_pickle(b"\x80\x02}" + put + b".", BUDGET) == {}
        assert tracemalloc.get_traced_memory()[1] < BUDGET
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "content",
    [
        b"\x80\x02X\xff\xff\xff\x7fa.",  # lengths that are not there
        b"\x80\x04\x8d\xff\xff\xff\xff\xff\xff\xff\xffa.",
        b"\x80\x04\x95\x00\x00\x00\x00\x00\x00\x00\x10}.",
        b"\x80\x02X\x03\x00\x00\x00\xed\xa0\x80.",  # half of a surrogate pair
        b"V\\ud800\n.",
        b"\x80\x02K\x01K\x02a.",  # nothing to add to
        b"\x80\x02}(K\x01u.",
        b"\x80\x02K\x01\x86.",
        b"\x80\x02h\x05.",
        b"\x80\x07N.",
        b"\xffN.",
        b"",
    ],
)
def test_damaged_instructions(content: bytes) -> None:
    with pytest.raises((EOFError, ValueError, IndexError, KeyError)):
        read_pickle(content, BUDGET)


def test_one_array_cannot_be_made_many_times_from_the_same_bytes() -> None:
    array = np.arange(1000.0)
    once = pickle.dumps([array], 2)
    np.testing.assert_array_equal(read_pickle(once, BUDGET)[0], array)
    with pytest.raises(RefusedPickleError, match="far more memory"):
        read_pickle(once, 1000)
