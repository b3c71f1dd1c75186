"""Strengths from rankings: values of choix's suite, Bradley and Terry's model, intervals by simulation, errors."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.optimize

from trueness.errors import ArgumentError, DataError
from trueness.statistics.preferences.bradley_terry import bradley_terry
from trueness.statistics.preferences.plackett_luce import plackett_luce


# choix 0.4.1, tests/data: pairwise, rankings and top-1
@pytest.mark.parametrize(
    ("ballots", "expected"),
    [
        ([[0, 1], [1, 2], [2, 0]], [0, 0, 0]),
        ([[0, 1], [0, 1], [1, 2], [2, 0]], [0.419617624, -0.419617624, 0]),
        ([[0, 1, 2], [1, 2, 0], [2, 0, 1]], [0, 0, 0]),
        ([[0, 1, 2], [3, 2, 0], [1, 3]], [-0.44328117, 0.69506219, -0.67061442, 0.4188334]),
        ([[0, [1, 2]], [1, [0, 2]], [2, [0, 1]]], [0, 0, 0]),
        ([[0, [1]], [1, [2]], [2, [0, 1]]], [0.16040395, -0.32080789, 0.16040394]),
    ],
)
def test_the_values_of_choix_suite(ballots, expected):
    # to the tolerance that it has for these
    np.testing.assert_allclose(plackett_luce(ballots).strengths, expected, atol=1e-4)


@pytest.mark.parametrize("prior", [0.0, 0.5])
def test_of_pairs_it_is_bradley_and_terrys_model(prior):
    rng = np.random.default_rng(2)
    first, second = (rng.permuted(np.tile(np.arange(5), (200, 1)), axis=1)[:, :2]).T
    won = np.where(rng.random(200) < 0.6, 1, -1)
    clusters = rng.integers(0, 40, 200)
    expected = bradley_terry(first, second, won, clusters=clusters, interval="sandwich", prior=prior)
    ballots = [
        [a, b] if w > 0 else [b, a] for a, b, w in zip(first.tolist(), second.tolist(), won, strict=True)
    ]
    found = plackett_luce(ballots, clusters=clusters, prior=prior)
    for name in ("strengths", "low", "high", "covariance", "log_likelihood", "n_clusters"):
        np.testing.assert_allclose(getattr(found, name), getattr(expected, name), atol=1e-7, err_msg=name)


def draw(rng, strengths, n, few=None):
    """Rankings by the model are the order of strengths with Gumbel's noise (Yellott 1977)."""
    order = np.argsort(-(strengths + rng.gumbel(size=(n, len(strengths)))), axis=1).tolist()
    return order if few is None else [[*one[:few], one[few:]] for one in order]


def test_the_likelihood_has_its_maximum_there():
    ballots = draw(np.random.default_rng(1), np.array([0.5, 0, -0.5, 0.2]), 30, 2)

    def loss(free):
        power = np.append(free, -free.sum())
        return -sum(
            power[a] - np.log(np.exp(power[[a, *([b, *rest] if k == 0 else rest)]]).sum())
            for a_, b_, rest in ballots
            for k, (a, b) in enumerate(((a_, b_), (b_, None)))
        )

    best = scipy.optimize.minimize(loss, np.zeros(3), tol=1e-12)
    found = plackett_luce(ballots)
    np.testing.assert_allclose(found.strengths[:3], best.x, atol=1e-5)
    assert found.log_likelihood == pytest.approx(-best.fun)
    assert (found.n_choices, found.n_clusters) == (60, 30)


def test_intervals_hold_the_truth():
    rng = np.random.default_rng(4)
    truth = np.array([0.8, 0.2, -0.3, -0.7])
    held = [
        (found.low <= truth) & (truth <= found.high)
        for few in (None, 1)
        for found in (plackett_luce(draw(rng, truth, 60, few)) for _ in range(150))
    ]
    assert np.mean(held) == pytest.approx(0.95, abs=0.025)


def test_what_has_no_estimate_is_refused():
    with pytest.raises(DataError, match="'0' won every comparison"):
        plackett_luce([[0, 1, 2], [0, 2, 1], [0, 1, 2]])
    assert np.isfinite(plackett_luce([[0, 1, 2], [0, 2, 1], [0, 1, 2]], prior=0.5).strengths).all()
    with pytest.raises(DataError, match="were never compared"):
        plackett_luce([[0, 1], [1, 0], [2, 3], [3, 2]])
    with pytest.raises(DataError, match="of a single cluster"):
        plackett_luce([[0, 1], [1, 0]], clusters=["a", "a"])
    for ballots, message in (
        ([[0, 0, 1], [1, 0]], "ballot 1 must name each system once"),
        ([[0, 1], [0, -1]], "ballot 2 must name each system once"),
        ([[[0, 1], 2]], "several systems on one place"),
        ([[0], [1]], "prefer a system to another"),
    ):
        with pytest.raises(ArgumentError, match=message):
            plackett_luce(ballots)
    with pytest.raises(ArgumentError, match="`n_systems` is 2"):
        plackett_luce([[0, 1, 2], [2, 1, 0]], n_systems=2)
    with pytest.raises(ArgumentError, match="`names` must name the 3 systems"):
        plackett_luce([[0, 1, 2], [2, 1, 0]], names=["a"])
    with pytest.raises(ArgumentError, match="`prior` must be"):
        plackett_luce([[0, 1], [1, 0]], prior=-1)
