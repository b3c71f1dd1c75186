"""The literature behind the methods: one BibTeX file, and how its entries are cited in running text."""

from __future__ import annotations

import dataclasses
import re
from importlib.resources import files

import trueness
from trueness.errors import unknown_name


@dataclasses.dataclass(frozen=True)
class Reference:
    """One entry of ``references.bib``.

    Attributes
    ----------
    key : str
    authors : tuple of str
        Family names.
    year : str
        Empty for software.
    bibtex : str
        The whole entry.
    """

    key: str
    authors: tuple[str, ...]
    year: str
    bibtex: str

    @property
    def label(self) -> str:
        """The citation in running text without parentheses, ``Deutsch et al., 2021``."""
        who = f"{self.authors[0]} et al." if len(self.authors) > 2 else " and ".join(self.authors)
        return f"{who}, {self.year}" if self.year else who


def read_references() -> dict[str, Reference]:
    """Return all entries by key, in the file's order."""
    text = files("trueness.reporting").joinpath("references.bib").read_text(encoding="utf-8")
    text = text.replace("{VERSION}", f"{{{trueness.__version__}}}")
    found = {}
    for entry in text.strip().split("\n\n"):
        key = entry.partition("{")[2].partition(",")[0]
        found[key] = Reference(
            key, _family_names(_field(entry, "author")), _field(entry, "year"), entry.strip()
        )
    return found


def reference(key: str) -> Reference:
    """Return one entry.

    Raises
    ------
    UnknownNameError
        If there is none of that key.
    """
    known = read_references()
    if key not in known:
        raise unknown_name("reference", key, known)
    return known[key]


def _field(entry: str, name: str) -> str:
    found = re.search(rf"^ *{name} *= \{{(.*?)\}},?$", entry, re.MULTILINE | re.DOTALL)
    return re.sub(r"\s+", " ", found[1]) if found else ""


def _family_names(authors: str) -> tuple[str, ...]:
    return tuple(name.partition(",")[0].strip("{} ") for name in authors.split(" and "))
