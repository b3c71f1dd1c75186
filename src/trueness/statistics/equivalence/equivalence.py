"""Whether two metrics agree equally well with the human, as a plain function on matrices."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import check_choice
from trueness.statistics.coefficient_facts import check_coefficients, check_level_of
from trueness.statistics.engine.resample import DEFAULT_RESAMPLES, OVER, Rng, Weights, resolve_seed
from trueness.statistics.equivalence.bootstrap_equivalence import EquivalenceTest, bootstrap_equivalence
from trueness.statistics.equivalence.equivalence_bounds import equivalence_bounds
from trueness.statistics.equivalence.pooled_units import pooled_units
from trueness.statistics.given_numbers import given_numbers
from trueness.statistics.level_names import check_levels
from trueness.statistics.resampling.bootstrap import bootstrap, bootstrap_plan
from trueness.statistics.resampling.level_correlations import level_correlations
from trueness.statistics.score_arrays import AGGREGATES_OF_SCORES, ScoreArrays

EQUIVALENCE_OVER = (*OVER, "outputs")
"""What a bootstrap of an equivalence test resamples; ``outputs`` one by one, at the global level only."""


def equivalence_test(
    x: ArrayLike,
    y: ArrayLike,
    z: ArrayLike,
    level: str = "system",
    coefficient: str = "pearson",
    *,
    margin: float | None = None,
    low: float | None = None,
    high: float | None = None,
    over: str = "both",
    alpha: float = 0.05,
    aggregate: str = "mean",
    resamples: int = DEFAULT_RESAMPLES,
    clusters: ArrayLike | None = None,
    rng: Rng = None,
) -> EquivalenceTest:
    """Test whether r(X, Z) and r(Y, Z) differ by less than a margin, by two one-sided bootstrap tests.

    X and Y are two metrics, or one metric under two conditions, on the same units. The margin has to be fixed before
    the data are seen.

    Parameters
    ----------
    x, y, z : array of shape (N, M)
        Scores of metric, rival and human, NaN where missing; a vector is one row of outputs.
    level, coefficient : str
        As in `correlate`.
    margin : float, optional
        The largest difference that is called none.
    low, high : float, optional
        Bounds of a region that is not symmetric, in place of `margin`.
    over : {'both', 'systems', 'inputs', 'outputs'}
        What is resampled. ``outputs`` draws single outputs (Braun et al. 2022), at the global level only; it takes
        outputs of one input for independent.
    alpha : float
        Level of the test, below 0.5; the interval has confidence 1 - 2 alpha.
    aggregate : {'mean', 'median'}
        As in `correlate`.
    resamples : int
    clusters : array of shape (M,), optional
        Labels of inputs that are resampled together.
    rng : int or numpy.random.Generator, optional

    Returns
    -------
    EquivalenceTest
        On the outputs that X, Y and Z all have.

    Raises
    ------
    ArgumentError
        If shapes do not agree, an option is unknown, or there is no margin, or outputs are resampled at another level
        than the global one.
    UnsupportedMethodError
        If systems should vary and there is only one, outputs in clusters, or the coefficient does not exist at the
        level.
    """
    (level,), (coefficient,) = check_levels(level), check_coefficients(coefficient)
    check_level_of(coefficient, level)
    bounds = equivalence_bounds(margin, low=low, high=high)
    check_choice("over", over, EQUIVALENCE_OVER if level == "global" else OVER)
    check_choice("aggregate", aggregate, AGGREGATES_OF_SCORES)
    human = np.atleast_2d(given_numbers(z))
    metrics = np.stack([np.atleast_2d(given_numbers(matrix)) for matrix in (x, y)])
    arrays = ScoreArrays.of(metrics, human, ("x", "y"), clusters=clusters, aggregate=aggregate)
    if over == "outputs":
        arrays, over = pooled_units(arrays), "inputs"
    group = arrays.group((0, 1))
    plan = bootstrap_plan(arrays, over, resamples, resolve_seed(rng))
    (drawn,) = bootstrap(arrays, [group], plan, (level,), (coefficient,))
    samples = drawn.of(0, (level, coefficient)) - drawn.of(1, (level, coefficient))
    point = level_correlations(arrays, group, Weights(None, None), level, (coefficient,)).values[coefficient]
    return bootstrap_equivalence(samples, float(point[0, 0] - point[0, 1]), bounds, alpha=alpha)
