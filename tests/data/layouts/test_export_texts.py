"""Texts beside the scores of an export: where each program has them, and what is no text."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from trueness.data.layouts.export_texts import export_texts
from trueness.data.reading.read_texts import read_texts

PROMPTFOO = {
    "results": {
        "results": [
            {
                "provider": {"id": "four"},
                "prompt": {"raw": "Say one."},
                "response": {"output": answer},
                "success": True,
                "testIdx": k,
                "vars": {"id": f"q{k}"},
            }
            for k, answer in enumerate(("one", {"word": "two"}, ""))
        ]
    }
}
INSPECT = {
    "eval": {"model": "small", "task": "t"},
    "samples": [
        {"id": 1, "input": "Say one.", "output": {"completion": "one"}, "scores": {}},
        {
            "id": 2,
            "input": [{"role": "user"}],
            "output": {"choices": [{"message": {"content": "two"}}]},
            "scores": {},
        },
    ],
}
LM_EVAL = [
    {
        "doc_id": 0,
        "doc": {},
        "arguments": {"gen_args_0": {"arg_0": "Say one."}},
        "filtered_resps": [said],
        "filter": name,
    }
    for name, said in (("none", "one"), ("strict", "1"))
]
DEEPEVAL = {"testCases": [{"name": "a", "input": "Say one.", "actualOutput": "one", "metricsData": []}]}


@pytest.mark.parametrize(
    ("content", "rows"),
    [
        (
            PROMPTFOO,
            [
                {"system": "four", "input": "0", "source": "Say one.", "output": "one"},
                {"system": "four", "input": "1", "source": "Say one.", "output": '{"word": "two"}'},
            ],
        ),
        (
            INSPECT,
            [
                {"system": "small", "input": "1", "source": "Say one.", "output": "one"},
                {"system": "small", "input": "2", "source": '[{"role": "user"}]', "output": "two"},
            ],
        ),
        (LM_EVAL, [{"system": "run", "input": "0", "source": "Say one.", "output": "one"}]),
        (DEEPEVAL, [{"input": "a", "source": "Say one.", "output": "one"}]),
    ],
    ids=["promptfoo", "inspect", "lm-eval", "deepeval"],
)
def test_where_programs_have_texts(tmp_path: Path, content: Any, rows: list[dict[str, str]]) -> None:
    lines = isinstance(content, list)
    path = tmp_path / "run" / ("samples_t.jsonl" if lines else "log.json")
    path.parent.mkdir()
    path.write_text("".join(f"{json.dumps(one)}\n" for one in content) if lines else json.dumps(content))
    found = export_texts(path)
    assert found is not None
    assert [row for _, row in found.rows] == rows
    texts = read_texts(path, unnamed_system="system" not in rows[0])
    assert [row.output for row in texts.rows] == [row["output"] for row in rows]


def test_what_holds_no_texts(tmp_path: Path) -> None:
    path = tmp_path / "scores.json"
    for content in (
        [{"input": "a", "score": 1}],
        {"data": [{"name": "s", "dataType": "x", "source": "EVAL"}]},
    ):
        path.write_text(json.dumps(content))
        assert export_texts(path) is None
    empty = {"testCases": [{"name": "a", "actualOutput": "", "metricsData": []}]}
    path.write_text(json.dumps(empty))
    assert export_texts(path) is None
