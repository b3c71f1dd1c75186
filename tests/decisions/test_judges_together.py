"""What judges gain together, which of them helps, whether one run is enough, and how many they are worth."""

from __future__ import annotations

import math

import pytest

from trueness.decisions.judges_together import (
    ENOUGH,
    ERRORS,
    FEWEST_ERRORS,
    JUDGE_HELPS,
    WORTH,
    gains,
    one_run_enough,
    worth_fewer,
)


@pytest.mark.parametrize(
    ("low", "high", "answer"),
    [
        (0.01, 0.1, "yes"),
        (-0.1, -0.01, "no"),
        (-0.1, 0.1, "cannot_tell"),
        (math.nan, math.nan, "cannot_tell"),
    ],
)
def test_a_judge_helps_or_hurts_where_its_gain_is_shown(low, high, answer):
    found = gains(JUDGE_HELPS, "j", 0.0, low, high, applies_to="other inputs", coefficient="kappa")
    assert (found.answer, found.about, found.coefficient) == (answer, "j", "kappa")


@pytest.mark.parametrize(
    ("low", "high", "answer"),
    [
        (-0.02, ENOUGH, "yes"),
        (ENOUGH + 0.001, 0.1, "no"),
        (-0.02, ENOUGH + 0.01, "cannot_tell"),
    ],
)
def test_one_run_is_enough_where_all_gain_no_more_than_a_little(low, high, answer):
    assert one_run_enough("j", 0.0, low, high, applies_to="", coefficient="kappa").answer == answer


@pytest.mark.parametrize(
    ("low", "high", "errors", "answer", "reason"),
    [
        (1.5, 2.9, 40.0, "yes", WORTH),
        (3.1, 5.0, None, "no", WORTH),
        (1.5, 3.4, 40.0, "cannot_tell", WORTH),
        (1.5, 2.9, FEWEST_ERRORS - 1.0, "cannot_tell", ERRORS),
        (math.nan, math.nan, 40.0, "cannot_tell", WORTH),
    ],
)
def test_judges_are_worth_fewer_where_they_err_together(low, high, errors, answer, reason):
    found = worth_fewer("(judges)", 3, 2.0, low, high, applies_to="", errors=errors)
    assert (found.answer, found.reason) == (answer, reason)
