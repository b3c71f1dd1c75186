"""Pairwise accuracy: the share of pairs of outputs that a metric orders, or ties, as people do."""

from __future__ import annotations

import dataclasses
import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError
from trueness.statistics.array_types import FloatArray
from trueness.statistics.given_numbers import given_numbers
from trueness.statistics.pairs.output_groups import Counts, OutputGroups, check_grouped_level, check_matrices
from trueness.statistics.pairs.score_differences import check_threshold


class PairwiseAccuracy(NamedTuple):
    """A mean over groups of the share of pairs that are ordered alike.

    Attributes
    ----------
    estimate : float
        In [0, 1] for the accuracy, in [-1, 1] for tau_eq; NaN where no group has a pair.
    n_undefined : int
        Groups (inputs, systems) without a pair of outputs that have both scores; they are left out of the mean.
    """

    estimate: float
    n_undefined: int


@dataclasses.dataclass(frozen=True)
class PairOutcomes:
    """What becomes of the pairs of each of G groups: five whole numbers that add up to the number of pairs.

    Attributes
    ----------
    concordant, discordant : arrays of shape (G,)
        Pairs that metric and human order alike, or in opposite ways.
    tied_human, tied_metric, tied_both : arrays of shape (G,)
        Pairs tied by the human only, by the metric only, by both.
    """

    concordant: Counts
    discordant: Counts
    tied_human: Counts
    tied_metric: Counts
    tied_both: Counts

    @property
    def n_pairs(self) -> Counts:
        """All pairs of each group."""
        untied = self.concordant + self.discordant
        return untied + self.tied_human + self.tied_metric + self.tied_both

    @property
    def accuracy(self) -> FloatArray:
        """acc_eq of each group, (C + Thm) / all; NaN without pairs."""
        return _ratio(self.concordant + self.tied_both, self.n_pairs)


def pair_outcomes(x: ArrayLike, z: ArrayLike, level: str = "input", *, epsilon: float = 0.0) -> PairOutcomes:
    """Count concordant, discordant and tied pairs of outputs within groups.

    Parameters
    ----------
    x, z : array of shape (N, M)
        Scores of metric and human for N systems and M inputs, NaN where missing: only outputs with both scores form
        pairs. A vector is one group.
    level : {'input', 'global', 'per_system'}
        Pairs within inputs (M groups), among all outputs (one), within systems (N).
    epsilon : float
        The metric ties where its scores differ by at most this much, in units of the scores.

    Returns
    -------
    PairOutcomes

    Raises
    ------
    ArgumentError
        If shapes differ, scores are infinite, the level is unknown, or `epsilon` is negative or not finite.

    Notes
    -----
    The human ties where scores are equal as given. Time is O(E log E) for E outputs, or O(pairs) where there are few.

    Examples
    --------
    >>> pair_outcomes([0, 2, 6, 8], [1, 1, 1, 4], epsilon=4).accuracy
    array([0.66666667])
    """
    level, epsilon = check_grouped_level(level), check_threshold("epsilon", epsilon)
    return outcomes_of(OutputGroups.of(*check_matrices(x, z), level), epsilon)


def outcomes_of(groups: OutputGroups, epsilon: float) -> PairOutcomes:
    """Count the pairs of groups, the metric tying within `epsilon`."""
    order = groups.count(groups.first_beyond(*groups.scale.limit(epsilon)))
    both = groups.human_ties - order.equal
    metric_only = groups.n_pairs - order.greater - order.less - groups.human_ties
    return PairOutcomes(
        concordant=order.greater,
        discordant=order.less,
        tied_human=order.equal,
        tied_metric=metric_only,
        tied_both=both,
    )


def pairwise_accuracy(
    x: ArrayLike,
    z: ArrayLike,
    level: str = "input",
    *,
    epsilon: float = 0.0,
    weights: ArrayLike | None = None,
) -> PairwiseAccuracy:
    """Return acc_eq, the mean over groups of the share of pairs that metric and human order or tie alike.

    acc_eq = (C + Thm) / (C + D + Th + Tm + Thm), with C concordant and D discordant pairs, Th, Tm and Thm pairs tied by
    the human, by the metric and by both. Unlike Kendall's tau-b it is defined for constant scores: a constant metric's
    accuracy is the share of pairs that people tie.

    Parameters
    ----------
    x, z, level, epsilon
        As in `pair_outcomes`. `tie_calibration` finds an epsilon.
    weights : array of shape (G,), optional
        How often each group counts, whole numbers: a resample of inputs at the input level, of systems at the
        per-system level (default: once each).

    Returns
    -------
    PairwiseAccuracy

    Raises
    ------
    ArgumentError
        As `pair_outcomes`, or if weights are not whole numbers of at least 0, one per group.

    References
    ----------
    Deutsch, Foster & Freitag (2023), Ties matter: meta-evaluating modern metrics with pairwise accuracy and tie
    calibration, EMNLP.

    Examples
    --------
    >>> pairwise_accuracy([[1, 1], [2, 1], [3, 5]], [[1, 1], [3, 2], [2, 3]]).estimate
    0.6666666666666666
    """
    outcomes = pair_outcomes(x, z, level, epsilon=epsilon)
    return mean_accuracy(outcomes.concordant + outcomes.tied_both, outcomes.n_pairs, weights)


def pairwise_tau(
    x: ArrayLike,
    z: ArrayLike,
    level: str = "input",
    *,
    epsilon: float = 0.0,
    weights: ArrayLike | None = None,
) -> PairwiseAccuracy:
    """Return tau_eq = 2 acc_eq - 1: `pairwise_accuracy` on the scale of a correlation.

    Parameters
    ----------
    x, z, level, epsilon, weights
        As in `pairwise_accuracy`.

    Returns
    -------
    PairwiseAccuracy

    Raises
    ------
    ArgumentError
        As `pairwise_accuracy`.
    """
    outcomes = pair_outcomes(x, z, level, epsilon=epsilon)
    correct = outcomes.concordant + outcomes.tied_both
    return mean_accuracy(2 * correct - outcomes.n_pairs, outcomes.n_pairs, weights)


def mean_accuracy(correct: Counts, n_pairs: Counts, weights: ArrayLike | None = None) -> PairwiseAccuracy:
    """Return the weighted mean over groups of correct / n_pairs, rounded once.

    Parameters
    ----------
    correct, n_pairs : arrays of shape (G,)
    weights : array of shape (G,), optional
        Counts.

    Raises
    ------
    ArgumentError
        If weights are not whole numbers of at least 0, one per group.
    """
    counts = check_group_weights(weights, len(n_pairs))
    units, common = common_units(n_pairs)
    total = sum(int(c) * int(v) * u for c, v, u in zip(correct, counts, units, strict=True))
    drawn = int(counts[n_pairs > 0].sum())
    estimate = total / (common * drawn) if drawn else math.nan
    return PairwiseAccuracy(estimate, int(counts[n_pairs == 0].sum()))


def common_units(n_pairs: Counts) -> tuple[list[int], int]:
    """Return whole numbers u_g and L with u_g / L = 1 / n_pairs_g, so that means of shares compare exactly.

    A group without pairs has u_g = 0.
    """
    common = math.lcm(*(int(n) for n in np.unique(n_pairs) if n > 0))
    return [common // int(n) if n > 0 else 0 for n in n_pairs], common


def check_group_weights(weights: ArrayLike | None, n_groups: int) -> Counts:
    """Return counts of groups, ones where none are given.

    Raises
    ------
    ArgumentError
        If they are not whole numbers of at least 0, one per group.
    """
    if weights is None:
        return np.ones(n_groups, dtype=np.int64)
    values = given_numbers(weights)
    if values.shape != (n_groups,) or not np.all(
        np.isfinite(values) & (values >= 0) & (values == np.rint(values))
    ):
        raise ArgumentError(f"`weights` must be {n_groups} whole numbers of at least 0, one per group.")
    return values.astype(np.int64)


def _ratio(numerator: Counts, denominator: Counts | FloatArray) -> FloatArray:
    result = np.full(numerator.shape, np.nan)
    return np.asarray(np.divide(numerator, denominator, out=result, where=denominator > 0))
