"""Answers of people and suggestions of models, from files in the form of Argilla and of Label Studio."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from trueness.data.layouts.annotation_exports import argilla_nested, argilla_scores, label_studio_scores
from trueness.data.reading.read import read_scores
from trueness.data.recognising.recognise import recognise
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import ArgumentError, FormatError, UnknownNameError


def read(tmp_path: Path, content: Any, name: str = "export.json", **options: Any) -> tuple[str, ScoreTable]:
    path = tmp_path / name
    lines = name.endswith("l")
    path.write_text("".join(json.dumps(row) + "\n" for row in content) if lines else json.dumps(content))
    return recognise(path).format, read_scores(path, **options)


def record(name: str, suggested: Any, **answers: Any) -> dict[str, Any]:
    """Return a record as `Record.to_dict` of Argilla gives it."""
    return {
        "id": name,
        "fields": {"text": "What?"},
        "metadata": {},
        "suggestions": {"ok": {"value": suggested, "score": None, "agent": "gpt"}},
        "responses": {"ok": [{"value": value, "user_id": who} for who, value in answers.items()]},
        "vectors": {},
        "status": "completed",
        "_server_id": f"server-{name}",
    }


def flat(name: str, suggested: Any, **answers: Any) -> dict[str, Any]:
    """Return the same as `to_list(flatten=True)` gives it."""
    return {
        "id": name,
        "status": "completed",
        "_server_id": f"server-{name}",
        "text": "What?",
        "ok.responses": list(answers.values()),
        "ok.responses.users": list(answers),
        "ok.responses.status": ["submitted"] * len(answers),
        "ok.suggestion": suggested,
        "ok.suggestion.score": None,
        "ok.suggestion.agent": "gpt",
    }


@pytest.mark.parametrize("made", [record, flat])
@pytest.mark.parametrize("name", ["argilla.json", "argilla.jsonl"])
def test_argilla(tmp_path: Path, made: Any, name: str) -> None:
    rows = [made("a", "yes", u1="yes", u2="no"), made("b", "no", u1="no"), made("c", None, u2="yes")]
    found, table = read(tmp_path, rows, name)
    assert (found, table.inputs) == ("argilla", ("a", "b", "c"))
    assert table.scorer_names == ("ok", "ok_human")
    assert [one.role for one in table.scorers] == [None, "human"]
    np.testing.assert_array_equal(table.matrix("ok"), [[1, 0, np.nan]])
    expected = [[[1, 0, np.nan]], [[0, np.nan, 1]]]
    np.testing.assert_array_equal(table.annotations["ok_human"].values, expected)


def test_drafts_and_discarded_answers_of_argilla_do_not_count() -> None:
    row = flat("a", None, u1=4, u2=2, u3=5)
    row["ok.responses.status"] = ["submitted", "draft", "discarded"]
    (nested,) = argilla_nested([row])
    assert dict(argilla_scores(nested)) == {"ok@u1": 4}
    assert argilla_nested([{"a": 1}]) == [{"a": 1}]
    assert argilla_nested([]) == []


def choice(control: str, *chosen: Any, kind: str = "choices") -> dict[str, Any]:
    value = {kind: list(chosen) if kind in ("choices", "text", "taxonomy") else chosen[0]}
    return {"from_name": control, "to_name": "text", "type": kind, "id": "x", "value": value}


def task(number: int, *annotations: Any, predictions: Any = ()) -> dict[str, Any]:
    return {
        "id": number,
        "annotations": list(annotations),
        "predictions": list(predictions),
        "data": {"text": "What?"},
        "project": 1,
    }


def by(who: Any, *results: Any, **more: Any) -> dict[str, Any]:
    return {"id": 5, "completed_by": who, "result": list(results), "was_cancelled": False, **more}


def test_label_studio(tmp_path: Path) -> None:
    model = {"model_version": "v1", "score": 0.9, "result": [choice("tone", "pos")]}
    rows = [
        task(
            1,
            by(3, choice("tone", "pos"), choice("stars", 4, kind="rating")),
            by(4, choice("tone", "neg")),
            predictions=[model],
        ),
        task(2, by({"id": 3, "email": "a@b"}, choice("tone", "neg")), predictions=[17]),
        task(3, by(3, choice("tone", "pos"), was_cancelled=True), by(4, choice("stars", 2, kind="rating"))),
    ]
    found, table = read(tmp_path, rows, labels="neg<pos")
    assert (found, table.inputs) == ("label-studio", ("1", "2", "3"))
    assert {one.name: one.role for one in table.scorers} == {
        "tone": "human",
        "stars": "human",
        "tone_v1": None,
    }
    assert table.annotations["tone"].annotators == ("3", "4", "a@b")
    np.testing.assert_array_equal(table.matrix("tone"), [[0.5, 0, np.nan]])
    np.testing.assert_array_equal(table.matrix("stars"), [[4, np.nan, 2]])
    np.testing.assert_array_equal(table.matrix("tone_v1"), [[1, np.nan, np.nan]])


def test_results_that_are_no_single_answer_are_no_scores(tmp_path: Path) -> None:
    region = {"from_name": "span", "value": {"start": 1, "end": 2, "text": "W", "labels": ["X"]}}
    made = by(3, choice("tone", "a", "b"), region, choice("pick", "left", kind="selected"))
    assert dict(label_studio_scores(task(1, made))) == {
        "tone@3": ["a", "b"],
        "span@3": region["value"],
        "pick@3": "left",
    }
    twice = by(3, choice("n", 1, kind="number"), choice("n", 2, kind="number"))
    assert dict(label_studio_scores(task(1, twice))) == {"n@3": [1, 2]}
    rows = [task(k, by(3, choice("stars", k, kind="rating"), region)) for k in (1, 2)]
    _, table = read(tmp_path, rows)
    assert table.scorer_names == ("stars",)
    assert "left out, since they are no number or label of an output: 'span@3'" in table.notes
    old = {**task(1), "completions": [by(3, choice("t", "x"), skipped=True), by(4, choice("t", "y"))]}
    assert dict(label_studio_scores(old)) == {"t@4": "y"}


def test_a_row_that_is_not_made_so_is_named(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="row 2: the row differs from what label-studio writes"):
        read(tmp_path, [task(1, by(3, choice("t", "yes"))), task(2, "x")])


def least(number: int, who: Any, **answers: Any) -> dict[str, Any]:
    """Return an annotation as JSON_MIN has it: data of the task, id, answers, what is known of the annotation."""
    times = {"created_at": "2024-05-01T10:00:00Z", "updated_at": "2024-05-01T10:00:00Z", "lead_time": 3.2}
    data = {"text": "What?", "image": "/data/upload/1.png", "kind": "news"}
    return {**data, "id": number, **answers, "annotator": who, "annotation_id": 7, **times}


def in_csv(rows: list[dict[str, Any]]) -> str:
    """Return the same as CSV, whose columns are in the order of their names and whose answers are JSON."""
    names = sorted({name for row in rows for name in row} - {"kind"})
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(names)
    for row in rows:
        cells = [row.get(name, "") for name in names]
        writer.writerow([cell if isinstance(cell, str) else json.dumps(cell) for cell in cells])
    return file.getvalue()


LEAST = [
    least(1, 3, tone="pos", stars=[{"rating": 4}]),
    least(1, 4, tone="neg", stars=[{"rating": 2}]),
    least(2, 3, tone="neg", topics={"choices": ["a", "b"]}),
    least(
        3,
        "a@b",
        stars=[{"rating": 5}, {"rating": 1}],
        why="It is far too long to be an answer, and a remark.",
    ),
]


@pytest.mark.parametrize("kind", ["json", "csv"])
def test_least_exports_of_label_studio(tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"project-1.{kind}"
    path.write_text(json.dumps(LEAST) if kind == "json" else in_csv(LEAST))
    assert recognise(path).format == "label-studio"
    table = read_scores(path, labels="neg<pos")
    assert set(table.scorer_names) == {"tone", "stars"}
    assert table.inputs[:2] == ("1", "2")
    assert {one.role for one in table.scorers} == {"human"}
    assert table.annotations["tone"].annotators == ("3", "4")
    np.testing.assert_array_equal(table.matrix("tone")[:, :2], [[0.5, 0]])
    np.testing.assert_array_equal(table.matrix("stars")[:, :2], [[3, np.nan]])
    assert any("no number or label" in note and "topics@3" in note for note in table.notes)


def test_remarks_are_left_out_of_an_export_by_name(tmp_path: Path) -> None:
    rows = [
        {
            "id": k,
            "annotator": 1,
            "annotation_id": k,
            "lead_time": 3.5,
            "rating": k,
            "sure": ("Perhaps.", "Yes.")[k % 2],
        }
        for k in range(4)
    ]
    with pytest.raises(FormatError, match="sure@1"):
        read(tmp_path, rows)
    found, table = read(tmp_path, rows, columns="ignore=sure*")
    assert (found, table.scorer_names) == ("label-studio", ("rating",))
    with pytest.raises(UnknownNameError, match="ignore=nothing"):
        read(tmp_path, rows, columns="ignore=nothing")
    with pytest.raises(ArgumentError, match="says what its fields mean"):
        read(tmp_path, rows, columns="input=rating")
