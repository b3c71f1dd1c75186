"""Which kind of scores human scores are, of those that methods are certified on."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

MOST_LIKERT_VALUES = 7
SKEWNESS = 1.0
EXCESS_KURTOSIS = 2.0


def score_type(scores: ArrayLike) -> str:
    """Return the kind of scores.

    ``likert`` with at most 7 distinct values; else ``skewed`` if the sample skewness is beyond 1 in size; else
    ``heavy_tailed`` if the excess kurtosis is above 2; else ``normal``.

    Parameters
    ----------
    scores : array
        NaN where missing.

    Returns
    -------
    str
    """
    values = np.asarray(scores, dtype=np.float64)
    values = values[np.isfinite(values)]
    if len(np.unique(values)) <= MOST_LIKERT_VALUES:
        return "likert"
    z = (values - values.mean()) / values.std()
    if abs(float(np.mean(z**3))) > SKEWNESS:
        return "skewed"
    return "heavy_tailed" if float(np.mean(z**4)) - 3 > EXCESS_KURTOSIS else "normal"
