"""Coefficients that are a formula of weighted vectors (`formulas`) after swaps between two metrics.

A coefficient that does not care for the scale of scores is of z-scores, as others are; one that does is of the scores
as given, whose exchange is the hypothesis.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Collection, Iterator

import numpy as np

from trueness.statistics.array_types import FloatArray, IntArray, Sides
from trueness.statistics.engine.permuted_columns import Coins
from trueness.statistics.engine.resample import PermutationPlan
from trueness.statistics.engine.signed_sums import signed_sums
from trueness.statistics.engine.standardized_systems import (
    AS_GIVEN,
    standardized_outputs,
    standardized_systems,
)
from trueness.statistics.engine.tile_coins import TileCoins
from trueness.statistics.formulas import formula_values
from trueness.statistics.resampling.formula_levels import BLOCK
from trueness.statistics.score_arrays import CellGroup, ScoreArrays
from trueness.statistics.ties import tie_close

Rows = Callable[[int, slice], FloatArray]
"""Given a side, 0 for X' and 1 for Y', and resamples, returns its scores (B, P, E) in a column of E entries."""


class PermutedFormulas:
    """P pairs of metrics at a level, ready for coins.

    Parameters
    ----------
    arrays : ScoreArrays
    group : CellGroup
    pairs : array of shape (P, 2)
        Places of metrics in the group.
    plan : PermutationPlan
    level : {'system', 'input', 'global', 'per_system'}
    coefficients : collection of str
        With a formula, and alike in whether they care for the scale (`CoefficientFacts.scale_invariant`).
    standardize : {'level', 'cells', 'as given'}
    """

    def __init__(
        self,
        arrays: ScoreArrays,
        group: CellGroup,
        pairs: IntArray,
        plan: PermutationPlan,
        level: str,
        coefficients: Collection[str],
        standardize: str,
    ) -> None:
        self.pairs, self.level, self.swap, self.coefficients = pairs, level, plan.swap, tuple(coefficients)
        self.systems = standardized_systems(arrays, group, standardize) if level == "system" else None
        self.as_given = standardize == AS_GIVEN
        if self.systems is None:
            self.x, self.human, self.cells = standardized_outputs(arrays, group, level, standardize)

    def under(self, coins: TileCoins) -> Sides:
        """Return the coefficients of X' and of Y'."""
        shape = (coins.size, len(self.pairs))
        totals = [{name: np.zeros(shape) for name in self.coefficients} for _ in range(2)]
        counts = [{name: np.zeros(shape) for name in self.coefficients} for _ in range(2)]
        for rows, z in self._columns(coins):
            step = max(1, BLOCK // max(1, len(self.pairs) * len(z)))
            for side, start in itertools.product(range(2), range(0, coins.size, step)):
                draws = slice(start, min(start + step, coins.size))
                scores = rows(side, draws)
                for name in self.coefficients:
                    found = formula_values(name, scores, z, np.ones(len(z)))
                    totals[side][name][draws] += np.nan_to_num(found)
                    counts[side][name][draws] += ~np.isnan(found)
        first, second = (
            {
                name: np.divide(total[name], count[name], out=np.full(shape, np.nan), where=count[name] > 0)
                for name in self.coefficients
            }
            for total, count in zip(totals, counts, strict=True)
        )
        return first, second

    def _columns(self, coins: TileCoins) -> Iterator[tuple[Rows, FloatArray]]:
        """Return the scores after swaps, and the human's, of one column or of those that are averaged over."""
        if self.systems is not None:
            given, here = self.systems, self.systems.present
            if self.swap == "systems":
                x = np.where(given.undefined[:, None], np.nan, given.systems)[:, here]
                yield self._picked(x, coins.within(0, turned=False)[:, here]), given.human[here]
                return
            means = (given.cells.sum(axis=2) / given.sizes)[:, here]
            signed = (signed_sums(given.cells, coins) / given.sizes)[:, :, here]
            yield functools.partial(_moved, means, signed, self.pairs), given.human[here]
            return
        turned = self.level == "per_system"
        used = np.flatnonzero(self.cells.any(axis=0)).tolist()
        columns = ((self.cells[:, j], j, coins.within(j, turned=turned)) for j in used)
        if self.level != "global":
            for here, j, swaps in columns:
                yield self._picked(self.x[:, here, j], swaps[:, here]), self.human[here, j]
        elif used:
            joined = np.concatenate([swaps[:, here] for here, _, swaps in columns], axis=1)
            # the outputs column by column, as the coins are
            x = self.x.transpose(0, 2, 1)[:, self.cells.T]
            yield self._picked(x, joined), self.human.T[self.cells.T]

    def _picked(self, x: FloatArray, coins: Coins) -> Rows:
        """Return scores of which a swap picks one of two: of metrics (K, E), with coins (B, E)."""
        both = np.stack([x[self.pairs[:, 0]], x[self.pairs[:, 1]]])  # (2, P, E)
        if not self.as_given:  # a metric and its rescaled copy are not told apart by rounding
            joined = tie_close(np.concatenate([both[0], both[1]], axis=1))
            both = np.stack(np.split(joined, 2, axis=1))
        return functools.partial(_chosen, both, coins)


def _chosen(both: FloatArray, coins: Coins, side: int, draws: slice) -> FloatArray:
    """Return the scores of a side where a swap picks one of two."""
    return np.asarray(np.where(coins[draws, None, :] > 0, both[side], both[1 - side]))


def _moved(means: FloatArray, signed: FloatArray, pairs: IntArray, side: int, draws: slice) -> FloatArray:
    """Return the system means of a side, given those of metrics (K, N) and the same with coins (B, K, N)."""
    a, b = pairs[:, 0], pairs[:, 1]
    half = (signed[draws, a] - signed[draws, b]) / 2
    middle = (means[a] + means[b]) / 2
    return tie_close(middle + half if side == 0 else middle - half)
