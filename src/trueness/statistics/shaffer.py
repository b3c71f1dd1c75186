"""Shaffer's corrections of tests of all pairs: equality is transitive, so not every set of hypotheses can be true.

Holm's correction divides the level by the number of hypotheses not rejected yet. Where hypotheses say that two of K
values are equal, fewer can be true: once 1 = 2 is false, either 1 = 3 or 2 = 3 is. Shaffer (1986) divides by the
largest number that can be true, given how many were rejected (her first procedure, here ``static``) or given which
were (the second, sharper one). Both bound the family-wise error under any dependence, and reject whatever Holm
rejects.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from trueness.errors import ArgumentError
from trueness.statistics.array_types import FloatArray
from trueness.statistics.corrections import adjust, check_pvalues
from trueness.statistics.equal_pairs import EqualPairs, equal_counts
from trueness.statistics.given_numbers import given_numbers

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


def shaffer(
    pvalues: ArrayLike, pairs: Sequence[tuple[Hashable, Hashable]], *, static: bool = False
) -> FloatArray:
    """Return p-values of two-sided tests of pairs, adjusted for being one family.

    With p(1) <= p(2) <= ... the adjusted p-value of the j-th is max over i <= j of min(1, t_i p(i)), where t_i is
    the largest number of hypotheses that can be true when the first i - 1 are false.

    Parameters
    ----------
    pvalues : array_like of shape (P,)
        Two-sided p-values in [0, 1]; NaN where a test is undefined.
    pairs : sequence of (hashable, hashable)
        What each compares, by names or numbers; every unordered pair once. All pairs of K values, or some: of
        comparisons with one value (a baseline), every number of hypotheses can be true, and the correction is
        Holm's.
    static : bool
        Whether t_i follows from the number of rejected hypotheses alone, as in Shaffer's first procedure.

    Returns
    -------
    array of shape (P,)
        NaN where the p-value is NaN; such a test is no member of the family, though its hypothesis may be true.

    Raises
    ------
    ArgumentError
        If a p-value lies outside [0, 1], if there is not one pair per p-value, or if a pair occurs twice or holds
        one value twice.

    Notes
    -----
    Valid for hypotheses "two values are equal" of one value per metric, under any dependence of the
    p-values. One-sided hypotheses have another logic, and no correction here. That a correlation is one value per
    metric holds where all pairs are of the same outputs, or where it does not depend on them which scores are
    missing.

    Of up to about 20 values t_i is exact wherever it decides. Of more, and where the order of p-values is not at all
    that of values on a line, finding it may take too long (`equal_pairs.MOST_NODES`): an upper bound then takes its
    place, no larger than the divisor of ``static``, which is valid but rejects less. So it is where some pairs have no
    p-value: their hypotheses are counted among those that can be true, as far as Holm's divisor allows.

    References
    ----------
    Shaffer (1986), Modified sequentially rejective multiple test procedures, Journal of the American Statistical
    Association 81:826-831.

    Examples
    --------
    >>> pairs = [(0, 1), (0, 2), (1, 2)]
    >>> shaffer([0.01, 0.02, 0.03], pairs).tolist()  # after one rejection one at most is true
    [0.03, 0.03, 0.03]
    """
    if not static:
        return step_down(pvalues, pairs, 1.0)
    p, order, place = _checked(pvalues, pairs)
    counts, n_pairs = np.array(equal_counts(len(place))), len(place) * (len(place) - 1) // 2
    steps = np.arange(len(order))
    divisors = np.minimum(
        counts[np.searchsorted(counts, n_pairs - steps, side="right") - 1], len(order) - steps
    )
    adjusted: FloatArray = np.full(p.shape, np.nan)
    adjusted[order] = np.minimum(1.0, np.maximum.accumulate(divisors * p[order]))
    return adjusted


def adjusted_pairs(pvalues: ArrayLike, pairs: Sequence[tuple[Hashable, Hashable]], method: str) -> FloatArray:
    """Return p-values of tests of pairs, adjusted by any correction: Shaffer's, or one of those of `adjust`.

    Parameters
    ----------
    pvalues, pairs
        As in `shaffer`. Other corrections make no use of the pairs, which then may be of any kind.
    method : str
        'shaffer', or as in `adjust`.

    Raises
    ------
    ArgumentError
        As in `shaffer` or `adjust`.
    """
    return shaffer(pvalues, pairs) if method == "shaffer" else adjust(pvalues, method)


def step_down(
    pvalues: ArrayLike, pairs: Sequence[tuple[Hashable, Hashable]], others: ArrayLike
) -> FloatArray:
    """Return the largest over i <= j of min(t_i p(i), o_i), where t_i are the divisors of Shaffer's second procedure.

    Parameters
    ----------
    pvalues, pairs
        As in `shaffer`.
    others : float or array_like of shape (P,)
        o_i, another bound on the chance that a true hypothesis among those not rejected yet has a p-value as small; at
        most 1.

    Returns
    -------
    array of shape (P,)
        NaN where the p-value is NaN.

    Raises
    ------
    ArgumentError
        As in `shaffer`.
    """
    p, order, place = _checked(pvalues, pairs)
    bounds = np.broadcast_to(given_numbers(others), p.shape)
    adjusted: FloatArray = np.full(p.shape, np.nan)
    values = EqualPairs(max(1, len(place)))
    largest = 0.0
    for step, k in enumerate(order):
        bound, pvalue = min(1.0, float(bounds[k])), float(p[k])
        holm = len(order) - step
        # searched for only where it decides
        if min(bound, values.at_most * pvalue, holm * pvalue) > largest:
            if values.searches and values.at_least() * pvalue < bound:
                values.largest()
            largest = max(largest, min(bound, values.at_most * pvalue, holm * pvalue))
        adjusted[k] = largest
        values.separate(place[pairs[k][0]], place[pairs[k][1]])
    return adjusted


def _checked(
    pvalues: ArrayLike, pairs: Sequence[tuple[Hashable, Hashable]]
) -> tuple[FloatArray, list[int], dict[Hashable, int]]:
    """Return p-values, the order of those that are defined, and a number for every value that has a test."""
    p = check_pvalues(pvalues)
    if p.ndim != 1 or len(pairs) != p.size:
        raise ArgumentError(
            f"`pairs` needs one pair per p-value: {len(pairs)} pairs for p-values of shape {p.shape}."
        )
    seen: set[frozenset[Hashable]] = set()
    for pair in pairs:
        if pair[0] == pair[1] or frozenset(pair) in seen:
            raise ArgumentError(
                "`pairs` must hold every unordered pair of two different values once; it holds "
                f"{tuple(pair)!r} {'again' if frozenset(pair) in seen else 'as one'}. One-sided tests of "
                "both orders of a pair take Holm's correction."
            )
        seen.add(frozenset(pair))
    order = [int(k) for k in np.argsort(p, kind="stable") if not np.isnan(p[k])]
    return p, order, _places(p, pairs, order)


def _places(
    p: FloatArray, pairs: Sequence[tuple[Hashable, Hashable]], order: Sequence[int]
) -> dict[Hashable, int]:
    """Return a number for every value with a test, by p-values, so that the order of names plays no part."""
    own: dict[Hashable, list[float]] = {}
    for k in order:  # p-values rising
        for value in pairs[k]:
            own.setdefault(value, []).append(float(p[k]))
    return {value: place for place, value in enumerate(sorted(own, key=own.__getitem__))}
