"""Soft pairwise accuracy: how alike metric and human are sure that one system is better than another.

For each pair of systems, and each scorer, a one-sided paired permutation test over inputs gives the p-value that the
first is better. The signs of the inputs are the same for all pairs of systems and for both scorers, so the null
distributions of all pairs are differences of the columns of one product, signs times scores.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from trueness.errors import ArgumentError, check_choice, check_integer
from trueness.statistics.array_types import FloatArray
from trueness.statistics.engine.resample import DEFAULT_RESAMPLES, PermutationPlan, Rng, n_tiles, resolve_seed
from trueness.statistics.pairs.output_groups import check_matrices
from trueness.statistics.ties import RELATIVE_TOLERANCE, exact_scores

TIES = ("count", "half")
"""What a null difference that equals the observed one counts in a p-value."""


class SoftPairwiseAccuracy(NamedTuple):
    """Soft pairwise accuracy of a metric.

    Attributes
    ----------
    estimate : float
        ``1 - mean |p_human - p_metric|`` over pairs of systems, in [0, 1]; NaN for fewer than two systems or no input.
    pvalues_metric, pvalues_human : arrays of shape (N, N)
        [i, k] for i < k: the p-value that system i is better than system k; NaN elsewhere.
    n_inputs : int
        Inputs used: those for which every system has both scores.
    resamples : int
        Sign vectors, drawn or enumerated.
    exact : bool
        Whether all sign vectors were enumerated.
    """

    estimate: float
    pvalues_metric: FloatArray
    pvalues_human: FloatArray
    n_inputs: int
    resamples: int
    exact: bool


def soft_pairwise_accuracy(
    x: ArrayLike,
    z: ArrayLike,
    *,
    ties: str = "count",
    resamples: int = DEFAULT_RESAMPLES,
    compatible: bool = False,
    rng: Rng = None,
) -> SoftPairwiseAccuracy:
    """Return soft pairwise accuracy (SPA), 1 - mean over pairs of systems of ``|p_human - p_metric|``.

    Parameters
    ----------
    x, z : array of shape (N, M)
        Scores of metric and human, larger is better, NaN where missing. Only inputs for which every system has both
        scores are used: sums over different inputs cannot share signs.
    ties : {'count', 'half'}
        What a null difference equal to the observed one counts: ``count`` is the paper's >=; ``half`` gives mid-p
        values, with which the order of systems does not matter.
    resamples : int
        Sign vectors (the paper's code: 1,000). All are enumerated where there are no more.
    compatible : bool
        Compute p-values as the authors' code does: exceedances / resamples, without counting the observed
        arrangement, in single precision, where equal sums may differ in the last bit. Signs are drawn from `rng` as
        there, which therefore must be a generator: ``numpy.random.default_rng(4)`` and ``resamples=1000`` repeat it.
    rng : int or numpy.random.Generator, optional
        The same seed gives the same signs to every metric with as many complete inputs.

    Returns
    -------
    SoftPairwiseAccuracy

    Raises
    ------
    ArgumentError
        If shapes differ, scores are infinite, `resamples` is not a positive whole number, `rng` is unusable, `ties`
        is unknown, or `compatible` is asked for without a generator or with ``ties="half"``.

    Notes
    -----
    With ``ties="count"`` p_ik + p_ki is above 1 by the share of null differences equal to the observed one. Where
    scores are whole numbers these are frequent, and the estimate depends on the order in which systems are given: on
    simulated scores from 1 to 5 for 1,000 inputs by up to .005, for 50 inputs by .02.
    Memory is O(512 (M + N²)).

    References
    ----------
    Thompson, Mathur, Deutsch & Khayrallah (2024), Improving statistical significance in human evaluation of automatic
    metrics via soft pairwise accuracy, WMT; code: `pce.py` of mt-metrics-eval.

    Examples
    --------
    >>> x, z = [[3, 1, 4, 2], [1, 2, 1, 1]], [[5, 5, 5, 5], [1, 2, 3, 4]]
    >>> found = soft_pairwise_accuracy(x, z)
    >>> float(found.pvalues_metric[0, 1]), float(found.pvalues_human[0, 1]), found.estimate
    (0.1875, 0.0625, 0.875)
    """
    check_integer("resamples", resamples, minimum=1)
    check_choice("ties", ties, TIES)
    metric, human = complete_inputs(*check_matrices(x, z))
    n_systems, n_inputs = metric.shape
    if compatible:
        if ties != "count":
            raise ArgumentError("`compatible` p-values count ties; leave out `ties`.")
        if not isinstance(rng, np.random.Generator):
            raise ArgumentError(
                "`compatible` needs a generator as `rng`: numpy.random.default_rng(4) is that of the authors' code."
            )
        signs = _signs_of_the_authors(rng, resamples, n_inputs)
        p_metric, p_human = (_pvalues_of_the_authors(scores, signs) for scores in (metric, human))
        exact = False
    else:
        plan = sign_plan(n_inputs, resamples, resolve_seed(rng))
        p_metric, p_human = (
            pvalue_matrix(doubled_exceedances(scores, plan, ties), plan, ties) for scores in (metric, human)
        )
        resamples, exact = plan.resamples, plan.exact
    if n_systems < 2 or not n_inputs:
        undefined = np.full((n_systems, n_systems), np.nan)
        return SoftPairwiseAccuracy(
            estimate=math.nan,
            pvalues_metric=undefined,
            pvalues_human=undefined.copy(),
            n_inputs=n_inputs,
            resamples=resamples,
            exact=exact,
        )
    pairs = np.triu_indices(n_systems, 1)
    estimate = 1.0 - float(np.mean(np.abs(p_human - p_metric)[pairs]))
    return SoftPairwiseAccuracy(
        estimate=estimate,
        pvalues_metric=p_metric,
        pvalues_human=p_human,
        n_inputs=n_inputs,
        resamples=resamples,
        exact=exact,
    )


def complete_inputs(*matrices: FloatArray) -> tuple[FloatArray, ...]:
    """Keep the inputs for which no matrix of shape (N, M) misses a score."""
    complete = np.logical_and.reduce([~np.isnan(matrix).any(axis=0) for matrix in matrices])
    return tuple(matrix[:, complete] for matrix in matrices)


def sign_plan(n_inputs: int, resamples: int, seed: int) -> PermutationPlan:
    """Return how the signs of inputs are drawn, or enumerated where there are no more of them than resamples."""
    return PermutationPlan.choose("inputs", 1, n_inputs, resamples, seed)


def signs_of(plan: PermutationPlan, tile: int) -> FloatArray:
    """Return one tile of sign vectors, shape (B, M).

    Raises
    ------
    ArgumentError
        If the plan does not swap inputs.
    """
    coins = plan.input_coins(tile)
    if coins is None:
        raise ArgumentError(f"coins for inputs in swap '{plan.swap}' are missing.")
    return coins.astype(np.float64)


def doubled_exceedances(scores: FloatArray, plan: PermutationPlan, ties: str = "count") -> NDArray[np.int64]:
    """Count, for every pair of systems, sign vectors whose difference of sums is at least the observed one, twice.

    Whole numbers are summed exactly; of other scores, sums that differ by rounding alone are equal.

    Parameters
    ----------
    scores : array of shape (N, M)
        Without missing scores.
    plan : PermutationPlan
    ties : {'count', 'half'}
        Whether an equal difference counts twice or once.

    Returns
    -------
    array of shape (P,)
        Pairs i < k in the order of `numpy.triu_indices`.
    """
    exact, denominator, _ = exact_scores(scores)
    tolerance = 0.0
    if denominator is None:
        tolerance = RELATIVE_TOLERANCE * float(np.max(np.sum(np.abs(exact), axis=1), initial=0.0))
    observed = exact.sum(axis=1)
    count = np.zeros(len(scores) * (len(scores) - 1) // 2, dtype=np.int64)
    for tile in range(n_tiles(plan.resamples)):
        count += count_differences(signs_of(plan, tile) @ exact.T, observed, tolerance, ties)
    return count


def count_differences(
    sums: FloatArray, observed: FloatArray, tolerance: float, ties: str = "count"
) -> NDArray[np.int64]:
    """Count, for every pair of systems, rows whose sums differ by at least as much as the observed ones, twice.

    Parameters
    ----------
    sums : array of shape (..., B, N)
    observed : array of shape (..., N)
    tolerance : float
        Differences this close are equal.
    ties : {'count', 'half'}
        Whether an equal difference counts twice or once.

    Returns
    -------
    array of shape (..., P)
    """
    n_systems = sums.shape[-1]
    counts = []
    for i in range(n_systems - 1):
        null = sums[..., i, None] - sums[..., i + 1 :]
        seen = (observed[..., i, None] - observed[..., i + 1 :])[..., None, :]
        reaching = np.count_nonzero(null >= seen - tolerance, axis=-2)
        beyond = np.count_nonzero(null > seen + tolerance, axis=-2) if ties == "half" else reaching
        counts.append(reaching + beyond)
    if not counts:
        return np.zeros((*sums.shape[:-2], 0), dtype=np.int64)
    return np.concatenate(counts, axis=-1).astype(np.int64)


def pvalue_matrix(doubled: NDArray[np.int64], plan: PermutationPlan, ties: str = "count") -> FloatArray:
    """Return p-values of pairs as the upper triangle of a matrix.

    (1 + count) / (1 + B), or count / B where exact; with half ties the observed arrangement counts one half, too.
    """
    one = 0 if plan.exact else 1
    own = one if ties == "half" else 2 * one
    n_systems = (1 + math.isqrt(1 + 8 * len(doubled))) // 2
    result = np.full((n_systems, n_systems), np.nan)
    result[np.triu_indices(n_systems, 1)] = (doubled + own) / (2 * (plan.resamples + one))
    return result


def _signs_of_the_authors(rng: np.random.Generator, resamples: int, n_inputs: int) -> NDArray[np.float32]:
    """Draw signs as `pce.py` does: rounded single-precision uniforms."""
    return np.rint(rng.random((resamples, n_inputs), dtype=np.float32)) * np.float32(2) - np.float32(1)


def _pvalues_of_the_authors(scores: FloatArray, signs: NDArray[np.float32]) -> FloatArray:
    """Compare single-precision sums as `pce.py` does."""
    single = np.ascontiguousarray(scores, dtype=np.float32)  # the layout decides the order of adding
    sums, observed = signs @ single.T, single.sum(axis=1)
    result = np.full((len(scores), len(scores)), np.nan)
    for i in range(len(scores)):
        for k in range(i + 1, len(scores)):
            exceeding = np.count_nonzero(sums[:, i] - sums[:, k] >= observed[i] - observed[k])
            result[i, k] = exceeding / len(signs)
    return result
