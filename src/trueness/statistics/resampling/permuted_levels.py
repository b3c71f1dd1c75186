"""Correlations at a level after swaps between two metrics: what does not depend on the coins is computed once."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Collection
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from trueness.errors import UnsupportedMethodError
from trueness.parallel import memory_budget
from trueness.statistics.array_types import BoolArray, FloatArray, IntArray, Sides
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.engine import prepared_columns, weighted_rows
from trueness.statistics.engine.column_cost import walked_cells
from trueness.statistics.engine.permuted_averages import PermutedAverages
from trueness.statistics.engine.permuted_columns import Coins, PermutedColumn, coin_products
from trueness.statistics.engine.permuted_outputs import PermutedOutputs
from trueness.statistics.engine.permuted_rows import permuted_row_coefficients
from trueness.statistics.engine.resample import PermutationPlan
from trueness.statistics.engine.signed_sums import signed_sums
from trueness.statistics.engine.standardized_systems import (
    AS_GIVEN,
    standardized_outputs,
    standardized_systems,
)
from trueness.statistics.engine.tile_coins import TileCoins
from trueness.statistics.engine.whole_columns import whole_columns
from trueness.statistics.formulas import with_formula
from trueness.statistics.labels.labelled import labelled
from trueness.statistics.pairs.permuted_pair_levels import permuted_pair_levels
from trueness.statistics.resampling.permuted_formulas import PermutedFormulas
from trueness.statistics.score_arrays import CellGroup, ScoreArrays

DRAWS = 128
"""Coin vectors whose products of pairs are held at a time; the same whatever the memory budget."""


class PermutedLevel(Protocol):
    """A level of some pairs of metrics, ready for coins."""

    def under(self, coins: TileCoins) -> Sides:
        """Return the coefficients of X' and of Y'."""


def permuted_levels(
    arrays: ScoreArrays,
    group: CellGroup,
    pairs: IntArray,
    plan: PermutationPlan,
    level: str,
    coefficients: Collection[str],
    standardize: str,
) -> list[PermutedLevel]:
    """Return a level ready for coins, as parts that have some of the coefficients each.

    Parameters
    ----------
    arrays : ScoreArrays
    group : CellGroup
    pairs : array of shape (P, 2)
        Places of metrics in the group.
    plan : PermutationPlan
    level : {'system', 'input', 'global', 'per_system'}
    coefficients : collection of str
    standardize : {'level', 'cells'}
    """
    over_pairs = tuple(name for name in coefficients if coefficient_facts(name).pairs)
    formulas = with_formula(coefficients)
    others = tuple(name for name in coefficients if name not in (*over_pairs, *formulas))
    parts: list[PermutedLevel] = []
    if others:
        parts += _correlations(arrays, group, pairs, plan, level, others, standardize)
    for name in formulas:
        scale = standardize if coefficient_facts(name).scale_invariant else AS_GIVEN
        scored = labelled(arrays, group, name) if coefficient_facts(name).labels else arrays
        parts.append(PermutedFormulas(scored, group, pairs, plan, level, (name,), scale))
    if over_pairs:
        parts += permuted_pair_levels(arrays, group, pairs, plan, level, over_pairs, standardize)
    return parts


def _correlations(
    arrays: ScoreArrays,
    group: CellGroup,
    pairs: IntArray,
    plan: PermutationPlan,
    level: str,
    coefficients: Collection[str],
    standardize: str,
) -> list[PermutedLevel]:
    if level == "system":
        return [_Systems(arrays, group, pairs, plan, coefficients, standardize)]
    x, human, cells = standardized_outputs(arrays, group, level, standardize)
    if level == "global":
        return [PermutedOutputs(x, human, cells, pairs, coefficients)]
    turned = level == "per_system"
    if plan.swap == ("systems" if turned else "inputs"):
        return [_SwappedColumns(x, human, cells, pairs, coefficients, turned=turned)]
    fast = tuple(name for name in coefficients if name in prepared_columns.COEFFICIENTS)
    single = plan.swap == "cells"
    if single and not walked_cells(len(human), len(pairs)):
        fast = ()
    slow = tuple(name for name in coefficients if name not in fast)
    parts: list[PermutedLevel] = []
    if fast:
        parts.append(_Averages(PermutedAverages(x, human, cells, pairs, fast, single=single), turned))
    if slow:
        parts.append(_SingleColumns(x, human, cells, pairs, slow, turned=turned))
    return parts


class _Systems:
    """Scores of systems."""

    def __init__(
        self,
        arrays: ScoreArrays,
        group: CellGroup,
        pairs: IntArray,
        plan: PermutationPlan,
        coefficients: Collection[str],
        standardize: str,
    ) -> None:
        self.given = standardized_systems(arrays, group, standardize)
        self.pairs, self.coefficients = pairs, tuple(coefficients)
        present = self.given.present
        self.means_z = self.given.human[present]
        self.column = (
            PermutedColumn.of(self.given.systems[:, present], self.means_z, pairs, coefficients)
            if plan.swap == "systems"
            else None
        )

    def under(self, coins: TileCoins) -> Sides:
        given, present = self.given, self.given.present
        if self.column is not None:
            sides = self.column.under(_systems_of(coins)[:, present])
            undefined = given.undefined[self.pairs].any(axis=1)
            if undefined.any():
                for value in (value for side in sides for value in side.values()):
                    value[:, undefined] = np.nan
            return sides
        scores = given.cells
        totals = scores.sum(axis=2)  # (K, N)
        # what the coins add to each mean; pairs follow by subtraction
        signed = signed_sums(scores, coins)
        return self._of_means(
            totals[:, present] / given.sizes[present], signed[:, :, present] / given.sizes[present]
        )

    def _of_means(self, means: FloatArray, signed: FloatArray) -> Sides:
        """Return the coefficients of means (K, N) and the same means with coins (B, K, N)."""
        fast = tuple(name for name in self.coefficients if name in weighted_rows.COEFFICIENTS)
        slow = tuple(name for name in self.coefficients if name not in fast)
        result: Sides = ({}, {})
        if slow:
            result = permuted_row_coefficients(means, signed, self.means_z, self.pairs, slow)
        if fast:
            lanes = signed.transpose(1, 2, 0)
            for name in fast:
                for side in result:
                    side[name] = np.empty((len(signed), len(self.pairs)))
            step = max(1, memory_budget() // 16 // (8 * max(1, lanes[0].size)))
            for start in range(0, len(self.pairs), step):
                here = slice(start, start + step)
                a, b = self.pairs[here, 0], self.pairs[here, 1]
                found = weighted_rows.permuted_rows(
                    (means[a] + means[b]) / 2, (lanes[a] - lanes[b]) / 2, self.means_z, fast
                )
                for name, values in found.items():
                    for side, value in zip(result, values, strict=True):
                        side[name][:, here] = value.T
        return result


@dataclasses.dataclass(frozen=True)
class _Averages:
    """Averages over columns in which whole systems are swapped, or single cells."""

    averages: PermutedAverages
    turned: bool

    def under(self, coins: TileCoins) -> Sides:
        if coins.plan.swap == "cells":
            column = functools.partial(coins.within, turned=self.turned)
            return self.averages.under_own(column, coins.size)
        entries, columns = (coins.inputs, coins.systems) if self.turned else (coins.systems, coins.inputs)
        if entries is None:
            raise UnsupportedMethodError("coins for the entries of columns are missing.")
        return self.averages.under(entries, columns)


class _SingleColumns:
    """Averages over columns, each with coins of its own or with coefficients that are not compiled."""

    def __init__(
        self,
        x: FloatArray,
        human: FloatArray,
        cells: BoolArray,
        pairs: IntArray,
        coefficients: tuple[str, ...],
        *,
        turned: bool,
    ) -> None:
        self.x, self.human, self.cells, self.pairs = x, human, cells, pairs
        self.coefficients, self.turned = coefficients, turned
        self.used = np.flatnonzero(cells.any(axis=0)).tolist()
        n_entries = len(human)
        size = len(self.used) * len(pairs) * (24 * n_entries * (n_entries - 1) // 2 + 200 * n_entries)
        self.kept = [self._column(j) for j in self.used] if size <= memory_budget() // 2 else None

    def under(self, coins: TileCoins) -> Sides:
        means = _RunningMean(self.coefficients, coins.size, len(self.pairs))
        n_products = self.cells.shape[0] * (self.cells.shape[0] - 1) // 2
        # a coin for the whole column turns all coins and leaves their products as they are
        common = coins.plan.swap != "cells" and 4 * coins.size * n_products <= memory_budget() // 8
        shared: dict[int, NDArray[np.float32]] = {}
        for place, j in enumerate(self.used):
            here = self.cells[:, j]
            column = self._column(j) if self.kept is None else self.kept[place]
            swaps = coins.within(j, turned=self.turned)[:, here]
            for start in range(0, coins.size, DRAWS):
                draws = slice(start, start + DRAWS)
                products: NDArray[np.float32] | None = None
                if common and here.all() and column.forms:
                    if start not in shared:
                        shared[start] = coin_products(swaps[draws])
                    products = shared[start]
                means.add(draws, *column.under(swaps[draws], products))
        return means.means()

    def _column(self, j: int) -> PermutedColumn:
        here = self.cells[:, j]
        return PermutedColumn.of(self.x[:, here, j], self.human[here, j], self.pairs, self.coefficients)


class _SwappedColumns:
    """Whole columns are swapped: only which correlation counts for which metric changes."""

    def __init__(
        self,
        x: FloatArray,
        human: FloatArray,
        cells: BoolArray,
        pairs: IntArray,
        coefficients: Collection[str],
        *,
        turned: bool,
    ) -> None:
        self.found = whole_columns(x, human, cells, coefficients)
        self.pairs, self.turned = pairs, turned

    def under(self, coins: TileCoins) -> Sides:
        own = coins.systems if self.turned else coins.inputs
        if own is None:
            raise UnsupportedMethodError("coins for columns are missing.")
        kept = (1.0 + own) / 2  # (B, columns)
        sides: Sides = ({}, {})
        for name, value in self.found.items():
            known = ~np.isnan(value)
            filled = np.where(known, value, 0.0)
            stay, go = (chosen @ filled.T for chosen in (kept, 1.0 - kept))
            n_stay, n_go = (chosen @ known.T.astype(np.float64) for chosen in (kept, 1.0 - kept))
            for side, (one, other) in zip(sides, ((0, 1), (1, 0)), strict=True):
                a, b = self.pairs[:, one], self.pairs[:, other]
                count = n_stay[:, a] + n_go[:, b]
                total = stay[:, a] + go[:, b]
                side[name] = np.divide(total, count, out=np.full(count.shape, np.nan), where=count > 0)
        return sides


class _RunningMean:
    """Means over columns of defined coefficients, for X' and Y'."""

    def __init__(self, coefficients: Collection[str], size: int, n_pairs: int) -> None:
        self.total = {name: np.zeros((2, size, n_pairs)) for name in coefficients}
        self.count = {name: np.zeros((2, size, n_pairs), dtype=np.int32) for name in coefficients}

    def add(self, draws: slice, *sides: dict[str, FloatArray]) -> None:
        for s, side in enumerate(sides):
            for name, value in side.items():
                known = ~np.isnan(value)
                if known.all():
                    self.total[name][s, draws] += value
                    self.count[name][s, draws] += 1
                else:
                    self.total[name][s, draws] += np.where(known, value, 0.0)
                    self.count[name][s, draws] += known

    def means(self) -> tuple[dict[str, FloatArray], dict[str, FloatArray]]:
        first, second = (
            {
                name: np.divide(
                    self.total[name][s],
                    self.count[name][s],
                    out=np.full(self.total[name][s].shape, np.nan),
                    where=self.count[name][s] > 0,
                )
                for name in self.total
            }
            for s in (0, 1)
        )
        return first, second


def _systems_of(tile: TileCoins) -> Coins:
    if tile.systems is None:
        raise UnsupportedMethodError("coins for systems are missing.")
    return tile.systems
