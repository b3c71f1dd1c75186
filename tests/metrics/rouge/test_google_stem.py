"""Equal to NLTK's stemmer, which rouge-score takes."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from nltk.stem.porter import PorterStemmer

from trueness.data.datasets.load import load_dataset_texts
from trueness.metrics.rouge.google_stem import _STEP_2, _STEP_3, _STEP_4, google_stem
from trueness.metrics.rouge.line_words import google_words

ENDINGS = [suffix for suffix, _ in (*_STEP_2, *_STEP_3)] + [
    *_STEP_4,
    *("s", "es", "ies", "ied", "eed", "ed", "ing", "y", "e", "ll", "logi", "sses", "alli", "at", "bl", "iz"),
]
WORDS = st.tuples(
    st.text("aeioubstlzwxyk0", max_size=5), st.lists(st.sampled_from(ENDINGS), max_size=3).map("".join)
).map("".join)
NLTK = PorterStemmer()


def expected(word):
    return NLTK.stem(word) if len(word) > 3 else word


@given(WORDS)
@example("dying")
@example("yyyyed")
def test_equals_nltk_on_words_made_of_endings(word):
    assert google_stem(word) == expected(word)


def test_equals_nltk_on_the_words_of_the_pocket_benchmark():
    texts = {text for row in load_dataset_texts("pocket").rows for text in (row.output, *row.references)}
    words = {word for text in texts for word in google_words(text)}
    assert len(words) > 1000
    assert [word for word in words if google_stem(word) != expected(word)] == []


@pytest.mark.parametrize(
    ("word", "stem"),
    [
        ("was", "was"),
        ("enjoy", "enjoy"),
        ("flies", "fli"),
        ("ties", "tie"),
        ("skies", "sky"),
        ("argument", "argument"),
    ],
)
def test_worked_by_hand(word, stem):
    assert google_stem(word) == stem
