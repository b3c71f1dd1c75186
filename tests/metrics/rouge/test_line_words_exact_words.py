"""The words of ROUGE-1.5.5: runs of ASCII letters and digits, as a program that knows bytes only sees them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.metrics.rouge.line_words import exact_words


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", []),
        (" \t\r\n", []),
        ("The cat", ["the", "cat"]),
        ("state-of-the-art E-mail", ["state", "of", "the", "art", "e", "mail"]),
        ("U.S. 10,000 3.5", ["u", "s", "10", "000", "3", "5"]),
        ("don't don’t a_b", ["don", "t", "don", "t", "a", "b"]),
        ("café naïve £100m", ["caf", "na", "ve", "100m"]),
        ("cafe\u0301", ["cafe"]),
        ("１２ ² Ⅳ a\u00a0b\u3000c\u200bd", ["a", "b", "c", "d"]),
        ("AT&amp;T -LRB- -- $5", ["at", "amp", "t", "lrb", "5"]),
        # their lower case is, or begins with, an ASCII letter
        ("a\u0130b a\u212ab", ["a", "b", "a", "b"]),
        # no capital, but its upper case and its case folding are ASCII
        ("a\u017fb", ["a", "b"]),
        ("a\x00b\x1cc\x85d\ud800e", ["a", "b", "c", "d", "e"]),
    ],
)
def test_worked_by_hand(line, words):
    assert exact_words(line) == words


@given(st.text() | st.text("aZ09 -_'é\u0130\u212a\ud83d"))
def test_equals_the_rule_on_bytes(line):
    """Bytes of UTF-8, A-Z put in lower case, and runs of a-z and 0-9 taken."""
    raw = line.encode("utf-8", "surrogatepass")
    lower = bytes(byte + 32 if ord("A") <= byte <= ord("Z") else byte for byte in raw)
    assert exact_words(line) == [word.decode() for word in re.findall(rb"[a-z0-9]+", lower)]
