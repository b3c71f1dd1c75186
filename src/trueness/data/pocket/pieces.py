"""Pieces: what the systems of the pocket benchmark put out, and the content units a piece expresses."""

from __future__ import annotations

from dataclasses import dataclass

from trueness.data.pocket.articles import Article
from trueness.errors import DataError


@dataclass(frozen=True)
class Piece:
    """A sentence of an article, whole or cut off at some point.

    Attributes
    ----------
    sentence : int
        The index of the sentence in the article, from 0.
    text : str
        The beginning of that sentence that is kept.
    """

    sentence: int
    text: str


def whole(article: Article, index: int) -> Piece:
    """Return a sentence of an article, uncut."""
    return Piece(index, article.sentences[index].text)


def first_words(article: Article, index: int, count: int) -> Piece:
    """Return the first `count` words of a sentence of an article."""
    return Piece(index, " ".join(article.sentences[index].text.split()[:count]))


def expressed_units(article: Article, piece: Piece) -> frozenset[str]:
    """Return the content units that a piece expresses.

    Parameters
    ----------
    article : Article
        The article from which the piece was taken.
    piece : Piece
        A sentence of the article or its beginning.

    Returns
    -------
    frozenset of str
        The units of the sentence whose completing phrase is kept to its last character.

    Raises
    ------
    DataError
        If the text of the piece is not the beginning of its sentence.
    """
    sentence = article.sentences[piece.sentence]
    if not sentence.text.startswith(piece.text):
        raise DataError(
            f"{piece.text!r} is not the beginning of sentence {piece.sentence} of '{article.id}'."
        )
    return frozenset(unit for unit, phrase in sentence.units.items() if phrase in piece.text)
