"""The instructions of a pickle that make data, followed without calling anything that the pickle names."""

from __future__ import annotations

import codecs
import pickle
import re
import struct
from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np

LONGEST_KEY = 100_000
"""Characters or bytes of the longest key: equal ones are compared from end to end, each time they are met."""

_LONGEST_NUMBER = 127  # bytes; what is longer is out of the range of a double
_MOST_DIGITS = 308  # with a sign; whole numbers of so many are in the range of a double
_LONGEST_TUPLE = 8  # as a key; hashes of tuples are computed each time
_MEMO_COST, _SET_COST, _MEMBER_COST = 100, 220, 70  # bytes in memory, about
_PLAIN_CODE = re.compile(r"[<>|=]?(b1|i[1248]|u[1248]|f[248])")
_PLAIN_KEYS = frozenset({float, bool, type(None)})


class RefusedPickleError(Exception):
    """What a pickle asks for and does not get, in words without a full stop."""


class _StandIn:
    """A function or type that a pickle may name, and what is done in its place."""

    __slots__ = ("call",)

    def __init__(self, call: Callable[..., Any]) -> None:
        self.call = call


class _PlainType:
    """A NumPy type of plain numbers; it holds only the code, so that no state reaches `numpy.dtype`."""

    __slots__ = ("_code",)

    def __init__(self, code: str) -> None:
        self._code = code

    def build(self, state: Any) -> None:
        """Take the byte order from a state, and nothing else."""
        # (version, byte order, subtype, names, fields, size, alignment, flags[, metadata])
        plain = type(state) is tuple and len(state) in (8, 9) and state[2:5] == (None, None, None)
        if not plain or state[1] not in ("<", ">", "|", "=") or state[5:7] != (-1, -1):
            raise RefusedPickleError("only NumPy types of plain numbers are read from pickles")
        self._code = state[1] + self._code.lstrip("<>|=")

    def numpy(self) -> np.dtype[Any]:
        """Return the type itself."""
        return np.dtype(self._code)


def read_pickle(content: bytes, budget: int) -> Any:
    """Read plain data from a pickle.

    What the instructions do is written down in `pickletools` of Python's library. Time and memory are in proportion to
    the length of the pickle and the budget: lengths are compared with what is there before anything is made of them,
    the memo is a mapping, and no key takes long to find.

    Parameters
    ----------
    content : bytes
        The pickle, of any protocol.
    budget : int
        Bytes that instructions which make more than they are long (sets, arrays, the memo) may take together.

    Returns
    -------
    object
        What the pickle holds. A container may hold itself, and there may be stand-ins for functions in it.

    Raises
    ------
    RefusedPickleError
        If the pickle asks for something other than plain data, or for more than the budget.
    Exception
        Of nearly any kind, if the pickle is damaged.
    """
    return _Machine(content, budget).read()


class _Machine:
    """The instructions that make data, each a method on the stack and the memo."""

    def __init__(self, content: bytes, budget: int) -> None:
        self._content = content
        self._left = budget
        self._at = 0
        self._stack: list[Any] = []
        self._below: list[list[Any]] = []  # the stacks below each mark
        self._memo: dict[int, Any] = {}

    def read(self) -> Any:
        """Follow the instructions to the last, and return what they made."""
        content, known = self._content, _INSTRUCTIONS
        while True:
            code = content[self._at : self._at + 1]
            if not code:
                raise EOFError("it ends too early")
            self._at += 1
            if code == pickle.STOP:
                return self._stack.pop()
            do = known.get(code)
            if do is None:
                raise ValueError(f"byte 0x{code.hex()} is foreign to pickles")
            do(self)

    def _take(self, count: int) -> bytes:
        end = self._at + count
        if count < 0 or end > len(self._content):
            raise EOFError("it ends too early")
        part = self._content[self._at : end]
        self._at = end
        return part

    def _length(self, size: int) -> int:
        return int.from_bytes(self._take(size), "little")

    def _line(self) -> bytes:
        end = self._content.find(b"\n", self._at)
        if end < 0:
            raise EOFError("it ends too early")
        part = self._content[self._at : end]
        self._at = end + 1
        return part

    def _spend(self, cost: int) -> None:
        self._left -= cost
        if self._left < 0:
            raise RefusedPickleError("the pickle would take far more memory than it is long")

    def constant(self, value: Any) -> None:
        self._stack.append(value)

    def number(self, format: str) -> None:
        (value,) = struct.unpack(format, self._take(struct.calcsize(format)))
        self._stack.append(value)

    def double(self) -> None:  # most of a file of scores
        at = self._at
        self._stack.append(_DOUBLE(self._content, at)[0])
        self._at = at + 8

    def long(self, size: int) -> None:
        length = self._length(size)
        if length > _LONGEST_NUMBER:
            raise RefusedPickleError("the pickle holds a whole number that is out of the range of a double")
        self._stack.append(int.from_bytes(self._take(length), "little", signed=True))

    def written_number(self, kind: Callable[[bytes], Any]) -> None:
        line = self._line().removesuffix(b"L")
        if len(line) > _MOST_DIGITS:
            raise RefusedPickleError("the pickle holds a whole number that is out of the range of a double")
        truth = {b"00": False, b"01": True} if kind is _whole else {}
        self._stack.append(truth[line] if line in truth else kind(line))

    def text(self, size: int) -> None:
        self._stack.append(str(self._take(self._length(size)), "utf-8"))  # no halves of surrogate pairs

    def ascii(self, size: int) -> None:  # text of Python 2
        self._stack.append(str(self._take(self._length(size)), "ascii"))

    def quoted(self) -> None:
        line = self._line().strip()
        if len(line) < 2 or line[:1] != line[-1:] or line[:1] not in (b'"', b"'"):
            raise ValueError("a text lacks its quotes")
        self._stack.append(str(codecs.escape_decode(line[1:-1])[0], "ascii"))

    def escaped(self) -> None:
        found = str(self._line(), "raw-unicode-escape")
        found.encode()  # no halves of surrogate pairs
        self._stack.append(found)

    def byte_text(self, size: int) -> None:
        self._stack.append(self._take(self._length(size)))

    def mark(self) -> None:
        self._below.append(self._stack)
        self._stack = []

    def pop_to_mark(self) -> None:
        self._to_mark()

    def _to_mark(self) -> list[Any]:
        members = self._stack
        self._stack = self._below.pop()
        return members

    def pop(self) -> None:
        if self._stack:
            self._stack.pop()
        else:
            self._to_mark()

    def duplicate(self) -> None:
        self._stack.append(self._stack[-1])

    def _put(self, number: int) -> None:
        if number not in self._memo:
            self._spend(_MEMO_COST)
        self._memo[number] = self._stack[-1]

    def put(self, size: int) -> None:
        self._put(self._length(size))

    def put_written(self) -> None:
        self._put(self._written_index())

    def memoize(self) -> None:
        self._put(len(self._memo))

    def get(self, size: int) -> None:
        self._stack.append(self._memo[self._length(size)])

    def get_written(self) -> None:
        self._stack.append(self._memo[self._written_index()])

    def _written_index(self) -> int:
        line = self._line()
        if not line.isdigit() or len(line) > 10:
            raise ValueError("a number of the memo is broken")
        return int(line)

    def empty(self, kind: Callable[[], Any]) -> None:
        if kind is set:
            self._spend(_SET_COST)
        self._stack.append(kind())

    def append(self) -> None:
        member = self._stack.pop()
        self._top(list).append(member)

    def appends(self) -> None:
        members = self._to_mark()
        self._top(list).extend(members)

    def set_item(self) -> None:
        value, key = self._stack.pop(), self._stack.pop()
        _check_key(key)
        self._top(dict)[key] = value

    def set_items(self) -> None:
        members = self._to_mark()
        _fill(self._top(dict), members)

    def add_items(self) -> None:
        members = self._to_mark()
        self._top(set).update(self._keys(members))

    def list_to_mark(self) -> None:
        members = self._to_mark()
        self._stack.append(members)

    def dict_to_mark(self) -> None:
        members = self._to_mark()
        made: dict[Any, Any] = {}
        _fill(made, members)
        self._stack.append(made)

    def frozenset_to_mark(self) -> None:
        members = self._to_mark()
        self._stack.append(frozenset(self._keys(members)))

    def tuple_to_mark(self) -> None:
        members = self._to_mark()
        self._stack.append(tuple(members))

    def tuple_of(self, count: int) -> None:
        if len(self._stack) < count:
            raise ValueError("a tuple has too few members")
        self._stack[-count:] = [tuple(self._stack[-count:])]

    def _top(self, kind: type) -> Any:
        if type(self._stack[-1]) is not kind:
            raise ValueError(f"something is added to what should be a {kind.__name__}")
        return self._stack[-1]

    def _keys(self, members: list[Any]) -> list[Any]:
        self._spend(_SET_COST + _MEMBER_COST * len(members))
        for member in members:
            _check_key(member)
        return members

    def protocol(self) -> None:
        if (version := self._length(1)) > pickle.HIGHEST_PROTOCOL:
            raise ValueError(f"protocol {version} is above the highest")

    def frame(self) -> None:
        if self._length(8) > len(self._content) - self._at:
            raise EOFError("it ends too early")

    def named(self) -> None:
        module, name = str(self._line(), "utf-8"), str(self._line(), "utf-8")
        self._stack.append(_stand_in(module, name))

    def named_on_stack(self) -> None:
        name, module = self._stack.pop(), self._stack.pop()
        if type(name) is not str or type(module) is not str:
            raise ValueError("a name must be text")
        self._stack.append(_stand_in(module, name))

    def instance(self) -> None:
        module, name = str(self._line(), "utf-8"), str(self._line(), "utf-8")
        raise _asks_for(f"{module}.{name}")

    def other(self, problem: str) -> NoReturn:
        raise RefusedPickleError(problem)

    def reduce(self) -> None:
        arguments, called = self._stack.pop(), self._stack.pop()
        if type(called) is not _StandIn or type(arguments) is not tuple:
            raise RefusedPickleError("the pickle may call functions only")
        self._stack.append(called.call(self, *arguments))

    def build(self) -> None:
        state, built = self._stack.pop(), self._stack[-1]
        if type(built) is _PlainType:
            built.build(state)
        elif type(built) is np.ndarray:
            self._build_array(built, state)
        elif type(built) is _StandIn:
            raise RefusedPickleError("the pickle tries to change a function")
        else:
            raise RefusedPickleError(
                "the pickle holds objects; only plain containers, text and numbers are read"
            )

    def _build_array(self, array: np.ndarray[Any, Any], state: Any) -> None:
        _, shape, kind, is_fortran, content = state
        if type(kind) is not _PlainType or type(content) is not bytes:
            raise RefusedPickleError("only NumPy arrays of plain numbers are read from pickles")
        if type(shape) is not tuple or any(type(length) is not int or length < 0 for length in shape):
            raise RefusedPickleError("an array has an impossible shape")
        size = kind.numpy().itemsize
        for length in sorted(shape):  # a length of nothing first: others may then be any
            size = min(size * length, len(content) + 1)
        if size != len(content):
            raise RefusedPickleError("an array and its shape disagree")
        self._spend(size)
        array.__setstate__((1, shape, kind.numpy(), bool(is_fortran), content))  # type: ignore[arg-type]

    def call_scalar(self, kind: Any, content: Any) -> Any:
        if (
            type(kind) is not _PlainType
            or type(content) is not bytes
            or len(content) != kind.numpy().itemsize
        ):
            raise RefusedPickleError("only NumPy numbers are read from pickles")
        return np.frombuffer(content, dtype=kind.numpy())[0]

    def call_dtype(self, code: Any, *_: Any) -> _PlainType:
        if type(code) is not str or not _PLAIN_CODE.fullmatch(code):
            raise RefusedPickleError("only NumPy types of plain numbers are read from pickles")
        return _PlainType(code)

    def call_reconstruct(self, *_: Any) -> np.ndarray[Any, Any]:
        return np.empty((0,), dtype=np.int8)

    def call_encode(self, text: Any, encoding: Any = "latin1") -> Any:
        """How protocol 2 spells bytes."""
        if type(text) is not str or encoding not in ("latin1", "latin-1"):
            raise RefusedPickleError("bytes are written in a foreign way")
        self._spend(len(text))
        return text.encode("latin-1")

    def call_bytes(self) -> bytes:
        """How protocol 2 spells no bytes."""
        return b""

    def call_set(self, members: Any = ()) -> set[Any]:
        """How protocols before 4 spell sets."""
        return set(self._members_of(members))

    def call_frozenset(self, members: Any = ()) -> frozenset[Any]:
        return frozenset(self._members_of(members))

    def _members_of(self, members: Any) -> list[Any]:
        if type(members) not in (list, tuple):
            raise RefusedPickleError("a set must be made of a list")
        return self._keys(list(members))


def _fill(into: dict[Any, Any], members: list[Any]) -> None:
    if len(members) % 2:
        raise ValueError("a key lacks its value")
    keys = members[::2]
    for key in keys:
        _check_key(key)
    into.update(zip(keys, members[1::2], strict=True))


def _check_key(key: Any) -> None:
    """Check that a key is found in one step: hashes of tuples and large numbers can be made to meet."""
    kind = type(key)
    if kind is str or kind is bytes:
        plain = len(key) <= LONGEST_KEY
    elif kind is tuple:
        plain = len(key) <= _LONGEST_TUPLE and all(
            type(part) is str and len(part) <= LONGEST_KEY for part in key
        )
    elif kind is int:
        plain = -(1 << 63) <= key < 1 << 64
    else:
        plain = kind in _PLAIN_KEYS or isinstance(key, np.generic)
    if not plain:
        raise RefusedPickleError("keys and members of sets must be numbers, texts or short tuples of texts")


def _stand_in(module: str, name: str) -> _StandIn:
    if (found := _STAND_INS.get(f"{module}.{name}")) is None:
        raise _asks_for(f"{module}.{name}")
    return found


def _asks_for(what: str) -> RefusedPickleError:
    return RefusedPickleError(
        f"the pickle asks for '{what:.100}'; only plain containers, text and numbers are read"
    )


_DOUBLE = struct.Struct(">d").unpack_from
_STAND_INS = {
    **{
        f"{package}.multiarray.scalar": _StandIn(_Machine.call_scalar)
        for package in ("numpy.core", "numpy._core")
    },
    **{
        f"{package}.multiarray._reconstruct": _StandIn(_Machine.call_reconstruct)
        for package in ("numpy.core", "numpy._core")
    },
    "numpy.dtype": _StandIn(_Machine.call_dtype),
    "numpy.ndarray": _StandIn(_Machine.call_reconstruct),  # only ever the first argument of _reconstruct
    "_codecs.encode": _StandIn(_Machine.call_encode),
    **{f"{module}.bytes": _StandIn(_Machine.call_bytes) for module in ("builtins", "__builtin__")},
    **{f"{module}.set": _StandIn(_Machine.call_set) for module in ("builtins", "__builtin__")},
    **{f"{module}.frozenset": _StandIn(_Machine.call_frozenset) for module in ("builtins", "__builtin__")},
}


def _whole(line: bytes) -> int:
    return int(line, 0)  # as Python's reader


def _with(do: Callable[..., None], *arguments: Any, **named: Any) -> Callable[[_Machine], None]:
    return lambda reader: do(reader, *arguments, **named)


_OBJECTS = "the pickle holds objects; only plain containers, text and numbers are read"
_OUTSIDE = "the pickle refers to objects outside itself"
_INSTRUCTIONS: dict[bytes, Callable[[_Machine], None]] = {
    pickle.PROTO: _Machine.protocol,
    pickle.FRAME: _Machine.frame,
    pickle.NONE: _with(_Machine.constant, value=None),
    pickle.NEWTRUE: _with(_Machine.constant, value=True),
    pickle.NEWFALSE: _with(_Machine.constant, value=False),
    pickle.BININT: _with(_Machine.number, "<i"),
    pickle.BININT1: _with(_Machine.number, "<B"),
    pickle.BININT2: _with(_Machine.number, "<H"),
    pickle.BINFLOAT: _Machine.double,
    pickle.LONG1: _with(_Machine.long, 1),
    pickle.LONG4: _with(_Machine.long, 4),
    pickle.INT: _with(_Machine.written_number, _whole),
    pickle.LONG: _with(_Machine.written_number, _whole),
    pickle.FLOAT: _with(_Machine.written_number, float),
    pickle.SHORT_BINUNICODE: _with(_Machine.text, 1),
    pickle.BINUNICODE: _with(_Machine.text, 4),
    pickle.BINUNICODE8: _with(_Machine.text, 8),
    pickle.SHORT_BINSTRING: _with(_Machine.ascii, 1),
    pickle.BINSTRING: _with(_Machine.ascii, 4),
    pickle.STRING: _Machine.quoted,
    pickle.UNICODE: _Machine.escaped,
    pickle.SHORT_BINBYTES: _with(_Machine.byte_text, 1),
    pickle.BINBYTES: _with(_Machine.byte_text, 4),
    pickle.BINBYTES8: _with(_Machine.byte_text, 8),
    pickle.MARK: _Machine.mark,
    pickle.POP: _Machine.pop,
    pickle.POP_MARK: _Machine.pop_to_mark,
    pickle.DUP: _Machine.duplicate,
    pickle.BINPUT: _with(_Machine.put, 1),
    pickle.LONG_BINPUT: _with(_Machine.put, 4),
    pickle.PUT: _Machine.put_written,
    pickle.MEMOIZE: _Machine.memoize,
    pickle.BINGET: _with(_Machine.get, 1),
    pickle.LONG_BINGET: _with(_Machine.get, 4),
    pickle.GET: _Machine.get_written,
    pickle.EMPTY_DICT: _with(_Machine.empty, dict),
    pickle.EMPTY_LIST: _with(_Machine.empty, list),
    pickle.EMPTY_SET: _with(_Machine.empty, set),
    pickle.EMPTY_TUPLE: _with(_Machine.constant, value=()),
    pickle.APPEND: _Machine.append,
    pickle.APPENDS: _Machine.appends,
    pickle.SETITEM: _Machine.set_item,
    pickle.SETITEMS: _Machine.set_items,
    pickle.ADDITEMS: _Machine.add_items,
    pickle.LIST: _Machine.list_to_mark,
    pickle.DICT: _Machine.dict_to_mark,
    pickle.FROZENSET: _Machine.frozenset_to_mark,
    pickle.TUPLE: _Machine.tuple_to_mark,
    pickle.TUPLE1: _with(_Machine.tuple_of, 1),
    pickle.TUPLE2: _with(_Machine.tuple_of, 2),
    pickle.TUPLE3: _with(_Machine.tuple_of, 3),
    pickle.GLOBAL: _Machine.named,
    pickle.STACK_GLOBAL: _Machine.named_on_stack,
    pickle.REDUCE: _Machine.reduce,
    pickle.BUILD: _Machine.build,
    pickle.INST: _Machine.instance,
    **dict.fromkeys((pickle.OBJ, pickle.NEWOBJ, pickle.NEWOBJ_EX), _with(_Machine.other, _OBJECTS)),
    pickle.BYTEARRAY8: _with(_Machine.other, _OBJECTS),
    **dict.fromkeys(
        (
            *(pickle.PERSID, pickle.BINPERSID, pickle.EXT1, pickle.EXT2, pickle.EXT4),
            *(pickle.NEXT_BUFFER, pickle.READONLY_BUFFER),
        ),
        _with(_Machine.other, _OUTSIDE),
    ),
}
