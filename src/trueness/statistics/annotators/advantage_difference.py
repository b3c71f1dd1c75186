"""By how much more often one judge than another fits annotators at least as well as each of them does."""

from __future__ import annotations

import dataclasses

import numpy as np
from numpy.typing import NDArray

from trueness.errors import ArgumentError, check_proportion
from trueness.statistics.alike_units import alike_units
from trueness.statistics.annotators.other_people import other_people
from trueness.statistics.array_types import FloatArray
from trueness.statistics.certain import Certain, student_pvalue


def advantage_difference(
    first: FloatArray, second: FloatArray, units: NDArray[np.intp], confidence: float = 0.95
) -> Certain:
    """Return the difference of two judges' advantages, the mean over annotators of the share of outputs they fit.

    Outputs of a unit are taken together; of enough annotators these vary, too (see `other_people`). The p-value is
    one-sided, that the first is not better.

    Parameters
    ----------
    first, second : arrays of shape (A, U)
        1 where the judge fits the others at least as well as this annotator, 0 where not, NaN where not compared.
    units : array of shape (U,)
        Labels of outputs that are not independent.
    confidence : float

    Raises
    ------
    ArgumentError
        If shapes do not agree, or `confidence` is not between 0 and 1.
    """
    check_proportion("confidence", confidence)
    if first.shape != second.shape or first.ndim != 2 or units.shape != first.shape[1:]:
        raise ArgumentError(
            "both judges need a row per annotator and a column per output, and outputs a unit each."
        )
    gaps = first - second
    known = ~np.isnan(gaps)
    counts = known.sum(axis=1)
    kept = counts > 0
    if not kept.any():
        return Certain.unknown()
    filled = np.where(known, gaps, 0.0)[kept]
    means = filled.sum(axis=1) / counts[kept]
    estimate = float(means.mean())
    weights = known[kept] / (counts[kept, None] * kept.sum())
    parts = weights * (filled - means[:, None])
    place = np.unique(units[known.any(axis=0)], return_inverse=True)[1].reshape(-1)
    sums = np.bincount(place, parts.sum(axis=0)[known.any(axis=0)])
    size = len(sums)
    variance = float(size / (size - 1) * (sums @ sums)) if size > 1 else 0.0
    people = np.broadcast_to(np.arange(len(means))[:, None], parts.shape)[known[kept]]
    everybody = other_people(
        (weights * (filled - estimate))[known[kept]],
        people,
        np.broadcast_to(units, parts.shape)[known[kept]],
    )
    degrees = size - 1.0
    if everybody.vary and degrees > 0:
        spread = variance**2 / degrees + everybody.variance**2 / everybody.degrees
        variance += everybody.variance
        degrees = variance**2 / spread if spread > 0 else degrees
    if not variance > 1e-24:
        found = alike_units(estimate, -1.0, 1.0, size, confidence)
        half = found.pvalue / 2
        return dataclasses.replace(found, pvalue=half if estimate > 0 else 1 - half)
    error = float(np.sqrt(variance))
    found = Certain.measured(estimate, error, degrees, confidence)
    return dataclasses.replace(found, pvalue=student_pvalue(estimate / error, degrees, "greater"))
