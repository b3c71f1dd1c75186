"""Pickles of data load; pickles that name anything else are refused before it is looked up."""

from __future__ import annotations

import gzip
import io
import os
import pickle
import pickletools
from collections import OrderedDict
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.data.files.restricted_pickle import DEEPEST, load
from trueness.data.reading.read import read_scores
from trueness.errors import FormatError


def loads(content: bytes) -> Any:
    return load(io.BytesIO(content))


class Calls:
    """Pickles as a call of any function."""

    def __init__(self, function: Any, *arguments: Any) -> None:
        self.call = (function, arguments)

    def __reduce__(self) -> Any:
        return self.call


PLAIN = {
    "a": [1, 2.5, None, True, "é"],
    "b": (b"x", {1, 2}, frozenset("q")),
    3: {"deep": {"er": []}},
    "big": 2**70,
}


@pytest.mark.parametrize("protocol", range(6))
def test_plain_data_of_every_protocol(protocol: int) -> None:
    assert loads(pickle.dumps(PLAIN, protocol)) == PLAIN


@pytest.mark.parametrize("protocol", range(2, 6))
@pytest.mark.parametrize("kind", ["f8", "f4", "f2", "i8", "i4", "u1", "?", ">f8", ">i2"])
def test_numpy_numbers_and_arrays(protocol: int, kind: str) -> None:
    array = np.array([[1, 0, 1], [0, 1, 1]], dtype=kind)
    if protocol < 5:  # protocol 5 spells arrays by another function
        read = loads(pickle.dumps(array, protocol))
        np.testing.assert_array_equal(read, array)
        np.testing.assert_array_equal(loads(pickle.dumps(np.asfortranarray(array), protocol)), array)
    scalar = loads(pickle.dumps(array[0, 0], protocol))
    assert scalar == 1
    assert isinstance(scalar, np.generic)


@pytest.mark.parametrize(
    ("function", "arguments", "named"),
    [
        (os.system, ("touch broken",), r"(posix|nt)\.system"),
        (eval, ("1 + 1",), "builtins.eval"),
        (exec, ("x = 1",), "builtins.exec"),
        (getattr, ("a", "upper"), "builtins.getattr"),
        (np.load, ("data.npy",), r"numpy\S*\.load"),
        (np.frombuffer, (b"12345678",), r"numpy\S*\.frombuffer"),
        (OrderedDict, (), "collections.OrderedDict"),
        (bytearray, (10**12,), "builtins.bytearray"),
    ],
)
@pytest.mark.parametrize("protocol", [2, 4])
def test_anything_else_is_refused_by_name(
    function: Any,
    arguments: tuple[Any, ...],
    named: str,
    protocol: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    named = named.replace("builtins", "(builtins|__builtin__)")
    with pytest.raises(FormatError, match=f"asks for '{named}'.*Convert the file"):
        loads(pickle.dumps([1, Calls(function, *arguments)], protocol))
    assert not list(tmp_path.iterdir())


def test_code_hidden_behind_dotted_names_is_refused() -> None:
    for module, name in [
        ("numpy", "dtype.__class__"),
        ("numpy.core.multiarray", "scalar.__globals__"),
        ("os", "system"),
    ]:
        content = pickle.PROTO + b"\x04"
        for text in (module, name):
            content += pickle.SHORT_BINUNICODE + bytes([len(text)]) + text.encode()
        with pytest.raises(FormatError, match="asks for"):
            loads(content + pickle.STACK_GLOBAL + pickle.STOP)


def test_types_other_than_plain_numbers_are_refused() -> None:
    structured = np.zeros(2, dtype=[("a", "f8"), ("b", "O")])
    for value in (
        *(np.array([{}], dtype=object), structured, structured[0], np.array(["text"]), np.str_("text")),
        *(np.datetime64("2020-01-01"), np.array([b"x"]), np.dtype("O"), np.dtype([("a", "f8")])),
    ):
        with pytest.raises(FormatError):
            loads(pickle.dumps(value, 4))


@pytest.mark.parametrize(
    "state",
    [
        (3, "<", ("O", (2,)), None, None, -1, -1, 0),  # a subtype
        (3, "<", None, ("a",), {"a": (np.dtype("f8"), 0)}, 8, 1, 0),  # fields
        (3, "<", None, None, None, 10**9, 1, 0),  # a size of its own
        (3, "O", None, None, None, -1, -1, 0),  # a byte order that is none
        "state",
    ],
)
def test_a_type_cannot_be_changed_by_its_state(state: Any) -> None:
    class Type:
        def __reduce__(self) -> Any:
            return np.dtype, ("f8", False, True), state

    with pytest.raises(FormatError):
        loads(pickle.dumps(Type(), 4))


def test_arrays_whose_shape_lies_are_refused() -> None:
    for shape, content in [((10**9,), b"12345678"), ((-1,), b""), ((2, 2), b"1" * 31), ((1,), ["object"])]:

        class Array:
            def __reduce__(self, shape: Any = shape, content: Any = content) -> Any:
                reconstruct = np.zeros(1).__reduce__()[0]
                return reconstruct, (np.ndarray, (0,), b"b"), (1, shape, np.dtype("f8"), False, content)

        with pytest.raises(FormatError):
            loads(pickle.dumps(Array(), 2))


def test_stand_ins_cannot_be_changed() -> None:
    before = loads(pickle.dumps(np.float64(2.5)))
    for state in ({"x": 1}, (None, {"_call": 1}), (None, {"__defaults__": (1,)})):
        content = b"cnumpy\ndtype\n" + pickle.dumps(state, 2)[2:-1] + pickle.BUILD + pickle.STOP
        pickletools.dis(content, out=io.StringIO())  # it is a well-formed pickle
        with pytest.raises(FormatError, match="tries to change a function"):
            loads(content)
    assert loads(pickle.dumps(np.float64(2.5))) == before == 2.5


def test_truncated_pickles(tmp_path: Path) -> None:
    whole = pickle.dumps(PLAIN)
    path = tmp_path / "a.pkl"
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        with pytest.raises(FormatError, match=r"a\.pkl.*truncated or damaged"):
            load(path)
    path.write_bytes(gzip.compress(whole))
    assert load(path) == PLAIN


@given(st.binary(max_size=60))
def test_random_bytes_never_fail_in_another_way(content: bytes) -> None:
    try:
        loads(content)
    except FormatError:
        return


def test_references_to_other_objects_are_refused() -> None:
    with pytest.raises(FormatError, match="objects outside itself"):
        loads(b"Pname\n.")


def nested(depth: int, by: bytes) -> bytes:
    return b"\x80\x02" + b"]" * depth + by * (depth - 1) + b"."


def shared(times: int) -> bytes:
    """Make dictionaries that each hold the one before twice."""
    steps = b"".join(
        b"}q%c(X\x01\x00\x00\x00ah%cX\x01\x00\x00\x00bh%cu0" % (k + 1, k, k) for k in range(times)
    )
    return b"\x80\x02}q\x000" + steps + b"h%c." % times


def test_containers_lie_in_each_other_as_deep_as_is_said() -> None:
    assert loads(nested(DEEPEST, b"a"))
    for depth in (DEEPEST + 1, 50_000):
        with pytest.raises(FormatError, match=f"more than {DEEPEST} containers.*Convert"):
            loads(nested(depth, b"a"))
    with pytest.raises(FormatError, match="more than"):
        loads(b"\x80\x02)" + b"\x85" * 50_000 + b".")


@pytest.mark.parametrize(
    "content",
    [
        b"\x80\x02]q\x00h\x00a.",
        b"\x80\x02}q\x00X\x01\x00\x00\x00ah\x00s.",
        b"\x80\x02]q\x00h\x00\x85a.",
        b"\x80\x02}q\x00X\x10\x00\x00\x00system_summariesh\x00sX\x06\x00\x00\x00scoresh\x00s.",
    ],
)
def test_what_holds_itself_is_refused(content: bytes, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="holds itself"):
        loads(content)
    path = tmp_path / "a.pkl"
    path.write_bytes(content)
    with pytest.raises(FormatError, match="holds itself"):
        read_scores(path, format="realsumm")


def test_what_is_shared_counts_in_every_place() -> None:
    assert loads(shared(10))["a"]["b"] == loads(shared(8))
    assert len(shared(30)) < 700
    with pytest.raises(FormatError, match="far more than it is long"):
        loads(shared(30))
    text = b"\x80\x02](X\xa0\x86\x01\x00" + b"a" * 100_000 + b"q\x01"
    assert len(loads(text + b"h\x01" * 100 + b"e.")) == 101
    with pytest.raises(FormatError, match="far more than it is long"):
        loads(text + b"h\x01" * 10_000 + b"e.")


def test_no_function_or_type_is_left_in_what_is_loaded() -> None:
    for content in (b"cnumpy\ndtype\n.", b"(lcnumpy\ndtype\na.", pickle.dumps({"a": np.dtype("f8")})):
        with pytest.raises(FormatError, match="holds a function or a type"):
            loads(content)


def test_a_pickle_has_a_largest_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trueness.data.files.restricted_pickle.LARGEST", 10_000)
    path = tmp_path / "a.pkl.gz"
    path.write_bytes(gzip.compress(pickle.dumps(b"a" * 9_900)))
    assert len(load(path)) == 9_900
    path.write_bytes(gzip.compress(pickle.dumps(b"a" * 10_000)))
    with pytest.raises(FormatError, match=r"more than 10,000 bytes.*Convert the file"):
        load(path)
