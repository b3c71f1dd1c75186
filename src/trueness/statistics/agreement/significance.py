"""Resampling tests of a difference between two correlations, as plain functions on matrices."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError, UnsupportedMethodError, check_choice
from trueness.statistics.coefficient_facts import check_coefficients, check_level_of, check_swap_of
from trueness.statistics.dependent_correlations import ALTERNATIVES
from trueness.statistics.engine.resample import (
    DEFAULT_RESAMPLES,
    SWAPS,
    PermutationPlan,
    Rng,
    Weights,
    resolve_seed,
)
from trueness.statistics.exceedances import EXCEEDANCE_TOLERANCE
from trueness.statistics.given_numbers import given_numbers
from trueness.statistics.jackknife.studentized_permutation_test import studentized_permutation_test
from trueness.statistics.level_names import check_levels
from trueness.statistics.pairs.tie_thresholds import check_tie_calibration
from trueness.statistics.resampling.bootstrap import bootstrap, bootstrap_plan
from trueness.statistics.resampling.level_correlations import level_correlations
from trueness.statistics.resampling.permutation import permutation_exceedances
from trueness.statistics.score_arrays import AGGREGATES_OF_SCORES, ScoreArrays


class ResamplingTest(NamedTuple):
    """A resampling test of r(X, Z) - r(Y, Z).

    Attributes
    ----------
    estimate : float
        The difference on the outputs that X, Y and Z all have.
    pvalue : float
        NaN where the difference is undefined.
    n_undefined_resamples, resamples : int
        Resamples without a difference, and all of them.
    exact : bool
        Whether all arrangements were enumerated.
    """

    estimate: float
    pvalue: float
    n_undefined_resamples: int
    resamples: int
    exact: bool


class BootstrapPvalues(NamedTuple):
    """P-values of one paired bootstrap test.

    Attributes
    ----------
    greater, less, two_sided : float
        (1 + exceedances) / (1 + defined resamples); NaN where undefined.
    """

    greater: float
    less: float
    two_sided: float


def permutation_test(
    x: ArrayLike,
    y: ArrayLike,
    z: ArrayLike,
    level: str = "system",
    coefficient: str = "pearson",
    *,
    swap: str = "systems",
    studentize: bool = False,
    alternative: str = "two-sided",
    standardize: str = "level",
    aggregate: str = "mean",
    resamples: int = DEFAULT_RESAMPLES,
    clusters: ArrayLike | None = None,
    tie_calibration: str | float = "calibrated",
    rng: Rng = None,
) -> ResamplingTest:
    """Test r(X, Z) against r(Y, Z) by swapping standardised scores of the two metrics at random.

    All arrangements are enumerated when there are no more than `resamples` of them.

    Parameters
    ----------
    x, y, z : array of shape (N, M)
        Scores of metric, rival and human, NaN where missing.
    level, coefficient : str
        As in `correlate`.
    swap : {'systems', 'inputs', 'cells', 'rows_then_columns'}
        What is swapped as a whole; ``cells`` is the Perm-Both of Deutsch, Dror and Roth (2021, section 4.2).
    studentize : bool
        Compare differences in jackknife standard errors (see `studentized_permutation_test`): the recommended test, for
        ``pearson``, ``spearman`` and ``kendall`` at the system and input level, swapping systems.
    alternative : {'two-sided', 'greater', 'less'}
        Greater: X correlates more with Z than Y does.
    standardize : {'level', 'cells'}
        Whether metrics are z-scored over what is compared at the level, or over all their cells.
    aggregate : {'mean', 'median'}
        As in `correlate`. At the system level medians can be swapped for whole systems only.
    resamples : int
    clusters : array of shape (M,), optional
        Labels of inputs that are swapped together.
    tie_calibration : {'calibrated', 'held-out', 'none'} or float
        As in `correlate`; thresholds stay as they are while outcomes of pairs swap.
    rng : int or numpy.random.Generator, optional

    Returns
    -------
    ResamplingTest

    Raises
    ------
    ArgumentError
        If shapes do not agree or an option is unknown.
    UnsupportedMethodError
        If the coefficient does not exist at the level, or has no test that swaps this; if systems should be swapped and
        there is only one, or something else than systems at the system level where system scores are medians; if
        something else than systems is to be swapped, or something else standardised than what is compared, in a
        studentised test.

    Notes
    -----
    In simulations of data in which neither metric is better (``docs/choosing_a_test.md``), at .05 and with 10 to 60
    systems, swapping systems rejects in .04 to .09 of tables with Pearson's r, at the input level with few systems and
    outliers in up to .11, and with 10 systems in as few as .02 with Kendall's tau; studentised in .03 to .08 everywhere
    but where both metrics are nearly perfect. Swapping cells or inputs tests a null hypothesis about these systems only
    and rejects in up to .61 where metrics have biases for systems.
    """
    (level,), (coefficient,) = check_levels(level), check_coefficients(coefficient)
    check_swap_of(coefficient, level, check_choice("swap", swap, SWAPS))
    check_choice("alternative", alternative, ALTERNATIVES)
    arrays = _pair(x, y, z, clusters, aggregate, tie_calibration)
    if studentize:
        if (swap, standardize) != ("systems", "level"):
            raise UnsupportedMethodError(
                "a studentised permutation swaps systems, standardised over what is compared; leave `swap` and "
                "`standardize` out."
            )
        studentized = studentized_permutation_test(
            arrays, [(0, 1)], (level,), (coefficient,), resamples=resamples, seed=resolve_seed(rng)
        )[level, coefficient]
        pvalues = (studentized.greater, studentized.less, studentized.two_sided)
        return ResamplingTest(
            estimate=float(studentized.observed[0]),
            pvalue=float(pvalues[("greater", "less", "two-sided").index(alternative)][0]),
            n_undefined_resamples=int(studentized.undefined[0]),
            resamples=int(studentized.resamples[0]),
            exact=bool(studentized.exact[0]),
        )
    plan = PermutationPlan.choose(
        swap, arrays.n_systems, arrays.n_inputs, resamples, resolve_seed(rng), arrays.clusters
    )
    found = permutation_exceedances(
        arrays, [(0, 1)], plan, (level,), (coefficient,), standardize=standardize
    )[level, coefficient]
    return ResamplingTest(
        estimate=float(found.observed[0]),
        pvalue=float(found.pvalue(alternative)[0]),
        n_undefined_resamples=int(found.undefined[0]),
        resamples=plan.resamples,
        exact=plan.exact,
    )


def paired_bootstrap_test(
    x: ArrayLike,
    y: ArrayLike,
    z: ArrayLike,
    level: str = "system",
    coefficient: str = "pearson",
    *,
    over: str = "both",
    alternative: str = "two-sided",
    aggregate: str = "mean",
    resamples: int = DEFAULT_RESAMPLES,
    clusters: ArrayLike | None = None,
    tie_calibration: str | float = "calibrated",
    rng: Rng = None,
) -> ResamplingTest:
    """Test r(X, Z) against r(Y, Z) by the paired bootstrap, recentred (see `paired_bootstrap_pvalues`).

    Parameters
    ----------
    x, y, z, level, coefficient, alternative, aggregate, resamples, clusters, tie_calibration, rng
        As in `permutation_test`.
    over : {'both', 'systems', 'inputs'}
        What is resampled.

    Returns
    -------
    ResamplingTest

    Raises
    ------
    ArgumentError
        If shapes do not agree or an option is unknown.
    UnsupportedMethodError
        If systems should vary and there is only one, or the coefficient does not exist at the level.
    """
    (level,), (coefficient,) = check_levels(level), check_coefficients(coefficient)
    check_level_of(coefficient, level)
    check_choice("alternative", alternative, ALTERNATIVES)
    arrays = _pair(x, y, z, clusters, aggregate, tie_calibration)
    group = arrays.group((0, 1))
    plan = bootstrap_plan(arrays, over, resamples, resolve_seed(rng))
    (drawn,) = bootstrap(arrays, [group], plan, (level,), (coefficient,))
    key = (level, coefficient)
    samples = drawn.of(0, key) - drawn.of(1, key)
    points = level_correlations(arrays, group, Weights(None, None), level, (coefficient,)).values[coefficient]
    first, second = (float(value) for value in points[0])
    pvalues = paired_bootstrap_pvalues(samples, first - second)
    pvalue = pvalues[("greater", "less", "two-sided").index(alternative)]
    return ResamplingTest(first - second, pvalue, int(np.isnan(samples).sum()), resamples, exact=False)


def paired_bootstrap_pvalues(samples: ArrayLike, observed: float) -> BootstrapPvalues:
    """Return p-values from bootstrap values of a difference, recentred so that the null hypothesis holds.

    The statistic is d = r(X, Z) - r(Y, Z); under the null it varies like d* - d. So the metric is better
    where few resamples have d* - d >= d, that is d* >= 2 d.

    Parameters
    ----------
    samples : array of shape (B,)
        Values d* of resamples, NaN where undefined (left out; report how many).
    observed : float
        The difference d on the data.

    Returns
    -------
    BootstrapPvalues

    Notes
    -----
    In simulations in which neither metric is better, resampling systems and inputs rejects in 0 to .04 of tables at .05
    at the system level: the spread of systems holds the noise of inputs already, which is then counted twice. Half of
    the power is lost (``docs/choosing_a_test.md``).

    References
    ----------
    Deutsch, Dror and Roth (2021), section 4.2, and Efron & Tibshirani (1993), section 16.2; one is added to
    both counts so that no p-value is zero.
    """
    values = given_numbers(samples)
    shifted = values[~np.isnan(values)] - observed
    if not shifted.size or np.isnan(observed):
        return BootstrapPvalues(np.nan, np.nan, np.nan)
    counts = (
        np.sum(shifted >= observed - EXCEEDANCE_TOLERANCE),
        np.sum(shifted <= observed + EXCEEDANCE_TOLERANCE),
        np.sum(np.abs(shifted) >= abs(observed) - EXCEEDANCE_TOLERANCE),
    )
    return BootstrapPvalues(*(float((1 + count) / (1 + shifted.size)) for count in counts))


def _pair(
    x: ArrayLike,
    y: ArrayLike,
    z: ArrayLike,
    clusters: ArrayLike | None,
    aggregate: str,
    tie_calibration: str | float,
) -> ScoreArrays:
    check_choice("aggregate", aggregate, AGGREGATES_OF_SCORES)
    rule = check_tie_calibration(tie_calibration)
    human = np.atleast_2d(given_numbers(z))
    first, second = (np.atleast_2d(given_numbers(matrix)) for matrix in (x, y))
    if first.shape != second.shape or not first.size:
        raise ArgumentError(
            "`x` and `y` must be matrices of the same shape with at least one score; they have "
            f"{first.shape} and {second.shape}."
        )
    metrics = np.stack([first, second])
    return ScoreArrays.of(
        metrics, human, ("x", "y"), clusters=clusters, aggregate=aggregate, tie_calibration=rule
    )
