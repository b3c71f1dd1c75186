"""Exports of programs and benchmarks, made in their formats: ids, systems and scores are where they have to be."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from trueness.data.layouts.exports import EXPORT_NAMES
from trueness.data.reading.read import read_scores
from trueness.data.recognising.recognise import recognise
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import DataError, FormatError, KeyMismatchError


def lines(*rows: Any) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


PROVIDERS = [{"id": "file://provider.js", "label": "four"}, {"id": "echo", "label": ""}]
PROMPTS = ["Answer {{q}}", "Be kind and answer {{q}}"]


def promptfoo(provider: int, test: int, score: float, *, prompt: int = 0, of: int = 1) -> dict[str, Any]:
    """Return a row as promptfoo 0.123 writes it, of so many prompts; ``promptIdx`` counts columns of its table."""
    return {
        "failureReason": 0 if score > 0.5 else 1,
        "gradingResult": {"pass": score > 0.5, "score": score, "reason": "so", "componentResults": []},
        "id": f"{provider}-{test}-{prompt}",
        "namedScores": {"Tone": 1 - score},
        "prompt": {
            "raw": PROMPTS[prompt].replace("{{q}}", f"q{test}"),
            "label": PROMPTS[prompt],
            "config": {},
        },
        "promptId": f"{prompt:064x}",
        "promptIdx": provider * of + prompt,
        "provider": PROVIDERS[provider],
        "response": {"output": "text", "tokenUsage": {"total": 3}},
        "score": score,
        "success": score > 0.5,
        "testCase": {"vars": {"q": f"q{test}"}, "assert": [], "options": {}, "metadata": {}},
        "testIdx": test,
        "vars": {"q": f"q{test}"},
    }


def promptfoo_file(rows: list[dict[str, Any]]) -> dict[str, Any]:
    results = {"version": 3, "timestamp": "2026-11-24T06:41:36Z", "prompts": [], "results": rows, "stats": {}}
    return {"evalId": "eval-1", "results": results, "config": {}, "shareableUrl": None, "metadata": {}}


PROMPTFOO = promptfoo_file([promptfoo(p, t, (t + p) / 4) for p in (0, 1) for t in (0, 1, 2)])
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
            "output": {"model": "openai/gpt-4", "choices": [], "completion": "y"},
            "scores": {
                "match": {"value": "CIPN"[i], "answer": "y", "history": []},
                "grade": {"value": {"a": i, "b": e}, "history": []},
                "spans": {"value": [0, 1], "history": []},
            },
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
        "metrics": ["exact_match", "word_perplexity"],
        "exact_match": value,
        "word_perplexity": [-12.5, 7],
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
    for content in (PROMPTFOO, lines(*PROMPTFOO["results"]["results"])):
        found, table = read(tmp_path, content)
        assert (found, table.inputs) == ("promptfoo", ("0", "1", "2"))
        assert table.systems == ("four", "echo")
        assert table.scorer_names == ("score", "pass", "Tone")
        np.testing.assert_array_equal(table.matrix("score"), [[0, 0.25, 0.5], [0.25, 0.5, 0.75]])
        np.testing.assert_array_equal(table.matrix("pass"), [[0, 0, 0], [0, 0, 1]])


def test_promptfoo_with_several_prompts(tmp_path: Path) -> None:
    # the program finishes rows in any order, and counts columns of providers and prompts
    rows = [
        promptfoo(p, t, (4 * p + 2 * t + k) / 8, prompt=k, of=2)
        for t in (0, 1)
        for p in (1, 0)
        for k in (1, 0)
    ]
    _, table = read(tmp_path, promptfoo_file(rows))
    assert table.systems == ("echo", "four")
    assert sorted(table.inputs) == ["0#1", "0#2", "1#1", "1#2"]
    scores = dict(zip(table.inputs, table.matrix("score").T.tolist(), strict=True))
    assert scores == {"0#1": [0.5, 0], "0#2": [0.625, 0.125], "1#1": [0.75, 0.25], "1#2": [0.875, 0.375]}
    assert set(table.input_groups["document"]) == {"0", "1"}
    # where each provider has a prompt of its own, tests are still the same inputs
    own = [promptfoo(p, t, 0.5, prompt=p, of=1) for p in (0, 1) for t in (0, 1)]
    _, table = read(tmp_path, promptfoo_file(own))
    assert table.inputs == ("0", "1")


def test_an_answer_that_failed_is_no_score_of_zero(tmp_path: Path) -> None:
    rows = [promptfoo(p, t, 1.0) for p in (0, 1) for t in (0, 1)]
    rows[3] |= {"failureReason": 2, "score": 0, "success": False, "error": "API error: 429"}
    _, table = read(tmp_path, promptfoo_file(rows))
    np.testing.assert_array_equal(table.matrix("score"), [[1, 1], [1, np.nan]])
    assert "1 output without a score" in table.notes


def test_a_number_beyond_the_doubles_orders_prompts_too(tmp_path: Path) -> None:
    rows = [promptfoo(p, t, 1.0) | {"promptIdx": 10**400 if p else 0} for p in (0, 1) for t in (0, 1)]
    assert read(tmp_path, promptfoo_file(rows))[1].systems == ("four", "echo")


def test_a_metric_of_deepeval_that_failed_and_two_of_one_name(tmp_path: Path) -> None:
    metrics = [
        [{"name": "R", "score": 0.0, "error": error}, {"name": "R", "score": 0.5}] for error in (None, "boom")
    ]
    cases = [{"name": f"c{k}", "metricsData": one} for k, one in enumerate(metrics)]
    _, table = read(tmp_path, {"testCases": cases})
    np.testing.assert_array_equal(table.matrix("R"), [[0, np.nan]])
    assert table.matrix("R (2)").tolist() == [[0.5, 0.5]]
    notes = " ".join(table.notes)
    assert "1 score left out beside which stands an error" in notes
    assert "several metrics are called 'R': the second is 'R (2)'" in notes
    v3 = [{"name": f"c{k}", "metrics_data": one} for k, one in enumerate(metrics)]
    assert read(tmp_path, {"test_results": v3})[1].fingerprint == table.fingerprint


def test_a_table_of_mlflow_with_two_columns_of_one_name(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"column 'a/v1/score': two columns have this name\. Rename"):
        read(tmp_path, {"columns": ["inputs", "a/v1/score", "a/v1/score"], "data": [["q", 1, 2]]})


def test_the_csv_of_langfuse_is_its_json(tmp_path: Path) -> None:
    rows = [langfuse(t, "quality", label, value) for t, label, value in (("a", "good", 1), ("b", "bad", 0))]
    rows += [langfuse(t, "quality", "good", 1, source="ANNOTATION", authorUserName="ann") for t in "ab"]
    rows += [langfuse("a", "output", "", 0, dataType="CORRECTION", source="ANNOTATION", stringValue=None)]
    rows += [langfuse("a", "length", "", 2.5, dataType="NUMERIC", stringValue=None)]
    _, expected = read(tmp_path, rows)
    text = io.StringIO()
    writer = csv.DictWriter(text, [*rows[0]], quoting=csv.QUOTE_ALL)
    writer.writeheader()
    writer.writerows({key: "" if value is None else value for key, value in row.items()} for row in rows)
    found, table = read(tmp_path, text.getvalue(), "scores.csv")
    assert (found, table.scorer_names) == ("langfuse", ("quality", "length", "quality_human"))
    assert table.fingerprint == expected.fingerprint
    assert table.matrix("quality").tolist() == [[1, 0]]


def test_inspect(tmp_path: Path) -> None:
    found, table = read(tmp_path, INSPECT)
    assert (found, table.systems) == ("inspect", ("openai/gpt-4",))
    assert table.inputs[:2] == ("0#1", "0#2")
    assert table.matrix("match")[0, ::2].tolist() == [1, 0, 0.5, 0]
    assert table.matrix("grade_b")[0, :2].tolist() == [1, 2]
    assert "left out, since they are no number or label of an output: 'spans'" in table.notes


def test_lm_eval_is_called_after_its_folder(tmp_path: Path) -> None:
    found, table = read(tmp_path, lines(*LM_EVAL), "org__model/samples_task_2026-11-24T06-37-45.123456.jsonl")
    assert (found, table.systems, table.inputs) == ("lm-eval", ("org__model",), ("0", "1"))
    assert table.scorer_names == ("exact_match,strict-match", "exact_match,flexible-extract")
    assert table.matrix("exact_match,flexible-extract").tolist() == [[0, 1]]
    assert table.input_groups == {"task": ("task", "task")}
    read(tmp_path, lines(*LM_EVAL), "org__model/samples_gsm8k_cot_2026-11-24T06-37-45.123456.jsonl")
    with pytest.raises(DataError, match="gsm8k_cot"):  # the documents of two tasks are not the same
        read_scores(*sorted((tmp_path / "org__model").iterdir()))


def test_items_without_systems(tmp_path: Path) -> None:
    found, table = read(tmp_path, DEEPEVAL)
    assert (found, table.inputs, table.has_systems) == ("deepeval", ("case-0", "case-1", "case-2"), False)
    assert table.matrix("Answer Relevancy").tolist() == [[0, 0.5, 1]]
    nested = {"testRunData": {**DEEPEVAL, "conversationalTestCases": []}}
    for content in (nested, {"testCases": [], "conversationalTestCases": DEEPEVAL["testCases"]}):
        assert read(tmp_path, content)[1].fingerprint == table.fingerprint
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


def langfuse(trace: str, name: str, label: str, value: float, **more: Any) -> dict[str, Any]:
    """Return a score as the program's own export writes it: `userId` is whoever used the program that was traced."""
    return {
        "id": f"{trace}-{name}-{more.get('authorUserName')}",
        "traceId": trace,
        "sessionId": None,
        "observationId": None,
        "datasetRunId": None,
        "timestamp": "2026-11-01T10:00:00.000Z",
        "source": "EVAL",
        "name": name,
        "dataType": "CATEGORICAL",
        "value": value,
        "stringValue": label,
        "comment": "so",
        "userId": f"customer of {trace}",
        "environment": "default",
        "authorUserName": None,
        **more,
    }


def test_what_is_graded_by_programs_alone_is_never_peoples(tmp_path: Path) -> None:
    """Of Langfuse what comes by its interface may be what users thought; of others all that no annotator gave."""
    rows = [langfuse("a", "quality", "good", 1), langfuse("a", "quality", "good", 1, source="ANNOTATION")]
    rows += [
        langfuse("a", "thumb", "up", 1, source="API"),
        langfuse("a", "odd", "up", 1, source={"kind": "EVAL"}),
    ]
    _, table = read(tmp_path, {"data": rows})
    roles = {scorer.name: scorer.role for scorer in table.scorers}
    assert roles == {"quality": "metric", "quality_human": "human", "thumb": None, "odd": None}
    _, table = read(tmp_path, PROMPTFOO)
    assert {scorer.role for scorer in table.scorers} == {"metric"}


def test_labels_of_langfuse(tmp_path: Path) -> None:
    cases = [("a", "pass", 2.0), ("b", "fail", 0.0), ("c", "pass", 2.0)]
    judged = [
        langfuse(trace, "judge", label, 0) for trace, label, _ in cases
    ]  # no config: the number is always 0
    graded = [langfuse(trace, "grade", f"level {value}", value) for trace, _, value in cases]
    people = [
        langfuse(trace, "judge", "fail", 0, source="ANNOTATION", authorUserName=who)
        for trace, _, _ in cases
        for who in ("Ann", "Bob")
    ]
    correction = [langfuse("a", "output", "It should be so.", 0, dataType="CORRECTION")]
    whole = [langfuse("", "judge", "pass", 0, traceId=None, sessionId="s")]
    _, table = read(tmp_path, [*judged, *graded, *people, *correction, *whole])
    assert table.inputs == ("a", "b", "c", "s")
    assert table.scorer_names == ("judge", "grade", "judge_human")
    np.testing.assert_array_equal(table.matrix("judge"), [[1, 0, 1, 1]])
    np.testing.assert_array_equal(table.matrix("grade"), [[2, 0, 2, np.nan]])
    assert table.annotations["judge_human"].annotators == ("Ann", "Bob")
    np.testing.assert_array_equal(table.matrix("judge_human"), [[0, 0, 0, np.nan]])


def test_langfuse_as_its_newer_interface_and_its_files_in_storage_have_it(tmp_path: Path) -> None:
    newer = [
        {"name": "judge", "source": "EVAL", "dataType": "CATEGORICAL", "value": label, "subject": subject}
        for label, subject in (
            ("pass", {"kind": "observation", "id": "o", "traceId": "t"}),
            ("fail", {"kind": "trace", "id": "u"}),
        )
    ]
    found, table = read(tmp_path, {"data": newer, "meta": {}})
    assert (found, table.inputs, table.matrix("judge").tolist()) == ("langfuse", ("o", "u"), [[1, 0]])
    stored = [
        {
            "trace_id": "t",
            "name": "judge",
            "source": "EVAL",
            "data_type": "NUMERIC",
            "value": 0.5,
            "string_value": None,
        },
        {
            "trace_id": "t",
            "name": "sound",
            "source": "ANNOTATION",
            "data_type": "BOOLEAN",
            "value": 1,
            "string_value": "True",
            "author_user_id": "ann",
        },
    ]
    found, table = read(tmp_path, lines(*stored), "scores.jsonl")
    assert (found, table.inputs, table.scorer_names) == ("langfuse", ("t",), ("judge", "sound"))
    assert table.annotations["sound"].annotators == ("ann",)


def test_openai_evals_graded_by_a_model(tmp_path: Path) -> None:
    events = [
        {
            "run_id": "r",
            "event_id": k,
            "sample_id": f"e.{k}",
            "type": "metrics",
            "data": {"choice": c, "score": None},
        }
        for k, c in enumerate(("Yes", "No", "__invalid__"))
    ]
    _, table = read(tmp_path, lines(OPENAI_EVALS[0], *events), "log.jsonl")
    assert (table.inputs, table.matrix("choice").tolist()) == (("e.0", "e.1"), [[1, 0]])
    assert "1 output without a score" in table.notes
    events[0]["data"]["score"] = 0.75
    _, table = read(tmp_path, lines(OPENAI_EVALS[0], events[0]), "log.jsonl")
    assert table.scorer_names == ("score",)


def test_items_of_a_hosted_run_of_openai(tmp_path: Path) -> None:
    grader = "0a1b2c3d-d803-4445-b431-ad2262e85d47"
    items = [
        {
            "object": "eval.run.output_item",
            "id": f"i{k}",
            "run_id": "r",
            "eval_id": "e",
            "status": "pass",
            "datasource_item_id": k,
            "datasource_item": {"q": "x"},
            "results": [{"name": f"String check-{grader}", "passed": bool(k), "score": k / 2}],
            "sample": {"model": "gpt-5", "input": [], "output": []},
        }
        for k in range(3)
    ]
    found, table = read(tmp_path, {"object": "list", "data": items, "has_more": False})
    assert (found, table.systems, table.inputs) == ("openai-evals", ("gpt-5",), ("0", "1", "2"))
    assert (table.scorer_names, table.matrix("String check").tolist()) == (("String check",), [[0, 0.5, 1]])


def test_what_a_judge_of_mt_bench_writes(tmp_path: Path) -> None:
    single = [
        {
            "question_id": q,
            "model": model,
            "judge": ["gpt-4", "single-v1"],
            "user_prompt": "",
            "judgment": "so",
            "score": score,
            "turn": turn,
            "tstamp": 1.5,
        }
        for q, model, turn, score in [(81, "a", 1, 7), (81, "a", 2, -1), (81, "b", 1, 5), (81, "b", 2, 4)]
    ]
    found, table = read(tmp_path, lines(*single), "gpt-4_single.jsonl")
    assert (found, table.systems, table.inputs) == ("mt-bench", ("a", "b"), ("81#1", "81#2"))
    np.testing.assert_array_equal(table.matrix("gpt-4"), [[7, np.nan], [5, 4]])
    pairs = [
        {
            "question_id": q,
            "model_1": "b",
            "model_2": "a",
            "g1_winner": first,
            "g2_winner": second,
            "judge": ["gpt-4", "pair-v2"],
            "g1_judgment": "",
            "g2_judgment": "",
            "turn": 1,
            "tstamp": 1.5,
        }
        for q, first, second in [
            *((81, "model_1", "model_1"), (82, "model_2", "model_2"), (83, "model_1", "model_2")),
            *((84, "tie", "tie"), (85, "model_1", "tie"), (86, "error", "model_1")),
        ]
    ]
    found, table = read(tmp_path, lines(*pairs), "gpt-4_pair.jsonl")
    assert (found, table.inputs[0], len(table.inputs)) == ("mt-bench", "81/1/a/b", 5)
    assert table.matrix('["gpt-4", "pair-v2"]').tolist() == [[0, 1, 0.5, 0.5, 0.5]]
    assert "1 judgement left out that name no winner" in table.notes


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
    # a log of one model is about that model, and labels by id are of its answers
    samples = [{"id": f"case-{k}", "epoch": 1, "scores": {"g": {"value": "CIC"[k]}}} for k in range(3)]
    read(tmp_path, {"eval": {"model": "openai/gpt-4", "task": "t"}, "samples": samples})
    for sources in (("export.json", "labels.csv"), ("labels.csv", "export.json")):
        table = read_scores(*(tmp_path / one for one in sources))
        assert (table.systems, table.has_systems) == (("openai/gpt-4",), True)
        by_input = dict(zip(table.inputs, table.matrix("human")[0], strict=True))
        assert by_input == {"case-0": 0, "case-1": 1, "case-2": 1}
    labels.write_text("id,human\nCase_2,1\nCase_0,0\nCase_1,1\n")
    with pytest.raises(
        KeyMismatchError, match=r"only in capital and small letters, and in separators: .*--join alike"
    ):
        read_scores(tmp_path / "export.json", labels)
    assert read_scores(tmp_path / "export.json", labels, join="alike").matrix("human").tolist() == [[0, 1, 1]]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            {"testCases": [{"name": "a", "metricsData": 3}]},
            "row 1: the row differs from what deepeval writes",
        ),
        (
            {"testCases": [*DEEPEVAL["testCases"], 3]},
            f"row {len(DEEPEVAL['testCases']) + 1}: the row differs from what",
        ),
        (
            [
                {"example_id": "a", "annotations": {"s": {"acu": 1.0}}},
                {"example_id": "b", "annotations": {"s": 2}},
            ],
            "row 2: the row differs from what rose writes",
        ),
        ([{**MT_BENCH[0], "winner": "nobody"}], "these are verdicts on pairs of outputs; scores are needed"),
        ({"samples": [{"id": 1, "scores": {}}], "eval": {"model": "m", "task": "t"}}, "scores are missing"),
    ],
)
def test_what_is_not_made_so_says_where(tmp_path: Path, content: Any, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read(tmp_path, content)


def test_a_format_that_is_said_has_to_fit(tmp_path: Path) -> None:
    read(tmp_path, DEEPEVAL)
    with pytest.raises(FormatError, match="differs from what promptfoo writes"):
        read_scores(tmp_path / "export.json", format="promptfoo")
    assert {"promptfoo", "inspect", "lm-eval", "mt-bench", "alt-test"} <= set(EXPORT_NAMES)
    (tmp_path / "labels.json").write_text(
        '{"ann": {"1": 3}, "bob": {"1": 2}}'
    )  # whose they are the name would say
    with pytest.raises(FormatError, match=r"known by their names.*--columns nested=annotator/input"):
        read_scores(tmp_path / "labels.json", format="alt-test")
    assert read_scores(tmp_path / "labels.json", columns="nested=annotator/input").inputs == ("1",)
