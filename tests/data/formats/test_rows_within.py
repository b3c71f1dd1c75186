"""Rows within rows are read alike from every kind of file that nests, and from dataframes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pytest

from trueness.data.formats.rows_within import rows_within
from trueness.data.reading.read import read_scores
from trueness.data.reading.read_texts import read_texts
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import FormatError

ANSWERS = [
    {
        "question": f"What is {k}?",
        "answers": [
            {"sys_name": name, "output": f"{name} says {k}", "wit": [k % 3, k % 2, place], "bleu": 0.1 * k}
            for place, name in enumerate(("ant", "bee"))
        ],
    }
    for k in range(4)
]
BY_SYSTEM = [
    {
        "question_id": k,
        "group": k // 2,
        "models": {"ant": {"wit": k, "bleu": 0.5}, "bee": {"wit": 2, "bleu": k}},
    }
    for k in range(4)
]
GRADED = [
    {"item_id": f"i{k}", "source_id": 40 + k // 2, "grades": {"ann": {"wit": k % 3}, "bob": {"wit": k % 2}}}
    for k in range(6)
]


def every_way(rows: list[dict[str, Any]], folder: Path) -> dict[str, Any]:
    (folder / "x.json").write_text(json.dumps(rows), encoding="utf-8")
    (folder / "x.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    pl.DataFrame(rows).write_parquet(folder / "x.parquet")
    pd.DataFrame(rows).to_feather(folder / "x.arrow")
    files = {name: folder / f"x.{name}" for name in ("json", "jsonl", "parquet", "arrow")}
    return {
        **files,
        "pandas": pd.DataFrame(rows),
        "polars": pl.DataFrame(rows),
        "read back": pd.read_parquet(files["parquet"]),
    }


@pytest.mark.parametrize("rows", [ANSWERS, BY_SYSTEM, GRADED], ids=["lists", "systems", "nested"])
def test_files_and_dataframes_of_the_same_rows_are_one_table(
    rows: list[dict[str, Any]], tmp_path: Path
) -> None:
    columns = "input=question" if rows is ANSWERS else None
    found: dict[str, ScoreTable] = {
        name: read_scores(source, columns=columns) for name, source in every_way(rows, tmp_path).items()
    }
    first = found["json"]
    assert first.systems == (("ant", "bee") if rows is not GRADED else first.systems)
    for name, table in found.items():
        assert table == first, name
        assert (table.notes, table.input_groups) == (first.notes, first.input_groups), name
    assert (tuple(first.input_groups) == ("source_id",)) is (rows is GRADED)


@pytest.mark.parametrize("kind", ["json", "jsonl", "parquet", "arrow"])
def test_texts_are_read_so_too(kind: str, tmp_path: Path) -> None:
    source = every_way(ANSWERS, tmp_path)[kind]
    texts = read_texts(source, columns="input=question")
    assert [row.output for row in texts.rows[:2]] == ["ant says 0", "bee says 0"]


def test_a_row_that_has_something_else_there_is_named() -> None:
    records = enumerate([*ANSWERS, {"question": "?", "answers": "none"}], start=1)
    rows, notes = rows_within(records, "x.jsonl")
    assert notes == ("every object in 'answers' was read as a row",)
    with pytest.raises(FormatError, match="a list of objects") as error:
        list(rows)
    assert error.value.row == 5


def test_rows_that_name_their_system_stay_as_they_are() -> None:
    row = {"system": "ant", "parts": [{"model": "x"}]}
    rows, notes = rows_within([(3, row)], "x.json")
    assert (list(rows), notes) == ([(3, row)], ())
    assert list(rows_within([], "x.json")[0]) == []


@pytest.mark.parametrize("key", ["judges", "llm_judge", "Annotators"])
def test_models_that_judged_are_no_systems(key):
    row = {"id": "q1", key: [{"model": "b", "good": 1}]}
    rows, notes = rows_within([(1, row)], "f.jsonl")
    assert (list(rows), notes) == ([(1, row)], ())
