"""Load a pickle that holds data and nothing else: a pickle may name any function, and loading calls it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import IO, Any

import numpy as np

from trueness.data.files.open_file import open_bytes
from trueness.data.files.read_pickle import RefusedPickleError, read_pickle
from trueness.errors import FormatError

LARGEST = 1 << 26
"""Bytes of the largest pickle that is read, decompressed: every byte may be an instruction."""

DEEPEST = 100
"""How many containers may lie within each other: what reads them later goes down by calling itself."""

GROWTH = 128
"""How many times its length a pickle may take in memory, and hold in characters and values where what it holds in
several places is counted in each: a pickle of 300 bytes may else hold 2⁶⁰ of them."""

_SMALL = 1 << 17
"""What any pickle may hold, however short it is."""

_CONTAINERS = frozenset({dict, list, tuple, set, frozenset})
_NUMBERS = frozenset({int, float, bool, type(None)})
_CONVERT = "Convert the file to CSV, JSON lines or Parquet where it was made."
_COPY = "Copy or download the file again."


def load(source: str | Path | IO[bytes]) -> Any:
    """Load plain containers, text, numbers and NumPy numbers from a pickle, and refuse everything else.

    Python's own reader is not used: a few bytes make it fill the memory (a number for its memo), or never end (a key
    whose hash takes 2⁶⁰ steps). `read_pickle` knows the instructions that make data, calls nothing that a pickle
    names, and takes time and memory in proportion to the length of the file. Objects, structured types, dates and text
    inside arrays are refused.

    Parameters
    ----------
    source : str, Path or binary file
        The pickle, compressed or not (a binary file is read as it is), of at most `LARGEST` bytes.

    Returns
    -------
    object
        Made of dict, list, tuple, set, frozenset, str, bytes, numbers, None and NumPy numbers and arrays, at most
        `DEEPEST` deep. Keys and members of sets are numbers of up to 64 bits, None, text, bytes, or short tuples of
        text.

    Raises
    ------
    FormatError
        If the pickle asks for anything else (the message names it), holds itself, is too large, too deep, or holds far
        more than it is long, or is truncated or no pickle.
    """
    path = str(source) if isinstance(source, (str, Path)) else str(getattr(source, "name", "pickle"))
    if isinstance(source, (str, Path)):
        with open_bytes(source) as file:
            content = file.read(LARGEST + 1)
    else:
        content = source.read(LARGEST + 1)
    try:
        return _loaded(content)
    except RefusedPickleError as error:
        raise FormatError(f"{error}.", path=path, remedy=_CONVERT) from error
    except Exception as error:  # a damaged pickle fails in nearly every way there is
        raise FormatError(
            f"the pickle is truncated or damaged ({type(error).__name__}: {error}).", path=path, remedy=_COPY
        ) from error


def _loaded(content: bytes) -> Any:
    if len(content) > LARGEST:
        raise RefusedPickleError(f"the pickle has more than {LARGEST:,} bytes")
    most = _SMALL + GROWTH * len(content)
    found = read_pickle(content, most)
    _check_extent(found, most)
    return found


def _check_extent(found: Any, most: int) -> None:
    """Check that values hold only what is plain, do not hold themselves, and are not too many or too deep.

    What is held in several places is counted in each, as what reads it comes to it in each.
    """
    done: dict[
        int, tuple[int, int]
    ] = {}  # characters and values in a container, containers within each other
    begun: set[int] = set()
    todo: list[Any] = [(found,)]  # a container around it all, so that there is one
    while todo:
        container = todo[-1]
        if id(container) in done:
            todo.pop()
            continue
        total, depth, waiting = _extent(container, done)
        if total > most:
            raise RefusedPickleError(
                "the pickle holds far more than it is long: the same values again and again"
            )
        if not waiting:
            if depth > DEEPEST:
                raise RefusedPickleError(f"the pickle has more than {DEEPEST} containers within each other")
            done[id(container)] = total, depth + 1
            todo.pop()
        elif id(container) in begun:  # what it waits for waits for it
            raise RefusedPickleError("the pickle holds a container that holds itself")
        else:
            begun.add(id(container))
            todo += waiting


def _extent(container: Any, done: dict[int, tuple[int, int]]) -> tuple[int, int, list[Any]]:
    """Return how much a container holds, how deep it is, and the containers in it that have to be looked at before."""
    total, depth = 1, 0
    waiting = []
    for member in _members(container):
        kind = type(member)
        if kind not in _CONTAINERS:
            total += _size(member)
        elif (found := done.get(id(member))) is None:
            waiting.append(member)
        else:
            total += found[0]
            depth = max(depth, found[1])
    return total, depth, waiting


def _members(container: Any) -> Iterable[Any]:
    return [*container, *container.values()] if type(container) is dict else container


def _size(value: Any) -> int:
    kind = type(value)
    if kind in _NUMBERS:
        return 1
    if kind is str or kind is bytes:
        return 1 + len(value)
    if kind is np.ndarray or isinstance(value, np.generic):
        return 1 + int(value.nbytes)
    raise RefusedPickleError("the pickle holds a function or a type")
