"""The first screen of a plan says what its designs achieve, in the answer and in tiles of the design that it names."""

from __future__ import annotations

import dataclasses

import pytest

from trueness.result import Signature
from trueness.studies.plan.rows import Design, NextStep, PlanResult
from trueness.studies.plan.said import plan_conclusions
from trueness.studies.plan.settings import PlanSelection, PlanSettings
from trueness.studies.plan.view import PlanView
from trueness.study.lights import LIGHTS

NAN = float("nan")
DESIGN = Design(8, 20, 3, 480, 960.0, 0.5, 0.012, 0.5, 0.45, 0.55, 0.125, enough="yes", n_undefined=0)
LARGEST = dataclasses.replace(DESIGN, n_inputs=40, judgements=960, cost=1920.0, width=0.4)
STEP = NextStep("systems", 10, 20, 3, 120, 0.04, 0.01, 0.333, 0.1)


@pytest.fixture
def found():
    return PlanResult(
        signature=Signature.of(study="plan"),
        selection=PlanSelection(),
        settings=dataclasses.replace(PlanSettings(), width=0.55, power=0.5, difference=0.1),
        cautions=(),
        conclusions=(),
        table=None,
        correlation=0.7,
        designs=(DESIGN, LARGEST),
        cheapest=DESIGN,
        likely=None,
        next_steps=(STEP,),
    )


def answer(found):
    """Return the first of what is said of a plan, which its tiles stand below."""
    return plan_conclusions(
        found.settings, found.correlation, found.designs, found.cheapest, found.likely, found.next_steps
    )[0]


def test_the_cheapest_design_and_what_it_achieves(found):
    head = PlanView().head(found)
    assert answer(found) == (
        "✓ Of 2 designs the cheapest "
        "that is enough for an interval no wider than 0.55 and power 0.5 for a difference of 0.1 "
        "has 8 systems, 20 inputs, 3 annotators: power 50% [45%, 55%], width 0.50. It takes 480 judgements (cost 960)."
    )
    judgements, width, power, more = head.tiles
    assert (judgements.value, width.value, more.value) == ("480", "0.50", "more systems")
    assert (power.value, power.interval) == ("50%", "[45%, 55%]")
    assert width.text.endswith("asked: 0.55 or less")
    assert power.text == "for a difference of 0.1; asked: 50%"
    assert more.text == "narrow the interval by 0.040 for 120 judgements more"


def test_where_none_is_enough_the_largest_stands_there(found):
    too_little = tuple(dataclasses.replace(design, enough="no") for design in found.designs)
    short = dataclasses.replace(found, cheapest=None, designs=too_little)
    head = PlanView().head(short)
    assert answer(short) == (
        "✗ No design here is enough for an interval no wider than 0.55 and power 0.5 for a difference of 0.1: "
        "the largest has 8 systems, 40 inputs, 3 annotators, power 50% [45%, 55%], width 0.40. Try larger ones: "
        "--systems 16,32."
    )
    assert head.tiles[0].value == "960"


def test_where_the_pilot_leaves_it_open_the_likeliest_stands_there(found):
    open_ = dataclasses.replace(
        DESIGN, enough="cannot_tell", promise_low=0.3, promise_high=0.8, width_low=0.4, width_high=0.62
    )
    likely = dataclasses.replace(found, cheapest=None, likely=open_, designs=(open_,))
    head = PlanView().head(likely)
    assert answer(likely) == (
        "? We cannot tell whether a design here is enough for an interval no wider than 0.55 and power 0.5 for a "
        "difference of 0.1. The cheapest that is likely to be has 8 systems, 20 inputs, 3 annotators: power 50% "
        "[30%, 80%], width 0.50 [0.40, 0.62]. Try larger ones: --systems 16,32."
    )
    assert [tile.interval for tile in head.tiles[1:3]] == ["[0.40, 0.62]", "[30%, 80%]"]


def test_without_a_wish_nothing_is_enough_or_too_little(found):
    open_ = dataclasses.replace(found.settings, width=None, power=None)
    free = dataclasses.replace(found, cheapest=None, settings=open_)
    head = PlanView().head(free)
    assert answer(free) == (
        "The largest design, 8 systems, 40 inputs, 3 annotators, has an interval 0.40 wide and finds a difference of "
        "0.1 in 50% [45%, 55%] of studies. Say what you need, such as --width 0.1 or --power 0.8, to see the cheapest "
        "design for it."
    )
    assert not set(answer(free)) & set(LIGHTS.values())
    assert head.tiles[0].value == "960"
    assert not any("asked" in tile.text for tile in head.tiles)


def test_what_is_unknown_or_may_be_chance_is_left_out(found):
    bare = dataclasses.replace(DESIGN, width=NAN, power=NAN)
    noise = dataclasses.replace(STEP, narrower_error=0.03)
    head = PlanView().head(dataclasses.replace(found, cheapest=bare, next_steps=(noise,)))
    assert [tile.label for tile in head.tiles] == ["Judgements"]
    assert PlanView().head(dataclasses.replace(found, cheapest=None, designs=())).tiles == ()
