"""The two dimensions of the pocket benchmark, computed from the annotated content units."""

from __future__ import annotations

from collections.abc import Sequence

from trueness.data.pocket.articles import Article
from trueness.data.pocket.pieces import Piece, expressed_units
from trueness.errors import DataError


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
