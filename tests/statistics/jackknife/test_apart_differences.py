"""Differences of coefficients against a constrained minimiser, and their intervals against their p-values."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats
from scipy.optimize import minimize

from trueness.statistics.fisher_scale import inverse_z_scale, z_scale
from trueness.statistics.jackknife.apart_differences import ApartDifferences


def made(first, second, of_first=0.05, of_second=0.04, apart=0.02, degrees=15.0, coefficient="pearson", n=20):
    sides = [z_scale(np.array([value]), coefficient, n) for value in (first, second)]
    variances = [np.array([value]) for value in (of_first, of_second, apart)]
    return ApartDifferences.of(tuple(sides), tuple(variances), np.array([degrees]), coefficient, n)


def squared_statistic(one, bound):
    """The least squared distance of (d, m) from the curve on which coefficients differ by the bound."""
    cov = np.array(
        [
            [one.variances[0], one.covariances[0]],
            [one.covariances[0], one.middle_variances[0]],
        ]
    )
    inverse = np.linalg.inv(cov)
    start = np.array([one.distances[0], one.middles[0]])

    def apart(at):
        sides = [at[1] + side * at[0] / 2 for side in (1, -1)]
        return float(
            np.diff([inverse_z_scale(np.array(s), one.coefficient, one.n[0]) for s in sides[::-1]])[0]
        )

    best = min(
        (
            minimize(
                lambda at: (at - start) @ inverse @ (at - start),
                start + shift,
                constraints={"type": "eq", "fun": lambda at: apart(at) - bound},
                options={"ftol": 1e-14},
            )
            for shift in ([0.1, 0.1], [-0.1, 0.1], [0.3, -0.3])
        ),
        key=lambda found: found.fun if found.success else np.inf,
    )
    return best.fun


@pytest.mark.parametrize("bound", [0.02, 0.1, 0.3])
@pytest.mark.parametrize("pair", [(0.9, 0.85), (0.3, 0.32), (-0.2, 0.1), (0.97, 0.6)])
def test_pvalues_are_those_of_the_nearest_point_with_such_a_difference(pair, bound):
    one = made(*pair)
    statistic = np.sqrt(squared_statistic(one, bound)) * np.sign(pair[0] - pair[1] - bound)
    assert one.below(np.array([bound]))[0] == pytest.approx(stats.t.cdf(statistic, 15), rel=2e-4)
    assert one.turned().above(np.array([-bound]))[0] == one.below(np.array([bound]))[0]


@pytest.mark.parametrize(
    ("distance", "middle", "variances", "bound"),
    [
        # nearest points on both sides of 0, about as near
        (-0.864, -0.161, (0.0223, 1.935, 0.2077), -0.0414),
        (-2.27, -0.084, (2.1e-4, 0.7536, -0.0123), -0.589),
        (-0.896, -0.295, (0.567, 4.22, 0.0), -0.0161),
        (-1.682, -0.026, (0.24, 1.3, 0.5), -1.2),
        # a middle that follows from the distance
        (-2.25, -0.41, (0.03, 0.03, 0.03), -1.42),
        (0.02, 0.9, (0.01, 0.04, -0.02), 0.06),
    ],
)
def test_the_nearest_of_all_points_is_found(distance, middle, variances, bound):
    of_distance, of_middle, both = (np.array([value]) for value in variances)
    place = np.array([distance]), np.array([middle])
    one = ApartDifferences(*place, of_distance, of_middle, both, np.array([9.0]), "pearson", np.array([9]))
    middles = middle + np.linspace(-9, 9, 2_000_001)
    curve = np.arcsinh(bound * np.cosh(2 * middles) / np.sqrt(4 - bound**2)) + np.arctanh(bound / 2)
    along = (curve - distance) / np.sqrt(of_distance)
    rest = np.sqrt(of_middle - both**2 / of_distance)
    off = middles - middle - both / np.sqrt(of_distance) * along
    radius = np.hypot(along, off / rest).min() if rest > 1e-6 else np.abs(along)[np.abs(off) < 1e-5].min()
    assert one.estimates[0] < bound
    assert one.below(np.array([bound]))[0] == pytest.approx(stats.t.cdf(-radius, 9), rel=1e-4)


@pytest.mark.parametrize("coefficient", ["pearson", "spearman", "kendall"])
def test_without_a_difference_only_the_distance_counts(coefficient):
    one = made(0.8, 0.6, coefficient=coefficient)
    t = one.distances[0] / np.sqrt(0.02)
    assert one.above(np.zeros(1))[0] == pytest.approx(stats.t.sf(t, 15), rel=1e-9)


@pytest.mark.parametrize("coefficient", ["pearson", "spearman", "kendall"])
@pytest.mark.parametrize("pair", [(0.95, 0.9), (0.5, -0.4), (1.0, 0.7), (0.2, 0.2)])
def test_a_bound_at_a_limit_has_the_level_for_a_pvalue(coefficient, pair):
    one = made(*pair, coefficient=coefficient)
    low, high = one.limits(0.9)
    assert low < one.estimates < high
    assert one.estimates[0] == pytest.approx(pair[0] - pair[1], abs=1e-8)
    if high < 1 - pair[1] - 1e-9:  # not cut at what there can be at most
        assert one.below(high)[0] == pytest.approx(0.05, abs=1e-6)
    assert one.above(low)[0] == pytest.approx(0.05, abs=1e-6)


def test_what_varies_on_the_scale_of_the_coefficient_is_plain():
    one = made(0.8, 0.6, coefficient="pairwise_accuracy")
    half = stats.t.ppf(0.975, 15) * np.sqrt(0.02)
    assert np.concatenate(one.limits(0.95)) == pytest.approx([0.2 - half, 0.2 + half])
    assert one.below(np.array([0.5]))[0] == pytest.approx(stats.t.cdf(-0.3 / np.sqrt(0.02), 15), rel=1e-8)


def test_the_middle_counts_where_coefficients_differ():
    certain = made(0.95, 0.8, 0.0025, 0.0025, 0.01)  # the middle is known
    unsure = made(0.95, 0.8, 0.06, 0.06, 0.01)
    assert unsure.below(np.array([0.25])) > 2 * certain.below(np.array([0.25]))
    assert unsure.below(np.zeros(1)) == pytest.approx(certain.below(np.zeros(1)))


def test_near_twins_are_known_to_be_near_wherever_they_lie():
    assert made(0.9, 0.8999, 0.2, 0.2, 1e-6).below(np.array([0.05]))[0] < 1e-6


def test_variances_that_no_three_numbers_have():
    one = made(0.9, 0.8, 0.001, 0.3, 0.01)
    assert one.covariances**2 <= one.variances * one.middle_variances * (1 + 1e-12)
    assert np.isfinite(one.limits(0.95)).all()


def test_what_is_certain_and_what_is_unknown():
    certain = made(0.9, 0.9, 0.05, 0.05, 0.0)
    assert (
        certain.below(
            np.array(
                [
                    0.01,
                ]
            )
        )[0]
        == 0
    )
    assert certain.above(np.array([0.01]))[0] == 1
    unknown = made(0.9, 0.8, np.nan, 0.1, np.nan)
    assert not unknown.known[0]
    assert np.isnan(unknown.below(np.array([0.3]))[0])
    assert np.isnan(unknown.limits(0.9)).all()
    one = made(0.9, 0.8)
    assert one.below(np.array([np.inf]))[0] == 0
    assert np.isnan(one.below(np.array([np.nan]))[0])


def test_many_at_once_as_one_by_one():
    parts = [made(0.9, 0.8), made(0.1, 0.3, n=9), made(-0.5, 0.2, 0.3, 0.1, 0.2)]
    together = ApartDifferences.together(parts)
    assert together.limits(0.9)[1] == pytest.approx([part.limits(0.9)[1][0] for part in parts])
    assert together.at(np.array([2])).limits(0.9)[0] == pytest.approx(parts[2].limits(0.9)[0])


@pytest.mark.parametrize("coefficient", ["pearson", "spearman", "kendall"])
@pytest.mark.parametrize("degrees", [1.0, 2.0, 6.0])
def test_near_one_an_interval_holds_zero_exactly_where_its_test_does_not_reject(coefficient, degrees):
    """Rank coefficients of few systems reach one: both sides there differ by less than they do on the scale."""
    sides = tuple(z_scale(np.array([value]), coefficient, 5) for value in (1.0, 0.8))
    levels = (0.8, 0.95, 0.99)
    for k, apart in enumerate((0.001, 0.01, 0.04, 0.1)):
        variances = tuple(np.array([value]) for value in (0.6, 0.7, apart))
        one = ApartDifferences.of(sides, variances, np.array([degrees]), coefficient, 5)
        confidence = levels[
            (k + int(degrees)) % 3
        ]  # every two values of two factors meet: 1, 2 and 6 differ by 3
        low, high = (limit[0] for limit in one.limits(confidence))
        rejected = 2 * one.above(np.zeros(1))[0] <= 1 - confidence
        assert (low > 0) == rejected
        assert -2 <= low <= high <= 2


def test_limits_end_at_what_there_can_be_at_most():
    variances = (np.array([2.0]),) * 3
    one = ApartDifferences.of((np.array([0.6]), np.array([0.4])), variances, np.array([3.0]), "acc_eq", 9)
    assert [limit[0] for limit in one.limits(0.95)] == [-1.0, 1.0]


def test_a_difference_without_error_says_nothing_unless_it_is_none():
    sides = np.array([0.6, 0.5]), np.array([0.5, 0.5])
    nothing = np.zeros(2)
    both = ApartDifferences.of(sides, (nothing + 0.1, nothing + 0.1, nothing), nothing + 9, "kendall", 9)
    assert both.known.tolist() == [False, True]
    low, high = both.limits(0.95)
    assert np.isnan([low[0], high[0]]).all()
    assert low[1] == high[1] == 0
