"""The two dimensions of the pocket benchmark, computed from the annotated content units."""

from __future__ import annotations

from collections.abc import Sequence
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
        raise DataError(f"sentence {piece.sentence} of '{article.id}' must begin with {piece.text!r}.")
    return frozenset(unit for unit, phrase in sentence.units.items() if phrase in piece.text)


def coverage(article: Article, pieces: Sequence[Piece]) -> float:
    """Return the weighted share of an article's content units that an output expresses.

    Parameters
    ----------
    article : Article
        The article.
    pieces : sequence of Piece
        The output of a system.

    Returns
    -------
    float
        The summed weight of the distinct units expressed, over the summed weight of all units; 0 to 1, higher
        is better. A unit weighs as much as the number of references that express it [1]_.

    Raises
    ------
    DataError
        If every unit has weight 0.

    References
    ----------
    .. [1] A. Nenkova and R. Passonneau, "Evaluating content selection in summarization: the pyramid method",
       HLT-NAACL 2004.
    """
    weights = article.weights
    total = sum(weights.values())
    if total == 0:
        raise DataError(f"no reference of '{article.id}' expresses a content unit, so coverage is undefined.")
    expressed = {unit for piece in pieces for unit in expressed_units(article, piece)}
    return sum(weights[unit] for unit in expressed) / total


def redundancy(article: Article, pieces: Sequence[Piece]) -> float:
    """Return the share of an output's unit mentions that repeat a unit mentioned before.

    Parameters
    ----------
    article : Article
        The article.
    pieces : sequence of Piece
        The output of a system.

    Returns
    -------
    float
        Repeated mentions over all mentions; 0 to 1, lower is better, and 0 where nothing is mentioned. A
        piece mentions a unit at most once; weights play no part.
    """
    mentions = [unit for piece in pieces for unit in expressed_units(article, piece)]
    return (len(mentions) - len(set(mentions))) / len(mentions) if mentions else 0.0
