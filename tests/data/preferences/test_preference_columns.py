"""Which layout a file has, and what words and numbers for verdicts mean."""

from __future__ import annotations

import pytest

from trueness.data.preferences.preference_columns import (
    PairColumns,
    VerdictReader,
    number_of,
    pair_layout,
    text_of,
    verdict_words,
)
from trueness.data.preferences.preferences import BOTH_BAD, TIE, VERDICT_NAMES, A, B
from trueness.errors import ArgumentError, FormatError


@pytest.mark.parametrize(
    ("names", "kind"),
    [
        (("input", "a", "b", "verdict"), "pairs"),
        (("id", "model_a", "model_b", "winner"), "arena"),
        (("question_id", "turn", "judge", "model_a", "model_b", "winner"), "mt-bench"),
        (("model_a", "model_b", "winner_model_a", "winner_model_b"), "one-hot"),
        (("prompt", "chosen", "rejected"), "chosen-rejected"),
        (("input", "system", "best"), "best-of"),
        (("judge", "input", "first", "second", "sample", "outcome", "preference", "winner"), "judge-pairs"),
        (("a", "b", "score_a", "score_b"), "pairs"),
    ],
)
def test_layouts_are_told_by_columns(names, kind):
    assert pair_layout(names, PairColumns(), "f").kind == kind


def test_what_is_named_counts_first():
    layout = pair_layout(("model_a", "model_b", "winner", "mine"), PairColumns(verdicts=("mine",)), "f")
    assert layout.kind == "pairs"
    assert layout.columns.verdicts == ("mine",)
    with pytest.raises(FormatError, match=r"f: there is no column 'min'\. Did you mean 'mine'"):
        pair_layout(("a", "b", "mine"), PairColumns(verdicts=("min",)), "f")


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("A", A), ("model_b", B), ("Tie", TIE), ("tie (bothbad)", BOTH_BAD), ("[[C]]", TIE), ("both bad", BOTH_BAD),
        ("x", A), ("y", B), (None, None), ("NaN", None), ("A>B", A), (" b ", B),
    ],
)  # fmt: skip
def test_words(cell, expected):
    assert VerdictReader("f", "v", [cell], {}).read(cell, 2, "x", "y") == expected


def test_the_name_of_a_system_counts_before_a_word():
    assert VerdictReader("f", "v", ["a", "b"], {}).read("a", 2, "b", "a") == B


def test_numbers_are_understood_together():
    assert VerdictReader("f", "v", [0.5, 1], {}).read(1, 2, "x", "y") == A
    assert VerdictReader("f", "v", [0, 1], {}).read(0, 2, "x", "y") == B
    assert VerdictReader("f", "v", [0, -1], {}).read(0, 2, "x", "y") == TIE
    assert VerdictReader("f", "v", [1, 2], verdict_words("1=A,2=B")).read("2", 2, "x", "y") == B
    with pytest.raises(FormatError, match="f, column 'v': the numbers 1, 2, 3 may mean several things"):
        VerdictReader("f", "v", [1, 2, 3], {})
    with pytest.raises(ArgumentError, match="`verdicts` takes WORD=VERDICT"):
        verdict_words({"1": "first"})


def test_notes_say_how_words_were_understood():
    reader = VerdictReader("f", "v", ["A", "A", "x"], {})
    for cell in ("A", "A", "x"):
        reader.read(cell, 2, "x", "y")
    assert reader.note() == "'v': A is A (2), its system's name is A (1)"


def test_texts_and_numbers_in_lists():
    assert text_of('["one", "two"]') == "one\ntwo"
    assert text_of([{"role": "user", "content": "u"}, {"role": "assistant", "content": "a"}]) == "a"
    parts = [{"type": "text", "text": "a"}, {"type": "image", "image": "x"}, {"type": "text", "text": "b"}]
    assert text_of([{"role": "user", "content": parts}, {"role": "assistant", "content": parts}]) == "a\nb"
    assert text_of("[not json") == "[not json"
    assert text_of(3) is None
    assert number_of([2.5]) == 2.5
    assert number_of("nan") is None
    assert number_of(True) == 1


@pytest.mark.parametrize(
    ("words", "unknown", "example"),
    [
        (["summary_1", "summary_2"], "summary_2", "summary_2=B"),
        (["summary_1", "summary_2"], "summary_1", "summary_1=A"),
        (["Summary 0", "Summary 1"], "Summary 1", "Summary 1=B"),
        (["Summary 0", "Summary 1"], "Summary 0", "Summary 0=A"),
        (["the left", "the right"], "the right", "the right=B"),
        (["even", "x_3"], "even", "even=tie"),
        (["even", "x_3"], "x_3", "x_3=tie"),
    ],
)
def test_the_example_of_an_unknown_word_fits_the_place_that_it_names(words, unknown, example):
    reader = VerdictReader("f.csv", "winner", words, {})
    with pytest.raises(FormatError, match=f"--verdicts '{example}'"):
        reader.read(unknown, 1, "x", "y")
    name, meaning = example.split("=")
    code = verdict_words(example)[name.casefold()]
    assert VerdictReader("f.csv", "winner", words, {name.casefold(): code}).read(unknown, 1, "x", "y") == code
    assert VERDICT_NAMES[code] == meaning
