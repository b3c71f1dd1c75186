"""Sentences by lines, by marks, and by the rules of a splitter."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.errors import ArgumentError, MissingExtraError
from trueness.metrics.rouge.line_words import modern_words
from trueness.metrics.rouge.sentences import split_sentences, splitter_signature


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("", []),
        ("\n\n", []),
        ("one", ["one"]),
        ("one.\ntwo. three.\n", ["one.", "two. three."]),
        ("one\n\n \ntwo", ["one", " ", "two"]),
        # only a line feed ends a line
        ("one\r\ntwo\rthree\u2028four\x85five\x0bsix", ["one\r", "two\rthree\u2028four\x85five\x0bsix"]),
        ("<t> one </t>", ["<t> one </t>"]),
    ],
)
def test_newline(text, sentences):
    assert split_sentences(text, "newline") == sentences


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("<t> one . </t> <t> two . </t>", ["one .", "two ."]),
        ("<t>one</t><t>two</t>", ["one", "two"]),
        ("<t> one\n</t>\n<t> two </t>\n", ["one", "two"]),
        ("no marks\nat all", ["no marks\nat all"]),
        ("before <t> one </t> between <t> not closed", ["before", "one", "between", "not closed"]),
        ("<t> </t><t></t>", []),
        ("", []),
        ("a < t > b <T> c", ["a < t > b <T> c"]),
    ],
)
def test_marks(text, sentences):
    assert split_sentences(text, "marks") == sentences


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        (
            "Dr. Smith arrived at 5 p.m. He paid $3.5 million. “Why?” she asked.",
            ["Dr. Smith arrived at 5 p.m.", "He paid $3.5 million.", "“Why?” she asked."],
        ),
        ("one line\nanother. And more.\n\n", ["one line", "another.", "And more."]),
        ("今天天气很好。我们去公园吧！你来吗？", ["今天天气很好。", "我们去公园吧！", "你来吗？"]),
        ("यह एक वाक्य है। यह दूसरा वाक्य है।", ["यह एक वाक्य है।", "यह दूसरा वाक्य है।"]),
        ("", []),
        (" \n ", []),
        ("One \ud800 two. Three\x00four.", ["One \ufffd two.", "Three\x00four."]),
    ],
)
def test_split(text, sentences):
    assert split_sentences(text, "split") == sentences


@given(st.text() | st.text("aA1.!? \n\"'(\u3002中", max_size=30))
def test_splitting_loses_no_sign(text):
    sentences = split_sentences(text, "split")
    assert "".join("".join(sentences).split()) == "".join(text.split()).encode(
        "utf-16", "surrogatepass"
    ).decode("utf-16", "replace")


@given(st.lists(st.text("abé.,", min_size=1), max_size=5))
def test_words_are_the_same_however_sentences_are_marked(sentences):
    marked = " ".join(f"<t> {sentence} </t>" for sentence in sentences)
    by_marks = [modern_words(sentence) for sentence in split_sentences(marked, "marks")]
    by_lines = [modern_words(sentence) for sentence in split_sentences("\n".join(sentences), "newline")]
    assert by_marks == by_lines


def test_an_unknown_way_is_refused():
    with pytest.raises(
        ArgumentError, match=r"`sentences` must be one of 'newline', 'marks', 'split'; it is 'lines'"
    ):
        split_sentences("text", "lines")


def test_the_signature_names_the_splitter():
    name, version = splitter_signature().split(" ")
    assert name == "sentencex"
    assert version.replace(".", "").isdigit()


def test_without_the_splitter_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "sentencex", None)
    with pytest.raises(
        MissingExtraError, match=r"splitting texts into sentences needs .*trueness\[sentences\]"
    ):
        split_sentences("text", "split")
    with pytest.raises(MissingExtraError):
        splitter_signature()
    assert split_sentences("a\nb", "newline") == ["a", "b"]
