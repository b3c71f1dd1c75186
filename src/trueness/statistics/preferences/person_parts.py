"""What each person's verdicts add to agreement with people, and to that among them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError, check_choice
from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.preferences.verdict_agreement import CREDITS, TIE_RULES


class PersonParts(NamedTuple):
    """Parts of two means over pairs, one for each verdict of a person; each sums to 0.

    Attributes
    ----------
    with_people : array of shape (m,)
        Of a rater's agreement with one of the people.
    among_people : array of shape (m,)
        Of the agreement of one of the people with another. It depends on a person twice: as one, and as the other.
    """

    with_people: FloatArray
    among_people: FloatArray


def person_parts(
    said: ArrayLike,
    pair: IntArray,
    verdict: ArrayLike,
    people: ArrayLike,
    *,
    ties: str = "half",
    within: BoolArray | None = None,
) -> PersonParts:
    """Return how far every verdict of a person moves both means of `verdict_agreement`.

    Parameters
    ----------
    said : array of shape (n,)
        The rater's verdicts, NaN where there is none.
    pair, verdict : arrays of shape (m,)
        Of people's verdicts: the number of the pair, and 1, 0 or −1.
    people : array of shape (n, 3)
        How many people said B, tie, and A.
    ties : {'half', 'class', 'excluded'}
    within : array of shape (n,), optional
        Pairs that count.

    Raises
    ------
    ArgumentError
        If shapes do not agree or an argument is outside its values.
    """
    check_choice("ties", ties, TIE_RULES)
    mine, counts = np.asarray(said, dtype=np.float64), np.asarray(people, dtype=np.float64)
    theirs, where = np.asarray(verdict, dtype=np.float64), np.asarray(pair, dtype=np.intp)
    if counts.shape != (*mine.shape, 3) or theirs.shape != where.shape or theirs.ndim != 1:
        raise ArgumentError(
            "`people` must have shape (n, 3) for n verdicts, and people's verdicts a pair each."
        )
    credit = CREDITS[ties]
    kept = ~np.isnan(mine) if within is None else ~np.isnan(mine) & np.asarray(within)
    place = (theirs + 1).astype(np.intp)
    rows = np.where(np.isnan(mine), 0, mine).astype(np.intp)[where] + 1
    beside = np.where(kept[where], credit[rows, place], np.nan)
    known = ~np.isnan(credit)
    others = counts[where] - np.eye(3)[place]
    weight = np.where(known[place], others, 0.0)
    total = weight.sum(axis=1)
    agreed = np.sum(weight * np.where(known, credit, 0.0)[place], axis=1)
    among = np.divide(agreed, total, out=np.full(len(total), np.nan), where=total > 0)
    among = np.where(kept[where], among, np.nan)
    return PersonParts(_parts(beside, where, np.ones(len(where))), 2 * _parts(among, where, total))


def _parts(values: FloatArray, where: IntArray, weights: FloatArray) -> FloatArray:
    """Return parts of the mean over pairs of the weighted means within them."""
    there = ~np.isnan(values)
    found = np.zeros(len(values))
    if not there.any():
        return found
    size = int(where.max()) + 1
    sums = np.bincount(where[there], weights[there], size)[where[there]]
    shares = weights[there] / sums
    n_pairs = len(np.unique(where[there]))
    mean = float(shares @ values[there]) / n_pairs
    found[there] = shares * (values[there] - mean) / n_pairs
    return found
