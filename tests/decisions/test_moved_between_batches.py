"""What two batches show of a judge and of systems, and where anchors show nothing."""

from __future__ import annotations

import math

import pytest

from trueness.decisions.moved_between_batches import (
    ALIKE,
    ANCHORS,
    COVERED,
    JUDGE_MOVED,
    LIKE_OTHERS,
    OF_SYSTEMS,
    SYSTEM_MOVED,
    anchor_needs,
    moved,
    stayed,
)

GOOD = anchor_needs(60, 0.4, 1.0)


def asked(change, low, high, needs=GOOD, **more):
    return moved(JUDGE_MOVED, "judge", change, low, high, needs=needs, applies_to="other outputs", **more)


@pytest.mark.parametrize(
    ("change", "low", "high", "answer", "size"),
    [
        (0.1, 0.02, 0.18, "yes", (0.1, 0.02, 0.18)),
        (-0.1, -0.18, -0.02, "yes", (0.1, 0.02, 0.18)),
        (0.1, -0.02, 0.22, "cannot_tell", (0.1, 0.0, 0.22)),
        (-0.1, -0.3, 0.1, "cannot_tell", (0.1, 0.0, 0.3)),
    ],
)
def test_what_is_shown_to_differ_from_nothing_moved(change, low, high, answer, size):
    found = asked(change, low, high)
    assert (found.answer, found.estimate, found.low, found.high) == (answer, *size)


def test_an_interval_without_width_tells_nothing_of_others():
    assert asked(0.0, 0.0, 0.0).answer == "cannot_tell"


def test_of_nothing_known_nothing_is_told():
    assert asked(0.1, math.nan, math.nan).answer == "cannot_tell"
    assert stayed("j", 0.1, math.nan, math.nan, 1, needs=GOOD, applies_to="").answer == "cannot_tell"


@pytest.mark.parametrize(
    ("needs", "reason"),
    [
        (anchor_needs(9, 0.5, 1.0), ANCHORS),
        (anchor_needs(60, ALIKE / 2, 1.0), LIKE_OTHERS),
        (anchor_needs(60, math.nan, 1.0), LIKE_OTHERS),
        (anchor_needs(60, 0.5, COVERED - 0.01), OF_SYSTEMS),
    ],
)
def test_anchors_that_are_few_or_unlike_others_show_nothing(needs, reason):
    for found in (
        asked(0.5, 0.4, 0.6, needs),
        stayed("judge", 0.0, -0.01, 0.01, 0.1, needs=needs, applies_to=""),
    ):
        assert (found.answer, found.reason) == ("cannot_tell", reason)


def test_where_all_were_judged_again_there_is_nothing_to_compare_with():
    assert [one.measure for one in anchor_needs(60, None, None)] == [ANCHORS]
    assert asked(0.5, 0.4, 0.6, anchor_needs(10, None, None)).answer == "yes"


@pytest.mark.parametrize(
    ("low", "high", "answer"),
    [(-0.04, 0.04, "yes"), (0.06, 0.2, "no"), (-0.2, -0.06, "no"), (-0.04, 0.06, "cannot_tell")],
)
def test_it_stayed_where_it_is_shown_to_be_within_the_margin(low, high, answer):
    found = stayed("judge", (low + high) / 2, low, high, 0.05, needs=GOOD, applies_to="")
    assert found.answer == answer
    assert found.bar == 0.05


def test_systems_are_named_only_where_one_moved_and_promises_follow_the_confidence():
    named = moved(SYSTEM_MOVED, "j", 1, 0.5, 1.5, needs=GOOD, applies_to="", names=["s"], broken=0.1)
    assert named.names == ("s",)
    assert "90%" in named.promise
    assert moved(SYSTEM_MOVED, "j", 1, -0.5, 1.5, needs=GOOD, applies_to="", names=["s"]).names == ()
