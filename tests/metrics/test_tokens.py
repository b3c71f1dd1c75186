"""Cut by hand, in several scripts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.metrics.tokens import ngrams_of, tokens


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The cat sat.", ["the", "cat", "sat", "."]),
        ("don't  $3.50\t(e-mail)", ["don", "'", "t", "$", "3", ".", "50", "(", "e", "-", "mail", ")"]),
        ("snake_case ...", ["snake_case", ".", ".", "."]),
        ("Straße ÉTÉ, naïve", ["straße", "été", ",", "naïve"]),
        ("e\u0301te\u0301", ["été"]),  # composed
        ("Ελλάδα Δ.", ["ελλάδα", "δ", "."]),
        ("नमस्ते दुनिया", ["नमस्ते", "दुनिया"]),  # vowel signs belong to their word
        ("猫が座った。ok", ["猫", "が", "座", "っ", "た", "。", "ok"]),
        ("no\u00a0break\u2003space", ["no", "break", "space"]),
        ("a\x00b \ud800", ["a", "\x00", "b", "\ud800"]),
        ("", []),
        (" \n", []),
    ],
)
def test_words_and_marks(text, expected):
    assert tokens(text) == expected


@given(st.text("aZ09_ .,'-\n\t", max_size=30))
def test_both_ways_of_cutting_agree(text):
    # a letter beyond ASCII at the end takes the other way
    assert tokens(f"{text} é") == [*tokens(text), "é"]


@given(st.text(max_size=30))
def test_tokens_hold_no_blanks_and_are_tokens_themselves(text):
    for token in tokens(text):
        assert token.split() == [token] or not token.split()
        assert tokens(token) == [token]


def test_n_grams_run_over_a_text_in_its_order():
    assert [*ngrams_of(["a", "b", "c"], 2)] == [("a", "b"), ("b", "c")]
    assert [*ngrams_of("ab", 1)] == [("a",), ("b",)]
    assert [*ngrams_of(["a"], 2)] == []
