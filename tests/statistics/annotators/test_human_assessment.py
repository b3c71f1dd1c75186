"""Coverage, letters and their means, by hand and by scipy."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from trueness.errors import ArgumentError
from trueness.statistics.annotators.human_assessment import (
    MEANS_OF_DIMENSIONS,
    coverage_score,
    linguistic_quality,
    mean_of_dimensions,
)


def test_coverage_by_hand():
    # 4 matching units, the assessor saw 60 per cent of 8 model units expressed: 4 * 60 / 8
    assert coverage_score([4, 0, np.nan], 60, [8, 8, 8]) == pytest.approx([30, 0, np.nan], nan_ok=True)
    assert coverage_score(8, 100, 8) == 100


def test_letters_by_hand():
    seven = ["A", "B", "B", "C", "D", "E", "a"]
    assert linguistic_quality(seven) == pytest.approx((100 + 75 + 75 + 50 + 25 + 0 + 100) / 7)
    assert linguistic_quality([seven, ["E"] * 7, [None, " ", "C"], [None]]) == pytest.approx(
        [425 / 7, 0, 50, np.nan], nan_ok=True
    )


@given(st.lists(st.tuples(st.floats(0.01, 100), st.floats(0.01, 100)), min_size=1, max_size=5))
def test_means_by_scipy(pairs):
    coverage, quality = np.array(pairs).T
    for how, expected in (
        ("arithmetic", np.mean(pairs, axis=1)),
        ("harmonic", scipy.stats.hmean(pairs, axis=1)),
        ("geometric", scipy.stats.gmean(pairs, axis=1)),
    ):
        assert mean_of_dimensions([coverage, quality], how) == pytest.approx(expected)


@pytest.mark.parametrize("how", MEANS_OF_DIMENSIONS)
def test_zero_and_missing(how):
    found = mean_of_dimensions([[0, 0, np.nan, 0], [50, 0, 50, np.nan]], how)
    assert found == pytest.approx([25 if how == "arithmetic" else 0, 0, np.nan, np.nan], nan_ok=True)


def test_the_human_assessment_score():
    coverage = coverage_score([3], 40, [6])
    quality = linguistic_quality([["B"] * 7])
    assert mean_of_dimensions([coverage, quality]) == pytest.approx([47.5])


def test_errors():
    with pytest.raises(ArgumentError, match="`matching_units`"):
        coverage_score(-1, 50, 3)
    for extent in (150, 100.5, -0.5):
        with pytest.raises(ArgumentError, match="per cent"):
            coverage_score(1, extent, 3)
    with pytest.raises(ArgumentError, match="`model_units`"):
        coverage_score(1, 50, 0)
    with pytest.raises(ArgumentError, match="`grades`"):
        linguistic_quality(["A", "F"])
    with pytest.raises(ArgumentError, match="one shape"):
        mean_of_dimensions([[1, 2], [1]])
    with pytest.raises(ArgumentError, match="one or more"):
        mean_of_dimensions([])
    with pytest.raises(ArgumentError, match="at least 0"):
        mean_of_dimensions([[-1], [2]], "geometric")
    with pytest.raises(ArgumentError, match="finite values"):
        mean_of_dimensions([[np.inf], [2]])
    with pytest.raises(ArgumentError, match="Did you mean 'harmonic'"):
        mean_of_dimensions([[1], [2]], "harmonics")
