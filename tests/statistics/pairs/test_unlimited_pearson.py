"""Pearson's r with unlimited inputs: closed form, enumeration of all draws, simulation, and where it is undefined."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from trueness.methods.correlations import Correlations
from trueness.methods.two_way_jackknife import INTERVAL
from trueness.statistics.agreement.correlation import correlate
from trueness.statistics.engine.resample import Weights
from trueness.statistics.jackknife.two_way_jackknife import two_way_jackknife
from trueness.statistics.pairs.unlimited_pearson import NAME, UnlimitedPearson, _Means
from trueness.statistics.resampling.level_correlations import level_correlations
from trueness.statistics.score_arrays import ScoreArrays

KEY = ("system", NAME)


def scores(rng, n, m, *, truth=0.87, noise=1.0, together=0.0, missing=0.0):
    """Draw metric and human: quality of systems, hard and easy inputs, and noise of so much variance in means."""

    def pair(shape, r):
        human, other = rng.standard_normal((2, *shape))
        return np.stack([r * human + np.sqrt(1 - r * r) * other, human])

    values = pair((n, 1), truth) + pair((1, m), 0.5) + np.sqrt(m * noise) * pair((n, m), together)
    values[:, rng.random((n, m)) < missing] = np.nan
    return values


def estimate(x, z, name=NAME):
    return correlate(x, z, "system", name).estimate


def test_with_all_scores_it_is_between_systems_less_interaction_over_inputs():
    x, z = scores(np.random.default_rng(1), 9, 7, noise=0.1)

    def covariance(a, b):
        """The analysis of variance: mean squares of systems less those of the interaction, over the inputs."""
        inside = [v - v.mean(1, keepdims=True) - v.mean(0, keepdims=True) + v.mean() for v in (a, b)]
        between = np.cov(a.mean(1), b.mean(1))[0, 1] * 7
        return (between - np.sum(inside[0] * inside[1]) / (8 * 6)) / 7

    expected = covariance(x, z) / np.sqrt(covariance(x, x) * covariance(z, z))
    assert estimate(x, z) == pytest.approx(expected, abs=1e-10)
    assert estimate(x, z) > estimate(x, z, "pearson")
    # hard and easy inputs, other scales, and the order of systems change nothing
    moved = 3 * x + 10 * np.arange(7), z - np.arange(7) ** 2
    assert estimate(*moved) == pytest.approx(expected, abs=1e-10)
    assert estimate(x[::-1, ::-1], z[::-1, ::-1]) == pytest.approx(expected, abs=1e-10)
    assert estimate(z, z) == 1.0
    assert estimate(-z, z) == -1.0


OUTPUTS = {
    "all": np.ones((4, 3)),
    "some missing": np.array([[1, 1, 1], [1, 1, 0], [0, 1, 1], [1, 1, 1]]),
    "hardly shared": np.array([[1, 1, 0], [0, 1, 1], [1, 0, 1], [1, 1, 0]]),
    "clusters of several sizes": np.array([[1, 2, 3], [2, 1, 0], [1, 1, 1], [3, 1, 2]]),
}
"""How many outputs a system has for each of three inputs; several are a cluster."""

SCORERS = {"metric and human": (0, -1), "metric": (0, 1), "human": (2, -1)}
"""The metric, itself again, the human as a metric; and the human."""


@pytest.mark.parametrize("pattern", OUTPUTS)
@pytest.mark.parametrize("scorers", SCORERS)
def test_the_mean_over_all_draws_of_inputs_is_that_of_the_population(pattern, scorers):
    """Every draw of three inputs out of five that are all there are."""
    rng = np.random.default_rng(2)
    x, z = rng.integers(0, 6, (2, 4, 5)).astype(float)
    counts = OUTPUTS[pattern]
    width = int(counts.max())
    cells = (np.arange(width) < counts[:, :, None]).reshape(4, -1)
    clusters = np.repeat(np.arange(3), width)
    i, k = np.triu_indices(4, 1)
    found = []
    for draw in itertools.product(range(5), repeat=3):
        one, other = (np.where(cells, np.repeat(v[:, list(draw)], width, axis=1), 0.0) for v in (x, z))
        given = UnlimitedPearson(np.stack([one, one, other]), other, cells, clusters)
        means = _Means.of(given, np.ones(len(clusters)))
        pairs = np.eye(4)[i] + np.eye(4)[k]
        found.append([means.sums(pairs, *SCORERS[scorers], noise=noise) for noise in (True, False)])
    a, b = {"metric and human": (x, z), "metric": (x, x), "human": (z, z)}[scorers]
    a, b = a.mean(axis=1), b.mean(axis=1)
    expected = 2 * (a[i] - a[k]) * (b[i] - b[k])
    without_noise, plain = np.mean(found, axis=0)
    np.testing.assert_allclose(without_noise, expected, atol=1e-9)
    assert np.abs(plain - expected).max() > 0.1


def test_a_cluster_of_copies_is_one_input_and_so_are_copies_in_a_resample():
    x, z = scores(np.random.default_rng(3), 8, 6, noise=0.2, missing=0.1)
    expected = estimate(x, z)
    twice = ScoreArrays.of(np.tile(x, 3), np.tile(z, 3), clusters=np.tile(np.arange(6), 3))
    found = level_correlations(twice, twice.group((0,)), Weights(None, None), "system", (NAME,)).values[NAME]
    assert found[0, 0] == pytest.approx(expected, abs=1e-10)
    once = ScoreArrays.of(x, z)
    weights = Weights(None, np.full((1, 6), 3.0))
    found = level_correlations(once, once.group((0,)), weights, "system", (NAME,)).values[NAME]
    assert found[0, 0] == pytest.approx(expected, abs=1e-10)
    # taken for independent inputs, copies hide how large noise is
    assert abs(estimate(np.tile(x, 3), np.tile(z, 3)) - expected) > 0.005


def test_counts_of_systems_make_pairs_and_copies_are_none():
    x, z = scores(np.random.default_rng(4), 6, 5, noise=0.05)
    arrays = ScoreArrays.of(x, z)
    counts = np.array([[1.0, 2, 0, 1, 1, 1], [0, 1, 1, 1, 1, 1], [2, 0, 0, 0, 0, 0]])
    found = level_correlations(arrays, arrays.group((0,)), Weights(counts, None), "system", (NAME,)).values[
        NAME
    ]
    assert found[1, 0] == pytest.approx(estimate(x[1:], z[1:]), abs=1e-10)
    assert np.isnan(found[2, 0])
    means = _Means.of(UnlimitedPearson.of(arrays, arrays.group((0,))), np.ones(5))
    of_pairs = [
        counts[0, i] * counts[0, k] * means.sums((np.eye(6)[i] + np.eye(6)[k])[None], 0, -1)[0]
        for i, k in itertools.combinations(range(6), 2)
    ]
    assert means.sums(counts[:1], 0, -1)[0] == pytest.approx(sum(of_pairs), abs=1e-9)


@pytest.mark.parametrize("missing", [0.0, 0.3])
def test_noise_that_hides_agreement_is_taken_off(missing):
    rng = np.random.default_rng(5)
    found = np.array(
        [
            [estimate(*values), estimate(*values, "pearson")]
            for values in (scores(rng, 40, 10, noise=0.25, missing=missing) for _ in range(150))
        ]
    )
    plain = 0.87 / (1 + 0.25 / (1 - missing))
    assert found[:, 1].mean() == pytest.approx(plain, abs=0.04)
    # once in a while a system has a single output
    assert np.isnan(found[:, 0]).mean() < 0.03
    assert np.nanmedian(found[:, 0]) == pytest.approx(0.87, abs=0.03)


def test_noise_that_both_share_makes_the_estimate_smaller():
    rng = np.random.default_rng(6)
    found = np.array(
        [
            [estimate(*values), estimate(*values, "pearson")]
            for values in (scores(rng, 40, 10, truth=0.3, noise=0.5, together=0.9) for _ in range(150))
        ]
    )
    assert found[:, 1].mean() == pytest.approx((0.3 + 0.45) / 1.5, abs=0.03)
    assert np.median(found[:, 0]) == pytest.approx(0.3, abs=0.05)
    assert (found[:, 0] < found[:, 1]).mean() > 0.95


def test_what_inputs_are_like_is_noise_where_every_system_has_its_own():
    rng = np.random.default_rng(7)
    found = []
    for _ in range(60):
        quality, easy = rng.normal(size=(2, 30, 1)), rng.normal(size=(30, 4))
        wide = np.full((2, 30, 30, 4), np.nan)
        own = np.arange(30)
        wide[0, own, own] = 0.8 * quality[0] + 0.6 * quality[1] + 2 * easy
        wide[1, own, own] = quality[0] + 2 * easy + rng.normal(size=(30, 4))
        x, z = wide.reshape(2, 30, 120)
        found.append([estimate(x, z), estimate(x, z, "pearson")])
    # means of four inputs share 4 / 4 of variance
    assert np.mean(found, axis=0)[1] == pytest.approx(1.8 / np.sqrt(2 * 2.25), abs=0.03)
    assert np.isnan(found).mean(axis=0)[0] < 0.15
    assert np.nanmedian(found, axis=0)[0] == pytest.approx(0.8, abs=0.05)


def test_without_more_variance_than_noise_has_it_is_undefined():
    rng = np.random.default_rng(8)
    x, z = scores(rng, 10, 8, noise=0.05)
    # every system as good as all others, whatever their outputs are
    flat = rng.normal(size=(10, 8))
    flat -= flat.mean(axis=1, keepdims=True)
    assert np.isnan(estimate(flat, z))
    assert np.isnan(estimate(x, flat))
    assert np.isnan(estimate(np.ones((10, 8)), z))
    assert np.isnan(estimate(x[:2], z[:2]))
    # of one input noise is not known, neither of all systems nor of one
    assert np.isnan(estimate(x[:, :1], z[:, :1]))
    x[0, 1:] = np.nan
    assert np.isnan(estimate(x, z))
    assert not np.isnan(estimate(x[1:], z[1:]))
    x[0] = np.nan  # a system without outputs is none
    assert estimate(x, z) == pytest.approx(estimate(x[1:], z[1:]), abs=1e-12)


def test_estimates_are_cut_at_one_and_what_is_left_out_is_not():
    rng = np.random.default_rng(9)
    x, z = next(
        values
        for values in (scores(rng, 10, 8, truth=0.97, noise=0.1) for _ in range(100))
        if estimate(*values) == 1.0
    )
    arrays = ScoreArrays.of(x, z)
    ready = two_way_jackknife(arrays, arrays.group((0,)), ("system",), (NAME,))[KEY]
    assert ready.correlations[0] > 1.0
    (interval,) = INTERVAL.limits(Correlations(arrays, [KEY], resamples=1), "both")[KEY]
    assert interval.low < interval.high == 1.0


def test_intervals_hold_the_agreement_with_unlimited_inputs_and_those_of_pearson_do_not():
    rng = np.random.default_rng(10)
    keys = [KEY, ("system", "pearson")]
    held = np.full((120, 2), np.nan)
    for k in range(len(held)):
        x, z = scores(rng, 30, 12, noise=0.25)
        limits = INTERVAL.limits(Correlations(ScoreArrays.of(x, z), keys, resamples=1), "both")
        held[k] = [one.low <= 0.87 <= one.high for one in (limits[key][0] for key in keys)]
    ours, plain = held.mean(axis=0)
    assert ours >= 0.93
    assert plain < 0.7


def test_a_noisier_metric_is_not_called_worse():
    rng = np.random.default_rng(11)
    rejected = np.zeros((60, 2))
    for k in range(len(rejected)):
        x, z = scores(rng, 40, 12, truth=0.9, noise=0.02)
        noisier = x + np.sqrt(12 * 0.6) * rng.normal(size=x.shape)
        arrays = ScoreArrays.of([x, noisier], z)
        ready = two_way_jackknife(arrays, arrays.group((0, 1)), ("system",), (NAME, "pearson"))
        for place, key in enumerate((KEY, ("system", "pearson"))):
            low, high = ready[key].of_pairs(np.array([0]), np.array([1])).limits(0.95)
            rejected[k, place] = low[0] > 0 or high[0] < 0
    ours, plain = rejected.mean(axis=0)
    assert ours <= 0.1
    assert plain > 0.5
