"""Which kind of scores these are, of the kinds that methods were studied on."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from trueness.statistics.array_types import FloatArray
from trueness.statistics.ties import tie_close

FEW_VALUES = 7
"""Scores of no more distinct values are those of a rating scale, however few scores there are."""

MOST_LIKERT_VALUES = 21
"""As many as a mean of five ratings from 1 to 5 can have."""

MOST_LIKERT_STEPS = 24
"""As many as there are sixths between 1 and 5, where two and three ratings are averaged."""

OUTPUTS_PER_LIKERT_VALUE = 5
"""With fewer scores per value, on average, a fine scale shows few of its values by chance."""
SKEWNESS = 1.0
EXCESS_KURTOSIS = 2.0


def score_type(scores: ArrayLike) -> str:
    """Return the kind of scores.

    ``likert`` with at most 7 distinct values, or at most 21 that are steps of a coarse scale: no more than 24 of the
    smallest gap between two values from the lowest to the highest, and at least 5 scores per value on average. So
    half points, and means of the same few ratings per output, also as rounded in a file, are of that kind; sliders of
    100 points and scores with a long tail of rare values are not. Else ``skewed`` if the sample skewness is beyond 1
    in size; else ``heavy_tailed`` if the excess kurtosis is above 2; else ``normal``.

    Parameters
    ----------
    scores : array
        NaN where missing.

    Returns
    -------
    str

    Examples
    --------
    >>> thirds = np.tile(np.arange(3, 16) / 3, 10)
    >>> score_type(thirds), score_type(np.arange(101))
    ('likert', 'normal')
    """
    values = np.asarray(scores, dtype=np.float64)
    values = values[np.isfinite(values)]
    if _on_coarse_scale(values):
        return "likert"
    z = (values - values.mean()) / values.std()
    if abs(float(np.mean(z**3))) > SKEWNESS:
        return "skewed"
    return "heavy_tailed" if float(np.mean(z**4)) - 3 > EXCESS_KURTOSIS else "normal"


def _on_coarse_scale(values: FloatArray) -> bool:
    """Return whether scores, of which none is missing, have few values and each of them often."""
    distinct = np.unique(tie_close(np.unique(values)))  # means that differ in their last bits are one value
    if len(distinct) <= FEW_VALUES:
        return True
    if len(distinct) > MOST_LIKERT_VALUES or len(values) < OUTPUTS_PER_LIKERT_VALUE * len(distinct):
        return False
    # half a step more, since thirds that are rounded to .33 and .67 are not all as far apart
    return float(np.ptp(distinct)) < (MOST_LIKERT_STEPS + 0.5) * float(np.min(np.diff(distinct)))
