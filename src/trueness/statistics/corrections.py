"""Corrections for multiple tests, and whether a resampling test can survive one.

========== ========================= ================================== ==========================
method     controls                  adjusted p-value (ordered)         valid under
========== ========================= ================================== ==========================
bonferroni family-wise error rate    min(1, m p_i)                      any dependence
holm       family-wise error rate    max_{j<=i} min(1, (m-j+1) p_(j))   any dependence
hochberg   family-wise error rate    min_{j>=i} (m-j+1) p_(j)           independence, or positive
hommel     family-wise error rate    see `_hommel`                      independence, or positive
bh         false discovery rate      min_{j>=i} min(1, m p_(j) / j)     independence, or positive
by         false discovery rate      min_{j>=i} min(1, m c p_(j) / j)   any dependence
shaffer    family-wise error rate    max_{j<=i} min(1, t_j p_(j))       any dependence
========== ========================= ================================== ==========================

m is the number of tests, c = 1 + 1/2 + ... + 1/m; "positive" is positive regression dependence. t_j is how many
hypotheses can be true at most after j - 1 rejections, which depends on what the tests compare: see `shaffer`.

A test is rejected at level alpha if its adjusted p-value is <= alpha. Undefined (NaN) p-values are no tests:
they do not count in m and stay NaN. A family of comparisons is the set of *unordered* pairs, each once.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from trueness.errors import ArgumentError, check_choice, check_integer, check_proportion

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from numpy.typing import ArrayLike, NDArray

CORRECTIONS = ("none", "bonferroni", "holm", "bh", "by")
"""The names of the corrections that follow from p-values alone."""

STEP_UP = ("hochberg", "hommel")
"""Those of `adjust` besides. Studies do without: tests of pairs of metrics share metrics, and those that share one with
opposite signs depend negatively."""

PAIR_CORRECTIONS = ("shaffer",)
"""Those for which it matters which pairs the tests compare; one test alone is rejected by them if it is by Holm's."""

ALL_PAIRS, ELSEWHERE = "shaffer", "holm"
"""The recommended ones: of two-sided tests of all pairs, and of other families (docs/choosing_a_correction.md)."""

_ALIASES = {"benjamini-hochberg": "bh", "benjamini-yekutieli": "by"}


def adjust(pvalues: ArrayLike, method: str = "holm", *, left_out: int = 0) -> NDArray[np.float64]:
    """Return p-values adjusted for being one family.

    Parameters
    ----------
    pvalues : array_like
        P-values in [0, 1], of any shape; NaN where a test is undefined.
    method : {'none', 'bonferroni', 'holm', 'hochberg', 'hommel', 'bh', 'by'}
        Also 'benjamini-hochberg' and 'benjamini-yekutieli'.
    left_out : int
        Further tests of the family, each as if its p-value were 1: of those that were not made, so that it may depend
        on the data which these are.

    Returns
    -------
    ndarray
        Adjusted p-values of the same shape, NaN where the p-value is NaN. NaN do not count in the size of the
        family.

    Raises
    ------
    ArgumentError
        If a p-value lies outside [0, 1], or if `method` is unknown.

    References
    ----------
    Holm (1979), A simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics
    6:65-70. Hochberg (1988), A sharper Bonferroni procedure for multiple tests of significance, Biometrika
    75:800-802. Hommel (1988), A stagewise rejective multiple test procedure based on a modified Bonferroni test,
    Biometrika 75:383-386. Benjamini and Hochberg (1995), Controlling the false discovery rate, JRSS B 57:289-300.
    Benjamini and Yekutieli (2001), The control of the false discovery rate in multiple testing under dependency,
    Annals of Statistics 29:1165-1188.

    Examples
    --------
    >>> adjust([0.01, 0.04, 0.03], "holm").tolist()
    [0.03, 0.06, 0.06]
    """
    method = correction_name(method, (*CORRECTIONS, *STEP_UP))
    p = check_pvalues(pvalues)
    adjusted = p.copy()
    known = ~np.isnan(p)
    if method != "none" and np.any(known):
        adjusted[known] = _adjust_known(p[known], method, left_out)
    return adjusted


def adjust_families(
    pvalues: ArrayLike, families: Sequence[Hashable], method: str = "holm"
) -> NDArray[np.float64]:
    """Return p-values adjusted within each family on its own.

    Parameters
    ----------
    pvalues : array_like
        P-values in [0, 1], of shape (number of tests,); NaN where a test is undefined.
    families : sequence of hashable
        One label per p-value; tests with equal labels are one family.
    method : str
        As in `adjust`.

    Returns
    -------
    ndarray
        Adjusted p-values of shape (number of tests,).

    Raises
    ------
    ArgumentError
        If there is not one label per p-value, if a p-value lies outside [0, 1], or if `method` is unknown.

    Notes
    -----
    Deutsch, Dror and Roth (2021), Figure 5, test every ordered pair of metrics one-sidedly and correct per
    row metric (their "Bonferroni" has the rejections of Holm's step-down). Here that is one family per row:

    >>> rows = ["rouge1", "rouge1", "bleu", "bleu"]  # each against the two other metrics
    >>> adjust_families([0.01, 0.02, 0.99, 0.5], rows, "holm").tolist()
    [0.02, 0.02, 1.0, 1.0]

    In Figure 6 the label is the data set and the level.
    """
    method = correction_name(method, (*CORRECTIONS, *STEP_UP))
    p = check_pvalues(pvalues)
    if p.ndim != 1 or len(families) != p.size:
        raise ArgumentError(
            f"`families` needs one label per p-value: {len(families)} labels for p-values of shape {p.shape}."
        )
    members: dict[Hashable, list[int]] = {}
    for position, label in enumerate(families):
        members.setdefault(label, []).append(position)
    adjusted = p.copy()
    for positions in members.values():
        adjusted[positions] = adjust(p[positions], method)
    return adjusted


def smallest_attainable(resamples: int) -> float:
    """Return the smallest p-value that a test with so many resamples can give: 1 / (1 + resamples).

    Raises
    ------
    ArgumentError
        If `resamples` is not a whole number of at least 1.
    """
    return 1 / (1 + check_integer("resamples", resamples, minimum=1))


def resamples_needed(n_tests: int, method: str = "holm", alpha: float = 0.05) -> int:
    """Return the fewest resamples with which one test can be rejected, whatever the others of its family say.

    The smallest attainable p-value must be at most alpha / m for Bonferroni, Holm and BH, alpha / (m c(m))
    for BY, and alpha without a correction.

    Parameters
    ----------
    n_tests : int
        Size m of the family, at least 1.
    method : str
        As in `adjust`, or one of `PAIR_CORRECTIONS`.
    alpha : float
        Level, strictly between 0 and 1.

    Returns
    -------
    int
        Number of resamples.

    Raises
    ------
    ArgumentError
        If an argument is outside the values above.

    Examples
    --------
    >>> resamples_needed(78, "bonferroni", 0.05)
    1559
    """
    alpha = check_proportion("alpha", alpha)
    factor = _lone_factor(check_integer("n_tests", n_tests, minimum=1), _any_name(method))
    needed = max(1, math.floor(factor / alpha) - 2)
    # Compared as the adjusted p-value will be, rounding included; steps grow where 1 is below a float's.
    while factor * smallest_attainable(needed) > alpha:
        needed += 1 + needed // 2**50
    return needed


def warn_if_hopeless(n_tests: int, resamples: int, method: str = "holm", alpha: float = 0.05) -> str | None:
    """Say so when too few resamples are drawn for a rejection to survive the correction.

    With Bonferroni and Holm, too few resamples rule out every rejection. With BH and BY they rule out a lone
    rejection first: several tests at the smallest attainable p-value can still be rejected together, and the
    message says how many it takes.

    Parameters
    ----------
    n_tests : int
        Size m of the family, at least 1.
    resamples : int
        Number of resamples behind each p-value, at least 1.
    method : str
        As in `adjust`, or one of `PAIR_CORRECTIONS`.
    alpha : float
        Level, strictly between 0 and 1.

    Returns
    -------
    str or None
        The message, or None where a lone rejection can survive.

    Raises
    ------
    ArgumentError
        If an argument is outside the values above.
    """
    needed = resamples_needed(n_tests, method, alpha)
    smallest = smallest_attainable(resamples)
    if resamples >= needed:
        return None
    method = _any_name(method)
    lone = _lone_factor(n_tests, method)
    together = next((k for k in range(2, n_tests + 1) if lone / k * smallest <= alpha), None)
    if method in ("bh", "by") and together is not None:
        verdict = (
            f"no lone rejection can survive '{method}'; it takes {together} or more tests at that p-value"
        )
    else:
        verdict = "no rejection is possible" if method == "none" else f"no rejection can survive '{method}'"
    tests = "one test" if n_tests == 1 else f"{n_tests} tests"
    return (
        f"with {resamples} resamples the smallest p-value is {smallest:.3g}: {verdict} over {tests} at "
        f"alpha = {alpha:g}. Draw at least {needed} resamples."
    )


def correction_name(method: str, known: Sequence[str] = CORRECTIONS) -> str:
    """Return the short name of a correction that follows from p-values alone.

    Parameters
    ----------
    method : str
    known : sequence of str
        Those that there are.

    Raises
    ------
    ArgumentError
        If there is no correction of that name, or it needs to know which pairs the tests compare.
    """
    if method in PAIR_CORRECTIONS:
        raise ArgumentError(
            f"`method`={method!r} is for two-sided tests of all pairs of metrics, as `compare` and `pool` make them. "
            "Use 'holm' here."
        )
    return check_choice("method", _ALIASES.get(str(method), method), known)


def by_pvalues_alone(method: str) -> str:
    """Return a correction, or Holm's in place of one that needs to know which pairs the tests compare.

    It is for tests of the same family that say something else of a pair than that two metrics are equal, such as
    that they differ by less than a margin: of those any number can be true.

    Raises
    ------
    ArgumentError
        If there is no correction of that name.
    """
    return "holm" if method in PAIR_CORRECTIONS else correction_name(method)


def check_pvalues(pvalues: ArrayLike) -> NDArray[np.float64]:
    """Return p-values as a float array; NaN stays NaN.

    Raises
    ------
    ArgumentError
        If a value is not a number, or lies outside [0, 1].
    """
    try:
        p = np.array(pvalues, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ArgumentError(f"`pvalues` must hold numbers; it holds {pvalues!r}.") from error
    outside = (p < 0) | (p > 1)
    if np.any(outside):
        raise ArgumentError(f"`pvalues` must lie between 0 and 1; here is {float(p[outside].flat[0])!r}.")
    return p


def _any_name(method: str) -> str:
    return method if method in PAIR_CORRECTIONS else correction_name(method)


def _lone_factor(m: int, method: str) -> float:
    """Return what the smallest of m p-values is multiplied with when no other is small."""
    if method == "none":
        return 1.0
    return m * _harmonic(m) if method == "by" else float(m)


def _harmonic(m: int) -> float:
    return math.fsum(1 / k for k in range(1, m + 1))


def _adjust_known(p: NDArray[np.float64], method: str, left_out: int) -> NDArray[np.float64]:
    m = p.size + left_out
    if method == "bonferroni":
        return np.minimum(1.0, m * p)
    order = np.argsort(p, kind="stable")
    rank = np.arange(1, p.size + 1)  # those of 1 come after them, and change nothing for them
    if method == "holm":
        stepped = np.maximum.accumulate((m - rank + 1) * p[order])
    elif method == "hochberg":
        stepped = np.minimum.accumulate(((m - rank + 1) * p[order])[::-1])[::-1]
    elif method == "hommel":
        stepped = _hommel(np.append(p[order], np.ones(left_out)))[: p.size]
    else:
        factor = _lone_factor(m, method) / rank
        stepped = np.minimum.accumulate((factor * p[order])[::-1])[::-1]
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(1.0, stepped)
    return adjusted


def _hommel(p: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return Hommel's adjusted p-values of p-values in ascending order, in O(m²).

    A hypothesis is rejected where every intersection that holds it is, by Simes' test (closed testing). Of the sets of
    k hypotheses only that of the hypothesis and the k - 1 largest p-values matters; where these hold it, that of the k
    largest (Wright 1992, Biometrics 48, appendix).
    """
    m = p.size
    adjusted = p.copy()
    for k in range(2, m + 1):
        largest, ranks = p[m - k :], np.arange(1, k + 1)
        whole = np.min(k * largest / ranks)
        # with a smaller p-value in place of the smallest of the k largest
        without = np.min(k * largest[1:] / ranks[1:])
        own = np.minimum(k * p[: m - k], without)
        adjusted[m - k :] = np.maximum(adjusted[m - k :], whole)
        adjusted[: m - k] = np.maximum(adjusted[: m - k], own)
    return adjusted
