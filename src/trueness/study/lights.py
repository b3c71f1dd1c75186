"""The light of an answer: a mark that is read without colour."""

from __future__ import annotations

import re
from collections.abc import Iterator

from trueness.decisions.decision import Answer

LIGHTS: dict[Answer, str] = {"yes": "✓", "no": "✗", "cannot_tell": "?"}
"""What stands before the words of an answer."""

ANSWERS = {mark: answer for answer, mark in LIGHTS.items()}
"""The answer that a mark stands for."""

_LIGHT = re.compile(rf"(?<!\S)[{re.escape(''.join(ANSWERS))}](?= )")
_CODE = re.compile(r"`((?:trueness|--)[^`\n]*)`")  # no other backticks: names in data may have some


def lit(answer: Answer, text: str) -> str:
    """Return the words of an answer with its light before them."""
    return f"{LIGHTS[answer]} {text}"


def is_lit(text: str) -> bool:
    """Return whether a text has a light, and so says an answer."""
    return _LIGHT.search(text) is not None


def split_at_lights(text: str) -> Iterator[tuple[str, Answer | None]]:
    """Yield a text in pieces, in their order: lights with the answer that they stand for, and what is between them.

    Parameters
    ----------
    text : str
        A question mark that ends a word is no light.
    """
    place = 0
    for found in _LIGHT.finditer(text):
        if found.start() > place:
            yield text[place : found.start()], None
        yield found.group(), ANSWERS[found.group()]
        place = found.end()
    if place < len(text):
        yield text[place:], None


def split_at_code(text: str) -> Iterator[tuple[str, bool]]:
    """Yield a text in pieces, in their order: what is to be typed, without its backticks, and what is between.

    Yields
    ------
    tuple of (str, bool)
        A piece, and whether it is to be typed.
    """
    place = 0
    for found in _CODE.finditer(text):
        if found.start() > place:
            yield text[place : found.start()], False
        yield found.group(1), True
        place = found.end()
    if place < len(text):
        yield text[place:], False
