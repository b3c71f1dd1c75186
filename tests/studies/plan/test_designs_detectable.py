import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.parallel import Execution, executing
from trueness.studies.certify.scenario import metrics_of_quality
from trueness.studies.plan.designs import detectable_difference, simulated, smallest_difference
from trueness.studies.plan.planning_model import PlanningModel
from trueness.studies.plan.settings import PlanSettings

MODEL = PlanningModel(metrics_of_quality((0.2, 0.2), quality=1.0))
ASKED = {"test": "sign_flip", "runs": 30, "resamples": 59, "rng": 1}


def test_what_is_found_has_the_power_and_a_little_less_has_not():
    size = (30, 10, 1)
    found = detectable_difference(MODEL, size, power=0.7, tolerance=0.05, workers=1, **ASKED)
    assert 0 < found < 0.9

    def power(difference):
        (rows,) = executing(Execution(workers=1))(simulated)(
            None, MODEL.separated(difference, "system", 10), [size], PlanSettings.of(**ASKED)
        )
        return np.mean(rows[:, 1] <= 0.05)

    assert power(found) >= 0.7
    assert power(found - 0.05) < 0.7


def test_more_power_needs_a_larger_difference():
    size = (30, 10, 1)
    one, other = (
        detectable_difference(MODEL, size, power=power, tolerance=0.2, workers=1, **ASKED)
        for power in (0.4, 0.8)
    )
    assert one < other


def test_nothing_is_found_in_too_little():
    assert np.isnan(detectable_difference(MODEL, (4, 3, 1), power=0.99, workers=1, **ASKED))


def test_refusals():
    alone = PlanningModel(MODEL.model.of([0, 1]))
    with pytest.raises(ArgumentError, match="knows one"):
        detectable_difference(alone, (8, 8, 1), **ASKED)
    with pytest.raises(ArgumentError, match="power"):
        detectable_difference(MODEL, (8, 8, 1), power=1.2, **ASKED)
    with pytest.raises(ArgumentError, match="tolerance"):
        detectable_difference(MODEL, (8, 8, 1), tolerance=0.0, **ASKED)


def test_a_plan_shows_the_same():
    size = (30, 10, 1)
    asked = PlanSettings.of(**ASKED, detect=0.7)
    with executing(Execution(workers=1)):
        found = smallest_difference(MODEL, size, asked, tolerance=0.2)
    assert found == detectable_difference(MODEL, size, power=0.7, tolerance=0.2, workers=1, **ASKED)
