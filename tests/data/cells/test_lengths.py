"""Lengths are told by their names, and a unit only where the name has one."""

from __future__ import annotations

import pytest

from trueness.data.cells.lengths import length_unit


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("length", ""),
        ("response_length", ""),
        ("output length", ""),
        ("OutputLen", ""),
        ("Länge (Zeichen)", "characters"),
        ("length (words)", "words"),
        ("n_words", "words"),
        ("wordCount", "words"),
        ("wordcount", "words"),
        ("n_chars", "characters"),
        ("number of characters", "characters"),
        ("num_tokens", "tokens"),
        ("answer_token_count", "tokens"),
    ],
)
def test_lengths(name, unit):
    assert length_unit(name) == unit


@pytest.mark.parametrize(
    "name",
    [
        *(
            "prompt_length",
            "max_length",
            "max_tokens",
            "length_penalty",
            "words_per_token",
            "n",
            "count",
            "words",
        ),
        *("gpt", "answer", "n_annotators", "tokens_words_count", "wavelength", "output", "text"),
    ],
)
def test_other_columns(name):
    assert length_unit(name) is None
