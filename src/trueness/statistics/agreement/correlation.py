"""The correlation of two score matrices at a level, and its bootstrap interval, as plain functions."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import check_choice
from trueness.statistics.coefficient_facts import check_coefficients, check_level_of
from trueness.statistics.engine.resample import DEFAULT_RESAMPLES, Rng, Weights, resolve_seed
from trueness.statistics.interval import Interval
from trueness.statistics.intervals import bootstrap_interval
from trueness.statistics.jackknife.jackknife import jackknife
from trueness.statistics.level_names import check_levels
from trueness.statistics.pairs.tie_thresholds import check_tie_calibration
from trueness.statistics.resampling.bootstrap import bootstrap, bootstrap_plan
from trueness.statistics.resampling.level_correlations import level_correlations
from trueness.statistics.score_arrays import AGGREGATES_OF_SCORES, ScoreArrays


class Correlation(NamedTuple):
    """A correlation at a level.

    Attributes
    ----------
    estimate : float
        In [-1, 1]; NaN where undefined.
    n_undefined : int
        Inputs (at the per-system level: systems) without a correlation, left out of the average.
    """

    estimate: float
    n_undefined: int


def correlate(
    x: ArrayLike,
    z: ArrayLike,
    level: str = "system",
    coefficient: str = "pearson",
    *,
    means: str = "judged",
    aggregate: str = "mean",
    tie_calibration: str | float = "calibrated",
) -> Correlation:
    """Return the correlation of a metric's scores with the human's at a level.

    Parameters
    ----------
    x, z : array of shape (N, M)
        Scores of N systems for M inputs, NaN where missing; a vector is one row of outputs.
    level : {'system', 'input', 'global', 'per_system'}
        ``summary`` is accepted for ``input``.
    coefficient : str
        A name of `coefficient_facts.NAMES`, such as ``kendall`` or ``acc_eq``, with options where it has some:
        ``gap_tau:high=0.3``.
    means : {'judged', 'all'}
        Whether the metric's system scores are over the outputs the human judged or over all it scored.
    aggregate : {'mean', 'median'}
        How a metric's scores of a system's outputs become its score of the system; the human's are always averaged.
        Corpus scores, such as BLEU's, need the sufficient statistics, formula and orientation that a matrix of scores
        does not have: `compare` takes them from a score table.
    tie_calibration : {'calibrated', 'held-out', 'none'} or float
        Within which threshold the metric's scores tie, for acc_eq and tau_eq (see `tie_thresholds`); held-out folds
        are those of seed 0.

    Returns
    -------
    Correlation

    Raises
    ------
    ArgumentError
        If shapes do not agree, scores are infinite, or an option is unknown.
    UnsupportedMethodError
        If the coefficient does not exist at the level.

    Examples
    --------
    >>> correlate([[1, 2], [2, 4], [4, 3]], [[1, 1], [2, 3], [3, 3]], "system", "kendall").estimate
    1.0
    """
    (level,), (coefficient,) = check_levels(level), check_coefficients(coefficient)
    check_level_of(coefficient, level)
    check_choice("aggregate", aggregate, AGGREGATES_OF_SCORES)
    rule = check_tie_calibration(tie_calibration)
    arrays = ScoreArrays.of(x, z, means=means, aggregate=aggregate, tie_calibration=rule)
    found = level_correlations(arrays, arrays.group((0,)), Weights(None, None), level, (coefficient,))
    return Correlation(float(found.values[coefficient][0, 0]), int(found.n_undefined[coefficient][0, 0]))


def correlation_interval(
    x: ArrayLike,
    z: ArrayLike,
    level: str = "system",
    coefficient: str = "pearson",
    *,
    over: str = "both",
    method: str = "percentile",
    confidence: float = 0.95,
    resamples: int = DEFAULT_RESAMPLES,
    clusters: ArrayLike | None = None,
    means: str = "judged",
    aggregate: str = "mean",
    tie_calibration: str | float = "calibrated",
    rng: Rng = None,
) -> Interval:
    """Return a bootstrap interval for the correlation of a metric with the human.

    Parameters
    ----------
    x, z, level, coefficient, means, aggregate, tie_calibration
        As in `correlate`; resamples keep the tie thresholds of the data.
    over : {'both', 'systems', 'inputs'}
        What is resampled (Deutsch, Dror and Roth 2021, section 3.2).
    method : {'percentile', 'basic', 'bca'}
    confidence : float
    resamples : int
    clusters : array of shape (M,), optional
        Labels of inputs that are resampled together.
    rng : int or numpy.random.Generator, optional

    Returns
    -------
    Interval

    Raises
    ------
    ArgumentError
        If shapes do not agree or an option is unknown.
    UnsupportedMethodError
        If systems should vary and there is only one, or the coefficient does not exist at the level.
    """
    (level,), (coefficient,) = check_levels(level), check_coefficients(coefficient)
    check_level_of(coefficient, level)
    check_choice("aggregate", aggregate, AGGREGATES_OF_SCORES)
    rule = check_tie_calibration(tie_calibration)
    arrays = ScoreArrays.of(x, z, clusters=clusters, means=means, aggregate=aggregate, tie_calibration=rule)
    group = arrays.group((0,))
    plan = bootstrap_plan(arrays, over, resamples, resolve_seed(rng))
    (drawn,) = bootstrap(arrays, [group], plan, (level,), (coefficient,))
    folds = None
    if method == "bca":
        axes = jackknife(arrays, group, plan, (level,), (coefficient,))[level, coefficient]
        folds = [values[:, 0] for values in axes]
    point = level_correlations(arrays, group, Weights(None, None), level, (coefficient,)).values[coefficient]
    samples = drawn.of(0, (level, coefficient))
    return bootstrap_interval(
        samples, float(np.asarray(point)[0, 0]), method=method, confidence=confidence, jackknife=folds
    )
