"""What one or two systems carry, and that normal scores are seldom said to be carried."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from trueness.statistics.jackknife.influence import (
    FEWEST,
    MATTERS,
    QUANTILES,
    TAILS,
    _scale,
    influential_systems,
    turned_difference,
    usual_movement,
)
from trueness.statistics.jackknife.left_out_sets import left_out_sets


def left_out(x, z, coefficient="pearson"):
    x = np.atleast_2d(x)
    return left_out_sets(x[:, :, None], z[:, None], np.ones((len(z), 1), dtype=bool), coefficient)


def normal(n, rho, rng):
    z = rng.normal(size=n)
    return rho * z + math.sqrt(1 - rho**2) * rng.normal(size=n), z


@pytest.mark.parametrize(("n", "rho"), [(8, 0.5), (14, 0.0), (14, 0.9), (25, 0.8)])
def test_normal_scores_are_seldom_called_carried(n, rho):
    """At .025 for one system and .01 for two: 300 tables, at most 5% and what chance adds (2.6 standard errors)."""
    rng = np.random.default_rng(n)
    fired = 0
    for _ in range(300):
        x, z = normal(n, rho, rng)
        fired += bool(influential_systems(left_out(x, z), 0, "pearson", n, (0.025, 0.01)))
    assert fired / 300 <= 0.05 + 2.6 * math.sqrt(0.05 * 0.95 / 300)


@pytest.mark.parametrize("coefficient", ["spearman", "kendall"])
def test_ranks_of_normal_scores_are_seldom_called_carried(coefficient):
    rng = np.random.default_rng(7)
    fired = sum(
        bool(
            influential_systems(
                left_out(*normal(16, 0.8, rng), coefficient), 0, coefficient, 16, (0.025, 0.01)
            )
        )
        for _ in range(200)
    )
    assert fired / 200 <= 0.05 + 2.6 * math.sqrt(0.05 * 0.95 / 200)


@pytest.fixture(scope="module")
def moved_farthest():
    """How far one and two left out move the correlation at most, of 1,000 tables of 14 systems: shape (2, 1000)."""
    rng = np.random.default_rng(3)
    found = np.empty((2, 1000))
    for table in range(1000):
        left = left_out(*normal(14, 0.7, rng))
        alone = left.sets[:, 1] < 0
        moved = np.abs(np.arctanh(left.values[0]) - np.arctanh(left.whole[0]))
        found[:, table] = moved[alone].max(), moved[~alone].max()
    return found


@pytest.mark.parametrize(("n_left_out", "tail"), [(1, 0.05), (1, 0.01), (2, 0.05)])
def test_the_quantiles_are_those_of_a_simulation(n_left_out, tail, moved_farthest):
    """1,000 tables of 14 systems; the share beyond the quantile within 3.3 standard errors of the tail."""
    share = np.mean(moved_farthest[n_left_out - 1] > usual_movement("pearson", 14, n_left_out, tail))
    assert abs(share - tail) < 3.3 * math.sqrt(tail * (1 - tail) / 1000)


def pearson(x, z, kept):
    """Pearson's r of the entries kept, by its definition: x and z (T, N), kept (Q, N); shape (T, Q)."""
    n = kept.sum(axis=1)
    of_x, of_z = x @ kept.T, z @ kept.T
    both = (x * z) @ kept.T - of_x * of_z / n
    return both / np.sqrt(((x**2) @ kept.T - of_x**2 / n) * ((z**2) @ kept.T - of_z**2 / n))


def without(n, n_left_out):
    """Which of n are kept without every set of so many, as 0 and 1."""
    sets = list(itertools.combinations(range(n), n_left_out))
    kept = np.ones((len(sets), n))
    for row, gone in zip(kept, sets, strict=True):
        row[list(gone)] = 0.0
    return kept


@pytest.mark.parametrize("n_left_out", [1, 2])
@pytest.mark.parametrize("n", [6, 8, 10, 14, 20])
def test_every_quantile_of_pearson_is_that_of_another_simulation(n, n_left_out):
    """20,000 tables of 20 systems, more of fewer: the quantiles within 2, 4 and 8%, what two simulations differ by."""
    rng = np.random.default_rng(n)
    x, noise = rng.normal(size=(2, 400_000 // n, n))
    z = 0.6 * x + 0.8 * noise
    whole, left = (np.arctanh(pearson(x, z, without(n, size))) for size in (0, n_left_out))
    moved = np.abs(left - whole).max(axis=1) * (n - n_left_out)
    for tail, quantile, rel in zip(
        TAILS, QUANTILES["pearson"][n][n_left_out - 1], (0.02, 0.04, 0.08), strict=True
    ):
        assert quantile == pytest.approx(np.quantile(moved, 1 - tail), rel=rel)


def spearman(x, z, kept):
    """Spearman's rho of the entries kept, by the squares of differences of ranks among them; no ties."""
    n = kept.sum(axis=1)
    ranks = []
    for one in (x, z):
        above = (one[:, :, None] > one[:, None, :]).astype(float)  # which entries each is above
        ranks.append(np.einsum("tij,qj->tqi", above, kept))
    return 1 - 6 * np.sum(kept * (ranks[0] - ranks[1]) ** 2, axis=2) / (n * (n**2 - 1))


@pytest.mark.parametrize("n_left_out", [1, 2])
@pytest.mark.parametrize("n", [8, 14])
def test_quantiles_of_ranks_are_the_largest_over_correlations(n, n_left_out):
    """6,000 tables of each of four correlations: .05 and .01 within 7 and 10%, the largest of few being too large."""
    found = []
    for rho in (0.5, 0.8, 0.9, 0.95):
        rng = np.random.default_rng(n)
        x, noise = rng.normal(size=(2, 6_000, n))
        z = rho * x + math.sqrt(1 - rho**2) * noise
        values = [
            np.arctanh(np.clip(spearman(x, z, without(n, size)), -1 + 1 / n**2, 1 - 1 / n**2))
            for size in (0, n_left_out)
        ]
        moved = np.abs(values[1] - values[0]).max(axis=1) * (n - n_left_out)
        found.append(np.quantile(moved, 1 - np.array(TAILS[:2])))
    usual = QUANTILES["spearman"][n][n_left_out - 1]
    for quantile, expected, rel in zip(usual, np.max(found, axis=0), (0.07, 0.1), strict=False):
        assert quantile == pytest.approx(expected, rel=rel)


@pytest.mark.parametrize("n_left_out", [1, 2])
@pytest.mark.parametrize("n", [10, 14, 20])
def test_quantiles_of_differences_are_an_upper_limit(n, n_left_out):
    """10,000 tables of correlations .9, where much moves: what the table has is as much, and not far more."""
    rng = np.random.default_rng(n)
    together = np.linalg.cholesky([[1, 0.9, 0.9], [0.9, 1, 0.9], [0.9, 0.9, 1]])
    z, x, y = np.moveaxis(rng.normal(size=(10_000, n, 3)) @ together.T, 2, 0)
    every = without(n, 0)
    a, b, between = (pearson(*two, every)[:, 0] for two in ((x, z), (y, z), (x, y)))
    scale = np.array([_scale(*of_table) for of_table in zip(a, b, between, strict=True)])
    kept = without(n, n_left_out)
    left = np.arctanh(pearson(x, z, kept)) - np.arctanh(pearson(y, z, kept))
    moved = np.abs(left - (np.arctanh(a) - np.arctanh(b))[:, None]).max(axis=1) / scale * (n - n_left_out)
    found = np.nanquantile(moved, 1 - np.array(TAILS[:2]))
    usual = np.array(QUANTILES["difference"][n][n_left_out - 1][:2])
    assert (usual >= 0.97 * found).all()
    assert (usual <= 1.25 * found).all()


@pytest.mark.parametrize(("a", "b", "between"), [(0.0, 0.0, 0.5), (0.6, 0.3, 0.4), (0.8, 0.7, 0.9)])
def test_the_scale_is_how_differences_on_fishers_scale_vary(a, b, between):
    """4,000 samples of 200: the standard deviation of z_a - z_b, times the square root of n - 3."""
    rng = np.random.default_rng(8)
    together = np.linalg.cholesky([[1, a, b], [a, 1, between], [b, between, 1]])
    z, x, y = np.moveaxis(rng.normal(size=(4000, 200, 3)) @ together.T, 2, 0)
    z, x, y = (one - one.mean(axis=1, keepdims=True) for one in (z, x, y))

    def r(one):
        return np.sum(one * z, axis=1) / np.sqrt(np.sum(one**2, axis=1) * np.sum(z**2, axis=1))

    found = np.std(np.arctanh(r(x)) - np.arctanh(r(y))) * math.sqrt(197)
    assert _scale(a, b, between) == pytest.approx(found, rel=0.04)  # 3.5 standard errors of it


def fourteen():
    """14 systems whose r of .82 is .59 without the last one."""
    rng = np.random.default_rng(0)
    z = rng.normal(size=13)
    z = (z - z.mean()) / z.std()
    noise = rng.normal(size=13)
    noise -= noise.mean() + z * (noise @ z) / 13
    x = 0.59 * z + math.sqrt(1 - 0.59**2) * noise / noise.std()
    far = 1.0
    while np.corrcoef(np.append(x, far), np.append(z, far))[0, 1] < 0.82:
        far += 0.01
    return np.append(x, far), np.append(z, far)


def test_a_correlation_that_one_of_fourteen_systems_carries():
    x, z = fourteen()
    (found,) = influential_systems(left_out(x, z), 0, "pearson", 14, (0.025, 0.01))
    assert found.systems == (13,)
    assert (found.estimate, found.without) == pytest.approx((0.82, 0.59), abs=0.002)
    assert found.moved > found.usual


def test_two_that_only_together_carry_it():
    rng = np.random.default_rng(4)
    z = np.concatenate([rng.normal(size=12), [-8, -8.5]])
    x = np.concatenate([rng.normal(size=12), [-8, -8.5]])
    (found,) = influential_systems(left_out(x, z), 0, "pearson", 14, (0.025, 0.01))
    assert found.systems == (12, 13)
    assert found.estimate > 0.9
    assert abs(found.without) < 0.5


def test_what_hardly_moves_the_number_is_not_worth_a_word():
    rng = np.random.default_rng(5)
    z = np.append(rng.normal(size=13), 40.0)
    x = z + 0.05 * rng.normal(size=14)  # r .9999, .998 without the last: far on Fisher's scale, not in r
    left = left_out(x, z)
    assert np.abs(left.values[0, :14] - left.whole[0]).max() < MATTERS
    assert influential_systems(left, 0, "pearson", 14, (0.025, 0.01)) == ()


def test_a_verdict_that_turns_round():
    rng = np.random.default_rng(6)
    z = np.append(rng.normal(size=14), [6.0, 6.5])
    first = z + 0.7 * rng.normal(size=16)
    second = z + 0.5 * rng.normal(size=16)
    second[-2:] -= 14  # the better one, but for two systems
    left = left_out(np.array([first, second]), z)
    between = float(np.corrcoef(first, second)[0, 1])
    found = turned_difference(left, 0, 1, between, 16, (0.025, 0.01))
    assert found is not None
    assert found.systems == (14, 15)
    assert found.estimate > 0 > found.without
    kept = [np.corrcoef(x[:-2], z[:-2])[0, 1] for x in (first, second)]
    whole = [np.corrcoef(x, z)[0, 1] for x in (first, second)]
    assert found.without == pytest.approx(kept[0] - kept[1])
    moved = np.subtract(*np.arctanh(kept)) - np.subtract(*np.arctanh(whole))
    assert found.moved == pytest.approx(abs(moved) / _scale(*whole, between))
    back = turned_difference(left, 1, 0, between, 16, (0.025, 0.01))
    assert back is not None
    assert (back.systems, back.estimate) == (found.systems, -found.estimate)


def test_verdicts_of_normal_scores_seldom_turn_round():
    rng = np.random.default_rng(8)
    fired = 0
    for _ in range(300):
        z = rng.normal(size=14)
        x = z + 0.6 * rng.normal(size=(2, 14))
        fired += (
            turned_difference(left_out(x, z), 0, 1, float(np.corrcoef(x)[0, 1]), 14, (0.025, 0.01))
            is not None
        )
    assert fired / 300 <= 0.05 + 2.6 * math.sqrt(0.05 * 0.95 / 300)


def test_what_is_usual_grows_with_fewer_systems_and_smaller_tails():
    sizes = [usual_movement("pearson", n, 1, 0.05) for n in (6, 7, 8, 12, 40, 90, 200)]
    assert sizes == sorted(sizes, reverse=True)
    tails = [usual_movement("kendall", 17, 2, tail) for tail in (0.05, 0.03, 0.01, 0.004, 0.001, 1e-5)]
    assert tails == sorted(tails)
    assert usual_movement("pearson", FEWEST - 1, 1, 0.05) == math.inf


def test_nothing_is_said_of_a_constant_metric():
    left = left_out(np.ones(14), np.arange(14.0))
    assert influential_systems(left, 0, "pearson", 14, (0.05, 0.05)) == ()
    both = left_out(np.array([np.ones(14), np.arange(14.0)]), np.arange(14.0) ** 2)
    assert turned_difference(both, 0, 1, math.nan, 14, (0.05, 0.05)) is None
