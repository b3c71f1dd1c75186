"""Published judgements, made in the form of their files: who judged what, and what is no judgement."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from trueness.data.layouts.export_formats import EXPORTS
from trueness.data.layouts.exports import EXPORT_NAMES
from trueness.data.reading.read import read_scores
from trueness.data.recognising.recognise import recognise
from trueness.data.scores.score_table import ScoreTable

NAN = np.nan


def read(tmp_path: Path, name: str, content: Any, **options: Any) -> tuple[str, ScoreTable]:
    path = tmp_path / name
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return recognise(path).format, read_scores(path, **options)


def assessment(name: str, kind: str, who: str, value: Any, *, key: str = "name") -> dict[str, Any]:
    return {key: name, "source": {"source_type": kind, "source_id": who}, "feedback": {"value": value}}


def test_mlflow_tables_and_traces(tmp_path: Path) -> None:
    columns = ["inputs", "outputs", "exact_match/v1/score", "correct/v1/justification", "correct/v1/score"]
    rows = [["What?", "x", 0, "so", 4], ["Who?", "y", 1, "so", 5]]
    found, table = read(tmp_path, "eval_results_table.json", {"columns": columns, "data": rows})
    assert (found, table.inputs) == ("mlflow", ("What?", "Who?"))
    assert table.scorer_names == ("exact_match/v1", "correct/v1")
    np.testing.assert_array_equal(table.matrix("correct/v1"), [[4, 5]])
    for key in ("name", "assessment_name"):
        traces = [
            {
                "trace_id": f"tr-{k}",
                "assessments": [
                    assessment("correct", "LLM_JUDGE", "gpt", k, key=key),
                    assessment("correct", "HUMAN", "ann", 1, key=key),
                    {key: "expected", "source": {"source_type": "HUMAN"}, "expectation": {"value": "text"}},
                ],
            }
            for k in (0, 1)
        ]
        for content in (traces, {"traces": [{"info": trace, "data": {}} for trace in traces]}):
            found, table = read(tmp_path, "traces.json", content)
            assert (found, table.inputs) == ("mlflow", ("tr-0", "tr-1"))
            assert table.scorer_names == ("correct", "correct_human")
            assert table.annotations["correct_human"].annotators == ("ann",)
            np.testing.assert_array_equal(table.matrix("correct"), [[0, 1]])


def test_results_of_mlflow_as_a_table(tmp_path: Path) -> None:
    # mlflow.genai.evaluate(...).result_df.to_csv(...), 3.x: what is expected stands beside what was scored
    cell = (
        "[{'assessment_id': 'a-1', 'assessment_name': 'correct', 'feedback': {'value': 'yes'}, 'valid': True}, "
        "{'assessment_id': 'a-2', 'assessment_name': 'expected_response', 'expectation': {'value': '0'}}]"
    )
    rows = [
        "trace_id,correct/value,correct/rationale,ok/value,expected_response/value,trace_metadata,assessments",
        *(f'tr-{k},{word},so,True,{k},{{}},"{cell}"' for k, word in enumerate(("yes", "no"))),
    ]
    found, table = read(tmp_path, "result.csv", "\n".join(rows) + "\n")
    assert (found, table.inputs, table.scorer_names) == ("mlflow", ("tr-0", "tr-1"), ("correct", "ok"))
    np.testing.assert_array_equal(table.matrix("correct"), [[1, 0]])


def test_a_table_with_other_columns_is_none_of_these(tmp_path: Path) -> None:
    found, table = read(tmp_path, "own.csv", "system,id,label,DAE_score\na,1,1,0.5\nb,1,0,0.5\n")
    assert (found, table.scorer_names) == ("csv", ("label", "DAE_score"))


def test_every_format_says_how_it_is_told() -> None:
    assert all(one.tell and one.input for one in EXPORTS)
    assert {one.name for one in EXPORTS} < set(EXPORT_NAMES)
