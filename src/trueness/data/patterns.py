"""Several names and patterns of metrics in one option: which commas separate them."""

from __future__ import annotations

import re
from collections.abc import Iterable

_OPTION = re.compile(r"\s*[A-Za-z_]\w*=")
"""How an option of a metric goes on after a comma: ``rouge1_f:refs=best,alpha=0.8``."""


def split_patterns(given: Iterable[str] | None) -> list[str] | None:
    """Return the names and patterns in the values of an option, None where it was not given.

    Commas separate, but not between braces that match (``rouge{1,2}_*``), nor between the options that follow a colon
    in a name (``rouge1_f:refs=best,alpha=0.8``). Blanks around a name do not count.
    """
    if given is None:
        return None
    return [pattern for value in given for part in _split(value) if (pattern := part.strip())]


def _split(value: str) -> list[str]:
    parts: list[str] = []
    start = depth = 0
    for place, letter in enumerate(value):
        if letter == "{" and _is_closed(value, place):
            depth += 1
        elif letter == "}" and depth:
            depth -= 1
        elif (
            letter == ","
            and not depth
            and not (":" in value[start:place] and _OPTION.match(value, place + 1))
        ):
            parts.append(value[start:place])
            start = place + 1
    return [*parts, value[start:]]


def _is_closed(value: str, opened: int) -> bool:
    """Return whether the brace at a place has its counterpart; one without is a letter like others."""
    depth = 0
    for letter in value[opened:]:
        depth += (letter == "{") - (letter == "}")
        if not depth:
            return True
    return False
