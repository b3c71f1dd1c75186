"""The paired bootstrap test of a difference between two correlations."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.statistics.permutation import EXCEEDANCE_TOLERANCE


class BootstrapPvalues(NamedTuple):
    """P-values of one paired bootstrap test.

    Attributes
    ----------
    greater, less, two_sided : float
        (1 + exceedances) / (1 + defined resamples); NaN where undefined.
    """

    greater: float
    less: float
    two_sided: float


def paired_bootstrap_pvalues(samples: ArrayLike, observed: float) -> BootstrapPvalues:
    """Return p-values from bootstrap values of a difference, recentred so that the null hypothesis holds.

    The statistic is d = r(X, Z) - r(Y, Z); under the null it varies like d* - d. So the metric is better where few
    resamples have d* - d >= d, that is d* >= 2 d.

    Parameters
    ----------
    samples : array of shape (B,)
        Values d* of resamples, NaN where undefined (left out; report how many).
    observed : float
        The difference d on the data.

    Returns
    -------
    BootstrapPvalues

    References
    ----------
    Deutsch, Dror and Roth (2021), section 4.2, and Efron & Tibshirani (1993), section 16.2; one is added to both
    counts so that no p-value is zero.
    """
    values = np.asarray(samples, dtype=np.float64)
    shifted = values[~np.isnan(values)] - observed
    if not shifted.size or np.isnan(observed):
        return BootstrapPvalues(np.nan, np.nan, np.nan)
    counts = (
        np.sum(shifted >= observed - EXCEEDANCE_TOLERANCE),
        np.sum(shifted <= observed + EXCEEDANCE_TOLERANCE),
        np.sum(np.abs(shifted) >= abs(observed) - EXCEEDANCE_TOLERANCE),
    )
    return BootstrapPvalues(*(float((1 + count) / (1 + shifted.size)) for count in counts))
