"""The lists are what they are said to be."""

from __future__ import annotations

from trueness.metrics.meteor.match_counts import ABBREVIATIONS, ABBREVIATIONS_BEFORE_NUMBERS, FUNCTION_WORDS


def test_function_words():
    assert len(FUNCTION_WORDS) == 93
    assert {"the", "said", "'s", ",", "-lrb-"} <= FUNCTION_WORDS
    assert not FUNCTION_WORDS & {"cat", "she's", ""}
    assert all(word == word.lower() for word in FUNCTION_WORDS)


def test_abbreviations():
    assert len(ABBREVIATIONS) == 90
    assert {"Mr", "A", "Z", "vs"} <= ABBREVIATIONS
    assert not ABBREVIATIONS & ABBREVIATIONS_BEFORE_NUMBERS
