"""Texts taken apart into lines, and put together again."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trueness.errors import ArgumentError
from trueness.translation.text_lines import TextLines, split_long, text_lines


@pytest.mark.parametrize(
    ("text", "sentences", "lines", "again"),
    [
        ("One came. Two went.", "split", ("One came.", "Two went."), "<One came.> <Two went.>"),
        ("One came.\n\nTwo went. Three.", "split", ("One came.", "Two went.", "Three."), None),
        ("One came. Two\nwent.", "newline", ("One came. Two", "went."), "<One came. Two>\n<went.>"),
        ("\r\na\u2028b\n", "newline", ("a", "b"), "\r\n<a>\u2028<b>\n"),
        ("<t> a b </t> <t> c </t>", "marks", ("a b", "c"), "<t> <a b> </t> <t> <c> </t>"),
        ("a <t> b\nc </t>", "marks", ("a", "b", "c"), "<t> <a> </t> <t> <b>\n<c> </t>"),
        ("", "split", (), ""),
        (" \n ", "newline", (), "\n"),
    ],
)
def test_lines_and_what_stands_between(text, sentences, lines, again):
    found = text_lines(text, sentences)
    assert found.lines == lines
    assert len(found.gaps) == len(lines) + 1
    if again is not None:
        assert found.joined([f"<{line}>" for line in lines]) == again


def test_blank_lines_stay():
    found = text_lines("One came.\n\nTwo went. Three.", "split")
    assert found.joined(["1", "2", "3"]) == "1\n\n2 3"


def test_abbreviations_are_those_of_the_language():
    text = "Dr. Pérez came. He left."
    assert text_lines(text, "split", "eng") == text_lines(text, "split", "en")
    assert text_lines(text, "split", "en").lines == ("Dr. Pérez came.", "He left.")
    assert text_lines("Lo dijo el Sr. Pérez. Bien.", "split", "spa").lines == (
        "Lo dijo el Sr. Pérez.",
        "Bien.",
    )


def test_sentences_are_found_in_three_ways():
    with pytest.raises(ArgumentError, match="`sentences` must be one of"):
        text_lines("a", "lines")


@settings(max_examples=40)
@given(st.text(), st.sampled_from(["newline", "split", "marks"]))
def test_lines_have_no_breaks_and_all_words_are_there(text, sentences):
    found = text_lines(text, sentences)
    assert all(line and len(line.splitlines()) == 1 and line == line.strip() for line in found.lines)
    bare = text.replace("</t>", " ").replace("<t>", " ") if sentences == "marks" else text
    assert "".join(" ".join(found.lines).split()) == "".join(bare.split())


@settings(max_examples=40)
@given(st.text(alphabet="ab ,.、", min_size=1), st.integers(1, 8))
def test_pieces_are_short_enough_and_lose_nothing(text, longest):
    line = " ".join(text.split())
    found = split_long(line, longest, len)
    assert all(len(piece) <= longest for piece in found.lines)
    assert found.joined(found.lines) == line
    assert found.gaps[0] == found.gaps[-1] == ""


def test_pieces_end_at_a_pause_else_at_a_blank_else_within_a_word():
    assert split_long("one two three, four five", 20, len).lines == ("one two three,", "four five")
    assert split_long("one, two three four five", 14, len).lines == ("one, two three", "four five")
    assert split_long("今日は雨、明日は雪です", 7, len) == TextLines(
        ("今日は雨、", "明日は雪です"), ("", "", "")
    )
    assert split_long("abcdef", 3, len) == TextLines(("abc", "def"), ("", "", ""))
    assert split_long("it is 1,000 by now", 9, len).joined("*" * 3).count("*") == 3


def test_a_letter_is_not_taken_apart():
    assert split_long("a", 1, lambda _: 5) == TextLines(("a",), ("", ""))
