"""The different values of a column that has few, as those have that were given by hand."""

from __future__ import annotations

import numpy as np

from trueness.data.cells.packed_numbers import ROWS_PER_BLOCK, FloatArray


def few_values(numbers: FloatArray, most: int) -> FloatArray | None:
    """Return the different values of a column, ascending; None where there are more than so many.

    It looks at some rows after others, and no further than it has to: a column of n takes O(n log `most`) operations,
    one of many values a few thousand, and neither is copied.

    Parameters
    ----------
    numbers : array of shape (n,)
        Without NaN.
    most : int
    """
    found: FloatArray = np.empty(0)
    for start in range(0, len(numbers), ROWS_PER_BLOCK):
        found = np.union1d(found, numbers[start : start + ROWS_PER_BLOCK])
        if len(found) > most:
            return None
    return found


def are_halves(values: FloatArray) -> bool:
    """Return whether all values are multiples of a half, as the steps of scales are."""
    return bool(np.all(values % 0.5 == 0))
