"""Numbers of scored outputs: Fisher's interval as SciPy has it, textbook power, and data whose truth is known."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from trueness.errors import ArgumentError, DataError
from trueness.statistics.judging import scores_needed as module
from trueness.statistics.judging.scores_needed import scores_needed


def normal(r, n=400_000, seed=0):
    rng = np.random.default_rng(seed)
    human = rng.normal(size=n)
    return human, r * human + np.sqrt(1 - r**2) * rng.normal(size=n)


def exactly(r, n):
    """Return n pairs whose correlation is r."""
    rng = np.random.default_rng(1)
    x, e = rng.normal(size=(2, n))
    x = (x - x.mean()) / x.std()
    e = e - e.mean() - x * (e @ x) / n
    return x, r * x + np.sqrt(1 - r**2) * e / e.std()


@pytest.mark.parametrize("r", [0.0, 0.5, 0.8])
@pytest.mark.parametrize("width", [0.05, 0.15])
def test_fishers_interval_has_the_half_width_with_so_many(r, width):
    found = scores_needed(*normal(r), half_width=width, resamples=1, rng=1)
    assert found.spread == pytest.approx(1, abs=0.01)

    def half(n):
        limits = stats.pearsonr(*exactly(found.estimate, n)).confidence_interval()
        return (limits.high - limits.low) / 2

    n = round(3 + (found.number - 3) / found.spread**2)  # of normal scores, whose spread is 1
    assert half(n + 1) <= width < half(n - 2)


def test_power_is_the_textbooks():
    found = scores_needed(*normal(0.7), bar=0.6, power=0.8, resamples=1, rng=1)
    z = stats.norm.ppf(0.975) + stats.norm.ppf(0.8)
    expected = 3 + (z * found.spread / (np.arctanh(found.estimate) - np.arctanh(0.6))) ** 2
    assert found.number == pytest.approx(expected, abs=1)
    assert scores_needed(*normal(0.5, 2000), bar=0.6, resamples=99, rng=1).number == np.inf
    human, judge = normal(0.2)
    below = scores_needed(human, judge, bar=-0.1, resamples=1, rng=1)
    expected = 3 + (z * below.spread / (np.arctanh(below.estimate) + np.arctanh(0.1))) ** 2
    assert below.number == pytest.approx(expected, abs=1)


def test_the_spread_is_that_of_leaving_outputs_out():
    rng = np.random.default_rng(3)
    human = rng.exponential(size=300)
    judge = human + rng.exponential(size=300)
    groups = np.repeat(np.arange(100), 3)
    for clusters, units in ((None, 300), (groups, 100)):
        left = np.array(
            [
                np.arctanh(np.corrcoef(human[groups_of != k], judge[groups_of != k])[0, 1])
                for groups_of in [np.arange(300) if clusters is None else clusters]
                for k in range(units)
            ]
        )
        error = np.sqrt((units - 1) / units * np.sum((left - left.mean()) ** 2))
        found = scores_needed(human, judge, half_width=0.1, clusters=clusters, resamples=1, rng=1)
        assert found.spread / np.sqrt(300) == pytest.approx(error, rel=0.08)


def test_two_labels_have_the_variance_of_phi():
    human, judge = np.repeat([[0.0, 0, 1, 1], [0.0, 1, 1, 0]], [450, 50, 450, 50], axis=1)
    found = scores_needed(human, judge, half_width=0.1, resamples=1, rng=1)
    assert found.spread == pytest.approx(np.sqrt(1 - 0.8**2) / (1 - 0.8**2), rel=0.001)


def test_copies_of_outputs_need_as_many_more_if_their_groups_are_known():
    human, judge = (np.repeat(one, 4) for one in normal(0.7, 500))
    apart = scores_needed(human, judge, bar=0.5, resamples=1, rng=1).number - 3
    together = scores_needed(human, judge, bar=0.5, clusters=np.repeat(np.arange(500), 4), resamples=1, rng=1)
    assert together.number - 3 == pytest.approx(4 * apart, rel=0.01)


def test_the_limits_hold_the_number_in_about_80_per_cent_of_pilots():
    right = scores_needed(*normal(0.75), bar=0.6, resamples=1, rng=1).number
    held = 0
    for seed in range(200):
        found = scores_needed(*normal(0.75, 200, seed + 1), bar=0.6, resamples=199, rng=1)
        held += found.interval.low <= right <= found.interval.high
    assert 0.7 < held / 200 < 0.88


def test_missing_scores_offsets_and_units_change_nothing():
    human, judge = normal(0.6, 80)
    plain = scores_needed(human, judge, half_width=0.1, resamples=49, rng=1)
    moved = scores_needed(
        np.r_[1e6 + 2 * human, 3.0], np.r_[5 - 1e-3 * -judge, np.nan], half_width=0.1, resamples=49, rng=1
    )
    assert moved.number == plain.number
    assert moved.interval == plain.interval
    assert moved.n_outputs == 80


def test_refusals():
    human, judge = normal(0.6, 80)
    for given in ({}, {"half_width": 0.1, "bar": 0.5}):
        with pytest.raises(ArgumentError, match="give either `half_width` or"):
            scores_needed(human, judge, **given)
    with pytest.raises(ArgumentError, match="`bar` must lie between"):
        scores_needed(human, judge, bar=1)
    with pytest.raises(DataError, match="are too little for a correlation"):
        scores_needed(human, np.ones(80), bar=0.5)
    with pytest.raises(DataError, match="the correlation is 1"):
        scores_needed(human, human, bar=0.5)
    with pytest.raises(DataError, match="one group of outputs"):
        scores_needed(human, judge, bar=0.5, clusters=np.zeros(80))


def test_resamples_have_the_correlation_and_the_spread_of_their_outputs_on_any_scale():
    """Drawn outputs neither have a mean of 0 nor a spread of 1."""
    rng = np.random.default_rng(6)
    x = rng.exponential(size=40)
    y = x + rng.exponential(size=40)
    drawn = rng.multinomial(40, np.full(40, 1 / 40), 3).astype(float)

    def sums(x, y):
        return np.stack([np.ones_like(x), x, y, x * x, y * y, x * y], axis=1)

    zeta, spread = module._fisher(sums(x, y), drawn)
    for k, counts in enumerate(drawn.astype(int)):
        one, other = np.repeat(x, counts), np.repeat(y, counts)
        r = np.corrcoef(one, other)[0, 1]
        u, v = ((part - part.mean()) / part.std() for part in (one, other))
        influence = (u * v - r * (u**2 + v**2) / 2) / (1 - r**2)
        assert zeta[k] == pytest.approx(np.arctanh(r))
        assert spread[k] == pytest.approx(np.sqrt(np.sum(influence**2) / 39))
