"""The light of an answer: a mark that is read without colour, and what colours it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from trueness.decisions.decision import Answer

LIGHTS: dict[Answer, str] = {"yes": "✓", "no": "✗", "cannot_tell": "?"}
"""What stands before the words of an answer."""

_ANSWERS = {mark: answer for answer, mark in LIGHTS.items()}
_LIGHT = re.compile(rf"(?<!\S)[{re.escape(''.join(_ANSWERS))}](?= )")


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
        yield found.group(), _ANSWERS[found.group()]
        place = found.end()
    if place < len(text):
        yield text[place:], None
