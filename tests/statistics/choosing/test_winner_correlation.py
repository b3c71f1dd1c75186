"""What the best of several correlations reaches elsewhere, against tables whose truth is known."""

import math

import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.statistics.choosing.winner_correlation import winner_correlation
from trueness.statistics.choosing.winner_inference import winner_inference


def samples(rng, means, spread=0.2, size=4000):
    return np.tanh(np.asarray(means) + spread * rng.standard_normal((size, len(means))))


def test_it_is_inference_on_winners_of_z():
    z = np.array([1.2, 1.1, 0.3])
    drawn = samples(np.random.default_rng(1), z)
    found = winner_correlation(np.tanh(z), drawn, 16)
    plain = winner_inference(z, np.arctanh(drawn), degrees=14)
    assert found.place == 0
    assert np.arctanh([found.estimate, found.low, found.high]) == pytest.approx(plain[1:])


def test_one_far_ahead_keeps_its_correlation_and_one_of_many_does_not():
    rng = np.random.default_rng(2)
    alone = winner_correlation([0.9, 0.2, 0.1], samples(rng, np.arctanh([0.9, 0.2, 0.1])), 16)
    assert alone.estimate == pytest.approx(0.9, abs=0.005)
    close = [0.62, 0.61, 0.6, 0.6, 0.59]
    among = winner_correlation(close, samples(rng, np.arctanh(close)), 16)
    assert among.low < among.estimate < 0.5 < among.high


def test_few_units_widen_limits_only():
    rng = np.random.default_rng(3)
    drawn = samples(rng, [1.0, 0.2])
    few, many = (winner_correlation(np.tanh([1.0, 0.2]), drawn, units) for units in (8, 100))
    assert few.low < many.low < many.high < few.high
    assert few.estimate == many.estimate


def test_what_is_undefined_takes_no_part():
    rng = np.random.default_rng(4)
    drawn = samples(rng, [0.2, 1.0])
    with_gap = np.column_stack([np.full(len(drawn), np.nan), drawn])
    found = winner_correlation([math.nan, *np.tanh([0.2, 1.0])], with_gap, 16)
    assert found.place == 2
    assert winner_correlation([math.nan], [[math.nan]] * 5, 16).place == -1
    for units in (1, 2):
        few = winner_correlation([math.nan, *np.tanh([0.2, 1.0])], with_gap, units)
        assert few.place == -1
        assert math.isnan(few.estimate)
    assert winner_correlation([0.5], [[0.5]] * 5, 16).place == -1  # nothing varies


def test_refusals():
    with pytest.raises(ArgumentError, match="a column for each"):
        winner_correlation([0.1, 0.2], [[0.1]], 16)
    with pytest.raises(ArgumentError, match="`units`"):
        winner_correlation([0.1], [[0.1]] * 5, 0)
