"""Which decisions other random numbers may change, against binomial limits by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from trueness.study.monte_carlo import monte_carlo, open_decisions


def below(pvalues):
    return pvalues <= 0.05


def test_a_decision_is_open_where_its_binomial_interval_holds_the_bar():
    half = 1.96 * math.sqrt(0.05 * 0.95 / 999)
    pvalues = np.array([0.05 - 1.5 * half, 0.05 - 0.5 * half, 0.05, 0.05 + 0.5 * half, 0.05 + 1.5 * half])
    assert open_decisions(pvalues, np.full(5, 999), below) == 3
    assert open_decisions(pvalues, np.full(5, 99_999), below) == 1  # at the bar itself


def test_no_p_value_is_taken_to_be_smaller_than_a_test_can_give():
    least = 1 / 20
    assert open_decisions(np.array([least]), np.array([19]), lambda pvalues: pvalues < least) == 0


@pytest.mark.parametrize(
    ("resamples", "more"), [(9_999, "--resamples 99999"), (99_999, "--resamples 999999"), (9_999_999, "")]
)
def test_more_resamples_are_named_where_there_may_be_more(resamples, more):
    (said,) = monte_carlo(2, 66, resamples)
    assert (said.code, said.severity) == ("monte_carlo", "note")
    assert "up to 2 of 66 decisions" in said.message
    assert (more in said.message) if more else ("--resamples" not in said.message)
    assert monte_carlo(0, 66, resamples) == ()
