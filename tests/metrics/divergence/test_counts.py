"""Words by hand."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from trueness.metrics.divergence.counts import SUMMEVAL_STOP_WORDS, ngram_counts

TEXT = "The runners were running, and the Runners won.\nBecause running is very healthy!"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("all", "the runners were running and the runners won because running is very healthy"),
        ("stem", "the runner be run and the runner win because run be very healthy"),
        ("stop", "runners running runners won running healthy"),
        ("stem_stop", "runner run runner win run healthy"),
    ],
)
def test_words_and_pairs(words, expected):
    kept = expected.split()
    found = ngram_counts(TEXT, 1, words)
    if "stem" not in words:
        assert found == Counter(kept)
        # across sentences, and across stop words that were left out
        assert ngram_counts(TEXT, 2, words) == Counter(itertools.pairwise(kept))
    assert found.total() == len(kept)


def test_stop_words_are_left_out_before_stemming():
    # "wills" is no stop word though its stem is one
    assert ngram_counts("wills will", 1, "stem_stop").total() == 1


def test_stems_join_what_words_part():
    assert len(ngram_counts("walk walks walked walking", 1, "stem")) == 1
    assert len(ngram_counts("walk walks walked walking", 1, "all")) == 4


def test_summeval_leaves_out_stop_words_after_stemming():
    # "because" and "very" have other stems, becaus and veri, so they stay
    expected = ["runner", "run", "runner", "becaus", "run", "veri", "healthi"]
    assert ngram_counts(TEXT, 1, "summeval") == Counter(expected)


def test_summeval_leaves_out_pairs_of_stop_words_only():
    found = ngram_counts("It was the cat and it was on the mat", 2, "summeval")
    # it was, was the, and it, was on, on the: two stop words each; it was occurs twice
    assert found == Counter([("the", "cat"), ("cat", "and"), ("the", "mat")])


def test_summeval_stop_words():
    assert len(SUMMEVAL_STOP_WORDS) == 153
    assert not any("'" in word for word in SUMMEVAL_STOP_WORDS)


@pytest.mark.parametrize("words", ["all", "stem", "stop", "stem_stop", "summeval"])
@pytest.mark.parametrize("order", [1, 2, 3, 4])
def test_texts_without_words_have_no_ngrams(words, order):
    for text in ("", " \n", "...", "\x00", "\ud800"):
        assert not ngram_counts(text, order, words)
    assert ngram_counts("cats chase dogs daily", order, words).total() == 5 - order
