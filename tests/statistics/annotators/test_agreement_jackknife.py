"""Intervals of agreement hold where systems differ and people are strict; of a mean they are Student's."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from trueness.errors import ArgumentError
from trueness.statistics.annotators import agreement_jackknife as module
from trueness.statistics.annotators.agreement_jackknife import agreement_jackknife
from trueness.statistics.annotators.krippendorff_alpha import RatedUnits, weighted_alpha


def alpha_of(flat):
    units = RatedUnits.of(flat)
    return lambda weights: weighted_alpha(units, weights[:, units.kept], "interval")[None]


def mean_of(flat):
    """Return the mean of the first annotator, less than 1."""
    return lambda weights: (weights @ flat[0] / weights.sum(axis=1))[None]


def drawn(rng, people, systems, inputs, *, strict=0.0, taste=0.0, quality=1.0):
    found = quality * rng.normal(size=(1, systems, 1)) + 0.5 * rng.normal(size=(1, systems, inputs))
    found = found + strict * rng.normal(size=(people, 1, 1)) + taste * rng.normal(size=(people, systems, 1))
    return np.clip(np.round(3 + found + rng.normal(size=(people, systems, inputs))), 1, 5)


def test_of_a_mean_over_inputs_it_is_students():
    x = np.random.default_rng(1).normal(-3, 1, size=(2, 1, 30))
    found = agreement_jackknife(x, mean_of)
    squares = (x[0, 0] - x.mean(axis=2)[0]) ** 2
    degrees = 2 * squares.sum() ** 2 / np.sum(squares**2)
    half = stats.t.ppf(0.975, degrees) * stats.sem(x[0, 0])
    away = 1 - x[0].mean()
    assert found.low[0] == pytest.approx(1 - away * np.exp(half / away))
    assert found.high[0] == pytest.approx(1 - away * np.exp(-half / away))


def test_systems_and_inputs_are_two_ways():
    rng = np.random.default_rng(2)
    x = rng.normal(-3, 1, size=(1, 8, 1)) + rng.normal(size=(1, 1, 12)) + rng.normal(size=(1, 8, 12))
    found = agreement_jackknife(np.repeat(x, 2, axis=0), mean_of)
    values = x[0]
    ways = [np.var(values.mean(axis=k), ddof=1) / values.shape[1 - k] for k in (0, 1)]
    variance = sum(ways) - np.var(values, ddof=1) / values.size
    width = (1 - values.mean()) * (np.log(1 - found.low[0]) - np.log(1 - found.high[0]))
    assert width / 2 / np.sqrt(variance) == pytest.approx(stats.t.ppf(0.975, 10), rel=0.15)


@pytest.mark.parametrize(
    ("people", "systems", "more"),
    [(2, 8, {}), (6, 10, {"strict": 0.5}), (6, 10, {"taste": 0.5})],
)
def test_the_lower_limit_is_rarely_above_what_many_systems_and_people_show(people, systems, more):
    rng = np.random.default_rng(3)
    many = drawn(rng, 30, 300, 20, **more)
    truth = float(alpha_of(many.reshape(30, -1))(np.ones((1, 6000)))[0, 0])
    found = [agreement_jackknife(drawn(rng, people, systems, 25, **more), alpha_of) for _ in range(100)]
    assert np.mean([one.low[0] > truth for one in found]) <= 0.05
    assert np.mean([one.low[0] <= truth <= one.high[0] for one in found]) >= 0.86


def test_ratings_that_are_all_equal_leave_room_for_others():
    ratings = np.repeat(np.random.default_rng(4).integers(1, 6, (1, 1, 20)), 2, axis=0).astype(float)
    found = agreement_jackknife(ratings, alpha_of)
    t = stats.t.ppf(0.975, 19)
    assert (found.low[0], found.high[0]) == (pytest.approx(1 - t**2 / (20 + t**2)), 1)


def test_where_nothing_varies_there_is_no_interval_and_clusters_are_units():
    rng = np.random.default_rng(5)
    alone = agreement_jackknife(drawn(rng, 3, 1, 1), alpha_of)
    assert np.isnan([*alone.low, *alone.high]).all()
    ratings = drawn(rng, 3, 6, 10)
    plain = agreement_jackknife(ratings, alpha_of)
    twice = agreement_jackknife(np.repeat(ratings, 2, axis=2), alpha_of, clusters=np.repeat(np.arange(10), 2))
    assert twice.low[0] == pytest.approx(plain.low[0], abs=0.02)
    with pytest.raises(ArgumentError, match="`over`"):
        agreement_jackknife(ratings, alpha_of, over="cells")


def test_outputs_with_equal_ratings_are_left_out_once(monkeypatch):
    ratings = drawn(np.random.default_rng(8), 2, 1, 60)
    ratings[0, 0, ::7] = np.nan
    calls = []

    def counted(flat):
        measure = alpha_of(flat)

        def measured(weights):
            calls.append(len(weights))
            return measure(weights)

        return measured

    each = agreement_jackknife(ratings, counted, over="inputs")
    one_by_one = sum(calls)
    calls.clear()
    monkeypatch.setattr(module, "MANY", 0)
    once = agreement_jackknife(ratings, counted, over="inputs")
    assert sum(calls) < one_by_one / 2
    np.testing.assert_allclose([once.low, once.high], [each.low, each.high], rtol=1e-10)


def test_of_too_many_different_outputs_limits_are_those_of_systems_and_inputs_alone(monkeypatch):
    """What outputs would take away from the variance is not known then."""
    x = np.repeat(np.random.default_rng(9).normal(-3, 1, size=(1, 6, 10)), 2, axis=0)
    narrow = agreement_jackknife(x, mean_of)
    monkeypatch.setattr(module, "MOST_PATTERNS", 0)
    wide = agreement_jackknife(x, mean_of)
    assert wide.low[0] < narrow.low[0]
    assert wide.high[0] > narrow.high[0]
    assert narrow.high[0] < 1
