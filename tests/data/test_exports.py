"""Exports of programs and benchmarks, made in their formats: ids, systems and scores are where they have to be."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from trueness.data.exports import EXPORT_NAMES
from trueness.data.read import read_scores
from trueness.data.recognise import recognise
from trueness.data.score_table import ScoreTable
from trueness.errors import FormatError


def lines(*rows: Any) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


def promptfoo(provider: Any, test: int, score: float, *, prompt: int = 0) -> dict[str, Any]:
    return {
        "promptIdx": prompt,
        "testIdx": test,
        "provider": provider,
        "vars": {"question": f"q{test}"},
        "response": {"output": "text"},
        "success": score > 0.5,
        "score": score,
        "namedScores": {"tone": 1 - score},
        "gradingResult": {"pass": score > 0.5, "score": score, "reason": "so", "componentResults": []},
    }


PROVIDERS = [{"id": "openai:gpt-4", "label": "four"}, {"id": "openai:gpt-3", "label": ""}]
PROMPTFOO = {
    "evalId": "eval-1",
    "results": {
        "version": 3,
        "prompts": [],
        "results": [promptfoo(p, t, (t + k) / 4) for k, p in enumerate(PROVIDERS) for t in (0, 1, 2)],
        "stats": {},
    },
    "config": {},
}
INSPECT = {
    "version": 2,
    "status": "success",
    "eval": {"task": "t", "model": "openai/gpt-4"},
    "samples": [
        {
            "id": i,
            "epoch": e,
            "input": "x",
            "target": "y",
            "scores": {"match": {"value": "CIPN"[i], "answer": "y"}, "grade": {"value": {"a": i, "b": e}}},
        }
        for i in range(4)
        for e in (1, 2)
    ],
}
LM_EVAL = [
    {
        "doc_id": d,
        "doc": {"q": "x"},
        "target": "A",
        "resps": [["A"]],
        "filtered_resps": ["A"],
        "filter": used,
        "metrics": ["exact_match"],
        "exact_match": value,
    }
    for d in (0, 1)
    for used, value in (("strict-match", 0.0), ("flexible-extract", 1.0 * d))
]
DEEPEVAL = {
    "testCases": [
        {
            "name": f"case-{k}",
            "input": "x",
            "actualOutput": "y",
            "metricsData": [{"name": "Answer Relevancy", "score": k / 2, "success": True, "threshold": 0.5}],
        }
        for k in range(3)
    ]
}
LANGFUSE = [
    {"id": f"s{k}{name}", "traceId": f"t{k}", "name": name, "value": k, "dataType": "NUMERIC", **more}
    for k in range(3)
    for name, more in (
        ("judge", {"source": "EVAL"}),
        ("helpful", {"source": "ANNOTATION", "authorUserId": "ann"}),
    )
]
OPENAI_EVALS = [
    {"spec": {"completion_fns": ["gpt-4"], "eval_name": "e", "run_id": "r"}},
    *(
        {"run_id": "r", "event_id": k, "sample_id": f"e.{k}", "type": kind, "data": data}
        for k in range(2)
        for kind, data in (("sampling", {"prompt": "x"}), ("match", {"correct": bool(k), "expected": "y"}))
    ),
    {"final_report": {"accuracy": 0.5}},
]
JUDGE_BENCH = {
    "dataset": "d",
    "annotations": [{"metric": "quality", "category": "graded", "worst": 1, "best": 5}],
    "instances": [
        {
            "id": k,
            "instance": "x",
            "annotations": {
                "quality": {"mean_human": k + 1.5, "individual_human_scores": [k + 1, k + 2]},
                "sound": {"majority_human": "Yes", "individual_human_scores": ["Yes", "No" if k else "Yes"]},
            },
        }
        for k in range(3)
    ],
}
ALT_TEST = {"w197": {"i1": 1, "i2": 5}, "w40": {"i2": 4, "i3": 2}}


def mt_bench(a: str, b: str, winner: str, judge: Any, question: int = 81) -> dict[str, Any]:
    more = {"conversation_a": [], "conversation_b": [], "turn": 1}
    return {"question_id": question, "model_a": a, "model_b": b, "winner": winner, "judge": judge, **more}


MT_BENCH = [
    mt_bench("llama", "alpaca", "model_a", "expert_1"),
    mt_bench("alpaca", "llama", "model_a", "expert_2"),
    mt_bench("alpaca", "llama", "tie (inconsistent)", "gpt4_pair"),
    mt_bench("alpaca", "llama", "model_b", "expert_1", 82),
    mt_bench("alpaca", "llama", "model_b", "gpt4_pair", 82),
]


def read(tmp_path: Path, content: Any, name: str = "export.json") -> tuple[str, ScoreTable]:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return recognise(path).format, read_scores(path)


def test_promptfoo(tmp_path: Path) -> None:
    found, table = read(tmp_path, PROMPTFOO)
    assert (found, table.inputs) == ("promptfoo", ("0", "1", "2"))
    assert table.systems == ("four", "openai:gpt-3")
    assert table.scorer_names == ("score", "pass", "tone")
    np.testing.assert_array_equal(table.matrix("score"), [[0, 0.25, 0.5], [0.25, 0.5, 0.75]])
    np.testing.assert_array_equal(table.matrix("pass"), [[0, 0, 0], [0, 0, 1]])
    both = {"results": [promptfoo("p", t, 0.5, prompt=k) for t in (0, 1) for k in (0, 1)]}
    _, table = read(tmp_path, both)
    assert table.inputs == ("0#0", "0#1", "1#0", "1#1")
    assert table.input_groups == {"document": ("0", "0", "1", "1")}


def test_inspect_as_json_and_as_an_archive(tmp_path: Path) -> None:
    found, table = read(tmp_path, INSPECT)
    assert (found, table.systems) == ("inspect", ("openai/gpt-4",))
    assert table.inputs[:2] == ("0#1", "0#2")
    assert table.matrix("match")[0, ::2].tolist() == [1, 0, 0.5, 0]
    assert table.matrix("grade_b")[0, :2].tolist() == [1, 2]
    log = tmp_path / "log.eval"
    with zipfile.ZipFile(log, "w") as archive:
        archive.writestr("header.json", json.dumps({key: INSPECT[key] for key in ("version", "eval")}))
        for sample in INSPECT["samples"]:  # type: ignore[attr-defined]
            archive.writestr(f"samples/{sample['id']}_epoch_{sample['epoch']}.json", json.dumps(sample))
    assert read_scores(log).fingerprint == table.fingerprint
    log.write_bytes(b"PK nothing")
    with pytest.raises(FormatError, match="inspect log dump"):
        read_scores(log)


def test_lm_eval_is_called_after_its_folder(tmp_path: Path) -> None:
    found, table = read(tmp_path, lines(*LM_EVAL), "org__model/samples_task_2026.jsonl")
    assert (found, table.systems, table.inputs) == ("lm-eval", ("org__model",), ("0", "1"))
    assert table.scorer_names == ("exact_match,strict-match", "exact_match,flexible-extract")
    assert table.matrix("exact_match,flexible-extract").tolist() == [[0, 1]]


def test_items_without_systems(tmp_path: Path) -> None:
    found, table = read(tmp_path, DEEPEVAL)
    assert (found, table.inputs, table.has_systems) == ("deepeval", ("case-0", "case-1", "case-2"), False)
    assert table.matrix("Answer Relevancy").tolist() == [[0, 0.5, 1]]
    for content in (LANGFUSE, {"data": LANGFUSE, "meta": {}}, lines(*LANGFUSE)):
        found, table = read(tmp_path, content)
        assert (found, table.inputs) == ("langfuse", ("t0", "t1", "t2"))
        assert table.annotations["helpful"].annotators == ("ann",)
        assert table.matrix("judge").tolist() == [[0, 1, 2]]
    _, table = read(tmp_path, [{**score, "name": "helpful"} for score in LANGFUSE])
    assert table.scorer_names == ("helpful", "helpful_human")
    found, table = read(tmp_path, lines(*OPENAI_EVALS), "log.jsonl")
    assert (found, table.systems, table.inputs) == ("openai-evals", ("gpt-4",), ("e.0", "e.1"))
    assert table.matrix("correct").tolist() == [[0, 1]]


def test_benchmarks_of_judges(tmp_path: Path) -> None:
    found, table = read(tmp_path, JUDGE_BENCH)
    assert (found, table.inputs) == ("judge-bench", ("0", "1", "2"))
    assert table.annotations["quality"].annotators == ("1", "2")
    assert table.matrix("quality").tolist() == [[1.5, 2.5, 3.5]]
    assert table.matrix("sound").tolist() == [[1, 0.5, 0.5]]
    found, table = read(tmp_path, ALT_TEST, "human_annotations.json")
    assert (found, table.inputs) == ("alt-test", ("i1", "i2", "i3"))
    assert table.annotations["human"].annotators == ("w197", "w40")
    assert table.matrix("human").tolist() == [[1, 4.5, 2]]
    _, judges = read(tmp_path, {"gpt": {"i1": 1, "i2": 2, "i3": 3}}, "llm_annotations.json")
    joined = read_scores(tmp_path / "human_annotations.json", tmp_path / "llm_annotations.json")
    assert joined.scorer_names == ("human", "gpt") == (*table.scorer_names, *judges.scorer_names)
    for content in (MT_BENCH, lines(*MT_BENCH)):
        found, table = read(tmp_path, content)
        assert (found, table.inputs) == ("mt-bench", ("81/1/alpaca/llama", "82/1/alpaca/llama"))
        people = table.annotations["preference"]
        assert people.annotators == ("expert_1", "expert_2")
        np.testing.assert_array_equal(people.values[:, 0], [[0, 0], [1, np.nan]])
        assert table.matrix("gpt4_pair").tolist() == [[0.5, 0]]


def test_labels_of_people_are_joined_by_id(tmp_path: Path) -> None:
    read(tmp_path, DEEPEVAL)
    labels = tmp_path / "labels.csv"
    labels.write_text("id,human\ncase-2,1\ncase-0,0\ncase-1,1\n")
    table = read_scores(tmp_path / "export.json", labels)
    assert table.matrix("human").tolist() == [[0, 1, 1]]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ({"testCases": [{"name": "a", "metricsData": 3}]}, "row 1: the row is not made as deepeval makes it"),
        (
            {"testCases": [*DEEPEVAL["testCases"], 3]},
            f"row {len(DEEPEVAL['testCases']) + 1}: the row is not made",
        ),
        (
            [
                {"example_id": "a", "annotations": {"s": {"acu": 1.0}}},
                {"example_id": "b", "annotations": {"s": 2}},
            ],
            "row 2: the row is not made as rose makes it",
        ),
        ([{**MT_BENCH[0], "winner": "nobody"}], "column 'winner': 'nobody' is no winner"),
        ({"samples": [{"id": 1, "scores": {}}], "eval": {"model": "m", "task": "t"}}, "there are no scores"),
    ],
)
def test_what_is_not_made_so_says_where(tmp_path: Path, content: Any, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read(tmp_path, content)


def test_a_format_that_is_said_has_to_fit(tmp_path: Path) -> None:
    read(tmp_path, DEEPEVAL)
    with pytest.raises(FormatError, match="not made as promptfoo makes it"):
        read_scores(tmp_path / "export.json", format="promptfoo")
    assert {"promptfoo", "inspect", "lm-eval", "mt-bench", "alt-test"} <= set(EXPORT_NAMES)


def test_a_log_that_is_too_large_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trueness.data.exports.MOST_BYTES", 100)
    log = tmp_path / "log.eval"
    with zipfile.ZipFile(log, "w") as archive:
        archive.writestr("header.json", "no JSON " * 20)  # reading it would be another error
    with pytest.raises(FormatError, match="the log has more than 100 bytes"):
        read_scores(log, format="inspect")
