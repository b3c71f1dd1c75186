"""A permutation test of two metrics' pairwise accuracies that swaps what becomes of pairs, not scores.

Each metric ties by a threshold of its own, which has no meaning for a mixture of two metrics' scores. Whether a metric
gets a pair right has one: under the null hypothesis the two metrics' outcomes are exchangeable.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from trueness.errors import ArgumentError, check_choice, check_integer
from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.dependent_correlations import ALTERNATIVES
from trueness.statistics.engine.resample import DEFAULT_RESAMPLES, PermutationPlan, Rng, n_tiles, resolve_seed
from trueness.statistics.pairs.output_groups import Counts, OutputGroups, check_matrices
from trueness.statistics.pairs.pairwise_accuracy import common_units, mean_accuracy
from trueness.statistics.pairs.score_differences import DifferenceScale, check_threshold
from trueness.statistics.pairs.tie_calibration import calibrate_ties

EXCHANGED = ("inputs", "pairs")
"""What changes places as a whole: all pairs of an input (or of a cluster of inputs), or every pair by itself."""

LARGEST_EXACT = 2**53

COIN_BLOCK = 8192
"""Coins of a resample multiplied at a time, which bounds memory at some 30 megabytes."""


class PairOutcomeTest(NamedTuple):
    """A permutation test of acc_eq(X) - acc_eq(Y).

    Attributes
    ----------
    estimate : float
        The difference, on the outputs that X, Y and Z all have; NaN without pairs.
    accuracy_x, accuracy_y : float
        The two accuracies.
    epsilon_x, epsilon_y : float
        The thresholds below which each metric ties.
    pvalue : float
        NaN where the difference is undefined.
    resamples : int
        Resamples drawn or arrangements enumerated; 0 where all arrangements are summed in closed form.
    exact : bool
        Whether the p-value covers all arrangements.
    n_undefined : int
        Inputs without a pair, left out.
    """

    estimate: float
    accuracy_x: float
    accuracy_y: float
    epsilon_x: float
    epsilon_y: float
    pvalue: float
    resamples: int
    exact: bool
    n_undefined: int


def pair_outcome_test(
    x: ArrayLike,
    y: ArrayLike,
    z: ArrayLike,
    *,
    epsilon_x: float | None = None,
    epsilon_y: float | None = None,
    exchange: str = "inputs",
    alternative: str = "two-sided",
    resamples: int = DEFAULT_RESAMPLES,
    clusters: ArrayLike | None = None,
    rng: Rng = None,
) -> PairOutcomeTest:
    """Test whether two metrics' pairwise accuracies at the input level differ, by swapping outcomes of pairs.

    The outcome of a pair of outputs for one input is whether a metric orders or ties it as people do.

    Parameters
    ----------
    x, y, z : array of shape (N, M)
        Scores of metric, rival and human, NaN where missing: pairs are of outputs that have all three.
    epsilon_x, epsilon_y : float, optional
        The metrics' tie thresholds; None calibrates one on these data (`calibrate_ties`).
    exchange : {'inputs', 'pairs'}
        What changes places as a whole. ``inputs`` takes all pairs of an input together: pairs that share an output are
        not independent, inputs are. ``pairs`` swaps each pair by a coin of its own, as mt-metrics-eval does; it takes
        190 pairs of 20 outputs for 190 observations, and its p-values are too small: of simulated metrics without a
        difference it tells apart 33% at the level .05 (20 systems, 50 inputs; swapping inputs 5%).
    alternative : {'two-sided', 'greater', 'less'}
        Greater: X is more accurate than Y.
    resamples : int
        All arrangements are enumerated where there are no more of them. For pairs, where all inputs have as many of
        them, all arrangements always are covered: the number of swaps that favour X is binomial (the sign test of
        McNemar), and nothing is drawn.
    clusters : array of shape (M,), optional
        Labels of inputs that change places together (only for ``exchange="inputs"``).
    rng : int or numpy.random.Generator, optional

    Returns
    -------
    PairOutcomeTest
        The p-value is (1 + exceedances) / (1 + resamples), or exceedances / all where exact. Accuracies are compared as
        whole numbers: a resample equal to the observed difference counts as an exceedance, always.

    Raises
    ------
    ArgumentError
        If shapes differ, scores are infinite, an option is unknown, an epsilon is negative, `resamples` is not a
        positive whole number, or clusters are given with ``exchange="pairs"`` or not one per input.

    Notes
    -----
    Calibrating on the tested data is part of neither arrangement: thresholds stay as they are while outcomes swap.

    References
    ----------
    `PairwisePermutationSigDiff` of mt-metrics-eval, which swaps pairs, leaves out the ones in the p-value and stops
    early; Deutsch, Foster & Freitag (2023), Ties matter: meta-evaluating modern metrics with pairwise accuracy and tie
    calibration, EMNLP.
    """
    check_choice("exchange", exchange, EXCHANGED)
    check_choice("alternative", alternative, ALTERNATIVES)
    check_integer("resamples", resamples, minimum=1)
    first, human = check_matrices(x, z)
    second, _ = check_matrices(y, z)
    unit = _units(clusters, first.shape[1], exchange)
    shared = ~np.isnan(first) & ~np.isnan(second) & ~np.isnan(human)
    first, second, human = (np.where(shared, matrix, np.nan) for matrix in (first, second, human))
    epsilons = [
        calibrate_ties(scores, human).epsilon if given is None else check_threshold(name, given)
        for name, given, scores in (("epsilon_x", epsilon_x, first), ("epsilon_y", epsilon_y, second))
    ]
    n_pairs, net, right = _outcomes(first, second, human, epsilons)
    accuracies = [mean_accuracy(count, n_pairs) for count in right]
    units, common = common_units(n_pairs)
    difference = right[0] - right[1]
    whole = sum(int(d) * u for d, u in zip(difference, units, strict=True))
    n_judged = int(np.sum(n_pairs > 0))
    estimate = whole / (common * n_judged) if n_judged else math.nan
    if not n_judged:
        pvalue, drawn, exact = math.nan, 0, False
    elif exchange == "inputs":
        plan = PermutationPlan.choose("inputs", 1, first.shape[1], resamples, resolve_seed(rng), unit)
        pvalue = _by_coins(
            plan, [int(d) * u for d, u in zip(difference, units, strict=True)], whole, alternative
        )
        drawn, exact = plan.resamples, plan.exact
    elif len(set(n_pairs[net > 0].tolist())) <= 1:
        pvalue = _sign_test(int(net.sum()), int(difference.sum()), alternative)
        drawn, exact = 0, True
    else:
        # one coin per pair on which the metrics disagree: a swap of equal outcomes changes nothing
        steps = np.repeat(np.array(units, dtype=object), net).tolist()
        plan = PermutationPlan.choose("inputs", 1, len(steps), resamples, resolve_seed(rng))
        pvalue = _by_coins(plan, steps, whole, alternative)
        drawn, exact = plan.resamples, plan.exact
    return PairOutcomeTest(
        estimate=estimate,
        accuracy_x=accuracies[0].estimate,
        accuracy_y=accuracies[1].estimate,
        epsilon_x=epsilons[0],
        epsilon_y=epsilons[1],
        pvalue=pvalue,
        resamples=drawn,
        exact=exact,
        n_undefined=accuracies[0].n_undefined,
    )


def _units(clusters: ArrayLike | None, n_inputs: int, exchange: str) -> IntArray | None:
    """Return cluster numbers."""
    if clusters is None:
        return None
    labels = np.asarray(clusters)
    if exchange == "pairs" or labels.shape != (n_inputs,):
        raise ArgumentError("`clusters` must be one label per input, and goes with exchange='inputs'.")
    return np.unique(labels, return_inverse=True)[1].reshape(-1)


def _outcomes(
    x: FloatArray, y: FloatArray, z: FloatArray, epsilons: list[float]
) -> tuple[Counts, Counts, tuple[Counts, Counts]]:
    """Return per input the pairs, those on which the metrics disagree, and those that each gets right."""
    groups = OutputGroups.of(z, z, "input")  # sorted by human scores: an earlier output's is smaller or equal
    sides = []
    for scores, epsilon in zip((x, y), epsilons, strict=True):
        scaled, scale = DifferenceScale.of(scores)
        limit = scale.limit(0.0 if math.isnan(epsilon) else epsilon)
        sides.append((scaled[groups.row, groups.column], limit))
    totals = np.zeros((3, groups.n_groups), dtype=np.int64)
    for p, q in groups.pairs(np.arange(1, len(groups.z) + 1), groups.ends):
        rising = groups.z[q] > groups.z[p]
        right = []
        for values, (threshold, tolerance) in sides:
            step = values[q] - values[p]
            tied = np.abs(step) - threshold <= tolerance
            right.append(np.where(tied, ~rising, rising & (step > 0)))
        hits = (right[0] != right[1], *right)
        totals += np.stack([np.bincount(groups.group[p[hit]], minlength=groups.n_groups) for hit in hits])
    return groups.n_pairs, totals[0], (totals[1], totals[2])


def _by_coins(plan: PermutationPlan, steps: list[int], observed: int, alternative: str) -> float:
    """Return the p-value of a sum of whole numbers whose signs are thrown."""
    bound = sum(abs(step) for step in steps)
    # products with whole numbers below 2**53 are exact as floats; larger ones are Python's
    values: NDArray[Any] = np.array(steps, dtype=np.float64 if bound < LARGEST_EXACT else object)
    count = 0
    for tile in range(n_tiles(plan.resamples)):
        coins = plan.input_coins(tile)
        if coins is None:
            raise ArgumentError(f"coins for inputs in swap '{plan.swap}' are missing.")
        permuted: NDArray[Any] = np.zeros(len(coins), dtype=values.dtype)
        for start in range(0, len(values), COIN_BLOCK):
            block = slice(start, start + COIN_BLOCK)
            permuted += coins[:, block].astype(values.dtype) @ values[block]
        if alternative == "two-sided":
            count += int(np.sum(np.abs(permuted) >= abs(observed)))
        else:
            count += int(np.sum(permuted >= observed if alternative == "greater" else permuted <= observed))
    one = 0 if plan.exact else 1
    return (count + one) / (plan.resamples + one)


def _sign_test(n: int, net: int, alternative: str) -> float:
    """Return the p-value of a net of n fair coins, +1 or -1 each."""
    from scipy.special import bdtr

    if alternative == "two-sided":
        return 1.0 if net == 0 else min(1.0, 2.0 * _sign_test(n, -abs(net), "less"))
    heads = (n + net) // 2 if alternative == "less" else (n - net) // 2
    return float(bdtr(heads, n, 0.5)) if n else 1.0
