"""The paired t test of the means of systems, all pairs at once."""

from __future__ import annotations

import numpy as np

from trueness.errors import UnsupportedMethodError, check_proportion
from trueness.statistics.certain import student_pvalue, student_reach
from trueness.statistics.systems.system_pairs import PairTests, SystemPairs, pair_tests
from trueness.statistics.ties import RELATIVE_TOLERANCE


def paired_t(pairs: SystemPairs, *, confidence: float = 0.95) -> PairTests:
    """Test by the paired t test, for every pair of systems, that the mean difference of their outputs is zero.

    Parameters
    ----------
    pairs : SystemPairs
        Differences are of outputs' scores, also where a metric has corpus scores.
    confidence : float
        Of the intervals of the mean difference, strictly between 0 and 1.

    Returns
    -------
    PairTests
        The statistic is t, with n - 1 degrees of freedom for n shared inputs. Where all differences are 0, t is 0 and
        the two-sided p-value 1. The test is undefined for fewer than two inputs, and where all differences are one
        other number: there is no variance to judge it by.

    Raises
    ------
    ArgumentError
        If `confidence` is not strictly between 0 and 1.
    UnsupportedMethodError
        If systems' scores are medians.

    Notes
    -----
    Time is O(P M), memory a share of the budget. With clusters the standard error is that of a ratio, from the
    deviations summed over each of C clusters, with C - 1 degrees of freedom; of clusters of one size it is the test of
    their means (Cochran 1977, Sampling techniques, section 9A.1).

    References
    ----------
    Student (1908), The probable error of a mean, Biometrika 6:1-25. For systems on the same inputs: Rankel et al.
    (2011), Ranking human and machine summarization systems, EMNLP.
    """
    confidence = check_proportion("confidence", confidence)
    if pairs.aggregate == "median":
        raise UnsupportedMethodError(
            "the t test compares means. For medians use the permutation, bootstrap or wilcoxon test."
        )
    member = None
    if pairs.clusters is not None:
        member = np.zeros((pairs.n_inputs, int(pairs.clusters.max(initial=-1)) + 1))
        member[np.arange(pairs.n_inputs), pairs.clusters] = 1.0
    n_pairs = pairs.n_pairs
    mean, error = np.full(n_pairs, np.nan), np.full(n_pairs, np.nan)
    count = np.zeros(n_pairs)
    same = np.zeros(n_pairs, dtype=bool)
    for part in pairs.parts(6 * pairs.n_inputs):
        differences, tolerance, divisor = pairs.differences(part)
        there = ~np.isnan(differences)
        n = there.sum(axis=1)
        filled = np.where(there, differences, 0.0)
        middle = np.divide(filled.sum(axis=1), n, out=np.full(len(n), np.nan), where=n > 0)
        deviations = np.where(there, filled - middle[:, None], 0.0)
        units, factor = n, np.ones(len(n))
        if member is not None:
            deviations = np.where(n > 0, deviations.T, 0.0).T @ member
            units = np.sum(there.astype(np.float64) @ member > 0, axis=1)
            factor = np.divide(units * (n - 1), (units - 1) * n, out=np.zeros(len(n)), where=units > 1)
        spread = np.max(np.abs(deviations), axis=1, initial=0.0)
        variance = np.divide((deviations**2).sum(axis=1), n - 1, out=np.full(len(n), np.nan), where=n > 1)
        # a constant difference leaves rounding errors, no variance
        constant = spread <= np.maximum(
            tolerance, RELATIVE_TOLERANCE * np.max(np.abs(filled), axis=1, initial=0.0)
        )
        count[part], mean[part] = units, middle / divisor
        error[part] = np.where(constant, 0.0, np.sqrt(factor * variance / np.maximum(n, 1))) / divisor
        same[part] = (np.max(np.abs(filled), axis=1, initial=0.0) <= tolerance) & (units > 1)
    defined = (count > 1) & (error > 0)
    t = np.divide(mean, error, out=np.full(n_pairs, np.nan), where=defined)
    t[same] = 0.0
    freedom = np.where(count > 1, count - 1, 1.0)
    half = np.where(defined, student_reach(freedom, confidence) * error, np.nan)
    return pair_tests(
        pairs,
        statistic=t,
        greater=student_pvalue(t, freedom, "greater"),
        less=student_pvalue(t, freedom, "less"),
        two_sided=student_pvalue(t, freedom),
        low=mean - half,
        high=mean + half,
    )


def refuse_clusters(pairs: SystemPairs, test: str) -> None:
    """Refuse a test that takes inputs for independent where they are in clusters.

    Raises
    ------
    UnsupportedMethodError
        If they are.
    """
    if pairs.clusters is not None:
        raise UnsupportedMethodError(
            f"the {test} test takes inputs for independent; inputs in clusters depend on each other. Use "
            "the permutation, the t or the bootstrap test, which take clusters as a whole."
        )
