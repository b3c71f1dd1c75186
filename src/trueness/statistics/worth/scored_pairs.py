"""Pairs of systems, or of outputs of one input, with a metric's difference and whether people prefer the same."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from trueness.errors import check_choice
from trueness.statistics.array_types import BoolArray, FloatArray, Index, IntArray
from trueness.statistics.ties import tie_close

HUMAN_TIES = ("exclude", "half")
"""Pairs that people tie are left out, or count as half agreed."""

MOST_GAPS = 400
"""Different differences that are told apart; more are gathered in so many groups of neighbours, at their mean."""


@dataclasses.dataclass(frozen=True)
class ScoredPairs:
    """Pairs that a metric does not tie.

    Attributes
    ----------
    gaps : array of shape (G,)
        The metric's differences, positive and ascending.
    gap : array of shape (P,)
        Which of them each pair has.
    one, other : arrays of shape (P,)
        The two systems of each pair.
    place : array of shape (P,)
        Its input; 0 for pairs of systems.
    agreed : array of shape (P,)
        1 where people prefer what the metric prefers, 0 where they prefer the other, one half where they tie.
    largest : float
        The largest difference.
    n_human_ties, n_metric_ties : int
        Pairs that people tie, and that the metric ties, of all with both scores.
    """

    gaps: FloatArray
    gap: Index
    one: Index
    other: Index
    place: Index
    agreed: FloatArray
    largest: float
    n_human_ties: int
    n_metric_ties: int

    def counts(self, weights: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return how many pairs have each difference, and in how many people agree, both of shape (G,).

        Parameters
        ----------
        weights : array of shape (P,)
        """
        size = len(self.gaps)
        return (
            np.bincount(self.gap, weights, minlength=size).astype(np.float64),
            np.bincount(self.gap, weights * self.agreed, minlength=size).astype(np.float64),
        )


class UnitCounts(NamedTuple):
    """How many pairs have each difference, and in how many people agree, by group of pairs.

    Attributes
    ----------
    counts, agreed : arrays of shape (U, G)
    """

    counts: FloatArray
    agreed: FloatArray

    @classmethod
    def of(cls, pairs: ScoredPairs, members: Sequence[IntArray], n_groups: int) -> UnitCounts:
        """Count pairs in every group of which they are members.

        Parameters
        ----------
        pairs : ScoredPairs
        members : sequence of arrays of shape (P,)
            The groups of each pair, from 0; a group that is named twice holds the pair once.
        n_groups : int
        """
        size = len(pairs.gaps)
        found = np.zeros((2, n_groups, size))
        for k, groups in enumerate(members):
            again = np.zeros(len(groups), dtype=bool)
            for before in members[:k]:
                again |= before == groups
            there = slice(None) if not again.any() else ~again
            place = groups[there] * size + pairs.gap[there]
            for which, weights in enumerate((None, pairs.agreed[there])):
                found[which] += np.bincount(place, weights, minlength=n_groups * size).reshape(n_groups, size)
        return cls(found[0], found[1])


def system_pairs(
    x: FloatArray, z: FloatArray, *, human_ties: str = "exclude", separated: BoolArray | None = None
) -> ScoredPairs:
    """Return the pairs of systems.

    Parameters
    ----------
    x, z : arrays of shape (N,)
        Scores of systems by metric and human, larger is better, NaN where missing.
    human_ties : {'exclude', 'half'}
    separated : array of shape (N, N), optional
        The pairs that count; by default all.

    Raises
    ------
    ArgumentError
        If `human_ties` is another word.
    """
    return _pairs(tie_close(x)[:, None], tie_close(z)[:, None], human_ties, separated)


def output_pairs(x: FloatArray, z: FloatArray, *, human_ties: str = "exclude") -> ScoredPairs:
    """Return the pairs of outputs of one input.

    Parameters
    ----------
    x, z : arrays of shape (N, M)
        Scores of metric and human, larger is better, NaN where missing.
    human_ties : {'exclude', 'half'}

    Raises
    ------
    ArgumentError
        If `human_ties` is another word.
    """
    return _pairs(x, z, human_ties, None)


def _pairs(x: FloatArray, z: FloatArray, human_ties: str, separated: BoolArray | None) -> ScoredPairs:
    check_choice("human_ties", human_ties, HUMAN_TIES)
    one, other = np.triu_indices(len(x), 1)
    if separated is not None:
        kept = separated[one, other]
        one, other = one[kept], other[kept]
    by_metric, by_people = x[one] - x[other], z[one] - z[other]
    known = ~(np.isnan(by_metric) | np.isnan(by_people))
    tied_metric, tied_people = known & (by_metric == 0), known & (by_people == 0)
    counted = known & ~tied_metric
    if human_ties == "exclude":
        counted &= ~tied_people
    pair, place = np.nonzero(counted)
    size = np.abs(by_metric[pair, place])
    gaps, gap = _gathered(size)
    agreed = (np.sign(by_metric[pair, place]) * np.sign(by_people[pair, place]) + 1) / 2
    return ScoredPairs(
        gaps=gaps,
        gap=gap.astype(np.int32),
        one=one[pair].astype(np.int32),
        other=other[pair].astype(np.int32),
        place=place.astype(np.int32),
        agreed=agreed,
        largest=float(size.max(initial=0.0)),
        n_human_ties=int(tied_people.sum()),
        n_metric_ties=int(tied_metric.sum()),
    )


def _gathered(size: FloatArray) -> tuple[FloatArray, IntArray]:
    """Return different differences and which one each is; of many, means of neighbours.

    Equal differences of other scores are rounded otherwise: they tie, or their number would depend on the scale.
    """
    different, place = np.unique(size, return_inverse=True)
    gaps, tied = np.unique(tie_close(different), return_inverse=True)
    gap = tied[place].reshape(-1)
    if len(gaps) <= MOST_GAPS:
        return gaps, gap
    counts = np.bincount(gap)
    group = (np.cumsum(counts) - counts) * MOST_GAPS // len(size)
    group = np.unique(group, return_inverse=True)[1].reshape(-1)
    places = group[gap]
    return np.bincount(places, size) / np.bincount(places), places
