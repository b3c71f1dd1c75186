"""Alpha against the published example, against its definition pair by pair, and its invariances."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from trueness.errors import ArgumentError
from trueness.statistics.annotators import krippendorff_alpha as module
from trueness.statistics.annotators.krippendorff_alpha import (
    MEASUREMENTS,
    RatedUnits,
    krippendorff_alpha,
    krippendorff_alpha_interval,
    weighted_alpha,
)

NAN = np.nan
# Krippendorff (2011), "Computing Krippendorff's Alpha-Reliability", section C: four observers, twelve units
PUBLISHED = np.array(
    [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, NAN, NAN, NAN],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NAN, 3],
        [NAN, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NAN],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NAN],
    ]
)


@pytest.mark.parametrize(
    ("measurement", "alpha"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849), ("ratio", 0.797)]
)
def test_the_published_example(measurement, alpha):
    found = krippendorff_alpha(PUBLISHED, measurement)
    assert found.estimate == pytest.approx(alpha, abs=5e-4)
    assert (found.n_units, found.n_dropped, found.n_ratings) == (11, 1, 40)


def by_definition(ratings, measurement):
    """Return alpha from all pairs of ratings, within units and overall."""
    units = [[v for v in column if not math.isnan(v)] for column in np.asarray(ratings).T]
    units = [unit for unit in units if len(unit) > 1]
    pool = [v for unit in units for v in unit]
    values = sorted(set(pool))

    def delta(c, k):
        if measurement == "nominal":
            return float(c != k)
        if measurement == "interval":
            return (c - k) ** 2
        if measurement == "ratio":
            return ((c - k) / (c + k)) ** 2 if c + k else 0.0
        low, high = sorted((c, k))
        between = sum(pool.count(g) for g in values if low <= g <= high)
        return (between - (pool.count(c) + pool.count(k)) / 2) ** 2

    n = len(pool)
    observed = sum(
        sum(delta(a, b) for a, b in itertools.permutations(unit, 2)) / (len(unit) - 1) for unit in units
    )
    expected = sum(delta(a, b) for a, b in itertools.permutations(pool, 2)) / (n - 1) if n > 1 else 0
    return 1 - observed / expected if expected else NAN


RATINGS = arrays(
    np.float64, st.tuples(st.integers(2, 4), st.integers(1, 6)), elements=st.sampled_from([0, 1, 2, 5, NAN])
)


@given(ratings=RATINGS)
def test_the_definition(ratings):
    for measurement in MEASUREMENTS:
        found = krippendorff_alpha(ratings, measurement).estimate
        expected = by_definition(ratings, measurement)
        assert found == pytest.approx(expected, abs=1e-9, nan_ok=True), measurement


@given(ratings=RATINGS, counts=arrays(np.float64, 6, elements=st.sampled_from([0, 1, 2, 3])))
def test_a_weight_is_a_copy_of_the_unit(ratings, counts):
    units = RatedUnits.of(ratings)
    counts = counts[: len(units.place)]
    copies = np.repeat(ratings[:, units.kept], counts.astype(int), axis=1)
    for measurement in MEASUREMENTS:
        expected = krippendorff_alpha(copies, measurement).estimate
        found = weighted_alpha(units, np.stack([counts, counts]), measurement)
        assert found == pytest.approx(np.array([expected, expected]), abs=1e-9, nan_ok=True), measurement


@given(ratings=RATINGS, shift=st.integers(-5, 5), scale=st.sampled_from([0.5, 2.0, -3.0]))
def test_interval_scale_has_no_origin_and_ordinal_no_distances(ratings, shift, scale):
    def same(measurement, other):
        before = krippendorff_alpha(ratings, measurement).estimate
        assert krippendorff_alpha(other, measurement).estimate == pytest.approx(before, abs=1e-9, nan_ok=True)

    same("interval", scale * ratings + shift)
    same("ordinal", scale * np.exp(ratings))
    same("nominal", (7 * ratings + 3) % 11)
    same("ratio", 3.0 * ratings)


def test_an_origin_far_away_takes_no_digits():
    ratings = np.random.default_rng(1).integers(1, 6, (3, 20)).astype(float)
    near, far = (krippendorff_alpha(ratings + origin, "interval").estimate for origin in (0, 1e9))
    assert far == pytest.approx(near, rel=1e-12)


def test_equal_ratings_are_undefined_and_not_perfect():
    assert math.isnan(krippendorff_alpha(np.full((3, 5), 2.0), "interval").estimate)
    assert math.isnan(krippendorff_alpha(np.full((3, 5), NAN)).estimate)
    assert krippendorff_alpha(np.full((3, 5), NAN)).n_dropped == 5
    # in resamples of a single unit all ratings may be equal, though not in the data
    units = RatedUnits.of([[1, 2, 2], [1, 2, 3]])
    assert np.isnan(weighted_alpha(units, np.array([[3.0, 0, 0], [1, 1, 1]]), "nominal")).tolist() == [
        True,
        False,
    ]


def test_further_axes_are_units():
    rng = np.random.default_rng(1)
    ratings = rng.integers(1, 6, size=(3, 4, 5)).astype(float)
    assert krippendorff_alpha(ratings) == krippendorff_alpha(ratings.reshape(3, 20))


def test_intervals_repeat_and_hold_the_estimate():
    rng = np.random.default_rng(2)
    truth = rng.normal(size=80)
    ratings = np.clip(np.round(3 + truth + 0.8 * rng.normal(size=(4, 80))), 1, 5)
    for measurement in MEASUREMENTS:
        one, same = (krippendorff_alpha_interval(ratings, measurement, resamples=600, rng=4) for _ in "ab")
        assert one == same
        assert one.low < krippendorff_alpha(ratings, measurement).estimate < one.high
        assert one != krippendorff_alpha_interval(ratings, measurement, resamples=600, rng=5)
    nothing = krippendorff_alpha_interval(np.full((2, 3), NAN), resamples=9)
    assert np.isnan(nothing).all()


def test_errors():
    with pytest.raises(ArgumentError, match="Did you mean 'ordinal'"):
        krippendorff_alpha(PUBLISHED, "ordnal")
    with pytest.raises(ArgumentError, match="one row per annotator"):
        krippendorff_alpha([1, 2, 3])
    with pytest.raises(ArgumentError, match="must be finite"):
        krippendorff_alpha([[1, np.inf], [1, 2]])
    with pytest.raises(ArgumentError, match="at least 0"):
        krippendorff_alpha([[1, -2], [1, 2]], "ratio")


def test_few_values_are_summed_as_many_are(monkeypatch):
    rng = np.random.default_rng(2)
    ratings = rng.integers(1, 6, (4, 30)).astype(float)
    ratings[rng.random(ratings.shape) < 0.2] = np.nan
    ratings[:, :3] = 2.0
    units = RatedUnits.of(ratings)
    weights = rng.integers(0, 3, (9, int(units.kept.sum()))).astype(float)
    few = weighted_alpha(units, weights, "ordinal")
    monkeypatch.setattr(module, "FEW_VALUES", 0)
    np.testing.assert_allclose(few, weighted_alpha(units, weights, "ordinal"), rtol=1e-13)
