"""Limits by words and by bytes, with the oddities of ROUGE-1.5.5 in exact mode and without them in modern mode."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.metrics.rouge.encode import limited_exact, limited_modern
from trueness.metrics.rouge.line_words import exact_words

LINES = ["one two three", "four five", "six seven"]
TEXTS = st.lists(st.text("ab. \té中\u0301\U0001f600", min_size=1, max_size=12), max_size=6)


def words_of(lines):
    return [exact_words(line) for line in lines]


@pytest.mark.parametrize(
    ("lines", "limit", "kept"),
    [
        (LINES, 1, ["one"]),
        (LINES, 3, ["one two three"]),  # the first line reaches the limit by itself
        (LINES, 4, ["one two three", "four"]),
        (LINES, 7, LINES),
        (LINES, 100, LINES),
        ([], 5, []),
        # signs between blanks are words, and so is what stands before a blank at the start
        (["a . b ' s c"], 3, ["a . b"]),
        ([" a b c"], 2, [" a"]),
        ([" ", "a b"], 1, ["", "a"]),  # blanks alone are no word
        # other blanks than Perl's do not separate
        (["a\u00a0b\u2003c d e"], 2, ["a\u00a0b\u2003c d"]),
        (["a\x1cb c d"], 2, ["a\x1cb c"]),
    ],
)
def test_words_in_exact_mode(lines, limit, kept):
    counted, sentences = limited_exact(lines, limit, None)
    assert counted == sentences == kept


@pytest.mark.parametrize(
    ("lines", "limit", "counted", "sentences"),
    [
        (["abcd", "efgh", "ijkl"], 6, ["abcd", "ef"], ["abcd", "efgh", "ijkl"]),
        (["abcd", "efgh", "ijkl"], 4, ["abcd"], ["abcd"]),
        (["abcd", "efgh", "ijkl"], 3, ["abc"], ["abc"]),
        (["ab", "cdefghi", "jk"], 5, ["ab", "cde"], ["ab", "cdefg"]),
        (["ab", "cd"], 100, ["ab", "cd"], ["ab", "cd"]),
        ([], 5, [], []),
    ],
)
def test_bytes_in_exact_mode(lines, limit, counted, sentences):
    assert limited_exact(lines, None, limit) == (counted, sentences)


def test_bytes_in_exact_mode_may_end_inside_a_character():
    for line in ("aé b", "a中 b", "a\ud800 b"):
        counted, sentences = limited_exact([line], None, 2)
        assert words_of(counted) == words_of(sentences) == [["a"]]


@given(TEXTS)
def test_without_a_limit_nothing_changes(lines):
    assert limited_exact(lines, None, None) == (lines, lines)
    assert limited_modern(lines, None, None) == lines


@given(TEXTS, st.integers(1, 40))
def test_bytes_in_exact_mode_follow_the_rule(lines, limit):
    """Reading stops with the line that reaches the limit; the reader of sentences forgets the lines before."""
    encoded = [line.encode() for line in lines]
    counted, sentences = limited_exact(lines, None, limit)
    total = 0
    for k, raw in enumerate(encoded):
        if total + len(raw) >= limit:
            expected = [*encoded[:k], raw[: limit - total]]
            break
        total += len(raw)
    else:
        expected = encoded
    assert words_of(counted) == [exact_words(raw.decode("utf-8", "ignore")) for raw in expected]
    long = [k for k, raw in enumerate(encoded) if len(raw) >= limit]
    seen = encoded if not long else [*encoded[: long[0]], encoded[long[0]][:limit]]
    assert words_of(sentences) == [exact_words(raw.decode("utf-8", "ignore")) for raw in seen]


@pytest.mark.parametrize(
    ("lines", "limit", "kept"),
    [
        (LINES, 1, ["one"]),
        (LINES, 4, ["one two three", "four"]),
        (LINES, 100, LINES),
        ([" a b c"], 2, ["a b"]),
        (["a\u00a0b\u2003c d e"], 2, ["a b"]),
        ([" ", "a b"], 1, ["", "a"]),
    ],
)
def test_words_in_modern_mode(lines, limit, kept):
    assert limited_modern(lines, limit, None) == kept


@pytest.mark.parametrize(
    ("lines", "limit", "kept"),
    [
        (["abcd", "efgh", "ijkl"], 6, ["abcd", "ef"]),
        (["abcd", "efgh", "ijkl"], 8, ["abcd", "efgh"]),
        (["aé", "b"], 2, ["a"]),
        (["aé", "b"], 3, ["aé"]),
        (["中文", "b"], 5, ["中"]),
        # a letter with its mark, a flag and a family are one character each
        (["ae\u0301b"], 3, ["a"]),
        (["a🇩🇪b"], 8, ["a"]),
        (["a👨\u200d👩\u200d👧b"], 18, ["a"]),
        (["a👨\u200d👩\u200d👧b"], 19, ["a👨\u200d👩\u200d👧"]),
        (["\ud800a"], 3, ["\ud800"]),
        (["\ud800a"], 2, [""]),
    ],
)
def test_bytes_in_modern_mode(lines, limit, kept):
    assert limited_modern(lines, None, limit) == kept


@given(TEXTS, st.integers(1, 40))
def test_bytes_in_modern_mode_keep_a_beginning_within_the_limit(lines, limit):
    kept = limited_modern(lines, None, limit)
    assert sum(len(line.encode()) for line in kept) <= limit
    assert kept[:-1] == lines[: max(0, len(kept) - 1)]
    assert all(line.startswith(part) for line, part in zip(lines, kept, strict=False))
    if kept != lines:
        # what follows would not have fitted, or the limit is used up
        rest = lines[len(kept) - 1][len(kept[-1]) :]
        n_marks = next(
            (k for k, sign in enumerate(rest[1:]) if not unicodedata.combining(sign)), len(rest) - 1
        )
        following = rest[: 1 + n_marks]
        assert sum(len(line.encode()) for line in kept) + len(following.encode()) > limit or not rest


@given(TEXTS, st.integers(1, 40))
def test_words_in_modern_mode_keep_as_many_as_asked_for(lines, limit):
    chunks = [chunk for line in lines for chunk in line.split()]
    kept = limited_modern(lines, limit, None)
    assert [chunk for line in kept for chunk in line.split()] == chunks[:limit]
