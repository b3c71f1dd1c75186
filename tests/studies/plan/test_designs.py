import dataclasses

import numpy as np
import pytest

from trueness.parallel import Execution, executing, step
from trueness.studies.certify.scenario import metrics_of_quality
from trueness.studies.plan import designs as module
from trueness.studies.plan.designs import design_of, simulated
from trueness.studies.plan.planning_model import PlanningModel
from trueness.studies.plan.settings import PlanSettings

MODEL = PlanningModel(metrics_of_quality((0.2, 0.2)))
SETTINGS = PlanSettings(test="sign_flip", runs=12, resamples=39, seed=3)


def test_blocks_and_workers_do_not_show(monkeypatch):
    sizes = [(6, 5, 1), (8, 5, 1)]
    whole = executing(Execution(workers=1))(simulated)(MODEL, MODEL, sizes, SETTINGS)
    assert [part.shape for part in whole] == [(12, 2), (12, 2)]
    monkeypatch.setattr(module, "BLOCK", 5)
    done = []
    with executing(Execution(workers=1), lambda _: lambda *now: done.append(now)), step("designs"):
        parts = simulated(MODEL, MODEL, sizes, SETTINGS)
    for one, other in zip(whole, parts, strict=True):
        np.testing.assert_array_equal(one, other)
    assert done[-1] == (6, 6)


def test_a_smaller_run_is_the_beginning_of_a_larger_one():
    (few,) = executing(Execution(workers=1))(simulated)(
        MODEL, None, [(6, 5, 1)], dataclasses.replace(SETTINGS, runs=4)
    )
    (many,) = executing(Execution(workers=1))(simulated)(MODEL, None, [(6, 5, 1)], SETTINGS)
    np.testing.assert_array_equal(few[:, 0], many[:4, 0])
    assert np.isnan(many[:, 1]).all()


def test_what_a_design_achieves_is_counted_by_hand():
    found = np.array([[0.2, 0.01], [0.4, 0.2], [np.nan, 0.04], [0.6, np.nan]])
    design = design_of((5, 10, 2), found, PlanSettings(width=0.5, power=0.9, cost=3.0), tested=True)
    assert (design.judgements, design.cost) == (100, 300.0)
    assert design.width == pytest.approx(0.4)
    assert design.width_error == pytest.approx(0.2 / np.sqrt(3))
    assert design.power == pytest.approx(2 / 3)
    assert design.n_undefined == 2
    assert design.enough is None  # decided elsewhere


def test_without_p_values_only_widths_count():
    found = np.array([[0.2, np.nan], [0.4, np.nan]])
    design = design_of((5, 10, 1), found, PlanSettings(), tested=False)
    assert np.isnan(design.power)
    assert design.n_undefined == 0


def test_a_killed_run_computes_only_what_is_missing(monkeypatch, killed_and_resumed):
    monkeypatch.setattr(module, "BLOCK", 5)
    sizes = [(6, 5, 1), (8, 5, 1)]
    found, reported = killed_and_resumed(lambda: simulated(MODEL, MODEL, sizes, SETTINGS), after=4)
    assert reported == [(4, 6), (5, 6), (6, 6)]
    for one, other in zip(found, simulated(MODEL, MODEL, sizes, SETTINGS), strict=True):
        np.testing.assert_array_equal(one, other)
