"""Load a pickle that holds data and nothing else: a pickle may name any function, and loading calls it."""

from __future__ import annotations

import io
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, NoReturn

import numpy as np

from trueness.data.open_file import read_bytes
from trueness.errors import FormatError

_PLAIN_CODE = re.compile(r"[<>|=]?(b1|i[1248]|u[1248]|f[248])")
_REMEDY = "Convert the file to CSV, JSON lines or Parquet where it was made."


def load(source: str | Path | IO[bytes]) -> Any:
    """Load plain containers, text, numbers and NumPy numbers from a pickle, and refuse everything else.

    No function or class named by the pickle is ever imported: the few that NumPy's numbers need are stood in
    for by functions of this module that check what they are given. Objects, structured types, dates and text
    inside arrays are refused. A hostile pickle can still be large; it cannot run anything.

    Parameters
    ----------
    source : str, Path or binary file
        The pickle, compressed or not (a binary file is read as it is).

    Returns
    -------
    object
        Made of dict, list, tuple, set, frozenset, str, bytes, numbers, None and NumPy numbers and arrays.

    Raises
    ------
    FormatError
        If the pickle asks for anything else (the message names it), or is truncated or no pickle.
    """
    path = str(source) if isinstance(source, (str, Path)) else str(getattr(source, "name", "pickle"))
    content = read_bytes(source) if isinstance(source, (str, Path)) else source.read()
    try:
        return _RestrictedUnpickler(io.BytesIO(content), path).load()
    except FormatError:
        raise
    except Exception as error:  # a damaged pickle fails in nearly every way there is
        raise FormatError(
            f"the pickle is truncated or damaged ({type(error).__name__}: {error}).",
            path=path,
            remedy="Copy or download the file again.",
        ) from error


class _RestrictedUnpickler(pickle.Unpickler):
    def __init__(self, file: IO[bytes], path: str) -> None:
        super().__init__(file)
        self._path = path

    def find_class(self, module: str, name: str, /) -> Any:
        if (stand_in := _STAND_INS.get(f"{module}.{name}")) is not None:
            return stand_in
        raise FormatError(
            f"the pickle asks for '{module}.{name}'; only plain containers, text and numbers are read.",
            path=self._path,
            remedy=_REMEDY,
        )

    def persistent_load(self, _pid: Any, /) -> NoReturn:
        raise FormatError("the pickle refers to objects outside itself.", path=self._path, remedy=_REMEDY)


class _StandIn:
    """Something a pickle may call but not change."""

    __slots__ = ("_call",)
    _call: Callable[..., Any]

    def __init__(self, call: Callable[..., Any]) -> None:
        object.__setattr__(self, "_call", call)

    def __call__(self, *arguments: Any) -> Any:
        return self._call(*arguments)

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise pickle.UnpicklingError("the pickle tries to change a function")

    def __setstate__(self, state: Any) -> NoReturn:
        raise pickle.UnpicklingError("the pickle tries to change a function")


class _PlainType:
    """A NumPy type of plain numbers; it holds only the code, so that no state reaches `numpy.dtype`."""

    __slots__ = ("_code",)

    def __init__(self, code: str) -> None:
        self._code = code

    def __setstate__(self, state: Any) -> None:
        # (version, byte order, subtype, names, fields, size, alignment, flags[, metadata])
        plain = isinstance(state, tuple) and len(state) in (8, 9) and state[2:5] == (None, None, None)
        if not plain or state[1] not in ("<", ">", "|", "=") or state[5:7] != (-1, -1):
            raise pickle.UnpicklingError("only NumPy types of plain numbers are read from pickles")
        self._code = state[1] + self._code.lstrip("<>|=")

    def numpy(self) -> np.dtype[Any]:
        """Return the type itself."""
        return np.dtype(self._code)


class _PlainArray(np.ndarray[Any, Any]):
    """An array whose pickled state is checked before NumPy sees it."""

    def __setstate__(self, state: Any, /) -> None:
        _, shape, kind, is_fortran, content = state
        if not isinstance(kind, _PlainType) or not isinstance(content, (bytes, bytearray)):
            raise pickle.UnpicklingError("only NumPy arrays of plain numbers are read from pickles")
        if any(type(length) is not int or length < 0 for length in shape):
            raise pickle.UnpicklingError("an array has an impossible shape")
        if int(np.prod([int(n) for n in shape], dtype=object)) * kind.numpy().itemsize != len(content):
            raise pickle.UnpicklingError("an array and its shape do not agree")
        super().__setstate__((1, tuple(shape), kind.numpy(), bool(is_fortran), bytes(content)))  # type: ignore[arg-type]


def _dtype(code: Any, *_: Any) -> _PlainType:
    if not isinstance(code, str) or not _PLAIN_CODE.fullmatch(code):
        raise pickle.UnpicklingError(f"only NumPy types of plain numbers are read from pickles, not {code!r}")
    return _PlainType(code)


def _scalar(kind: Any, content: Any) -> Any:
    if (
        not isinstance(kind, _PlainType)
        or not isinstance(content, bytes)
        or len(content) != kind.numpy().itemsize
    ):
        raise pickle.UnpicklingError("only NumPy numbers are read from pickles")
    return np.frombuffer(content, dtype=kind.numpy())[0]


def _reconstruct(*_: Any) -> _PlainArray:
    return _PlainArray((0,), dtype=np.int8)


def _encode(text: Any, encoding: Any = "latin1") -> bytes:
    """How protocol 2 spells bytes."""
    if not isinstance(text, str) or encoding not in ("latin1", "latin-1"):
        raise pickle.UnpicklingError("bytes are written in an unknown way")
    return text.encode("latin-1")


_STAND_INS = {
    **{f"{package}.multiarray.scalar": _StandIn(_scalar) for package in ("numpy.core", "numpy._core")},
    **{
        f"{package}.multiarray._reconstruct": _StandIn(_reconstruct)
        for package in ("numpy.core", "numpy._core")
    },
    "numpy.dtype": _StandIn(_dtype),
    "numpy.ndarray": _StandIn(_reconstruct),  # only ever the first argument of _reconstruct
    "_codecs.encode": _StandIn(_encode),
    # how protocols before 4 spell sets; no bytearray, whose length alone can fill the memory
    **{f"{module}.set": _StandIn(set) for module in ("builtins", "__builtin__")},
    **{f"{module}.frozenset": _StandIn(frozenset) for module in ("builtins", "__builtin__")},
}
