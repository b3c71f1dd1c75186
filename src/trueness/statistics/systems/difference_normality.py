"""Whether differences between two systems' outputs are normal, as the t test takes them to be."""

from __future__ import annotations

import numpy as np

from trueness.statistics.array_types import FloatArray
from trueness.statistics.normality import shapiro_wilk_columns
from trueness.statistics.systems.system_pairs import SystemPairs

MOST_INPUTS = 5000
"""Royston's approximation of the p-value is made for samples up to this size."""


def difference_normality(pairs: SystemPairs) -> FloatArray:
    """Return the p-values of Shapiro and Wilk's test of the differences of every pair of systems, shape (P,).

    Small p-values speak against normal differences. The test is undefined (NaN) for fewer than three or more than 5,000
    shared inputs, and where all differences are equal. Scores that are whole numbers are never normal; with hundreds
    of inputs the t test then hardly suffers, and this test rejects all the same.

    Parameters
    ----------
    pairs : SystemPairs

    References
    ----------
    Shapiro and Wilk (1965), An analysis of variance test for normality, Biometrika 52:591-611; Royston (1995), AS R94.
    Graham (2015), section 5, checks the scores of systems before paired t tests; the test assumes it of differences.
    """
    found = np.full(pairs.n_pairs, np.nan)
    for part in pairs.parts(12 * pairs.n_inputs):
        differences, tolerance, _ = pairs.differences(part)
        there = ~np.isnan(differences)
        n_inputs = there.sum(axis=1)
        largest, smallest = (
            extreme(np.where(there, differences, nothing), axis=1, initial=nothing)
            for extreme, nothing in ((np.max, -np.inf), (np.min, np.inf))
        )
        tested = (n_inputs >= 3) & (n_inputs <= MOST_INPUTS) & (largest - smallest > tolerance)
        found[part.start + np.flatnonzero(tested)] = shapiro_wilk_columns(differences[tested].T)
    return found
