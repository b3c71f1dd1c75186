import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.statistics.agreement.correlation import correlate
from trueness.studies.plan.planning_model import ASSUMPTIONS, assumed_model

GIVEN = {"quality": 0.6, "bias": 0.3, "output": 0.4, "noise": 0.8, "annotator": 1.2, "preference": 0.2}


@pytest.mark.parametrize("annotators", [1, 4])
def test_correlations_follow_from_the_formula(annotators):
    model = assumed_model(GIVEN)
    m = 10
    human = 0.6**2 + 0.2**2 / annotators + (0.4**2 + 1.2**2 / annotators) / m
    metric = 0.6**2 + 0.3**2 + (0.4**2 + 0.8**2) / m
    wanted = (0.6**2 + 0.4**2 / m) / np.sqrt(human * metric)
    assert model.correlation("system", m, annotators=annotators) == pytest.approx(wanted)
    arrays = model.scenario("x", 4000, m, annotators).draw(np.random.default_rng(1))
    drawn = correlate(arrays.metrics[0], arrays.human, "system", "pearson").estimate
    assert drawn == pytest.approx(wanted, abs=0.03)


def test_what_is_not_given_has_defaults_and_is_recorded():
    model = assumed_model({"quality": 2})
    assert model.has_rival
    assert model.assumed.startswith("quality=2,difficulty=1,")
    assert len(model.assumed.split(",")) == len(ASSUMPTIONS)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"qualty": 1}, "nothing called 'qualty' to assume. Did you mean 'quality'"),
        ({"bias": -1}, "`bias` is a standard deviation"),
        ({"noise": float("nan")}, "`noise` is a standard deviation"),
        ({"quality": 0}, "more than 0"),
    ],
)
def test_refusals(given, message):
    with pytest.raises(ArgumentError, match=message):
        assumed_model(given)


@pytest.mark.parametrize("value", [1e300, 1e-200, -1.0, float("nan"), float("inf")])
def test_standard_deviations_that_drown_others_are_refused(value):
    with pytest.raises(ArgumentError, match="is a standard deviation"):
        assumed_model({"noise": value})
