"""Counts that are added up from sentences, against counting the words of every summary."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from trueness.generation.sentence_ngrams import SentenceNgrams, count_matrix


@pytest.mark.parametrize("order", [1, 2, 3, 4])
@pytest.mark.parametrize("seed", range(6))
def test_sums_over_sentences_are_counts_of_summaries(order, seed):
    rng = np.random.default_rng(seed)
    # sentences without any word, and shorter than an n-gram, lie between others
    sentences = [rng.choice(list("abc"), size=rng.integers(0, 6)).tolist() for _ in range(9)]

    def ngrams(words):
        return list(zip(*(words[k:] for k in range(order)), strict=False))

    whole = Counter(ngrams([word for sentence in sentences for word in sentence]))
    known = [*list(whole)[:7], ("not", "there")]
    counting = SentenceNgrams(sentences, order, ngrams, known)
    chosen = rng.random((40, 9)) < 0.5
    counts, totals = counting.count(chosen)
    for summary, found, total in zip(chosen, counts, totals, strict=True):
        words = [word for k in np.flatnonzero(summary) for word in sentences[k]]
        wanted = Counter(ngrams(words))
        assert found.tolist() == [wanted[ngram] for ngram in known]
        assert total == sum(wanted.values())


def test_a_matrix_has_a_row_for_every_text():
    assert count_matrix([{"a": 2}, {}], ["b", "a"]).tolist() == [[0, 2], [0, 0]]
    assert count_matrix([], ["a"]).shape == (0, 1)
