"""WMT's Kendall-like tau over relative rankings from direct assessment (DARR)."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.statistics.pairs.output_groups import OutputGroups, check_grouped_level, check_matrices
from trueness.statistics.pairs.score_differences import check_threshold


class RelativeRanking(NamedTuple):
    """Agreement with the human's clear preferences.

    Attributes
    ----------
    tau : float
        (C - D) / (C + D), in [-1, 1]; NaN where no pair is clear.
    concordant, discordant : int
        Clear pairs that the metric orders as people do, and all other clear pairs.
    """

    tau: float
    concordant: int
    discordant: int


def relative_ranking_tau(
    x: ArrayLike, z: ArrayLike, level: str = "input", *, threshold: float = 25.0
) -> RelativeRanking:
    """Return WMT's "Kendall-like" tau: only pairs that people separate clearly count, and ties of the metric are wrong.

    Pairs of outputs are formed within groups and counted over all groups, so that a group counts by its clear pairs.

    Parameters
    ----------
    x, z : array of shape (N, M)
        Scores of metric and human, NaN where missing. A vector is one group.
    level : {'input', 'global', 'per_system'}
        Where pairs are formed; WMT's are of outputs for one input.
    threshold : float
        The least difference of human scores that is a preference, positive; 25 of the 100 points of direct assessment
        at WMT, where scores are raw, not z-scores.

    Returns
    -------
    RelativeRanking

    Raises
    ------
    ArgumentError
        If shapes differ, scores are infinite, the level is unknown, or `threshold` is not positive.

    References
    ----------
    Ma et al. (2019), Results of the WMT19 metrics shared task; the rule is that of `KendallLike` in
    mt-metrics-eval.

    Examples
    --------
    >>> relative_ranking_tau([1, 2, 2, 3], [10, 40, 90, 60])
    RelativeRanking(tau=0.2, concordant=3, discordant=2)
    """
    level, threshold = check_grouped_level(level), check_threshold("threshold", threshold, positive=True)
    first, second = check_matrices(x, z)
    groups = OutputGroups.of(
        second, first, level
    )  # sorted by the human; the metric's order is what is counted
    order = groups.count(groups.first_reaching(*groups.scale.limit(threshold)))
    concordant = int(order.greater.sum())
    discordant = int(np.sum(order.less + order.equal))
    clear = concordant + discordant
    return RelativeRanking((concordant - discordant) / clear if clear else math.nan, concordant, discordant)
