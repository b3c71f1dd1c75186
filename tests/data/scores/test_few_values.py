"""Few values are those that NumPy finds; of many there are none, wherever the last new one stands."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.data.cells.packed_numbers import ROWS_PER_BLOCK
from trueness.data.scores.few_values import are_halves, few_values


@pytest.mark.parametrize("n", [0, 1, 50, ROWS_PER_BLOCK + 1, 3 * ROWS_PER_BLOCK])
def test_few_values_are_all_that_there_are(n):
    numbers = np.random.default_rng(n).integers(1, 6, n) / 2
    np.testing.assert_array_equal(few_values(numbers, 5), np.unique(numbers))


def test_one_value_too_many_is_found_in_the_last_row():
    numbers = np.tile([1.0, 2.0, 3.0], ROWS_PER_BLOCK)
    numbers[-1] = 99
    assert few_values(numbers, 3) is None
    assert few_values(numbers, 4).tolist() == [1, 2, 3, 99]


@pytest.mark.parametrize(
    ("values", "halves"),
    [
        ([1, 2, 4.5], True),
        ([-0.5, 0], True),
        ([], True),
        ([1e308, 2], True),
        ([1, 1.25], False),
        ([1e-300], False),
    ],
)
def test_halves_of_any_size_are_told(values, halves):
    assert are_halves(np.array(values, dtype=np.float64)) is halves
