"""Means over splits of the same data, with intervals and p-values that know of the training."""

from __future__ import annotations

import numpy as np

from trueness.statistics.array_types import FloatArray
from trueness.statistics.certain import Certain

ROUNDING = 1e-12
"""Correlations that differ by no more are the same."""


def resampled_t(values: FloatArray, ratio: float, units: int, confidence: float) -> Certain:
    """Return the corrected resampled t of values, one for each of J splits.

    Splits share the outputs they train on, so that their values are no independent draws: the variance of the mean is
    (1/J + n_test / n_train) s², with s² the variance over splits (Nadeau and Bengio 2003, equation 9, after their
    approximation of the correlation of splits by n_test / (n_test + n_train)). Bouckaert and Frank (2004) use it for
    repeated cross-validation, with J − 1 degrees of freedom. Here there are never more degrees of freedom than units
    that were split, less one: repeating splits of 16 systems does not make more systems of them. Where all
    splits have the same value other than 0, only the mean is known.

    Parameters
    ----------
    values : array of shape (J,)
        NaN where a split has none; these are left out.
    ratio : float
        Units held out over units trained on.
    units : int
        Units that were split.
    confidence : float

    References
    ----------
    Nadeau and Bengio (2003), Inference for the generalization error, Machine Learning 52, 239–281. Bouckaert and Frank
    (2004), Evaluating the replicability of significance tests for comparing learning algorithms, PAKDD, 3–12.
    """
    known = values[~np.isnan(values)]
    n = len(known)
    if n < 2:
        return Certain.unknown(float(known[0]) if n else np.nan)
    mean, variance = float(known.mean()), float(known.var(ddof=1))
    if not known.any():
        return Certain(0.0, 0.0, 0.0, error=0.0, degrees=n - 1.0, pvalue=1.0)
    if np.ptp(known) <= ROUNDING:  # nothing tells how far other splits would be off
        return Certain.unknown(mean)
    error = float(np.sqrt((1 / n + ratio) * variance))
    return Certain.measured(mean, error, max(1, min(n, units) - 1), confidence)
