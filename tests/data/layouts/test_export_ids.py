"""Other ids of an export: only where every input has one of its own."""

from __future__ import annotations

from typing import Any

from trueness.data.layouts.export_ids import export_ids


def deepeval(*cases: dict[str, Any]) -> dict[str, Any]:
    metrics = [{"name": "Clear", "score": 1.0}]
    return {"testCases": [{"order": k, "metricsData": metrics, **case} for k, case in enumerate(cases)]}


def test_every_place_with_ids() -> None:
    one = {"name": "a", "input": "x", "metadata": {"ticket": 7, "same": "s", "ratio": 0.5, "done": True}}
    two = {"name": "b", "input": "y", "metadata": {"ticket": 8, "same": "s", "some": "z"}}
    assert export_ids("deepeval", deepeval(one, two), "file") == {
        "name": {"a": "a", "b": "b"},
        "order": {"a": "0", "b": "1"},
        "input": {"a": "x", "b": "y"},
        "metadata.ticket": {"a": "7", "b": "8"},
    }


def test_what_knows_no_other_ids() -> None:
    assert export_ids("alt-test", {"ann": {"1": 0}}, "file") == {}


def test_inputs_with_several_outputs_of_a_test() -> None:
    rows = [
        {
            "provider": "p",
            "vars": {"id": f"q{test}"},
            "success": True,
            "testIdx": test,
            "promptId": f"{prompt}",
            "promptIdx": prompt,
        }
        for test in (0, 1)
        for prompt in (0, 1)
    ]
    found = export_ids("promptfoo", {"results": {"results": rows}}, "file")
    assert found["vars.id"] == {f"{test}#{part}": f"q{test}#{part}" for test in (0, 1) for part in (1, 2)}
