"""Are the scores normal? Shapiro-Wilk tests, per level.

The Fisher interval and Williams' test assume that they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from trueness.errors import ArgumentError, check_choice, check_proportion
from trueness.statistics.given_numbers import given_numbers
from trueness.statistics.ties import RELATIVE_TOLERANCE

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

NORMALITY_LEVELS = ("system", "input", "summary")
"""The levels at which normality is tested; summary is another name for input."""


FEWEST_VALUES = 3

# Royston's polynomials, from the lowest power on: of the outer two weights in 1 / sqrt(n), and of the mean and the
# logarithm of the standard deviation of the transformed statistic, in n up to 11 and in log(n) from 12 on
_OUTER = (
    (0.0, 0.221157, -0.147981, -2.07119, 4.434685, -2.706056),
    (0.0, 0.042981, -0.293762, -1.752461, 5.682633, -3.582633),
)
_SMALL = ((0.544, -0.39978, 0.025054, -6.714e-4), (1.3822, -0.77857, 0.062767, -0.0020322))
_LARGE = ((-1.5861, -0.31082, -0.083751, 0.0038915), (-0.4803, -0.082676, 0.0030302))


class Normality(NamedTuple):
    """Shapiro-Wilk tests of one scorer.

    Attributes
    ----------
    pvalue : float
        System level: the p-value for the system means. NaN at input level, or where that test is undefined.
    share : float
        Input level: share of the *defined* tests with p < alpha, in [0, 1]. NaN at system level, or where no
        test is defined.
    pvalues : ndarray
        All p-values: shape (1,) at system level, (M,) at input level; NaN where a test is undefined.
    n_tests : int
        Number of defined tests.
    n_undefined : int
        Number of undefined tests, left out of the share.
    """

    pvalue: float
    share: float
    pvalues: NDArray[np.float64]
    n_tests: int
    n_undefined: int


def normality(values: ArrayLike, level: str = "system", alpha: float = 0.05) -> Normality:
    """Test whether scores are normal across systems.

    A small p-value, or a large share, speaks against normality. A test is undefined, not "normal", where
    fewer than three scores are there or all are equal (SciPy gives 1.0 then).

    Parameters
    ----------
    values : array_like
        Scores of one scorer, shape (N systems, M inputs); NaN where missing.
    level : {'system', 'input'}
        System: one test of the N system means (a system's mean is over the scores it has; a system without
        any is left out). Input: one test per input, of the scores of the systems; 'summary' is accepted as
        another name.
    alpha : float
        Level of the tests that the share counts, strictly between 0 and 1.

    Returns
    -------
    Normality
        `pvalue` at system level, `share` at input level, and the number of defined and undefined tests.

    Raises
    ------
    ArgumentError
        If `values` is not a matrix of finite numbers and NaN, or if `level` or `alpha` is not one of the
        above.

    Warns
    -----
    UserWarning
        By SciPy, for more than 5000 systems: the p-value is then not accurate.

    References
    ----------
    Shapiro and Wilk (1965), An analysis of variance test for normality, Biometrika 52:591-611. Deutsch, Dror
    and Roth (2021), A statistical analysis of summarization evaluation metrics using resampling methods, TACL
    9, appendix A; no input of its CNN/DailyMail data sets is undefined, so its percentages (of all inputs)
    and this share agree there.
    """
    check_choice("level", level, NORMALITY_LEVELS)
    alpha = check_proportion("alpha", alpha)
    scores = _check_matrix(values)
    samples = _system_means(scores)[:, None] if level == "system" else scores
    pvalues = shapiro_wilk_columns(samples)
    defined = pvalues[~np.isnan(pvalues)]
    at_system = level == "system"
    return Normality(
        pvalue=float(pvalues[0]) if at_system else np.nan,
        share=np.nan if at_system or not defined.size else float(np.mean(defined < alpha)),
        pvalues=pvalues,
        n_tests=int(defined.size),
        n_undefined=int(pvalues.size - defined.size),
    )


def shapiro_wilk(sample: ArrayLike) -> float:
    """Return the p-value of the Shapiro-Wilk test, NaN where it is undefined.

    Parameters
    ----------
    sample : array_like
        Shape (n,); NaN are left out.

    Returns
    -------
    float
        NaN for fewer than three values, and for values that are all equal (within 1e-12 of the largest).

    References
    ----------
    Shapiro and Wilk (1965), An analysis of variance test for normality, Biometrika 52:591-611.
    """
    return float(shapiro_wilk_columns(given_numbers(sample).reshape(-1, 1))[0])


def shapiro_wilk_columns(columns: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the p-values of the Shapiro-Wilk tests of many columns at once, by Royston's approximation.

    `scipy.stats.shapiro` goes through columns one by one, which takes fourteen times as long for 2,000 of 16 values;
    its p-values are these to the eighth decimal.

    Parameters
    ----------
    columns : array of shape (N, C)
        NaN are left out.

    Returns
    -------
    array of shape (C,)
        NaN for columns of fewer than three values, or of equal ones (see `shapiro_wilk`).

    References
    ----------
    Royston (1995), Remark AS R94, Applied Statistics 44:547-551; meant for 3 to 5,000 values.
    """
    ordered = np.sort(columns, axis=0)  # NaN last
    sizes = np.sum(~np.isnan(columns), axis=0)
    pvalues = np.full(columns.shape[1], np.nan)
    for n in np.unique(sizes[sizes >= FEWEST_VALUES]):
        here = np.flatnonzero(sizes == n)
        values = ordered[:n, here]
        largest = np.max(np.abs(values[[0, -1]]), axis=0)
        varies = values[-1] - values[0] > RELATIVE_TOLERANCE * largest
        values, here = values[:, varies], here[varies]
        centred = values - values.mean(axis=0)
        linear = np.sum(_weights(int(n))[:, None] * centred, axis=0)
        statistic = np.square(linear) / np.sum(np.square(centred), axis=0)
        pvalues[here] = _royston_pvalues(np.minimum(statistic, 1.0), int(n))
    return pvalues


def _weights(n: int) -> NDArray[np.float64]:
    """Return the weights of the ordered values, of length 1 and antisymmetric."""
    from scipy.special import ndtri

    if n == FEWEST_VALUES:
        return np.array([-np.sqrt(0.5), 0.0, np.sqrt(0.5)])
    expected = ndtri((np.arange(1, n + 1) - 0.375) / (n + 0.25))
    length = float(expected @ expected)
    root = 1 / np.sqrt(n)
    outer = [
        expected[-1 - k] / np.sqrt(length) + float(np.polynomial.Polynomial(terms)(root))
        for k, terms in enumerate(_OUTER[: 1 if n <= 5 else 2])
    ]
    taken = len(outer)
    rest = length - 2 * float(np.sum(np.square(expected[-taken:])))
    left = 1 - 2 * float(np.sum(np.square(outer)))
    weights = expected / np.sqrt(rest / left)
    for k, weight in enumerate(outer):
        weights[k], weights[-1 - k] = -weight, weight
    return np.asarray(weights)


def _royston_pvalues(statistic: NDArray[np.float64], n: int) -> NDArray[np.float64]:
    from scipy.special import ndtr

    if n == FEWEST_VALUES:
        exact = 6 / np.pi * (np.arcsin(np.sqrt(statistic)) - np.arcsin(np.sqrt(0.75)))
        return np.asarray(np.clip(exact, 0.0, 1.0))
    with np.errstate(divide="ignore", invalid="ignore"):
        y = np.log1p(-statistic)
        if n <= 11:
            bound = -2.273 + 0.459 * n
            y = np.where(y < bound, -np.log(bound - y), np.inf)
        middle, spread = _SMALL if n <= 11 else _LARGE
        at = float(n) if n <= 11 else np.log(n)
        z = (y - np.polynomial.Polynomial(middle)(at)) / np.exp(np.polynomial.Polynomial(spread)(at))
    return np.asarray(ndtr(-z))


def _check_matrix(values: ArrayLike) -> NDArray[np.float64]:
    try:
        scores = given_numbers(values)
    except (TypeError, ValueError) as error:
        raise ArgumentError("`values` must be a matrix of numbers, systems by inputs.") from error
    if scores.ndim != 2:
        raise ArgumentError(f"`values` must have shape (systems, inputs); its shape is {scores.shape}.")
    if np.any(np.isinf(scores)):
        raise ArgumentError("`values` holds infinite scores: use NaN where a score is missing.")
    return scores


def _system_means(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the mean of every row that has a score."""
    present = ~np.isnan(scores)
    scored = present.any(axis=1)
    total = np.where(present, scores, 0.0)[scored].sum(axis=1)
    means: NDArray[np.float64] = total / present[scored].sum(axis=1)
    return means
