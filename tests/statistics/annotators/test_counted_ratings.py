"""Tables of counts become ratings, which count to the same tables again."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from trueness.errors import ArgumentError
from trueness.statistics.annotators.counted_ratings import counted_ratings

TABLES = arrays(np.int64, (3, 3), elements=st.integers(0, 4))


@given(table=TABLES)
def test_pairs_count_to_the_table(table):
    x, y = counted_ratings(table)
    found = [[np.sum((x == a) & (y == b)) for b in range(3)] for a in range(3)]
    np.testing.assert_array_equal(found, table)


@given(table=TABLES)
def test_units_count_to_the_table(table):
    found = counted_ratings(table, "units", categories=[2, 4, 6])
    assert found.shape == (table.sum(axis=1).max(), 3)
    np.testing.assert_array_equal([[np.sum(found[:, u] == v) for v in (2, 4, 6)] for u in range(3)], table)


@pytest.mark.parametrize(
    ("counts", "of", "message"),
    [
        ([[1, 2]], "pairs", "must be a square table"),
        ([1, 2], "units", "must be a table"),
        ([[1.5]], "pairs", "whole numbers"),
        ([[-1]], "pairs", "whole numbers"),
        ([["a"]], "pairs", "whole numbers"),
        ([[1]], "rows", "`of` must be one of"),
    ],
)
def test_errors(counts, of, message):
    with pytest.raises(ArgumentError, match=message):
        counted_ratings(counts, of)
    with pytest.raises(ArgumentError, match="the 2 categories of the table"):
        counted_ratings([[1, 0], [0, 1]], categories=[1])
