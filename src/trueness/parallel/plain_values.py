"""Numbers, texts and arrays as bytes and back: data alone, so that whoever writes the bytes can make nothing run."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np

_KINDS = "biufcmMSU"  # of arrays whose bytes are their values, as NumPy calls them
_LENGTH = 8  # bytes that say how long the tree is


def is_plain(value: Any) -> bool:
    """Return whether a value is made of numbers, texts and arrays of these, in lists, tuples and dicts.

    Parameters
    ----------
    value : object
        Of whatever kind; one of a subclass is none.
    """
    if value is None or type(value) in (bool, int, float, str):
        return True
    if isinstance(value, np.generic) or type(value) is np.ndarray:
        return value.dtype.kind in _KINDS
    if type(value) in (list, tuple):
        return all(map(is_plain, value))
    if type(value) is dict:
        return all(is_plain(key) and is_plain(member) for key, member in value.items())
    return False


def packed_values(value: Any) -> bytes:
    """Return a plain value as bytes, a tree in JSON with the contents of arrays behind it: floats to the last bit.

    Parameters
    ----------
    value : object
        See `is_plain`.
    """
    arrays: list[bytes] = []
    tree = json.dumps(_tree(value, arrays)).encode()
    return b"".join([len(tree).to_bytes(_LENGTH, "little"), tree, *arrays])


def unpacked_values(data: bytes) -> Any:
    """Return the value that `packed_values` packed.

    Parameters
    ----------
    data : bytes
        Of whatever origin: no more memory is taken than it is long, some times over.

    Raises
    ------
    ValueError
        If it is none.
    """
    length = int.from_bytes(data[:_LENGTH], "little")
    start = _LENGTH + length
    if length == 0 or start > len(data):
        raise ValueError("its length is not what it says")
    try:
        return _value(json.loads(data[_LENGTH:start]), memoryview(data)[start:])
    except (TypeError, KeyError, IndexError, AttributeError, RecursionError, OverflowError) as error:
        raise ValueError(f"it is no tree of numbers ({error})") from None


def _tree(value: Any, arrays: list[bytes]) -> Any:
    if value is None or (isinstance(value, bool | int | float | str) and not isinstance(value, np.generic)):
        return value
    if isinstance(value, list | tuple):
        return ["list" if type(value) is list else "tuple", [_tree(one, arrays) for one in value]]
    if isinstance(value, dict):
        return ["dict", [[_tree(key, arrays), _tree(member, arrays)] for key, member in value.items()]]
    array = np.asarray(value)
    by_columns = array.flags.f_contiguous and not array.flags.c_contiguous
    content = array.tobytes("F" if by_columns else "C")
    place = sum(map(len, arrays))
    arrays.append(content)
    kind = "array" if isinstance(value, np.ndarray) else "number"
    return [kind, array.dtype.str, list(array.shape), "F" if by_columns else "C", place]


def _value(tree: Any, contents: memoryview) -> Any:
    if not isinstance(tree, list):
        if isinstance(tree, dict):
            raise ValueError("it has what no value is written as")  # noqa: TRY004 - of a file
        return tree
    kind, *rest = tree
    if kind in ("list", "tuple"):
        (members,) = rest
        found = [_value(one, contents) for one in members]
        return found if kind == "list" else tuple(found)
    if kind == "dict":
        (members,) = rest
        return {_value(key, contents): _value(member, contents) for key, member in members}
    if kind not in ("array", "number"):
        raise ValueError(f"'{kind:.20}' is no kind of value")
    said, shape, order, place = rest
    dtype = np.dtype(str(said))
    if dtype.kind not in _KINDS:
        raise ValueError(f"'{said:.20}' is no kind of number")
    if not all(type(size) is int and size >= 0 for size in (*shape, place)) or order not in ("C", "F"):
        raise ValueError("an array has no such shape")
    size = math.prod(shape) * dtype.itemsize
    if place + size > len(contents):
        raise ValueError("an array is longer than its content")
    array = np.frombuffer(contents[place : place + size], dtype).reshape(shape, order=order).copy(order="K")
    return array if kind == "array" else array[()]
