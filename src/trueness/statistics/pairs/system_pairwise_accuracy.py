"""The share of pairs of systems that a metric orders as people do."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError, check_choice
from trueness.statistics.array_types import FloatArray
from trueness.statistics.score_arrays import AGGREGATES_OF_SCORES, ScoreArrays
from trueness.statistics.system_scores import system_means, system_scores

TIE_RULES = ("sign", "half", "drop_human")
"""``sign``: a pair is right if the signs of both differences are equal, so a tie of both is right and a tie of one is
wrong. ``half``: a tie of one counts half. ``drop_human``: pairs that people tie are left out, a tie of the metric is
wrong."""


class SystemPairwiseAccuracy(NamedTuple):
    """Agreement on pairs of systems.

    Attributes
    ----------
    accuracy : float
        In [0, 1]; NaN without pairs.
    n_pairs : int
        Pairs counted.
    """

    accuracy: float
    n_pairs: int


def system_pairwise_accuracy(
    x: ArrayLike, z: ArrayLike, *, ties: str = "sign", means: str = "judged", aggregate: str = "mean"
) -> SystemPairwiseAccuracy:
    """Return the share of pairs of systems whose scores by metric and human differ in the same direction.

    Parameters
    ----------
    x, z : array of shape (N, M)
        Scores of metric and human, NaN where missing. Scores of systems as such are one column, shape (N, 1).
    ties : {'sign', 'half', 'drop_human'}
        What a tie counts (see `TIE_RULES`).
    means, aggregate
        As in `correlate`.

    Returns
    -------
    SystemPairwiseAccuracy

    Raises
    ------
    ArgumentError
        If shapes do not agree, scores are infinite, or an option is unknown.

    Notes
    -----
    A system without outputs takes no part. Means that are equal but for rounding tie.

    References
    ----------
    Kocmi et al. (2021), To ship or not to ship: an extensive evaluation of automatic metrics for machine translation,
    WMT. The rule ``sign`` is that of `Agreement` in mt-metrics-eval.

    Examples
    --------
    >>> system_pairwise_accuracy([[1], [2], [2]], [[1], [2], [3]]).accuracy
    0.6666666666666666
    """
    check_choice("ties", ties, TIE_RULES)
    first, second = mean_scores(x, z, means=means, aggregate=aggregate)
    i, k = np.triu_indices(len(first), 1)
    sign_x, sign_z = np.sign(first[i] - first[k]), np.sign(second[i] - second[k])
    counted = sign_z != 0 if ties == "drop_human" else np.ones(len(i), dtype=bool)
    doubled = 2 * int(np.sum(counted & (sign_x == sign_z)))
    if ties == "half":
        doubled += int(np.sum((sign_x == 0) != (sign_z == 0)))
    n_pairs = int(counted.sum())
    return SystemPairwiseAccuracy(doubled / (2 * n_pairs) if n_pairs else math.nan, n_pairs)


def mean_scores(
    x: ArrayLike, z: ArrayLike, *, means: str, aggregate: str = "mean"
) -> tuple[FloatArray, FloatArray]:
    """Return the scores of the systems that have both, by metric and human, in units of the scores.

    Equal means are equal numbers.

    Raises
    ------
    ArgumentError
        If shapes do not agree, scores are infinite, or an option is unknown.
    """
    check_choice("aggregate", aggregate, AGGREGATES_OF_SCORES)
    shape = np.shape(x)
    if len(shape) != 2 or shape != np.shape(z):
        raise ArgumentError(
            f"score matrices must have one shape (systems, inputs); they have {shape} and {np.shape(z)}."
        )
    arrays = ScoreArrays.of(x, z, means=means, aggregate=aggregate)
    group = arrays.group((0,))
    first = system_scores(arrays, (0,), group.metric_cells, None)[0, 0]
    second = system_means(arrays.exact[1][None], group.human_cells, None)[0, 0]
    (k_x,), k_z = arrays.denominators
    both = ~np.isnan(first) & ~np.isnan(second)
    return first[both] / (k_x or 1), second[both] / (k_z or 1)
