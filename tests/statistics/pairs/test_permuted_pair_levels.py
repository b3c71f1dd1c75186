"""Coefficients over pairs after swaps, all at once, against swapped scores evaluated one by one."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from trueness.errors import UnsupportedMethodError
from trueness.parallel import Execution, executing
from trueness.statistics.agreement.significance import paired_bootstrap_test, permutation_test
from trueness.statistics.coefficient_facts import EVERY_SWAP, coefficient_facts, swappable_at
from trueness.statistics.engine.resample import PermutationPlan, Weights
from trueness.statistics.engine.tile_coins import IdentityCoins, TileCoins
from trueness.statistics.level_names import LEVELS
from trueness.statistics.pairs.pair_outcome_test import pair_outcome_test
from trueness.statistics.resampling import permuted_levels
from trueness.statistics.resampling.level_correlations import level_correlations
from trueness.statistics.resampling.permutation import permutation_exceedances
from trueness.statistics.score_arrays import ScoreArrays

NAMES = ("acc_eq", "tau_eq", "pairwise_accuracy", "spa", "gap_tau:high=0.5", "pdp", "darr:threshold=1")
PLACES = [
    (level, name, swap)
    for level in LEVELS
    for swap in EVERY_SWAP
    for name in swappable_at(level, NAMES, swap)
]
SCORES_SWAPPED = [place for place in PLACES if not coefficient_facts(place[1]).swaps_outcomes]


def scores(seed, shape=(3, 5, 6), missing=0.1, **options):
    rng = np.random.default_rng(seed)
    x, z = rng.normal(size=shape), rng.integers(0, 3, shape[1:]).astype(float)
    x[1] = np.round(3 * x[1]) + 50
    gone = rng.random(shape[1:]) < missing
    gone[:, 0] = False  # soft pairwise accuracy is of complete inputs
    gone[:, 3] = False
    x[:, gone] = np.nan
    return ScoreArrays.of(x, z, **options)


def z_scored(scores):
    return (scores - np.nanmean(scores)) / np.nanstd(scores)


def scaled(arrays, group, level, name, standardize):
    """Scores of all metrics on the scales on which they are swapped, computed anew."""
    x = np.where(group.cells, arrays.metrics, np.nan)
    base = name.partition(":")[0]
    if standardize == "cells" or base == "spa":
        if base == "spa":
            x = np.where(group.cells.all(axis=0), x, np.nan)
        return np.stack([z_scored(matrix) for matrix in x])
    if level == "system":
        means = np.nanmean(x, axis=2)
        return np.stack([(m - a.mean()) / a.std() for m, a in zip(x, means, strict=True)])
    centred = x - np.nanmean(x, axis=1, keepdims=True)
    if base == "pdp":
        return np.stack([z_scored(matrix) for matrix in centred])
    spread = np.nanstd(x, axis=1, keepdims=True)
    return centred / np.where(spread > 0, spread, 1)


def swapped(x, pair, coin):
    return np.where(coin > 0, x[pair[0]], x[pair[1]])


@pytest.mark.parametrize(("level", "name", "swap"), SCORES_SWAPPED)
@pytest.mark.parametrize("standardize", ["level", "cells"])
def test_scores_swapped_one_by_one(level, name, swap, standardize):
    arrays = scores(3)
    group = arrays.group((0, 1, 2))
    pairs = np.array([[0, 1], [2, 1], [0, 2]])
    plan = PermutationPlan.choose(swap, 5, 6, 8, 1)
    (part,) = permuted_levels.permuted_levels(arrays, group, pairs, plan, level, (name,), standardize)
    coins = TileCoins(plan, 0)
    found = [side[name] for side in part.under(coins)]
    x = scaled(arrays, group, level, name, standardize)
    human = np.where(group.cells, arrays.human, np.nan)
    columns = [np.broadcast_to(coins.column(j), (8, 5)) for j in range(6)]
    for b, (q, pair) in itertools.product(range(8), enumerate(pairs)):
        coin = np.stack([column[b] for column in columns], axis=1)
        for side, own in zip(found, (coin, -coin), strict=True):
            again = ScoreArrays.of(swapped(x, pair, own), human)
            expected = level_correlations(again, again.group((0,)), Weights(None, None), level, (name,))
            assert side[b, q] == pytest.approx(expected.values[name][0, 0], abs=1e-9)


@pytest.mark.parametrize(("level", "name", "swap"), PLACES)
def test_without_a_swap_it_is_the_data(level, name, swap):
    arrays = scores(4)
    group = arrays.group((0, 1, 2))
    pairs = np.array([[0, 1], [2, 1]])
    plan = PermutationPlan.choose(swap, 5, 6, 20, 1)
    (part,) = permuted_levels.permuted_levels(arrays, group, pairs, plan, level, (name,), "level")
    points = level_correlations(arrays, group, Weights(None, None), level, (name,)).values[name][0]
    for side, place in zip(part.under(IdentityCoins(plan)), (0, 1), strict=True):
        if name == "spa":  # unlike others it depends on no scale
            continue
        assert side[name][0] == pytest.approx(points[pairs[:, place]], abs=1e-9)


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_outcomes_of_inputs_are_those_of_the_plain_test(alternative):
    arrays = scores(6, shape=(2, 6, 9), missing=0.0)
    x, y = arrays.metrics
    found = permutation_test(x, y, arrays.human, "input", "acc_eq", swap="inputs", alternative=alternative)
    expected = pair_outcome_test(x, y, arrays.human, alternative=alternative)
    assert found.exact
    assert expected.exact
    assert found.estimate == pytest.approx(expected.estimate)
    # the plain test divides by all arrangements, which hold the data's own
    assert found.pvalue == pytest.approx(expected.pvalue)


def test_outcomes_of_systems_swap_within_systems():
    arrays = scores(7, shape=(2, 5, 8), missing=0.0)
    shares = []
    for matrix in arrays.metrics:
        own = ScoreArrays.of(matrix, arrays.human)
        epsilon = level_thresholds(own)
        shares.append([share(matrix[i], arrays.human[i], epsilon) for i in range(5)])
    difference = np.subtract(*shares)
    signs = np.array(list(itertools.product((1, -1), repeat=5)))
    permuted = signs @ difference / 5
    expected = np.mean(np.abs(permuted) >= abs(difference.mean()) - 1e-12)
    found = permutation_test(*arrays.metrics, arrays.human, "per_system", "acc_eq", swap="systems")
    assert found.exact
    assert found.estimate == pytest.approx(difference.mean())
    assert found.pvalue == pytest.approx(expected)


def level_thresholds(arrays):
    from trueness.statistics.pairs.tie_thresholds import tie_thresholds

    return tie_thresholds(arrays, arrays.group((0,)), "per_system")[0, 0]


def share(x, z, epsilon):
    pairs = list(itertools.combinations(range(len(x)), 2))
    signs = [0 if abs(x[a] - x[b]) <= epsilon + 1e-12 else np.sign(x[a] - x[b]) for a, b in pairs]
    return np.mean([s == np.sign(z[a] - z[b]) for s, (a, b) in zip(signs, pairs, strict=True)])


@pytest.mark.parametrize("swap", EVERY_SWAP)
def test_workers_and_chunks_do_not_change_a_count(swap):
    arrays = scores(8)
    plan = PermutationPlan.choose(swap, 5, 6, 1100, 2)
    pairs = [(0, 1), (0, 2), (1, 2)]
    one, other = (
        executing(Execution(workers=workers, chunk=chunk))(permutation_exceedances)(
            arrays,
            pairs,
            plan,
            LEVELS,
            NAMES,
        )
        for workers, chunk in ((1, None), (2, 1))
    )
    assert set(one) == {(level, name) for level, name, own in PLACES if own == swap}
    for key, found in one.items():
        for field in ("greater", "less", "beyond", "undefined"):
            assert np.array_equal(getattr(found, field), getattr(other[key], field)), key


def test_metrics_on_two_scales_are_not_told_apart():
    arrays = scores(9, missing=0.0)
    x, z = arrays.metrics[0], arrays.human
    for level, name, swap in PLACES:
        found = permutation_test(x, 7 * x + 3, z, level, name, swap=swap, resamples=99, rng=1)
        assert found.pvalue == 1.0, (level, name, swap)


@pytest.mark.parametrize(
    ("level", "name", "swap", "says"),
    [
        ("input", "acc_eq", "systems", "Swap inputs"),
        ("global", "acc_eq", "inputs", "Use the paired bootstrap"),
        ("system", "acc_eq", "inputs", "exists at other levels than system: 'input', 'global', 'per_system'"),
        ("input", "spa", "cells", "other levels than input: 'system'"),
    ],
)
def test_tests_that_do_not_exist_are_refused(level, name, swap, says):
    arrays = scores(10)
    with pytest.raises(UnsupportedMethodError, match=says):
        permutation_test(*arrays.metrics[:2], arrays.human, level, name, swap=swap)


def test_the_paired_bootstrap_takes_all():
    arrays = scores(11, missing=0.0)
    for level, name in dict.fromkeys((level, name) for level, name, _ in PLACES):
        found = paired_bootstrap_test(*arrays.metrics[:2], arrays.human, level, name, resamples=99, rng=1)
        assert 0 < found.pvalue <= 1
