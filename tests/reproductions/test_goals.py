"""The check of numbers of labels: promises that hold are told from one that cannot."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "reproductions" / "judge_labels"


@pytest.fixture(scope="module")
def goals():
    sys.path.insert(0, str(FOLDER))
    sys.modules.pop("simulate", None)  # other folders have one, too
    try:
        import goals
    finally:
        sys.path.remove(str(FOLDER))
        sys.modules.pop("simulate", None)
    return goals


def test_inputs_that_are_not_named_promise_too_much(goals):
    named, unnamed = (goals.checked(case, 40) for case in goals.CASES if "scores, five alike" in case.name)
    assert unnamed["labels for the width"] < 0.6 * named["labels for the width"]
    assert named["right for the width"] == unnamed["right for the width"] == named["labels for the width"]
    assert float(unnamed["limits hold, width"]) < 0.2 < float(named["limits hold, width"])


def test_normal_scores_reach_what_is_promised(goals):
    (case,) = (case for case in goals.CASES if case.name == "scores, normal, pilot of 300")
    found = goals.checked(case, 100)
    assert 0.68 < float(found["beyond the bar"]) < 0.91
    assert float(found["half width"]) == pytest.approx(0.05, abs=0.003)
    assert 0.68 < float(found["limits hold, width"]) < 0.91
