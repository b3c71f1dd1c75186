"""The truths of the simulation of preferences: exact where nothing varies with the input, else those of many draws."""

from __future__ import annotations

import dataclasses
import sys
from pathlib import Path

import numpy as np
import pytest

FOLDER = Path(__file__).parents[2] / "reproductions" / "preferences"


@pytest.fixture(scope="module")
def simulate():
    sys.path.insert(0, str(FOLDER))
    try:
        import simulate
    finally:
        sys.path.remove(str(FOLDER))
    simulate.MANY_SYSTEMS = 5
    return simulate


def test_without_inputs_that_differ_the_strengths_are_those_of_the_model(simulate):
    case = simulate.Case(interaction=0.0, judge_noise=0.0)
    base = simulate.strengths(case, np.random.default_rng(0), fixed=True)
    truth = simulate.truths(case, base)
    np.testing.assert_allclose(truth["people"], base[0] - base[0].mean(), atol=1e-6)
    np.testing.assert_allclose(truth["judge"], base[1] - base[1].mean(), atol=1e-6)


@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("raters differ", {"people": 400}),
        ("raters of different quality", {}),
        ("raters of different quality", {"people": 3}),
        ("related systems", {}),
    ],
)
def test_truths_are_those_of_very_many_draws(simulate, name, more):
    case = dataclasses.replace(simulate.CASES[name], systems=4, **more)
    base = simulate.strengths(case, np.random.default_rng(0), fixed=True)
    truth = simulate.truths(case, base)
    drawn = simulate.draw(case, np.random.default_rng(1), base, 1_000)
    won = (1 + drawn.people) / 2
    wins = [
        np.mean(np.where(drawn.one == k, won, 1 - won)[:, (drawn.one == k) | (drawn.other == k)])
        for k in range(4)
    ]
    np.testing.assert_allclose(truth["wins"], wins, atol=0.03)
    mine, another = simulate.agreement(drawn)
    assert truth["agreement"] == pytest.approx(mine.mean(), abs=0.02)
    assert truth["difference"] == pytest.approx((mine - another).mean(), abs=0.02)


@pytest.mark.parametrize("name", ["usual", "raters of different quality"])
def test_a_case_runs(simulate, name):
    case = dataclasses.replace(simulate.CASES[name], systems=4, inputs=12)
    base = simulate.strengths(case, np.random.default_rng(0), fixed=True)
    found = dict(simulate.run(case, 1, base, simulate.truths(case, base)))
    assert found["refused"] == 0.0
    assert 0 <= found["strengths, jackknife"] <= 1
    assert found["minus person, inputs"] in (0.0, 1.0)
    assert "win rates, PPI" not in found  # about four judged inputs: no interval is given
