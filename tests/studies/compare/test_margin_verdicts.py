"""What is known once differences within a margin count as none; the smallest margin that passes, by search."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest
from statsmodels.stats.multitest import multipletests

from trueness.statistics.equivalence.bootstrap_equivalence import bootstrap_equivalence, smallest_margin
from trueness.statistics.equivalence.equivalence_bounds import Bounds, equivalence_bounds
from trueness.studies.compare.margin_verdicts import (
    margin_side,
    margin_verdicts,
    one_sided_verdict,
    side_samples,
    verdict,
)
from trueness.studies.compare.pair_tests import compared_pairs, pair_differences
from trueness.studies.compare.study import compare
from trueness.study.selection import score_arrays

NAN = math.nan


@pytest.mark.parametrize(
    ("difference", "p_difference", "p_equivalence", "wanted"),
    [
        (0.2, 0.01, 0.9, "better"),
        (-0.2, 0.01, 0.9, "worse"),
        (0.01, 0.7, 0.01, "equivalent"),
        (0.01, 0.01, 0.01, "equivalent"),  # not zero, but smaller than the margin
        (0.1, 0.3, 0.3, "undecided"),
        (0.0, 0.01, 0.9, "undecided"),
        (0.2, 0.05, NAN, "better"),
        (0.2, NAN, 0.05, "equivalent"),
        (0.2, NAN, 0.2, "undecided"),
        (NAN, 0.01, 0.01, "undefined"),
        (0.2, NAN, NAN, "undefined"),
    ],
)
def test_every_case(difference, p_difference, p_equivalence, wanted):
    assert verdict(difference, p_difference, p_equivalence) == wanted


def test_the_level_counts():
    assert verdict(0.1, 0.08, 0.9, 0.10) == "better"
    assert verdict(0.1, 0.08, 0.9, 0.05) == "undecided"


def test_an_interval_that_is_too_wide_shows_no_equivalence():
    assert verdict(0.01, 0.9, 0.001, too_wide=True) == "undecided"
    assert verdict(0.3, 0.001, 0.001, too_wide=True) == "better"


@pytest.mark.parametrize(
    ("difference", "p_difference", "p_margin", "low", "high"),
    [
        (0.01, 0.7, 0.01, "not worse", "not better"),
        (0.2, 0.01, 0.01, "better", "not better"),
        (-0.2, 0.01, 0.01, "not worse", "worse"),
        (0.2, 0.01, 0.9, "better", "better"),
        (-0.2, 0.01, 0.9, "worse", "worse"),
        (0.1, 0.3, 0.3, "undecided", "undecided"),
        (0.1, NAN, 0.01, "not worse", "not better"),
        (0.1, NAN, 0.9, "undecided", "undecided"),
        (0.2, 0.01, NAN, "better", "better"),
        (NAN, 0.01, 0.01, "undefined", "undefined"),
        (0.2, NAN, NAN, "undefined", "undefined"),
    ],
)
def test_a_margin_on_one_side_never_shows_equivalence(difference, p_difference, p_margin, low, high):
    assert one_sided_verdict(difference, p_difference, p_margin, side="low") == low
    assert one_sided_verdict(difference, p_difference, p_margin, side="high") == high


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
        found = smallest_margin(side_samples(samples, bounds))
        assert passes(found + 1e-6)
        if found > 1e-6:
            assert not passes(found - 1e-6)
        assert found <= test.smallest_margin  # one side asks less than both


def test_values_count_as_they_are_where_both_sides_have_a_bound():
    samples = np.linspace(-0.1, 0.1, 9)
    assert side_samples(samples, equivalence_bounds(0.5)) is samples
    assert side_samples(NONE, equivalence_bounds(low=-0.5)).size == 0


@pytest.fixture(scope="module")
def tested(judged_table):
    table = judged_table(systems=30)
    found = compare(
        table,
        level=["system", "input"],
        coefficient="pearson",
        resamples=499,
        rng=2,
        beside=(),
        over="systems",
    )
    arrays = score_arrays(table, "relevance", found.metrics, found.settings, None)
    pairs = compared_pairs(found.metrics, found.settings)
    return found, pair_differences(arrays, pairs, found.settings).samples("systems")


def test_by_hand(tested):
    found, samples = tested
    verdicts = margin_verdicts(found.tests, samples, found.metrics, equivalence_bounds(0.1))
    place = {name: k for k, name in enumerate(found.metrics)}
    for level in ("system", "input"):
        mine = [(row, one) for row, one in zip(found.tests, verdicts, strict=True) if row.level == level]
        raw = []
        for row, one in mine:
            values = samples[(level, "pearson"), (place[row.metric], place[row.rival])]
            test = bootstrap_equivalence(values, row.estimate, equivalence_bounds(0.1))
            assert (one.low, one.high, one.pvalue) == (test.low, test.high, test.pvalue)
            assert one.smallest_margin >= test.smallest_margin  # the correction asks for more
            raw.append(one.pvalue)
        np.testing.assert_allclose(
            [one.pvalue_adjusted for _, one in mine], multipletests(raw, method="holm")[1]
        )
        for row, one in mine:
            if one.pvalue_adjusted <= 0.05:
                assert one.verdict == "equivalent"
            else:
                assert one.verdict == ("undecided" if row.verdict == "not separated" else row.verdict)
    assert {"better"} <= {one.verdict for one in verdicts}


@pytest.mark.parametrize("correction", ["none", "holm", "by"])
def test_with_the_margin_named_the_verdict_would_have_been_equivalent(tested, correction):
    """Two margins after correction, of which the verdict at one just above and just below is known."""
    found, samples = tested

    def verdicts(margin):
        bounds = equivalence_bounds(margin)
        return margin_verdicts(found.tests, samples, found.metrics, bounds, correction=correction)

    for number, one in enumerate(verdicts(0.1)):
        assert verdicts(one.smallest_margin + 1e-9)[number].verdict == "equivalent"
        assert verdicts(one.smallest_margin - 1e-9)[number].verdict != "equivalent"


def test_both_orders_of_a_pair_are_one_test_with_turned_bounds(tested):
    found, samples = tested
    there = [row for row in found.tests if row.level == "system"]
    back = [
        dataclasses.replace(
            row, metric=row.rival, rival=row.metric, estimate=-row.estimate, verdict="not separated"
        )
        for row in there
    ]
    bounds = Bounds(-0.05, 0.2)
    alone = margin_verdicts(there, samples, found.metrics, bounds)
    both = margin_verdicts([*there, *back], samples, found.metrics, bounds)
    assert both[: len(there)] == alone
    for one, other in zip(alone, both[len(there) :], strict=True):
        assert other.pvalue == one.pvalue
        assert other.pvalue_adjusted == one.pvalue_adjusted
        assert other.high == pytest.approx(-one.low)


def test_undefined(tested):
    found, samples = tested
    row = dataclasses.replace(found.tests[0], estimate=math.nan, verdict="undefined")
    (one,) = margin_verdicts([row], samples, found.metrics, equivalence_bounds(0.1))
    assert one.verdict == "undefined"
    assert math.isnan(one.pvalue_adjusted)
    (bare,) = margin_verdicts(found.tests[:1], {}, found.metrics, equivalence_bounds(0.1))
    assert math.isnan(bare.pvalue)
    assert bare.verdict in ("better", "worse", "undecided")
