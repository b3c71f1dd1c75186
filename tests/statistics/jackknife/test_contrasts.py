"""Contrasts over facets: those of pairs where units are the same, and what differs where they are not."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats
from tests.statistics.jackknife.test_facet_replicates import COEFFICIENTS, LEVELS, N, facet, scores

from trueness.errors import ArgumentError
from trueness.statistics.jackknife.contrasts import (
    LeadDifferences,
    contrasts,
    leads,
    of_contrasts,
    two_sided,
    why_undefined,
)
from trueness.statistics.jackknife.facet_replicates import facet_replicates
from trueness.statistics.jackknife.two_way_jackknife import two_way_jackknife
from trueness.statistics.score_arrays import ScoreArrays

OVERS = ("both", "systems", "inputs", "these")
PAIR = np.array([[1.0, -1.0]])


def same(found, expected):
    for field in ("estimates", "variances", "degrees"):
        np.testing.assert_allclose(getattr(found, field), getattr(expected, field), atol=1e-12, err_msg=field)


@pytest.mark.parametrize("over", OVERS)
@pytest.mark.parametrize("coefficient", COEFFICIENTS)
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", range(3))
def test_on_the_same_units_contrasts_are_pairs(level, coefficient, over, seed):
    """In one facet, and over facets with the same human, of whose metrics each has one."""
    rng = np.random.default_rng(seed)
    x, z = scores(rng, missing=0.1 * (seed > 0))
    if seed == 2:  # far systems
        x[:, :2] += 9
        z[:2] += 9
    arrays = ScoreArrays.of(x, z)
    ready = two_way_jackknife(arrays, arrays.group([0, 1]), (level,), (coefficient,))[level, coefficient]
    expected = ready.of_pairs(np.array([0]), np.array([1]), over)
    same(
        of_contrasts(facet_replicates({"a": facet(x, z)}, ["m0", "m1"], level, coefficient), PAIR, over),
        expected,
    )
    # in both facets both metrics have the same cells
    over_facets = facet_replicates({"a": facet(x[:1], z), "b": facet(x[1:], z)}, ["m0"], level, coefficient)
    same(of_contrasts(over_facets, PAIR, over), expected)
    same(of_contrasts(over_facets, np.eye(2), over), ready.of_metrics(over))


@pytest.mark.parametrize("level", LEVELS)
def test_facets_without_a_unit_in_common_add_up(level):
    rng = np.random.default_rng(3)
    facets = {
        name: facet(*scores(rng, m=m), [f"{name}{i}" for i in range(N)], [f"{name}{j}" for j in range(m)])
        for name, m in (("a", 12), ("b", 18))
    }
    found = facet_replicates(facets, ["m0"], level, "pearson")
    alone, together = of_contrasts(found, np.eye(2)), of_contrasts(found, PAIR)
    assert together.variances[0] == pytest.approx(alone.variances.sum())
    assert together.degrees[0] <= 11 + 17


def test_a_mean_and_a_trend_are_contrasts():
    rng = np.random.default_rng(4)
    facets = {name: facet(*scores(rng), inputs=[f"{name}{j}" for j in range(14)]) for name in "abc"}
    mean, trend = np.zeros((2, 3, 2))
    mean[:, 0], trend[:, 0] = 1 / 3, (-1, 0, 1)
    found = contrasts(facets, [mean, trend], level="input")
    each = contrasts(
        facets, [np.eye(3, 2, -f)[:, [0, 1]] * np.array([1, 0]) for f in range(1)], level="input"
    )
    whole = facet_replicates(facets, ["m0", "m1"], "input", "pearson").whole[::2]
    assert found[0].value == pytest.approx(whole.mean())
    assert found[1].value == pytest.approx(whole[2] - whole[0])
    assert each[0].value == pytest.approx(whole[0])
    for one in found:
        assert one.low < one.value < one.high
        reach = stats.t.ppf(0.975, one.degrees) * one.error
        assert one.high - one.value == pytest.approx(reach)
        assert one.pvalue == pytest.approx(2 * stats.t.sf(abs(one.value) / one.error, one.degrees))


def test_the_order_of_facets_and_units_changes_nothing():
    rng = np.random.default_rng(5)
    first, second = (facet(*scores(rng), inputs=[f"{name}{j}" for j in range(14)]) for name in "ab")
    order = rng.permutation(N)
    turned = facet(
        second.arrays.metrics[:, order], second.arrays.human[order], [f"s{i}" for i in order], second.inputs
    )
    weights = [[1, -1], [-1, 1]]
    for level in LEVELS:
        (one,) = contrasts({"a": first, "b": second}, weights, level=level)
        (two,) = contrasts({"b": turned, "a": first}, weights, level=level)
        assert one.value == pytest.approx(-two.value)
        assert (one.error, one.degrees) == pytest.approx((two.error, two.degrees))


@pytest.mark.parametrize("coefficient", COEFFICIENTS)
def test_leads_are_those_of_each_facet_alone(coefficient):
    rng = np.random.default_rng(6)
    facets = {name: facet(*scores(rng), inputs=[f"{name}{j}" for j in range(14)]) for name in "ab"}
    found = leads(facet_replicates(facets, ["m0", "m1"], "system", coefficient))
    for f, name in enumerate("ab"):
        alone = facet_replicates({name: facets[name]}, ["m0", "m1"], "system", coefficient)
        np.testing.assert_allclose(found.limits(0.95), np.array(found.limits(0.95)))
        np.testing.assert_allclose(
            [side[f] for side in found.limits(0.95)],
            [side[0] for side in leads(alone).limits(0.95)],
            atol=1e-9,
        )
        assert found.estimates[f] == pytest.approx(alone.correlations[0] - alone.correlations[1], abs=1e-12)


def test_differences_of_leads_are_of_correlations_and_their_interval_goes_with_the_test():
    rng = np.random.default_rng(7)
    facets = {name: facet(*scores(rng), inputs=[f"{name}{j}" for j in range(14)]) for name in "abc"}
    replicates = facet_replicates(facets, ["m0", "m1"], "input", "pearson")
    found = LeadDifferences.of(replicates)
    assert found.pairs == ((0, 1), (0, 2), (1, 2))
    lead = replicates.correlations.reshape(3, 2) @ [1, -1]
    np.testing.assert_allclose(found.estimates, [lead[f] - lead[g] for f, g in found.pairs])
    pvalues = found.pvalues()
    for p in range(3):
        low, high = (side[p] for side in found.limits(1 - pvalues[p]))
        assert min(abs(low), abs(high)) == pytest.approx(0, abs=1e-6)
        low, high = (side[p] for side in found.limits(0.95))
        assert (low < 0 < high) == (pvalues[p] > 0.05)


def test_where_leads_are_small_the_test_is_that_of_the_contrast():
    """Near 0 Fisher's scale is straight: both tests are of the same distance over the same standard error."""
    rng = np.random.default_rng(11)
    facets = {}
    for name in "ab":
        z = rng.normal(size=(60, 60))
        facets[name] = facet(rng.normal(size=(2, 60, 60)), z, inputs=[f"{name}{j}" for j in range(60)])
    replicates = facet_replicates(facets, ["m0", "m1"], "input", "pearson")
    plain = two_sided(of_contrasts(replicates, np.array([[1.0, -1, -1, 1]])))
    np.testing.assert_allclose(LeadDifferences.of(replicates).pvalues(), plain, rtol=0.02)


def test_independent_leads_have_the_limits_of_zou_and_donner():
    """Without correlation the formula is that of two independent intervals (2008, equation 4)."""
    rng = np.random.default_rng(8)
    facets = {
        name: facet(*scores(rng), [f"{name}{i}" for i in range(N)], [f"{name}{j}" for j in range(14)])
        for name in "ab"
    }
    replicates = facet_replicates(facets, ["m0", "m1"], "input", "pearson")
    found = LeadDifferences.of(replicates)
    each = leads(replicates)
    d = each.estimates
    radius = np.full(2, stats.t.ppf(0.95, found.degrees[0]))
    low, high = -each.turned().largest(radius), each.largest(radius)
    below, above = (side[0] for side in found.limits(0.9))
    assert found.together[0] == pytest.approx(0, abs=1e-9)
    assert below == pytest.approx(d[0] - d[1] - np.hypot(d[0] - low[0], high[1] - d[1]))
    assert above == pytest.approx(d[0] - d[1] + np.hypot(high[0] - d[0], d[1] - low[1]))


def test_leads_that_cannot_differ_have_a_p_value_of_one():
    x, z = scores(np.random.default_rng(12))
    same_twice = facet_replicates({"a": facet(x, z), "b": facet(x, z)}, ["m0", "m1"], "input", "pearson")
    found = LeadDifferences.of(same_twice)
    assert found.estimates[0] == 0
    assert found.pvalues()[0] == 1


def test_what_is_undefined_in_a_facet_leaves_contrasts_of_others():
    rng = np.random.default_rng(9)
    facets = {
        "a": facet(*scores(rng)),
        "b": facet(*scores(rng)),
        "few": facet(*(one[..., :3, :] for one in scores(rng))),
    }
    weights = np.zeros((2, 3, 2))
    weights[0, :2], weights[1, 1:] = [[1, -1], [-1, 1]], [[1, -1], [-1, 1]]
    known, unknown = contrasts(facets, weights, level="input")
    assert np.isfinite([known.low, known.high, known.pvalue]).all()
    assert np.isnan([unknown.low, unknown.high, unknown.pvalue]).all()
    replicates = facet_replicates(facets, ["m0", "m1"], "input", "pearson")
    assert list(why_undefined(replicates)) == ["few"]


def test_weights_have_to_fit():
    one = {"a": facet(*scores(np.random.default_rng(10)))}
    for weights in ([[1, -1, 0]], [[0, 0]], [[np.inf, 1]]):
        with pytest.raises(ArgumentError, match="weights"):
            contrasts(one, [weights])
    with pytest.raises(ArgumentError, match="over"):
        contrasts(one, [[1, -1]], over="outputs")
    with pytest.raises(ArgumentError, match="at least one"):
        contrasts({}, [[1, -1]])


def test_other_numbers_of_inputs_shift_leads_and_the_same_number_does_not():
    rng = np.random.default_rng(13)

    def noisy(name, m):
        z = rng.normal(size=(60, 1)) + 0.3 * rng.normal(size=(60, m))
        x = z + np.array([1.0, 6.0])[:, None, None] * rng.normal(size=(2, 60, m))
        return facet(x, z, inputs=[f"{name}{j}" for j in range(m)])

    facets = {"few": noisy("few", 8), "many": noisy("many", 80), "too": noisy("too", 8)}
    replicates = facet_replicates(facets, ["m0", "m1"], "system", "pearson")
    shifts = dict(
        zip(((0, 1), (0, 2), (1, 2)), LeadDifferences.of(replicates).shifts(replicates), strict=True)
    )
    assert shifts[0, 2] == 0
    assert min(shifts[0, 1], shifts[1, 2]) > 0.5


def test_seen_from_the_other_facet_limits_change_places():
    rng = np.random.default_rng(14)
    facets = {name: facet(*scores(rng), inputs=[f"{name}{j}" for j in range(14)]) for name in "ab"}
    found = LeadDifferences.of(facet_replicates(facets, ["m0", "m1"], "system", "kendall"))
    turned = found.turned()
    assert turned.pairs == ((1, 0),)
    np.testing.assert_allclose(turned.limits(0.9), [-side for side in reversed(found.limits(0.9))])
    np.testing.assert_allclose(turned.pvalues(), found.pvalues(), rtol=1e-6)
