"""What is known of pooled values from leaving out systems, inputs, and both, of every table in turn."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from trueness.methods.correlations import Correlations
from trueness.methods.differences import Pair
from trueness.methods.registry import pair_test
from trueness.methods.two_way_jackknife import keep_jackknife
from trueness.parallel import step
from trueness.statistics.array_types import BoolArray, FloatArray, IntArray, Key
from trueness.statistics.fisher_scale import z_scale
from trueness.statistics.interval import Interval
from trueness.statistics.jackknife.apart_differences import ApartDifferences
from trueness.statistics.jackknife.pooled_jackknife import (
    InPool,
    jackknife_in_pool,
    mean_precision,
    mean_without_systems,
)
from trueness.statistics.jackknife.replicates import Replicates
from trueness.statistics.jackknife.shared_strata import SharedStrata, contributions, linked
from trueness.statistics.jackknife.two_way_jackknife import Precision, TwoWayJackknife
from trueness.statistics.jackknife.two_way_replicates import two_way_replicates
from trueness.statistics.resampling.permuted_tables import OVERALL_KEY
from trueness.statistics.score_arrays import CellGroup, ScoreArrays
from trueness.studies.compare.pair_tests import pair_differences
from trueness.studies.compare.settings import Settings
from trueness.studies.pool.pooled_values import PooledValues

OneSided = dict[Key, tuple[FloatArray, FloatArray, FloatArray]]
"""P-values that the metric of each pair is better, that it is worse, and of either."""


@dataclasses.dataclass(frozen=True)
class Column:
    """One value of a table in a group: which metric, and what it is in a pool at every level and coefficient.

    Attributes
    ----------
    metric : int
        Its position in the table.
    values, shares, entries, tables : tuples
        By the order of levels and coefficients.
    """

    metric: int
    values: tuple[float, ...]
    shares: tuple[float, ...]
    entries: tuple[int, ...]
    tables: tuple[int, ...]


@dataclasses.dataclass(frozen=True)
class Work:
    """What is to be computed of a group of a table.

    Attributes
    ----------
    group : CellGroup
    singles : list of (int, int)
        Pooled metrics: places among them, and in the table.
    pairs : list of (int, int, int)
        Compared pairs: places among them, and of both metrics in the table.
    """

    group: CellGroup
    singles: list[tuple[int, int]] = dataclasses.field(default_factory=list)
    pairs: list[tuple[int, int, int]] = dataclasses.field(default_factory=list)


@dataclasses.dataclass(frozen=True)
class Wanted:
    """Which columns of a group are wanted for what.

    Attributes
    ----------
    singles, single : arrays of shape (S,)
        Places among the pooled metrics, and among the columns.
    pairs, first, second : arrays of shape (P,)
        Places among the compared pairs, and of both sides among the columns.
    columns : list of Column
    """

    singles: IntArray
    single: IntArray
    pairs: IntArray
    first: IntArray
    second: IntArray
    columns: list[Column]

    def in_pool(self, group: CellGroup, k: int) -> InPool:
        """Return the columns at the k-th level and coefficient."""
        place = {metric: position for position, metric in enumerate(group.metrics)}
        return InPool(
            metrics=_integers(place[one.metric] for one in self.columns),
            shares=np.array([one.shares[k] for one in self.columns]),
            values=np.array([one.values[k] for one in self.columns]),
            entries=_integers(one.entries[k] for one in self.columns),
            tables=_integers(one.tables[k] for one in self.columns),
        )


@dataclasses.dataclass(frozen=True)
class OneTable:
    """A table of the pool.

    Attributes
    ----------
    name : str
    arrays : ScoreArrays
    metrics : sequence of int
        Positions of the pooled metrics.
    pairs : list of (int, int)
        Those of the compared ones.
    settings : Settings
        With the seed of the table.
    systems_only : bool
        Whether it has one input, as tables of system scores have, in a pool with others that have more.
    systems : sequence of str
        What a system is left out with in all tables, in the order of the arrays: its name, or its cluster's.
    """

    name: str
    arrays: ScoreArrays
    metrics: Sequence[int]
    pairs: list[Pair]
    settings: Settings
    systems_only: bool
    systems: Sequence[str]

    def units(self, group: CellGroup) -> list[str]:
        """Return the names of the systems, or clusters of them, that are left out of a group."""
        rows = np.flatnonzero(group.cells.any(axis=1))
        clusters = self.arrays.system_clusters
        if clusters is not None:
            rows = rows[np.unique(clusters[rows], return_index=True)[1]]
        return [self.systems[row] for row in rows.tolist()]

    def over(self, over: str) -> str:
        """Return what can vary in it."""
        return varied(over, systems_only=self.systems_only)

    def work(self) -> list[Work]:
        """Return the groups with what is wanted of them; pairs compared on the cells of metrics go with these."""
        found: dict[bytes, list[Work]] = {}
        place = {metric: k for k, metric in enumerate(self.metrics)}
        for group in self.arrays.single_groups():
            singles = [(place[metric], metric) for metric in group.metrics if metric in place]
            found.setdefault(_cells(group), []).append(Work(group, singles))
        where = {pair: p for p, pair in enumerate(self.pairs)}
        for group, members in self.arrays.pair_groups(self.pairs) if self.pairs else ():
            here = found.setdefault(_cells(group), [])
            holding = [work for work in here if set(group.metrics) <= set(work.group.metrics)]
            if not holding:
                holding = [Work(group)]
                here += holding
            holding[0].pairs.extend((where[pair], *pair) for pair in members)
        return [work for here in found.values() for work in here if work.singles or work.pairs]


@dataclasses.dataclass(frozen=True)
class TaskIntervals:
    """Intervals and standard errors of all metrics of a table.

    Attributes
    ----------
    limits : dict of (level, coefficient) to list of Interval
    errors : dict of (level, coefficient) to list of float
    """

    limits: dict[Key, list[Interval]]
    errors: dict[Key, list[float]]


@dataclasses.dataclass(frozen=True)
class JackknifedPool:
    """What is known of pooled values, and of every table.

    Attributes
    ----------
    limits : dict of (level, coefficient) to list of Interval
        Of the pooled metrics; empty without such intervals.
    differences : dict of (level, coefficient) to list of Interval
        Of the compared pairs.
    tested : dict of (level, coefficient) to Precision
        Of the compared pairs, over what their test is over.
    tasks : dict of str to TaskIntervals
        Of all metrics of every table.
    one_sided : dict of str to OneSided
        Of the compared pairs in every table.
    apart : dict of (level, coefficient) to ApartDifferences
        Of the compared pairs, over what their test is over; not of the mean of all pooled values, which has no scale.
    """

    limits: dict[Key, list[Interval]]
    differences: dict[Key, list[Interval]]
    tested: dict[Key, Precision]
    tasks: dict[str, TaskIntervals]
    one_sided: dict[str, OneSided]
    apart: dict[Key, ApartDifferences]


def varied(over: str, *, systems_only: bool) -> str:
    """Return what varies in a table of which nothing but other systems can be spoken of."""
    return "systems" if over == "both" and systems_only else over


def jackknifed_pool(
    tables: Sequence[OneTable],
    values: tuple[Mapping[Key, PooledValues], Mapping[Key, PooledValues]],
    shares: tuple[Mapping[Key, list[FloatArray]], Mapping[Key, list[FloatArray]]],
    tested: Mapping[Key, tuple[str, str]],
    settings: Settings,
) -> JackknifedPool:
    """Leave units out of every table in turn.

    Parameters
    ----------
    tables : sequence of OneTable
    values : two mappings of (level, coefficient) to PooledValues
        Of the pooled metrics, and of the compared pairs.
    shares : two mappings of (level, coefficient) to list of arrays
        Of every table in these.
    tested : mapping of (level, coefficient) to (test, over)
        The tests that rest on standard errors.
    settings : Settings
    """
    return _Pool(tables, values, shares, dict(tested), settings).found()


class _Pool:
    """The sums over tables."""

    def __init__(
        self,
        tables: Sequence[OneTable],
        values: tuple[Mapping[Key, PooledValues], Mapping[Key, PooledValues]],
        shares: tuple[Mapping[Key, list[FloatArray]], Mapping[Key, list[FloatArray]]],
        tested: dict[Key, tuple[str, str]],
        settings: Settings,
    ) -> None:
        self.tables, self.settings, self.tested = tables, settings, tested
        self.keys = [key for key in values[0] if key != OVERALL_KEY]
        self.overall = OVERALL_KEY in values[0]
        self.values, self.shares = values, shares
        self.work = [table.work() for table in tables]
        self.limited = settings.interval_method.leaves_out
        self.sizes = len(tables[0].metrics), len(tables[0].pairs)
        self.entries = {key: self._entries(key) for key in self.keys}
        self.strata = linked([table.systems for table in tables])
        self.sums: dict[tuple[str, Key, str], SharedStrata] = {}

    def _entries(self, key: Key) -> tuple[IntArray, IntArray]:
        """Return what the scale of pooled metrics and pairs depends on: the mean over tables, by their shares."""
        found = [np.zeros(size) for size in self.sizes]
        for t, works in enumerate(self.work):
            for work in works:
                n = _entries_of(work.group, key[0])
                places = [place for place, _ in work.singles], [place for place, *_ in work.pairs]
                for kind, here in enumerate(places):
                    if here:
                        found[kind][here] += n * self.shares[kind][key][t][here]
        singles, pairs = (np.maximum(1, np.rint(some)).astype(np.intp) for some in found)
        return singles, pairs

    def found(self) -> JackknifedPool:
        tasks: dict[str, TaskIntervals] = {}
        one_sided: dict[str, OneSided] = {}
        for t, table in enumerate(self.tables):
            with step(f"{table.name}: leaving out systems and inputs"):
                for work in self.work[t]:
                    self._add(t, table, work)
                if self.limited:
                    tasks[table.name] = self._tasks(table)
                one_sided[table.name] = self._one_sided(table)
        limits: dict[Key, list[Interval]] = {}
        differences: dict[Key, list[Interval]] = {}
        if self.limited:
            over, keys = self.settings.over, [*self.keys, *([OVERALL_KEY] if self.overall else [])]
            limits = {key: self._limits(key, over) for key in keys}
            differences = {key: self._difference_limits(key, over) for key in keys if self.sizes[1]}
        return JackknifedPool(
            limits=limits,
            differences=differences,
            tested={key: self._difference(key, over) for key, (_, over) in self.tested.items()},
            tasks=tasks,
            one_sided=one_sided,
            apart={
                key: self._apart(key, over) for key, (_, over) in self.tested.items() if key != OVERALL_KEY
            },
        )

    # one table

    def _add(self, t: int, table: OneTable, work: Work) -> None:
        replicates = self._replicates(table, work.group)
        wanted = self._wanted(t, work)
        units = table.units(work.group)
        pools = {key: wanted.in_pool(work.group, k) for k, key in enumerate(self.keys)}
        for key, pool in pools.items():
            self._add_key(key, t, units, wanted, pool, jackknife_in_pool(replicates[key], *key, pool))
        if self.overall:
            parts = [
                jackknife_in_pool(replicates[key], *key, pool, fisher=False) for key, pool in pools.items()
            ]
            shares = np.max([pool.shares for pool in pools.values()], axis=0)
            self._add_overall(t, units, wanted, parts, shares > 0)

    def _wanted(self, t: int, work: Work) -> Wanted:
        columns: dict[Column, int] = {}

        def column(kind: int, side: int, index: int, metric: int) -> int:
            made = Column(
                metric=metric,
                values=tuple(float(self.values[kind][key].sides[side, index]) for key in self.keys),
                shares=tuple(float(self.shares[kind][key][t][index]) for key in self.keys),
                entries=tuple(int(self.entries[key][kind][index]) for key in self.keys),
                tables=tuple(self._n_strata(self.shares[kind][key], index) for key in self.keys),
            )
            return columns.setdefault(made, len(columns))

        return Wanted(
            singles=_integers(c for c, _ in work.singles),
            single=_integers(column(0, 0, c, metric) for c, metric in work.singles),
            pairs=_integers(p for p, *_ in work.pairs),
            first=_integers(column(1, 0, p, metric) for p, metric, _ in work.pairs),
            second=_integers(column(1, 1, p, rival) for p, _, rival in work.pairs),
            columns=list(columns),
        )

    def _n_strata(self, shares: Sequence[FloatArray], index: int) -> int:
        """Return of how many strata a value is: tables, where they share no system."""
        return len({self.strata[t] for t, share in enumerate(shares) if share[index] > 0})

    def _add_key(
        self, key: Key, t: int, units: Sequence[str], wanted: Wanted, pool: InPool, ready: TwoWayJackknife
    ) -> None:
        for over in self._overs(key):
            by = self.tables[t].over(over)
            alone = ready.of_metrics(by)
            here = wanted.single
            add = _Adding(pool=self, table=t, key=key, over=over, units=units)
            add("singles", wanted.singles, _at(alone, here), pool.shares[here] > 0, ready.systems[:, here])
            if not len(wanted.pairs):
                continue
            part = pool.shares[wanted.first] > 0
            first, second = (ready.systems[:, side] for side in (wanted.first, wanted.second))
            add("first", wanted.pairs, _at(alone, wanted.first), part, first)
            add("second", wanted.pairs, _at(alone, wanted.second), part, second)
            add("pairs", wanted.pairs, ready.of_pairs(wanted.first, wanted.second, by), part, first - second)

    def _add_overall(
        self, t: int, units: Sequence[str], wanted: Wanted, parts: Sequence[TwoWayJackknife], part: BoolArray
    ) -> None:
        for over in self._overs(OVERALL_KEY):
            by = self.tables[t].over(over)
            add = _Adding(pool=self, table=t, key=OVERALL_KEY, over=over, units=units)
            for name, places, first, second in (
                ("singles", wanted.singles, wanted.single, None),
                ("pairs", wanted.pairs, wanted.first, wanted.second),
            ):
                if len(places):
                    without = mean_without_systems(parts, first, second)
                    add(name, places, mean_precision(parts, first, second, by), part[first], without)

    def _replicates(self, table: OneTable, group: CellGroup) -> dict[Key, Replicates]:
        at: dict[str, list[str]] = {}
        for level, name in self.keys:
            at.setdefault(level, []).append(name)
        found = {
            (level, name): replicates
            for level, names in at.items()
            for name, replicates in two_way_replicates(
                table.arrays, group, level, names, pooled=len(self.tables) > 1
            ).items()
        }
        for key, replicates in found.items():
            keep_jackknife(table.arrays, group, key, replicates)
        return found

    def _overs(self, key: Key) -> list[str]:
        wanted = [self.settings.over] if self.limited else []
        if key in self.tested:
            wanted.append(self.tested[key][1])
        return list(dict.fromkeys(wanted))

    def _tasks(self, table: OneTable) -> TaskIntervals:
        settings = table.settings
        given = Correlations(table.arrays, self.keys, resamples=1, confidence=settings.confidence)
        method, over = settings.interval_method, table.over(settings.over)
        return TaskIntervals(method.limits(given, over), method.errors(given, over))

    def _one_sided(self, table: OneTable) -> OneSided:
        differences = pair_differences(table.arrays, table.pairs, table.settings)
        found: OneSided = {}
        for key, (test, over) in self.tested.items():
            if key == OVERALL_KEY:
                continue
            said = pair_test(test).findings(differences, table.over(over), [key])
            rows = [said[key, pair] for pair in table.pairs]
            found[key] = (
                np.array([row.greater for row in rows]),
                np.array([row.less for row in rows]),
                np.array([row.two_sided for row in rows]),
            )
        return found

    # all tables

    def _limits(self, key: Key, over: str) -> list[Interval]:
        strata, values = self.sums["singles", key, over], self.values[0][key].estimates
        confidence = self.settings.confidence
        if key == OVERALL_KEY:
            low, high = strata.precision(values).limits(confidence)
            return _intervals((np.maximum(low, -1.0), np.minimum(high, 1.0)))
        entries = self.entries[key][0]
        precision = strata.precision(z_scale(values, key[1], entries))
        return _intervals(precision.limits_off_the_scale(values, key[1], entries, confidence))

    def _difference_limits(self, key: Key, over: str) -> list[Interval]:
        if key == OVERALL_KEY:
            return _intervals(self._difference(key, over).limits(self.settings.confidence))
        return _intervals(self._apart(key, over).limits(self.settings.confidence))

    def _apart(self, key: Key, over: str) -> ApartDifferences:
        sides = self._sides(key)
        first, second = (
            self.sums[name, key, over].precision(sides[0]).variances for name in ("first", "second")
        )
        apart = self._difference(key, over)
        variances = first, second, apart.variances
        return ApartDifferences.of(sides, variances, apart.degrees, key[1], self.entries[key][1])

    def _difference(self, key: Key, over: str) -> Precision:
        strata = self.sums["pairs", key, over]
        if key == OVERALL_KEY:
            return strata.precision(self.values[1][key].estimates)
        first, second = self._sides(key)
        return strata.precision(first - second)

    def _sides(self, key: Key) -> tuple[FloatArray, FloatArray]:
        first, second = (z_scale(side, key[1], self.entries[key][1]) for side in self.values[1][key].sides)
        return first, second


@dataclasses.dataclass(frozen=True)
class _Adding:
    """Adds what a table contributes to a sum of one key: its variances, and what its systems do."""

    pool: _Pool
    table: int
    key: Key
    over: str
    units: Sequence[str]

    def __call__(
        self, name: str, places: IntArray, precision: Precision, part: BoolArray, without: FloatArray
    ) -> None:
        pool = self.pool
        size = pool.sizes[0] if name == "singles" else pool.sizes[1]
        names = [table.systems for table in pool.tables]
        strata = pool.sums.setdefault((name, self.key, self.over), SharedStrata(size, pool.strata, names))
        systems_vary = self.over in ("both", "systems")
        contributed = contributions(without) if systems_vary else None
        strata.add(self.table, places, precision, part, self.units, contributed)


def _integers(values: Iterable[int]) -> IntArray:
    return np.array(list(values), dtype=np.intp)


def _at(precision: Precision, places: IntArray) -> Precision:
    return Precision(precision.estimates[places], precision.variances[places], precision.degrees[places])


def _cells(group: CellGroup) -> bytes:
    return b"|".join(one.tobytes() for one in (group.cells, group.metric_cells, group.human_cells))


def _entries_of(group: CellGroup, level: str) -> int:
    """Return how many scores a correlation at a level is of (see `replicates.Replicates`)."""
    if level == "global":
        return int(group.cells.sum())
    if level == "per_system":
        used = group.cells | group.metric_cells | group.human_cells
        return int(used.any(axis=0).sum())
    return int(group.cells.any(axis=1).sum())


def _intervals(limits: tuple[FloatArray, FloatArray]) -> list[Interval]:
    return [Interval(float(low), float(high)) for low, high in zip(*limits, strict=True)]
