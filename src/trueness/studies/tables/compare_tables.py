"""Which metrics agree with people over several tables, such as the language pairs of a test set, as one analysis."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import trueness
from trueness.data.duplicate_systems import drop_duplicate_systems
from trueness.data.score_table import ScoreTable
from trueness.errors import UnsupportedMethodError, unknown_name
from trueness.methods.interval import NONE
from trueness.methods.pair_test import PLAIN
from trueness.methods.registry import (
    OFFERED_INTERVALS,
    OFFERED_TESTS,
    RECOMMENDED,
    interval_method,
    intervals_with,
    pair_tests_with,
)
from trueness.parallel import Execution, Watch, executing
from trueness.parallel.checkpoint import keeping
from trueness.result import Signature
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.engine.resample import resolve_seed
from trueness.statistics.level_names import check_levels
from trueness.statistics.resampling.permuted_tables import ACCURACY, OVERALL_KEY
from trueness.studies.compare.pair_tests import compared_pairs
from trueness.studies.compare.rows import PairTest, Rank
from trueness.studies.compare.settings import Settings
from trueness.studies.compare.standing import standing
from trueness.studies.selection import has_one_input
from trueness.studies.tables.chosen_tables import (
    ChosenTable,
    ChosenTables,
    choose_tables,
    table_seed,
    table_weights,
)
from trueness.studies.tables.pooled_rows import PooledEstimate, TableFacts
from trueness.studies.tables.pooled_tests import column_interval, pooled_tests
from trueness.studies.tables.table_pool import PoolFindings, TablePool
from trueness.studies.tables.tables_cautions import tables_cautions
from trueness.studies.tables.tables_comparison import TablesComparison
from trueness.studies.tables.tables_conclusions import tables_conclusions

POOLED_TESTS = (RECOMMENDED, *pair_tests_with("pools"))
"""What differences pooled over tables can be tested by; the permutation of systems is the recommended one."""

POOLED_INTERVALS = (*intervals_with("resampled"), NONE)

DEFAULT_COEFFICIENTS = ("pearson", "spearman", "kendall", ACCURACY)


def compare_tables(
    tables: Mapping[str, ScoreTable],
    *,
    human: str | Mapping[str, str] | None = None,
    metrics: str | Iterable[str] | None = None,
    weights: str | Mapping[str, float] = "equal",
    overall: bool = False,
    level: str | Sequence[str] | None = None,
    coefficient: str | Sequence[str] | None = None,
    over: str | None = None,
    interval: str | None = None,
    confidence: float | None = None,
    test: str | None = None,
    test_over: str | None = None,
    alternative: str | None = None,
    standardize: str | None = None,
    correction: str | None = None,
    family: str | None = None,
    alpha: float | None = None,
    resamples: int | None = None,
    missing: str | None = None,
    means: str | None = None,
    aggregate: str | None = None,
    tie_calibration: str | float | None = None,
    clusters: str | None = None,
    baseline: str | None = None,
    drop_duplicates: bool = False,
    tests: bool = True,
    rng: Any = None,
    workers: int | None = None,
    chunk: int | None = None,
    engine: str | None = None,
    memory: int | str | None = None,
    checkpoint: str | Path | None = None,
    watch: Watch | None = None,
) -> TablesComparison:
    """Compare metrics over several tables, each with systems, inputs and human scores of its own.

    A coefficient is computed in every table and averaged over tables. The pairwise accuracy of systems is the share of
    the pairs of systems of all tables that a metric orders as people do (Kocmi et al. 2021). Intervals resample every
    table, and tests swap in every table, independently of the others; the statistic of a test is the pooled difference.
    With one table all numbers are those of `compare`.

    Parameters
    ----------
    tables : mapping of str to ScoreTable
        The tables by name, e.g. those of `read_tables`. Their order moves no number.
    human : str or mapping of str to str, optional
        The human scorer of all tables, or of each by the table's name; by default the one that a table declares. Tables
        without it are left out, with a caution.
    metrics : str or iterable of str, optional
        Shell patterns. Only metrics that all tables have are pooled; a caution names the others.
    weights : {'equal', 'pairs'} or mapping of str to float
        How tables count in averages: all the same, by their pairs of systems, or as given by name.
    overall : bool
        Whether the mean over all pooled values of a metric (levels, coefficients) is shown and tested as well.
    level, over, interval, confidence, test_over, alternative, standardize, correction, family, alpha
        As in `compare`; no Fisher interval.
    coefficient : str or sequence of str
        As in `compare`; default ``pearson``, ``spearman``, ``kendall`` and, at the system level,
        ``pairwise_accuracy``.
    test : {'permutation', 'bootstrap'}
    resamples, missing, means, aggregate, tie_calibration, clusters, baseline, drop_duplicates, tests
        As in `compare`.
    rng : int or numpy.random.Generator, optional
        Seed; a fresh one is drawn and recorded if none is given. The seed of a table follows from it and the name of
        the table, if there are several.
    workers, chunk, engine, memory, checkpoint, watch
        As in `compare`; they do not change the numbers.

    Returns
    -------
    TablesComparison

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
    _refuse_what_is_of_one_table(test, interval)
    if tables and all(has_one_input(table) for table in tables.values()):
        level = ("system",) if level is None else level
        over = "systems" if over is None else over
    if coefficient is None:
        shown = ("system",) if level is None else check_levels(level)
        coefficient = DEFAULT_COEFFICIENTS if "system" in shown else DEFAULT_COEFFICIENTS[:-1]
    options: dict[str, Any] = {
        "levels": level,
        "coefficients": coefficient,
        "over": over,
        "interval": interval,
        "confidence": confidence,
        "test": PLAIN if test in (None, RECOMMENDED) else test,
        "test_over": test_over,
        "beside": (),
        "alternative": alternative,
        "standardize": standardize,
        "correction": correction,
        "family": family,
        "alpha": alpha,
        "resamples": resamples,
        "missing": missing,
        "means": means,
        "aggregate": aggregate,
        "tie_calibration": tie_calibration,
        "baseline": baseline,
    }
    if isinstance(metrics, Iterator):
        metrics = tuple(metrics)
    if drop_duplicates:
        tables = {name: drop_duplicate_systems(table) for name, table in tables.items()}
    data = sorted((name, table.fingerprint) for name, table in tables.items())
    asked = repr((human, metrics, weights, overall, clusters, tests, options))
    with (
        executing(
            Execution.of(engine=engine, workers=workers, chunk=chunk, memory=memory, checkpoint=checkpoint),
            watch,
        ),
        keeping("compare_tables", data, asked, None if rng is None else repr(rng)) as kept,
    ):
        if rng is None and kept is not None:
            rng = kept.recall("seed", functools.partial(resolve_seed, None))
        settings = Settings.of(rng=rng, **options)
        found = choose_tables(tables, settings, human=human, metrics=metrics)
        if settings.baseline is not None and settings.baseline not in found.metrics:
            raise unknown_name("pooled metric", settings.baseline, found.metrics)
        alone = len(found.tables) == 1
        of_table = {
            table.name: settings
            if alone
            else dataclasses.replace(settings, seed=table_seed(settings.seed, table.name))
            for table in found.tables
        }
        pool = TablePool(
            tables=tuple(sorted(found.tables, key=lambda table: table.name)),
            metrics=found.metrics,
            pairs=compared_pairs(found.metrics, settings) if tests else [],
            arrays={table.name: table.arrays(of_table[table.name], clusters) for table in found.tables},
            weights=table_weights(found.tables, weights),
            settings=settings,
            of_table=of_table,
            overall=overall and len(settings.keys) > 1,
        )
        pool.check_test()
        findings = pool.run()
    return _assembled(found, pool, findings, weights if isinstance(weights, str) else "given", clusters)


def _refuse_what_is_of_one_table(test: str | None, interval: str | None) -> None:
    if test in OFFERED_TESTS and test not in POOLED_TESTS:
        raise UnsupportedMethodError(
            f"the {test} test is for two correlations over one set of systems, not for a difference pooled over "
            f"tables. Use test={' or '.join(repr(name) for name in POOLED_TESTS[1:])} (--test)."
        )
    if interval in OFFERED_INTERVALS and interval not in POOLED_INTERVALS:
        noun = interval_method(interval).noun
        raise UnsupportedMethodError(
            f"{noun[0].upper()}{noun[1:]} is for one correlation, not for an average over tables. Use a bootstrap "
            "interval."
        )


def _assembled(
    found: ChosenTables, pool: TablePool, findings: PoolFindings, weights: str, clusters: str | None
) -> TablesComparison:
    rows = pooled_tests(
        pool.metrics,
        pool.pairs,
        findings.differences,
        findings.counted,
        findings.drawn,
        pool.tested,
        pool.settings,
    )
    estimates = _estimates(pool, findings)
    facts = tuple(_facts(table, pool) for table in found.tables)
    ranks = _ranks(pool, findings, rows)
    return TablesComparison(
        signature=_signature(pool, facts, weights, clusters),
        tables={table.name: table.table for table in found.tables},
        metrics=pool.metrics,
        settings=pool.settings,
        weights=weights,
        clusters=clusters,
        estimates=estimates,
        ranks=ranks,
        tests=rows,
        tasks=tuple(row for table in found.tables for row in findings.tasks[table.name]),
        facts=facts,
        cautions=tables_cautions(found, pool, estimates, findings.tasks, rows),
        conclusions=tables_conclusions(estimates, rows, ranks, facts, pool.settings),
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
                    over=settings.over if drawn is not None else settings.interval_method.over,
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
        rows += standing(pool.metrics, values.estimates, here, pool.settings.alpha, key)
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
    weights: str,
    clusters: str | None,
) -> Signature:
    settings, tested = pool.settings, bool(pool.pairs)
    drawn = settings.interval_method.resampled
    return Signature.of(
        data=[f"{row.table}={row.fingerprint[:12]}" for row in facts],
        human=list(dict.fromkeys(row.human for row in facts)),
        shape=[f"{row.n_systems}x{row.n_inputs}" for row in facts],
        weights=weights if weights != "given" else [f"{row.table}={row.weight:g}" for row in facts],
        level=settings.levels,
        coef=settings.coefficients,
        ties=settings.tie_calibration
        if any(coefficient_facts(name).calibrated for name in settings.coefficients)
        else None,
        overall="yes" if pool.overall else None,
        interval=f"{settings.interval}-{settings.over}" if drawn else settings.interval,
        conf=settings.confidence,
        test=f"{settings.test}-{settings.test_over}" if tested else None,
        alt=settings.alternative if tested else None,
        std=settings.standardize if tested and settings.standardizes else None,
        corr=f"{settings.correction}-{settings.family}" if tested else None,
        resamples=settings.resamples if drawn or tested else None,
        seed=settings.seed if drawn or tested else None,
        missing=settings.missing,
        means=settings.means,
        agg=settings.aggregate if "system" in settings.levels else None,
        clusters=clusters,
        version=trueness.__version__,
    )
