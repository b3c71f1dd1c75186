"""What people changed by hand in a program's results is people's; what stands beside it is what the judge had given."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from trueness.data.layouts.edited_by_hand import (
    inspect_values,
    mlflow_cell,
    mlflow_feedback,
    promptfoo_notes,
    promptfoo_scores,
)
from trueness.data.reading.read import read_scores
from trueness.data.scores.score_table import ScoreTable

BY_HAND = "Manual result (overrides all other grading results)"


def graded(*parts: tuple[bool, float], **more: Any) -> dict[str, Any]:
    """Return a result as promptfoo writes it: one part per assertion."""
    passed, score = all(one for one, _ in parts), sum(value for _, value in parts) / max(len(parts), 1)
    components = [
        {"pass": one, "score": value, "reason": "r", "assertion": {"type": "llm-rubric", "value": "v"}}
        for one, value in parts
    ]
    grading = {"pass": passed, "score": score, "reason": "r", "componentResults": components}
    row = {
        "testIdx": 0,
        "provider": {"id": "m"},
        "vars": {},
        "response": {"output": "o"},
        "success": passed,
        "score": score,
        "namedScores": {},
        "failureReason": 0 if passed else 1,
        "gradingResult": grading,
    }
    return {**row, **more}


def rated(row: dict[str, Any], passed: bool, score: float | None = None) -> dict[str, Any]:
    """Return a result as it is after somebody has pressed a thumb beside it."""
    value = float(passed) if score is None else score
    mine = {"pass": passed, "score": value, "reason": BY_HAND, "assertion": {"type": "human"}}
    before = row["gradingResult"] or {}
    grading = {**before, **mine, "assertion": None}
    grading["componentResults"] = [*before.get("componentResults", []), mine]
    return {**row, "success": passed, "score": value, "gradingResult": grading}


def given(row: dict[str, Any]) -> dict[str, Any]:
    return dict(promptfoo_scores(row))


def test_a_rating_is_a_persons_and_the_components_are_the_judges() -> None:
    assert given(graded((True, 1.0))) == {"score": 1.0, "pass": True}
    assert given(rated(graded((True, 1.0)), passed=False)) == {"pass@1": False, "score": 1.0, "pass": True}
    several = rated(graded((True, 1.0), (False, 0.5)), passed=True, score=0.75)
    assert given(several) == {"pass@1": True, "score@1": 0.75, "score": 0.75, "pass": False}
    assert promptfoo_notes([graded((True, 1.0))]) == []
    assert promptfoo_notes([several])[0].startswith("1 output rated by hand")


def test_weights_and_thresholds_count_as_in_the_program() -> None:
    row = graded((True, 1.0), (False, 0.0))
    row["gradingResult"]["componentResults"][0]["assertion"]["weight"] = 3
    assert given(rated(row, passed=True))["score"] == 0.75
    assert given(rated({**row, "testCase": {"threshold": 0.7}}, passed=False))["pass"] is True
    row["gradingResult"]["componentResults"][1]["assertion"]["weight"] = 0
    assert given(rated(row, passed=False)) == {"pass@1": False, "score": 1.0, "pass": True}


@pytest.mark.parametrize(
    "row",
    [
        rated({**graded(), "gradingResult": {"componentResults": []}}, passed=True),  # nothing was graded
        rated({**graded((True, 1.0)), "testCase": {"assertScoringFunction": "f.js"}}, passed=True),
        rated({**graded((True, 1.0)), "failureReason": 2}, passed=True),
        {**graded(), "gradingResult": {"pass": True, "score": 1, "reason": BY_HAND, "assertion": None}},
    ],
)
def test_where_nothing_says_what_was_graded_the_judge_has_no_score(row: dict[str, Any]) -> None:
    assert given(row) == {"pass@1": True}
    assert "does not say what was graded before" in promptfoo_notes([row])[0]


def test_the_state_before_a_rating_is_kept_by_later_versions() -> None:
    original = {"success": False, "score": 0.25, "failureReason": 1, "gradingResult": None}
    row = rated(graded((True, 1.0), (True, 1.0)), passed=True)
    row["metadata"] = {"manualRating": {"version": 1, "status": "active", "original": original}}
    assert given(row) == {"pass@1": True, "score": 0.25, "pass": False}
    failed = {**original, "failureReason": 2}
    row["metadata"] = {"manualRating": {"version": 1, "status": "active", "original": failed}}
    assert given(row) == {"pass@1": True}
    cleared = graded((True, 1.0))
    cleared["metadata"] = {"manualRating": {"version": 1, "status": "cleared", "original": original}}
    assert given(cleared) == {"score": 1.0, "pass": True}
    score_alone = graded((True, 1.0), score=0.5)
    score_alone["gradingResult"] |= {"score": 0.5, "reason": "Manual score override"}
    assert given(score_alone) == {"score@1": 0.5, "score": None, "pass": True}


@pytest.mark.parametrize(
    ("more", "scored"),
    [
        ({"failureReason": 2}, False),
        ({"failureReason": None, "gradingResult": None, "error": "API error: 500"}, False),
        ({"failureReason": 0, "gradingResult": None, "response": {"error": "timeout"}}, False),
        ({"failureReason": 1, "error": "Expected output to be helpful"}, True),  # so fails are explained
        ({"failureReason": None, "error": "Expected output to be helpful"}, True),
    ],
)
def test_an_error_is_no_fail(more: dict[str, Any], scored: bool) -> None:
    row = {**graded((False, 0.0)), **more}
    assert given(row) == ({"score": 0.0, "pass": False} if scored else {})


def read(tmp_path: Path, content: Any, name: str = "f.json") -> ScoreTable:
    path = tmp_path / name
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return read_scores(path)


def test_half_of_the_rows_rated_by_hand_do_not_change_the_judge(tmp_path: Path) -> None:
    rows = [graded((k % 3 > 0, float(k % 3 > 0)), testIdx=k) for k in range(12)]
    after = [rated(row, passed=k % 2 == 0) if k < 6 else row for k, row in enumerate(rows)]
    before, edited = (read(tmp_path, {"results": {"results": one}}) for one in (rows, after))
    np.testing.assert_array_equal(edited.matrix("pass"), before.matrix("pass"))
    assert [one.name for one in edited.scorers if one.role == "human"] == ["pass_human"]
    assert edited.matrix("pass_human")[0, :6].tolist() == [1, 0, 1, 0, 1, 0]
    assert np.isnan(edited.matrix("pass_human")[0, 6:]).all()
    assert any("6 outputs rated by hand" in note for note in edited.notes)


def edit(value: Any, author: str | None = None) -> dict[str, Any]:
    made = None if author is None else {"timestamp": "2026-01-01T00:00:00Z", "author": author}
    return {"value": value, "answer": "UNCHANGED", "metadata": "UNCHANGED", "provenance": made}


def test_edits_of_inspect_are_whose_they_are(tmp_path: Path) -> None:
    assert inspect_values("C") == [("", "C")]
    assert inspect_values({"value": "C", "history": []}) == [("", "C")]
    changed = {"value": "C", "history": [edit("I"), edit("P", "ann"), edit("C", "bob")]}
    assert inspect_values(changed) == [("", "I"), ("bob", "C")]
    explained = {"value": "I", "history": [edit("I"), edit("UNCHANGED", "ann")]}
    assert inspect_values(explained) == [("", "I")]
    assert inspect_values({"value": "C", "history": [edit("C", "ann")]}) == [("ann", "C")]  # a new score
    assert inspect_values({"value": "C", "history": [edit("I"), edit("C")]}) == [("", "I"), ("1", "C")]
    samples = [
        {"id": k, "epoch": 1, "scores": {"grade": changed if k else {"value": "C", "history": []}}}
        for k in range(3)
    ]
    table = read(tmp_path, {"eval": {"model": "m", "task": "t"}, "samples": samples})
    assert table.scorer_names == ("grade", "grade_human")
    assert table.matrix("grade").tolist() == [[1, 0, 0]]
    assert table.annotations["grade_human"].annotators == ("bob",)
    parts = {"value": {"a": 1}, "history": [edit({"a": 2, "b": 1}), edit({"a": 1, "b": 1}, "ann")]}
    table = read(
        tmp_path, {"eval": {"model": "m", "task": "t"}, "samples": [{"id": 1, "scores": {"g": parts}}]}
    )
    assert (table.matrix("g_a").item(), table.matrix("g_a_human").item()) == (2, 1)


def feedback(name: str, kind: str, value: Any, **more: Any) -> dict[str, Any]:
    return {
        "assessment_name": name,
        "source": {"source_type": kind, "source_id": kind.lower()},
        "feedback": {"value": value},
        **more,
    }


def test_what_a_person_overrides_stays_the_judges() -> None:
    judge = feedback("ok", "LLM_JUDGE", "no", assessment_id="a-1", valid=False)
    person = feedback("ok", "HUMAN", "yes", assessment_id="a-2", overrides="a-1", valid=True)
    assert dict(mlflow_feedback([judge, person])) == {"ok": "no", "ok@human": "yes"}
    again = feedback("ok", "LLM_JUDGE", "maybe", assessment_id="a-3", overrides="a-1")
    assert dict(mlflow_feedback([judge, again])) == {"ok": "maybe"}
    twice = feedback("ok", "HUMAN", "no", assessment_id="a-4", overrides="a-2")
    assert dict(mlflow_feedback([judge, person, twice])) == {"ok": "no", "ok@human": "no"}
    assert list(mlflow_feedback([feedback("ok", "LLM_JUDGE", None, error={"error_code": "X"})])) == []
    nested = feedback("ok", "LLM_JUDGE", None)
    nested["feedback"]["error"] = {"error_code": "X"}
    assert list(mlflow_feedback([nested, {"assessment_name": "e", "expectation": {"value": 1}}])) == []
    assert list(mlflow_feedback("[]")) == []


def test_the_table_of_results_of_mlflow_shows_overrides_only_in_its_list(tmp_path: Path) -> None:
    judge = feedback("ok", "LLM_JUDGE", "no", assessment_id="a-1", valid=False)
    person = feedback("ok", "HUMAN", "yes", assessment_id="a-2", overrides="a-1", valid=True)
    plain = feedback("ok", "LLM_JUDGE", "yes", assessment_id="a-3", valid=True)
    cells = [str([judge, person]), str([plain])]
    lines = ["trace_id,ok/value,fluent/value,trace_metadata,assessments"]
    lines += [f'tr-{k},yes,{k},{{}},"{cell}"' for k, cell in enumerate(cells)]
    table = read(tmp_path, "\n".join(lines) + "\n", "result.csv")
    assert table.matrix("ok").tolist() == [[0, 1]]
    assert table.matrix("ok_human")[0, 0] == 1
    assert table.matrix("fluent").tolist() == [[0, 1]]


def test_a_cell_is_read_as_a_list_of_objects_or_not_at_all() -> None:
    assert mlflow_cell("[{'a': 1}]") == [{"a": 1}]
    for cell in (None, 1, "", "[1]", "[{'a': f()}]", "[" * 5000, "[{'a': 1}" + " " * 300_000):
        assert mlflow_cell(cell) is None
