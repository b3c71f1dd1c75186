"""How well an annotator agrees with the others, and metrics with the same others: the ceiling beside every metric."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np

from trueness.errors import ArgumentError
from trueness.statistics.annotators.annotator_combination import annotator_combination
from trueness.statistics.array_types import FloatArray, Key
from trueness.statistics.engine.resample import Weights
from trueness.statistics.given_numbers import given_numbers
from trueness.statistics.resampling.bootstrap import bootstrap, bootstrap_plan
from trueness.statistics.resampling.level_correlations import level_correlations
from trueness.statistics.score_arrays import ScoreArrays


@dataclasses.dataclass(frozen=True)
class HeldOut:
    """Correlations with the annotators other than one.

    The first of the 1 + K scorers is the annotator who was held out, the others are the metrics.

    Attributes
    ----------
    n_cells : int
        Outputs that this annotator and another one rated: what all correlations rest on.
    estimates : dict of (level, coefficient) to array of shape (1 + K,)
    n_undefined : dict of (level, coefficient) to array of shape (1 + K,)
        Units of an average without a correlation.
    samples : dict of (level, coefficient) to array of shape (B, 1 + K)
        Bootstrap values; empty without resamples.
    """

    n_cells: int
    estimates: dict[Key, FloatArray]
    n_undefined: dict[Key, FloatArray]
    samples: dict[Key, FloatArray]


def human_ceiling(
    arrays: ScoreArrays,
    ratings: FloatArray,
    annotator: int,
    levels: Sequence[str],
    coefficients: Sequence[str],
    *,
    combination: str = "mean",
    over: str = "both",
    resamples: int = 0,
    seed: int = 0,
) -> HeldOut:
    """Return the correlations of one annotator, and of all metrics, with the other annotators.

    Both on the outputs that this annotator and at least one other rated, so that they can be compared: a metric that
    reaches the annotator's value agrees with the others as well as a colleague of theirs does. The reference has the
    noise of one annotator less than all of them together, so these values are a little lower than a metric's
    correlation with all annotators.

    Time is that of a bootstrap of 1 + K metrics.

    Parameters
    ----------
    arrays : ScoreArrays
        The metrics; their human is not used.
    ratings : array of shape (A, N, M)
        Larger is better, NaN where one gave nothing.
    annotator : int
        Position of the annotator held out.
    levels, coefficients : sequences of str
    combination : {'mean', 'median', 'standardized'}
        How the others' ratings become one score.
    over : {'systems', 'inputs', 'both'}
    resamples : int
        0 for none.
    seed : int
        The same seed draws the same systems and inputs for every annotator.

    Raises
    ------
    ArgumentError
        If shapes do not agree, there are fewer than two annotators, or an option is unknown.
    UnsupportedMethodError
        If systems should vary and there is only one.
    """
    held_out = held_out_arrays(arrays, ratings, annotator, combination)
    keys = [(level, coefficient) for level in levels for coefficient in coefficients]
    size = held_out.n_metrics
    estimates = {key: np.full(size, np.nan) for key in keys}
    undefined = {key: np.zeros(size) for key in keys}
    groups = held_out.single_groups()
    for group in groups:
        for level in levels:
            found = level_correlations(held_out, group, Weights(None, None), level, coefficients)
            for coefficient in coefficients:
                estimates[level, coefficient][list(group.metrics)] = found.values[coefficient][0]
                undefined[level, coefficient][list(group.metrics)] = found.n_undefined[coefficient][0]
    samples: dict[Key, FloatArray] = {}
    if resamples:
        plan = bootstrap_plan(held_out, over, resamples, seed)
        samples = {key: np.full((resamples, size), np.nan) for key in keys}
        for part in bootstrap(held_out, groups, plan, levels, coefficients):
            for key in keys:
                samples[key][:, list(part.group.metrics)] = part.values[key]
    return HeldOut(int(held_out.judged.sum()), estimates, undefined, samples)


def held_out_arrays(
    arrays: ScoreArrays, ratings: FloatArray, annotator: int, combination: str = "mean"
) -> ScoreArrays:
    """Return one annotator, and then all metrics, beside the other annotators as the human.

    Parameters
    ----------
    arrays, ratings, annotator, combination
        As in `human_ceiling`.

    Raises
    ------
    ArgumentError
        If shapes do not agree, there are fewer than two annotators, or `combination` is unknown.
    """
    if ratings.ndim != 3 or ratings.shape[1:] != arrays.human.shape or len(ratings) < 2:
        raise ArgumentError(
            f"`ratings` of shape {ratings.shape} must be those of two or more annotators for scores of "
            f"shape {arrays.human.shape}."
        )
    own = ratings[annotator]
    others = annotator_combination(np.delete(ratings, annotator, axis=0), combination)
    reference = np.where(np.isnan(own), np.nan, others)
    there = ~np.isnan(reference)
    return dataclasses.replace(
        arrays,
        metrics=np.concatenate([np.where(there, own, np.nan)[None], arrays.metrics]),
        human=reference,
        names=("", *arrays.names),
        corpus={k + 1: statistics for k, statistics in arrays.corpus.items()},
        negated=frozenset(k + 1 for k in arrays.negated),
        aggregates={k + 1: word for k, word in arrays.aggregates.items()},
    )


def leave_one_out(
    ratings: FloatArray, level: str = "system", coefficient: str = "pearson", *, combination: str = "mean"
) -> FloatArray:
    """Return the correlation of each annotator with the others, shape (A,); NaN where undefined.

    Parameters
    ----------
    ratings : array of shape (A, N, M)
        NaN where one gave nothing.
    level : {'system', 'input', 'global', 'per_system'}
    coefficient : {'pearson', 'spearman', 'kendall', 'tau_c', 'gamma'}
    combination : {'mean', 'median', 'standardized'}

    Raises
    ------
    ArgumentError
        If an option is unknown or ratings are not those of two or more annotators.
    """
    table = given_numbers(ratings)
    if table.ndim != 3:
        raise ArgumentError(
            f"`ratings` must have axes annotator, system, input; their shape is {table.shape}."
        )
    none = ScoreArrays(np.empty((0, *table.shape[1:])), table[0] if len(table) else np.empty((0, 0)), ())
    return np.array(
        [
            human_ceiling(none, table, a, (level,), (coefficient,), combination=combination).estimates[
                level, coefficient
            ][0]
            for a in range(len(table))
        ]
    )
