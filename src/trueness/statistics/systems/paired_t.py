"""The paired t test of the means of systems, all pairs at once."""

from __future__ import annotations

import numpy as np

from trueness.errors import UnsupportedMethodError, check_proportion
from trueness.statistics.array_types import FloatArray
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
        If systems' scores are medians, or inputs are in clusters.

    Notes
    -----
    Time is O(P M), memory a share of the budget.

    References
    ----------
    Student (1908), The probable error of a mean, Biometrika 6:1-25. For systems on the same inputs: Rankel et al.
    (2011), Ranking human and machine summarization systems, EMNLP.
    """
    confidence = check_proportion("confidence", confidence)
    refuse_clusters(pairs, "t")
    if pairs.aggregate == "median":
        raise UnsupportedMethodError(
            "the t test compares means, not medians. Use the permutation, bootstrap or wilcoxon test."
        )
    from scipy.special import stdtr, stdtrit

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
        spread = np.max(np.abs(deviations), axis=1, initial=0.0)
        variance = np.divide((deviations**2).sum(axis=1), n - 1, out=np.full(len(n), np.nan), where=n > 1)
        # a constant difference leaves rounding errors, no variance
        constant = spread <= np.maximum(
            tolerance, RELATIVE_TOLERANCE * np.max(np.abs(filled), axis=1, initial=0.0)
        )
        count[part], mean[part] = n, middle / divisor
        error[part] = np.where(constant, 0.0, np.sqrt(variance / np.maximum(n, 1))) / divisor
        same[part] = (np.max(np.abs(filled), axis=1, initial=0.0) <= tolerance) & (n > 1)
    defined = (count > 1) & (error > 0)
    t = np.divide(mean, error, out=np.full(n_pairs, np.nan), where=defined)
    t[same] = 0.0
    freedom = np.where(count > 1, count - 1, 1.0)
    half = np.where(defined, stdtrit(freedom, (1 + confidence) / 2) * error, np.nan)
    return pair_tests(
        pairs,
        statistic=t,
        greater=stdtr(freedom, -t),
        less=stdtr(freedom, t),
        two_sided=_two_sided(freedom, t),
        low=mean - half,
        high=mean + half,
    )


def _two_sided(freedom: FloatArray, t: FloatArray) -> FloatArray:
    from scipy.special import stdtr

    return np.asarray(2.0 * stdtr(freedom, -np.abs(t)), dtype=np.float64)


def refuse_clusters(pairs: SystemPairs, test: str) -> None:
    """Refuse a test that takes inputs for independent where they are in clusters.

    Raises
    ------
    UnsupportedMethodError
        If they are.
    """
    if pairs.clusters is not None:
        raise UnsupportedMethodError(
            f"the {test} test takes inputs for independent; inputs in clusters are not. Use the permutation or the "
            "bootstrap test, which swap or draw whole clusters."
        )
