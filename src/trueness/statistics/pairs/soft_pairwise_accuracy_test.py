"""A permutation test of the difference of two metrics' soft pairwise accuracies."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import check_choice, check_integer
from trueness.parallel import Execution, Progress, executing, one_watch, run_tiles, step
from trueness.parallel.fingerprint import fingerprint
from trueness.statistics.array_types import FloatArray
from trueness.statistics.dependent_correlations import ALTERNATIVES
from trueness.statistics.engine.resample import TILE, PermutationPlan, Rng, n_tiles, resolve_seed, tile_size
from trueness.statistics.pairs.output_groups import check_matrices
from trueness.statistics.pairs.soft_pairwise_accuracy import (
    TIES,
    complete_inputs,
    count_differences,
    doubled_exceedances,
    sign_plan,
    signs_of,
)
from trueness.statistics.ties import RELATIVE_TOLERANCE

SWAPS_OF_SPA = ("cells", "inputs", "systems")
"""What of the two metrics' scores changes places as a whole."""

SIGN_STREAM = 102
"""Keeps the signs of inputs apart from the coins that swap metrics, which may be of inputs as well."""

BLOCK = 4_000_000
"""Numbers of a block of permuted scores, which bounds memory at some 200 megabytes."""


class SoftPairwiseAccuracyTest(NamedTuple):
    """A permutation test of SPA(X) - SPA(Y).

    Attributes
    ----------
    estimate : float
        The difference, on the inputs for which every system has all three scores; NaN where undefined.
    accuracy_x, accuracy_y : float
        The two soft pairwise accuracies.
    pvalue : float
        NaN where the difference is undefined.
    resamples : int
        Swaps of the metrics' scores, drawn or enumerated.
    signs : int
        Sign vectors behind every p-value of a pair of systems.
    exact : bool
        Whether all swaps were enumerated.
    n_inputs : int
        Inputs used.
    """

    estimate: float
    accuracy_x: float
    accuracy_y: float
    pvalue: float
    resamples: int
    signs: int
    exact: bool
    n_inputs: int


def soft_pairwise_accuracy_test(
    x: ArrayLike,
    y: ArrayLike,
    z: ArrayLike,
    *,
    swap: str = "cells",
    ties: str = "count",
    alternative: str = "two-sided",
    resamples: int = 999,
    signs: int = 999,
    workers: int | None = None,
    progress: Progress | None = None,
    rng: Rng = None,
) -> SoftPairwiseAccuracyTest:
    """Test SPA(X, Z) against SPA(Y, Z) by swapping scores of single outputs between the metrics at random.

    Scores are z-scored over the outputs used before they are swapped. Each swap needs the p-values of all pairs of
    systems anew, with the same signs of inputs throughout.

    Parameters
    ----------
    x, y, z : array of shape (N, M)
        Scores of metric, rival and human, larger is better, NaN where missing; only inputs for which every system has
        all three are used.
    swap : {'cells', 'inputs', 'systems'}
        What changes places as a whole: single outputs (the Perm-Both of Deutsch, Dror and Roth 2021), inputs, systems.
    ties : {'count', 'half'}
        As in `soft_pairwise_accuracy`.
    alternative : {'two-sided', 'greater', 'less'}
        Greater: X is more accurate than Y.
    resamples, signs : int
        Swaps of scores, and sign vectors behind every p-value. Time is O(resamples signs N (M + N)).
    workers : int, optional
        Does not change the numbers.
    progress : callable, optional
        Called with the tiles of resamples done and their total.
    rng : int or numpy.random.Generator, optional

    Returns
    -------
    SoftPairwiseAccuracyTest
        The p-value is (1 + exceedances) / (1 + resamples), or exceedances / all where exact. Both accuracies are whole
        numbers divided by one denominator: a resample that equals the observed difference always counts.

    Raises
    ------
    ArgumentError
        If shapes differ, scores are infinite, an option is unknown, a number is not a positive whole one, or `rng` is
        unusable.

    References
    ----------
    Thompson, Mathur, Deutsch & Khayrallah (2024) for SPA; Deutsch, Dror & Roth (2021), section 4.2, for the swaps, with
    the z-scores of mt-metrics-eval's `PermutationSigDiff`.
    """
    check_choice("swap", swap, SWAPS_OF_SPA)
    check_choice("ties", ties, TIES)
    check_choice("alternative", alternative, ALTERNATIVES)
    check_integer("resamples", resamples, minimum=1)
    check_integer("signs", signs, minimum=1)
    first, human = check_matrices(x, z)
    second, _ = check_matrices(y, z)
    first, second, human = complete_inputs(first, second, human)
    seed = resolve_seed(rng)
    n_systems, n_inputs = human.shape
    inner = sign_plan(n_inputs, signs, _derived(seed))
    plan = PermutationPlan.choose(swap, n_systems, n_inputs, resamples, seed)
    undefined = n_systems < 2 or not n_inputs or any(np.ptp(scores) == 0 for scores in (first, second))
    if undefined:
        return SoftPairwiseAccuracyTest(
            estimate=math.nan,
            accuracy_x=math.nan,
            accuracy_y=math.nan,
            pvalue=math.nan,
            resamples=plan.resamples,
            signs=inner.resamples,
            exact=plan.exact,
            n_inputs=n_inputs,
        )
    run = _Run(_standardized(first), _standardized(second), human, inner, ties)
    (observed,) = run.distances(np.ones((1, n_systems, n_inputs)))
    net = int(observed[1] - observed[0])

    def count(tiles: Sequence[int]) -> int:
        exceeding = 0
        for tile in tiles:
            for coins in _coins(plan, tile, run.swaps_at_once):
                distance = run.distances(coins)
                permuted = distance[:, 1] - distance[:, 0]
                if alternative == "two-sided":
                    exceeding += int(np.sum(np.abs(permuted) >= abs(net)))
                else:
                    exceeding += int(np.sum(permuted >= net if alternative == "greater" else permuted <= net))
        return exceeding

    identity = functools.partial(
        fingerprint, "soft pairwise accuracy", first, second, human, plan, inner, ties, alternative
    )
    with executing(Execution.of(workers=workers), watch=one_watch(progress)), step("swapping scores"):
        found = run_tiles(count, n_tiles(plan.resamples), identity=identity)
    one = 0 if plan.exact else 1
    whole = 2 * run.n_pairs * (inner.resamples + (0 if inner.exact else 1))
    return SoftPairwiseAccuracyTest(
        estimate=net / whole,
        accuracy_x=1.0 - int(observed[0]) / whole,
        accuracy_y=1.0 - int(observed[1]) / whole,
        pvalue=(sum(found) + one) / (plan.resamples + one),
        resamples=plan.resamples,
        signs=inner.resamples,
        exact=plan.exact,
        n_inputs=n_inputs,
    )


class _Run:
    """Two metrics' scores, and the human's (doubled) counts of exceedances, which no swap changes."""

    def __init__(
        self, x: FloatArray, y: FloatArray, human: FloatArray, inner: PermutationPlan, ties: str
    ) -> None:
        self.middle, self.half = (x + y) / 2, (x - y) / 2
        self.inner, self.ties = inner, ties
        self.n_pairs = len(human) * (len(human) - 1) // 2
        self.human = doubled_exceedances(human, inner, ties)
        largest = float(np.max(np.sum(np.abs(self.middle) + np.abs(self.half), axis=1)))
        self.tolerance = RELATIVE_TOLERANCE * largest
        self.middle_sums = [signs_of(inner, t) @ self.middle.T for t in range(n_tiles(inner.resamples))]
        per_swap = max(self.half.size, TILE * len(human))
        self.swaps_at_once = max(1, BLOCK // per_swap)

    def distances(self, coins: FloatArray) -> np.ndarray:
        """Return twice the sum over pairs of systems of |count_human - count_metric|, shape (B, 2), of X' and Y'.

        A coin of 1 leaves an output's scores where they are, -1 swaps them: X' = middle + coin half.

        Parameters
        ----------
        coins : array of shape (B, N, M)
        """
        n_swaps, n_systems, n_inputs = coins.shape
        turned = coins * self.half
        observed_half = turned.sum(axis=2)
        observed_middle = self.middle.sum(axis=1)
        columns = turned.reshape(n_swaps * n_systems, n_inputs).T
        counts = np.zeros((2, n_swaps, self.n_pairs), dtype=np.int64)
        for tile, middle in enumerate(self.middle_sums):
            size = tile_size(tile, self.inner.resamples)
            sums = (signs_of(self.inner, tile) @ columns).reshape(size, n_swaps, n_systems).transpose(1, 0, 2)
            for side, way in enumerate((1.0, -1.0)):
                counts[side] += count_differences(
                    middle + way * sums, observed_middle + way * observed_half, self.tolerance, self.ties
                )
        return np.asarray(np.abs(counts - self.human).sum(axis=2).T)


def _coins(plan: PermutationPlan, tile: int, most: int) -> Iterator[FloatArray]:
    """Yield the coins of one tile in blocks of shape (B, N, M)."""
    size = tile_size(tile, plan.resamples)
    if plan.swap == "cells":
        columns = [plan.cell_coins(tile, j) for j in range(plan.n_inputs)]
        coins = np.stack([column for column in columns if column is not None], axis=2)
    else:
        systems, inputs = plan.system_coins(tile), plan.input_coins(tile)
        rows = np.ones((1, 1), np.int8) if systems is None else systems
        across = np.ones((1, 1), np.int8) if inputs is None else inputs
        coins = np.broadcast_to(rows[:, :, None] * across[:, None, :], (size, plan.n_systems, plan.n_inputs))
    for start in range(0, size, most):
        yield coins[start : start + most].astype(np.float64)


def _standardized(scores: FloatArray) -> FloatArray:
    return np.asarray((scores - scores.mean()) / scores.std())


def _derived(seed: int) -> int:
    """Return another seed that follows from one."""
    state = np.random.SeedSequence(seed, spawn_key=(SIGN_STREAM,)).generate_state(1, np.uint64)
    return int(state[0] >> np.uint64(11))
