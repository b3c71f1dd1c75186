"""What pilots leave open: the approximate power against simulated tables, and intervals of promises."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness.parallel import Execution, executing
from trueness.studies.plan.designs import design_of, simulated
from trueness.studies.plan.pilot_doubt import (
    approximate_power,
    approximate_width,
    refitted_models,
    with_promises,
)
from trueness.studies.plan.planning_model import assumed_model
from trueness.studies.plan.settings import PlanSettings

TRUTH = dataclasses.replace(assumed_model({"noise": 1.0, "bias": 0.2}), annotator_variance=0.0)


@pytest.mark.parametrize(
    ("level", "size", "n_inputs"), [("system", (40, 20, 1), 20), ("input", (40, 20, 1), 20)]
)
def test_the_approximate_power_is_about_the_simulated_one(level, size, n_inputs):
    settings = PlanSettings(level=level, difference=0.12, runs=200, seed=2, test="two_way_jackknife")
    separated = TRUTH.separated(0.12, level, n_inputs)
    (found,) = executing(Execution(workers=1))(simulated)(None, separated, [size], settings)
    simulated_power = float(np.mean(found[:, 1] <= 0.05))
    assert approximate_power(TRUTH, size, settings, n_inputs) == pytest.approx(simulated_power, abs=0.17)


def test_no_difference_is_found_as_often_as_alpha_says_and_an_impossible_one_never():
    assert approximate_power(TRUTH, (16, 50, 1), PlanSettings(difference=0.0), 50) == pytest.approx(0.05)
    assert np.isnan(approximate_power(TRUTH, (16, 50, 1), PlanSettings(difference=0.99), 50))


def design(power, settings):
    found = np.array([[0.2, 0.01]] * round(100 * power) + [[0.2, 0.5]] * round(100 * (1 - power)))
    return design_of((16, 50, 1), found, settings, tested=True)


@pytest.mark.slow
def test_larger_pilots_promise_more_exactly():
    settings = PlanSettings(seed=3)
    widths = []
    for pilot in ((10, 30), (40, 30)):
        (found,) = with_promises(
            [design(0.3, settings)], dataclasses.replace(TRUTH, pilot=pilot), settings, 50
        )
        assert 0 < found.promise_low < 0.3 < found.promise_high < 1
        widths.append(found.promise_high - found.promise_low)
    assert widths[1] < 0.7 * widths[0]


def test_without_a_pilot_or_a_difference_nothing_is_promised():
    settings = PlanSettings(seed=3)
    one = design(0.3, settings)
    assert np.isnan(with_promises([one], TRUTH, settings, 50)[0].promise_low)
    piloted = dataclasses.replace(TRUTH, pilot=(10, 30))
    assert np.isnan(with_promises([one], piloted, PlanSettings(difference=0.0), 50)[0].promise_low)
    alone = dataclasses.replace(piloted, model=piloted.model.of([0, 1]))
    (widths,) = with_promises([one], alone, settings, 50)
    assert np.isnan(widths.promise_low)
    assert widths.width_low < one.width < widths.width_high


def test_the_approximate_width_is_about_the_simulated_one():
    settings = PlanSettings(runs=60, seed=2)
    size = (40, 20, 1)
    (found,) = executing(Execution(workers=1))(simulated)(TRUTH, None, [size], settings)
    assert approximate_width(TRUTH, size, settings) == pytest.approx(found[:, 0].mean(), rel=0.3)


def test_few_simulated_tables_are_a_doubt_of_their_own():
    piloted = dataclasses.replace(TRUTH, pilot=(40, 30))
    few, many = (PlanSettings(seed=3, runs=runs) for runs in (20, 2000))
    limits = [with_promises([design(0.3, one)], piloted, one, 50)[0] for one in (few, many)]
    assert (
        limits[0].promise_low < limits[1].promise_low < 0.3 < limits[1].promise_high < limits[0].promise_high
    )


def test_refitted_models_lie_around_the_model():
    piloted = dataclasses.replace(TRUTH, pilot=(30, 40))
    models = refitted_models(piloted, 1, 60)
    assert len(models) == 60
    found = np.median([one.correlation("system", 50) for one in models])
    assert found == pytest.approx(TRUTH.correlation("system", 50), abs=0.04)
    again = refitted_models(piloted, 1, 2)
    np.testing.assert_array_equal(again[1].model.systems, models[1].model.systems)
