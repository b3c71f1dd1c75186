from __future__ import annotations

import math

import pytest

from trueness.errors import ArgumentError
from trueness.statistics.equivalence.equivalence_bounds import Bounds, equivalence_bounds


def test_a_margin_is_a_region_around_zero():
    assert equivalence_bounds(0.05) == Bounds(-0.05, 0.05)


def test_bounds_of_their_own():
    assert equivalence_bounds(low=-0.1, high=0.02) == (-0.1, 0.02)
    assert equivalence_bounds(low=-0.1) == (-0.1, math.inf)
    assert equivalence_bounds(high=0.1) == (-math.inf, 0.1)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "give either `margin`"),
        ({"margin": 0.1, "low": -0.1}, "give either `margin`"),
        ({"margin": -0.1}, "`margin` must be above 0; it is -0.1"),
        ({"margin": 0}, "`margin` must be above 0; it is 0"),
        ({"low": 0.0, "high": 0.0}, "both 0"),
        ({"margin": math.nan}, "`margin` must be a number; it is nan"),
        ({"margin": True}, "`margin` must be a number; it is True"),
        ({"low": 0.1, "high": 0.2}, "holds 0"),
        ({"low": "x"}, "`low` must be a number; it is 'x'"),
    ],
)
def test_what_is_no_region(given, message):
    with pytest.raises(ArgumentError, match=message.replace("`", ".")):
        equivalence_bounds(**given)
