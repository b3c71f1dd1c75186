"""Distances of words, and what it costs to move the words of one text to those of another."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from trueness.errors import DataError
from trueness.metrics.metric import FloatArray
from trueness.metrics.transport import MOST_CELLS, transport_cost
from trueness.metrics.vectors.word_bags import Bag, unit_rows

IntArray = NDArray[np.int64]

NEGLIGIBLE = 1e-12
"""Of a mass of 1: what is left of equal weights is rounding."""


def euclidean(left: FloatArray, right: FloatArray) -> FloatArray:
    """Return Euclidean distances of rows, shape (m, n), by one product of matrices."""
    squares = (left**2).sum(axis=1)[:, None] + (right**2).sum(axis=1) - 2 * (left @ right.T)
    found: FloatArray = np.sqrt(np.maximum(squares, 0.0, out=squares), out=squares)
    return found


def cosine(left: FloatArray, right: FloatArray) -> FloatArray:
    """Return 1 minus the cosine of rows, shape (m, n), from 0 to 2; 1 for a row of zeros."""
    return np.clip(1.0 - unit_rows(left) @ unit_rows(right).T, 0.0, 2.0)


GROUND: dict[str, Callable[[FloatArray, FloatArray], FloatArray]] = {"e": euclidean, "c": cosine}
"""Ground distances by their letter in names."""


def check_cells(output: int, reference: int, what: str = "different words") -> None:
    """Refuse a matrix of distances that is too large.

    Parameters
    ----------
    output, reference : int
        How many rows and columns it has.
    what : str
        What they stand for.

    Raises
    ------
    DataError
        If it has more than `MOST_CELLS` cells.
    """
    if output * reference > MOST_CELLS:
        raise DataError(
            f"{output:,} {what} of the output and {reference:,} of a reference make more than the {MOST_CELLS:,} "
            "pairs that are compared: give shorter texts."
        )


def word_distances(ground: str, left: IntArray, right: IntArray, vectors: FloatArray) -> FloatArray:
    """Return distances between words by their rows, exactly 0 for a word and itself.

    Parameters
    ----------
    ground : {'e', 'c'}
        Euclidean, or 1 - cosine.
    left, right : array of int
        Rows of words, ascending.
    vectors : array of shape (words, dimension)

    Returns
    -------
    array of shape (number of left, number of right)
    """
    found = GROUND[ground](vectors[left], vectors[right])
    _, here, there = np.intersect1d(left, right, assume_unique=True, return_indices=True)
    found[here, there] = 0.0
    return found


def relaxed(output: Bag, reference: Bag, cost: FloatArray) -> tuple[float, float]:
    """Return the two relaxations of the word mover's distance, each a lower bound of it.

    Every word travels to the nearest word of the other text, whatever that can hold.

    Parameters
    ----------
    output, reference : Bag
        Not empty.
    cost : array of shape (words of the output, words of the reference)

    Returns
    -------
    tuple of (float, float)
        Of the words of the reference, and of those of the output.

    References
    ----------
    Kusner et al. 2015, section 4.2.
    """
    return float(reference.weights @ cost.min(axis=0)), float(output.weights @ cost.min(axis=1))


def movers_distance(output: Bag, reference: Bag, cost: FloatArray, *, stays: bool) -> float:
    """Return the word mover's distance: the least cost of moving the words of one text to those of the other.

    Parameters
    ----------
    output, reference : Bag
        Not empty.
    cost : array of shape (words of the output, words of the reference)
    stays : bool
        Whether the ground distance obeys the triangle inequality (Euclidean does, 1 - cosine does not): what both
        texts have of a word then stays where it is in some best plan, and only the rest is moved.

    Raises
    ------
    DataError
        If the texts have so many different words that the problem is too large.

    References
    ----------
    Kusner et al. 2015; Pele and Werman 2009, section 3, for what stays.
    """
    left, right = output.weights, reference.weights
    if stays:
        _, here, there = np.intersect1d(output.rows, reference.rows, assume_unique=True, return_indices=True)
        common = np.minimum(left[here], right[there])
        left[here] -= common
        right[there] -= common
        if left.sum() < NEGLIGIBLE:
            return 0.0
        rows, columns = left > 0, right > 0
        left, right, cost = left[rows], right[columns], cost[np.ix_(rows, columns)]
    right *= left.sum() / right.sum()
    return transport_cost(left, right, cost)
