"""Systems that swaps of outputs do not bear: one skewed beside others, and none where all are skewed alike."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.systems.odd_systems import odd_systems, skewed_by_spread
from trueness.statistics.systems.system_pairs import SystemPairs


def scores(n=12, m=100, *, odd=False, seed=0, noise="normal"):
    rng = np.random.default_rng(seed)
    found = rng.standard_normal((n, m)) if noise == "normal" else np.exp(rng.standard_normal((n, m)))
    if odd:
        found[1] = 3 * (np.exp(rng.standard_normal(m)) - np.exp(0.5)) + found.mean()
    return found + 0.7 * rng.standard_normal(m)


def share_odd(**options):
    return np.mean([odd_systems(SystemPairs(scores(seed=seed, **options))).any() for seed in range(40)])


@pytest.mark.parametrize("n", [2, 3, 12])
def test_one_skewed_system_is_found_and_no_other(n):
    found = [odd_systems(SystemPairs(scores(n, odd=True, seed=seed))) for seed in range(40)]
    assert np.mean([one[1] for one in found]) > 0.7
    assert not any(one[0] or one[2:].any() for one in found)


@pytest.mark.parametrize("noise", ["normal", "lognormal"])
@pytest.mark.parametrize("n", [2, 12])
def test_systems_that_are_skewed_alike_are_not(n, noise):
    assert share_odd(n=n, noise=noise) <= 0.1


def test_many_inputs_bear_what_few_do_not():
    assert share_odd(n=4, m=60, odd=True) > 0.5
    assert share_odd(n=4, m=8000, odd=True) < 0.2


def test_neither_order_nor_direction_nor_scale_matters():
    given = scores(5, odd=True)
    expected = odd_systems(SystemPairs(given))
    assert expected.tolist() == [False, True, False, False, False]
    assert np.array_equal(odd_systems(SystemPairs(-given)), expected)
    assert np.array_equal(odd_systems(SystemPairs(1000 * given + 7)), expected)
    for scale in (1e-200, 1e200):  # squares of such scores vanish, or overflow
        assert np.array_equal(odd_systems(SystemPairs(scale * given)), expected)
    assert np.array_equal(odd_systems(SystemPairs(given[::-1])), expected[::-1])


def test_all_of_four_may_be_odd():
    """Each of two that are skewed upwards differs from both that are skewed downwards, and the other way round."""
    skewed = np.exp(np.random.default_rng(4).standard_normal((4, 200))) - np.exp(0.5)
    skewed[2:] *= -1
    assert odd_systems(SystemPairs(skewed)).all()


def test_clusters_are_what_is_swapped():
    """Five hundred skewed outputs in ten sums of fifty are skewed less than five hundred alone say they are."""
    rng = np.random.default_rng(3)
    few = scores(4, 60, odd=True, seed=3)
    repeated = np.repeat(few, 20, axis=1) + 1e-6 * rng.standard_normal((4, 1200))
    clusters = np.repeat(np.arange(60), 20)
    of_clusters = odd_systems(SystemPairs.of(repeated, clusters=clusters))
    assert np.array_equal(of_clusters, odd_systems(SystemPairs(few)))
    assert of_clusters.any()
    assert not odd_systems(SystemPairs(repeated)).any()  # as if there were 1,200 inputs


def test_swaps_of_labels_are_exact_however_rare():
    rng = np.random.default_rng(5)
    for share in (0.02, 0.3, 0.9):
        assert not odd_systems(SystemPairs((rng.random((6, 200)) < share).astype(float))).any()


def test_missing_scores_constant_systems_and_few_inputs():
    given = scores(5, odd=True)
    given[2, ::3] = np.nan
    assert odd_systems(SystemPairs(given)).tolist() == [False, True, False, False, False]
    given[3:] = 1.0
    assert odd_systems(SystemPairs(given))[1]
    assert not odd_systems(SystemPairs(given[:, :2])).any()
    assert not odd_systems(SystemPairs(np.ones((2, 9)))).any()


def by_spread(n, m, seed, noise="skewed"):
    rng = np.random.default_rng(seed)
    spreads = np.geomspace(0.3, 2, n)[:, None]
    own = {
        "skewed": lambda: spreads * (1 - rng.exponential(size=(n, m))),
        "symmetric": lambda: spreads * rng.standard_normal((n, m)),
        "alike": lambda: np.exp(rng.standard_normal((n, m))),
        "likert": lambda: np.clip(np.rint(4.5 + rng.standard_normal((n, m))), 1, 5),
    }[noise]()
    return own + 0.5 * rng.standard_normal(m)


@pytest.mark.parametrize(("n", "m"), [(6, 40), (3, 60), (12, 100)])
def test_systems_that_vary_more_are_skewed_more(n, m):
    given = [by_spread(n, m, seed) for seed in range(100)]
    found = [skewed_by_spread(SystemPairs(one)) for one in given]
    assert np.mean(found) > 0.85
    assert [skewed_by_spread(SystemPairs(-1000 * one[::-1])) for one in given] == found
    for noise in ("symmetric", "alike", "likert"):
        others = [skewed_by_spread(SystemPairs(by_spread(n, m, seed, noise))) for seed in range(100)]
        assert np.mean(others) < 0.05


def test_of_two_systems_nothing_is_said_of_all():
    assert not any(skewed_by_spread(SystemPairs(by_spread(2, 40, seed))) for seed in range(20))
    given = by_spread(4, 60, 1)
    given[1] = np.nan
    assert skewed_by_spread(SystemPairs(given))
    assert not skewed_by_spread(SystemPairs(np.ones((4, 9))))
