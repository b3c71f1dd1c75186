"""The gate: all criteria of all judges, and an error that is divided among judges by Hochberg's procedure."""

from __future__ import annotations

import numpy as np
import pytest
from statsmodels.stats.multitest import multipletests

from trueness.decisions.decision import Ground
from trueness.decisions.passes_gate import gate_steps, passes_gate


def ground(low, high=1.0, bar=0.6, measure="kappa>=.6"):
    return Ground(measure=measure, estimate=(low + high) / 2, low=low, high=high, bar=bar)


def test_one_judge_passes_if_every_criterion_is_met():
    (passed,) = passes_gate({"v1": [ground(0.6), ground(0.9, measure="tpr>=.8")]}, applies_to="other outputs")
    assert (passed.answer, passed.about, passed.reason) == ("yes", "", "kappa>=.6")
    assert passed.promise.startswith("In 97.5% of studies")
    (open_,) = passes_gate({"v1": [ground(0.6), ground(0.5, measure="tpr>=.8")]}, applies_to="")
    assert (open_.answer, open_.reason) == ("cannot_tell", "tpr>=.8")
    (missed,) = passes_gate({"v1": [ground(0.1, 0.2), ground(0.5, measure="tpr>=.8")]}, applies_to="")
    assert missed.answer == "no"


def test_of_several_judges_each_has_a_decision_and_the_gate_asks_for_all():
    whole, *each = passes_gate({"v1": [ground(0.7)], "v2": [ground(0.2, 0.4)]}, applies_to="", confidence=0.9)
    assert whole.answer == "no"
    assert whole.reason == "kappa>=.6 of v2"
    assert whole.names == ("v1",)
    assert {one.about: one.answer for one in each} == {"v1": "yes", "v2": "no"}
    assert whole.promise.startswith("In 95% of studies")


@pytest.mark.parametrize("seed", range(40))
def test_the_error_is_divided_as_hochberg_says(seed):
    rng = np.random.default_rng(seed)
    pvalues = dict(enumerate((rng.random(6) ** rng.integers(1, 5)).tolist()))
    names = [str(one) for one in pvalues]
    alpha = 0.2

    def meets(name, steps):
        return pvalues[int(name)] <= alpha / steps

    steps = gate_steps(names, meets)
    passed = [meets(name, steps) for name in names]
    wanted = multipletests(list(pvalues.values()), alpha, method="simes-hochberg")[0]
    assert passed == wanted.tolist()
