"""Permutation tests of differences pooled over several tables, each with coins of its own.

The statistic is a weighted average over tables of the difference between two metrics; all tables are swapped at once,
independently. A tile of resamples is computed table by table and added up, so that nothing of the size of all resamples
times pairs times tables is ever held.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trueness.errors import ArgumentError, check_choice, check_integer
from trueness.parallel import Identity, run_tiles
from trueness.statistics.array_types import FloatArray, IntArray, Key
from trueness.statistics.engine.resample import SWAPS, PermutationPlan, n_tiles
from trueness.statistics.exceedances import Exceedances, count_exceedances, sum_counts
from trueness.statistics.pairs.permuted_accuracy import PermutedAccuracy
from trueness.statistics.resampling.permutation import PermutationTiles
from trueness.statistics.score_arrays import ScoreArrays

ACCURACY = "pairwise_accuracy"
ACCURACY_KEY: Key = ("system", ACCURACY)
OVERALL_KEY: Key = ("all", "all")
"""The mean of all pooled values of a metric, whatever their levels and coefficients."""


@dataclasses.dataclass(frozen=True)
class TablePlan(PermutationPlan):
    """How the coins of one of several tables are thrown.

    Where all arrangements are enumerated, they are those of all tables together: a number's binary digits are the coins
    of all units, those of this table from `offset` on.

    Attributes
    ----------
    offset : int
        Units that the tables before this one swap.
    """

    offset: int = 0

    def _enumerated(self, tile: int, units: int, offset: int = 0) -> NDArray[np.int8]:
        return super()._enumerated(tile, units, self.offset + offset)


def table_plans(
    tables: Sequence[ScoreArrays], swap: str, resamples: int, seeds: Sequence[int]
) -> list[TablePlan]:
    """Return a plan per table; all arrangements of all tables are enumerated if there are no more than resamples.

    Parameters
    ----------
    tables : sequence of ScoreArrays
    swap : {'systems', 'inputs', 'cells', 'rows_then_columns'}
    resamples : int
    seeds : sequence of int
        One per table.

    Raises
    ------
    ArgumentError
        If there is no such swap or no resample.
    """
    check_choice("swap", swap, SWAPS)
    check_integer("resamples", resamples, minimum=1)
    units = [_n_units(arrays, swap) for arrays in tables]
    total = sum(units)
    # rows_then_columns reaches only some arrangements, each several times over: never enumerated
    exact = swap != "rows_then_columns" and total < 62 and 2**total <= resamples
    offsets = np.cumsum([0, *units[:-1]]).tolist()
    return [
        TablePlan(
            swap=swap,
            n_systems=arrays.n_systems,
            n_inputs=arrays.n_inputs,
            resamples=2**total if exact else resamples,
            seed=seed,
            clusters=arrays.clusters,
            exact=exact,
            system_clusters=arrays.system_clusters,
            offset=offset,
        )
        for arrays, seed, offset in zip(tables, seeds, offsets, strict=True)
    ]


def _n_units(arrays: ScoreArrays, swap: str) -> int:
    columns = arrays.n_inputs if arrays.clusters is None else int(arrays.clusters.max()) + 1
    rows = arrays.n_systems if arrays.system_clusters is None else int(arrays.system_clusters.max()) + 1
    return {"systems": rows, "inputs": columns}.get(swap, rows * columns)


Runs = Sequence[tuple[Sequence[str], Sequence[str]]]
"""Levels, and the coefficients that are tested at all of them."""


@dataclasses.dataclass(frozen=True)
class PermutedTable:
    """One table ready for coins.

    Attributes
    ----------
    tiles : tuple of PermutationTiles
        Of the coefficients; none where only the pairwise accuracy is wanted.
    accuracy : PermutedAccuracy or None
    weight : float
        Of the table in averages of coefficients; the accuracy is weighted by pairs of systems.
    """

    tiles: tuple[PermutationTiles, ...]
    accuracy: PermutedAccuracy | None
    weight: float

    @classmethod
    def of(
        cls,
        arrays: ScoreArrays,
        pairs: Sequence[tuple[int, int]],
        plan: PermutationPlan,
        runs: Runs,
        *,
        accuracy: bool,
        weight: float = 1.0,
        standardize: str = "level",
    ) -> PermutedTable:
        """Prepare a table.

        Parameters
        ----------
        arrays : ScoreArrays
        pairs : sequence of (int, int)
            Positions of the compared metrics in this table; the same metrics, in the same order, in every table.
        plan : PermutationPlan
        runs : sequence of (levels, coefficients)
            What the engine computes, without the pairwise accuracy.
        accuracy : bool
            Whether the pairwise accuracy of systems is wanted, too.
        weight : float
        standardize : {'level', 'cells'}
        """
        return cls(
            tuple(
                PermutationTiles.of(arrays, pairs, plan, levels, coefficients, standardize)
                for levels, coefficients in runs
            ),
            PermutedAccuracy.of(arrays, pairs, plan, standardize) if accuracy else None,
            weight,
        )

    @property
    def keys(self) -> tuple[Key, ...]:
        """What is computed: (level, coefficient), the accuracy last."""
        keys = tuple(key for tiles in self.tiles for key in tiles.keys)
        return keys if self.accuracy is None else (*keys, ACCURACY_KEY)

    def observed(self) -> dict[Key, FloatArray]:
        """Return the differences on the data as they are, per key an array of shape (P,)."""
        found = {
            key: value[0] for tiles in self.tiles for key, value in _together(tiles, tiles.observed).items()
        }
        if self.accuracy is not None:
            found[ACCURACY_KEY] = self.accuracy.observed
        return found

    def weights(self) -> dict[Key, FloatArray]:
        """Return how much each difference counts in the pool, per key an array of shape (P,): 0 where undefined."""
        found: dict[Key, FloatArray] = {}
        for key, observed in self.observed().items():
            pairs = (
                self.accuracy.n_pairs if key == ACCURACY_KEY and self.accuracy is not None else self.weight
            )
            found[key] = np.where(np.isnan(observed), 0.0, pairs)
        return found

    def differences(self, tile: int) -> dict[Key, FloatArray]:
        """Return the permuted differences of one tile, per key an array of shape (B, P)."""
        found: dict[Key, FloatArray] = {}
        for tiles in self.tiles:
            found |= _together(tiles, tiles.differences(tile))
        if self.accuracy is not None:
            found[ACCURACY_KEY] = self.accuracy.differences(tile)
        return found


def _together(tiles: PermutationTiles, groups: Sequence[dict[Key, FloatArray]]) -> dict[Key, FloatArray]:
    """Put the differences of all groups of pairs in the order of the pairs."""
    position = {pair: p for p, pair in enumerate(tiles.pairs)}
    found: dict[Key, FloatArray] = {}
    for members, values in zip(tiles.members, groups, strict=True):
        where = [position[pair] for pair in members]
        for key, value in values.items():
            if key not in found:
                found[key] = np.full((len(value), len(position)), np.nan)
            found[key][:, where] = value
    return found


class TableExceedances(NamedTuple):
    """How permuted differences compare with the observed ones.

    Attributes
    ----------
    pooled : dict of (level, coefficient) to Exceedances
        Of the averages over tables.
    tables : list of dict of (level, coefficient) to Exceedances
        Of every table alone, under the same coins.
    """

    pooled: dict[Key, Exceedances]
    tables: list[dict[Key, Exceedances]]


def permuted_tables(
    tables: Sequence[PermutedTable],
    plan: PermutationPlan,
    *,
    overall: bool = False,
    identity: Identity | None = None,
) -> TableExceedances:
    """Count how often permuted differences, pooled over tables, reach the observed ones.

    A table in which a difference is undefined on the data has no part in the pool of that pair. A resample in which a
    table of the pool has no difference has none for the pool, and is counted. Time is that of a permutation test of
    each table; memory is that of a tile of one table beyond the prepared tables.

    Parameters
    ----------
    tables : sequence of PermutedTable
        Of the same pairs of metrics.
    plan : PermutationPlan
        That of any of the tables: the number of resamples, and whether they are all arrangements.
    overall : bool
        Whether the mean over all keys of the pooled differences is tested, too (`OVERALL_KEY`).
    identity : callable, optional
        As in `parallel.run_tiles`.

    Raises
    ------
    ArgumentError
        If there is no table.
    """
    if not tables:
        raise ArgumentError("`tables` must hold at least one table.")
    run = PermutedPool.of(tables, overall=overall)
    parts = run_tiles(run, n_tiles(plan.resamples), identity=identity)
    pooled, *alone = [
        {key: _exceedances(value, [part[place][key] for part in parts], plan) for key, value in seen.items()}
        for place, seen in enumerate((run.observed, *(table.observed() for table in tables)))
    ]
    return TableExceedances(pooled, alone)


@dataclasses.dataclass(frozen=True)
class PermutedPool:
    """Tables ready for coins, and their pool, as work that any process can be given.

    Attributes
    ----------
    tables : tuple of PermutedTable
    shares : tuple of dict of (level, coefficient) to array of shape (P,)
        The share of each table in the pool; the shares of all tables sum to 1, or are NaN where no table has a
        difference.
    observed : dict of (level, coefficient) to array of shape (P,)
        Pooled differences on the data as they are.
    overall : bool
    """

    tables: tuple[PermutedTable, ...]
    shares: tuple[dict[Key, FloatArray], ...]
    observed: dict[Key, FloatArray]
    overall: bool

    @classmethod
    def of(cls, tables: Sequence[PermutedTable], *, overall: bool) -> PermutedPool:
        """Prepare a pool."""
        weights = [table.weights() for table in tables]
        totals = {key: _added([weight[key] for weight in weights]) for key in tables[0].keys}
        shares = tuple(
            {
                key: np.divide(value, totals[key], out=np.full(value.shape, np.nan), where=totals[key] > 0)
                for key, value in weight.items()
            }
            for weight in weights
        )
        ready = cls(tuple(tables), shares, {}, overall)
        observed = ready.pooled(
            [{key: value[None] for key, value in table.observed().items()} for table in tables]
        )
        return dataclasses.replace(ready, observed={key: value[0] for key, value in observed.items()})

    def __call__(self, tiles: Sequence[int]) -> list[dict[Key, IntArray]]:
        """Return how often differences reach the observed ones in some tiles: of the pool, then of every table."""
        seen = (self.observed, *(table.observed() for table in self.tables))
        counts: list[dict[Key, IntArray]] = [{} for _ in seen]
        for tile in tiles:
            pooled: dict[Key, FloatArray] = {}
            for place, (table, share) in enumerate(zip(self.tables, self.shares, strict=True), start=1):
                found = table.differences(tile)
                _add_counts(counts[place], found, seen[place])
                _add_shares(pooled, found, share)
            _add_counts(counts[0], self._with_overall(pooled), self.observed)
        return counts

    def pooled(self, tables: Sequence[dict[Key, FloatArray]]) -> dict[Key, FloatArray]:
        """Return the pooled differences of the tables' differences, arrays of shape (B, P)."""
        result: dict[Key, FloatArray] = {}
        for found, share in zip(tables, self.shares, strict=True):
            _add_shares(result, found, share)
        return self._with_overall(result)

    def _with_overall(self, pooled: dict[Key, FloatArray]) -> dict[Key, FloatArray]:
        if self.overall:
            pooled[OVERALL_KEY] = _added(list(pooled.values())) / len(pooled)
        return pooled


def _exceedances(observed: FloatArray, counts: Sequence[IntArray], plan: PermutationPlan) -> Exceedances:
    greater, less, beyond, undefined = sum_counts(counts)
    return Exceedances(
        observed=observed,
        greater=greater,
        less=less,
        beyond=beyond,
        undefined=undefined,
        resamples=plan.resamples,
        exact=plan.exact,
    )


def _added(arrays: Sequence[FloatArray]) -> FloatArray:
    """Return the sum of arrays, added in their order."""
    total = arrays[0].copy()
    for array in arrays[1:]:
        total += array
    return total


def _add_shares(
    pooled: dict[Key, FloatArray], found: dict[Key, FloatArray], share: dict[Key, FloatArray]
) -> None:
    """Add a table's part to the pooled differences; where it has no share its values do not matter."""
    for key, values in found.items():
        part = np.where(share[key] == 0, 0.0, values) * share[key]
        pooled[key] = pooled[key] + part if key in pooled else part


def _add_counts(
    counts: dict[Key, IntArray], permuted: dict[Key, FloatArray], observed: dict[Key, FloatArray]
) -> None:
    for key, values in permuted.items():
        counts[key] = counts.get(key, 0) + count_exceedances(values, observed[key])
