"""What judges gain together, which of them helps, whether one run is enough, and how many they are worth."""

from __future__ import annotations

import math

import pytest

from trueness.decisions.independent_inputs import FEWEST, INPUTS
from trueness.decisions.judges_together import (
    CONSTANT,
    ENOUGH,
    ERRORS,
    FEWEST_ERRORS,
    FEWEST_HITS,
    FEWEST_LABELS,
    HITS,
    JUDGE_HELPS,
    LABELS,
    ONE_RUN_ENOUGH,
    PANEL_GAINS,
    WORTH,
    gain_needs,
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
    found = gains(
        JUDGE_HELPS,
        "j",
        0.0,
        low,
        high,
        needs=gain_needs(JUDGE_HELPS, FEWEST, labels=2, hits=FEWEST_HITS),
        applies_to="other inputs",
        coefficient="kappa",
    )
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
    assert one_run_enough("j", 0.0, low, high, needs=(), applies_to="", coefficient="kappa").answer == answer


@pytest.mark.parametrize(
    ("rule", "inputs", "labels", "hits", "reason"),
    [
        (PANEL_GAINS, 29, None, None, INPUTS),
        (JUDGE_HELPS, FEWEST - 1, None, None, INPUTS),
        (ONE_RUN_ENOUGH, FEWEST - 1, None, None, INPUTS),
        (PANEL_GAINS, 100, FEWEST_LABELS - 1, 40.0, LABELS),
        (ONE_RUN_ENOUGH, 100, FEWEST_LABELS - 1, 40.0, LABELS),
        (JUDGE_HELPS, 100, FEWEST_LABELS - 1, 1.5, HITS),
        (PANEL_GAINS, 100, FEWEST_LABELS, 1.5, HITS),
    ],
)
def test_whatever_the_interval_a_need_that_is_not_met_leaves_it_open(rule, inputs, labels, hits, reason):
    needs = gain_needs(rule, inputs, labels=labels, hits=hits)
    found = gains(rule, "j", 0.2, 0.1, 0.3, needs=needs, applies_to="", coefficient="kappa")
    assert (found.answer, found.reason) == ("cannot_tell", reason)


def test_thirty_inputs_are_enough_to_tell_that_a_panel_gains():
    needs = gain_needs(PANEL_GAINS, 30, labels=None, hits=None)
    assert (
        gains(PANEL_GAINS, "j", 0.2, 0.1, 0.3, needs=needs, applies_to="", coefficient="kappa").answer
        == "yes"
    )


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
    found = worth_fewer("(judges)", 3, 2.0, low, high, inputs=FEWEST, applies_to="", errors=errors)
    assert (found.answer, found.reason) == (answer, reason)


def test_nothing_is_said_of_worth_with_few_inputs_or_a_constant_judge():
    few = worth_fewer("(judges)", 3, 2.0, 1.5, 2.5, inputs=FEWEST - 1, applies_to="")
    assert (few.answer, few.reason) == ("cannot_tell", INPUTS)
    constant = worth_fewer("(judges)", 2, 2.0, 1.5, 2.0, inputs=50, applies_to="", constant=["same"])
    assert (constant.answer, constant.reason, constant.undefined) == ("cannot_tell", CONSTANT, ("same",))
