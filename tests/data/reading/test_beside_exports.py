"""Exports of programs beside people's labels: joined by any id, a part of the outputs, names told apart."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from trueness.data.reading.read import read_scores
from trueness.errors import KeyMismatchError


def promptfoo(path: Path, scores: dict[int, float], provider: str = "four") -> Path:
    """Write an export of promptfoo: test k has the id q<k + 3> and the ticket T-<k> among its variables."""
    rows = [
        {
            "namedScores": {"helpful": score},
            "provider": {"id": "openai", "label": provider},
            "response": {"output": f"answer {k}"},
            "score": score,
            "success": score > 0.5,
            "testIdx": k,
            "vars": {"id": f"q{k + 3}", "question": f"What is {k}?", "language": "en"},
            "metadata": {"ticket": f"T-{k}"},
        }
        for k, score in scores.items()
    ]
    path.write_text(json.dumps({"results": {"version": 3, "results": rows}}))
    return path


def labels(path: Path, given: dict[Any, int], name: str = "human") -> Path:
    path.write_text("\n".join([f"id,{name}", *(f"{key},{label}" for key, label in given.items())]) + "\n")
    return path


def test_labels_of_a_part_are_joined_to_an_export(tmp_path: Path) -> None:
    export = promptfoo(tmp_path / "v1.json", {k: float(k % 2) for k in range(6)})
    few = labels(tmp_path / "labels.csv", {"4": 1, "1": 0})
    for sources in ((export, few), (few, export)):
        table = read_scores(*sources)
        assert table.shape == (4, 1, 6)
        assert (table.scorer("helpful").role, table.scorer("human").role) == ("metric", None)
        cells = dict(zip(table.inputs, table.matrix("human")[0], strict=True))
        assert {name: value for name, value in cells.items() if not np.isnan(value)} == {"4": 1, "1": 0}
        assert "'labels' has 2 of 6 inputs of 'v1'; the others lack its scores" in table.notes
    strange = labels(tmp_path / "strange.csv", {"4": 1, "17": 0})
    with pytest.raises(KeyMismatchError, match="only in 'strange': '17'"):
        read_scores(export, strange)


def test_rows_that_count_from_one_are_not_joined_to_outputs_that_count_from_zero(tmp_path: Path) -> None:
    export = promptfoo(tmp_path / "v1.json", {k: float(k % 2) for k in range(6)})
    with pytest.raises(
        KeyMismatchError, match=r"'few' counts its rows from 1, 'v1' its outputs from 0: is '3'"
    ):
        read_scores(export, labels(tmp_path / "few.csv", {1: 1, 2: 0, 3: 1}))
    table = read_scores(export, labels(tmp_path / "few.csv", {0: "", 1: 1, 2: 0, 3: 1}))  # the remedy
    assert np.count_nonzero(~np.isnan(table.matrix("human"))) == 3
    for given in ({1: 1, 3: 0}, {2: 1, 3: 0}):  # what was drawn by lot leaves gaps
        assert read_scores(export, labels(tmp_path / "few.csv", given)).shape[2] == 6


@pytest.mark.parametrize(
    ("place", "key"),
    [("vars.id", "q{0}"), ("metadata.ticket", "T-{1}"), ("vars.question", "What is {1}?")],
)
def test_labels_are_joined_by_any_id_of_an_export(tmp_path: Path, place: str, key: str) -> None:
    export = promptfoo(tmp_path / "v1.json", {k: k / 8 for k in range(6)})
    given = labels(tmp_path / "labels.csv", {key.format(k + 3, k): k % 2 for k in (5, 0, 3)})
    table = read_scores(export, given)
    assert f"inputs of 'v1' are called by their '{place}', as in 'labels'" in table.notes
    judged = ~np.isnan(table.matrix("human")[0])
    assert sorted(table.matrix("score")[0, judged]) == [0, 3 / 8, 5 / 8]
    assert table.matrix("human")[0, judged].tolist() == [
        (8 * x) % 2 for x in table.matrix("score")[0, judged]
    ]
    # a variable that several tests share is no id
    shared = labels(tmp_path / "shared.csv", {"en": 1})
    with pytest.raises(KeyMismatchError):
        read_scores(export, shared)


def test_two_judges_of_the_same_outputs_are_called_by_their_files(tmp_path: Path) -> None:
    one = promptfoo(tmp_path / "v1.json", {k: float(k % 2) for k in range(6)})
    two = promptfoo(tmp_path / "v2.json", {k: float(k % 3 > 0) for k in range(6)})
    few = labels(tmp_path / "labels.csv", {"q4": 1, "q6": 0})
    table = read_scores(one, two, few)
    assert table.scorer_names == (
        *("v1.score", "v1.pass", "v1.helpful"),
        *("v2.score", "v2.pass", "v2.helpful", "human"),
    )
    np.testing.assert_array_equal(table.matrix("v2.helpful"), [[0, 1, 1, 0, 1, 1]])
    assert table.inputs == tuple(f"q{k + 3}" for k in range(6))
    assert any("'helpful' is 'v2.helpful'" in note for note in table.notes)
    (tmp_path / "again").mkdir()
    other = promptfoo(tmp_path / "again" / "v1.json", {k: float(k % 3 > 0) for k in range(6)})
    assert "again/v1.helpful" in read_scores(one, other).scorer_names


def test_parts_of_one_evaluation_are_one_judge(tmp_path: Path) -> None:
    one = promptfoo(tmp_path / "four.json", {k: float(k % 2) for k in range(3)}, "four")
    two = promptfoo(tmp_path / "five.json", {k: float(k % 3 > 0) for k in range(3)}, "five")
    table = read_scores(one, two, join="outer")
    assert (table.scorer_names, table.systems) == (("score", "pass", "helpful"), ("four", "five"))


def test_labels_called_as_a_score_of_the_program_stay_peoples(tmp_path: Path) -> None:
    export = promptfoo(tmp_path / "v1.json", {k: float(k % 2) for k in range(6)})
    given = labels(tmp_path / "labels.csv", {str(k): 1 for k in range(4)}, "helpful")
    table = read_scores(export, given)
    assert table.scorer_names == ("score", "pass", "promptfoo.helpful", "helpful")
    assert (table.scorer("helpful").role, table.scorer("promptfoo.helpful").role) == (None, "metric")
    assert np.nansum(table.matrix("helpful")) == 4


@pytest.mark.parametrize("column", ["testIdx", "ticket", "vars.question", "id"])
def test_a_column_is_known_by_the_name_of_an_id(tmp_path: Path, column: str) -> None:
    export = promptfoo(tmp_path / "v1.json", {k: k / 8 for k in range(6)})
    key = {"testIdx": "{0}", "ticket": "T-{0}", "vars.question": "What is {0}?", "id": "q{1}"}[column]
    rows = [f"{key.format(k, k + 3)},{k}" for k in (5, 0, 3)]
    (tmp_path / "labels.csv").write_text("\n".join([f"{column},human", *rows]) + "\n")
    table = read_scores(export, tmp_path / "labels.csv")
    judged = ~np.isnan(table.matrix("human")[0])
    assert (
        (8 * table.matrix("score")[0, judged]).tolist()
        == table.matrix("human")[0, judged].tolist()
        == [0, 3, 5]
    )


def test_numbers_that_are_ids_of_two_kinds_are_those_that_the_column_is_called_after(tmp_path: Path) -> None:
    export = promptfoo(tmp_path / "v1.json", {k: k / 8 for k in range(6)})
    content = json.loads(export.read_text())
    for row in content["results"]["results"]:
        row["vars"]["id"] = row["testIdx"] + 1
    export.write_text(json.dumps(content))
    for column, shift in (("id", 1), ("input", 0)):
        (tmp_path / "labels.csv").write_text(f"{column},human\n2,1\n3,0\n")
        table = read_scores(export, tmp_path / "labels.csv")
        judged = ~np.isnan(table.matrix("human")[0])
        assert (8 * table.matrix("score")[0, judged] + shift).tolist() == [2, 3]


def test_rows_without_an_id_are_about_no_output(tmp_path: Path) -> None:
    export = promptfoo(tmp_path / "v1.json", {k: k / 8 for k in range(6)})
    (tmp_path / "labels.csv").write_text("human,bob\n1,0\n0,1\n")
    with pytest.raises(
        KeyMismatchError,
        match=r"'labels' lacks the ids of the outputs of 'v1'.*'input' with these \('0', '1', '2'",
    ):
        read_scores(export, tmp_path / "labels.csv")
