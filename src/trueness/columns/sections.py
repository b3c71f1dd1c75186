"""The sections of NumPy docstrings, of which some are written from what is declared."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable

_TITLE = re.compile(r"^(\w[\w ]*)\n-{3,}\n", re.MULTILINE)

_ENTRY = re.compile(r"^\S.*(?:\n+[ \t]+.*)*", re.MULTILINE)


class Docstring:
    """A docstring that is completed when it is read: what it needs is not loaded before.

    Parameters
    ----------
    said : str
        What the class says itself.
    completed : callable
        Given that and the class, returns the docstring.
    """

    def __init__(self, said: str, completed: Callable[[str, type], str]) -> None:
        self.said = said
        self.completed = completed

    def __get__(self, _: object, owner: type) -> str:
        return self.completed(self.said, owner)


def sections_of(said: str) -> dict[str, str]:
    """Return the sections of a docstring by their titles, first what stands before all of them under no title."""
    opening, *rest = _TITLE.split(inspect.cleandoc(said))
    titles, texts = rest[::2], rest[1::2]
    return {"": opening.rstrip(), **{title: text.rstrip() for title, text in zip(titles, texts, strict=True)}}


def with_sections(said: str, **written: str) -> str:
    """Return a docstring with sections that are written, before those it has besides; empty ones are left out.

    Parameters
    ----------
    said : str
    **written : str
        The text of each section under its title; it takes the place of one that there is.
    """
    found = sections_of(said)
    others = {title: text for title, text in found.items() if title and title not in written}
    together = {"": found[""], **written, **others}
    return "\n\n".join(
        f"{title}\n{'-' * len(title)}\n{text}" if title else text for title, text in together.items() if text
    )


def entries_of(section: str) -> dict[str, str]:
    """Return what a section says, by name; names that it explains together have one entry."""
    found: dict[str, str] = {}
    for entry in _ENTRY.findall(section):
        for name in entry.partition("\n")[0].partition(" :")[0].split(", "):
            found[name] = entry
    return found
