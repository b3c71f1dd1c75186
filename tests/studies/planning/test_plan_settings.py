import pytest

from trueness.errors import ArgumentError, UnsupportedMethodError
from trueness.studies.planning.plan_settings import PlanSettings


def test_defaults_can_be_planned_with():
    assert PlanSettings().interval == "jackknife"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"level": "global"}, "level"),
        ({"coefficient": "gamma"}, "coefficient"),
        ({"width": 0.0}, "width"),
        ({"width": float("nan")}, "width"),
        ({"cost": -1.0}, "cost"),
        ({"cost": float("inf")}, "cost"),
        ({"power": 1.0}, "power"),
        ({"detect": 0.0}, "detect"),
        ({"alpha": 1.5}, "alpha"),
        ({"difference": -0.1}, "difference"),
        ({"difference": 1.0}, "difference"),
        ({"runs": 1}, "runs"),
        ({"resamples": 10}, "resamples"),
    ],
)
def test_what_is_out_of_range_is_named(given, message):
    with pytest.raises(ArgumentError, match=f"`{message}`"):
        PlanSettings(**given)


def test_unknown_methods():
    with pytest.raises(UnsupportedMethodError, match="no studied interval"):
        PlanSettings(interval="student")
    with pytest.raises(UnsupportedMethodError, match="no studied test"):
        PlanSettings(test="student")
    with pytest.raises(UnsupportedMethodError, match="system level only"):
        PlanSettings(test="williams", coefficient="kendall")
    assert PlanSettings(test="williams").test == "williams"
