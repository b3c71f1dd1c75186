"""Agreement of verdicts on pairs of outputs under a stated rule for ties: with people, and among people."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError, check_choice
from trueness.statistics.array_types import FloatArray
from trueness.statistics.given_numbers import given_numbers

TIE_RULES = ("half", "class", "excluded")

_NONE = float("nan")
CREDITS: dict[str, FloatArray] = {
    "half": np.array([[1.0, 0.5, 0.0], [0.5, 1.0, 0.5], [0.0, 0.5, 1.0]]),
    "class": np.eye(3),
    "excluded": np.array([[1.0, _NONE, 0.0], [_NONE, _NONE, _NONE], [0.0, _NONE, 1.0]]),
}
"""What two verdicts (B, tie, A) agree by. ``half``: a tie and a decision agree by half, that is 1 − |p − p′| with p of
1, ½, 0; ``class``: ties are a third class; ``excluded``: only where neither ties."""


class VerdictAgreement(NamedTuple):
    """How far verdicts agree, pair by pair, NaN where nothing is known.

    Attributes
    ----------
    with_people : array of shape (n,)
        Of the rater with one of the people, the mean over them.
    among_people : array of shape (n,)
        Of one of the people with another: the mean over ordered pairs of them, which is that over leaving each of them
        out and comparing with all others; NaN with one person.
    chance : float
        What a rater who ties as often and guesses all else would reach, on the pairs where `with_people` is known.
    """

    with_people: FloatArray
    among_people: FloatArray
    chance: float


def verdict_agreement(verdicts: ArrayLike, people: ArrayLike, *, ties: str = "half") -> VerdictAgreement:
    """Compare one rater's verdicts with people's.

    Parameters
    ----------
    verdicts : array of shape (n,)
        1 where A won, −1 where B did, 0 for a tie, NaN where there is none.
    people : array of shape (n, 3)
        How many people said B, tie, and A.
    ties : {'half', 'class', 'excluded'}
        See `CREDITS`.

    Raises
    ------
    ArgumentError
        If shapes do not agree or an argument is outside its values.
    """
    check_choice("ties", ties, TIE_RULES)
    said, counts = given_numbers(verdicts), given_numbers(people)
    if counts.shape != (*said.shape, 3) or said.ndim != 1:
        raise ArgumentError(f"`people` must have shape (n, 3) for n verdicts; it is {counts.shape}.")
    there = ~np.isnan(said)
    if not np.isin(said[there], (-1, 0, 1)).all():
        raise ArgumentError("`verdicts` must hold 1 (A won), −1 (B won), 0 (tie) and NaN.")
    credit = CREDITS[ties]
    rows = credit[np.where(there, said, 0).astype(np.intp) + 1]
    rows = np.where(there[:, None], rows, np.nan)
    with_people = _weighted(rows, counts)
    pairs = counts[:, :, None] * (counts[:, None, :] - np.eye(3))
    among = _weighted(np.broadcast_to(credit.reshape(1, 9), (len(said), 9)), pairs.reshape(-1, 9))
    known = ~np.isnan(with_people)
    return VerdictAgreement(with_people, among, _chance(said[known], counts[known], ties))


def _weighted(values: FloatArray, weights: FloatArray) -> FloatArray:
    """Return the mean of each row, without what is NaN or has no weight."""
    weights = np.where(np.isnan(values), 0.0, weights)
    total = weights.sum(axis=1)
    sums = np.where(weights > 0, values, 0.0) * weights
    nothing = np.full(len(total), np.nan)
    return np.asarray(np.divide(sums.sum(axis=1), total, out=nothing, where=total > 0))


def _chance(said: FloatArray, counts: FloatArray, ties: str) -> float:
    if not said.size:
        return float("nan")
    if ties == "excluded":
        return 0.5
    mine = float(np.mean(said == 0))
    theirs = float(np.mean(counts[:, 1] / counts.sum(axis=1)))
    share = mine * theirs
    return 0.5 + share / 2 if ties == "half" else share + (1 - mine) * (1 - theirs) / 2


def people_counts(verdicts: FloatArray, pairs: ArrayLike, n_pairs: int) -> FloatArray:
    """Return how many people said B, tie and A of each pair, shape (n_pairs, 3).

    Parameters
    ----------
    verdicts : array of shape (m,)
        1, −1 and 0; what is NaN is not counted.
    pairs : array of shape (m,)
        Numbers of pairs.
    n_pairs : int
    """
    known = ~np.isnan(verdicts)
    numbers = np.asarray(pairs, dtype=np.intp)[known]
    cells = numbers * 3 + (verdicts[known] + 1).astype(np.intp)
    return np.bincount(cells, minlength=3 * n_pairs).reshape(n_pairs, 3).astype(np.float64)
