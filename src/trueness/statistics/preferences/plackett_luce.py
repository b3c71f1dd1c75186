"""Strengths of systems from rankings, and from choices of the best: the model of Plackett and Luce.

A ranking is a series of choices: the best of all that were ranked, the best of the rest, and so on. A system of
strength λ is chosen from a set with probability e^λ over the sum of e^λ of the set (Luce 1959, Plackett 1975); of two,
that is Bradley and Terry's model.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError, DataError, check_proportion
from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.certain import student_reach
from trueness.statistics.judging.cluster_totals import cluster_numbers
from trueness.statistics.preferences.finite_strengths import (
    check_comparable,
    check_more_than_one_cluster,
)

STEPS = 100
"""Newton steps after which a search that has no end is given up."""

GRADIENT = 1e-10
"""The search ends where no derivative of the mean log-likelihood is larger."""

Ballot = Sequence[int | Sequence[int]]
"""Systems, the best first; a sequence at the end holds those that come after all others, in no order."""


@dataclasses.dataclass(frozen=True)
class PlackettLuce:
    """Strengths of N systems, the mean of which is 0.

    Attributes
    ----------
    strengths, low, high : arrays of shape (N,)
        In log odds: the difference of two is that of being preferred, one to the other.
    covariance : array of shape (N, N)
    log_likelihood : float
        Without the virtual choices of `prior`.
    n_choices, n_clusters : int
    """

    strengths: FloatArray
    low: FloatArray
    high: FloatArray
    covariance: FloatArray
    log_likelihood: float
    n_choices: int
    n_clusters: int


def plackett_luce(
    ballots: Sequence[Ballot],
    *,
    n_systems: int | None = None,
    clusters: ArrayLike | None = None,
    prior: float = 0.0,
    confidence: float = 0.95,
    names: Sequence[str] | None = None,
) -> PlackettLuce:
    """Estimate strengths by maximum likelihood, with intervals that take ballots of one cluster for dependent.

    The covariance is Liang and Zeger's (1986), times G / (G − 1); intervals are Student's t, with G − 1 degrees of
    freedom.

    Parameters
    ----------
    ballots : sequence of sequences
        A ranking of some systems by their numbers, the best first: ``[2, 0, 1]``. Where only the best, or the best few,
        are known, the others come last, together: ``[2, [0, 1, 3]]``.
    n_systems : int, optional
        N; by default one more than the largest number.
    clusters : array_like, optional
        A label per ballot, such as its input; by default every ballot is its own.
    prior : float
        So many wins and so many losses of every system against one of strength 0 are added. With 0, data that leave a
        strength infinite or undefined are refused.
    confidence : float
    names : sequence of str, optional
        Of the systems, for messages.

    Returns
    -------
    PlackettLuce

    Raises
    ------
    ArgumentError
        If an argument is outside its values, or a system stands twice on a ballot.
    DataError
        If strengths have no finite estimate: systems that no ballot compares, directly or through others, or some that
        were always preferred to the others (Ford 1957); if there are fewer than two clusters.

    References
    ----------
    Plackett (1975), Applied Statistics 24. Luce (1959), Individual Choice Behavior. Hunter (2004), MM algorithms for
    generalized Bradley–Terry models, Ann. Stat. 32, section 5.

    Examples
    --------
    >>> found = plackett_luce([[0, 1, 2], [1, 0, 2], [0, [1, 2]], [2, 0, 1]])
    >>> [round(float(strength), 2) for strength in found.strengths]
    [0.82, -0.05, -0.77]
    """
    check_proportion("confidence", confidence)
    if not 0 <= prior < np.inf:
        raise ArgumentError(f"`prior` must be a number of at least 0; it is {prior!r}.")
    choices = _Choices.of(ballots, n_systems)
    size = choices.n_systems
    shown = [str(k) for k in range(size)] if names is None else [*names]
    if len(shown) != size:
        raise ArgumentError(f"`names` must name the {size} systems.")
    number = cluster_numbers(clusters, len(ballots))[choices.ballot]
    used, number = np.unique(number, return_inverse=True)
    groups = len(used)
    if groups < 2:
        raise DataError("ballots of a single cluster leave open how sure strengths are: give two or more.")
    if prior == 0:
        row, winners, losers = choices.pairs()
        check_comparable(winners, losers, np.ones(len(winners), dtype=np.intp), shown)
        check_more_than_one_cluster(winners, losers, number[row], shown)
    basis = _mean_zero(size)
    strengths = _fitted(choices, prior, basis)
    share = choices.shares(strengths)
    slopes = np.zeros((groups, size))
    np.add.at(slopes, (number, choices.chosen), 1.0)
    np.add.at(slopes, number, -share)
    bent = basis.T @ _curvature(share, strengths, prior) @ basis
    moved = np.linalg.solve(bent, basis.T @ slopes.T).T @ basis.T * np.sqrt(groups / (groups - 1))
    covariance = moved.T @ moved
    half = float(student_reach(groups - 1, confidence)) * np.sqrt(np.diag(covariance))
    return PlackettLuce(
        strengths=strengths,
        low=strengths - half,
        high=strengths + half,
        covariance=covariance,
        log_likelihood=choices.log_likelihood(strengths),
        n_choices=len(choices.chosen),
        n_clusters=groups,
    )


@dataclasses.dataclass(frozen=True)
class _Choices:
    """C choices of one system from several.

    Attributes
    ----------
    chosen : array of shape (C,)
    there : array of shape (C, N)
        Which systems it was chosen from, itself included.
    ballot : array of shape (C,)
    """

    chosen: IntArray
    there: FloatArray
    ballot: IntArray

    @property
    def n_systems(self) -> int:
        return int(self.there.shape[1])

    @classmethod
    def of(cls, ballots: Sequence[Ballot], n_systems: int | None) -> _Choices:
        """Read ballots (raises as `plackett_luce`)."""
        chosen: list[int] = []
        sets: list[list[int]] = []
        ballot: list[int] = []
        for k, one in enumerate(ballots):
            ranked, last = _read(one, k)
            for place, system in enumerate(ranked):
                rest = [*ranked[place:], *last]
                if len(rest) > 1:
                    chosen.append(system)
                    sets.append(rest)
                    ballot.append(k)
        if not chosen:
            raise ArgumentError("`ballots` must prefer a system to another at least once.")
        most = max(max(rest) for rest in sets) + 1
        size = most if n_systems is None else n_systems
        if size < most:
            raise ArgumentError(f"`n_systems` is {n_systems}, and a ballot has system {most - 1}.")
        there = np.zeros((len(sets), size))
        for row, rest in enumerate(sets):
            there[row, rest] = 1.0
        return cls(np.array(chosen, dtype=np.intp), there, np.array(ballot, dtype=np.intp))

    def pairs(self) -> tuple[IntArray, IntArray, IntArray]:
        """Return, of every choice and each system that was not chosen: the choice, the one chosen, and that system."""
        row, other = np.nonzero(self.there)
        apart = self.chosen[row] != other
        return row[apart], self.chosen[row[apart]], other[apart]

    def shares(self, strengths: FloatArray) -> FloatArray:
        """Return how likely each choice is each system, shape (C, N)."""
        weights = self.there * np.exp(strengths - strengths.max())
        return np.asarray(weights / weights.sum(axis=1, keepdims=True))

    def log_likelihood(self, strengths: FloatArray) -> float:
        return float(np.log(self.shares(strengths)[np.arange(len(self.chosen)), self.chosen]).sum())


def _read(ballot: Ballot, k: int) -> tuple[list[int], list[int]]:
    ranked: list[int] = []
    last: list[int] = []
    for place, entry in enumerate(ballot):
        if isinstance(entry, (int, np.integer)):
            ranked.append(int(entry))
        elif place == len(ballot) - 1:
            last = [int(one) for one in entry]
        else:
            raise ArgumentError(f"ballot {k + 1} has several systems on one place that is not the last.")
    both = [*ranked, *last]
    if len(set(both)) < len(both) or min(both, default=0) < 0:
        raise ArgumentError(f"ballot {k + 1} must name each system once, by a number of at least 0.")
    return ranked, last


def _curvature(share: FloatArray, strengths: FloatArray, prior: float) -> FloatArray:
    """Return minus the second derivatives of the log-likelihood, shape (N, N)."""
    win = 1 / (1 + np.exp(-strengths))
    return np.asarray(np.diag(share.sum(axis=0) + 2 * prior * win * (1 - win)) - share.T @ share)


def _mean_zero(size: int) -> FloatArray:
    """Return an orthonormal basis of strengths whose mean is 0, shape (N, N - 1)."""
    centred = np.eye(size) - 1 / size
    return np.asarray(np.linalg.svd(centred)[0][:, : size - 1])


def _fitted(choices: _Choices, prior: float, basis: FloatArray) -> FloatArray:
    """Return the strengths of largest likelihood, by Newton's steps, halved where they go too far."""
    size, wins = choices.n_systems, np.bincount(choices.chosen, minlength=choices.n_systems)

    def value(strengths: FloatArray) -> float:
        both = np.logaddexp(0, strengths) + np.logaddexp(0, -strengths)
        return choices.log_likelihood(strengths) - prior * float(both.sum())

    strengths = np.zeros(size)
    for _ in range(STEPS):
        share = choices.shares(strengths)
        slope = basis.T @ (wins - share.sum(axis=0) + prior * (1 - 2 / (1 + np.exp(-strengths))))
        if np.max(np.abs(slope)) <= GRADIENT * len(choices.chosen):
            break
        step = basis @ np.linalg.solve(basis.T @ _curvature(share, strengths, prior) @ basis, slope)
        now = value(strengths)
        while value(strengths + step) < now and np.max(np.abs(step)) > GRADIENT:
            step = step / 2
        strengths = strengths + step
    else:
        raise DataError("finding the strengths of largest likelihood failed. Give `prior`.")
    return strengths
