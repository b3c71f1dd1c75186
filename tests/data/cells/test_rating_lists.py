"""Lists of ratings: with words in them, and written as text."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import trueness
from trueness.data.cells import rating_lists
from trueness.data.cells.raw_rows import Chunk, RawRows
from trueness.errors import FormatError, UnknownNameError


def lines(folder: Path, rows: list[dict[str, Any]]) -> Path:
    path = folder / "f.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


def written(path: Path, cells: list[Any], name: str = "polite") -> Path:
    """Write a file, by its extension CSV or JSON lines, of which one column has these cells."""
    rows = [{"system": "ab"[k % 2], "input": f"i{k // 2}", name: cell} for k, cell in enumerate(cells)]
    with path.open("w", newline="", encoding="utf-8") as file:
        if path.suffix == ".csv":
            writer = csv.DictWriter(file, rows[0])
            writer.writeheader()
            writer.writerows(rows)
        elif path.suffix == ".json":
            json.dump(rows, file)
        else:
            file.writelines(f"{json.dumps(row)}\n" for row in rows)
    return path


@pytest.mark.parametrize("name", ["f.csv", "f.jsonl", "f.json"])
@pytest.mark.parametrize(
    "cells",
    [
        ["[3, 5, 4]", "[1,2,3]", "[ 2 , 2, 5]", "[4, 4, 4]"],
        ["[3, 5, 4.0]", "[1, 2, 3,]", "[+2, 2e0, 5]", "[4, 4, 4]"],
    ],
)
def test_lists_written_as_text_are_lists(tmp_path, name, cells):
    table = trueness.read_scores(written(tmp_path / name, cells))
    lists = [[3, 5, 4], [1, 2, 3], [2, 2, 5], [4, 4, 4]]
    proper = trueness.read_scores(written(tmp_path / "proper.jsonl", lists))
    assert table == proper
    assert table.annotations["polite"].annotators == ("1", "2", "3")
    np.testing.assert_array_equal(table.matrix("polite"), [[4, 3], [2, 4]])
    assert "lists of numbers, written as text, were read as lists: 'polite'" in table.notes


@pytest.mark.parametrize("gone", ["", "[]", "[None, nan]", "[null, NaN]", "None"])
def test_a_list_that_is_missing(tmp_path, gone):
    table = trueness.read_scores(written(tmp_path / "f.csv", [gone, "[1, None, 3]", "[5]", "[2, null]"]))
    np.testing.assert_array_equal(table.matrix("polite"), [[np.nan, 5], [2, 2]])
    assert table.annotations["polite"].annotators == ("1", "2", "3")


@pytest.mark.parametrize(("name", "columns"), [("gpt4", "@run"), ("rouge", "_"), ("tone", "@")])
def test_columns_are_called_as_those_of_lists(tmp_path, name, columns):
    table = trueness.read_scores(written(tmp_path / "f.csv", ["[1, 2]", "[2, 3]"], name))
    proper = trueness.read_scores(written(tmp_path / "f.jsonl", [[1, 2], [2, 3]], name))
    assert rating_lists.value_name(name, 2) == f"{name}{columns}2"
    assert table == proper


def test_a_number_among_lists_is_refused_and_the_column_can_be_left_out(tmp_path):
    path = written(tmp_path / "f.csv", ["[1, 2]", "[2, 3]", "4", "[3, 4]"])
    with pytest.raises(
        FormatError, match=r"row 4, column 'polite': the value is '4', but most are lists"
    ) as error:
        trueness.read_scores(path)
    assert "--columns 'ignore=polite'." in str(error.value)
    with pytest.raises(FormatError, match="no column is left that could hold scores"):
        trueness.read_scores(path, columns="ignore=polite")


@pytest.mark.parametrize(
    "cells",
    [
        ["[1, 2", "[2, 3", "[4", "[5"],
        ["[3 5 5]", "[1 2 2]", "[1 1 1]", "[2 2 2]"],
        ["see [1]", "[2]", "as said", "no more of it"],
        ["['a', 'b']", "['b']", "['c']", "['d']"],
        ["[[1, 2]]", "[[1, 2]]", "[[3]]", "[[4]]"],
        ["[1, x]", "[2, y]", "[3, z]", "[4, t]"],
    ],
)
def test_other_texts_are_no_lists(tmp_path, cells):
    rows = [{"input": k, "said": cell, "clear": k} for k, cell in enumerate(cells)]
    assert trueness.read_scores(lines(tmp_path, rows)).scorer_names == ("clear",)


def test_names_and_texts_are_no_ratings(tmp_path):
    rows = [{"id": f"[{k}, 1]", "output": "[4, 5]", "clear": k} for k in range(3)]
    table = trueness.read_scores(lines(tmp_path, rows))
    assert (table.inputs, table.scorer_names) == (("[0, 1]", "[1, 1]", "[2, 1]"), ("clear",))


def test_a_column_of_the_user_is_what_they_say(tmp_path):
    rows = [{"spot": f"[{k}, 1]", "clear": k} for k in range(3)]
    path = lines(tmp_path, rows)
    table = trueness.read_scores(path, columns="input=spot")
    assert (table.inputs, table.scorer_names) == (("[0, 1]", "[1, 1]", "[2, 1]"), ("clear",))
    assert trueness.read_scores(path, columns="scorers=clear").scorer_names == ("clear",)
    assert trueness.read_scores(path, columns="scorers=spot*").scorer_names == ("spot@1", "spot@2")
    with pytest.raises(UnknownNameError, match="Did you mean 'spot@"):
        trueness.read_scores(path, columns="scorers=spot")


UNABLE = "N/A: no answer, sadly"


@pytest.mark.parametrize("name", ["f.csv", "f.jsonl", "f.json"])
@pytest.mark.parametrize("cell", [[2, UNABLE, 4], [UNABLE, UNABLE], UNABLE])
@pytest.mark.parametrize("said", ["N/A*", "polite=N/A*", ["n/a: *"]])
def test_words_in_lists_may_mean_that_there_is_no_score(tmp_path, name, cell, said):
    cells: list[Any] = [[1, 2, 3], cell, [3, 3, 3], [2, 2, 5]]
    if name == "f.csv":
        cells = [str(one) for one in cells]
    path = written(tmp_path / name, cells)
    with pytest.raises(
        FormatError, match=r"column 'polite@[12]': 'N/A.*is not a number.*--missing-values 'N/A"
    ):
        trueness.read_scores(path)
    table = trueness.read_scores(path, missing_values=said)
    np.testing.assert_array_equal(table.matrix("polite"), [[2, 3], [3 if cell[0] == 2 else np.nan, 3]])
    assert any("taken for missing, as declared" in note for note in table.notes)


def test_words_in_a_list_of_a_dataframe(tmp_path):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"input": ["a", "b"], "polite": [[1, 2], ["skipped", 4]]})
    table = trueness.read_scores(frame, missing_values="skip*")
    np.testing.assert_array_equal(table.matrix("polite"), [[1.5, 4]])


def test_a_longer_list_with_words_has_more_annotators(tmp_path):
    path = written(tmp_path / "f.jsonl", [[1, 2], [3, "none", 5], [4, 4], [5, 5]])
    table = trueness.read_scores(path)
    assert table.annotations["polite"].annotators == ("1", "2", "3")
    assert table.matrix("polite")[1, 0] == 4


def test_rows_that_come_in_pieces_have_the_columns_of_the_longest():
    chunks = [Chunk([2, 3], [["[1]", "[2]"], ["x", "y"]]), Chunk([4], [["[3, 4]"], ["z"]])]
    found = rating_lists.with_written_lists(RawRows("f", ("l", "t"), iter(chunks)), lambda name: True)
    assert found.names == ("l@1", "l@2", "t")
    assert [list(map(list, chunk.columns)) for chunk in found.chunks] == [
        [[1, 2], [None, None], ["x", "y"]],
        [[3], [4], ["z"]],
    ]


def test_one_endless_list_is_refused_before_it_fills_the_memory(tmp_path):
    endless = [*range(5_000), "some"]
    path = written(tmp_path / "f.jsonl", [[1, 2]] * 9_998 + [endless] * 2)
    with pytest.raises(FormatError, match="fill less than 1% of such a table"):
        trueness.read_scores(path)


@pytest.mark.parametrize(("longest", "scorers"), [(50, ("clear", "tidy", "spot")), (51, ("clear", "tidy"))])
def test_a_list_of_more_than_people_rate_is_of_other_things(tmp_path, longest, scorers):
    """The numbers of a vector, or of all inputs."""
    cells = ["[1]", str(list(range(longest))), "[2]"]
    rows = [{"input": k, "clear": 3 - k, "tidy": f"[{k}, 1]", "spot": cell} for k, cell in enumerate(cells)]
    table = trueness.read_scores(lines(tmp_path, rows))
    assert sorted(table.scorer_names) == sorted(scorers)
    said = "lists of more than 50 numbers are no ratings: 'spot'"
    assert (said in table.notes) == (longest > 50)
    assert any(
        note.endswith("were read as lists: 'tidy'" if longest > 50 else "'tidy', 'spot'")
        for note in table.notes
    )


def test_a_long_blank_in_a_list_takes_no_time(tmp_path):
    cells = ["[1" + " " * 20_000 + "x", "[1, 2]", "[2, 2]", "[3, 3]"]
    with pytest.raises(FormatError, match="is not a number"):
        trueness.read_scores(written(tmp_path / "f.csv", cells))
