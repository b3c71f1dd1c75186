"""Groups of metrics that the tests at hand do not tell apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from trueness.errors import ArgumentError, check_proportion
from trueness.statistics.corrections import check_pvalues
from trueness.statistics.given_numbers import given_numbers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray


def rank_clusters(
    estimates: Sequence[float], pvalues: ArrayLike, alpha: float = 0.05
) -> tuple[int | None, ...]:
    """Return the cluster rank of every metric by the rule of the WMT metrics task; 1 is best.

    Metrics are taken in decreasing order of their estimate. A new cluster starts at a metric that some metric
    of the current cluster beats with p <= alpha. "Not significantly different" is not transitive, so two
    metrics of one cluster can differ from a third in different ways, and a metric at the head of a cluster
    need not differ from the tail of the one above: show the matrix of p-values beside the ranks.

    Parameters
    ----------
    estimates : sequence of float
        One correlation (or other agreement, larger is better) per metric, K of them. Equal estimates keep
        their order.
    pvalues : array_like
        Shape (K, K): [i, k] is the one-sided p-value that metric i (row) is better than metric k (column),
        corrected for multiple tests or not. NaN never separates; the diagonal is not read.
    alpha : float
        Level, strictly between 0 and 1.

    Returns
    -------
    tuple of int or None
        Ranks 1, 2, 3 ... in the order in which the metrics are given; None for a metric whose estimate is
        NaN, which takes no part.

    Raises
    ------
    ArgumentError
        If the shapes do not fit, if a p-value lies outside [0, 1], or if `alpha` is not strictly between 0
        and 1.

    References
    ----------
    Freitag et al. (2022), Results of WMT22 metrics shared task; the same rule is in its software,
    mt-metrics-eval.

    Examples
    --------
    >>> rank_clusters([0.5, 0.9, 0.8], [[1, 0.99, 0.99], [0.01, 1, 0.2], [0.04, 0.8, 1]])
    (2, 1, 1)
    """
    alpha = check_proportion("alpha", alpha)
    values = given_numbers(estimates)
    p = check_pvalues(pvalues)
    if values.ndim != 1 or p.shape != (values.size, values.size):
        raise ArgumentError(
            f"`pvalues` must be square, one row per estimate: shape {p.shape} for {values.size} estimates."
        )
    beats = p <= alpha  # False for NaN
    ranks: list[int | None] = [None] * values.size
    cluster: list[int] = []
    rank = 1
    for metric in np.argsort(-values, kind="stable").tolist():
        if np.isnan(values[metric]):
            continue
        if np.any(beats[cluster, metric]):
            rank += 1
            cluster = []
        cluster.append(metric)
        ranks[metric] = rank
    return tuple(ranks)


def not_outperformed(significantly_worse: ArrayLike) -> NDArray[np.bool_]:
    """Return which metrics are not significantly outperformed by any other metric.

    Unlike the first rank cluster this does not depend on an order of the metrics. It is the set marked as
    best in Graham (2015), there by Williams' test at 0.05 without correction.

    Parameters
    ----------
    significantly_worse : array_like of bool
        Shape (K, K): [i, k] is True if metric i (row) is significantly worse than metric k (column); False
        where the test is undefined. From one-sided p-values that the row is better: ``np.transpose(pvalues)
        <= alpha``. The diagonal is not read.

    Returns
    -------
    ndarray of bool
        Shape (K,).

    Raises
    ------
    ArgumentError
        If the matrix is not square, or does not hold booleans.

    References
    ----------
    Graham (2015), Re-evaluating automatic summarization with BLEU and 192 shades of ROUGE, EMNLP, section 4.
    """
    worse = np.array(significantly_worse)
    if worse.ndim != 2 or worse.shape[0] != worse.shape[1] or worse.dtype != np.bool_:
        raise ArgumentError(
            "`significantly_worse` must be a square matrix of booleans (compare p-values with alpha "
            f"first); it is {worse.dtype} of shape {worse.shape}."
        )
    np.fill_diagonal(worse, val=False)
    return np.asarray(~worse.any(axis=1), dtype=np.bool_)
