import dataclasses

import numpy as np
import pytest

from trueness.errors import ArgumentError, DataError
from trueness.reporting.manifest import manifest_of, read_manifest, write_manifest
from trueness.reporting.rerun import differences, rerun
from trueness.studies.certify.rejection_rates import rejection_rates
from trueness.studies.certify.scenario import metrics_of_quality
from trueness.studies.plan.designs import PlannedTables
from trueness.studies.plan.planning_model import ASSUMPTIONS, PlanningModel, assumed_model
from trueness.studies.plan.study import Planning, plan

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
        error = 1.96 * design.width_error
        assert (design.enough == "yes") == (design.width + error <= 0.55)
        assert (design.enough == "no") == (design.width - error > 0.55)
        assert design.enough != "yes" or design.cost >= found.cheapest.cost
    assert [one.answer for one in found.decisions] == [design.enough for design in found.designs]
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
    one, other = (plan(ALONE, systems=(8,), inputs=(5,), **FAST | {"runs": 6}) for _ in range(2))
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
    with pytest.raises(TypeError, match="unexpected keyword argument 'speed'"):
        plan(MODEL, systems=(8,), inputs=(8,), speed=2, **FAST)
    with pytest.raises(ArgumentError, match="`human` names a scorer of a pilot"):
        plan(MODEL, systems=(8,), inputs=(8,), human="x", **FAST)


def test_progress_is_told_of_every_block():
    told = []
    plan(
        ALONE,
        systems=(8,),
        inputs=(5,),
        **FAST | {"runs": 6},
        progress=lambda done, whole: told.append((done, whole)),
    )
    assert told
    assert all(0 <= done <= whole for done, whole in told)


def test_the_arguments_of_a_result_repeat_it():
    one = plan(ALONE, systems=(8,), inputs=(5,), **FAST | {"runs": 6})
    again = plan(ALONE, **one.arguments, workers=1)
    assert repr(again.designs) == repr(one.designs)
    assert (again.settings, str(again.signature)) == (one.settings, str(one.signature))


def test_assumptions_and_their_manifest_repeat_a_plan(tmp_path):
    chosen = {"systems": (6, 8), "inputs": (5,), "annotators": (1, 2), "width": 0.8, **FAST, "runs": 6}
    found = Planning().run(None, assume={"quality": 0.7}, **chosen)
    assert found.selection.assume == {**ASSUMPTIONS, "quality": 0.7}
    assert repr(found.designs) == repr(plan(assumed_model({"quality": 0.7}), **chosen).designs)
    path = write_manifest(manifest_of(found), tmp_path / "m.json")
    again = rerun(read_manifest(path))
    assert differences(read_manifest(path), again, tolerance=0.0) == []
    assert (again.selection, str(again.signature)) == (found.selection, str(found.signature))
    with pytest.raises(DataError, match="is of no data"):
        rerun(read_manifest(path), sources=[__file__])
    assert Planning().run(None, assume={}, **FAST | {"runs": 2}).designs[0].size == (8, 50, 1)


def test_an_interrupted_plan_goes_on_with_the_same_numbers(tmp_path, monkeypatch):
    chosen = {"systems": (8,), "inputs": (5, 6), **FAST, "runs": 60}
    whole = plan(ALONE, **chosen)
    found, simulated = [], PlannedTables.found

    def stopping(tables):
        if len(found) == 3:
            raise KeyboardInterrupt
        found.append(tables)
        return simulated(tables)

    monkeypatch.setattr(PlannedTables, "found", stopping)
    with pytest.raises(KeyboardInterrupt):
        plan(ALONE, **chosen, checkpoint=tmp_path)
    assert any(tmp_path.rglob("*"))
    found.clear()
    monkeypatch.setattr(PlannedTables, "found", simulated)
    again = plan(ALONE, **chosen, checkpoint=tmp_path)
    assert repr((again.designs, again.next_steps)) == repr((whole.designs, whole.next_steps))
