"""Permutation tests of differences between correlations; all pairs and levels share the same coins."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from trueness.errors import UnsupportedMethodError, check_choice
from trueness.parallel import part_of_step, run_tiles
from trueness.parallel.fingerprint import fingerprint
from trueness.statistics.array_types import FloatArray, IntArray, Key
from trueness.statistics.coefficient_facts import coefficient_facts, swappable_at
from trueness.statistics.engine.resample import PermutationPlan, n_tiles
from trueness.statistics.engine.tile_coins import IdentityCoins, TileCoins
from trueness.statistics.exceedances import (
    Exceedances,
    count_exceedances,
    join_exceedances,
    sum_counts,
)
from trueness.statistics.fisher_scale import z_scale
from trueness.statistics.resampling.memory_waves import permutation_waves
from trueness.statistics.resampling.permuted_levels import PermutedLevel, permuted_levels
from trueness.statistics.score_arrays import CellGroup, ScoreArrays
from trueness.statistics.swappable import check_swappable

Run = dict[str, list[PermutedLevel]]
"""Levels ready for coins."""

SCALES = ("correlation", "fisher")
"""What differences are of: correlations, or these on Fisher's scale (`fisher_scale.z_scale`) where there is one."""

STANDARDIZE = ("level", "cells")
"""``level`` z-scores each metric over what is compared at the level; ``cells`` always over all its cells."""


def permutation_exceedances(
    arrays: ScoreArrays,
    pairs: Sequence[tuple[int, int]],
    plan: PermutationPlan,
    levels: Sequence[str],
    coefficients: Sequence[str],
    *,
    standardize: str = "level",
    scale: str = "correlation",
) -> dict[Key, Exceedances]:
    """Return, per level and coefficient, how permuted differences compare with the observed ones.

    Parameters
    ----------
    arrays : ScoreArrays
    pairs : sequence of (int, int)
        Positions of the compared metrics.
    plan : PermutationPlan
    levels, coefficients : sequences of str
        A coefficient that has no test with the plan's swap at a level is left out there.
    standardize : {'level', 'cells'}
    scale : {'correlation', 'fisher'}

    Raises
    ------
    ArgumentError
        If `standardize` or `scale` is unknown.
    UnsupportedMethodError
        If systems are to be swapped and there is only one, or system scores cannot be swapped so (see
        `check_swappable`).
    """
    check_choice("scale", scale, SCALES)
    check_permutation(arrays, pairs, plan, levels, coefficients, standardize)
    arrays.prepare()
    waves = permutation_waves(arrays, pairs, plan, levels, coefficients)
    found: list[dict[Key, Exceedances]] = []
    for wave, members in enumerate(waves):
        run = PermutationTiles.of(arrays, members, plan, levels, coefficients, standardize, scale)
        identity = functools.partial(
            fingerprint, "permutation", arrays, members, plan, levels, coefficients, standardize, scale
        )
        with part_of_step(wave, len(waves)):
            parts = run_tiles(run, n_tiles(plan.resamples), identity=identity)
        found.append(run.gathered(parts))
        del run, parts  # before the next wave is prepared
    position = {pair: place for place, pair in enumerate(pairs)}
    order = [position[pair] for members in waves for pair in members]
    return {key: join_exceedances([part[key] for part in found], order) for key in found[0]}


def check_permutation(
    arrays: ScoreArrays,
    pairs: Sequence[tuple[int, int]],
    plan: PermutationPlan,
    levels: Sequence[str],
    coefficients: Sequence[str],
    standardize: str,
) -> None:
    """Check that a permutation test exists.

    Raises
    ------
    ArgumentError
        If `standardize` is unknown.
    UnsupportedMethodError
        If systems are to be swapped and there is only one, or system scores cannot be swapped so (see
        `check_swappable`).
    """
    check_choice("standardize", standardize, STANDARDIZE)
    if "system" in levels and any(
        coefficient_facts(name).of_system_scores for name in swappable_at("system", coefficients, plan.swap)
    ):
        check_swappable(arrays, pairs, plan.swap, standardize)
    if arrays.n_systems < 2 and plan.swap in ("systems", "rows_then_columns"):
        raise UnsupportedMethodError("swapping systems needs at least two of them; these scores have one.")


@dataclasses.dataclass(frozen=True)
class PermutationTiles:
    """Pairs of metrics ready for coins, as work that any process can be given.

    Attributes
    ----------
    pairs : tuple of (int, int)
    members : tuple of list of (int, int)
        The pairs of each group, which are compared on the same cells.
    plan : PermutationPlan
    keys : tuple of (level, coefficient)
    runs : tuple of Run
        Levels of each group, ready for coins.
    observed : tuple of dict of (level, coefficient) to array of shape (1, P)
        Differences of each group on the data as they are.
    units : tuple of int
        Systems of each group, for differences on Fisher's scale; 0 for differences of correlations.
    """

    pairs: tuple[tuple[int, int], ...]
    members: tuple[list[tuple[int, int]], ...]
    plan: PermutationPlan
    keys: tuple[Key, ...]
    runs: tuple[Run, ...]
    observed: tuple[dict[Key, FloatArray], ...]
    units: tuple[int, ...]

    @classmethod
    def of(
        cls,
        arrays: ScoreArrays,
        pairs: Sequence[tuple[int, int]],
        plan: PermutationPlan,
        levels: Sequence[str],
        coefficients: Sequence[str],
        standardize: str,
        scale: str = "correlation",
    ) -> PermutationTiles:
        """Prepare all levels of all groups of pairs."""
        grouped = arrays.pair_groups(pairs)
        units = tuple(int(group.cells.any(axis=1).sum()) if scale == "fisher" else 0 for group, _ in grouped)
        runs = tuple(
            _run(arrays, group, members, plan, levels, coefficients, standardize)
            for group, members in grouped
        )
        return cls(
            pairs=tuple(pairs),
            members=tuple(members for _, members in grouped),
            plan=plan,
            keys=tuple(
                (level, coefficient)
                for level in levels
                for coefficient in swappable_at(level, coefficients, plan.swap)
            ),
            runs=runs,
            observed=tuple(
                _differences(run, IdentityCoins(plan), n) for run, n in zip(runs, units, strict=True)
            ),
            units=units,
        )

    def __call__(self, tiles: Sequence[int]) -> list[dict[Key, NDArray[np.int64]]]:
        """Return how often permuted differences reach the observed ones in some tiles, per group."""
        counts: list[dict[Key, NDArray[np.int64]]] = [{} for _ in self.runs]
        for tile in tiles:
            for found, seen, total in zip(self.differences(tile), self.observed, counts, strict=True):
                for key, permuted in found.items():
                    total[key] = total.get(key, 0) + count_exceedances(permuted, seen[key])
        return counts

    def differences(self, tile: int) -> list[dict[Key, FloatArray]]:
        """Return the permuted differences of one tile: of each group, arrays of shape (B, P)."""
        coins = TileCoins(self.plan, tile)
        return [_differences(run, coins, n) for run, n in zip(self.runs, self.units, strict=True)]

    def gathered(self, parts: Sequence[list[dict[Key, NDArray[np.int64]]]]) -> dict[Key, Exceedances]:
        """Add up the counts of all tiles."""
        plan, position = self.plan, {pair: p for p, pair in enumerate(self.pairs)}
        result: dict[Key, Exceedances] = {}
        for key in self.keys:
            totals = np.zeros((4, len(self.pairs)), dtype=np.int64)
            observed = np.full(len(self.pairs), np.nan)
            for g, members in enumerate(self.members):
                where = [position[pair] for pair in members]
                totals[:, where] = sum_counts([part[g][key] for part in parts])
                observed[where] = self.observed[g][key][0]
            greater, less, beyond, undefined = totals
            result[key] = Exceedances(
                observed=observed,
                greater=greater,
                less=less,
                beyond=beyond,
                undefined=undefined,
                resamples=plan.resamples,
                exact=plan.exact,
            )
        return result


def _run(
    arrays: ScoreArrays,
    group: CellGroup,
    members: Sequence[tuple[int, int]],
    plan: PermutationPlan,
    levels: Sequence[str],
    coefficients: Sequence[str],
    standardize: str,
) -> Run:
    """Return the levels of pairs compared on the same cells, ready for coins."""
    place = {metric: k for k, metric in enumerate(group.metrics)}
    pairs: IntArray = np.array([[place[a], place[b]] for a, b in members], dtype=np.intp)
    return {
        level: permuted_levels(
            arrays, group, pairs, plan, level, swappable_at(level, coefficients, plan.swap), standardize
        )
        for level in levels
    }


def _differences(run: Run, coins: TileCoins, n: int = 0) -> dict[Key, FloatArray]:
    """Return r(X', Z) - r(Y', Z) per level and coefficient, arrays of shape (B, P); of n systems on Fisher's scale."""
    differences: dict[Key, FloatArray] = {}
    for level, parts in run.items():
        for part in parts:
            first, second = part.under(coins)
            for name in first:
                one, other = first[name], second[name]
                if n:
                    one, other = z_scale(one, name, n), z_scale(other, name, n)
                differences[level, name] = one - other
    return differences
