"""One score out of several annotators', and z-scores per annotator."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from trueness.errors import ArgumentError
from trueness.statistics.annotators.annotator_combination import (
    COMBINATIONS,
    annotator_combination,
    annotator_zscores,
)

NAN = np.nan
RATINGS = arrays(
    np.float64, st.tuples(st.integers(1, 4), st.integers(1, 6)), elements=st.sampled_from([1, 2, 3, 5, NAN])
)


@given(ratings=RATINGS)
def test_mean_and_median_of_those_who_rated(ratings):
    for how, function in (("mean", np.mean), ("median", np.median)):
        expected = [
            function(column[~np.isnan(column)]) if not np.isnan(column).all() else NAN for column in ratings.T
        ]
        assert annotator_combination(ratings, how) == pytest.approx(np.array(expected), nan_ok=True)


@given(ratings=RATINGS)
def test_zscores_by_scipy(ratings):
    found = annotator_zscores(ratings)
    for row, own in zip(ratings, found, strict=True):
        known = row[~np.isnan(row)]
        if len(set(known)) > 1:
            assert own == pytest.approx(scipy.stats.zscore(row, nan_policy="omit"), nan_ok=True)
        else:
            assert np.isnan(own).all()


@given(ratings=RATINGS, shift=st.integers(-9, 9))
def test_zscores_know_neither_strictness_nor_range(ratings, shift):
    moved = ratings * np.arange(1, len(ratings) + 1)[:, None] + shift
    assert annotator_zscores(moved) == pytest.approx(annotator_zscores(ratings), abs=1e-9, nan_ok=True)


def test_equal_ratings_by_inexact_numbers_are_constant():
    assert np.isnan(annotator_zscores([[0.1] * 7, [0.3] * 7])).all()


def test_standardized_is_the_mean_of_zscores():
    ratings = np.array([[1.0, 2, 3], [10, 40, NAN]])
    z = annotator_zscores(ratings)
    assert annotator_combination(ratings, "standardized") == pytest.approx(
        [z[:, 0].mean(), z[:, 1].mean(), z[0, 2]]
    )


@pytest.mark.parametrize("how", COMBINATIONS)
def test_matrices_of_outputs(how):
    rng = np.random.default_rng(1)
    ratings = rng.integers(1, 6, size=(3, 4, 5)).astype(float)
    ratings[rng.random(ratings.shape) < 0.3] = NAN
    flat = annotator_combination(ratings.reshape(3, -1), how)
    assert annotator_combination(ratings, how) == pytest.approx(flat.reshape(4, 5), nan_ok=True)


def test_errors():
    with pytest.raises(ArgumentError, match="Did you mean 'mean'"):
        annotator_combination([[1, 2]], "means")
    with pytest.raises(ArgumentError, match="one entry per annotator"):
        annotator_combination([1, 2])
    with pytest.raises(ArgumentError, match="must be finite"):
        annotator_zscores([[1, np.inf]])
