"""How far annotators agree, whether metrics agree with them as a colleague does, and whether one may stand in."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

import trueness
from trueness.data.score_table import Annotations, ScoreTable
from trueness.errors import DataError, UnsupportedMethodError, listing
from trueness.parallel import Execution, Watch, executing
from trueness.result import Signature
from trueness.statistics.annotators.annotator_combination import annotator_combination
from trueness.statistics.annotators.generalizability import UNIVERSES, Generalizability, decision_study
from trueness.statistics.annotators.variance_components import VarianceComponents, variance_components
from trueness.statistics.score_arrays import ScoreArrays
from trueness.statistics.ties import FloatArray
from trueness.studies.annotators.annotator_agreement import agreement_rows
from trueness.studies.annotators.annotator_attenuation import attenuation_rows
from trueness.studies.annotators.annotator_cautions import annotator_cautions
from trueness.studies.annotators.annotator_ceiling import ceiling_rows
from trueness.studies.annotators.annotator_conclusions import annotator_conclusions
from trueness.studies.annotators.annotator_replacement import replacement_rows
from trueness.studies.annotators.annotator_rows import Component, Design, PairAgreement
from trueness.studies.annotators.annotator_settings import AnnotatorSettings
from trueness.studies.annotators.annotator_study import AnnotatorStudy
from trueness.studies.selection import choose_human, choose_metrics, judged_part, score_arrays
from trueness.studies.settings import Settings


def annotators(
    table: ScoreTable,
    *,
    human: str | None = None,
    metrics: str | Iterable[str] | None = None,
    level: str | Sequence[str] | None = None,
    coefficient: str | Sequence[str] | None = None,
    over: str | None = None,
    interval: str | None = None,
    confidence: float | None = None,
    resamples: int | None = None,
    missing: str | None = None,
    aggregate: str | None = None,
    clusters: str | None = None,
    combination: str | None = None,
    calibration: str | None = None,
    alignment: str | None = None,
    epsilon: float | str | None = None,
    q: float | None = None,
    folds: int | None = None,
    minimum_units: int | None = None,
    small: str | None = None,
    metric_reliability: float | None = None,
    rng: Any = None,
    workers: int | None = None,
    watch: Watch | None = None,
) -> AnnotatorStudy:
    """Study the annotators behind a human scorer, and metrics beside them.

    Parameters
    ----------
    table : ScoreTable
        With annotations of the human scorer by two annotators or more; ratings may be missing. Metrics are welcome
        but not needed.
    human : str, optional
        The dimension; needed unless the data declare exactly one human scorer.
    metrics : str or iterable of str, optional
        Shell patterns (default: all scorers not declared human).
    level, coefficient, over, interval, confidence, resamples, missing, aggregate, clusters
        As in `compare`; intervals are ``percentile``, ``basic`` or ``none``, aggregates ``corpus`` or ``mean``.
    combination : {'mean', 'median', 'standardized'}
        How several annotators' ratings become one score: their mean (default), their median, or the mean of z-scores
        per annotator.
    calibration : {'quantile', 'isotonic', 'linear', 'none'}
        How scores become ratings for the alternative annotator test (see `rating_scale`); default by rank.
    alignment : {'rmse', 'accuracy'}
        What fitting the others means in that test.
    epsilon : float or {'experts', 'skilled', 'crowd'}
        Its margin, or who the annotators are: 0.2, 0.15, 0.1. Default the strictest, ``crowd``.
    q : float
        Its false discovery rate, default .05.
    folds : int
        Folds of inputs for the calibration, default 10 (or as many inputs as there are).
    minimum_units : int
        Inputs an annotator needs for its t test, default 30.
    small : {'skip', 'wilcoxon'}
        What happens to an annotator with fewer.
    metric_reliability : float
        For attenuation; default 1: a metric that gives the same scores again.
    rng : int or numpy.random.Generator, optional
        Seed; a fresh one is drawn and recorded if none is given.
    workers : int, optional
        Do not change the numbers.
    watch : callable, optional
        Progress (see `parallel.Watch`).

    Returns
    -------
    AnnotatorStudy

    Raises
    ------
    ArgumentError
        If an argument is outside the values above.
    UnknownNameError
        If a scorer or grouping column does not exist.
    DataError
        If no human can be chosen, or fewer than two annotators rated outputs in common.
    UnsupportedMethodError
        If an interval makes no sense here, or a level needs systems where there are none.
    """
    one_system = not table.has_systems or len(table.systems) == 1
    settings = AnnotatorSettings.of(
        Settings.of(
            rng=rng,
            levels=("global",) if level is None and one_system else level,
            coefficients=coefficient,
            over="inputs" if over is None and one_system else over,
            interval=interval,
            confidence=confidence,
            resamples=resamples,
            missing=missing,
            aggregate=aggregate,
        ),
        combination=combination,
        calibration=calibration,
        alignment=alignment,
        epsilon=epsilon,
        q=q,
        folds=folds,
        minimum_units=minimum_units,
        small=small,
        metric_reliability=metric_reliability,
    )
    plain = settings.correlations
    if plain.aggregate == "median":
        raise UnsupportedMethodError(
            "`aggregate`='median' would make medians of metrics and means of annotators, which cannot be compared. Use "
            "corpus or mean."
        )
    for name in ("system", "input"):
        if one_system and name in plain.levels:
            raise UnsupportedMethodError(
                f"the data hold {'one system' if table.has_systems else 'no systems'}, so there is nothing to "
                f"correlate at the {name} level. Only the global level exists (--level global): inputs are the units."
            )
    human = choose_human(table, human)
    names = _metrics(table, metrics, human)
    table, present = _annotated_part(table, human, names)
    names = tuple(name for name in table.scorer_names if name != human)
    drawn = table.sorted_by_name()
    people = drawn.annotations[human].annotators
    ratings = _oriented_ratings(drawn, human)
    arrays = _arrays(drawn, human, names, ratings, settings, clusters)
    with executing(Execution.of(workers=workers), watch):
        agreement, pairs = agreement_rows(ratings, people, plain, clusters=arrays.clusters)
        ceiling, held_out = ceiling_rows(arrays, ratings, people, settings)
        attenuation = attenuation_rows(arrays, ratings, settings)
    variance, why_not = _variance(ratings)
    alt_tests, alt_annotators = (
        replacement_rows(arrays.metrics, names, ratings, people, settings, clusters=arrays.clusters)
        if names and arrays.n_inputs > 1
        else ((), ())
    )
    study = AnnotatorStudy(
        signature=_signature(table, human, present, settings, arrays, clusters),
        table=table,
        human=human,
        annotators=present,
        metrics=names,
        settings=settings,
        clusters=clusters,
        agreement=agreement,
        pairs=_listed_pairs(pairs, present),
        components=_components(variance),
        variance=variance,
        designs=_designs(variance, plain, one_system=arrays.n_systems == 1),
        ceiling=ceiling,
        held_out=tuple(sorted(held_out, key=lambda row: present.index(row.annotator))),
        attenuation=attenuation,
        alt_tests=alt_tests,
        alt_annotators=tuple(
            sorted(alt_annotators, key=lambda row: (names.index(row.metric), present.index(row.annotator)))
        ),
        cautions=annotator_cautions(
            human,
            ratings,
            people,
            settings,
            agreement=agreement,
            variance=variance,
            why_no_variance=why_not,
            ceiling=ceiling,
            held_out=held_out,
            attenuation=attenuation,
            alt_tests=alt_tests,
            notes=table.notes,
        ),
        conclusions=(),
    )
    sentences = annotator_conclusions(
        human,
        settings,
        agreement=agreement,
        annotators=study.annotator_rows,
        ceiling=ceiling,
        alt_tests=alt_tests,
    )
    return dataclasses.replace(study, conclusions=sentences)


def _metrics(table: ScoreTable, metrics: str | Iterable[str] | None, human: str) -> tuple[str, ...]:
    """Return the metrics, none if the table holds none and none was asked for."""
    others = [s for s in table.scorers if s.name != human and s.role != "human"]
    return choose_metrics(table, metrics, human) if metrics is not None or others else ()


def _annotated_part(
    table: ScoreTable, human: str, names: tuple[str, ...]
) -> tuple[ScoreTable, tuple[str, ...]]:
    """Return the part of the table that anybody rated, without annotators who rated nothing, and their names.

    Raises
    ------
    DataError
        If fewer than two annotators rated anything.
    """
    if human not in table.annotations:
        with_annotators = listing(table.annotations) or "none"
        raise DataError(
            f"'{human}' has no annotators behind it: there is nothing to study. Give one column per annotator "
            f"('{human}@name'). Scorers with annotators: {with_annotators}."
        )
    part = table.annotations[human]
    active = np.asarray(~np.isnan(part.values).all(axis=(1, 2)))
    present = tuple(name for name, some in zip(part.annotators, active, strict=True) if some)
    if len(present) < 2:
        raise DataError(f"'{human}' has ratings by {len(present)} annotator(s); agreement needs two or more.")
    notes = table.notes
    if len(present) < len(part.annotators):
        idle = [name for name in part.annotators if name not in present]
        notes = (*notes, f"annotators without a rating of '{human}', left out: {listing(idle)}")
    chosen = Annotations(present, part.values[active])
    values = table.values.copy()
    values[table.index(human)] = chosen.mean()
    stated = table.matrix(human)
    if not np.allclose(values[table.index(human)], stated, rtol=1e-6, atol=1e-9, equal_nan=True):
        notes = (*notes, f"scores of '{human}' are not the means of its annotators; the annotators are used")
    table = dataclasses.replace(
        table, values=values, annotations={**table.annotations, human: chosen}, notes=notes
    )
    return judged_part(table.select(scorers=[human, *names]), human, "judged"), present


def _listed_pairs(rows: Iterable[PairAgreement], present: tuple[str, ...]) -> tuple[PairAgreement, ...]:
    """Return the agreement of pairs in the order in which the data list annotators; it has no direction."""
    place = {name: k for k, name in enumerate(present)}
    turned = [
        row
        if place[row.annotator] < place[row.other]
        else dataclasses.replace(row, annotator=row.other, other=row.annotator)
        for row in rows
    ]
    return tuple(sorted(turned, key=lambda row: (place[row.annotator], place[row.other])))


def _oriented_ratings(table: ScoreTable, human: str) -> FloatArray:
    values = table.annotations[human].values
    return values if table.scorer(human).higher_is_better else np.asarray(-values)


def _arrays(
    table: ScoreTable,
    human: str,
    names: tuple[str, ...],
    ratings: FloatArray,
    settings: AnnotatorSettings,
    clusters: str | None,
) -> ScoreArrays:
    """Return the metrics as arrays, the human being the annotators together."""
    combined = annotator_combination(ratings, settings.combination)
    if names:
        arrays = score_arrays(table, human, names, settings.correlations, clusters)
        return dataclasses.replace(arrays, human=combined)
    lone = score_arrays(table, human, (human,), settings.correlations, clusters)
    return dataclasses.replace(lone, metrics=lone.metrics[:0], names=(), human=combined)


def _variance(ratings: FloatArray) -> tuple[VarianceComponents | None, str]:
    try:
        return variance_components(ratings), ""
    except (DataError, UnsupportedMethodError) as error:
        return None, str(error)


def _components(variance: VarianceComponents | None) -> tuple[Component, ...]:
    if variance is None:
        return ()
    total = variance.total
    return tuple(
        Component(name, value, value / total if total > 0 else float("nan"), variance.unbounded[name])
        for name, value in variance.components.items()
    )


def _designs(variance: VarianceComponents | None, plain: Settings, *, one_system: bool) -> tuple[Design, ...]:
    """Return the reliability of the design at hand, and of designs with more and fewer annotators and inputs."""
    if variance is None:
        return ()
    a, m = variance.levels["annotator"], variance.levels["input"]
    more_annotators = sorted({1, 2, 3, a, 2 * a})
    rows: list[Generalizability] = []
    for level in plain.levels:
        if level != "global" and (one_system or "system" not in variance.components):
            continue
        for over in UNIVERSES if level == "system" else UNIVERSES[:1]:
            inputs = sorted({max(1, m // 2), m, 2 * m}) if level == "system" else [m]
            rows += decision_study(variance, level, n_annotators=more_annotators, n_inputs=inputs, over=over)
    return tuple(Design(row.level, row.over, row.n_annotators, row.n_inputs, row.g, row.phi) for row in rows)


def _signature(
    table: ScoreTable,
    human: str,
    present: tuple[str, ...],
    settings: AnnotatorSettings,
    arrays: ScoreArrays,
    clusters: str | None,
) -> Signature:
    plain = settings.correlations
    drawn = plain.interval != "none"
    tested = bool(arrays.n_metrics)
    return Signature.of(
        data=table.fingerprint[:12],
        human=human,
        annotators=len(present),
        shape=f"{arrays.n_systems}x{arrays.n_inputs}",
        level=plain.levels,
        coef=plain.coefficients,
        comb=settings.combination,
        interval=f"{plain.interval}-{plain.over}" if drawn else plain.interval,
        conf=plain.confidence,
        resamples=plain.resamples if drawn else None,
        alt=f"{settings.calibration}-{settings.alignment}-eps{settings.margin:g}" if tested else None,
        q=settings.q if tested else None,
        folds=settings.folds if tested else None,
        min=f"{settings.minimum_units}-{settings.small}" if tested else None,
        relm=settings.metric_reliability if tested else None,
        seed=plain.seed if drawn or tested else None,
        missing=plain.missing,
        agg=plain.aggregate,
        clusters=clusters,
        version=trueness.__version__,
    )
