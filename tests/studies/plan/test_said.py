import dataclasses

import pytest

from trueness.studies.certify.scenario import metrics_of_quality
from trueness.studies.plan.planning_model import PlanningModel
from trueness.studies.plan.rows import Design, NextStep
from trueness.studies.plan.said import about_pilot, plan_cautions, plan_conclusions, wider_pilot
from trueness.studies.plan.settings import PlanSettings

NAN = float("nan")
MODEL = PlanningModel(metrics_of_quality((0.2, 0.2)), annotator_variance=1.0, pilot=(16, 50))
SMALL = Design(8, 50, 1, 400, 400.0, 0.6, 0.01, 0.4, 0.35, 0.45, NAN, enough="no", n_undefined=0)
LARGE = Design(32, 50, 3, 4800, 4800.0, 0.3, 0.01, 0.9, 0.86, 0.93, 0.08, enough="yes", n_undefined=0)
STEP = NextStep("systems", 40, 50, 3, 1200, 0.05, 0.01, 0.042, 0.02)


def conclusions(settings, cheapest=None, steps=(), designs=(SMALL, LARGE)):
    return " ".join(plan_conclusions(settings, 0.7, designs, cheapest, None, steps))


TEN = dataclasses.replace(SMALL, n_systems=10)


def codes(model=MODEL, designs=(TEN,), **given):
    return {caution.code for caution in plan_cautions(model, designs, PlanSettings(**given))}


def test_what_is_enough():
    said = conclusions(PlanSettings(width=0.4, power=0.8, difference=0.2), LARGE)
    assert said == (
        "✓ Of 2 designs the cheapest "
        "that is enough for an interval no wider than 0.4 and power 0.8 for a difference of 0.2 "
        "has 32 systems, 50 inputs, 3 annotators: power 90% [86%, 93%], width 0.30. It takes 4,800 judgements (cost "
        "4,800). At the system level the metric's correlation is about 0.70 (Pearson)."
    )


def test_nothing_is_enough():
    less = dataclasses.replace(LARGE, enough="no")
    said = conclusions(PlanSettings(width=0.1), designs=(SMALL, less))
    largest = (
        "the largest has 32 systems, 50 inputs, 3 annotators, width 0.30. Try larger ones: --systems 64,128."
    )
    assert said.startswith(f"✗ No design here is enough for an interval no wider than 0.1: {largest} ")
    open_ = dataclasses.replace(LARGE, enough="cannot_tell")
    said = conclusions(PlanSettings(width=0.1), designs=(SMALL, open_))
    wanted = "We cannot tell whether a design here is enough for an interval no wider than 0.1"
    assert said.startswith(f"? {wanted}: {largest} ")


def test_without_a_wish_the_largest_design_is_spoken_of_and_how_to_wish():
    undefined = {"power": NAN, "power_low": NAN, "power_high": NAN}
    needs = "Say what you need, such as --width 0.1 or --power 0.8, to see the cheapest design for it."
    largest = "The largest design, 32 systems, 50 inputs, 3 annotators,"
    promised = dataclasses.replace(
        LARGE, width_low=0.25, width_high=0.36, promise_low=0.7, promise_high=0.97, enough="cannot_tell"
    )
    for design, settings, said in (
        (
            LARGE,
            {"difference": 0.2},
            "has an interval 0.30 wide and finds a difference of 0.2 in 90% [86%, 93%]",
        ),
        (
            promised,  # a pilot leaves open more than simulations do
            {"difference": 0.2},
            "has an interval 0.30 wide [0.25, 0.36] and finds a difference of 0.2 in 90% [70%, 97%]",
        ),
        (
            dataclasses.replace(LARGE, width=NAN),
            {"difference": 0.1},
            "finds a difference of 0.1 in 90% [86%, 93%]",
        ),
    ):
        answer, *_ = plan_conclusions(PlanSettings(**settings), 0.7, (SMALL, design), None, None, ())
        assert answer == f"{largest} {said} of studies. {needs}"
    narrow = dataclasses.replace(LARGE, **undefined)
    answer, *_ = plan_conclusions(PlanSettings(), 0.7, (SMALL, narrow), None, None, ())
    assert answer == f"{largest} has an interval 0.30 wide. {needs}"
    nothing = dataclasses.replace(narrow, width=NAN)
    answer, *_ = plan_conclusions(PlanSettings(), 0.7, (nothing,), None, None, ())
    assert answer == "Nothing can be said of these designs: every simulated table was undefined."


def test_where_the_next_judgement_helps():
    assert conclusions(PlanSettings(), LARGE, (STEP,)).endswith(
        "Beyond 32 systems, 50 inputs, 3 annotators, more systems help most: 1,200 more judgements narrow the interval "
        "by 0.050."
    )
    unsure = dataclasses.replace(STEP, narrower_error=0.04)
    assert "narrow" not in conclusions(PlanSettings(), LARGE, (unsure,))


def test_smallest_differences():
    assert "differences down to 0.08 are found by the best design here, 32 systems" in conclusions(
        PlanSettings(detect=0.8)
    )
    alone = plan_conclusions(PlanSettings(detect=0.8), 0.7, (SMALL,), None, None, ())
    assert "No design here finds any difference with power 0.8." in alone


def test_the_pilot_beside_its_plan():
    design = dataclasses.replace(SMALL, n_systems=16, width=0.41)
    assert about_pilot(MODEL, (design,), 0.5) == (
        "The pilot's own interval is 0.50 wide; simulated tables of its size have one of 0.41 on average.",
    )
    assert wider_pilot(MODEL, (design,), 0.5) == ()
    (warning,) = wider_pilot(MODEL, (design,), 0.82)
    assert (warning.code, warning.severity) == ("wider_pilot", "warning")
    assert "2.0 times as wide" in warning.message
    assert wider_pilot(MODEL, (SMALL,), 0.82) == ()
    assert about_pilot(MODEL, (SMALL,), 0.5) == ("The pilot's own interval is 0.50 wide.",)
    assert about_pilot(MODEL, (SMALL,), NAN) == ()


@pytest.mark.parametrize(
    ("code", "model", "given"),
    [
        ("little_known_variances", dataclasses.replace(MODEL, clipped=0.2), {}),
        ("small_pilot", dataclasses.replace(MODEL, pilot=(9, 50)), {}),
        ("assumed_variances", dataclasses.replace(MODEL, assumed="quality=1"), {}),
        ("liberal_test", MODEL, {"test": "permute_cells"}),
        ("narrow_interval", MODEL, {"interval": "fisher"}),
    ],
)
def test_cautions(code, model, given):
    assert codes() == set()
    assert codes(model, **given) == {code}


def test_cautions_about_designs():
    assert codes(designs=(dataclasses.replace(TEN, n_systems=9), TEN)) == {"few_systems"}
    assert codes(designs=(dataclasses.replace(TEN, n_undefined=3),)) == {"undefined_simulations"}
    assert codes(designs=(dataclasses.replace(TEN, power=NAN),)) == {"no_such_difference"}
    unknown = dataclasses.replace(MODEL, annotator_variance=0.0)
    assert codes(unknown, (TEN, LARGE)) == {"annotators_change_nothing"}
    preferring = dataclasses.replace(unknown, annotator_system_variance=0.1)
    assert codes(preferring, (TEN, LARGE)) == set()
