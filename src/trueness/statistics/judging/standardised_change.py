"""Difference of two groups of outputs at a common mix of strata, such as systems."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError, check_proportion
from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.certain import Certain
from trueness.statistics.judging.cluster_totals import cluster_numbers
from trueness.statistics.judging.summed_value import summed_value

FEWEST_CLUSTERS = 2
"""Of fewer in a stratum of a group, nothing is left where one of them is left out."""


class StandardisedChange(NamedTuple):
    """The difference of two groups where both have the same mix.

    Attributes
    ----------
    difference : Certain
        NaN where no stratum is in both groups.
    strata : array
        Those that are in both with enough clusters, sorted.
    covered : tuple of two float
        The share of outputs of the first and of the second group that is in these; NaN of an empty group.
    """

    difference: Certain
    strata: np.ndarray
    covered: tuple[float, float]


def standardised_change(
    first: ArrayLike,
    second: ArrayLike,
    *,
    strata: ArrayLike | None = None,
    clusters: ArrayLike | None = None,
    beyond: ArrayLike | None = None,
    confidence: float = 0.95,
) -> StandardisedChange:
    """Return the second group's mean minus the first's at a common mix of strata, less a change known from others.

    It is the mean over strata of the differences of means, weighted by n1 n2 / (n1 + n2), the weights with the least
    variance where strata differ alike (Cochran 1954, Biometrics 10, section 6). Where both groups have one mix that is
    the difference of their means. The interval leaves out one cluster at a time (see `summed_value`).

    Parameters
    ----------
    first, second : arrays of shape (n,)
        Scores of the outputs of each group, NaN elsewhere; an output may be in both.
    strata : array of shape (n,), optional
        A label per output; by default all are one.
    clusters : array of shape (n,), optional
        A label per output; outputs with the same one are not independent. By default each is its own.
    beyond : array of shape (n,), optional
        Changes of outputs, NaN elsewhere, whose mean is subtracted; its doubt is in the interval.
    confidence : float

    Raises
    ------
    ArgumentError
        If shapes do not agree or an argument is outside its values.
    """
    one, two = (np.asarray(part, dtype=np.float64) for part in (first, second))
    n = len(one)
    labels = np.zeros(n, dtype=np.intp) if strata is None else np.asarray(strata)
    more = None if beyond is None else np.asarray(beyond, dtype=np.float64)
    if any(part.shape != (n,) for part in (one, two, labels, *(() if more is None else (more,)))):
        raise ArgumentError("`first`, `second`, `strata` and `beyond` must hold one value per output.")
    check_proportion("confidence", confidence)
    numbers = cluster_numbers(clusters, n)
    names, places = np.unique(labels, return_inverse=True)
    counts = np.stack([_clusters_in(places, numbers, part, len(names)) for part in (one, two)])
    shared = np.flatnonzero((counts >= FEWEST_CLUSTERS).all(axis=0))
    inside = np.isin(places, shared)
    sizes = [int((~np.isnan(part)).sum()) for part in (one, two)]
    held = [int((inside & ~np.isnan(part)).sum()) for part in (one, two)]
    covered = tuple(some / size if size else float("nan") for some, size in zip(held, sizes, strict=True))
    nothing = Certain.unknown()
    if not len(shared) or (more is not None and np.isnan(more).all()):
        return StandardisedChange(nothing, names[shared], (covered[0], covered[1]))
    place = np.searchsorted(shared, places)
    width = len(shared)
    columns = 4 * width + 2
    flat = np.zeros((int(numbers.max(initial=-1)) + 1) * columns)
    for k, part in enumerate((one, two)):
        rows = np.flatnonzero(inside & ~np.isnan(part))
        start = numbers[rows] * columns + 2 * k * width + place[rows]
        np.add.at(flat, start, 1.0)
        np.add.at(flat, start + width, part[rows])
    if more is not None:
        rows = np.flatnonzero(~np.isnan(more))
        np.add.at(flat, numbers[rows] * columns + 4 * width, 1.0)
        np.add.at(flat, numbers[rows] * columns + 4 * width + 1, more[rows])
    totals = flat.reshape(-1, columns)
    totals = totals[(totals != 0).any(axis=1)]
    whole = totals.sum(axis=0)
    weights = 1 / (1 / whole[:width] + 1 / whole[2 * width : 3 * width])
    weights /= weights.sum()

    def value(sums: FloatArray) -> FloatArray:
        with np.errstate(invalid="ignore", divide="ignore"):
            before = sums[:, width : 2 * width] / sums[:, :width]
            after = sums[:, 3 * width : 4 * width] / sums[:, 2 * width : 3 * width]
            judge = 0.0 if more is None else sums[:, -1] / sums[:, -2]
        return np.asarray((after - before) @ weights - judge)

    return StandardisedChange(
        summed_value(totals, value, confidence), names[shared], (covered[0], covered[1])
    )


def _clusters_in(places: IntArray, numbers: IntArray, part: FloatArray, size: int) -> IntArray:
    """Return how many clusters of a group are in each stratum."""
    known = ~np.isnan(part)
    both = np.unique(np.stack([places[known], numbers[known]]), axis=1)
    return np.asarray(np.bincount(both[0], minlength=size), dtype=np.intp)
