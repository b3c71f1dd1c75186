"""One JSON value: lists, columns and objects that nest give the table that CSV gives, or one question."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from trueness.data.formats.json_document import NestedError, records_of
from trueness.data.reading.read import read_scores
from trueness.data.reading.text_records import holds_texts
from trueness.errors import ArgumentError, DuplicateKeyError, FormatError

ROWS = [
    {"system": s, "input": i, "x": k / 4, "rel": k}
    for k, (s, i) in enumerate((s, i) for s in "AB" for i in "12")
]
SCORES: dict[str, dict[str, dict[str, float]]] = {"A": {}, "B": {}}
for _row in ROWS:
    SCORES[str(_row["system"])][str(_row["input"])] = {"x": float(_row["x"]), "rel": float(_row["rel"])}
BY_INPUT = {i: {s: SCORES[s][i] for s in "AB"} for i in "12"}
FRAME = pd.DataFrame(ROWS)


def written(path: Path, content: Any) -> Path:
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


@pytest.mark.parametrize(
    ("content", "columns"),
    [
        (ROWS, None),
        ({"version": 1, "results": ROWS}, None),
        ({"data": ROWS, "log": [{"a": 1}]}, None),
        (FRAME.to_json(orient="columns"), None),
        (FRAME.to_json(orient="split"), None),
        (FRAME.to_json(orient="records", lines=True), None),
        (FRAME.to_dict(orient="list"), None),
        ({i: [r for r in ROWS if r["input"] == i] for i in "12"}, "nested=input"),
        (
            {
                i: [{k: v for k, v in r.items() if k != "input"} for r in ROWS if r["input"] == i]
                for i in "12"
            },
            None,
        ),
        ([{"id": i, "answers": [{"model": s, **SCORES[s][i]} for s in "AB"]} for i in "12"], None),
        ([{"id": i, "systems": BY_INPUT[i]} for i in "12"], None),
        (SCORES, "nested=system/input"),
        (BY_INPUT, "nested=input/system"),
        (
            {c: {s: {i: SCORES[s][i][c] for i in "12"} for s in "AB"} for c in ("x", "rel")},
            "nested=scorer/system/input",
        ),
    ],
    ids=str,
)
def test_every_shape_gives_the_same_table(tmp_path: Path, content: Any, columns: str | None) -> None:
    expected = read_scores(FRAME).fingerprint
    table = read_scores(written(tmp_path / "a.json", content), columns=columns)
    assert table.fingerprint == expected


def test_one_level_names_the_file_and_annotators_are_people(tmp_path: Path) -> None:
    one = {s: {i: SCORES[s][i]["x"] for i in "12"} for s in "AB"}
    path = written(tmp_path / "rouge.json", one)
    with pytest.raises(NestedError, match=r"2 \('A', 'B'\) and, within, 2 \('1', '2'\).*nested=system/input"):
        read_scores(path)
    assert not holds_texts(path)
    assert read_scores(path, columns="nested=system/input").scorer_names == ("rouge",)
    people = read_scores(path, columns="nested=annotator/input")
    assert people.annotations["human"].annotators == ("A", "B")


@pytest.mark.parametrize(
    ("content", "nested", "message"),
    [
        ([1], None, "row 1: the list must hold objects only"),
        ("3", None, "hold a list or an object"),
        ([], None, "rows of scores are"),
        ({}, None, "nothing says what their keys are"),
        ('{"a": 1, "a": 2}', None, "column 'a': the key occurs twice"),
        ('[{"a": 1},', None, r"broken JSON .*if it has one object per line, call it \.jsonl"),
        ({"input": ["1", "2"], "x": [1]}, None, "column 'x': the column has 1 cells, another has 2"),
        ({"columns": ["input", "x"], "data": [["1"]]}, None, "row 1: the row must be a list of 2 values"),
        (
            [{"id": 1, "systems": {"A": 1}}, {"id": 2, "systems": 3}],
            None,
            "row 2, column 'systems': this must be an",
        ),
        (
            [{"id": 1, "answers": [{"model": "A"}]}, {"id": 2, "answers": [3]}],
            None,
            "row 2, column 'answers'",
        ),
        (SCORES, "system/system", "each once"),
        (SCORES, "system/doc", "each once"),
        (SCORES, "scorer/system/input/annotator", "A / 1 / x must hold an object"),
    ],
)
def test_what_is_no_table_is_asked_about(
    tmp_path: Path, content: Any, nested: str | None, message: str
) -> None:
    columns = None if nested is None else {"nested": nested}
    with pytest.raises(FormatError, match=message):
        read_scores(written(tmp_path / "a.json", content), columns=columns)


def test_where_rows_were_found_is_said() -> None:
    _, notes = records_of({"results": ROWS}, "a.json")
    assert notes == ("rows are the objects in 'results'",)
    records, notes = records_of({"d1": [{"model": "A", "x": 1}]}, "a.json")
    assert records == [(1, {"input": "d1", "model": "A", "x": 1})]
    assert notes == ("the 1 outer keys were read as names of inputs: 'd1'",)


def test_keys_that_the_objects_repeat_are_no_level(tmp_path):
    rows = {f"i{k}": {"id": f"i{k}", "rubric": {"good": "well said"}, "score": k} for k in range(3)}
    path = written(tmp_path / "a.json", rows)
    table = read_scores(path)
    assert (table.inputs, table.scorer_names) == (("i0", "i1", "i2"), ("score",))
    assert "the 3 outer keys are those that 'id' repeats: the objects are rows" in table.notes
    rows["i2"]["id"] = "another"
    with pytest.raises(NestedError):
        read_scores(written(tmp_path / "b.json", rows))


@pytest.mark.parametrize("repeats", ["sys_name", "id"])
def test_keys_that_all_objects_of_a_list_repeat_are_no_level(tmp_path: Path, repeats: str) -> None:
    rows = [
        {"sys_name": name, "id": f"i{k}", "wit": k, "bleu": k / 2}
        for name in ("ant", "bee")
        for k in range(3)
    ]
    if repeats == "id":  # a file of one system, whose column is another
        rows = [row for row in rows if row["sys_name"] == "ant"]
    content = {
        str(key): [row for row in rows if row[repeats] == key] for key in {r[repeats]: 0 for r in rows}
    }
    table = read_scores(written(tmp_path / "a.json", content))
    assert table.systems == tuple(dict.fromkeys(row["sys_name"] for row in rows))
    assert table.inputs == ("i0", "i1", "i2")
    assert (
        f"the {len(content)} outer keys are those that '{repeats}' repeats: the objects are rows"
        in table.notes
    )


def test_keys_that_one_object_of_a_list_does_not_repeat_are_a_level() -> None:
    content = {"i1": [{"id": "i1", "x": 1}, {"id": "i2", "x": 2}]}
    records, notes = records_of(content, "a.json")
    assert records[1][1] == {"system": "i1", "id": "i2", "x": 2}
    assert notes == ("the 1 outer keys were read as names of systems: 'i1'",)


def lines(path: Path, rows: list[Any]) -> Path:
    return written(path, "\n\n".join(map(json.dumps, rows)))


IN_ROWS = [
    {
        "article_id": f"t{i}",
        "asked": {q: {s: {"x": k / 4, "rel": 0.5} for k, s in enumerate("AB")} for q in ("q1", "q2")},
    }
    for i in "12"
]


@pytest.mark.parametrize("write", [lines, written], ids=["lines", "list"])
@pytest.mark.parametrize(
    ("rows", "nested"),
    [
        ([{s: SCORES[s]} for s in "AB"], "system/input"),
        ([{i: BY_INPUT[i]} for i in "12"], "input/system"),
        ([{"input": i, "answers": BY_INPUT[i]} for i in "12"], "system"),
        ([{"system": s, "note": "said so", "of": SCORES[s]} for s in "AB"], "input"),
    ],
    ids=str,
)
def test_levels_within_the_rows_of_a_list_or_in_lines(tmp_path, write, rows, nested):
    path = write(tmp_path / "a.jsonl" if write is lines else tmp_path / "a.json", rows)
    table = read_scores(path, columns={"nested": nested})
    assert table.fingerprint == read_scores(FRAME).fingerprint


def test_the_row_of_a_level_is_its_line(tmp_path):
    bad = {"input": "2", "answers": {"A": {"x": 1}, "B": {"x": "good"}}}
    path = lines(tmp_path / "a.jsonl", [{"input": "1", "answers": BY_INPUT["1"]}, bad])
    with pytest.raises(FormatError, match="row 3, column 'x'"):
        read_scores(path, columns="nested=system")


@pytest.mark.parametrize("write", [lines, written], ids=["lines", "list"])
def test_keys_that_repeat_on_two_levels_are_asked_about_and_the_answers_do(tmp_path, write):
    path = write(tmp_path / "a.jsonl" if write is lines else tmp_path / "a.json", IN_ROWS)
    with pytest.raises(NestedError, match=r"'asked'.*2 \('q1', 'q2'\) and, within, 2 \('A', 'B'\)") as asked:
        read_scores(path)
    assert "--columns 'scorers=asked_*'." in str(asked.value)
    assert len(read_scores(path, columns="scorers=asked_*").scorer_names) == 8
    with pytest.raises(
        DuplicateKeyError, match=r"do together: --columns 'input=article_id,input'\."
    ) as twice:
        read_scores(path, columns="nested=input/system")
    assert "If 'article_id' names each of them: --columns input=article_id." in str(twice.value)
    table = read_scores(path, columns="nested=input/system,input=article_id,input=input")
    assert table.inputs == ("t1::q1", "t1::q2", "t2::q1", "t2::q2")
    assert (table.systems, table.scorer_names) == (("A", "B"), ("x", "rel"))


@pytest.mark.parametrize(
    "rows",
    [
        {"rouge": {"rouge-1": {"p": 0.1, "r": 0.2}, "rouge-2": {"p": 0.3, "r": 0.1}}},
        {
            "all": {
                "rouge": {"stem": {"p": 0.1}, "word": {"p": 0.2}},
                "bleu": {"stem": {"p": 0.1}, "word": {"p": 1}},
            }
        },
        {"judge": {"first": {"clear": 1}, "second": {"clear": 2}}},
        {"a": {"x": {"p": 1}, "y": {"p": 1}}, "b": {"x": {"p": 1}, "z": {"p": 1}}},
    ],
    ids=str,
)
def test_other_objects_are_columns_unasked(tmp_path, rows):
    path = lines(tmp_path / "a.jsonl", [{"input": k, **rows} for k in range(3)])
    assert len(read_scores(path).scorer_names) > 1


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"id": 1, "x": 2}, r"the row has 0\. Leave nested= out"),
        ({"id": 1, "said": [{"x": 2}]}, r"the row has 0\. Write a row for each object in 'said'"),
        ({"id": 1, "a": {"B": {"x": 1}}, "b": {}}, r"the row has 2 that may hold them: 'a', 'b'"),
        (
            {"annotator": 1, "a": {"x": {}}},
            "column 'annotator': the field stands beside a level of that name",
        ),
        ({"id": 1, "a": {"B": 3}}, "B must hold an object whose keys name annotators"),
    ],
)
def test_a_row_without_the_levels_is_refused(tmp_path, row, message):
    with pytest.raises(FormatError, match=message):
        read_scores(lines(tmp_path / "a.jsonl", [row]), columns="nested=system/annotator")


def test_objects_that_nest_deeply_are_asked_about(tmp_path):
    deep = {"q": {"A": "[", "B": "["}, "r": {"A": "[", "B": "["}}
    text = json.dumps({"input": 1, "of": deep}).replace('"["', '{"a": ' * 900 + "1" + "}" * 900)
    with pytest.raises(FormatError, match="nothing says what their keys are"):
        read_scores(written(tmp_path / "a.jsonl", text))


def test_levels_are_of_json_alone(tmp_path):
    path = written(tmp_path / "a.csv", "input,x\n1,2\n2,3\n")
    with pytest.raises(ArgumentError, match="nested=input, which is for JSON; this is 'csv'"):
        read_scores(path, columns="nested=input")
    both = [path, written(tmp_path / "y.json", {"1": {"y": 2}, "2": {"y": 3}})]
    assert read_scores(*both, columns="nested=input").scorer_names == ("x", "y")
