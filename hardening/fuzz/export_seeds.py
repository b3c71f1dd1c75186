"""Small sound exports of programs that run judges, and of benchmarks of them: what mutants are made from."""

from __future__ import annotations

import json as jsonlib
from typing import Any

from hardening.fuzz.seeds import Seed


def exports() -> list[Seed]:
    """Exports of programs and benchmarks of models and judges."""
    found = [
        {
            "provider": {"id": "p", "label": ""},
            "testIdx": k,
            "vars": {},
            "success": True,
            "score": k,
            "namedScores": {"a": k},
        }
        for k in range(3)
    ]
    samples = [
        {"id": k, "epoch": 1, "scores": {"match": {"value": "CI"[k]}, "g": {"value": {"a": k}}}}
        for k in (0, 1)
    ]
    lm_eval: list[dict[str, Any]] = [
        {"doc_id": k, "doc": {}, "filtered_resps": ["A"], "filter": "none", "metrics": ["acc"], "acc": k}
        for k in (0, 1)
    ]
    langfuse = [
        {"traceId": f"t{k}", "name": "n", "value": k, "dataType": "NUMERIC", "source": source}
        for k, source in enumerate(("EVAL", "ANNOTATION"))
    ]
    bench = [{"id": k, "annotations": {"q": {"individual_human_scores": [k, 2]}}} for k in (0, 1)]
    votes = [
        {"question_id": k, "model_a": "a", "model_b": "b", "winner": "model_a", "judge": "j", "turn": 1}
        for k in (0, 1)
    ]
    judged = [
        {"hash": str(k), "model_name": "m", "dataset": "d", "Factuality": k, "split": "test"} for k in (0, 1)
    ]
    units = {name: {"acu_labels": [0, 1], "acu": 0.5, "normalized_acu": 0.25} for name in ("a", "b")}
    rose = [{"example_id": f"e{k}", "count_id": k, "annotations": units} for k in (0, 1)]
    opinions = [
        {"a": {"R1_F1": 0.5, "annot1": {"asp_rel": 2.0}, "annot2": {"asp_rel": k}}, "case": k} for k in (1, 2)
    ]
    traces = [
        {
            "trace_id": f"t{k}",
            "assessments": [
                {"name": "q", "source": {"source_type": kind, "source_id": "w"}, "feedback": {"value": k}}
                for kind in ("HUMAN", "CODE")
            ],
        }
        for k in (0, 1)
    ]
    parts = [
        {"pass": True, "score": 1, "assertion": {"type": kind, "weight": 2}} for kind in ("llm", "human")
    ]
    grading = {"pass": True, "score": 1, "reason": "r", "componentResults": parts}
    rated = [
        {**row, "gradingResult": grading, "failureReason": k, "error": "e"} for k, row in enumerate(found)
    ]
    history = [{"value": "I"}, {"value": "C", "provenance": {"author": "w"}}]
    edited = [{"id": k, "epoch": 1, "scores": {"g": {"value": "C", "history": history}}} for k in (0, 1)]
    words = {"q": {"individual_human_scores": ["No", "Well"]}}
    records = [
        {
            "id": f"r{k}",
            "fields": {},
            "suggestions": {"q": {"value": k}},
            "responses": {"q": [{"value": 1, "user_id": "u"}]},
        }
        for k in (0, 1)
    ]
    flat = [
        {"id": k, "q.responses": [k, 1], "q.responses.users": ["u", "v"], "q.suggestion": 1} for k in (0, 1)
    ]
    result = [{"from_name": "c", "type": "choices", "value": {"choices": ["yes"]}}]
    tasks: list[dict[str, Any]] = [
        {
            "id": k,
            "data": {},
            "annotations": [{"completed_by": 1, "result": result, "was_cancelled": False}],
            "predictions": [{"model_version": "m", "result": result}],
        }
        for k in (0, 1)
    ]
    contents = {
        "h.json": {"results": {"version": 3, "results": rated}},
        "e.json": {"eval": {"model": "m", "task": "t"}, "samples": edited},
        "w.json": {
            "annotations": [{"metric": "q", "labels_list": ["No", "Well", "So so"]}],
            "instances": [{"id": k, "annotations": words} for k in (0, 1)],
        },
        "llm_annotations.json": {"gpt-4o": {"i1": "a | b", "i2": "c"}, "llama": {"i2": "d"}},
        "a.json": records,
        "b.json": flat,
        "k.json": tasks,
        "least.json": [
            {
                "text": "T",
                "id": k,
                "tone": "yes",
                "stars": [{"rating": k}],
                "annotator": who,
                "annotation_id": k,
                "lead_time": 1,
            }
            for k in (0, 1)
            for who in (1, "a@b")
        ],
        "f.json": judged,
        "r.json": rose,
        "t.json": traces,
        "m.json": {"columns": ["inputs", "q/v1/score"], "data": [["x", 1], ["y", 0.5]]},
        "p.json": {"results": {"version": 3, "results": found}},
        "i.json": {"eval": {"model": "m", "task": "t"}, "samples": samples},
        "d.json": {"testCases": [{"name": "c", "metricsData": [{"name": "m", "score": 0.5}]}]},
        "l.json": langfuse,
        "j.json": {"annotations": [{"metric": "q"}], "instances": bench},
        "human_annotations.json": {"w1": {"i1": 1, "i2": 2}, "w2": {"i1": 2}},
        "v.json": votes,
    }
    return [
        *(Seed.of(name, jsonlib.dumps(content)) for name, content in contents.items()),
        *(
            Seed.of(name, "".join(jsonlib.dumps(row, ensure_ascii=False) + "\n" for row in rows))
            for name, rows in (("s.jsonl", lm_eval), ("v.jsonl", votes), ("o.jsonl", opinions))
        ),
    ]
