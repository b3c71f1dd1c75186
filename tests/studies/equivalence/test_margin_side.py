"""A margin on one side: what is tested, and the smallest margin that passes, by searching for it."""

from __future__ import annotations

import math

import numpy as np
import pytest

from trueness.statistics.equivalence.bootstrap_equivalence import bootstrap_equivalence
from trueness.statistics.equivalence.dependent_equivalence import williams_equivalence
from trueness.statistics.equivalence.equivalence_bounds import Bounds, equivalence_bounds
from trueness.studies.equivalence.margin_side import margin_side, smallest_side_margin

NONE = np.empty(0)


def test_which_side_has_a_bound():
    assert margin_side(equivalence_bounds(low=-0.1)) == "low"
    assert margin_side(equivalence_bounds(high=0.1)) == "high"
    assert margin_side(equivalence_bounds(0.1)) is None
    assert margin_side(equivalence_bounds(low=-0.1, high=0.2)) is None
    assert margin_side(Bounds(math.nan, math.nan)) is None


@pytest.mark.parametrize("centre", [-0.3, -0.02, 0.0, 0.3])
@pytest.mark.parametrize("size", [39, 200])
def test_the_smallest_margin_is_where_the_test_begins_to_pass(centre, size):
    samples = np.random.default_rng(size).normal(centre, 0.1, size)
    samples[3] = math.nan
    for side in ("low", "high"):

        def passes(margin, side=side):
            bounds = equivalence_bounds(**{side: -margin if side == "low" else margin})
            return bootstrap_equivalence(samples, centre, bounds).pvalue <= 0.05

        bounds = equivalence_bounds(**{side: 0.0})
        test = bootstrap_equivalence(samples, centre, bounds)
        found = smallest_side_margin(test, samples, bounds, 0.05)
        assert passes(found + 1e-6)
        if found > 1e-6:
            assert not passes(found - 1e-6)
        assert found <= test.smallest_margin  # one side asks less than both


@pytest.mark.parametrize("side", ["low", "high"])
def test_that_of_a_closed_form_passes_just_so(side):
    def test_with(margin):
        return williams_equivalence(0.6, 0.5, 0.4, 60, equivalence_bounds(**{side: margin}))

    sign = -1 if side == "low" else 1
    bounds = equivalence_bounds(**{side: sign * 0.1})
    found = smallest_side_margin(test_with(sign * 0.1), NONE, bounds, 0.05)
    assert test_with(sign * (found + 1e-6)).pvalue <= 0.05
    assert test_with(sign * (found - 1e-6)).pvalue > 0.05


def test_too_few_resamples_pass_with_no_margin_and_both_sides_keep_theirs():
    samples = np.linspace(-0.1, 0.1, 9)
    one, both = equivalence_bounds(low=-0.5), equivalence_bounds(0.5)
    assert smallest_side_margin(bootstrap_equivalence(samples, 0.0, one), samples, one, 0.05) == math.inf
    test = bootstrap_equivalence(samples, 0.0, both, alpha=0.2)
    assert smallest_side_margin(test, samples, both, 0.2) == test.smallest_margin
    undefined = bootstrap_equivalence(samples, math.nan, one)
    assert math.isnan(smallest_side_margin(undefined, samples, one, 0.05))
