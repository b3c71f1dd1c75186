"""Which metrics agree equally well with people, and whether a metric does so under other conditions as well."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

import trueness
from trueness.data.score_table import ScoreTable
from trueness.errors import ArgumentError, DataError, UnsupportedMethodError
from trueness.methods.differences import Pair
from trueness.methods.registry import PAIR_TESTS, pair_test
from trueness.parallel import Execution, Watch, executing
from trueness.result import Signature
from trueness.statistics.array_types import Key
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.equivalence.equivalence_bounds import Bounds
from trueness.studies.compare.pair_tests import compared_pairs
from trueness.studies.equivalence.annotator_margins import annotator_margins
from trueness.studies.equivalence.conditions import common_metrics, match_conditions
from trueness.studies.equivalence.equivalence_cautions import equivalence_cautions
from trueness.studies.equivalence.equivalence_conclusions import equivalence_conclusions
from trueness.studies.equivalence.equivalence_corrections import Compared, by_level, corrected_rows
from trueness.studies.equivalence.equivalence_rows import Equivalence, MarginRow
from trueness.studies.equivalence.equivalence_settings import EquivalenceSettings
from trueness.studies.equivalence.equivalence_tests import PairEquivalence, pair_equivalence
from trueness.studies.equivalence.unmatched_equivalence import unmatched_equivalence
from trueness.studies.rows import Caution
from trueness.studies.selection import choose_human, choose_metrics, judged_part, score_arrays

Against = ScoreTable | Mapping[str, ScoreTable]


def equivalence(
    table: ScoreTable,
    *,
    margin: float | str | None = None,
    low: float | None = None,
    high: float | None = None,
    human: str | Sequence[str] | None = None,
    metrics: str | Iterable[str] | None = None,
    against: Against | None = None,
    matched: bool = True,
    method: str | None = None,
    over: str | None = None,
    level: str | Sequence[str] | None = None,
    coefficient: str | Sequence[str] | None = None,
    test: str | None = None,
    test_over: str | None = None,
    correction: str | None = None,
    alpha: float | None = None,
    resamples: int | None = None,
    missing: str | None = None,
    means: str | None = None,
    aggregate: str | None = None,
    tie_calibration: str | float | None = None,
    clusters: str | None = None,
    baseline: str | None = None,
    as_published: bool | None = None,
    rng: Any = None,
    workers: int | None = None,
    chunk: int | None = None,
    watch: Watch | None = None,
) -> Equivalence:
    """Test which correlations are equivalent, and say of each pair: better, equivalent, undecided or worse.

    Without `against`, pairs of metrics of one table; with it, every metric against itself under another condition (a
    translation, another version or prompt). The margin has to be fixed before the data are seen. The result keeps the
    resampled differences, 8 bytes for each row and resample.

    Parameters
    ----------
    table : ScoreTable
        The reference condition.
    margin : float or {'sd', 'range'}, optional
        The largest difference that is called none; or from the single annotators: the standard deviation of their
        correlations with the metric under the reference condition, or the largest difference between them. Of a pair of
        metrics the smaller of the two margins is taken, with a baseline that of the baseline.
    low, high : float, optional
        Bounds of a region that is not symmetric, in place of `margin`.
    human : str or sequence of str, optional
        One ground truth or several, all one family; needed unless the data declare exactly one.
    metrics : str or iterable of str, optional
        Shell patterns; default all that are not human.
    against : ScoreTable or mapping of str to ScoreTable, optional
        The other conditions, by name.
    matched : bool
        Whether the outputs under both conditions are the same ones, matched by system and input, and judged once (by
        the reference's human scores). False for unmatched data, each condition with its own human scores.
    method : {'bootstrap', 'williams', 'anderson_hauck'}
        Closed forms are for the system level (`as_published`: also global). Of unmatched conditions they are on Kraatz'
        scale.
    over : {'both', 'systems', 'inputs', 'outputs'}
        What the bootstrap resamples; ``outputs`` one by one, as published, at the global level only.
    level, coefficient, missing, means, aggregate, tie_calibration, clusters, as_published
        As in `compare`.
    test : str
        Test of a difference beside it: ``bootstrap`` (default, by the same resamples), ``none``, or a test of
        `compare`.
    test_over : str
        What a permutation test swaps, as in `compare`.
    correction : {'by', 'holm', 'bonferroni', 'bh', 'none'}
        Over all rows of one level and coefficient.
    alpha : float
        Level, below 0.5.
    resamples : int
    baseline : str, optional
        Compare every metric with this one only.
    rng : int or numpy.random.Generator, optional
        Seed; a fresh one is drawn and recorded if none is given.
    workers, chunk : int, optional
        Do not change the numbers.
    watch : callable, optional
        Progress (see `parallel.Watch`).

    Returns
    -------
    Equivalence

    Raises
    ------
    ArgumentError
        If an argument is outside the values above, or there is no margin.
    UnknownNameError
        If a scorer, baseline or grouping column does not exist.
    DataError
        If no human or no pair can be chosen, a margin needs annotators that are not there, or conditions have no metric
        in common or declare other orientations.
    KeyMismatchError
        If matched conditions have no system or no input in common.
    UnsupportedMethodError
        If a method makes no sense at a level, or there are too few systems for what should vary.
    """
    one_system = not table.has_systems or len(table.systems) == 1
    settings = EquivalenceSettings.of(
        rng=rng,
        margin=margin,
        low=low,
        high=high,
        levels=("global",) if level is None and one_system else level,
        coefficients=coefficient,
        over="inputs" if over is None and one_system else over,
        method=method,
        test=test,
        test_over=test_over,
        correction=correction,
        alpha=alpha,
        resamples=resamples,
        missing=missing,
        means=means,
        aggregate=aggregate,
        tie_calibration=tie_calibration,
        baseline=baseline,
        as_published=as_published,
    )
    conditions = _named(against)
    if conditions and baseline is not None:
        raise ArgumentError(
            "`baseline` is for metrics of one table; conditions are compared metric by metric."
        )
    humans = (choose_human(table, None),) if human is None else _several(human)
    found: list[Compared] = []
    margins: list[MarginRow] = []
    noted: list[Caution] = []
    with executing(Execution.of(workers=workers, chunk=chunk), watch):
        for truth in humans:
            names = choose_metrics(table, metrics, choose_human(table, truth))
            if settings.baseline is not None and settings.baseline not in names:
                names = (*names, table.scorer(settings.baseline).name)
            if not conditions:
                part = judged_part(table.select(scorers=[truth, *names]), truth, settings.means)
                names = tuple(name for name in part.scorer_names if name != truth)
                rows = _margins(part, truth, names, settings)
                arrays = score_arrays(part, truth, names, settings.of_differences(), clusters)
                pairs = compared_pairs(names, settings.of_differences())
                if not pairs:
                    raise DataError(
                        f"'{names[0]}' alone cannot be compared: give another metric, or `against`."
                    )
                tested = pair_equivalence(arrays, pairs, _bounds_of(settings, rows, names), settings)
                found += [
                    Compared(names[item.pair[0]], names[item.pair[1]], "", truth, item) for item in tested
                ]
                margins += rows
                continue
            for condition, other in conditions.items():
                shared = common_metrics(table, other, names, condition)
                bounds = _of_reference(table, truth, shared, settings, margins)
                if matched:
                    tested, cautions = _matched(
                        table, other, truth, shared, condition, bounds, settings, clusters
                    )
                    noted += [caution for caution in cautions if caution not in noted]
                else:
                    tested = _unmatched(table, other, truth, shared, condition, bounds, settings, clusters)
                found += [
                    Compared(shared[item.pair[0]], shared[item.pair[0]], condition, truth, item)
                    for item in tested
                ]
    found = by_level(found)
    tests = corrected_rows(found, settings)
    return Equivalence(
        signature=_signature(table, conditions, humans, settings, clusters, matched=matched),
        settings=settings,
        humans=humans,
        conditions=tuple(conditions),
        tests=tests,
        margins=tuple(margins),
        cautions=(*noted, *equivalence_cautions(tests, settings, matched=matched)),
        conclusions=equivalence_conclusions(tests, settings),
        samples=tuple(entry.item.samples for entry in found),
    )


def _named(against: Against | None) -> dict[str, ScoreTable]:
    if against is None:
        return {}
    if isinstance(against, ScoreTable):
        return {against.name: against}
    if not against:
        raise ArgumentError("`against` names no condition.")
    return dict(against)


def _several(names: str | Sequence[str]) -> tuple[str, ...]:
    found = (names,) if isinstance(names, str) else tuple(dict.fromkeys(names))
    if not found:
        raise ArgumentError("`human` must name at least one scorer.")
    return found


def _margins(
    table: ScoreTable, human: str, names: tuple[str, ...], settings: EquivalenceSettings
) -> tuple[MarginRow, ...]:
    if not isinstance(settings.margin, str):
        return ()
    return annotator_margins(table, human, names, settings.margin, settings)


def _bounds_of(
    settings: EquivalenceSettings, rows: Iterable[MarginRow], names: tuple[str, ...]
) -> Callable[[Pair, Key], Bounds]:
    """Return the bounds of a pair: as given, or the smaller margin of its metrics (of the baseline alone)."""
    given = settings.bounds
    if given is not None:
        return lambda _, __: given
    known = {(row.metric, row.level, row.coefficient): row.margin for row in rows}

    def of(pair: Pair, key: Key) -> Bounds:
        one = settings.baseline is not None or pair[1] >= len(
            names
        )  # of conditions, the second is no name here
        members = [pair[1] if settings.baseline is not None else pair[0]] if one else list(pair)
        margin = float(np.min([known[names[k], key[0], key[1]] for k in members]))  # NaN if one is
        return Bounds(-margin, margin)

    return of


def _of_reference(
    table: ScoreTable,
    human: str,
    names: tuple[str, ...],
    settings: EquivalenceSettings,
    margins: list[MarginRow],
) -> Callable[[Pair, Key], Bounds]:
    """Return bounds from the reference condition alone, all of it, and keep the margins for the result."""
    known = {(row.metric, row.human) for row in margins}
    lacking = tuple(name for name in names if (name, human) not in known)
    if lacking:
        margins += _margins(table, human, lacking, settings)
    return _bounds_of(settings, [row for row in margins if row.human == human], names)


def _matched(
    table: ScoreTable,
    other: ScoreTable,
    human: str,
    names: tuple[str, ...],
    condition: str,
    bounds: Callable[[Pair, Key], Bounds],
    settings: EquivalenceSettings,
    clusters: str | None,
) -> tuple[list[PairEquivalence], tuple[Caution, ...]]:
    both = match_conditions(table, other, (human,), names, condition)
    part = judged_part(both.table, human, settings.means)
    order = (*names, *(both.names[name] for name in names))
    arrays = score_arrays(part, human, order, settings.of_differences(), clusters)
    pairs = [(k, len(names) + k) for k in range(len(names))]
    return pair_equivalence(arrays, pairs, bounds, settings), both.cautions


def _unmatched(
    table: ScoreTable,
    other: ScoreTable,
    human: str,
    names: tuple[str, ...],
    condition: str,
    bounds: Callable[[Pair, Key], Bounds],
    settings: EquivalenceSettings,
    clusters: str | None,
) -> list[PairEquivalence]:
    if settings.tested and not settings.tested_by_resamples:
        raise UnsupportedMethodError(
            f"scores of unmatched conditions cannot change places, nor do they correlate: '{settings.test}' does not "
            "exist for them. Use the bootstrap (--test bootstrap) or none."
        )
    if human not in other.scorer_names:
        raise DataError(f"unmatched condition '{condition}' has no scores of '{human}' of its own.")
    reference, there = (
        score_arrays(
            judged_part(part, human, settings.means), human, names, settings.of_differences(), clusters
        )
        for part in (table, other)
    )
    return unmatched_equivalence(reference, there, bounds, settings)


def _signature(
    table: ScoreTable,
    conditions: Mapping[str, ScoreTable],
    humans: tuple[str, ...],
    settings: EquivalenceSettings,
    clusters: str | None,
    *,
    matched: bool,
) -> Signature:
    known = pair_test(settings.test) if settings.test in PAIR_TESTS else None
    swapped = known is not None and known.standardizes
    drawn = settings.drawn or swapped
    rules = settings.of_differences()
    margin = settings.margin if isinstance(settings.margin, str) else settings.bounds
    return Signature.of(
        data=table.fingerprint[:12],
        against=[f"{name}={other.fingerprint[:12]}" for name, other in conditions.items()] or None,
        matched=("yes" if matched else "no") if conditions else None,
        human=humans,
        level=settings.levels,
        coef=settings.coefficients,
        margin=f"{margin.low}..{margin.high}" if isinstance(margin, Bounds) else margin,
        equivalence=settings.method
        if settings.equivalence.closed_form
        else f"{settings.method}-{settings.over}",
        test=f"{settings.test}-{rules.test_over}" if swapped else settings.test,
        alpha=settings.alpha,
        corr=f"{settings.correction}-all",
        resamples=settings.resamples if drawn else None,
        seed=settings.seed if drawn else None,
        missing=settings.missing,
        means=settings.means,
        agg=settings.aggregate if "system" in settings.levels else None,
        ties=settings.tie_calibration
        if any(coefficient_facts(name).calibrated for name in settings.coefficients)
        else None,
        baseline=settings.baseline,
        clusters=clusters,
        aspublished="yes" if settings.as_published else None,
        version=trueness.__version__,
    )
