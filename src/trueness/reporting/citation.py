"""Sentences with citations in them, and the literature they cite: one BibTeX file."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from importlib.resources import files
from typing import NamedTuple

import trueness
from trueness.errors import series, unknown_name
from trueness.reporting.writing.escaping import latex, visible


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
    def who(self) -> str:
        """The authors as they are cited: ``Deutsch et al.``."""
        return f"{self.authors[0]} et al." if len(self.authors) > 2 else " and ".join(self.authors)

    @property
    def label(self) -> str:
        """The citation in running text without parentheses, ``Deutsch et al., 2021``."""
        return f"{self.who}, {self.year}" if self.year else self.who

    @property
    def bibitem(self) -> str:
        r"""The entry of a bibliography in LaTeX, for ``natbib``."""
        where = next(filter(None, (_field(self.bibtex, name) for name in _WHERE)), "")
        number = _field(self.bibtex, "number")
        volume = _field(self.bibtex, "volume") + (f"({number})" if number else "")
        pages = _field(self.bibtex, "pages")
        place = rf"\emph{{{where}}}" + (f" {volume}" if volume else "") if where else ""
        names = [" ".join(reversed(name.split(", ", 1))) for name in _names(_field(self.bibtex, "author"))]
        said = [
            series(names),
            self.year,
            _field(self.bibtex, "title"),
            ", ".join(filter(None, (place, pages))),
        ]
        text = " ".join(f"{part.rstrip('.?')}{'?' if part.endswith('?') else '.'}" for part in said if part)
        return rf"\bibitem[{{{self.who}({self.year})}}]{{{self.key}}} {text}"


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


_WHERE = ("journal", "booktitle", "publisher", "institution", "note", "version")
"""Of these fields the first that an entry has says where the work appeared."""


def _names(authors: str) -> list[str]:
    return authors.split(" and ")


def _family_names(authors: str) -> tuple[str, ...]:
    return tuple(name.partition(",")[0].strip("{} ") for name in _names(authors))


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


class Answer(NamedTuple):
    """One line of a reviewer's checklist.

    Attributes
    ----------
    asked : str
        What a paper has to say, in a word or two.
    said : str
    """

    asked: str
    said: str


@dataclasses.dataclass(frozen=True)
class Methods:
    """A methods paragraph, and what a reviewer asks.

    Attributes
    ----------
    sentences : tuple of tuples of (str or Cite)
    checklist : tuple of Answer
        What a paper must say of its meta-evaluation, filled in.
    """

    sentences: tuple[Sentence, ...]
    checklist: tuple[Answer, ...] = ()

    @property
    def cited(self) -> tuple[str, ...]:
        """Keys of the works cited, each once, in order."""
        keys = (
            key
            for sentence in self.sentences
            for part in sentence
            if isinstance(part, Cite)
            for key in part.keys
        )
        return tuple(dict.fromkeys(keys))

    @property
    def text(self) -> str:
        """The paragraph as plain text, citations as (Author, year)."""
        return self._join(visible, lambda work: f" ({'; '.join(reference(key).label for key in work.keys)})")

    @property
    def latex(self) -> str:
        r"""The paragraph as LaTeX, citations as ``\citep`` of the keys of `bibtex`."""
        return self._join(latex, lambda work: rf"~\citep{{{','.join(work.keys)}}}")

    @property
    def bibtex(self) -> str:
        """The entries of the works cited."""
        return "\n\n".join(reference(key).bibtex for key in self.cited) + "\n"

    @property
    def bibliography(self) -> str:
        """The works cited, as LaTeX that needs no BibTeX."""
        entries = "\n\n".join(reference(key).bibitem for key in sorted(self.cited))
        return f"\\begin{{thebibliography}}{{}}\n\n{entries}\n\n\\end{{thebibliography}}\n"

    def __str__(self) -> str:
        """Return the paragraph, the checklist and the literature, as they are pasted."""
        asked = "\n".join(f"{one.asked}: {visible(one.said)}" for one in self.checklist)
        return "\n\n".join(filter(None, (self.text, asked, self.bibtex)))

    def _join(self, escape: Callable[[str], str], shown: Callable[[Cite], str]) -> str:
        return " ".join(
            "".join(shown(part) if isinstance(part, Cite) else escape(part) for part in sentence)
            for sentence in self.sentences
        )
