"""Which metrics agree with people over several tables, such as the language pairs of a test set, as one analysis."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from trueness.data.reading.read import Scores, read_table
from trueness.data.reading.read_tables import read_tables
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import TruenessError, unknown_name
from trueness.methods.differences import UNDEFINED, Pair, PairFinding
from trueness.methods.paired_bootstrap import bootstrapped
from trueness.methods.permutation import counted_findings
from trueness.methods.recommended import Decision
from trueness.methods.registry import pair_test
from trueness.result import Signature
from trueness.statistics.array_types import Key
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.exceedances import Exceedances
from trueness.statistics.interval import Interval
from trueness.statistics.level_names import check_levels
from trueness.statistics.resampling.permuted_tables import OVERALL_KEY
from trueness.studies.compare.pair_tests import compared_pairs, pair_test_rows, within_margin
from trueness.studies.compare.rows import PairTest, Rank
from trueness.studies.compare.settings import Settings
from trueness.studies.compare.standing import standing
from trueness.studies.pool.across_tables import across_tables
from trueness.studies.pool.chosen_tables import (
    ChosenTable,
    ChosenTables,
    choose_tables,
    table_seed,
    table_weights,
)
from trueness.studies.pool.decided import pool_decisions
from trueness.studies.pool.jackknifed_pool import JackknifedPool
from trueness.studies.pool.pooled_values import PooledValues
from trueness.studies.pool.rows import PooledEstimate, PoolResult, TableFacts
from trueness.studies.pool.said import tables_cautions, tables_conclusions
from trueness.studies.pool.settings import DEFAULT_COEFFICIENTS, PoolSelection, PoolSettings
from trueness.studies.pool.table_pool import PoolFindings, TablePool
from trueness.study.selection import has_one_input
from trueness.study.study import Study, entry

MOST_NAMED = 5
"""Of more tables a signature has one fingerprint for all; that of each is in the table ``facts``."""


class Pool(Study[Mapping[str, ScoreTable], PoolSelection, PoolSettings, PoolResult]):
    """Which metrics agree with people over several tables, each with systems, inputs and human scores of its own."""

    aggregates_columns: ClassVar[bool] = True

    def usual(
        self, data: Mapping[str, ScoreTable], selection: PoolSelection, given: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Return the levels there are, and the coefficients that exist at them."""
        del selection
        found: dict[str, Any] = {}
        if data and all(has_one_input(table) for table in data.values()):
            found = {"level": ("system",), "applies_to": "systems"}
        elif data and "coefficient" not in given and all(len(table.systems) < 3 for table in data.values()):
            found = {"level": ("global",), "applies_to": "inputs"}  # over two systems nothing correlates
        level = given.get("level", found.get("level"))
        if level is not None and "system" not in check_levels(level):
            found["coefficient"] = DEFAULT_COEFFICIENTS[:-1]
        return found

    def answer(
        self, data: Mapping[str, ScoreTable], selection: PoolSelection, settings: PoolSettings
    ) -> PoolResult:
        """Estimate every correlation in every table, pool them, and test every pair of metrics."""
        unusable: dict[str, TruenessError] = {}
        while True:
            found = choose_tables(
                data, settings, human=selection.human, metrics=selection.metrics, unusable=unusable
            )
            pool = _pool(found, selection, settings)
            more = pool.unusable()
            if not more:
                break
            unusable |= more  # other metrics may be in all tables that are left
        pool.check()
        selected = _resolved(selection, found)
        left_out = {name: data[name] for name in found.left_out}
        return _assembled(found, left_out, pool, pool.run(), selected, settings)

    def assembled(self, parts: Mapping[str, Any]) -> Mapping[str, ScoreTable]:
        """Return the tables by name."""
        return parts

    def repeated(self, selection: PoolSelection) -> dict[str, Any]:
        """Return the arguments that select the same again; the tables of a result have only systems that are kept."""
        return {**super().repeated(selection), "drop_duplicates": False, "drop_outliers": None}


@entry(Pool)
def pool(
    tables: Mapping[str, Scores] | Scores | Sequence[Scores], *, tables_by: str | None = None, **options: Any
) -> PoolResult:
    """Compare metrics over several tables, each with systems, inputs and human scores of its own.

    A coefficient is computed in every table and averaged over tables. The pairwise accuracy of systems is the share of
    the pairs of systems of all tables that a metric orders as people do (Kocmi et al. 2021). By default systems and
    inputs are left out of every table in turn, and variances are added up over tables; bootstrap intervals resample
    every table, and permutation tests swap in every table, independently of the others. The statistic of a test is the
    pooled difference. With one table all numbers are those of `compare`, but for rounding in their last digits.

    Parameters
    ----------
    tables : mapping of str to ScoreTable
        The tables by name, e.g. those of `read_tables`, or what `read_scores` reads; in place of a mapping also what
        `read_tables` reads, or a list of it: a table each. Their order moves no number.
    tables_by : str, optional
        A grouping column of inputs, such as ``domain``, whose groups become tables.

    Raises
    ------
    ArgumentError
        If an argument is outside the values above.
    UnknownNameError
        If a scorer, baseline or grouping column does not exist.
    DataError
        If a table declares several humans and none is named, no table has a human and a metric, or no metric is in all
        tables.
    UnsupportedMethodError
        If a method makes no sense for what is pooled, or for a table (see `compare`).
    """
    if isinstance(tables, Mapping) and tables_by is None:
        return Pool().run({name: read_table(table) for name, table in tables.items()}, **options)
    several = tables if isinstance(tables, list | tuple) else [tables]
    return Pool().run(read_tables(*several, by=tables_by), **options)


def _pool(found: ChosenTables, selection: PoolSelection, settings: PoolSettings) -> TablePool:
    """Return what is asked of the tables that take part.

    Raises
    ------
    UnknownNameError
        If a pooled metric, or a grouping column of a table, does not exist.
    """
    if settings.baseline is not None and settings.baseline not in found.metrics:
        raise unknown_name("pooled metric", settings.baseline, found.metrics)
    alone = len(found.tables) == 1
    of_table = {
        table.name: settings
        if alone
        else dataclasses.replace(settings, seed=table_seed(settings.seed, table.name))
        for table in found.tables
    }
    return TablePool(
        tables=tuple(sorted(found.tables, key=lambda table: table.name)),
        metrics=found.metrics,
        pairs=compared_pairs(found.metrics, settings) if selection.tests else [],
        arrays={
            table.name: table.arrays(of_table[table.name], selection.clusters, selection.system_clusters)
            for table in found.tables
        },
        weights=table_weights(found.tables, settings.weights),
        settings=settings,
        of_table=of_table,
        overall=settings.overall and len(settings.keys) > 1,
        system_clusters=selection.system_clusters,
    )


def _resolved(selection: PoolSelection, found: ChosenTables) -> PoolSelection:
    """Return the selection with every name said; tables that were left out are so again, for the same reason."""
    human = selection.human
    if not isinstance(human, str):
        humans = {**found.unusable, **{table.name: table.human for table in found.tables}}
        same, without = set(humans.values()), set(found.left_out) - set(found.unusable)
        human = same.pop() if len(same) == 1 and not without else {**(human or {}), **humans}
    metrics = dict.fromkeys(metric for table in found.tables for metric in table.metrics)
    return dataclasses.replace(selection, human=human, metrics=tuple(metrics))


def _assembled(
    found: ChosenTables,
    left_out: dict[str, ScoreTable],
    pool: TablePool,
    findings: PoolFindings,
    selection: PoolSelection,
    settings: PoolSettings,
) -> PoolResult:
    rows = pooled_tests(
        pool.metrics,
        pool.pairs,
        findings.differences,
        findings.counted,
        findings.drawn,
        pool.tested,
        pool.settings,
        findings.jackknifed,
    )
    estimates = _estimates(pool, findings)
    facts = tuple(_facts(table, pool) for table in found.tables)
    ranks = _ranks(pool, findings, rows)
    declared = {one.name for part in pool.tables for one in part.table.scorers if one.direction_known}
    decisions = pool_decisions(
        estimates, rows, settings, declared=declared, sharing_unknown=pool.sharing_unknown
    )
    return PoolResult(
        signature=_signature(pool, facts, settings, selection),
        selection=selection,
        settings=settings,
        cautions=tables_cautions(found, pool, estimates, findings.tasks, rows, selection.clusters),
        conclusions=tables_conclusions(estimates, rows, decisions, facts, settings),
        decisions=decisions,
        tables={table.name: table.table for table in found.tables},
        left_out=left_out,
        metrics=pool.metrics,
        estimates=estimates,
        ranks=ranks,
        tests=rows,
        tasks=tuple(row for table in found.tables for row in findings.tasks[table.name]),
        facts=facts,
        across=across_tables(findings.tasks, pool.metrics, settings.confidence),
    )


def _estimates(pool: TablePool, findings: PoolFindings) -> tuple[PooledEstimate, ...]:
    settings = pool.settings
    alone = {
        (row.metric, row.level, row.coefficient, row.table): row
        for tasks in findings.tasks.values()
        for row in tasks
    }
    rows: list[PooledEstimate] = []
    for key, values in findings.values.items():
        for k, metric in enumerate(pool.metrics):
            if findings.jackknifed is not None and findings.jackknifed.limits:
                low, high = findings.jackknifed.limits[key][k]
            else:
                low, high = column_interval(values, k, settings)
            # systems are the same for every key of a table
            tasks = [
                alone[metric, *(next(iter(findings.values)) if key == OVERALL_KEY else key), table.name]
                for table in pool.tables
            ]
            drawn = values.samples
            rows.append(
                PooledEstimate(
                    metric=metric,
                    level=key[0],
                    coefficient=key[1],
                    estimate=float(values.estimates[k]),
                    low=float(low),
                    high=float(high),
                    interval=settings.interval,
                    over=settings.over,
                    n_tables=int(values.n_tables[k]),
                    n_undefined=int(values.n_undefined[k]),
                    n_systems=sum(row.n_systems for row in tasks),
                    n_pairs=sum(row.n_systems * (row.n_systems - 1) // 2 for row in tasks),
                    n_undefined_resamples=0 if drawn is None else int(np.isnan(drawn[:, k]).sum()),
                    resamples=0 if drawn is None else settings.resamples,
                )
            )
    return tuple(rows)


def _ranks(pool: TablePool, findings: PoolFindings, tests: Sequence[PairTest]) -> tuple[Rank, ...]:
    if not tests or pool.settings.baseline is not None:
        return ()
    rows: list[Rank] = []
    for key, values in findings.values.items():
        here = [row for row in tests if (row.level, row.coefficient) == key]
        if not here:
            continue
        rows += standing(pool.metrics, values.estimates, here, key, pool.settings.alpha)
    return tuple(rows)


def _facts(table: ChosenTable, pool: TablePool) -> TableFacts:
    return TableFacts(
        table=table.name,
        human=table.human,
        n_systems=len(table.table.systems),
        n_inputs=len(table.table.inputs),
        n_pairs=table.n_pairs,
        n_metrics=len(table.metrics),
        weight=pool.weights[table.name],
        seed=pool.of_table[table.name].seed,
        fingerprint=table.table.fingerprint,
    )


def _signature(
    pool: TablePool,
    facts: Sequence[TableFacts],
    settings: PoolSettings,
    selection: PoolSelection,
) -> Signature:
    tested = bool(pool.pairs)
    method = settings.interval_method
    random = method.resampled or any(not pair_test(test).has_errors for test, _ in pool.tested.values())
    data = [f"{row.table}={row.fingerprint[:12]}" for row in facts]
    shapes = [f"{row.n_systems}x{row.n_inputs}" for row in facts]
    if len(facts) > MOST_NAMED:
        data = [f"{len(facts)}-tables={hashlib.sha256('+'.join(data).encode()).hexdigest()[:12]}"]
        shapes = list(dict.fromkeys(shapes))
    return Signature.of(
        data=data,
        human=list(dict.fromkeys(row.human for row in facts)),
        shape=shapes if len(shapes) <= MOST_NAMED else None,
        weights=settings.weights
        if isinstance(settings.weights, str)
        else [f"{row.table}={row.weight:g}" for row in facts],
        level=settings.levels,
        coef=settings.coefficients,
        ties=settings.tie_calibration
        if any(coefficient_facts(name).calibrated for name in settings.coefficients)
        else None,
        overall="yes" if pool.overall else None,
        interval=f"{settings.interval}-{settings.over}"
        if method.resampled or method.leaves_out
        else settings.interval,
        conf=settings.confidence,
        test=f"{settings.test}-{settings.test_over}" if tested else None,
        alt=settings.alternative if tested else None,
        std=settings.standardize if tested and settings.standardizes else None,
        corr=f"{settings.correction}-{settings.family}" if tested else None,
        margin=settings.margin if tested else None,
        resamples=settings.resamples if random else None,
        seed=settings.seed if random else None,
        missing=settings.missing,
        means=settings.means,
        agg=settings.aggregate if "system" in settings.levels else None,
        clusters=selection.clusters,
        sysclusters=selection.system_clusters,
    )


def pooled_tests(
    names: Sequence[str],
    pairs: list[Pair],
    values: Mapping[Key, PooledValues],
    counted: Mapping[Key, Exceedances],
    drawn: Mapping[Key, PooledValues],
    tested: Mapping[Key, Decision],
    settings: Settings,
    jackknifed: JackknifedPool | None = None,
) -> tuple[PairTest, ...]:
    """Return the tests of all pairs, level by level.

    Parameters
    ----------
    names : sequence of str
        The pooled metrics.
    pairs : list of (int, int)
        Positions of the compared metrics; the columns of the values.
    values : mapping of (level, coefficient) to PooledValues
        Differences, with the resamples behind their intervals.
    counted : mapping of (level, coefficient) to Exceedances
        Of permutation tests.
    drawn : mapping of (level, coefficient) to PooledValues
        With the resamples of paired bootstrap tests.
    tested : mapping of (level, coefficient) to (test, over)
        Which test each has; one without has no rows.
    settings : Settings
    jackknifed : JackknifedPool, optional
        Behind intervals and tests that rest on standard errors.
    """
    rows: list[PairTest] = []
    for key, (name, over) in tested.items():
        pooled = values[key]
        points = {(key, pair): _point(pooled, p) for p, pair in enumerate(pairs)}
        intervals = {(key, pair): column_interval(pooled, p, settings) for p, pair in enumerate(pairs)}
        if jackknifed is not None and jackknifed.differences:
            intervals = {(key, pair): jackknifed.differences[key][p] for p, pair in enumerate(pairs)}
        if jackknifed is not None and key in jackknifed.tested:
            said = pair_test(name).of_precision(jackknifed.tested[key])
            found = dict(zip(pairs, said, strict=True))
        elif pair_test(name).permutes:
            found = counted_findings(counted[key], pairs, exact=counted[key].exact)
        else:
            found = _bootstrapped(drawn[key], pairs)
        by_key = {(key, pair): item for pair, item in found.items()}
        rows += pair_test_rows(names, pairs, name, over, settings, key, points, by_key, intervals)
    if settings.margin is None:
        return tuple(rows)
    known = {} if jackknifed is None else jackknifed.apart
    apart = {
        (key, pair): every.at(np.array([p], dtype=np.intp))
        for key, every in known.items()
        for p, pair in enumerate(pairs)
    }
    samples = {
        (key, pair): pooled.samples[:, p]
        for key, pooled in drawn.items()
        if pooled.samples is not None
        for p, pair in enumerate(pairs)
    }
    return within_margin(tuple(rows), samples, apart, names, settings)


def column_interval(pooled: PooledValues, column: int, settings: Settings) -> Interval:
    """Return the bootstrap interval of one column, NaN where no interval is wanted."""
    if pooled.samples is None or not settings.interval_method.resampled:
        return UNDEFINED
    return settings.interval_method.of_samples(
        pooled.samples[:, column],
        float(pooled.estimates[column]),
        [fold[:, column] for fold in pooled.folds],
        settings.confidence,
    )


def _point(pooled: PooledValues, column: int) -> tuple[float, float]:
    return float(pooled.sides[0, column]), float(pooled.sides[1, column])


def _bootstrapped(drawn: PooledValues, pairs: list[Pair]) -> dict[Pair, PairFinding]:
    samples = np.zeros((0, len(pairs))) if drawn.samples is None else drawn.samples
    return {pair: bootstrapped(samples[:, p], float(drawn.estimates[p])) for p, pair in enumerate(pairs)}
