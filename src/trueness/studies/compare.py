"""Which metrics agree with people, how sure that is, and which are better than which."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import trueness
from trueness.data.duplicate_systems import drop_duplicate_systems, identical_systems
from trueness.data.score_table import ScoreTable
from trueness.errors import ArgumentError, UnsupportedMethodError
from trueness.methods.registry import PAIR_TESTS, pair_test
from trueness.parallel import Execution, Watch, executing, step
from trueness.parallel.checkpoint import keeping
from trueness.result import Signature
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.engine.resample import resolve_seed
from trueness.statistics.normality import normality
from trueness.statistics.score_arrays import ScoreArrays
from trueness.statistics.system_scores import system_scores
from trueness.studies.cautions import cautions
from trueness.studies.comparison import Comparison
from trueness.studies.conclusions import conclusions
from trueness.studies.estimates import estimate_correlations, leave_one_system_out
from trueness.studies.pairwise import check_main_test, pairwise_tests, with_existing_test
from trueness.studies.ranks import rank_metrics
from trueness.studies.rows import NormalityRow
from trueness.studies.scores_of_systems import scores_of_systems
from trueness.studies.selection import (
    choose_human,
    choose_metrics,
    has_one_input,
    judged_part,
    noted_roles,
    score_arrays,
)
from trueness.studies.settings import Settings


def compare(
    table: ScoreTable,
    *,
    human: str | None = None,
    metrics: str | Iterable[str] | None = None,
    level: str | Sequence[str] | None = None,
    coefficient: str | Sequence[str] | None = None,
    over: str | None = None,
    interval: str | None = None,
    confidence: float | None = None,
    test: str | None = None,
    test_over: str | None = None,
    beside: str | Sequence[str] | None = None,
    alternative: str | None = None,
    standardize: str | None = None,
    correction: str | None = None,
    family: str | None = None,
    alpha: float | None = None,
    resamples: int | None = None,
    stop_after: int | None = None,
    missing: str | None = None,
    means: str | None = None,
    aggregate: str | None = None,
    tie_calibration: str | float | None = None,
    clusters: str | None = None,
    margin: float | None = None,
    baseline: str | None = None,
    as_published: bool | None = None,
    drop_duplicates: bool = False,
    tests: bool = True,
    rng: Any = None,
    workers: int | None = None,
    chunk: int | None = None,
    engine: str | None = None,
    memory: int | str | None = None,
    checkpoint: str | Path | None = None,
    watch: Watch | None = None,
) -> Comparison:
    """Compare metrics by how well they agree with a human scorer.

    Parameters
    ----------
    table : ScoreTable
    human : str, optional
        The ground truth; needed unless the data declare exactly one human scorer.
    metrics : str or iterable of str, optional
        Shell patterns of the metrics to compare (default: all scorers not declared human).
    level : str or sequence of str
        Of ``system``, ``input`` (or ``summary``), ``global``, ``per_system``; default system and input.
    coefficient : str or sequence of str
        Of ``pearson``, ``spearman``, ``kendall``, ``tau_c``, ``gamma``; over pairs ``acc_eq``, ``tau_eq``,
        ``pairwise_accuracy``, ``spa``, ``gap_tau``, ``pdp``, ``darr``; default the first three. Not every one exists
        at every level (see `statistics.coefficient_facts`).
    over : {'both', 'systems', 'inputs'}
        What the intervals resample, and so what they generalise to.
    interval : str
        ``percentile`` (default), ``basic``, ``bca``, ``fisher``, ``jackknife`` or ``none``; differences have one from
        resamples only.
    confidence : float
    test : str
        ``recommended`` (default; see `methods.recommended`), ``permutation``, ``fisher_permutation``,
        ``studentized_permutation``, ``sign_flip``, ``jackknife``, ``bootstrap``, ``williams``, ``steiger``,
        ``meng_rosenthal_rubin``, ``hittner_may_silver``, ``dunn_clark``.
    test_over : {'systems', 'inputs', 'both', 'rows_then_columns'}
        What the test permutes or resamples; default systems.
    beside : str or sequence of str
        Permutation tests to show beside the main one; default ``both``, the Perm-Both of Deutsch et al.
        (2021).
    alternative : {'two-sided', 'greater', 'less'}
    standardize : {'level', 'cells'}
        How metrics are put on one scale before swapping.
    correction : {'holm', 'bonferroni', 'bh', 'by', 'none'}
    family : {'all', 'pairs', 'per_metric', 'baseline'}
    alpha : float
    resamples : int
    stop_after : int, optional
        End the permutation tests of a pair when each side has met so many differences that reach the observed one;
        p-values stay valid (Besag & Clifford 1991). By default all resamples are drawn for every pair.
    missing : {'pairwise', 'complete'}
    means : {'judged', 'all'}
    aggregate : {'corpus', 'mean', 'median'}
        How a metric's scores of a system's outputs become its score of the system; default the corpus score where
        the table holds sufficient statistics, the mean otherwise.
    tie_calibration : {'calibrated', 'held-out', 'none'} or float
        Within which threshold a metric's scores tie, for acc_eq and tau_eq.
    clusters : str, optional
        Grouping column of inputs that are resampled as a whole.
    margin : float, optional
        Differences smaller than this count as none: a pair is then better, worse, equivalent, or undecided.
    baseline : str, optional
        Compare every metric with this one only.
    as_published : bool
        Allow closed forms off the system level; flagged.
    drop_duplicates : bool
        Keep one of systems with identical scores.
    tests : bool
        False leaves out all tests.
    rng : int or numpy.random.Generator, optional
        Seed; a fresh one is drawn and recorded if none is given.
    workers, chunk : int, optional
        Threads or processes, and tiles of resamples at a time; do not change the numbers.
    engine : str, optional
        ``threads`` (default), ``local`` processes, ``dask`` or ``dask=ADDRESS``; does not change the numbers.
    memory : int or str, optional
        What resampling may hold beyond its results: bytes, or a size such as ``2GB``; default ``512MiB``.
    checkpoint : str or Path, optional
        A folder in which finished tiles are kept until the comparison is complete, so that the same call goes on after
        an interruption, with the same seed if none was given. Default: nothing is kept.
    watch : callable, optional
        Given what is being computed, returns a callback (done, total) or None (see `parallel.Watch`).

    Returns
    -------
    Comparison

    Raises
    ------
    ArgumentError
        If an argument is outside the values above.
    UnknownNameError
        If a scorer, baseline or grouping column does not exist.
    DataError
        If no human or no metric can be chosen, or a metric named exactly shares no cell with the human.
    UnsupportedMethodError
        If a coefficient exists at none of the levels, a method makes no sense at a level or for the system scores of a
        metric, or there are too few systems for what should vary.
    """
    if drop_duplicates:
        table = drop_duplicate_systems(table)
    one_system = not table.has_systems or len(table.systems) == 1
    options: dict[str, Any] = {
        "levels": level if level is not None else _levels_there_are(table, one_system=one_system),
        "coefficients": coefficient,
        "over": over if over is not None else _default_over(table, one_system=one_system),
        "interval": interval,
        "confidence": confidence,
        "test": test,
        "test_over": "inputs" if test_over is None and one_system and not _of_systems(test) else test_over,
        "beside": beside,
        "alternative": alternative,
        "standardize": standardize,
        "correction": correction,
        "family": family,
        "alpha": alpha,
        "resamples": resamples,
        "stop_after": stop_after,
        "missing": missing,
        "means": means,
        "aggregate": aggregate,
        "tie_calibration": tie_calibration,
        "margin": margin,
        "baseline": baseline,
        "as_published": as_published,
    }
    if isinstance(metrics, Iterator):
        metrics = tuple(metrics)
    asked = repr((human, metrics, clusters, tests, options))
    with (
        executing(
            Execution.of(engine=engine, workers=workers, chunk=chunk, memory=memory, checkpoint=checkpoint),
            watch,
        ),
        keeping("compare", table.fingerprint, asked, None if rng is None else repr(rng)) as kept,
    ):
        if rng is None and kept is not None:
            rng = kept.recall("seed", functools.partial(resolve_seed, None))
        return compare_with(
            table,
            Settings.of(rng=rng, **options),
            human=human,
            metrics=metrics,
            clusters=clusters,
            tests=tests,
        )


def _levels_there_are(table: ScoreTable, *, one_system: bool) -> tuple[str, ...] | None:
    """Return the levels to show where none is asked for; None for the default ones.

    With one system inputs are the units. With one input, as in tables of system scores, its input level is the system
    level.
    """
    if one_system:
        return ("global",)
    return ("system",) if has_one_input(table) else None


def _default_over(table: ScoreTable, *, one_system: bool) -> str | None:
    """Return what can vary at all; None for the default."""
    if one_system:
        return "inputs"
    return "systems" if has_one_input(table) else None


def _of_systems(test: str | None) -> bool:
    """Return whether a test swaps whole systems only, and so cannot swap inputs."""
    return test is not None and test in PAIR_TESTS and pair_test(test).only_systems


def compare_with(
    table: ScoreTable,
    settings: Settings,
    *,
    human: str | None,
    metrics: str | Iterable[str] | None,
    clusters: str | None,
    tests: bool = True,
) -> Comparison:
    """Compare metrics under ready settings (see `compare`), where and as the present execution says."""
    with keeping("compare", table.fingerprint, repr((human, metrics, clusters, tests)), settings):
        return _compare(table, settings, human, metrics, clusters, tests=tests)


def _compare(
    table: ScoreTable,
    settings: Settings,
    human: str | None,
    metrics: str | Iterable[str] | None,
    clusters: str | None,
    *,
    tests: bool,
) -> Comparison:
    human = choose_human(table, human)
    names = choose_metrics(table, metrics, human)
    if settings.baseline is not None and settings.baseline not in names:
        if settings.baseline == human:
            raise ArgumentError(f"`baseline` must be a metric; '{human}' is the human scorer.")
        names = (*names, table.scorer(settings.baseline).name)
    _refuse_levels_without_systems(table, settings)
    if metrics is None:
        table = noted_roles(table, human, names)
    table = judged_part(table.select(scorers=[human, *names]), human, settings.means)
    names = tuple(name for name in table.scorer_names if name != human)
    arrays = score_arrays(table, human, names, settings, clusters)
    settings.interval_method.check_units(arrays)
    if tests:
        settings = with_existing_test(settings, arrays.n_systems)
        check_main_test(arrays, settings)  # before anything takes time
    with step("intervals"):
        estimation = estimate_correlations(arrays, settings)
    all_tests = pairwise_tests(arrays, settings) if tests else ()
    main = tuple(row for row in all_tests if settings.is_main(row))
    beside = tuple(row for row in all_tests if not settings.is_main(row))
    ranks = rank_metrics(names, settings, estimation.estimates, main)
    return Comparison(
        signature=_signature(table, human, settings, arrays, clusters, tested=bool(main)),
        table=table,
        human=human,
        metrics=names,
        settings=settings,
        clusters=clusters,
        estimates=estimation.estimates,
        tests=main,
        beside=beside,
        ranks=ranks,
        sensitivity=leave_one_system_out(arrays, settings, table.sorted_by_name().systems),
        normality=_normality(arrays, human, settings),
        cautions=cautions(
            table, human, arrays, settings, estimation.estimates, all_tests, identical_systems(table)
        ),
        conclusions=conclusions(
            human, settings, estimation.estimates, main, ranks, has_systems=table.has_systems
        ),
        samples=estimation.samples,
        system_scores=scores_of_systems(table, arrays, human),
    )


def _refuse_levels_without_systems(table: ScoreTable, settings: Settings) -> None:
    nothing = [level for level in settings.computed_levels if level in ("system", "input")]
    if nothing and (not table.has_systems or len(table.systems) == 1):
        raise UnsupportedMethodError(
            f"the data hold {'one system' if table.has_systems else 'no systems'}, so there is nothing to correlate at "
            f"the {nothing[0]} level. Only the global level exists (--level global): inputs are the units."
        )


def _normality(arrays: ScoreArrays, human: str, settings: Settings) -> tuple[NormalityRow, ...]:
    if arrays.n_systems < 3:
        return ()
    rows: list[NormalityRow] = []
    for k, name in enumerate((human, *arrays.names)):
        values = arrays.metrics[k - 1] if k else arrays.human
        for level in ("system", "input"):
            sample = values
            if level == "system" and k and arrays.aggregation(k - 1) != "mean":
                sample = system_scores(arrays, [k - 1], arrays.present[k - 1], None, exact=False)[0].T
            found = normality(sample, level, settings.alpha)
            rows.append(
                NormalityRow(name, level, found.pvalue, found.share, found.n_tests, found.n_undefined)
            )
    return tuple(rows)


def _aggregate(arrays: ScoreArrays, settings: Settings) -> str | None:
    """Return the setting where it matters; scores that are means by default are so without saying it."""
    kinds = {arrays.aggregation(k) for k in range(arrays.n_metrics)}
    matters = "system" in settings.levels and (settings.aggregate != "corpus" or "corpus" in kinds)
    return settings.aggregate if matters else None


def _signature(
    table: ScoreTable,
    human: str,
    settings: Settings,
    arrays: ScoreArrays,
    clusters: str | None,
    *,
    tested: bool,
) -> Signature:
    drawn = settings.interval_method.resampled
    resampled = drawn or (tested and not settings.closed_form)
    test = settings.test if settings.closed_form else f"{settings.test}-{settings.test_over}"
    return Signature.of(
        data=table.fingerprint[:12],
        human=human,
        shape=f"{arrays.n_systems}x{arrays.n_inputs}",
        level=settings.levels,
        coef=settings.coefficients,
        interval=f"{settings.interval}-{settings.over}" if drawn else settings.interval,
        conf=settings.confidence,
        test=test if tested else None,
        alt=settings.alternative if tested else None,
        std=settings.standardize if tested and settings.standardizes else None,
        corr=f"{settings.correction}-{settings.family}" if tested else None,
        margin=settings.margin if tested else None,
        resamples=settings.resamples if resampled else None,
        stop=settings.stop_after if tested and settings.stops_early else None,
        seed=settings.seed if resampled else None,
        missing=settings.missing,
        means=settings.means,
        agg=_aggregate(arrays, settings),
        clusters=clusters,
        k=f"{arrays.denominators[1] or '-'}/" + ",".join(str(k or "-") for k in arrays.denominators[0]),
        ties=settings.tie_calibration
        if any(coefficient_facts(name).calibrated for name in settings.coefficients)
        else None,
        aspublished="yes" if settings.as_published else None,
        version=trueness.__version__,
    )
