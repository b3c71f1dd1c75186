"""Several names and patterns of metrics in one option: which commas separate them."""

from __future__ import annotations

import re
from collections.abc import Iterable

_OPTION = re.compile(r"\s*[A-Za-z_]\w*=")
"""How an option of a metric goes on after a comma: ``rouge1_f:refs=best,alpha=0.8``."""

_CLOSING = {"{": "}", "(": ")"}


def split_patterns(given: Iterable[str] | None, *, options: bool = True) -> list[str] | None:
    """Return the names and patterns in the values of an option, None where it was not given.

    Commas separate, but not between braces or parentheses that match (``rouge{1,2}_*``, ``mean(relevance,fluency)``),
    nor between the options that follow a colon in a name (``rouge1_f:refs=best,alpha=0.8``). Blanks around a name do
    not count. Names of what has no `options` are split at the last kind of comma, too.
    """
    if given is None:
        return None
    return [
        pattern for value in given for part in _split(value, options=options) if (pattern := part.strip())
    ]


def _split(value: str, *, options: bool) -> list[str]:
    parts: list[str] = []
    start = 0
    open_: list[str] = []
    for place, letter in enumerate(value):
        if letter in _CLOSING and _is_closed(value, place):
            open_.append(_CLOSING[letter])
        elif open_ and letter == open_[-1]:
            open_.pop()
        elif (
            letter == ","
            and not open_
            and not (options and ":" in value[start:place] and _OPTION.match(value, place + 1))
        ):
            parts.append(value[start:place])
            start = place + 1
    return [*parts, value[start:]]


def _is_closed(value: str, opened: int) -> bool:
    """Return whether the brace or parenthesis at a place has its counterpart; one without is a letter like others."""
    depth = 0
    for letter in value[opened:]:
        depth += (letter == value[opened]) - (letter == _CLOSING[value[opened]])
        if not depth:
            return True
    return False
