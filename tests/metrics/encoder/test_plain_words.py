"""Sentences and words as ESTIME and BLANC take them."""

from __future__ import annotations

import pytest

from trueness.errors import ArgumentError
from trueness.metrics.encoder.plain_words import plain_sentences, plain_words


def test_sentences():
    text = "One. Two?\nThree ﬁne! "
    assert plain_sentences(text) == ["One.", "Two?", "Three fine!"]
    assert plain_sentences(text, "newline") == ["One. Two?", "Three fine! "]
    assert plain_sentences(" \n") == plain_sentences("") == []
    with pytest.raises(ArgumentError, match="`sentences` must be one of"):
        plain_sentences(text, "dots")


def test_words():
    pytest.importorskip("nltk")
    assert plain_words("They don't know, Ms. O'Neil.") == [
        *("They", "do", "n't", "know", ",", "Ms.", "O'Neil", "."),
    ]
