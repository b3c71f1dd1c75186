"""Sentences with citations in them."""

from __future__ import annotations

import dataclasses
import re

DEUTSCH = "deutsch-etal-2021-statistical"


@dataclasses.dataclass(frozen=True)
class Cite:
    """A citation of one or several works."""

    keys: tuple[str, ...]


Part = str | Cite
Sentence = tuple[Part, ...]
"""Text and citations in turn."""


def cite(*keys: str) -> Cite:
    """Return a citation of works by their keys."""
    return Cite(keys)


_CITED = re.compile(r" ?\[(@[\w-]+(?:; @[\w-]+)*)\]")


def cited(template: str, **fields: str) -> Sentence:
    """Return a sentence from a template.

    Parameters
    ----------
    template : str
        With citations as Pandoc writes them, ``[@key; @key]``; the blank before one is part of it.
    **fields
        What stands for ``{field}`` in the text between. Whatever they hold is text, and no citation.
    """
    parts: list[Part] = []
    for place, part in enumerate(_CITED.split(template)):
        if place % 2:
            parts.append(Cite(tuple(key.removeprefix("@") for key in part.split("; "))))
        elif part:
            parts.append(part.format(**fields))
    return tuple(parts)
