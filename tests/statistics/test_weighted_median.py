"""Medians under counts against NumPy's median of the repeated list, bit for bit."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from trueness.statistics.weighted_median import weighted_medians

NAN = np.nan
SCORES = st.floats(-1e3, 1e3) | st.sampled_from([0.0, 0.1, 0.2, 1 / 3, 2 / 3])


def repeated(values, cells, counts):
    """Return the medians of the lists that the counts describe."""
    result = np.full((len(counts), *values.shape[:2]), NAN)
    for b, k, i in np.ndindex(result.shape):
        listed = np.repeat(values[k, i][cells[i]], counts[b][cells[i]])
        if len(listed):
            result[b, k, i] = np.median(listed)
    return result


@given(
    hnp.arrays(np.float64, (2, 3, 5), elements=SCORES),
    hnp.arrays(bool, (3, 5)),
    hnp.arrays(np.int64, (4, 5), elements=st.integers(0, 4)),
)
def test_equals_the_median_of_the_repeated_list(values, cells, counts):
    found = weighted_medians(np.where(cells, values, NAN), cells, counts.astype(float))
    np.testing.assert_array_equal(found, repeated(values, cells, counts))


@given(hnp.arrays(np.float64, (2, 3, 5), elements=SCORES), hnp.arrays(bool, (3, 5)))
def test_without_counts_every_score_counts_once(values, cells):
    plain = weighted_medians(np.where(cells, values, NAN), cells, None)
    np.testing.assert_array_equal(plain, repeated(values, cells, np.ones((1, 5), dtype=int)))
    np.testing.assert_array_equal(plain, weighted_medians(values, cells, np.ones((1, 5))))


def test_a_median_of_two_is_their_mean_and_of_nothing_undefined():
    values = np.array([[[3.0, 1.0, 7.0], [5.0, NAN, NAN], [NAN, NAN, NAN]]])
    cells = ~np.isnan(values[0])
    np.testing.assert_array_equal(weighted_medians(values, cells, None), [[[3, 5, NAN]]])
    counts = np.array([[1.0, 0, 1], [0, 2, 2], [0, 1, 2]])
    np.testing.assert_array_equal(
        weighted_medians(values, cells, counts), [[[5, 5, NAN]], [[4, NAN, NAN]], [[7, NAN, NAN]]]
    )


@pytest.mark.parametrize("shape", [(1, 2, 0), (0, 2, 3), (1, 0, 3)])
def test_nothing_to_take_a_median_of(shape):
    cells = np.ones(shape[1:], dtype=bool)
    for counts in (None, np.ones((4, shape[2]))):
        found = weighted_medians(np.ones(shape), cells, counts)
        assert found.shape == (1 if counts is None else 4, *shape[:2])
        assert np.isnan(found).all()
