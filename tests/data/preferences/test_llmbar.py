"""Files of LLMBar: their folders, a judge's last word in both orders, scores, and what is neither."""

from __future__ import annotations

import pytest

from trueness.data.preferences.llmbar import subset_and_judge, verdicts_of
from trueness.data.preferences.preferences import TIE, A, B
from trueness.errors import FormatError


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("LLMBar/Adversarial/Neighbor/dataset.json", ("Neighbor", None)),
        ("Natural/evaluators/GPT-4/Swap_CoT/result.json", ("Natural", "GPT-4/Swap_CoT")),
        ("evaluators/mine/result.json", ("", "mine")),
        ("Natural/evaluators/result.json", ("Natural", None)),
        ("evaluators/old/Natural/evaluators/GPT-4/result.json", ("Natural", "GPT-4")),
        ("Natural/result.json", ("Natural", None)),
        ("data/natural.json.gz", ("natural", None)),
    ],
)
def test_folders_say_which_part_and_which_judge(source, expected):
    assert subset_and_judge(source) == expected


def in_order(*winners):
    return {
        f"swap = {swapped}": {"winner": winner}
        for swapped, winner in zip((False, True), winners, strict=True)
    }


def test_the_last_round_counts():
    assert verdicts_of([in_order("1", "2")], "f", 1) == [(A, 1), (B, -1)]
    assert verdicts_of([in_order("1", "2"), in_order("2", None)], "f", 1) == [(B, 1), (None, -1)]
    assert verdicts_of([["a reference", "stop"], in_order("1", "1")], "f", 1) == [(A, 1), (A, -1)]


@pytest.mark.parametrize(
    ("one", "other", "verdict"),
    [
        ("4", "3", A),
        (" 3", "10", B),
        ("3", "3", TIE),
        ("good", "3", None),
        ("3", "", None),
        (None, "3", None),
    ],
)
def test_scores_and_not_the_winners_made_of_them(one, other, verdict):
    last = {"score_1": [one, "stop"], "score_2": [other, "stop"], **in_order("1", "2")}
    assert verdicts_of([last], "f", 1) == [(verdict, 0)]


@pytest.mark.parametrize(
    "results",
    [
        *(None, [], {}, "1", [["text", "stop"]], [{"swap = False": {"winner": "1"}}], [{"score_1": []}]),
        *([in_order("1", "3")], [in_order("1", ["2"])], [{"swap = False": "1", "swap = True": "2"}]),
    ],
    ids=str,
)
def test_what_no_evaluator_writes_is_refused(results):
    with pytest.raises(FormatError, match=r"row 7, column 'results': these must be verdicts of a judge"):
        verdicts_of(results, "f", 7)
