"""Sentences with citations in them."""

from __future__ import annotations

import dataclasses

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
