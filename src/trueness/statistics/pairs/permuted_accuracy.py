"""Differences between the shares of pairs of systems that two metrics order right, after swaps between the two.

Where whole systems are swapped, whether X' orders a pair (i, k) as people do depends on the coins of i and k only: it
is a polynomial of the two coins with a constant, two linear terms and their product. Y' has the opposite coins, so that
in the difference the constant and the product cancel and the linear terms double. All resamples of all pairs of metrics
are then one product of the coins with the linear terms: O(B · N · P), of numbers that are multiples of a quarter, and
so exact.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np

from trueness.errors import UnsupportedMethodError
from trueness.parallel import memory_budget
from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.engine.resample import PermutationPlan
from trueness.statistics.engine.standardized_systems import StandardizedSystems, standardized_systems
from trueness.statistics.engine.tile_coins import IdentityCoins, TileCoins
from trueness.statistics.score_arrays import CellGroup, ScoreArrays
from trueness.statistics.swappable import check_swappable
from trueness.statistics.ties import RELATIVE_TOLERANCE, tie_close


@dataclasses.dataclass(frozen=True)
class PermutedAccuracy:
    """Pairs of metrics ready for coins.

    Attributes
    ----------
    plan : PermutationPlan
    groups : tuple of GroupAccuracy
    n_pairs : array of shape (P,)
        Pairs of systems behind each comparison.
    observed : array of shape (P,)
        Differences of the shares on the data as they are, NaN where undefined.
    """

    plan: PermutationPlan
    groups: tuple[GroupAccuracy, ...]
    n_pairs: FloatArray
    observed: FloatArray

    @classmethod
    def of(
        cls,
        arrays: ScoreArrays,
        pairs: Sequence[tuple[int, int]],
        plan: PermutationPlan,
        standardize: str,
    ) -> PermutedAccuracy:
        """Prepare pairs of metrics.

        Raises
        ------
        UnsupportedMethodError
            If system scores cannot be swapped so (see `check_swappable`).
        """
        check_swappable(arrays, pairs, plan.swap, standardize)
        position = {pair: p for p, pair in enumerate(pairs)}
        groups = tuple(
            GroupAccuracy.of(
                arrays, group, members, np.array([position[pair] for pair in members]), plan, standardize
            )
            for group, members in arrays.pair_groups(pairs)
        )
        n_pairs = np.zeros(len(pairs))
        for group in groups:
            n = len(group.human)
            n_pairs[group.places] = n * (n - 1) / 2
        ready = cls(plan, groups, n_pairs, np.full(len(pairs), np.nan))
        return dataclasses.replace(ready, observed=ready.under(IdentityCoins(plan))[0])

    def differences(self, tile: int) -> FloatArray:
        """Return the permuted differences of one tile, shape (B, P), NaN where undefined."""
        return self.under(TileCoins(self.plan, tile))

    def under(self, coins: TileCoins) -> FloatArray:
        """Return the differences under some coins, shape (B, P)."""
        found = np.full((coins.size, len(self.n_pairs)), np.nan)
        for group in self.groups:
            found[:, group.places] = group.right(coins)
        shares: FloatArray = np.full(found.shape, np.nan)
        return np.asarray(np.divide(found, self.n_pairs, out=shares, where=self.n_pairs > 0))


@dataclasses.dataclass(frozen=True)
class GroupAccuracy:
    """Pairs of metrics that are compared on the same cells.

    Attributes
    ----------
    given : StandardizedSystems
    used : array of shape (N, M)
        The cells behind the metrics' system scores.
    pairs : array of shape (P, 2)
        Places of the metrics in the group.
    places : array of shape (P,)
        Places of these pairs among all.
    human : array of shape (n,)
        The human's scores of the systems that have both.
    linear : array of shape (n, P)
        The terms of the systems' coins; empty where something else than systems is swapped.
    """

    given: StandardizedSystems
    used: BoolArray
    pairs: IntArray
    places: IntArray
    human: FloatArray
    linear: FloatArray

    @classmethod
    def of(
        cls,
        arrays: ScoreArrays,
        group: CellGroup,
        members: Sequence[tuple[int, int]],
        places: IntArray,
        plan: PermutationPlan,
        standardize: str,
    ) -> GroupAccuracy:
        """Prepare the pairs of one group."""
        given = standardized_systems(arrays, group, standardize)
        place = {metric: k for k, metric in enumerate(group.metrics)}
        pairs: IntArray = np.array([[place[a], place[b]] for a, b in members], dtype=np.intp)
        human = given.human[given.present]
        linear = np.zeros((0, 0))
        if plan.swap == "systems":
            linear = _linear_terms(given.systems[:, given.present], human, pairs)
        return cls(
            given=given, used=group.metric_cells, pairs=pairs, places=places, human=human, linear=linear
        )

    def right(self, coins: TileCoins) -> FloatArray:
        """Return how many more pairs of systems X' orders right than Y', shape (B, P), NaN where undefined."""
        present = self.given.present
        if self.linear.size or coins.plan.swap == "systems":
            systems = coins.systems
            if systems is None:
                raise UnsupportedMethodError(f"coins of systems for swap '{coins.plan.swap}' are missing.")
            found = 2 * (systems[:, present].astype(np.float64) @ self.linear)
        else:
            found = self._of_means(
                (self.given.cells.sum(axis=2) / self.given.sizes)[:, present],
                (self._signed(coins) / self.given.sizes)[:, :, present],
            )
        undefined = self.given.undefined[self.pairs].any(axis=1)
        found[:, undefined] = np.nan
        return found

    def _signed(self, coins: TileCoins) -> FloatArray:
        """Return the sums of scores, each multiplied by its coin, shape (B, K, N)."""
        scores = self.given.cells
        if coins.plan.swap == "cells":
            signed = np.zeros((coins.size, *scores.shape[:2]))
            for j in np.flatnonzero(self.used.any(axis=0)):
                signed += coins.column(int(j))[:, None, :] * scores[None, :, :, j]
            return signed
        inputs = coins.inputs
        if inputs is None:
            raise UnsupportedMethodError(f"coins of inputs for swap '{coins.plan.swap}' are missing.")
        flat = inputs.astype(np.float64) @ scores.reshape(-1, scores.shape[2]).T
        signed = flat.reshape(coins.size, *scores.shape[:2])
        return signed if coins.systems is None else signed * coins.systems[:, None, :]

    def _of_means(self, means: FloatArray, signed: FloatArray) -> FloatArray:
        """Return the differences from means (K, n) and the same means with coins (B, K, n)."""
        first, second = np.triu_indices(means.shape[1], 1)
        sign_z = np.sign(self.human[first] - self.human[second])
        found = np.empty((len(signed), len(self.pairs)))
        step = max(1, memory_budget() // 16 // (8 * max(1, len(first))))
        for start in range(0, len(signed), step):
            rows = slice(start, start + step)
            for p, (a, b) in enumerate(self.pairs):
                middle, half = (means[a] + means[b]) / 2, (signed[rows, a] - signed[rows, b]) / 2
                one, other = (
                    np.sum(_signs(scores, first, second) == sign_z, axis=1)
                    for scores in (middle + half, middle - half)
                )
                found[rows, p] = one - other
        return found


def _signs(rows: FloatArray, first: IntArray, second: IntArray) -> FloatArray:
    """Return the signs of differences; values tie within 1e-12 of the largest, or of 1 where means cancel."""
    tolerance = RELATIVE_TOLERANCE * np.maximum(1.0, np.max(np.abs(rows), axis=1, initial=0.0))[:, None]
    difference = rows[:, first] - rows[:, second]
    return np.asarray((difference > tolerance).astype(np.float64) - (difference < -tolerance))


def _linear_terms(scores: FloatArray, human: FloatArray, pairs: IntArray) -> FloatArray:
    """Return the linear terms of the coins in the number of pairs that X' orders right, shape (n, P).

    Parameters
    ----------
    scores : array of shape (K, n)
        Standardised scores of systems.
    human : array of shape (n,)
    pairs : array of shape (P, 2)
    """
    n = len(human)
    sign_z = np.sign(human[:, None] - human[None, :])
    terms = np.empty((n, len(pairs)))
    for p, (a, b) in enumerate(pairs):
        both = tie_close(np.concatenate([scores[a], scores[b]]))
        sign = np.sign(both[:, None] - both[None, :])
        agree = (sign == np.tile(sign_z, (2, 2))).astype(np.float64)
        own = agree.reshape(2, n, 2, n)  # which metric's score of i, i, which metric's score of k, k
        own[:, np.arange(n), :, np.arange(n)] = 0.0
        terms[:, p] = (own[0] - own[1]).sum(axis=(1, 2)) / 4
    return terms
