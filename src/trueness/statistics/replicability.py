"""On how many data sets does a finding hold? Partial conjunction over one p-value per data set.

Counting the data sets with p <= alpha overcounts: with enough of them some fall below by chance. The count
here is too large with probability at most alpha.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from trueness.errors import ArgumentError, check_choice, check_proportion
from trueness.statistics.corrections import check_pvalues

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

REPLICABILITY_METHODS = ("bonferroni", "fisher")
"""How the p-values of several data sets are combined."""


@dataclasses.dataclass(frozen=True)
class ReplicabilityCount:
    """On how many data sets a finding holds.

    Attributes
    ----------
    count : int
        With confidence 1 - alpha, the finding holds on at least this many data sets.
    pvalues : ndarray
        Shape (number of defined p-values,): element u - 1 belongs to the hypothesis that the finding holds on
        fewer than u data sets; never decreasing in u.
    n_undefined : int
        Data sets whose p-value is NaN, left out.
    """

    count: int
    pvalues: NDArray[np.float64]
    n_undefined: int


def replicability_count(
    pvalues: ArrayLike, alpha: float = 0.05, method: str = "bonferroni"
) -> ReplicabilityCount:
    """Return the number of data sets on which a finding holds, with its partial conjunction p-values.

    With p_(1) <= ... <= p_(K), the hypothesis "fewer than u findings" has the p-value (K-u+1) p_(u)
    (Bonferroni), or that of Fisher's combination of p_(u) ... p_(K). The running maximum over u is compared
    with alpha.

    Parameters
    ----------
    pvalues : array_like
        One p-value per data set, of the same question, in [0, 1]; NaN where it is undefined.
    alpha : float
        Probability with which the count may be too large, strictly between 0 and 1.
    method : {'bonferroni', 'fisher'}
        Bonferroni holds under any dependence, and its count is the number of Holm's rejections. Fisher is
        sharper where many p-values are moderate, and valid **only if the data sets are independent**: two
        quality dimensions of the same outputs, or two data sets with the same documents or systems, are not.

    Returns
    -------
    ReplicabilityCount
        `count`, `pvalues`, `n_undefined`.

    Raises
    ------
    ArgumentError
        If `pvalues` is not one-dimensional or a value lies outside [0, 1], or if `alpha` or `method` is not
        one of the above.

    References
    ----------
    Benjamini and Heller (2008), Screening for partial conjunction hypotheses, Biometrics 64:1215-1222. Dror,
    Baumer, Bogomolov and Reichart (2017), Replicability analysis for natural language processing, TACL
    5:471-486.

    Examples
    --------
    >>> replicability_count([0.168, 0.297, 0.357, 0.019, 0.218, 0.001]).count
    1
    >>> replicability_count([0.168, 0.297, 0.357, 0.019, 0.218, 0.001], method="fisher").count
    2
    """
    alpha = check_proportion("alpha", alpha)
    check_choice("method", method, REPLICABILITY_METHODS)
    p = check_pvalues(pvalues)
    if p.ndim != 1:
        raise ArgumentError(f"`pvalues` must hold one p-value per data set; its shape is {p.shape}.")
    known = np.sort(p[~np.isnan(p)])
    remaining = np.arange(known.size, 0, -1)
    combined = (
        np.minimum(1.0, remaining * known) if method == "bonferroni" else _fisher_tails(known, remaining)
    )
    conjunction = np.maximum.accumulate(combined)
    return ReplicabilityCount(int(np.sum(conjunction <= alpha)), conjunction, int(p.size - known.size))


def _fisher_tails(known: NDArray[np.float64], remaining: NDArray[np.int_]) -> NDArray[np.float64]:
    """Return Fisher's combination of each sorted p-value with all larger ones."""
    from scipy.special import chdtrc

    with np.errstate(divide="ignore"):  # a p-value of 0 makes the statistic infinite and the combination 0
        statistic = -2 * np.cumsum(np.log(known)[::-1])[::-1]
    tails: NDArray[np.float64] = np.asarray(chdtrc(2 * remaining, statistic), dtype=np.float64)
    return tails
