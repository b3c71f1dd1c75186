"""Labels in the order in which they were drawn, and what each draw says of all outputs, whichever way it was chosen."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from trueness.errors import DataError
from trueness.statistics.array_types import BoolArray, FloatArray, IntArray

MOST_WEIGHT = 2.0
"""No output stands for more than twice what it would by lot: rare outputs with large weights would undo any betting."""


class Payoffs(NamedTuple):
    """Unbiased estimates of how far two raters are apart, and would be by chance, one after another.

    Attributes
    ----------
    apart, chance : arrays of shape (B,)
        Mean distance of their labels, and of labels of different outputs; kappa is 1 - apart / chance.
    least_apart, least_chance, most_apart, most_chance : arrays of shape (B,)
        Between which each had to lie, known before it came.
    after : array of shape (B,)
        How many labels had been drawn by then.
    """

    apart: FloatArray
    chance: FloatArray
    least_apart: FloatArray
    least_chance: FloatArray
    most_apart: FloatArray
    most_chance: FloatArray
    after: IntArray


@dataclasses.dataclass(frozen=True, kw_only=True)
class LabelDraws:
    """People's labels of outputs in the order in which these were drawn, beside the labels of judges.

    What a draw says of all outputs is weighted by the chance it had. Of *other* outputs like these (`finite` false)
    its weight is the share of outputs that judges label like it over the chance of such a one. Of *these* outputs
    (`finite` true) it is an unbiased estimate of the whole pool given all draws before: those are known, and are added.

    Attributes
    ----------
    people : array of shape (A, T)
        Numbers of labels, NaN where a person gave none.
    judges : array of shape (J, T)
    chances : array of shape (T,)
        With which chance an output was drawn that judges label like this one; NaN where all outputs had the same.
    pool : array of shape (J, N) or None
        Labels by judges of all outputs that could be drawn, those that were among them.
    n_labels : int
    quadratic : bool
        Whether labels are further apart the more steps lie between them, as weighted kappa has it.
    finite : bool

    Raises
    ------
    DataError
        If an output weighs more than `MOST_WEIGHT`, or is not in the pool.
    """

    people: FloatArray
    judges: FloatArray
    chances: FloatArray
    pool: FloatArray | None
    n_labels: int
    quadratic: bool
    finite: bool

    def __post_init__(self) -> None:
        if self.pool is None:
            if self.finite or not np.isnan(self.chances).all():
                raise DataError(
                    "labels that were chosen from a pool need the judges' labels of all of it (`pool`)."
                )
        elif self.n_drawn and (self.left < 1).any():
            raise DataError("more outputs were drawn than are in the pool: outputs of the file are missing.")
        if (self.weights > MOST_WEIGHT * (1 + 1e-9)).any():
            raise DataError(
                f"an output weighs more than {MOST_WEIGHT:g} times what it would by lot: the outputs of the file are "
                "others than those that were drawn from."
            )

    @property
    def n_drawn(self) -> int:
        """How many outputs were drawn, T."""
        return int(self.judges.shape[1])

    @property
    def sheeted(self) -> BoolArray:
        """Which draws had a chance of their own, shape (T,)."""
        found: BoolArray = ~np.isnan(self.chances)
        return found

    @functools.cached_property
    def strata(self) -> tuple[IntArray, IntArray]:
        """A number of what judges say, for each draw and for each output of the pool."""
        pool = np.empty((len(self.judges), 0)) if self.pool is None else self.pool
        kinds = np.unique(np.concatenate([self.judges, pool], axis=1), axis=1, return_inverse=True)[1]
        numbers = np.asarray(kinds, dtype=np.intp).ravel()
        return numbers[: self.n_drawn], numbers[self.n_drawn :]

    @functools.cached_property
    def left(self) -> FloatArray:
        """How many outputs of the pool that judges label like this one were left before each draw, shape (T,)."""
        drawn, pool = self.strata
        counts = np.bincount(pool, minlength=int(drawn.max(initial=0)) + 1)[drawn]
        return (counts - earlier_alike(drawn)).astype(np.float64)

    @functools.cached_property
    def weights(self) -> FloatArray:
        """What each draw stands for, 1 where all outputs had the same chance, shape (T,)."""
        if self.pool is None:
            return np.ones(self.n_drawn)
        n, (drawn, pool) = self.pool.shape[1], self.strata
        before = np.arange(self.n_drawn)
        alike = (
            self.left if self.finite else np.bincount(pool, minlength=int(drawn.max(initial=0)) + 1)[drawn]
        )
        by_lot = (n - before) / n if self.finite else np.ones(self.n_drawn)
        return np.where(self.sheeted, alike / n / np.where(self.sheeted, self.chances, 1.0), by_lot)

    @property
    def stratified(self) -> FloatArray:
        """What each draw stands for where outputs that judges label alike have their share of the pool, shape (T,)."""
        drawn, pool = self.strata
        if self.pool is None or not (self.finite or self.sheeted.any()):
            return np.ones(self.n_drawn)
        size = int(max(drawn.max(initial=0), pool.max(initial=0))) + 1
        found: FloatArray = (
            np.bincount(pool, minlength=size)[drawn] / np.bincount(drawn, minlength=size)[drawn]
        )
        return found

    @property
    def distances(self) -> FloatArray:
        """How far labels are apart, 0 to 1, shape (K, K)."""
        return label_distances(self.n_labels, quadratic=self.quadratic)

    @property
    def shares(self) -> FloatArray:
        """How many of the people give each label, draw by draw, shape (T, K)."""
        counts = self._counts
        found: FloatArray = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
        return found

    @property
    def _counts(self) -> FloatArray:
        return np.stack([np.sum(self.people == k, axis=0) for k in range(self.n_labels)], axis=1).astype(
            np.float64
        )

    def with_judge(self, place: int) -> tuple[FloatArray, FloatArray]:
        """Return how far people are from a judge draw by draw, shape (T,), and the judge's shares of labels, (T, K).

        The shares are those of the pool where it was drawn from, and the label of the draw itself elsewhere.
        """
        said = (self.judges[place][:, None] == np.arange(self.n_labels)).astype(np.float64)
        apart = np.einsum("tk,kl,tl->t", self.shares, self.distances, said)
        if self.pool is None:
            return apart, said
        known = (self.sheeted | self.finite)[:, None]
        return apart, np.where(known, self.pool_shares(place), said)

    def pool_shares(self, place: int) -> FloatArray:
        """Return how often a judge gives each label in the pool, shape (K,); NaN without one."""
        said = np.empty(0) if self.pool is None else self.pool[place]
        return np.array([np.sum(said == k) for k in range(self.n_labels)]) / (len(said) or np.nan)

    def pairs_of_people(self) -> FloatArray:
        """Return which labels two of the people give an output, in shares of all pairs of them, shape (T, K, K)."""
        counts = self._counts
        n = counts.sum(axis=1)[:, None, None]
        pairs = counts[:, :, None] * counts[:, None, :] - counts[:, :, None] * np.eye(self.n_labels)
        found: FloatArray = pairs / np.maximum(n * (n - 1), 1)
        return found

    def chosen(self, some: BoolArray) -> LabelDraws:
        """Return some of the draws, in their order."""
        return dataclasses.replace(
            self, people=self.people[:, some], judges=self.judges[:, some], chances=self.chances[some]
        )

    def judge_payoffs(self, place: int, *, paired: bool = False) -> Payoffs:
        """Return a judge beside people, draw by draw.

        Where the judge's shares are those of a pool, each draw tells by itself how far chance would be. Elsewhere it
        takes two draws, of which each is held against the other's label by the judge.

        Parameters
        ----------
        place : int
            Of the judge.
        paired : bool
            Whether to take two draws at a time in any case, as people among themselves are.
        """
        apart, margins = self.with_judge(place)
        known = (self.sheeted | self.finite) & (not paired)
        first, second = self._blocks(known)
        heaviest = (self.heaviest[first] + self.heaviest[second]) / 2

        def crossed(rows: FloatArray) -> FloatArray:
            found = np.einsum("bk,kl,bl->b", rows[first], self.distances, margins[second])
            found += np.einsum("bk,kl,bl->b", rows[second], self.distances, margins[first])
            return np.asarray(found / 2)

        told, before = self._of_all(apart[:, None])
        rows, rows_before = self._of_all(self.shares)
        least_apart, least_chance = (before[first, 0] + before[second, 0]) / 2, crossed(rows_before)
        return Payoffs(
            apart=(told[first, 0] + told[second, 0]) / 2,
            chance=crossed(rows),
            least_apart=least_apart,
            least_chance=least_chance,
            most_apart=least_apart + heaviest,
            most_chance=least_chance + heaviest,
            after=second + 1,
        )

    def people_payoffs(self) -> Payoffs:
        """Return people beside each other, two draws at a time; of draws that two people or more labelled."""
        first, second = self._blocks(np.zeros(self.n_drawn, dtype=np.bool_))
        told, before = self._of_all(np.tensordot(self.pairs_of_people(), self.distances, axes=2)[:, None])
        rows, rows_before = self._of_all(self.shares)
        mass = rows_before.sum(axis=1)
        least_apart = (before[first, 0] + before[second, 0]) / 2
        least_chance = np.einsum("bk,kl,bl->b", rows_before[first], self.distances, rows_before[second])
        largest = (mass + self.heaviest)[first] * (mass + self.heaviest)[second]
        return Payoffs(
            apart=(told[first, 0] + told[second, 0]) / 2,
            chance=np.einsum("bk,kl,bl->b", rows[first], self.distances, rows[second]),
            least_apart=least_apart,
            least_chance=least_chance,
            most_apart=least_apart + (self.heaviest[first] + self.heaviest[second]) / 2,
            most_chance=least_chance + largest - mass[first] * mass[second],
            after=second + 1,
        )

    @property
    def heaviest(self) -> FloatArray:
        """The most that any output could have stood for at each draw, shape (T,)."""
        return np.where(self.sheeted, MOST_WEIGHT, self.weights)

    def _of_all(self, values: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return unbiased estimates of the means of quantities, and what was known of them before, shapes (T, C).

        Quantities are 0 or more, and those of one draw sum to 1 at most.
        """
        here = values * self.weights[:, None]
        if not self.finite or self.pool is None:
            return here, np.zeros_like(here)
        known = (np.cumsum(values, axis=0) - values) / self.pool.shape[1]
        return here + known, known

    def _blocks(self, alone: BoolArray) -> tuple[IntArray, IntArray]:
        """Return the first and the last draw of each payoff: one draw that tells alone, or two in a row."""
        found = list(_blocks(alone))
        firsts, seconds = zip(*found, strict=True) if found else ((), ())
        return np.array(firsts, dtype=np.intp), np.array(seconds, dtype=np.intp)


def earlier_alike(numbers: IntArray) -> IntArray:
    """Return how many earlier ones have the same number, for each of some numbers."""
    order = np.argsort(numbers, kind="stable")
    ordered = numbers[order]
    found = np.empty(len(numbers), dtype=np.intp)
    found[order] = np.arange(len(numbers)) - np.searchsorted(ordered, ordered)
    return found


def label_distances(n_labels: int, *, quadratic: bool) -> FloatArray:
    """Return how far labels are apart, 0 to 1, shape (K, K): as Cohen's kappa has it, or his with quadratic weights."""
    steps = np.subtract.outer(np.arange(n_labels), np.arange(n_labels))
    return np.square(steps / (n_labels - 1)) if quadratic else (steps != 0).astype(np.float64)


def _blocks(alone: BoolArray) -> Iterator[tuple[int, int]]:
    place = 0
    while place < len(alone):
        last = place if alone[place] else place + 1
        if last < len(alone):
            yield place, last
        place = last + 1
