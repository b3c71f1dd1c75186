"""The systems of the pocket benchmark: simple, deterministic, and all made of pieces of the article."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from trueness.data.pocket.articles import Article
from trueness.data.pocket.pyramid import Piece, expressed_units, first_words, whole

DAMPING = 0.85
STEPS = 100
SHORTEST_WORD = 4


def textrank(sentences: Sequence[str]) -> NDArray[np.float64]:
    """Return the centrality of each sentence in the graph of shared words.

    Parameters
    ----------
    sentences : sequence of str
        The sentences of a text.

    Returns
    -------
    array of float
        One score per sentence, summing to 1. Two sentences are joined by the number of words of at least four
        letters that they share, divided by the sum of the logarithms of their lengths [1]_; the scores are
        found by power iteration.

    References
    ----------
    .. [1] R. Mihalcea and P. Tarau, "TextRank: bringing order into texts", EMNLP 2004.
    """
    words = [set(re.findall(rf"\w{{{SHORTEST_WORD},}}", sentence.lower())) for sentence in sentences]
    lengths = np.array([np.log1p(len(sentence.split())) for sentence in sentences])
    shared = np.array([[float(len(first & second)) for second in words] for first in words])
    np.fill_diagonal(shared, 0.0)
    links = shared / (lengths[:, None] + lengths[None, :])
    totals = links.sum(axis=1, keepdims=True)
    joined = totals > 0
    steps = np.where(joined, links / np.where(joined, totals, 1.0), 1 / len(sentences))
    scores = np.full(len(sentences), 1 / len(sentences))
    for _ in range(STEPS):
        scores = (1 - DAMPING) / len(sentences) + DAMPING * (scores @ steps)
    return np.asarray(scores, dtype=np.float64)


System = Callable[[Article], list[Piece]]

TRUNCATED_WORDS = 25
CLAUSE_WORDS = 8


def lead(article: Article, count: int) -> list[Piece]:
    """Return the first `count` sentences."""
    return _in_order(article, range(min(count, len(article.sentences))))


def tail(article: Article, count: int) -> list[Piece]:
    """Return the last `count` sentences."""
    size = len(article.sentences)
    return _in_order(article, range(max(0, size - count), size))


def middle(article: Article, count: int) -> list[Piece]:
    """Return `count` sentences from the middle of the article."""
    start = max(0, (len(article.sentences) - count) // 2)
    return _in_order(article, range(start, min(start + count, len(article.sentences))))


def random_sentences(article: Article, count: int) -> list[Piece]:
    """Return `count` sentences chosen by a hash of the article's id, in the order of the article."""
    return _in_order(article, _shuffled(article, "random")[:count])


def shuffled_lead(article: Article, count: int) -> list[Piece]:
    """Return the first `count` sentences in an order given by a hash of the article's id."""
    order = [index for index in _shuffled(article, "shuffled") if index < count]
    return [whole(article, index) for index in order]


def longest(article: Article, count: int) -> list[Piece]:
    """Return the `count` sentences with the most words, in the order of the article."""
    return _best(article, [len(sentence.text.split()) for sentence in article.sentences], count)


def shortest(article: Article, count: int) -> list[Piece]:
    """Return the `count` sentences with the fewest words, in the order of the article."""
    return _best(article, [-len(sentence.text.split()) for sentence in article.sentences], count)


def central(article: Article, count: int) -> list[Piece]:
    """Return the `count` sentences that TextRank puts first, in the order of the article."""
    # rounded, so that the last bits of the arithmetic cannot break a tie
    return _best(article, textrank([s.text for s in article.sentences]).round(9).tolist(), count)


def greedy_coverage(article: Article, count: int) -> list[Piece]:
    """Return `count` sentences, each the one that adds most unit weight to those before it."""
    weights = article.weights
    chosen: list[int] = []
    told: set[str] = set()
    for _ in range(min(count, len(article.sentences))):
        left = [index for index in range(len(article.sentences)) if index not in chosen]
        gains = {i: sum(weights[u] for u in article.sentences[i].units.keys() - told) for i in left}
        chosen.append(max(left, key=lambda index: gains[index]))
        told |= article.sentences[chosen[-1]].units.keys()
    return _in_order(article, chosen)


def worst_coverage(article: Article, count: int) -> list[Piece]:
    """Return the `count` sentences that express the least unit weight, in the order of the article."""
    return _best(article, [-_weight(article, index) for index in range(len(article.sentences))], count)


def redundant(article: Article, count: int) -> list[Piece]:
    """Return the sentence that expresses the most unit weight, `count` times."""
    best = max(range(len(article.sentences)), key=lambda index: _weight(article, index))
    return [whole(article, best)] * count


def echoed_lead(article: Article, count: int) -> list[Piece]:
    """Return the first `count` sentences and then the best of them once more."""
    start = lead(article, count)
    return [*start, max(start, key=lambda piece: _weight(article, piece.sentence))]


def truncated(article: Article, words: int) -> list[Piece]:
    """Return the first `words` words of the article, the last sentence cut short."""
    pieces: list[Piece] = []
    for index, sentence in enumerate(article.sentences):
        if words <= 0:
            break
        pieces.append(first_words(article, index, words))
        words -= len(sentence.text.split())
    return pieces


def first_clauses(article: Article, count: int) -> list[Piece]:
    """Return the first `count` sentences, each cut at its first comma or after eight words."""
    pieces = []
    for index in range(min(count, len(article.sentences))):
        words = first_words(article, index, CLAUSE_WORDS)
        pieces.append(Piece(index, words.text.split(", ")[0].removesuffix(",")))
    return pieces


SYSTEMS: dict[str, System] = {
    "echo4": lambda article: echoed_lead(article, 3),
    "first_clauses": lambda article: first_clauses(article, 5),
    "greedy_coverage": lambda article: greedy_coverage(article, 3),
    "lead1": lambda article: lead(article, 1),
    "lead3": lambda article: lead(article, 3),
    "lead5": lambda article: lead(article, 5),
    "longest3": lambda article: longest(article, 3),
    "middle3": lambda article: middle(article, 3),
    "random3": lambda article: random_sentences(article, 3),
    "redundant": lambda article: redundant(article, 3),
    "shortest3": lambda article: shortest(article, 3),
    "shuffled5": lambda article: shuffled_lead(article, 5),
    "tail3": lambda article: tail(article, 3),
    "textrank3": lambda article: central(article, 3),
    "truncated": lambda article: truncated(article, TRUNCATED_WORDS),
    "worst_coverage": lambda article: worst_coverage(article, 3),
}
"""The systems by name."""


def _in_order(article: Article, indices: Iterable[int]) -> list[Piece]:
    return [whole(article, index) for index in sorted(indices)]


def _best(article: Article, scores: list[float] | list[int], count: int) -> list[Piece]:
    """Return the sentences with the highest scores in the order of the article; of equals, the first."""
    ranked = sorted(range(len(scores)), key=lambda index: (-scores[index], index))
    return _in_order(article, ranked[:count])


def _weight(article: Article, index: int) -> int:
    weights = article.weights
    return sum(weights[unit] for unit in expressed_units(article, whole(article, index)))


def _shuffled(article: Article, purpose: str) -> list[int]:
    """Return the sentence indices in an order that follows from the article's id and the purpose."""
    keys = [f"{purpose}/{article.id}/{index}".encode() for index in range(len(article.sentences))]
    return sorted(range(len(keys)), key=lambda index: hashlib.sha256(keys[index]).digest())
