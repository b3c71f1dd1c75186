"""Places, distances and means of clusters against enumeration, closed forms, SciPy and statsmodels."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import scipy.stats
import statsmodels.api as sm

from trueness.statistics.places import chance_distances, clustered_mean, place_gaps, places


def test_the_best_is_first_and_ties_share_a_place():
    scores = np.array([[3.0, np.nan], [1.0, 2.0], [3.0, 5.0], [0.0, 1.0]])
    found = places(scores, ~np.isnan(scores))
    assert found[:, 0].tolist() == [1.5, 3, 1.5, 4]
    assert np.isnan(found[0, 1])
    assert found[1:, 1].tolist() == [2, 1, 3]


def test_only_the_cells_asked_for_are_placed():
    scores = np.array([[3.0], [2.0], [1.0]])
    found = places(scores, np.array([[True], [False], [True]]))
    assert found[[0, 2], 0].tolist() == [1, 2]
    assert np.isnan(found[1, 0])


def test_an_output_turned_from_last_to_first_has_gone_the_longest_way():
    one, other = np.array([[1.0], [2.0], [3.0]]), np.array([[3.0], [2.0], [1.0]])
    assert place_gaps(one, other)[:, 0].tolist() == [1, 0, -1]


def test_a_single_output_has_no_way_to_go():
    one = np.array([[1.0], [np.nan]])
    assert np.isnan(place_gaps(one, one)).all()


def test_places_do_not_change_with_the_scale():
    rng = np.random.default_rng(0)
    scores = rng.normal(size=(7, 5))
    cells = np.ones(scores.shape, dtype=bool)
    assert np.array_equal(places(scores, cells), places(np.exp(3 * scores), cells))


@pytest.mark.parametrize("metric", [[1.0, 2, 3, 4, 5], [1.5, 1.5, 3, 4.5, 4.5]])
def test_random_order_gives_the_mean_over_all_orders(metric):
    people = np.array([1.0, 2.5, 2.5, 4, 5])
    every = [np.abs(np.array(order) - people).mean() / 4 for order in itertools.permutations(metric)]
    found = chance_distances(np.array(metric)[:, None], people[:, None])
    assert found[0] == pytest.approx(np.mean(every))


def test_random_order_without_ties_has_a_closed_form():
    order = np.arange(1.0, 17)[:, None]
    assert chance_distances(order, order)[0] == pytest.approx((16**2 - 1) / (3 * 16) / 15)
    assert np.isnan(chance_distances(order[:1], order[:1])[0])


def test_a_mean_of_single_values_has_the_usual_t_interval():
    values = np.random.default_rng(1).normal(0.3, 1, 12)
    found = clustered_mean(np.append(values, np.nan), np.arange(13), 0.9)
    wanted = scipy.stats.ttest_1samp(values, 0)
    assert found.pvalue == pytest.approx(wanted.pvalue)
    assert (found.low, found.high) == pytest.approx(tuple(wanted.confidence_interval(0.9)))


def test_clusters_are_the_units_as_in_statsmodels():
    rng = np.random.default_rng(2)
    groups = np.repeat(np.arange(8), [1, 2, 3, 4, 5, 2, 3, 1])
    values = 0.1 * (rng.normal(size=8)[groups] + rng.normal(size=len(groups)))
    fit = sm.OLS(values, np.ones((len(values), 1))).fit(
        cov_type="cluster", cov_kwds={"groups": groups, "use_correction": False}, use_t=True
    )
    wanted = fit.bse[0] * np.sqrt(8 / 7) * scipy.stats.t.ppf(0.975, 7)
    found = clustered_mean(values, groups, 0.95)
    assert found.high - found.value == pytest.approx(wanted)


def test_a_limit_is_a_mean_that_can_be():
    """The usual t interval of two shares reaches below 0, and of two differences beyond 1."""
    values = np.array([0.0, 0.2])
    share = clustered_mean(values, np.arange(2), 0.95, lowest=0.0)
    difference = clustered_mean(values, np.arange(2), 0.95)
    assert (share.low, share.high, difference.low, difference.high) == (0.0, 1.0, -1.0, 1.0)


def test_what_does_not_vary_leaves_room_for_other_inputs_and_one_cluster_has_no_interval():
    n = 40
    always = clustered_mean(
        np.full(n, -1.0), np.arange(n), 0.95
    )  # last in every input, where people have it first
    square = scipy.stats.t.ppf(0.975, n - 1) ** 2
    assert always.low == -1
    assert always.high == pytest.approx(-1 + 2 * square / (n + square))
    assert always.pvalue == pytest.approx(2 * scipy.stats.t.sf(np.sqrt(n), n - 1))
    assert clustered_mean(np.full(n, 0.1), np.repeat(np.arange(10), 4), 0.95).low < 0.1 - 0.1
    assert clustered_mean(np.full(n, 0.1), np.arange(n), 0.95, lowest=0.0).low > 0
    assert clustered_mean(np.zeros(4), np.arange(4), 0.95).pvalue == 1
    lone = clustered_mean(np.array([0.2, 0.4]), np.zeros(2, dtype=int), 0.95)
    assert lone.value == pytest.approx(0.3)
    assert np.isnan(lone.low)
    assert np.isnan(clustered_mean(np.full(3, np.nan), np.arange(3), 0.95).value)


def test_intervals_hold_the_mean_of_other_inputs_few_or_skewed():
    rng = np.random.default_rng(3)
    held = {"normal": 0, "skewed": 0}
    for _ in range(400):
        for kind in held:
            values = rng.normal(0.5, 1, 8) if kind == "normal" else rng.exponential(0.5, 8)
            found = clustered_mean(values, np.arange(8), 0.95)
            held[kind] += found.low <= 0.5 <= found.high
    assert 0.92 < held["normal"] / 400 < 0.98
    assert held["skewed"] / 400 < 0.95  # what a t interval of eight skewed values cannot hold
