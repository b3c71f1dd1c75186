"""Coefficients over pairs after swaps between two metrics: which computation stands behind a name."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection
from typing import Protocol

import numpy as np

from trueness.errors import UnsupportedMethodError
from trueness.parallel import memory_budget
from trueness.statistics.array_types import FloatArray, IntArray, Sides
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.engine.resample import PermutationPlan
from trueness.statistics.engine.signed_sums import signed_sums
from trueness.statistics.engine.standardized_systems import (
    standardized_cells,
    standardized_outputs,
    standardized_systems,
)
from trueness.statistics.engine.tile_coins import TileCoins
from trueness.statistics.pairs.column_pair_levels import InputAccuracy, centred, clear_preferences
from trueness.statistics.pairs.fixed_column_accuracy import column_accuracy
from trueness.statistics.pairs.grouped_accuracy import GroupedAccuracy
from trueness.statistics.pairs.pair_levels import base_name, gap_ranges
from trueness.statistics.pairs.permuted_differences import PermutedDifferences
from trueness.statistics.pairs.permuted_rankings import PermutedRankings
from trueness.statistics.pairs.permuted_soft_accuracy import PermutedSoftAccuracy
from trueness.statistics.pairs.system_pair_levels import system_pair_coefficients
from trueness.statistics.score_arrays import CellGroup, ScoreArrays
from trueness.statistics.ties import tie_close


class PermutedPairLevel(Protocol):
    """Some coefficients of pairs of metrics at a level, ready for coins."""

    def under(self, coins: TileCoins) -> Sides:
        """Return the coefficients of X' and of Y'."""


def permuted_pair_levels(
    arrays: ScoreArrays,
    group: CellGroup,
    pairs: IntArray,
    plan: PermutationPlan,
    level: str,
    coefficients: Collection[str],
    standardize: str,
) -> list[PermutedPairLevel]:
    """Return coefficients over pairs ready for coins, as parts that have some of them each.

    Parameters
    ----------
    arrays : ScoreArrays
    group : CellGroup
    pairs : array of shape (Q, 2)
        Places of metrics in the group.
    plan : PermutationPlan
    level : {'system', 'input', 'global', 'per_system'}
    coefficients : collection of str
        Over pairs, with a permutation test for the plan's swap at the level (`CoefficientFacts.swaps`).
    standardize : {'level', 'cells'}
        ``level`` z-scores what is compared: systems' scores; for relative rankings each input's column; for pairwise
        differences it centres columns and gives a metric one scale, since differences of all inputs are pooled. Soft
        pairwise accuracy is of single outputs, whose z-scores are over all of them either way. Outcomes of pairs
        have no scale.
    """
    facts = {base_name(found): found for found in map(coefficient_facts, coefficients)}
    parts: list[PermutedPairLevel] = []
    accuracies = tuple(name for name in coefficients if name in ("acc_eq", "tau_eq"))
    if accuracies:
        parts.append(SwappedShares.of(arrays, group, pairs, level, accuracies))
    ranges = gap_ranges([coefficient_facts(name) for name in coefficients])
    if ranges or "pairwise_accuracy" in facts:
        parts.append(
            PermutedSystemPairCoefficients(
                arrays, group, pairs, plan, standardize, ranges, accuracy="pairwise_accuracy" in facts
            )
        )
    if "spa" in facts:
        parts.append(PermutedSoftAccuracy(arrays, group, pairs, plan.swap))
    x, cells = arrays.exact[0][list(group.metrics)], group.cells
    if "pdp" in facts:
        human = centred(arrays.exact[1][None], cells)[0]
        scaled = standardized_cells(x if standardize == "cells" else centred(x, cells), cells)
        parts.append(PermutedDifferences(scaled, human, cells, pairs, plan.swap))
    for name in coefficients:
        found = coefficient_facts(name)
        if base_name(found) == "darr":
            scaled = standardized_outputs(arrays, group, "input", standardize)[0]
            clear = clear_preferences(arrays.human, cells, found.options["threshold"])
            parts.append(PermutedRankings(scaled, clear, cells, pairs, plan.swap, name))
    return parts


@dataclasses.dataclass(frozen=True)
class SwappedShares:
    """Pairwise accuracy with ties: what becomes of all pairs of an input, or of a system, changes places.

    Metrics tie within thresholds of their own, which mean nothing for a mixture of their scores; whether a metric gets
    a pair right does. Thresholds stay as they are.

    Attributes
    ----------
    shares : array of shape (K, G)
        acc_eq of each metric in each input (or system); NaN without pairs, in the same groups for all metrics.
    pairs : array of shape (Q, 2)
    per_system : bool
    coefficients : tuple of str
    """

    shares: FloatArray
    pairs: IntArray
    per_system: bool
    coefficients: tuple[str, ...]

    @classmethod
    def of(
        cls,
        arrays: ScoreArrays,
        group: CellGroup,
        pairs: IntArray,
        level: str,
        coefficients: tuple[str, ...],
    ) -> SwappedShares:
        """Find tie thresholds and the accuracy of each input or system."""
        if level == "input":
            ready = InputAccuracy.of(arrays, group)
            shares = column_accuracy(ready.right, ready.cells)
        else:
            shares = GroupedAccuracy.of(arrays, group, level).shares()
        return cls(shares, pairs, level == "per_system", coefficients)

    def under(self, coins: TileCoins) -> Sides:
        """Return the coefficients of X' and of Y'."""
        own = coins.systems if self.per_system else coins.inputs
        if own is None:
            raise UnsupportedMethodError(f"coins for swap '{coins.plan.swap}' are missing.")
        known = ~np.isnan(self.shares[0])
        filled = np.where(known, self.shares, 0.0)
        a, b = filled[self.pairs[:, 0]], filled[self.pairs[:, 1]]
        count = int(known.sum())
        middle = (a + b).sum(axis=1) / 2
        half = own.astype(np.float64) @ ((a - b) / 2).T
        sides: Sides = ({}, {})
        for side, way in zip(sides, (1.0, -1.0), strict=True):
            share = (middle + way * half) / count if count else np.full(half.shape, np.nan)
            for name in self.coefficients:
                side[name] = share if name == "acc_eq" else 2.0 * share - 1.0
        return sides


class PermutedSystemPairCoefficients:
    """Pairwise accuracy of systems and tau by score gap: standardised scores of systems are swapped."""

    def __init__(
        self,
        arrays: ScoreArrays,
        group: CellGroup,
        pairs: IntArray,
        plan: PermutationPlan,
        standardize: str,
        ranges: dict[str, tuple[float, float]],
        *,
        accuracy: bool,
    ) -> None:
        given = standardized_systems(arrays, group, standardize)
        self.present, self.undefined = given.present, given.undefined
        self.human, self.pairs, self.swap = given.human[given.present], pairs, plan.swap
        self.ranges, self.accuracy = ranges, accuracy
        self.systems = given.systems[:, given.present]
        self.cells = given.cells / given.sizes[:, None]

    def under(self, coins: TileCoins) -> Sides:
        """Return the coefficients of X' and of Y'."""
        if self.swap == "systems":
            if coins.systems is None:
                raise UnsupportedMethodError("coins for systems are missing.")
            means = self.systems
            signed = coins.systems[:, None, self.present] * means
        else:
            means = self.cells.sum(axis=2)[:, self.present]
            signed = signed_sums(self.cells, coins)[:, :, self.present]
        a, b = self.pairs[:, 0], self.pairs[:, 1]
        middle = (means[a] + means[b]) / 2
        parts: tuple[list[dict[str, FloatArray]], list[dict[str, FloatArray]]] = ([], [])
        step = max(1, memory_budget() // 16 // (64 * max(1, middle.size)))
        for start in range(0, coins.size, step):
            here = signed[start : start + step]
            half = (here[:, a] - here[:, b]) / 2
            for found, permuted in zip(parts, (middle + half, middle - half), strict=True):
                found.append(
                    system_pair_coefficients(
                        tie_close(permuted),
                        self.human[None],
                        np.ones((1, len(self.human))),
                        self.ranges,
                        accuracy=self.accuracy,
                    )
                )
        undefined = self.undefined[self.pairs].any(axis=1)
        first, second = (
            {name: np.concatenate([part[name] for part in side]) for name in side[0]} for side in parts
        )
        for value in (*first.values(), *second.values()):
            value[:, undefined] = np.nan
        return first, second
