"""From which score on a judge gives the better of two labels, chosen on other outputs than it is used for."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from trueness.errors import UnsupportedMethodError
from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.labels.labelled import FOLD_SEED, FOLDS
from trueness.statistics.pairs.held_out_calibration import deal_folds


class CrossFittedLabels(NamedTuple):
    """Labels made of scores.

    Attributes
    ----------
    labels : array of shape (N, M)
        1 from the threshold on, 0 below it; NaN where there is no score.
    threshold : float
        The one that is best for all inputs together; NaN where people gave one label alone.
    """

    labels: FloatArray
    threshold: float


def best_label_threshold(scores: FloatArray, shares: FloatArray) -> float:
    """Return the threshold whose labels have the highest kappa with people's, half way between two scores.

    Kappa and not balanced accuracy, by which `best_call_thresholds` chooses: where one label is rare the threshold of
    balanced accuracy gives it far more often than people do, and a judge is held against people by kappa.

    Parameters
    ----------
    scores : array of shape (n,)
    shares : array of shape (n,)
        Of the people behind each output the part that gave label 1.

    Returns
    -------
    float
        Of thresholds that do equally well the lowest; NaN without two scores, or two labels.

    Examples
    --------
    >>> best_label_threshold(np.array([1.0, 2, 4, 8]), np.array([0.0, 0, 1, 1]))
    3.0
    """
    known = ~(np.isnan(scores) | np.isnan(shares))
    values, place = np.unique(scores[known], return_inverse=True)
    given, n = shares[known], int(known.sum())
    ones = float(given.sum())
    if len(values) < 2 or not 0 < ones < n:
        return float("nan")
    below = np.cumsum(np.bincount(place))[:-1].astype(np.float64)
    missed = np.cumsum(np.bincount(place, weights=given))[:-1]
    # kappa of two labels is 2 (ad - bc) over the products of the margins
    called, zeros = n - below, n - ones
    kappa = (n * (ones - missed) - called * ones) / (called * zeros + ones * below)
    best = int(np.argmax(kappa))
    middle = values[best] / 2 + values[best + 1] / 2
    return float(middle if middle > values[best] else values[best + 1])


def cross_fitted_labels(
    scores: FloatArray, shares: FloatArray, clusters: IntArray | None = None
) -> CrossFittedLabels:
    """Return labels of outputs, each by the threshold that is best for the inputs of the other nine tenths.

    No output has a say in the threshold that labels it. Outputs that people did not label take the one of all inputs.

    Parameters
    ----------
    scores, shares : arrays of shape (N, M)
        A judge's scores; of the people behind each output the part that gave label 1, NaN where nobody did.
    clusters : array of shape (M,), optional
        Inputs of one number stay together.

    Raises
    ------
    UnsupportedMethodError
        If there is one input, or one cluster of them.
    """
    m = scores.shape[1]
    units = m if clusters is None else len(np.unique(clusters))
    if units < 2:
        raise UnsupportedMethodError(
            "a threshold is chosen on other inputs, and there is one alone, or one cluster of them: give a number "
            "(--threshold .5)."
        )
    fold = deal_folds(m, min(FOLDS, units), FOLD_SEED, clusters)
    whole = best_label_threshold(scores.ravel(), shares.ravel())
    held = np.array(
        [
            best_label_threshold(scores[:, fold != k].ravel(), shares[:, fold != k].ravel())
            for k in range(int(fold.max()) + 1)
        ]
    )
    thresholds = np.where(np.isnan(shares), whole, held[fold])
    labels = (scores >= thresholds).astype(np.float64)
    return CrossFittedLabels(np.where(np.isnan(scores) | np.isnan(thresholds), np.nan, labels), whole)
