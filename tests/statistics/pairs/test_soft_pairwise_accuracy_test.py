"""The test of two soft pairwise accuracies against permuting the scores themselves."""

from __future__ import annotations

import functools
import itertools

import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.statistics.engine.resample import PermutationPlan
from trueness.statistics.pairs import soft_pairwise_accuracy_test as module
from trueness.statistics.pairs.soft_pairwise_accuracy import doubled_exceedances, soft_pairwise_accuracy
from trueness.statistics.pairs.soft_pairwise_accuracy_test import soft_pairwise_accuracy_test


def scores(seed, n=4, m=6, noise=(1.0, 1.0)):
    rng = np.random.default_rng(seed)
    z = rng.normal(size=(n, m)) + np.arange(n)[:, None]
    return (*(z + s * rng.normal(size=z.shape) for s in noise), z)


def standardized(x):
    return (x - x.mean()) / x.std()


@functools.cache
def all_differences(swap, n, m, ties):
    """Return the difference without a swap and with each: scores swapped in all ways, accuracies anew, all signs."""
    x, y, z = scores(1, n, m, noise=(0.5, 2.0))
    x, y = standardized(x), standardized(y)
    shape = {"systems": (n, 1), "inputs": (1, m), "cells": (n, m)}[swap]

    def difference(coins):
        swapped = np.broadcast_to(np.reshape(coins, shape) < 0, (n, m))
        one, other = np.where(swapped, y, x), np.where(swapped, x, y)
        return (
            soft_pairwise_accuracy(one, z, resamples=2**m, ties=ties).estimate
            - soft_pairwise_accuracy(other, z, resamples=2**m, ties=ties).estimate
        )

    observed = difference(np.ones(shape))
    return observed, np.array(
        [difference(coins) for coins in itertools.product((1, -1), repeat=int(np.prod(shape)))]
    )


def by_enumeration(swap, n, m, alternative, ties):
    """Return the difference and the share of swaps with one as large."""
    observed, values = all_differences(swap, n, m, ties)
    tolerance = 1e-12
    hits = {
        "greater": values >= observed - tolerance,
        "less": values <= observed + tolerance,
        "two-sided": np.abs(values) >= abs(observed) - tolerance,
    }[alternative]
    return observed, float(np.mean(hits))


@pytest.mark.parametrize("ties", ["count", "half"])
@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
@pytest.mark.parametrize(("swap", "n", "m"), [("systems", 4, 5), ("inputs", 4, 6), ("cells", 2, 3)])
def test_equals_the_enumeration(swap, n, m, alternative, ties):
    x, y, z = scores(1, n, m, noise=(0.5, 2.0))
    found = soft_pairwise_accuracy_test(
        x, y, z, swap=swap, alternative=alternative, ties=ties, resamples=64, signs=64
    )
    observed, pvalue = by_enumeration(swap, n, m, alternative, ties)
    assert found.exact
    assert found.estimate == pytest.approx(observed)
    assert found.pvalue == pvalue


def test_accuracies_are_those_of_the_metrics():
    x, y, z = scores(2, m=8)
    found = soft_pairwise_accuracy_test(x, y, z, resamples=9, signs=256, rng=1)
    assert found.accuracy_x == pytest.approx(soft_pairwise_accuracy(x, z, resamples=256).estimate)
    assert found.accuracy_y == pytest.approx(soft_pairwise_accuracy(y, z, resamples=256).estimate)
    assert found.estimate == pytest.approx(found.accuracy_x - found.accuracy_y)


def test_random_swaps_are_those_of_the_plan():
    x, y, z = scores(3, n=5, m=30, noise=(1, 2))
    found = soft_pairwise_accuracy_test(
        x, y, z, swap="cells", alternative="greater", resamples=600, signs=700, rng=5
    )
    inner = module.sign_plan(30, 700, module._derived(5))
    plan = PermutationPlan.choose("cells", 5, 30, 600, 5)
    human = doubled_exceedances(z, inner)
    a, b = standardized(x), standardized(y)

    def net(coins):
        one, other = np.where(coins < 0, b, a), np.where(coins < 0, a, b)
        right, left = (np.abs(doubled_exceedances(side, inner) - human).sum() for side in (other, one))
        return right - left

    observed = net(np.ones((5, 30)))
    exceeding = 0
    for tile in range(2):
        coins = np.stack([plan.cell_coins(tile, j) for j in range(30)], axis=2)
        exceeding += sum(net(one) >= observed for one in coins)
    assert not found.exact
    assert found.pvalue == (1 + exceeding) / 601
    assert found.estimate == observed / (2 * 10 * 701)


def test_workers_and_blocks_do_not_change_the_numbers(monkeypatch):
    data = scores(4, n=4, m=20)
    one = soft_pairwise_accuracy_test(*data, resamples=1100, signs=99, workers=1, rng=1)
    monkeypatch.setattr(module, "BLOCK", 20_000)
    assert soft_pairwise_accuracy_test(*data, resamples=1100, signs=99, workers=2, rng=1) == one


def test_the_seed_decides():
    data = scores(5, m=30)
    first, second, other = (
        soft_pairwise_accuracy_test(*data, resamples=199, signs=99, rng=rng) for rng in (1, 1, 2)
    )
    assert first == second
    assert other != first


def test_metrics_that_change_places_turn_the_sides():
    x, y, z = scores(6, m=30)
    one = soft_pairwise_accuracy_test(x, y, z, alternative="greater", resamples=199, signs=99, rng=1)
    other = soft_pairwise_accuracy_test(y, x, z, alternative="less", resamples=199, signs=99, rng=1)
    assert (one.estimate, one.pvalue) == (-other.estimate, other.pvalue)


def test_equal_metrics_have_a_pvalue_of_one():
    x, _, z = scores(7, m=30)
    found = soft_pairwise_accuracy_test(x, 2 * x + 1, z, resamples=99, signs=99, rng=1)
    assert (found.estimate, found.pvalue) == (0.0, 1.0)


def test_a_better_metric_is_found():
    x, y, z = scores(8, n=8, m=60, noise=(0.3, 6.0))
    found = soft_pairwise_accuracy_test(x, y, z, alternative="greater", resamples=199, signs=199, rng=1)
    assert found.estimate > 0
    assert found.pvalue <= 0.05


def test_only_complete_inputs_are_used():
    x, y, z = scores(9, m=10)
    y[0, 3] = np.nan
    found = soft_pairwise_accuracy_test(x, y, z, resamples=99, signs=99, rng=1)
    keep = np.delete(np.arange(10), 3)
    assert found.n_inputs == 9
    assert found == soft_pairwise_accuracy_test(
        x[:, keep], y[:, keep], z[:, keep], resamples=99, signs=99, rng=1
    )


@pytest.mark.parametrize(
    ("x", "n_inputs"), [(np.full((4, 6), 3.0), 6), (np.full((4, 6), np.nan), 0)], ids=["constant", "missing"]
)
def test_without_a_scale_it_is_undefined(x, n_inputs):
    _, y, z = scores(0)
    found = soft_pairwise_accuracy_test(x, y, z)
    assert np.isnan(found.pvalue)
    assert np.isnan(found.estimate)
    assert found.n_inputs == n_inputs


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"swap": "rows"}, "swap"),
        ({"alternative": "both"}, "alternative"),
        ({"ties": "one"}, "ties"),
        ({"resamples": 0}, "`resamples`"),
        ({"signs": 0}, "`signs`"),
        ({"rng": -1}, "`rng`"),
    ],
)
def test_arguments_are_checked(options, message):
    with pytest.raises(ArgumentError, match=message):
        soft_pairwise_accuracy_test(*scores(0), **options)


def test_a_killed_run_computes_only_what_is_missing(killed_and_resumed):
    data = scores(4, n=4, m=20)

    def work():
        return soft_pairwise_accuracy_test(*data, resamples=1600, signs=19, rng=1)

    found, reported = killed_and_resumed(work, after=3)
    assert reported == [(3, 4), (4, 4)]
    assert found == work()
