"""Intervals of correlations that also let the references vary: other people would have written others.

The scores of a metric with references rest on the ones at hand. Here each resample of systems or inputs also draws the
references of every input anew, with replacement, and the metrics are scored against those. How much the interval widens
is what the choice of references adds (Braun et al. 2022, appendix B and Table 1).
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError, check_choice, counted
from trueness.parallel import Execution, Identity, Progress, executing, one_watch, run_tiles, step
from trueness.parallel.fingerprint import fingerprint
from trueness.statistics.array_types import FloatArray
from trueness.statistics.coefficient_facts import check_coefficients, check_level_of
from trueness.statistics.engine.resample import BootstrapPlan, Rng, Weights, n_tiles, resolve_seed
from trueness.statistics.equivalence.equivalence import EQUIVALENCE_OVER
from trueness.statistics.equivalence.pooled_units import pooled_units
from trueness.statistics.given_numbers import given_numbers
from trueness.statistics.interval import Interval
from trueness.statistics.intervals import bootstrap_interval
from trueness.statistics.level_names import check_levels
from trueness.statistics.resampling.bootstrap import bootstrap, bootstrap_plan
from trueness.statistics.resampling.level_correlations import level_correlations
from trueness.statistics.score_arrays import ScoreArrays

Rescore = Callable[[FloatArray], FloatArray]
"""Given how often each reference of each input was drawn, shape (M, R), returns scores of shape (K, N, M)."""

MULTIPLE = ("best", "mean")
"""How a score against several references comes from the scores against each."""


@dataclasses.dataclass(frozen=True)
class ReferenceResampling:
    """Intervals with the references as they are, and with references drawn anew.

    Attributes
    ----------
    level, coefficient : str
    estimate : array of shape (K,)
        The correlations on the data.
    fixed, varied : tuple of Interval
        One per metric: with the references at hand, and with references that vary as well.
    widening : array of shape (K,)
        Width of the second over width of the first, less 1: 0.4 is 40% wider. NaN where the first has no width.
    samples : array of shape (B, K)
        Bootstrap values with references that vary; NaN where undefined.
    n_undefined_resamples : array of shape (K,)
        How many of these are undefined.
    seed : int
    """

    level: str
    coefficient: str
    estimate: FloatArray
    fixed: tuple[Interval, ...]
    varied: tuple[Interval, ...]
    widening: FloatArray
    samples: FloatArray = dataclasses.field(repr=False)
    n_undefined_resamples: np.ndarray
    seed: int


@dataclasses.dataclass(frozen=True, eq=False)
class ReferenceScores:
    """Scores against each single reference, from which those against a sample of references follow.

    Attributes
    ----------
    scores : array of shape (K, N, M, R)
        Of K metrics for N systems and M inputs against each of up to R references; NaN where an input has fewer.
    multiple : {'best', 'mean'}
        Whether a score is the largest over the references drawn (BERTScore), or their mean.

    Raises
    ------
    ArgumentError
        If the array has another number of axes, holds infinite values, or `multiple` is unknown.
    """

    scores: FloatArray
    multiple: str = "best"

    def __post_init__(self) -> None:
        check_choice("multiple", self.multiple, MULTIPLE)
        scores = np.asarray(self.scores, dtype=np.float64)
        if scores.ndim != 4:
            raise ArgumentError(
                "`scores` must have shape (metrics, systems, inputs, references); its shape is "
                f"{scores.shape}."
            )
        if np.isinf(scores).any():
            raise ArgumentError("scores must be finite; leave a missing score NaN.")
        object.__setattr__(self, "scores", scores)

    @property
    def references(self) -> np.ndarray:
        """Which references an input has, shape (M, R): those that any output of it has a score against."""
        return np.asarray((~np.isnan(self.scores)).any(axis=(0, 1)))

    def __call__(self, counts: FloatArray) -> FloatArray:
        """Return the scores against references drawn `counts` times, shape (K, N, M); NaN where none was scored."""
        drawn = (counts > 0) & ~np.isnan(self.scores)
        if self.multiple == "best":
            best = np.max(np.where(drawn, self.scores, -np.inf), axis=3)
            return np.where(np.isinf(best), np.nan, best)
        weights = np.where(drawn, counts, 0.0)
        total = weights.sum(axis=3)
        mean = np.sum(np.where(drawn, self.scores, 0.0) * weights, axis=3) / np.where(total > 0, total, 1.0)
        return np.where(total > 0, mean, np.nan)


def reference_resampling(
    rescore: ReferenceScores | Rescore,
    human: ArrayLike,
    level: str = "global",
    coefficient: str = "kendall",
    *,
    references: ArrayLike | None = None,
    over: str = "outputs",
    confidence: float = 0.95,
    resamples: int = 999,
    rng: Rng = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> ReferenceResampling:
    """Return percentile intervals with fixed and with resampled references, and how much the second are wider.

    The references drawn for an input serve all its outputs in that resample, since all were scored against the same
    ones. Both intervals rest on the same resamples of systems, inputs or outputs. One scoring and one correlation a
    resample: for ReferenceScores O(B K N M R) time and, per worker, O(K N M R) memory.

    A sample with replacement holds fewer different references than there are, so a largest score over it is never
    higher than that over all of them, and the second interval may lie lower as well as being wider.

    Parameters
    ----------
    rescore : ReferenceScores or callable
        Scores against each reference; or, for any metric, a function from how often each reference of each input was
        drawn, shape (M, R), to scores of shape (K, N, M), larger is better. It is called from several threads, must not
        change what it is given, and gets 1 for every reference there is first.
    human : array of shape (N, M)
        The human's scores, NaN where missing.
    level, coefficient : str
        As in `correlate`.
    references : array of bool of shape (M, R), optional
        Which references each input has; needed with a callable.
    over : {'outputs', 'inputs', 'systems', 'both'}
        What is resampled beside the references; ``outputs`` (as published) at the global level only.
    confidence : float
    resamples : int
    rng : int or numpy.random.Generator, optional
    workers : int, optional
        Does not change the numbers.
    progress : callable, optional
        Called with the tiles of resamples done and their total.

    Returns
    -------
    ReferenceResampling

    Raises
    ------
    ArgumentError
        If shapes do not agree, an option is unknown, an input has no reference, or `references` lacks.
    UnsupportedMethodError
        If systems should vary and there is only one, or the coefficient does not exist at the level.
    """
    (level,), (coefficient,) = check_levels(level), check_coefficients(coefficient)
    check_level_of(coefficient, level)
    check_choice("over", over, EQUIVALENCE_OVER if level == "global" else EQUIVALENCE_OVER[:-1])
    z = np.atleast_2d(given_numbers(human))
    there = _references(rescore, references, z.shape[1])
    seed = resolve_seed(rng)
    arrays = ScoreArrays.of(_scores(rescore, there.astype(np.float64), z), z)
    whole = pooled_units(arrays) if over == "outputs" else arrays
    plan = bootstrap_plan(whole, "inputs" if over == "outputs" else over, resamples, seed)
    draws = _plan_of_references(there, resamples, seed)
    run = _ReferenceTiles(
        arrays=arrays,
        rescore=rescore,
        there=there,
        plan=plan,
        draws=draws,
        level=level,
        coefficient=coefficient,
        pooled=over == "outputs",
    )
    with executing(Execution.of(workers=workers), watch=one_watch(progress)):
        parts = bootstrap(whole, whole.single_groups(), plan, (level,), (coefficient,))
        with step("resampling references"):
            tiles = run_tiles(run, n_tiles(resamples), identity=run.identity)
    fixed_values = np.empty((resamples, arrays.n_metrics))
    for part in parts:
        fixed_values[:, list(part.group.metrics)] = part.values[level, coefficient]
    samples = np.concatenate(tiles)
    estimate = _correlations(whole, Weights(None, None), level, coefficient)
    fixed, varied = (
        tuple(
            bootstrap_interval(values[:, k], float(estimate[k]), confidence=confidence)
            for k in range(arrays.n_metrics)
        )
        for values in (fixed_values, samples)
    )
    return ReferenceResampling(
        level=level,
        coefficient=coefficient,
        estimate=estimate,
        fixed=fixed,
        varied=varied,
        widening=np.array([_widening(a, b) for a, b in zip(fixed, varied, strict=True)]),
        samples=samples,
        n_undefined_resamples=np.isnan(samples).sum(axis=0),
        seed=seed,
    )


@dataclasses.dataclass(frozen=True)
class _ReferenceTiles:
    """Scores ready for resamples of units and of references, as work that any process can be given."""

    arrays: ScoreArrays
    rescore: ReferenceScores | Rescore
    there: np.ndarray
    plan: BootstrapPlan
    draws: BootstrapPlan
    level: str
    coefficient: str
    pooled: bool

    @property
    def identity(self) -> Identity | None:
        """What tells this work from all other; None where a function scores, which may be any."""
        if not isinstance(self.rescore, ReferenceScores):
            return None
        return functools.partial(fingerprint, "references", self)

    def __call__(self, tiles: Sequence[int]) -> FloatArray:
        """Return the correlations of some tiles, shape (resamples, K)."""
        return np.concatenate([self.tile(tile) for tile in tiles])

    def tile(self, tile: int) -> FloatArray:
        """Return the correlations of one tile, shape (B, K)."""
        weights, drawn = self.plan.tile(tile), self.draws.tile(tile).inputs
        found = np.empty((weights.size, self.arrays.n_metrics))
        for b in range(weights.size):
            counts = np.zeros(self.there.shape)
            if drawn is not None:
                counts[self.there] = drawn[b]
            scores = _scores(self.rescore, counts, self.arrays.human)
            varied = dataclasses.replace(self.arrays, metrics=scores)
            used = pooled_units(varied) if self.pooled else varied
            found[b] = _correlations(used, _one(weights, b), self.level, self.coefficient)
        return found


def _references(
    rescore: ReferenceScores | Rescore, references: ArrayLike | None, n_inputs: int
) -> np.ndarray:
    if references is None and not isinstance(rescore, ReferenceScores):
        raise ArgumentError("a callable leaves open which references inputs have: give `references`.")
    there = rescore.references if isinstance(rescore, ReferenceScores) and references is None else references
    there = np.asarray(there, dtype=bool)
    if there.ndim != 2 or len(there) != n_inputs:
        raise ArgumentError(
            f"`references` must have shape ({n_inputs}, references); its shape is {there.shape}."
        )
    bare = np.flatnonzero(~there.any(axis=1))
    if len(bare):
        raise ArgumentError(
            f"{counted(len(bare), 'input')} without a reference, the first in column {bare[0]}. Leave them out, of "
            "`human`, too."
        )
    return there


def _scores(rescore: ReferenceScores | Rescore, counts: FloatArray, human: FloatArray) -> FloatArray:
    scores = np.asarray(rescore(counts), dtype=np.float64)
    if scores.ndim != 3 or scores.shape[1:] != human.shape:
        raise ArgumentError(f"scores have shape {scores.shape}; it must be (metrics, *{human.shape}).")
    return scores


def _plan_of_references(there: np.ndarray, resamples: int, seed: int) -> BootstrapPlan:
    """Return a plan whose "inputs" are references, drawn within the input they belong to."""
    owner = np.nonzero(there)[0]
    # a stream of its own: else references would be drawn by the numbers that drew the inputs
    own = int(
        np.random.SeedSequence(seed, spawn_key=(len(owner),)).generate_state(1, np.uint64)[0] >> np.uint64(11)
    )
    return BootstrapPlan(
        over="inputs", n_systems=1, n_inputs=len(owner), resamples=resamples, seed=own, strata=owner
    )


def _one(weights: Weights, b: int) -> Weights:
    systems, inputs = (
        None if side is None else side[b : b + 1] for side in (weights.systems, weights.inputs)
    )
    return Weights(systems, inputs)


def _correlations(arrays: ScoreArrays, weights: Weights, level: str, coefficient: str) -> FloatArray:
    values = np.full(arrays.n_metrics, np.nan)
    for group in arrays.single_groups():
        values[list(group.metrics)] = level_correlations(
            arrays, group, weights, level, (coefficient,)
        ).values[coefficient][0]
    return values


def _widening(fixed: Interval, varied: Interval) -> float:
    width = float(fixed.high) - float(fixed.low)
    return (float(varied.high) - float(varied.low)) / width - 1 if width > 0 else float("nan")
