"""Rows become a table, and rows that contradict themselves one clear error."""

from __future__ import annotations

import math
import time
from typing import Any

import numpy as np
import polars as pl
import pytest

from trueness.data.cells.columns import ColumnMap
from trueness.data.cells.raw_rows import Chunk, RawRows
from trueness.data.reading.read import read_scores
from trueness.data.scores.score_table import UNNAMED_SYSTEM, ScoreTable
from trueness.data.scores.table_from_rows import SystemLikeError, table_from_rows
from trueness.errors import DataError, DuplicateKeyError, FormatError


def table(names: str, *rows: tuple[Any, ...], drop_repeated: bool = False, **asked: Any) -> ScoreTable:
    """Build a table from a header and rows, the first of which is line 2."""
    chunk = Chunk(range(2, len(rows) + 2), list(zip(*rows, strict=True)) or [()] * len(names.split()))
    raw = RawRows("f.csv", tuple(names.split()), [chunk])
    return table_from_rows(raw, ColumnMap(**asked), drop_repeated=drop_repeated)


def test_wide_rows_in_any_order() -> None:
    t = table(
        "system input x y",
        ("B", "2", "4", "0.5"),
        ("A", "1", "1", ""),
        ("B", "1", "3", "1e-3"),
        ("A", "2", "2", "7"),
    )
    assert (t.systems, t.inputs, t.scorer_names, t.has_systems) == (("B", "A"), ("2", "1"), ("x", "y"), True)
    np.testing.assert_array_equal(t.matrix("x"), [[4, 3], [2, 1]])
    np.testing.assert_array_equal(t.matrix("y"), [[0.5, 1e-3], [7, np.nan]])
    assert t.notes == ()
    assert all(scorer.role is None for scorer in t.scorers)


@pytest.mark.parametrize("cell", ["", " ", "nan", "NaN", "NAN", "NA", "None", "null", "NULL", None, math.nan])
def test_what_missing_looks_like(cell: Any) -> None:
    t = table("system input x", ("A", "1", cell), ("A", "2", "2"))
    np.testing.assert_array_equal(t.matrix("x"), [[np.nan, 2]])


@pytest.mark.parametrize("cell", ["N.A.", "5 points", "1,5", "1_000", "0x10", "--", "Truth"])
def test_text_among_numbers_is_an_error_with_its_place(cell: str) -> None:
    with pytest.raises(FormatError) as error:
        table("system input x", ("A", "1", "1"), ("A", "2", cell), ("A", "3", "bad too"))
    assert (error.value.path, error.value.row, error.value.column) == ("f.csv", 3, "x")
    assert repr(cell) in str(error.value)
    if cell == "1,5":
        assert "decimals with a point" in str(error.value)


@pytest.mark.parametrize("cell", ["inf", "-Infinity", math.inf, 10**400, "1e999"])
def test_infinite_scores_are_an_error_with_their_place(cell: Any) -> None:
    with pytest.raises(FormatError) as error:
        table("system input x", ("A", "1", 1), ("A", "2", cell))
    assert (error.value.path, error.value.row, error.value.column) == ("f.csv", 3, "x")
    assert "infinite" in str(error.value)


def test_columns_of_text_are_left_out_with_a_note_and_words_are_not() -> None:
    t = table(
        "system input x output why", ("A", "1", "1", "42", "it is good"), ("A", "2", "2", "four", "yes")
    )
    assert t.scorer_names == ("x",)
    assert t.notes == ("2 columns left out, no scores: 'output', 'why'",)
    with pytest.raises(
        FormatError, match=r"row 2, column 'y': 'error' is not a number.*'system=y'.*--columns 'ignore=y'"
    ):
        table("system input x y", ("A", "1", "1", "error"), ("A", "2", "2", "error"))
    assert table("system input x y", ("A", "1", "1", "e"), ignore=("y",)).scorer_names == ("x",)


def test_text_in_a_column_that_was_named_is_an_error() -> None:
    with pytest.raises(FormatError, match="row 2, column 'output'"):
        table("system input output", ("A", "1", "two words"), scorers=("output",))


def test_only_text_leaves_nothing() -> None:
    with pytest.raises(FormatError, match="a column of numbers"):
        table("system input output", ("A", "1", "two words"))


def test_header_only() -> None:
    with pytest.raises(FormatError, match=r"f\.csv: rows of scores are missing"):
        table("system input x")


def test_duplicate_keys_name_both_rows_and_the_key() -> None:
    rows = [("A", "1", "1"), ("A", "2", "2"), ("A", "1", "3")]
    with pytest.raises(DuplicateKeyError, match=r"f\.csv: rows 2 and 4 are both for system 'A', input '1'"):
        table("system input x", *rows)
    t = table("system input x", *rows, drop_repeated=True)
    np.testing.assert_array_equal(t.matrix("x"), [[1, 2]])
    assert t.notes == ("1 row left out that repeat the key of an earlier row",)


def test_names_are_text_whatever_their_type() -> None:
    t = table("system input x", (1, 1.0, 1), ("1", 2.0, 2), (1.0, "3", 3))
    assert (t.systems, t.inputs) == (("1",), ("1", "2", "3"))
    with pytest.raises(DuplicateKeyError, match="rows 2 and 3"):
        table("system input x", (1, "a", 1), ("1", "a", 2))
    assert table("system input x", ("007", "NA", 1), (" 7", "None", 2)).systems == ("007", " 7")


@pytest.mark.parametrize("cell", ["", None, math.nan])
def test_a_missing_name_is_an_error(cell: Any) -> None:
    with pytest.raises(FormatError, match="row 3, column 'system': the cell is empty"):
        table("system input x", ("A", "1", 1), (cell, "1", 2))


@pytest.mark.parametrize("cell", [["A"], {"name": "A"}])
def test_a_nested_name_is_an_error(cell: Any) -> None:
    with pytest.raises(FormatError, match=r"row 3, column 'system': .* is no name"):
        table("system input x", ("A", "1", 1), (cell, "1", 2))


def test_without_systems_each_row_is_an_item() -> None:
    t = table("id x", ("a", 1), ("b", 2))
    assert (t.has_systems, t.systems, t.inputs) == (False, (UNNAMED_SYSTEM,), ("a", "b"))
    assert any("names no system" in note for note in t.notes)
    t = table("x y", (1, 2), (3, 4))
    assert (t.has_systems, t.inputs) == (False, ("1", "2"))
    assert any("row number" in note for note in t.notes)
    with pytest.raises(DuplicateKeyError, match="--columns system=COL"):
        table("Method id x", ("lead", "1", 1), ("tail", "1", 2), ignore=("Method",))


def test_a_team_may_be_the_system_where_it_tells_repeated_rows_apart() -> None:
    rows = (("A", "1", 1), ("B", "1", 2), ("A", "2", 3), ("B", "2", 4))
    with pytest.raises(
        DuplicateKeyError, match=r"If it names the system: --columns system=team\. Remove one"
    ) as raised:
        table("team id x", *rows)
    assert "system=COL" not in str(raised.value)
    assert table("team id x", *rows, system="team").systems == ("A", "B")
    with pytest.raises(DuplicateKeyError, match="system=COL"):
        table("team id x", *rows, rows[0])


def test_annotator_columns_make_a_human_dimension() -> None:
    t = table(
        "system input rel@a rel@b rouge",
        ("A", "1", 1, 2, 0.5),
        ("A", "2", None, 4, 0.25),
        ("A", "3", None, None, 0),
    )
    assert t.annotations["rel"].annotators == ("a", "b")
    np.testing.assert_array_equal(t.matrix("rel"), [[1.5, 4, np.nan]])
    assert (t.scorer("rel").role, t.scorer("rouge").role) == ("human", None)
    assert t.notes[0] == "columns of single annotators were read as annotators of 'rel'"


def test_a_dimension_must_be_the_mean_of_its_annotators() -> None:
    assert table("system input r r@a r@b", ("A", "1", 1.5 + 9e-7, 1, 2)).matrix("r")[0, 0] == 1.5 + 9e-7
    with pytest.raises(
        DataError, match=r"'r' is 1.6 for system 'A', input '1', but the mean of its annotators is 1.5"
    ):
        table("system input r r@a r@b", ("A", "1", 1.6, 1, 2))
    with pytest.raises(DataError, match="'r' is nan"):
        table("system input r r@a r@b", ("A", "1", None, 1, 2))


def test_an_annotator_column_makes_every_score_a_rating() -> None:
    t = table(
        "system input rater rel flu",
        *[("A", "1", "a", 1, 5), ("A", "1", "b", 3, None), ("A", "2", "a", 2, 4)],
    )
    assert t.annotations["rel"].annotators == ("a", "b")
    assert t.annotations["flu"].annotators == ("a",)
    np.testing.assert_array_equal(t.annotations["rel"].values, [[[1, 2]], [[3, np.nan]]])
    np.testing.assert_array_equal(t.matrix("rel"), [[2, 2]])
    with pytest.raises(DuplicateKeyError, match="system 'A', input '1', rater 'a'"):
        table("system input rater rel", ("A", "1", "a", 1), ("A", "1", "a", 1))


def test_long_rows_mix_scorers_with_and_without_annotators() -> None:
    t = table(
        "system input scorer score annotator",
        *[
            ("A", "1", "rel", 1, "a"),
            ("A", "1", "rel", 2, "b"),
            ("A", "1", "bleu", 9, ""),
            ("B", "1", "rel", 4, "b"),
        ],
    )
    assert t.annotations["rel"].annotators == ("a", "b")
    np.testing.assert_array_equal(t.matrix("rel"), [[1.5], [4]])
    np.testing.assert_array_equal(t.matrix("bleu"), [[9], [np.nan]])
    with pytest.raises(
        DuplicateKeyError, match="rows 2 and 3 are both for system 'A', input '1', metric 'x'"
    ):
        table("system input metric value", ("A", "1", "x", 1), ("A", "1", "x", 1))


def test_groups_describe_inputs_or_systems() -> None:
    t = table(
        "system input document family x",
        *[
            ("A", "1", "d", "old", 1),
            ("A", "2", "e", "old", 1),
            ("B", "1", "", "new", 1),
            ("B", "2", "e", "new", 1),
        ],
        groups=("document", "family"),
    )
    assert dict(t.input_groups) == {"document": ("d", "e")}
    assert dict(t.system_groups) == {"family": ("old", "new")}


def test_a_column_called_as_groups_that_groups_neither_is_left_out_unless_it_was_named() -> None:
    rows = [("A", "1", "d", 1), ("A", "2", "e", 1), ("B", "1", "f", 1)]
    t = table("system input domain x", *rows)
    assert (dict(t.input_groups), dict(t.system_groups)) == ({}, {})
    assert (
        "left out: 'domain' is no grouping column; it has more than one label per input or per system (row 4)"
        in t.notes
    )
    with pytest.raises(FormatError, match="row 4, column 'domain': a grouping column must"):
        table("system input domain x", *rows, groups=("domain",))


NESTED = [("A", "1", "p", "p", 1), ("A", "2", "p", "p", 1), ("B", "3", "q", "q", 1), ("B", "4", "q", "q", 1)]
"""Every system has inputs of its own: a label of a system is one of its inputs, too."""


def test_groups_of_both_are_those_of_inputs_unless_their_name_says_systems() -> None:
    t = table("system input document family x", *NESTED)
    assert dict(t.input_groups) == {"document": ("p", "p", "q", "q")}
    assert dict(t.system_groups) == {"family": ("p", "q")}
    t = table("system input maker lab x", *NESTED, groups=("maker",), system_groups=("lab",))
    assert dict(t.input_groups) == {"maker": ("p", "p", "q", "q")}
    assert dict(t.system_groups) == {"lab": ("p", "q")}


def test_a_name_of_systems_on_a_column_of_inputs() -> None:
    rows = [("A", "1", "p", 1), ("A", "2", "q", 1), ("B", "1", "p", 1), ("B", "2", "q", 1)]
    assert dict(table("system input team x", *rows).input_groups) == {"team": ("p", "q")}
    with pytest.raises(
        FormatError,
        match=r"f.csv, row 3, column 'team': a grouping column must have one label per system; this row has a second",
    ):
        table("system input team x", *rows, system_groups=("team",))


def test_without_systems_groups_are_of_inputs() -> None:
    t = table("input family x", ("1", "p", 1), ("2", "p", 1))
    assert (dict(t.input_groups), dict(t.system_groups)) == ({"family": ("p", "p")}, {})


def test_gaps_and_emptiness_are_noted() -> None:
    t = table("system input x y", ("A", "1", 1, None), ("A", "2", None, None), ("B", "1", None, None))
    assert t.notes == (
        "1 scorer without any score: 'y'",
        "1 system without any score: 'B'",
        "1 input without any score: '2'",
    )
    assert t.shape == (2, 2, 2)


def test_a_mistaken_input_column_is_noticed_before_memory_is() -> None:
    n = 20_000
    raw = RawRows(
        "f.csv",
        ("system", "id", "x"),
        [Chunk(range(n), [[k % 200 for k in range(n)], range(n), np.zeros(n)])],
    )
    with pytest.raises(FormatError, match=r"fill less than 1%.*Does 'id' name"):
        table_from_rows(raw)


def test_many_rows_take_seconds_not_minutes() -> None:
    n, m = 50, 4000
    systems = [f"s{i}" for i in range(n) for _ in range(m)]
    inputs = [f"i{j}" for _ in range(n) for j in range(m)]
    numbers = np.random.default_rng(0).random((2, n * m))
    cells = [[repr(value) for value in row] for row in numbers.tolist()]
    raw = RawRows("f.csv", ("system", "input", *"ab"), [Chunk(range(n * m), [systems, inputs, *cells])])
    start = time.process_time()
    t = table_from_rows(raw)
    assert time.process_time() - start < 10
    np.testing.assert_array_equal(t.values, numbers.reshape(2, n, m))


def test_scorers_with_nothing_in_common_are_refused_before_they_fill_the_memory() -> None:
    rows = range(1, 15_001)
    columns = [
        [f"s{k % 100}" for k in rows],
        [f"i{k // 100}" for k in rows],
        [f"m{k}" for k in rows],
        np.ones(len(rows)),
    ]
    raw = RawRows("f", ("system", "input", "scorer", "score"), [Chunk(rows, columns)])
    with pytest.raises(
        FormatError, match=r"f: 15000 rows would fill less than 1% of 15000 scorers x 15100 outputs"
    ):
        table_from_rows(raw)


def test_annotators_with_nothing_in_common_are_refused_and_crowds_are_not() -> None:
    def read(people: int, inputs: int) -> ScoreTable:
        rows = range(1, people + 1)
        columns = [["A"] * people, [f"i{k % inputs}" for k in rows], [f"p{k}" for k in rows], np.ones(people)]
        return table_from_rows(RawRows("f", ("system", "input", "annotator", "rel"), [Chunk(rows, columns)]))

    assert len(read(3000, 500).annotations["rel"].annotators) == 3000
    with pytest.raises(FormatError, match=r"less than 1% of 30000 annotators x 20000 outputs, in 1 column"):
        read(30_000, 20_000)


BOARD = ("system", "bleu", "human", "N", "rank")


def test_a_row_for_each_system_is_one_test_set() -> None:
    rows = [(f"M{k}", 20 + k, 0.5 - k, 700, k) for k in range(1, 25)]
    found = read_scores(pl.DataFrame(rows, schema=BOARD, orient="row"))
    assert (found.inputs, found.scorer_names) == (("test set",), ("bleu", "human"))
    assert found.systems == tuple(f"M{k}" for k in range(1, 25))
    assert found.matrix("bleu")[:, 0].tolist() == [20 + k for k in range(1, 25)]
    assert any("one test set" in note for note in found.notes)
    named = read_scores(pl.DataFrame({"model": ["a", "b"], "x1": [1, 2]}), columns="scorers=*")
    assert (named.inputs, named.scorer_names) == (("test set",), ("x1",))
    long = {"model": ["a", "a", "b"], "metric": ["m", "n", "m"], "score": [1, 2, 3]}
    assert read_scores(pl.DataFrame(long)).shape == (2, 2, 1)
    joined = read_scores(
        pl.DataFrame({"model": ["a", "b"], "human": [1, 2]}),
        pl.DataFrame({"model": ["b", "a"], "chrf": [4, 3]}),
    )
    assert joined.matrix("chrf")[:, 0].tolist() == [3, 4]


def test_systems_that_repeat_need_an_input() -> None:
    with pytest.raises(FormatError, match="the column that names the input") as error:
        read_scores(pl.DataFrame({"model": ["a", "b", "a"], "bleu": [1, 2, 3]}))
    assert "inputs=*" not in str(error.value)


def test_of_test_sets_in_one_file_the_pool_of_all_is_named_beside_whole_names_of_inputs() -> None:
    rows = [("s", doc, seg, lp, 1) for lp in ("de", "ru") for doc in ("a", "b") for seg in ("1", "2")]
    with pytest.raises(
        DuplicateKeyError,
        match=r"--columns 'input=lp,doc,seg'; 'lp' is .*trueness compare --pool f.csv --tables-by lp\. Otherwise",
    ):
        table("system doc seg lp x", *rows)
    assert table("system doc seg lp x", *rows, input=("lp", "doc", "seg")).shape == (1, 1, 8)


def test_of_repeated_rows_what_tells_them_apart_is_named_and_dropping_is_not_proposed() -> None:
    rows = [("A", "d", 1, 3), ("A", "d", 2, 3), ("B", "d", 1, 4), ("B", "d", 2, 4)]
    with pytest.raises(
        DuplicateKeyError,
        match=r"With 'line' no two.*--columns 'input=item,line'; 'item' is a grouping column then",
    ) as error:
        table("system item line human", *rows)
    assert "--drop-repeated" not in str(error.value)
    assert table("system item line human", *rows, input=("item", "line")).inputs == ("d::1", "d::2")
    with pytest.raises(DuplicateKeyError, match=r"With 'lang' no two.*input=item,lang"):
        table("system item lang human", *[(*row[:2], f"l{row[2]}", row[3]) for row in rows])


@pytest.mark.parametrize("names", ["system item x", "system item fluency human", "system item x human"])
def test_scores_that_differ_do_not_tell_rows_apart(names: str) -> None:
    rows = [("A", "d", 4, 3)[: len(names.split())], ("A", "d", 2, 3)[: len(names.split())]]
    with pytest.raises(DuplicateKeyError, match=r"--drop-repeated"):
        table(names, *rows)


def test_numbers_of_annotators_do_not_tell_rows_apart() -> None:
    with pytest.raises(DuplicateKeyError, match=r"--drop-repeated") as raised:
        table("system item who@1 who@2 human", ("A", "d", 1, 5, 3), ("A", "d", 2, 6, 3), ("B", "d", 1, 6, 3))
    assert "input=item" not in str(raised.value)
    with pytest.raises(DuplicateKeyError, match=r"--drop-repeated") as raised:
        table("system item rank human", ("A", "d", 1, 3), ("A", "d", 2, 3), ("B", "d", 1, 3))
    assert "rank" not in str(raised.value)


def test_the_only_model_may_be_the_judges():
    rows = [{"request_id": f"r{k}", "model": "gpt", "human": k % 2, "verdict": k % 3} for k in range(6)]
    table = read_scores(pl.DataFrame(rows))
    (note,) = [one for one in table.notes if "in every row" in one]
    assert note.endswith("if it names the judge: --columns ignore=model")
    items = read_scores(pl.DataFrame(rows), columns="ignore=model")
    assert not items.has_systems
    assert items.inputs == tuple(f"r{k}" for k in range(6))
    two = [{**row, "model": "ab"[k % 2]} for k, row in enumerate(rows)]
    assert not any("in every row" in note for note in read_scores(pl.DataFrame(two)).notes)
    bare = [{"model": row["model"], "said": row["human"]} for row in rows]
    with pytest.raises(FormatError, match=r"and each row is an item: columns=.ignore=model"):
        read_scores(pl.DataFrame(bare))


def test_columns_called_as_models_are_judges_beside_those_of_people() -> None:
    rows = [(k % 3, (k + 1) % 3, k % 2, k % 4) for k in range(6)]
    found = table("Alice Bob gpt-4o claude-3", *rows, annotators=("Alice", "Bob"))
    assert found.annotations["human"].annotators == ("Alice", "Bob")
    assert {one.name for one in found.scorers} == {"human", "gpt-4o", "claude-3"}
    with pytest.raises(SystemLikeError):
        table("gpt-4o claude-3", *[row[2:] for row in rows])
