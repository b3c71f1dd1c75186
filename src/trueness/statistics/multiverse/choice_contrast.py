"""Whether a choice moves a number that was computed under every combination of choices from the same data.

Numbers under two values of a choice differ on average by a contrast. All of them come from one set of systems and
inputs, so that its noise is not that of independent numbers: what each unit contributes to every number is known from
leaving it out, and what it contributes to the contrast is the same contrast of these.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np

from trueness.errors import ArgumentError
from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.certain import student_pvalue

NO_NOISE = 1e-9
"""Of a standard error beside a contrast: less is rounding."""


def left_out_deviations(values: FloatArray, there: IntArray, units: int) -> FloatArray:
    """Return what each unit adds to the standard error of a number, from the number without it.

    Their sum of squares is the jackknife's variance, (n - 1) / n times the sum of (t(i) - mean)^2 (Tukey 1958); those
    of several numbers from the same units make the variance of any sum of the numbers.

    Parameters
    ----------
    values : array of shape (n, ...)
        Without each of n units.
    there : array of shape (n,)
        Which of all units these are; the others are no part of the number, and add nothing.
    units : int
        How many there are.

    Returns
    -------
    array of shape (units, ...)

    Raises
    ------
    ArgumentError
        If the numbers do not fit the units.
    """
    n = len(values)
    if len(there) != n or (n and there.max() >= units):
        raise ArgumentError(f"`there` must place {n} values among {units} units.")
    found = np.zeros((units, *values.shape[1:]))
    if n:
        found[there] = math.sqrt((n - 1) / n) * (values - values.mean(axis=0))
    return found


def choice_contrast(
    numbers: FloatArray, codes: IntArray, deviations: Sequence[FloatArray], degrees: float
) -> float:
    """Return the p-value that a choice moves a number: of its largest contrast, corrected over pairs of values.

    Parameters
    ----------
    numbers : array of shape (A,)
        Under A combinations of choices.
    codes : array of shape (A,)
        Which value of the choice each has; negative where it makes no difference.
    deviations : sequence of arrays of shape (A, units)
        Of systems, of inputs (see `left_out_deviations`); their variances are added, which counts the noise of single
        outputs twice and so errs on the side of saying nothing.
    degrees : float
        Of freedom, of Student's t.

    Returns
    -------
    float
        1 where nothing differs, NaN where noise is unknown or the choice has one value.

    Raises
    ------
    ArgumentError
        If shapes do not agree.
    """
    if codes.shape != numbers.shape or any(len(one) != len(numbers) for one in deviations):
        raise ArgumentError("`codes` and `deviations` must have an entry for each of `numbers`.")
    values = np.unique(codes[codes >= 0])
    pvalues = []
    for one, other in itertools.combinations(values.tolist(), 2):
        weights = (codes == one) / np.sum(codes == one) - (codes == other) / np.sum(codes == other)
        contrast = float(weights @ numbers)
        error = math.sqrt(sum(float(np.sum(np.square(weights @ part))) for part in deviations))
        if math.isnan(error) or (not deviations):
            return math.nan
        scale = float(np.abs(numbers).max())
        if abs(contrast) <= NO_NOISE * max(scale, error):
            pvalues.append(1.0)
        elif error <= NO_NOISE * abs(contrast):
            return math.nan  # differs although no unit moves it: nothing is known of its noise
        else:
            pvalues.append(student_pvalue(contrast / error, degrees))
    return min(1.0, len(pvalues) * min(pvalues)) if pvalues else math.nan
