"""Columns of a source become names and numbers, and what is said of them is kept."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import trueness
from trueness.data.cells.columns import ColumnMap
from trueness.data.cells.missing import Missing, MissingTally
from trueness.data.cells.raw_rows import Chunk, RawRows
from trueness.data.cells.resolve_columns import resolve_columns
from trueness.data.reading.read import read_scores
from trueness.data.scores.read_columns import read_columns, without_missing
from trueness.data.scores.score_table import Scorer
from trueness.errors import FormatError


def read(missing="", **more):
    names = ("id", "human", "judge")
    chunks = [Chunk([2, 3], [["a", "b"], ["good", "?"], ["4/5", -1]]), Chunk([4], [["c"], ["bad"], [" "]])]
    if not missing:
        chunks = [Chunk([2, 3], [["a", "b"], ["good", "bad"], [4, -1]])]
    raw = RawRows("f.csv", names, chunks, **more)
    layout = resolve_columns(names, ColumnMap(), "f.csv")
    return read_columns(raw, layout, (), MissingTally(Missing.of(missing or None)))


def test_columns():
    found = read("-1")
    np.testing.assert_array_equal(found.rows, [2, 3, 4])
    np.testing.assert_array_equal(found.numbers["human"], [1, np.nan, 0])
    np.testing.assert_array_equal(found.numbers["judge"], [0.8, np.nan, np.nan])
    assert found.orders == {"human": ("bad", "good")}
    assert any("4/5" in note for note in found.notes)


def test_an_order_that_the_source_declares():
    found = read(orders={"human": ("good", "bad")})
    np.testing.assert_array_equal(found.numbers["human"], [0, 1])
    assert any("as the file declares" in note for note in found.notes)


def test_what_is_missing_is_taken_out_afterwards_too():
    tally = MissingTally(Missing.of("-1,bad"))
    found = without_missing(read(), tally, {"human": Scorer("human", labels=("bad", "good"))})
    np.testing.assert_array_equal(found.numbers["human"], [1, np.nan])
    np.testing.assert_array_equal(found.numbers["judge"], [4, np.nan])
    assert len(tally.notes()) == 2


@pytest.mark.parametrize(
    ("name", "first", "left_out"),
    [
        ("created", 1_730_000_000, True),
        ("createdAt", 1_730_000_000_000, True),
        ("Time stamp", 1_730_000_000, False),  # two words are none of these
        ("event_time", 1_730_000_000, True),
        ("time", 12, False),  # of seconds it took
        ("score", 1_730_000_000, False),
    ],
)
def test_moments_are_no_scores(name, first, left_out):
    data = {"id": list("abcd"), "human": [1, 2, 3, 1], name: [first + k for k in range(4)]}
    table = read_scores(pl.DataFrame(data))
    assert (name not in table.scorer_names) is left_out
    assert any(f"1 column left out, no scores: '{name}'" in note for note in table.notes) is left_out
    assert name in read_scores(pl.DataFrame(data), columns=f"scorers={name}").scorer_names


def test_labels_of_several_words_are_asked_for_where_nothing_else_is_left(tmp_path):
    path = tmp_path / "a.csv"
    rows = [f"{k},{('Fully attributable', 'Not fully attributable')[k % 2]}" for k in range(6)]
    path.write_text("\n".join(["id,verdict of people", *rows]) + "\n")
    with pytest.raises(
        FormatError, match=r"the order of the column's 2 labels is not known: 'Fully attributable'"
    ):
        trueness.read_scores(path)
    table = trueness.read_scores(path, labels="Not fully attributable<Fully attributable")
    assert table.matrix("verdict of people").tolist() == [[1, 0, 1, 0, 1, 0]]
    path.write_text(
        "\n".join(["id,verdict of people,score", *(f"{row},{k}" for k, row in enumerate(rows))]) + "\n"
    )
    assert trueness.read_scores(path).scorer_names == ("score",)  # beside scores it is text, as before
