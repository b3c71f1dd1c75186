import pytest

from trueness.errors import ArgumentError, UnsupportedMethodError
from trueness.studies.plan.settings import PlanSelection, PlanSettings


def test_defaults_can_be_planned_with():
    assert PlanSettings().interval == "two_way_jackknife"
    assert PlanSettings().test == "two_way_jackknife"
    assert PlanSettings(level="summary").level == "input"


def test_settings_and_selection_come_back_from_a_manifest():
    settings = PlanSettings(width=0.4, detect=0.8, seed=4)
    assert PlanSettings.from_dict(settings.to_dict()) == settings
    for selection in (
        PlanSelection(assume={"bias": 1}, systems=[8, 9]),
        PlanSelection(metrics="a", inputs=3),
    ):
        assert PlanSelection.from_dict(selection.to_dict()) == selection


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"systems": [3]}, "`systems` must be a whole number of at least 4"),
        ({"inputs": []}, "`inputs` must hold at least one number"),
        ({"annotators": 100_001}, "`annotators` must be at most 100,000"),
        ({"assume": "bias=1"}, "`assume` must be standard deviations by name"),
    ],
)
def test_designs_that_cannot_be_are_refused(given, message):
    with pytest.raises(ArgumentError, match=message):
        PlanSelection(**given)


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
