"""A small TextRank over the sentences of a text."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

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
