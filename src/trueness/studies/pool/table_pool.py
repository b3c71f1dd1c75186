"""The work behind an analysis of several tables: values, resamples and coins of each, added up to the pool's."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from trueness.errors import DataError, TruenessError, UnsupportedMethodError
from trueness.methods.correlations import levels_by_coefficients
from trueness.methods.differences import UNDEFINED, Pair
from trueness.methods.permutation import swap_of
from trueness.methods.recommended import Decision
from trueness.methods.registry import pair_test
from trueness.parallel import current_execution, executing, step
from trueness.parallel.fingerprint import fingerprint
from trueness.statistics.agreement.significance import paired_bootstrap_pvalues
from trueness.statistics.array_types import FloatArray, IntArray, Key
from trueness.statistics.exceedances import Exceedances
from trueness.statistics.intervals import error_of_samples
from trueness.statistics.resampling.permuted_tables import (
    ACCURACY_KEY,
    OVERALL_KEY,
    PermutedTable,
    TableExceedances,
    permuted_tables,
    table_plans,
)
from trueness.statistics.score_arrays import ScoreArrays
from trueness.statistics.shaffer import adjusted_pairs
from trueness.studies.compare.estimates import tie_epsilon
from trueness.studies.compare.settings import Settings
from trueness.studies.compare.standing import clusters_by_name
from trueness.studies.pool.chosen_tables import ChosenTable, naming
from trueness.studies.pool.jackknifed_pool import (
    JackknifedPool,
    OneSided,
    OneTable,
    TaskIntervals,
    jackknifed_pool,
    varied,
)
from trueness.studies.pool.pooled_values import Columns, PooledValues, TableSums, TableValues, table_values
from trueness.studies.pool.rows import TableEstimate


@dataclasses.dataclass(frozen=True)
class PoolFindings:
    """What the pool says.

    Attributes
    ----------
    values : dict of (level, coefficient) to PooledValues
        Of the pooled metrics.
    differences : dict of (level, coefficient) to PooledValues
        Of the compared pairs, with the resamples behind their intervals.
    drawn : dict of (level, coefficient) to PooledValues
        Of the compared pairs, with the resamples of paired bootstrap tests.
    counted : dict of (level, coefficient) to Exceedances
        Of permutation tests.
    jackknifed : JackknifedPool or None
        Of intervals and tests that rest on standard errors.
    tasks : dict of str to tuple of TableEstimate
        What each table says.
    """

    values: dict[Key, PooledValues]
    differences: dict[Key, PooledValues]
    drawn: dict[Key, PooledValues]
    counted: dict[Key, Exceedances]
    jackknifed: JackknifedPool | None
    tasks: dict[str, tuple[TableEstimate, ...]]


@dataclasses.dataclass(frozen=True)
class TablePool:
    """Tables, and what is asked of them.

    Attributes
    ----------
    tables : tuple of ChosenTable
        In the order in which their parts are added: that of their names, so that no other order moves a number.
    metrics : tuple of str
        The pooled ones.
    pairs : list of (int, int)
        Positions of the compared ones among them.
    arrays : mapping of str to ScoreArrays
        Of every table.
    weights : mapping of str to float
    settings : Settings
    of_table : mapping of str to Settings
        With a seed for every table.
    overall : bool
        Whether the mean of all pooled values is wanted.
    system_clusters : str or None
        The grouping column of systems whose groups are left out as a whole.
    """

    tables: tuple[ChosenTable, ...]
    metrics: tuple[str, ...]
    pairs: list[Pair]
    arrays: Mapping[str, ScoreArrays]
    weights: Mapping[str, float]
    settings: Settings
    of_table: Mapping[str, Settings]
    overall: bool
    system_clusters: str | None = None

    @property
    def tested(self) -> dict[Key, Decision]:
        """Which test every level and coefficient has; the mean of all has one only where theirs is the same."""
        if not self.pairs:
            return {}
        tested = {key: self.settings.main_test(*key) for key in self.settings.keys}
        if self.overall and len(set(tested.values())) == 1:
            tested[OVERALL_KEY] = next(iter(tested.values()))
        return tested

    @property
    def shared(self) -> tuple[str, ...]:
        """The systems, or clusters of them, that are in several tables, in the order of their names."""
        count: dict[str, int] = {}
        for table in self.tables:
            for name in set(table.system_units(self.system_clusters)):
                count[name] = count.get(name, 0) + 1
        return tuple(sorted(name for name, tables in count.items() if tables > 1))

    @property
    def sharing_unknown(self) -> bool:
        """Whether systems are in several tables, and tests draw each table as if they were new ones there."""
        drawn = (not pair_test(test).has_errors and over != "inputs" for test, over in self.tested.values())
        return any(drawn) and bool(self.shared)

    def unusable(self) -> dict[str, TruenessError]:
        """Return the tables that are too small for the intervals and tests that are asked for, with what is wrong."""
        found: dict[str, TruenessError] = {}
        for table in self.tables:
            arrays = self.arrays[table.name]
            systems_only = self._systems_only(table)
            try:
                with naming(table.name):
                    over = varied(self.settings.over, systems_only=systems_only)
                    self.settings.interval_method.check_units(arrays, over)
                    for test, by in dict.fromkeys(self.tested.values()):
                        pair_test(test).check_units(arrays, varied(by, systems_only=systems_only))
            except (DataError, UnsupportedMethodError) as error:
                found[table.name] = error
        return found

    def check(self) -> None:
        """Check that tests exist for the scores of every table, before anything takes time.

        Raises
        ------
        UnsupportedMethodError
            If a test swaps what its system scores are not made of (see `check_swappable`).
        """
        decided: dict[Decision, list[Key]] = {}
        for key, decision in self.tested.items():
            decided.setdefault(decision, []).append(key)
        for table in self.tables:
            for (test, over), keys in decided.items():
                with naming(table.name):
                    arrays, pairs = self.arrays[table.name], self._pairs_in(table)
                    pair_test(test).check_scores(arrays, pairs, keys, over, self.settings.standardize)

    def run(self) -> PoolFindings:
        """Compute everything.

        Raises
        ------
        UnsupportedMethodError
            If what should vary has only one member in a table.
        """
        settings, tested = self.settings, self.tested
        over = settings.over if settings.interval_method.resampled else None
        redrawn = {
            key: by for key, (test, by) in tested.items() if pair_test(test).resamples and key != OVERALL_KEY
        }
        singles, doubles = TableSums(), TableSums()
        drawn = {by: TableSums() for by in redrawn.values()}
        found_in: dict[str, tuple[Columns, dict[Key, TableValues]]] = {}
        one_sided: dict[str, OneSided] = {table.name: {} for table in self.tables}
        for table in self.tables:
            arrays, weight = self.arrays[table.name], self.weights[table.name]
            columns: Columns = [(group, [(k,) for k in group.metrics]) for group in arrays.single_groups()]
            values = self._values(table, columns, over, "intervals")
            order = _order(columns)
            wanted = [(table.metrics.index(name),) for name in self.metrics]
            singles.add(values, np.array([order[column] for column in wanted]), weight)
            found_in[table.name] = columns, values
            if not self.pairs:
                continue
            found = self._pair_values(table, columns, values, over, list(drawn))
            doubles.add(*found[over], weight)
            for by, pool in drawn.items():
                pool.add(*found[by], weight)
            for key, by in redrawn.items():
                of_pairs, places = found[by]
                one_sided[table.name][key] = _bootstrap_pvalues(of_pairs[key], places)
        counted = self._counted(one_sided)
        jackknifed = self._jackknifed(singles, doubles)
        if jackknifed is not None:
            for name, found_here in jackknifed.one_sided.items():
                one_sided[name] |= found_here
        tasks = {
            name: table_tasks(
                name,
                self.arrays[name],
                *found_in[name],
                self.of_table[name],
                intervals=None if jackknifed is None else jackknifed.tasks.get(name),
            )
            for name in found_in
        }
        if settings.baseline is None:
            tasks = {
                name: with_clusters(rows, self.metrics, self.pairs, one_sided[name], settings)
                for name, rows in tasks.items()
            }
        pooled = {by: pool.values(overall=self.overall) for by, pool in drawn.items()}
        return PoolFindings(
            values=singles.values(overall=self.overall),
            differences=doubles.values(overall=self.overall),
            drawn={key: pooled[by][key] for key, (test, by) in tested.items() if pair_test(test).resamples},
            counted=counted,
            jackknifed=jackknifed,
            tasks=tasks,
        )

    def _counted(self, one_sided: dict[str, OneSided]) -> dict[Key, Exceedances]:
        """Return what permutation tests count over all tables; p-values of every table are added to the others."""
        counted: dict[Key, Exceedances] = {}
        for decision in dict.fromkeys(self.tested.values()):
            if not pair_test(decision.test).permutes:
                continue
            exceedances = self._permuted(decision)
            counted |= exceedances.pooled
            for table, alone in zip(self.tables, exceedances.tables, strict=True):
                one_sided[table.name] |= {
                    key: (item.pvalue("greater"), item.pvalue("less"), item.pvalue("two-sided"))
                    for key, item in alone.items()
                }
        return counted

    def _jackknifed(self, singles: TableSums, doubles: TableSums) -> JackknifedPool | None:
        """Return what leaving units out says, where intervals or tests rest on that."""
        tested = {key: by for key, by in self.tested.items() if pair_test(by.test).has_errors}
        if not (tested or self.settings.interval_method.leaves_out):
            return None
        tables = [
            OneTable(
                name=table.name,
                arrays=self.arrays[table.name],
                metrics=[table.metrics.index(name) for name in self.metrics],
                pairs=self._pairs_in(table),
                settings=self.of_table[table.name],
                systems_only=self._systems_only(table),
                systems=table.system_units(self.system_clusters),
            )
            for table in self.tables
        ]
        values = tuple(sums.values(overall=self.overall) for sums in (singles, doubles))
        return jackknifed_pool(
            tables, (values[0], values[1]), (singles.shares(), doubles.shares()), tested, self.settings
        )

    def _pair_values(
        self,
        table: ChosenTable,
        columns: Columns,
        values: dict[Key, TableValues],
        over: str | None,
        others: Sequence[str],
    ) -> dict[str | None, tuple[dict[Key, TableValues], IntArray]]:
        """Return the values of the compared pairs by what was resampled, each with the places of the pairs in them.

        Where pairs are compared on the cells of single metrics, these values say all of the differences.
        """
        mine = self._pairs_in(table)
        pairs: Columns = self.arrays[table.name].pair_groups(mine)
        order = _order(pairs)
        places: IntArray = np.array([order[pair] for pair in mine])
        found: dict[str | None, tuple[dict[Key, TableValues], IntArray]] = {}
        if _same_cells(columns, pairs):
            at = _order(columns)
            first, second = (np.array([at[(pair[side],)] for pair in mine]) for side in (0, 1))
            differences = {key: value.of_pairs(first, second) for key, value in values.items()}
            found[over] = differences, np.arange(len(mine))
        for by in dict.fromkeys([over, *others]):
            if by not in found:
                what = "intervals of differences" if by == over else f"resampling {by}"
                found[by] = self._values(table, pairs, by, what), places
        return found

    def _systems_only(self, table: ChosenTable) -> bool:
        """Return whether a table has one input, and others have more; where none has, inputs must not be asked for."""
        some = any(arrays.n_inputs > 1 for arrays in self.arrays.values())
        return some and self.arrays[table.name].n_inputs == 1

    def _pairs_in(self, table: ChosenTable) -> list[Pair]:
        """Return the compared pairs by their positions in a table."""
        place = [table.metrics.index(name) for name in self.metrics]
        return [(place[a], place[b]) for a, b in self.pairs]

    def _values(
        self, table: ChosenTable, columns: Columns, over: str | None, what: str
    ) -> dict[Key, TableValues]:
        with naming(table.name), step(f"{table.name}: {what}"):
            return table_values(
                self.arrays[table.name],
                columns,
                self.of_table[table.name],
                over=over,
                bca=self.settings.interval_method.needs_left_out,
            )

    def _permuted(self, decision: Decision) -> TableExceedances:
        """Count exceedances of all that is tested by one kind of swap."""
        settings, tested = self.settings, self.tested
        over = decision.over
        keys = [key for key, test in tested.items() if test == decision]
        runs = levels_by_coefficients([key for key in keys if key not in (ACCURACY_KEY, OVERALL_KEY)])
        arrays = [self.arrays[table.name] for table in self.tables]
        pairs = [self._pairs_in(table) for table in self.tables]
        seeds = [self.of_table[table.name].seed for table in self.tables]
        weights = [self.weights[table.name] for table in self.tables]
        plans = table_plans(arrays, swap_of(over), settings.resamples, seeds)
        with _sharing_memory(len(self.tables)):
            ready = []
            for place, plan in enumerate(plans):
                arrays[place].prepare()
                ready.append(
                    PermutedTable.of(
                        arrays[place],
                        pairs[place],
                        plan,
                        runs,
                        accuracy=ACCURACY_KEY in keys,
                        weight=weights[place],
                        standardize=settings.standardize,
                    )
                )
            with step(f"permuting {over} of all tables"):
                return permuted_tables(
                    ready,
                    plans[0],
                    overall=OVERALL_KEY in keys,
                    identity=functools.partial(
                        fingerprint, "tables", arrays, pairs, plans, keys, weights, settings.standardize
                    ),
                )


def _same_cells(singles: Columns, pairs: Columns) -> bool:
    """Return whether pairs are compared on the cells of single metrics, so that these say all of the differences."""
    if len(singles) != 1 or len(pairs) != 1:
        return False
    (one, _), (other, _) = singles[0], pairs[0]
    return all(
        np.array_equal(getattr(one, name), getattr(other, name))
        for name in ("cells", "metric_cells", "human_cells")
    )


def _order(columns: Columns) -> dict[tuple[int, ...], int]:
    """Return where each column stands among the values of its table."""
    return {column: c for c, column in enumerate(column for _, members in columns for column in members)}


def _bootstrap_pvalues(values: TableValues, places: IntArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the one-sided and two-sided p-values of a paired bootstrap in one table."""
    sides, samples = values.estimates, values.sample_values
    if samples is None:
        raise UnsupportedMethodError("a bootstrap test needs resamples.")
    tests = [paired_bootstrap_pvalues(samples[:, p], float(sides[0, p] - sides[1, p])) for p in places]
    greater, less, either = np.array(tests).T
    return greater, less, either


@contextlib.contextmanager
def _sharing_memory(tables: int) -> Iterator[None]:
    """Give each of several tables that are kept ready together its part of the memory; no number depends on it."""
    execution = current_execution()
    with executing(dataclasses.replace(execution, memory=max(1, execution.memory // tables))):
        yield


def table_tasks(
    name: str,
    arrays: ScoreArrays,
    columns: Columns,
    found: Mapping[Key, TableValues],
    settings: Settings,
    *,
    intervals: TaskIntervals | None = None,
) -> tuple[TableEstimate, ...]:
    """Return the estimate of every metric of a table, with its interval, per level and coefficient.

    Parameters
    ----------
    name : str
        Of the table.
    arrays : ScoreArrays
    columns : sequence of (CellGroup, columns)
        Single metrics, as they stand in `found`.
    found : mapping of (level, coefficient) to TableValues
    settings : Settings
    intervals : TaskIntervals, optional
        Of every metric, where they do not rest on samples.
    """
    method = settings.interval_method
    rows: list[tuple[int, int, TableEstimate]] = []
    for place, (key, values) in enumerate(found.items()):
        estimates, samples, folds = values.estimates[0], values.sample_values, values.fold_values
        c = 0
        for group, members in columns:
            for metric, *_ in members:
                drawn = None if samples is None else samples[:, c]
                interval = UNDEFINED if intervals is None else intervals.limits[key][metric]
                error = float("nan") if intervals is None else intervals.errors[key][metric]
                if drawn is not None:
                    error = error_of_samples(drawn)
                    left_out = [fold[:, c] for fold in folds]
                    interval = method.of_samples(drawn, float(estimates[c]), left_out, settings.confidence)
                low, high = float(interval.low), float(interval.high)
                kendall = key == ("system", "kendall")
                row = TableEstimate(
                    metric=arrays.names[metric],
                    level=key[0],
                    coefficient=key[1],
                    estimate=float(estimates[c]),
                    low=low,
                    high=high,
                    interval=settings.interval,
                    over=settings.over,
                    n_systems=int(group.cells.any(axis=1).sum()),
                    n_inputs=int(group.cells.any(axis=0).sum()),
                    n_cells=int(group.cells.sum()),
                    n_undefined=int(values.n_undefined[c]),
                    n_undefined_resamples=0 if drawn is None else int(np.isnan(drawn).sum()),
                    resamples=0 if drawn is None else settings.resamples,
                    wrong_pairs_low=(1 - high) / 2 if kendall else float("nan"),
                    wrong_pairs_high=(1 - low) / 2 if kendall else float("nan"),
                    epsilon=tie_epsilon(arrays, group, group.metrics.index(metric), *key),
                    standard_error=error,
                    table=name,
                )
                rows.append((place, metric, row))
                c += 1
    return tuple(row for *_, row in sorted(rows, key=lambda item: item[:2]))


def with_clusters(
    tasks: Sequence[TableEstimate],
    metrics: Sequence[str],
    pairs: Sequence[Pair],
    one_sided: Mapping[Key, tuple[FloatArray, FloatArray, FloatArray]],
    settings: Settings,
) -> tuple[TableEstimate, ...]:
    """Return the rows of a table with the rank clusters of the pooled metrics, by the rule of WMT.

    They follow from tests of all pairs, corrected together, as what is said of pooled values does; the
    published procedure has one-sided tests without correction.

    Parameters
    ----------
    tasks : sequence of TableEstimate
    metrics : sequence of str
        The pooled ones.
    pairs : sequence of (int, int)
        All pairs of them.
    one_sided : mapping of (level, coefficient) to three arrays of shape (P,)
        P-values that the metric of each pair is better, that it is worse, and of either, in this table.
    settings : Settings
        Alternative, correction and alpha.
    """
    clusters: dict[tuple[str, str, str], int | None] = {}
    value = {(row.level, row.coefficient, row.metric): row.estimate for row in tasks}
    for key, (greater, less, either) in one_sided.items():
        raw = either if settings.alternative == "two-sided" else np.fmin(greater, less)
        if settings.alternative == "two-sided" or settings.family == "pairs" or settings.correction == "none":
            adjusted = adjusted_pairs(raw, pairs, settings.correction)
        else:  # both orders of a pair are tests
            both = adjusted_pairs(np.concatenate([greater, less]), pairs, settings.correction)
            adjusted = np.fmin(*both.reshape(2, len(pairs)))
        shown = adjusted <= settings.alpha
        better = np.zeros((len(metrics), len(metrics)), dtype=bool)
        for (a, b), apart, above in zip(pairs, shown, greater < less, strict=True):
            better[(a, b) if above else (b, a)] = apart
        estimates = np.array([value[(*key, metric)] for metric in metrics])
        for metric, cluster in zip(metrics, clusters_by_name(metrics, estimates, better), strict=True):
            clusters[(*key, metric)] = cluster
    return tuple(
        dataclasses.replace(row, cluster=clusters.get((row.level, row.coefficient, row.metric)))
        for row in tasks
    )
