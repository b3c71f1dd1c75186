"""Files of JudgeBench, AlpacaEval and RewardBench 2, made in their form."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from trueness.data.preferences.preferences import TIE, A, B, Preferences
from trueness.data.preferences.published_pairs import published_pairs
from trueness.data.preferences.read_preferences import read_preferences
from trueness.errors import FormatError


def read(tmp_path: Path, rows: Any, name: str = "f.json") -> Preferences:
    path = tmp_path / name
    text = "".join(json.dumps(row) + "\n" for row in rows) if name.endswith("l") else json.dumps(rows)
    path.write_text(text)
    return read_preferences(path)


def judgebench(pair: str, label: str, *decisions: str | None) -> dict[str, Any]:
    row = {
        "pair_id": pair,
        "original_id": 7,
        "source": "mmlu-pro-law",
        "question": "What?",
        "response_model": "gpt-4o",
        "response_A": "one",
        "response_B": "two",
        "label": label,
    }
    judged = [
        None if one is None else {"judgment": {"judge_model": "j"}, "decision": one} for one in decisions
    ]
    return {**row, "judge_name": "vanilla", "judgments": judged} if decisions else row


def of(table: Preferences, rater: str) -> list[tuple[str, int, int]]:
    k = table.raters.index(rater)
    mine = table.rater == k
    rows = zip(table.input[mine], table.verdict[mine], table.first[mine], strict=True)
    return [(table.inputs[i], int(verdict), int(first)) for i, verdict, first in rows]


JUDGEBENCH = [
    judgebench("p1", "A>B", "A>B", "B>A"),  # right in both orders
    judgebench("p2", "B>A", "A>B", "A>B"),  # always the one shown first
    judgebench("p3", "A>B", "A=B", None),
]


def test_judgebench_has_both_orders_and_what_is_right(tmp_path: Path) -> None:
    name = "dataset=judgebench,response_model=gpt-4o,judge_name=vanilla,judge_model=o1-mini-2024-09-12.jsonl"
    table = read(tmp_path, JUDGEBENCH, name)
    assert table.raters == ("gold", "vanilla/o1-mini-2024-09-12")
    assert table.roles == ("human", "judge")
    assert of(table, "gold") == [("p1", A, 0), ("p2", A, 0), ("p3", A, 0)]
    expected = [("p1", A, 1), ("p1", A, -1), ("p2", B, -1), ("p2", A, 1), ("p3", TIE, 1)]
    assert of(table, "vanilla/o1-mini-2024-09-12") == expected
    assert table.groups["source"] == ("mmlu-pro-law",) * 3
    assert any("1 row without a verdict left out" in note for note in table.notes)
    assert read(tmp_path, JUDGEBENCH, "own.jsonl").raters == ("gold", "vanilla/j")
    assert read(tmp_path, [judgebench("p1", "A>B")], "data.jsonl").raters == ("gold",)
    single = read(tmp_path, [judgebench("p1", "A>B", "B>A")], "single.jsonl")  # as of a reward model
    assert of(single, "vanilla/j") == [("p1", B, 1)]


def alpaca(instruction: str, preference: Any, annotator: str = "gpt4", **more: Any) -> dict[str, Any]:
    return {
        "instruction": instruction,
        "output_1": f"base of {instruction}",
        "output_2": f"mine of {instruction}",
        "generator_1": "base",
        "generator_2": "mine",
        "dataset": "koala",
        "annotator": annotator,
        "preference": preference,
        **more,
    }


def test_preferences_of_alpaca_eval_by_their_side(tmp_path: Path) -> None:
    given = [1, 2, 1.5, 0, None, 1.0000506448, 1.73, 2.0]
    table = read(tmp_path, [alpaca(f"do {k}", value) for k, value in enumerate(given)])
    assert table.systems == ("base", "mine")
    assert table.roles == ("judge",)
    assert table.verdict.tolist() == [A, B, TIE, TIE, A, B, B]
    assert any("1 row without a verdict left out" in note for note in table.notes)
    assert set(table.groups["dataset"]) == {"koala"}
    people = read(tmp_path, [alpaca("do 0", 2, "human"), alpaca("do 1", 1, "human")])
    assert people.roles == ("human",)
    assert set(people.inputs) < set(table.inputs)  # the same instructions, in any file
    cross = [alpaca("do 0", value, annotator_index=k, annotator=None) for k, value in enumerate((1, 2))]
    assert read(tmp_path, cross).raters == ("annotator 0", "annotator 1")
    assert read(tmp_path, cross).roles == ("human", "human")
    assert len(read(tmp_path, [alpaca("do", 1, input="x"), alpaca("do", 1, input="y")]).inputs) == 2


REWARDS: dict[str, Any] = {
    "model": "org/rm",
    "text": [["a", "b", "c"]] * 2,
    "scores": [[3.0, 1.0, 3.0], [[0.5], [0.25], [0.125]]],
    "results": [0.5, None],
    "subset": ["Factuality", "Ties"],
    "id": ["12", "tied:0"],
    "num_correct": [1, 2],
}


def test_rewards_of_reward_bench_2_with_several_right_outputs(tmp_path: Path) -> None:
    table = read(tmp_path, REWARDS)
    assert table.inputs == ("Factuality/12/1-2", "Factuality/12/1-3", "Ties/tied:0/1-3", "Ties/tied:0/2-3")
    assert [verdict for _, verdict, _ in of(table, "org/rm")] == [A, TIE, A, A]
    assert table.groups["question"] == ("Factuality/12",) * 2 + ("Ties/tied:0",) * 2
    np.testing.assert_array_equal([verdict for _, verdict, _ in of(table, "gold")], [A] * 4)


@pytest.mark.parametrize(
    ("kind", "row", "message"),
    [
        ("judgebench", judgebench("p", "A=B"), "row 7, column 'label': the label says of no response"),
        ("judgebench", judgebench("p", "maybe"), "column 'label'"),
        ("judgebench", judgebench("p", "A>B", "D"), "column 'judgments': 'D' is no decision"),
        ("judgebench", judgebench("", "A>B"), "column 'pair_id'"),
        (
            "judgebench",
            {**judgebench("p", "A>B"), "judgments": {"decision": "A>B"}},
            "no judgements",
        ),
        ("alpaca-eval", alpaca("do", 3), "column 'preference': 3 is no preference.*0 for a tie"),
        ("alpaca-eval", alpaca("do", "first"), "'first' is no preference"),
        ("alpaca-eval", alpaca("do", float("inf")), "inf is no preference"),
        ("alpaca-eval", {**alpaca("do", 1), "generator_1": None}, "column 'generator_1'"),
        (
            "reward-bench-2",
            {"id": "1", "scores": [1.0], "num_correct": 1},
            "no rewards of right and of wrong",
        ),
        ("reward-bench-2", {"id": "1", "scores": [1.0, "x"], "num_correct": 1}, "no rewards"),
        ("reward-bench-2", {"id": "1", "scores": [1.0, 2.0], "num_correct": None}, "no rewards"),
        ("reward-bench-2", {"id": "", "scores": [1.0, 2.0], "num_correct": 1}, "column 'id'"),
    ],
)
def test_what_is_not_made_so_names_its_place(kind: str, row: dict[str, Any], message: str) -> None:
    with pytest.raises(FormatError, match=message):
        list(published_pairs(kind, [(7, row)], "f.json"))
