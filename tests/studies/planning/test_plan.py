import dataclasses

import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.studies.planning.plan import plan
from trueness.studies.planning.planning_model import PlanningModel
from trueness.studies.simulation.rejection_rates import rejection_rates
from trueness.studies.simulation.scenario import metrics_of_quality

MODEL = PlanningModel(metrics_of_quality((0.2, 0.2)), annotator_variance=0.8, annotators=1)
ALONE = dataclasses.replace(MODEL, model=MODEL.model.of([0, 1]))
FAST = {"interval": "jackknife", "test": "sign_flip", "runs": 20, "resamples": 39, "rng": 1, "workers": 1}


def test_every_combination_is_a_design():
    found = plan(ALONE, systems=(8, 16, 8), inputs=(5, 20), annotators=(1, 3), **FAST)
    assert len(found.designs) == len(found.rows()) == 8
    first = found.designs[0]
    assert first.size == (8, 5, 1)
    assert first.judgements == 40
    narrow = {design.size: design.width for design in found.designs}
    assert narrow[16, 5, 1] < narrow[8, 5, 1]
    assert narrow[16, 20, 3] < narrow[16, 5, 1]
    assert found.cheapest is None  # nothing was asked for
    assert np.isnan(first.power)
    assert "test:" not in str(found.signature)


def test_the_cheapest_that_is_enough():
    found = plan(ALONE, systems=(8, 30), inputs=(5, 20), width=0.55, cost=2.0, **FAST)
    assert found.cheapest is not None
    assert found.cheapest.width <= 0.55
    for design in found.designs:
        assert design.enough == (design.width <= 0.55)
        assert not design.enough or design.cost >= found.cheapest.cost
    assert found.cheapest.cost == 2.0 * found.cheapest.judgements
    assert [step.what for step in found.next_steps] == ["systems", "inputs", "annotators"]
    best = max(found.next_steps, key=lambda step: step.narrower_per_1000)
    assert best.narrower > 0
    again = plan(
        ALONE, systems=(best.n_systems,), inputs=(best.n_inputs,), annotators=(best.n_annotators,), **FAST
    )
    assert found.cheapest.width - best.narrower == pytest.approx(again.designs[0].width)


def test_unknown_annotators_are_no_next_step():
    unknown = dataclasses.replace(ALONE, annotator_variance=0.0)
    found = plan(unknown, systems=(8,), inputs=(5,), **FAST)
    assert [step.what for step in found.next_steps] == ["systems", "inputs"]


def test_detectable_differences_and_power():
    found = plan(MODEL, systems=(24,), inputs=(8,), difference=0.2, detect=0.5, **FAST)
    (design,) = found.designs
    assert 0 < design.detectable < 1
    assert 0 <= design.power_low <= design.power <= design.power_high <= 1
    for part in ("detect:0.5", "difference:0.2", "test:sign_flip", "seed:1"):
        assert part in str(found.signature)
    assert any("With power 0.5" in said for said in found.conclusions)


def test_the_same_seed_is_the_same_plan():
    one, other = (plan(ALONE, systems=(8,), inputs=(5,), **FAST) for _ in range(2))
    assert [(d.width, d.width_error) for d in one.designs] == [
        (d.width, d.width_error) for d in other.designs
    ]
    assert one.next_steps[0].narrower == other.next_steps[0].narrower


def test_a_difference_without_room_is_left_out_unless_power_is_asked_for():
    found = plan(MODEL, systems=(8,), inputs=(5,), difference=0.99, **FAST)
    assert np.isnan(found.designs[0].power)
    assert "no_such_difference" in {caution.code for caution in found.cautions}
    with pytest.raises(ArgumentError, match="less than the metric's correlation"):
        plan(MODEL, systems=(8,), inputs=(5,), difference=0.99, power=0.8, **FAST)


@pytest.mark.slow
def test_promised_power_is_achieved_in_fresh_tables():
    """Power of a design within Monte-Carlo error of what new tables of it show."""
    settings = FAST | {"runs": 400, "resamples": 99}
    found = plan(MODEL, systems=(16,), inputs=(40,), power=0.8, difference=0.3, **settings)
    scenario = MODEL.separated(0.3, "system", 40).scenario("fresh", 16, 40, 1)
    (rate,) = rejection_rates(
        [scenario],
        tests=("sign_flip",),
        levels=("system",),
        coefficients=("pearson",),
        runs=400,
        resamples=99,
        seed=77,
        workers=1,
    ).rates
    promised = found.designs[0].power
    assert 0.1 < promised < 0.99
    assert abs(promised - rate.rate) < 3.5 * np.sqrt(2 * promised * (1 - promised) / 400)


def test_refusals():
    with pytest.raises(ArgumentError, match="name a second metric"):
        plan(ALONE, systems=(8,), inputs=(8,), power=0.8, **FAST)
    with pytest.raises(ArgumentError, match="name a second metric"):
        plan(ALONE, systems=(8,), inputs=(8,), detect=0.8, **FAST)
    with pytest.raises(ArgumentError, match="at least one number"):
        plan(MODEL, systems=(), inputs=(8,), **FAST)
    with pytest.raises(ArgumentError, match="`systems` must be a whole number of at least 4"):
        plan(MODEL, systems=(3,), inputs=(8,), **FAST)
    with pytest.raises(ArgumentError, match="no setting `speed`"):
        plan(MODEL, systems=(8,), inputs=(8,), speed=2, **FAST)
