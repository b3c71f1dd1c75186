"""Columns of words are told all at once, with what settles them, and what settles them reads the file."""

from __future__ import annotations

import re

import polars as pl
import pytest

from trueness.data.cells.unclear_columns import UnclearColumnsError
from trueness.data.reading.read import read_scores
from trueness.errors import FormatError

ROWS = {
    "id": list("1234"),
    "human": [1, 2, 1, 2],
    "judge": [1, 2, 2, 2],
}
WORDS = {"score_of": ["sue"] * 4, "rating, then": ["because"] * 4}
LABELS = {"anna": ["gut", "schlecht", "gut", "gut"], "ben": ["gut", "mittel", "gut", "schlecht"]}


def refused(**more):
    with pytest.raises(UnclearColumnsError) as raised:
        read_scores(pl.DataFrame({**ROWS, **more}))
    return raised.value


def test_words_are_left_out_together():
    error = refused(**WORDS)
    assert error.words == error.names == ("score_of", "rating, then")
    assert "'score_of', 'rating, then' hold words" in str(error)
    assert """columns='ignore=score_of,"rating, then"'""" in str(error)
    assert error.settled == [("--columns", 'ignore=score_of,"rating, then"')]
    table = read_scores(pl.DataFrame({**ROWS, **WORDS}), columns=error.settled[0][1])
    assert table.scorer_names == ("human", "judge")


def test_labels_of_one_order_are_asked_for_once_beside_words():
    error = refused(**WORDS, **LABELS)
    assert [tuple(order) for order in error.orders] == [("gut", "schlecht", "mittel")]
    assert str(error).count("Say the order") == 1
    assert "the order of the 3 labels of 'anna', 'ben' is not known ('gut', 'schlecht', 'mittel')" in str(
        error
    )
    said = dict(error.settled)
    table = read_scores(
        pl.DataFrame({**ROWS, **WORDS, **LABELS}), columns=said["--columns"], labels=said["--labels"]
    )
    assert table.scorer("anna").nominal
    assert table.scorer("ben").labels == ("gut", "schlecht", "mittel")
    order, words = error.doubts
    assert order.endswith("If they have one: --labels 'WORST<…<BEST' in place of 'gut|schlecht|mittel'")
    assert words.startswith("'score_of', 'rating, then' hold words and are left out, being no scores.")


def test_labels_that_differ_in_case_are_shared():
    error = refused(anna=["Ja", "NEIN", "weiß nicht", "Ja"], ben=["ja", "nein", "ja", "Weiß nicht"])
    assert [tuple(order) for order in error.orders] == [("Ja", "NEIN", "weiß nicht")]
    assert error.settled == [("--labels", "Ja|NEIN|weiß nicht")]


def test_labels_that_read_as_missing_are_offered():
    error = refused(anna=["gut", "n/a: none", "schlecht", "gut"], ben=["gut", "gut", "schlecht", "gut"])
    assert "Do some mean that there is no label? Say missing_values='n/a: none'." in str(error)
    assert "If some mean that there is no label: --missing-values 'n/a: none'." in error.doubts[0]


def test_labels_that_share_none_are_orders_of_their_own():
    error = refused(**LABELS, colour=["red", "blue", "red", "blue"])
    assert [set(order) for order in error.orders] == [{"gut", "schlecht", "mittel"}, {"red", "blue"}]
    assert "Leave out what is no score: columns='ignore=anna,ben,colour'" in str(error)


def test_very_many_words_of_one_column_are_no_labels():
    names = [f"text{k}" for k in range(13)] * 2
    rows = {
        "id": list(range(26)),
        "m": list(range(26)),
        "Artikel": names,
        "verdict": ["gut", "schlecht"] * 13,
    }
    with pytest.raises(UnclearColumnsError) as raised:
        read_scores(pl.DataFrame(rows))
    assert raised.value.words == ("Artikel",)
    assert [tuple(order) for order in raised.value.orders] == [("gut", "schlecht")]


def test_who_looks_reads_labels_that_columns_share_and_leaves_out_the_others():
    error = refused(**LABELS, level=["easy", "hard", "hard", "easy"], **WORDS)
    assert dict(error.settled) == {
        "--labels": "gut|schlecht|mittel",
        "--columns": 'ignore=level,score_of,"rating, then"',
    }
    (doubt,) = [one for one in error.doubts if one.startswith("'level'")]
    assert "--columns groups=level; if these are verdicts: --labels 'WORST<…<BEST'" in doubt


def test_one_column_is_told_with_its_row():
    error = refused(score_of=["sue"] * 4)
    assert (error.row, error.column) == (1, "score_of")
    assert "columns='ignore=score_of' if it is no score" in str(error)


def test_a_slip_of_typing_comes_first():
    verdicts = (["good"] * 12 + ["odd"] * 12 + ["god"])[:25]
    rows = {"id": list(range(25)), "m": [1.0, 2.0] * 12 + [1.0], "human": verdicts, "score_of": ["sue"] * 25}
    with pytest.raises(FormatError, match="'god' stands here alone") as raised:
        read_scores(pl.DataFrame(rows))
    assert not isinstance(raised.value, UnclearColumnsError)


def test_a_stray_word_among_numbers_is_no_question_of_what_a_column_is():
    rows = {
        **{name: list(map(str, cells)) for name, cells in ROWS.items()},
        "judge": ["1", "2", "oops", "2"],
        **WORDS,
    }
    with pytest.raises(FormatError, match=re.escape("column 'judge': 'oops' is not a number")):
        read_scores(pl.DataFrame(rows))
