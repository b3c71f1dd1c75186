"""Are the scores normal? Shapiro-Wilk tests, per level.

The Fisher interval and Williams' test assume that they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from trueness.errors import ArgumentError, check_choice, check_proportion
from trueness.statistics.ties import RELATIVE_TOLERANCE

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

NORMALITY_LEVELS = ("system", "input", "summary")
"""The levels at which normality is tested; summary is another name for input."""


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
    samples = [_system_means(scores)] if level == "system" else list(scores.T)
    pvalues = np.array([shapiro_wilk(sample) for sample in samples], dtype=np.float64)
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
    x = np.asarray(sample, dtype=np.float64)
    x = x[~np.isnan(x)]
    if x.size < 3 or np.ptp(x) <= RELATIVE_TOLERANCE * np.max(np.abs(x)):
        return np.nan
    from scipy.stats import shapiro

    return float(shapiro(x).pvalue)


def _check_matrix(values: ArrayLike) -> NDArray[np.float64]:
    try:
        scores = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ArgumentError("`values` must be a matrix of numbers, systems by inputs.") from error
    if scores.ndim != 2:
        raise ArgumentError(f"`values` must have shape (systems, inputs), not {scores.shape}.")
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
