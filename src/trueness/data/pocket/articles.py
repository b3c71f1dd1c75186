"""The annotated articles of the pocket benchmark and how they are read."""

from __future__ import annotations

import functools
import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from types import MappingProxyType
from typing import Any

from trueness.errors import FormatError


@dataclass(frozen=True)
class Sentence:
    """One sentence of an article.

    Attributes
    ----------
    text : str
        The sentence.
    units : mapping of str to str
        For each content unit that the sentence expresses, the phrase of the sentence that completes it:
        whoever has read from the start of the sentence to the end of the phrase has been told the unit.
    """

    text: str
    units: Mapping[str, str]


@dataclass(frozen=True)
class Reference:
    """One reference summary.

    Attributes
    ----------
    text : str
        The summary.
    units : frozenset of str
        The content units that it expresses.
    """

    text: str
    units: frozenset[str]


@dataclass(frozen=True)
class Article:
    """An article with its content units, sentences and references.

    Attributes
    ----------
    id : str
        The name of the article, which is also the name of its file.
    title, genre : str
        For the reader; no system or score uses them.
    units : mapping of str to str
        For each content unit, a sentence that states it.
    sentences : tuple of Sentence
        In the order of the article.
    references : tuple of Reference
        The reference summaries.
    """

    id: str
    title: str
    genre: str
    units: Mapping[str, str]
    sentences: tuple[Sentence, ...]
    references: tuple[Reference, ...]

    @property
    def text(self) -> str:
        """The article, one sentence per line."""
        return "\n".join(sentence.text for sentence in self.sentences)

    @property
    def weights(self) -> dict[str, int]:
        """The weight of every content unit: the number of references that express it."""
        counts = Counter(unit for reference in self.references for unit in reference.units)
        return {unit: counts[unit] for unit in self.units}


def parse_article(text: str, *, path: str = "article") -> Article:
    """Read one annotated article.

    Parameters
    ----------
    text : str
        The article in TOML.
    path : str
        The name to give in error messages.

    Returns
    -------
    Article
        The article; its mappings are read-only.

    Raises
    ------
    FormatError
        If the text is not TOML, a field is missing, an unknown unit is named, or a phrase is not part of its
        sentence.
    """
    try:
        fields = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise FormatError(f"must be TOML: {error}.", path=path) from error
    try:
        article = _build(fields)
    except KeyError as error:
        raise FormatError(f"the field {error} is missing.", path=path) from error
    _check_units(article, path)
    return article


@functools.cache
def load_articles() -> tuple[Article, ...]:
    """Return the articles that come with the package, sorted by id.

    Returns
    -------
    tuple of Article
        Read once; later calls return the same objects.
    """
    folder = resources.files("trueness.data.pocket") / "articles"
    files = [entry for entry in folder.iterdir() if entry.name.endswith(".toml")]
    articles = [parse_article(entry.read_text(encoding="utf-8"), path=entry.name) for entry in files]
    return tuple(sorted(articles, key=lambda article: article.id))


def _build(fields: Mapping[str, Any]) -> Article:
    return Article(
        id=fields["id"],
        title=fields["title"],
        genre=fields["genre"],
        units=MappingProxyType(dict(fields["units"])),
        sentences=tuple(
            Sentence(entry["text"], MappingProxyType(dict(entry["units"]))) for entry in fields["sentences"]
        ),
        references=tuple(
            Reference(entry["text"], frozenset(entry["units"])) for entry in fields["references"]
        ),
    )


def _check_units(article: Article, path: str) -> None:
    for index, sentence in enumerate(article.sentences, start=1):
        for unit, phrase in sentence.units.items():
            if unit not in article.units:
                raise FormatError(f"sentence {index} names the unknown unit '{unit}'.", path=path)
            if not phrase or phrase not in sentence.text:
                raise FormatError(f"sentence {index} lacks the phrase '{phrase}'.", path=path)
    for index, reference in enumerate(article.references, start=1):
        for unit in sorted(reference.units - article.units.keys()):
            raise FormatError(f"reference {index} names the unknown unit '{unit}'.", path=path)
