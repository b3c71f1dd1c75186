"""Means over pairs: intervals of balanced data that other programs give, and variances by leaving units out."""

from __future__ import annotations

import dataclasses
import itertools

import numpy as np
import pytest
from scipy import stats

from trueness.errors import ArgumentError
from trueness.statistics.preferences.pair_mean import pair_mean


def every_pair(n_systems=6, n_inputs=8, seed=0):
    rng = np.random.default_rng(seed)
    rows = [(j, a, b) for j in range(n_inputs) for a, b in itertools.combinations(range(n_systems), 2)]
    inputs, first, second = np.array(rows).T
    return rng.normal(0.3, 1, len(rows)), inputs, first, second


def test_over_balanced_inputs_it_is_the_t_interval_of_their_means():
    values, inputs, first, second = every_pair()
    means = np.array([values[inputs == j].mean() for j in range(8)])
    found = pair_mean(values, inputs, first, second, over="inputs")
    usual = stats.ttest_1samp(means, 0)
    assert found.mean.value == pytest.approx(means.mean())
    assert found.mean.error == pytest.approx(means.std(ddof=1) / np.sqrt(8))
    fourth = np.sum((means - means.mean()) ** 4)
    degrees = min(7, 2 * np.sum((means - means.mean()) ** 2) ** 2 / fourth)
    assert found.mean.degrees == pytest.approx(degrees)
    if degrees == 7:
        assert found.mean.pvalue == pytest.approx(usual.pvalue)
    half = stats.t.ppf(0.975, degrees) * means.std(ddof=1) / np.sqrt(8)
    assert (found.mean.low, found.mean.high) == pytest.approx((means.mean() - half, means.mean() + half))


def test_variance_over_systems_is_the_jackknife():
    values, inputs, first, second = every_pair(seed=4)

    def without(keep):
        return values[keep].mean()

    systems = np.array([without((first != k) & (second != k)) for k in range(6)])
    expected = 5 / 6 * np.sum((systems - systems.mean()) ** 2)
    found = pair_mean(values, inputs, first, second, over="systems")
    assert found.mean.error**2 == pytest.approx(expected)


def test_both_ways_are_the_sum_less_what_both_count():
    values, inputs, first, second = every_pair(seed=6)
    values += 2 * np.random.default_rng(1).normal(size=8)[inputs]  # inputs differ
    apart = {
        over: pair_mean(values, inputs, first, second, over=over) for over in ("inputs", "systems", "both")
    }
    rest = (values - values.mean()) / len(values)
    cells = [rest[(inputs == j) & ((first == k) | (second == k))].sum() for j in range(8) for k in range(6)]
    parts = {over: one.mean.error**2 for over, one in apart.items()}
    expected = parts["inputs"] + parts["systems"] - np.sum(np.square(cells))
    assert parts["both"] == pytest.approx(max(expected, parts["inputs"], parts["systems"]))
    assert parts["both"] >= parts["inputs"]


@pytest.mark.parametrize("share", [True, False])
def test_it_holds_for_other_systems_and_other_inputs(share):
    rng = np.random.default_rng(11)
    held = 0
    for _ in range(300):
        rows = every_pair(12, 20, 0)[1:]
        system, input = rng.normal(0, 0.1, 12), rng.normal(0, 0.1, 20)
        chance = 0.6 + system[rows[1]] + system[rows[2]] + input[rows[0]]
        found = pair_mean((rng.random(len(chance)) < chance).astype(float), *rows, share=share)
        held += found.mean.low <= 0.6 <= found.mean.high
    assert 0.91 <= held / 300 <= 0.985


def test_a_share_of_independent_pairs_has_wilsons_interval():
    from statsmodels.stats.proportion import proportion_confint

    n, k = 40_000, 9_000
    values = np.repeat([1.0, 0.0], [k, n - k])
    found = pair_mean(values, np.arange(n), np.zeros(n), np.ones(n), share=True)
    assert found.over == "inputs"
    assert (found.mean.low, found.mean.high) == pytest.approx(
        proportion_confint(k, n, method="wilson"), abs=2e-6
    )


def test_a_share_of_one_has_the_interval_of_as_many_inputs():
    found = pair_mean(np.ones(30), np.arange(30) // 3, np.zeros(30), np.ones(30), share=True)
    square = stats.t.ppf(0.975, 9) ** 2
    assert found.mean.high == 1
    assert found.mean.low == pytest.approx(1 - square / (10 + square))


def test_beside_a_baseline_other_systems_are_the_units():
    rng = np.random.default_rng(5)
    values = rng.normal(0, 0.2, (9, 5)) + rng.normal(0, 0.3, 5)
    inputs, other = np.indices(values.shape).reshape(2, -1)
    place = (inputs, np.zeros_like(other), other + 1)
    systems = pair_mean(values.ravel(), *place, over="systems")
    assert systems.mean.error == pytest.approx(values.mean(axis=0).std(ddof=1) / np.sqrt(5))
    # pairs of an input and a system are crossed as in any table of two ways: their jackknife in closed form
    rest = values - values.mean()
    rows, columns, single = (
        np.sum(part**2) for part in (rest.sum(axis=1) / 40, rest.sum(axis=0) / 36, rest / 45)
    )
    found = pair_mean(values.ravel(), *place)
    assert found.mean.error**2 == pytest.approx(
        max(rows * 8 / 9 + columns * 4 / 5 - single, rows * 8 / 9, columns * 4 / 5)
    )
    two = place[2] <= 2
    fewest = pair_mean(values.ravel()[two], *(one[two] for one in place)).mean
    assert fewest.low < fewest.value < fewest.high
    assert fewest.degrees > 1
    truths = []
    for _ in range(300):
        chance = 0.6 + rng.normal(0, 0.1, 12) + rng.normal(0, 0.1, (20, 1))
        said = (rng.random(chance.shape) < chance).astype(float)
        inputs, other = np.indices(said.shape).reshape(2, -1)
        one = pair_mean(said.ravel(), inputs, np.zeros_like(other), other + 1, share=True)
        truths.append(one.mean.low <= 0.6 <= one.mean.high)
    assert 0.91 <= np.mean(truths) <= 0.985


def test_what_is_alike_everywhere_is_no_certainty():
    place = (np.arange(30), np.zeros(30), np.ones(30))
    square = stats.t.ppf(0.975, 29) ** 2
    all_of_them = pair_mean(np.ones(30), *place, share=True, null=0.5)
    assert all_of_them.mean.pvalue == pytest.approx(2 * stats.t.sf(np.sqrt(30), 29))
    for value in (0.0, 1 / 3, -1.0, 1.0):
        found = pair_mean(np.full(30, value), *place)
        others = square / (30 + square)  # those that differ, at most
        assert found.mean.low == pytest.approx(value - others * (value + 1))
        assert found.mean.high == pytest.approx(value + others * (1 - value))
        for limit in {found.mean.low, found.mean.high} - {value, -1.0, 1.0}:
            assert pair_mean(np.full(30, value), *place, null=limit).mean.pvalue == pytest.approx(0.05)
    few = pair_mean(
        np.ones(300), np.repeat(np.arange(100), 3), *np.tile([[0, 0, 1], [1, 2, 2]], 100), share=True
    )
    square = stats.t.ppf(0.975, 2) ** 2
    assert few.mean.low == pytest.approx(1 - square / (3 + square))  # three systems, however many inputs


def test_interval_and_test_of_a_share_never_contradict_each_other():
    rng = np.random.default_rng(2)
    sides = set()
    for k in range(400):
        values = (rng.random(12 + k % 20) < rng.choice([0.2, 0.3, 0.7])).astype(float)
        found = pair_mean(values, np.arange(len(values)), 0 * values, 0 * values + 1, share=True, null=0.5)
        assert (found.mean.low <= 0.5 <= found.mean.high) == (found.mean.pvalue >= 0.05)
        sides.add(found.mean.pvalue < 0.05)
    assert sides == {True, False}


def test_weights_are_repeated_pairs():
    values, inputs, first, second = every_pair()
    weights = np.random.default_rng(1).integers(1, 4, len(values))
    repeated = [np.repeat(x, weights) for x in (values, inputs, first, second)]
    for over in ("inputs", "systems"):
        found = pair_mean(values, inputs, first, second, weights=weights, over=over)
        again = pair_mean(*repeated, over=over)
        assert dataclasses.astuple(found.mean)[:6] == pytest.approx(dataclasses.astuple(again.mean)[:6])


def test_what_is_missing_is_left_out_and_little_is_said_of_little():
    values, inputs, first, second = every_pair()
    values[:5] = np.nan
    found = pair_mean(values, inputs, first, second)
    assert found.n_pairs == len(values) - 5
    assert np.isnan(pair_mean([np.nan], [0], [0], [1]).mean.value)
    alone = pair_mean([1.0, 0.5], [0, 0], [0, 0], [1, 1]).mean
    assert alone.value == 0.75
    assert np.isnan(alone.low)
    same = pair_mean([0.0, 0.0], [0, 1], [0, 0], [1, 1])
    assert same.mean.pvalue == 1


def test_shapes_and_words_are_checked():
    with pytest.raises(ArgumentError, match="as long as each other"):
        pair_mean([1.0], [0, 1], [0], [1])
    with pytest.raises(ArgumentError, match="`over` must be one of"):
        pair_mean([1.0], [0], [0], [1], over="cells")
