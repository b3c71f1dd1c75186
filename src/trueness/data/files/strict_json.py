"""Read JSON that a program wrote: nothing in it is dropped, and nothing is a number that JSON cannot hold."""

from __future__ import annotations

import json
import math
from typing import Any, NoReturn

from trueness.errors import FormatError


def parse_strictly(text: str | bytes, source: str, *, what: str, remedy: str) -> Any:
    """Return the value of a JSON text.

    Parameters
    ----------
    text : str or bytes
        As bytes UTF-8, with or without a byte order mark.
    source : str
        The file, for messages.
    what : str
        What the text is, for messages.
    remedy : str
        What the user can do about it.

    Raises
    ------
    FormatError
        If it is no JSON, or not UTF-8; if an object has a key twice, where `json` would keep the last; if it has
        ``NaN``, ``Infinity`` or a number beyond the doubles, or is nested too deeply.
    """
    try:
        return _DECODER.decode(text if isinstance(text, str) else text.decode("utf-8-sig"))
    except json.JSONDecodeError as error:
        problem, row = f"is no JSON ({error.msg}, character {error.colno} of the line)", error.lineno
    except RecursionError:
        problem, row = "is nested too deeply", None
    except UnicodeDecodeError as error:
        problem, row = f"is not UTF-8 (byte {error.start + 1})", None
    except ValueError as error:  # our own, and that of a whole number of thousands of digits
        problem, row = f"is not as it should be ({error})", None
    raise FormatError(f"{what} {problem}.", path=source, row=row, remedy=remedy)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise ValueError(f"the key '{key}' occurs twice in one object")
            seen.add(key)
    return record


def _constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is a number that JSON lacks")


def _float(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise ValueError(f"{text} is too large a number")
    return number


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_constant, parse_float=_float)
