"""Whether a judge can stand in for people: agreement, bias, calibration, and what its scores are worth."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

import trueness
from trueness.data.score_table import ScoreTable
from trueness.data.texts import Texts
from trueness.errors import DataError, UnsupportedMethodError, unknown_name
from trueness.parallel import Execution, Watch, executing
from trueness.result import Signature
from trueness.statistics.judging.position_bias import position_bias
from trueness.statistics.ties import FloatArray, IntArray
from trueness.studies.compare import compare
from trueness.studies.judge.hidden_labels import hidden_labels
from trueness.studies.judge.judge_annotators import judge_annotators
from trueness.studies.judge.judge_cautions import judge_cautions
from trueness.studies.judge.judge_conclusions import judge_conclusions
from trueness.studies.judge.judge_measures import Judged, bias_rows, measure_rows, reliability_rows
from trueness.studies.judge.judge_rows import OrderBias
from trueness.studies.judge.judge_settings import JudgeSettings
from trueness.studies.judge.judge_validation import JudgeValidation
from trueness.studies.judge.judged_means import JudgedMeans, judged_means, prevalences, same_scale
from trueness.studies.judge.output_covariates import LENGTH, Covariate, output_covariates
from trueness.studies.selection import choose_human, choose_metrics


def judge(
    table: ScoreTable,
    *,
    human: str | None = None,
    judges: str | Iterable[str] | None = None,
    texts: Texts | None = None,
    position: str | None = None,
    swapped: str | None = None,
    threshold: float | None = None,
    scale: str | None = None,
    bins: int | None = None,
    lam: float | str | None = None,
    interval: str | None = None,
    demonstration: float | None = None,
    level: str | Sequence[str] | None = None,
    coefficient: str | Sequence[str] | None = None,
    clusters: str | None = None,
    confidence: float | None = None,
    resamples: int | None = None,
    rng: Any = None,
    workers: int | None = None,
    watch: Watch | None = None,
) -> JudgeValidation:
    """Validate judges (LLM judges, or metrics used in place of people) against human scores of some or all outputs.

    Agreement is measured as `compare` does, without tests. Bias is the slope of a judge's score on length (and place)
    at equal human score. Calibration is the reliability table with its error; errors and kappa are given for judges
    on the human's scale. Means of systems are prediction-powered: outputs with a judge's score and no human score are
    the unlabelled ones. If every output is labelled, they show instead what a random share of the labels would have
    given. Binary labels get their share of positives corrected (Rogan and Gladen). Where the data hold two annotators
    or more, judges are compared with them (see `annotators`).

    Parameters
    ----------
    table : ScoreTable
    human : str, optional
        The ground truth; needed unless the data declare exactly one human scorer.
    judges : str or iterable of str, optional
        Shell patterns of the judges (default: all scorers not declared human).
    texts : Texts, optional
        The outputs, for their lengths in words; without them a scorer called ``length`` is taken, if there is one.
    position : str, optional
        A scorer, or a grouping column of numbers, that says where an output stood when it was judged.
    swapped : str, optional
        For a judge of pairs (its score is its preference, 0 to 1, for one of two outputs): the scorer that holds its
        preference for the same output when the two are shown in the other order.
    threshold : float, optional
        A judge's score from which on it says yes, where human labels are 0 and 1.
    scale : {'auto', 'same', 'linear'}
        Whether judges rate on the human's scale (see `JudgeSettings`).
    bins : int
        At most so many in the reliability table, default 10.
    lam : float or 'optimal'
        Weight of the judge in prediction-powered means.
    interval : {'analytic', 'bootstrap'}
        Of prediction-powered means.
    demonstration : float
        Share of labels kept where every output is labelled, default 0.1.
    level, coefficient : str or sequence of str
        Of agreement (see `compare`).
    clusters : str, optional
        Grouping column of inputs that are resampled as a whole; by default every input is.
    confidence : float
    resamples : int
    rng : int or numpy.random.Generator, optional
        Seed; a fresh one is drawn and recorded if none is given.
    workers : int, optional
        Does not change the numbers.
    watch : callable, optional
        Progress (see `parallel.Watch`).

    Returns
    -------
    JudgeValidation

    Raises
    ------
    ArgumentError
        If an argument is outside its values.
    UnknownNameError
        If a scorer or column does not exist.
    DataError
        If no human or no judge can be chosen, a position is no number, or texts and scores share no output.
    UnsupportedMethodError
        If `swapped` is given with several judges, or a method of agreement makes no sense.
    """
    settings = JudgeSettings.of(
        rng=rng,
        scale=scale,
        bins=bins,
        lam=lam,
        interval=interval,
        threshold=threshold,
        demonstration=demonstration,
        confidence=confidence,
        resamples=resamples,
    )
    human = choose_human(table, human)
    drawn = table.sorted_by_name()
    covariates = output_covariates(drawn, texts, position)
    names = _judges(table, judges, human, [c.name for c in covariates] + [swapped or human])
    if swapped is not None:
        table.index(swapped)
        if len(names) > 1:
            raise UnsupportedMethodError("`swapped` belongs to one judge; name it (`judges`).")
    numbers = _cluster_numbers(drawn, clusters)
    with executing(Execution.of(workers=workers), watch):
        agreement = compare(
            table,
            human=human,
            metrics=names,
            tests=False,
            level=level,
            coefficient=coefficient,
            confidence=settings.confidence,
            resamples=settings.resamples,
            clusters=clusters,
            rng=settings.seed,
        )
    truth = drawn.matrix(human)
    parts = [_judged(drawn, name, truth, numbers, settings, covariates) for name in names]
    n_labelled = int(np.sum(~np.isnan(truth)))
    n_unlabelled = int(np.sum(np.isnan(truth) & np.any([~np.isnan(part.judge) for part in parts], axis=0)))
    demonstrated = n_unlabelled == 0
    labels = hidden_labels(truth, settings.demonstration, settings.seed) if demonstrated else truth
    grouped = len(np.unique(numbers)) < len(numbers)
    found = {
        part.name: judged_means(
            part.name,
            drawn.systems,
            labels,
            part.judge,
            numbers,
            settings,
            same=part.same,
            whole=truth if demonstrated else None,
            grouped=grouped,
            listed=table.systems,
        )
        for part in parts
    }
    with executing(Execution.of(workers=workers), watch):
        beside = judge_annotators(
            table,
            human,
            names,
            settings,
            same=all(part.same for part in parts),
            level=level,
            coefficient=coefficient,
            clusters=clusters,
        )
    validation = JudgeValidation(
        signature=_signature(
            table, human, names, settings, clusters, covariates, swapped, demonstrated=demonstrated
        ),
        comparison=agreement,
        human=human,
        judges=names,
        settings=settings,
        clusters=clusters,
        position=position,
        n_labelled=n_labelled,
        n_unlabelled=n_unlabelled,
        demonstrated=demonstrated,
        same_scale={part.name: part.same for part in parts},
        measures=tuple(row for part in parts for row in measure_rows(part, settings)),
        bias=tuple(row for part in parts for row in bias_rows(part, settings)),
        order=_order(drawn, names, swapped, numbers, settings),
        reliability=tuple(row for part in parts for row in reliability_rows(part, settings)),
        means=tuple(row for one in found.values() for row in one.means),
        differences=tuple(row for one in found.values() for row in one.differences),
        prevalence=_prevalence(drawn, parts, truth, numbers, settings, table.systems),
        cautions=(),
        conclusions=(),
        scores={part.name: _scores(part) for part in parts},
        annotators=beside.study,
    )
    return dataclasses.replace(
        validation,
        cautions=judge_cautions(validation, table, _shifts(found), beside.reason),
        conclusions=judge_conclusions(validation),
    )


def _judges(
    table: ScoreTable, judges: str | Iterable[str] | None, human: str, taken: list[str]
) -> tuple[str, ...]:
    names = choose_metrics(table, judges, human)
    if judges is None:
        names = tuple(name for name in names if name not in taken)
    if not names:
        raise DataError(f"no judge is left beside '{human}' and what describes outputs. Name it (`judges`).")
    return names


def _cluster_numbers(table: ScoreTable, clusters: str | None) -> IntArray:
    if clusters is None:
        return np.arange(len(table.inputs))
    if clusters not in table.input_groups:
        raise unknown_name("grouping column", clusters, tuple(table.input_groups))
    return np.asarray(np.unique(table.input_groups[clusters], return_inverse=True)[1], dtype=np.intp)


def _judged(
    table: ScoreTable,
    name: str,
    truth: FloatArray,
    numbers: IntArray,
    settings: JudgeSettings,
    covariates: list[Covariate],
) -> Judged:
    given = table.matrix(name)
    return Judged(
        name=name,
        human=truth,
        judge=given,
        oriented=table.oriented(name),
        clusters=np.broadcast_to(numbers, given.shape),
        same=same_scale(truth, given, settings),
        covariates=tuple(covariates),
    )


def _order(
    table: ScoreTable, names: tuple[str, ...], swapped: str | None, numbers: IntArray, settings: JudgeSettings
) -> tuple[OrderBias, ...]:
    if swapped is None:
        return ()
    found = position_bias(
        table.matrix(names[0]).ravel(),
        table.matrix(swapped).ravel(),
        clusters=np.tile(numbers, len(table.systems)),
        confidence=settings.confidence,
        resamples=settings.resamples,
        rng=settings.seed,
    )
    return (
        OrderBias(
            names[0],
            found.bias,
            float(found.bias_interval.low),
            float(found.bias_interval.high),
            found.consistent,
            float(found.consistent_interval.low),
            float(found.consistent_interval.high),
            found.n_first,
            found.n_second,
            found.n_pairs,
            found.pvalue,
        ),
    )


def _prevalence(
    table: ScoreTable,
    parts: list[Judged],
    truth: FloatArray,
    numbers: IntArray,
    settings: JudgeSettings,
    listed: Sequence[str],
) -> tuple[Any, ...]:
    """Return corrected shares of positives where labels and verdicts are binary and some outputs have no label."""
    known = truth[~np.isnan(truth)]
    if not np.isin(known, (0.0, 1.0)).all():
        return ()
    rows = []
    for part in parts:
        said = part.judge
        if settings.threshold is not None:
            said = np.where(np.isnan(said), np.nan, (part.judge >= settings.threshold).astype(np.float64))
        if np.isin(said[~np.isnan(said)], (0.0, 1.0)).all() and np.any(np.isnan(truth) & ~np.isnan(said)):
            rows += prevalences(part.name, table.systems, truth, said, numbers, settings, listed=listed)
    return tuple(rows)


def _scores(part: Judged) -> FloatArray:
    """Return human score, the judge's on the human's scale and with larger better, and length, shape (n, 4)."""
    known = ~(np.isnan(part.human) | np.isnan(part.judge))
    length = next((c.values for c in part.covariates if c.name == LENGTH), np.full(known.shape, np.nan))
    return np.stack([part.human[known], part.calibrated[known], part.oriented[known], length[known]], axis=1)


def _shifts(found: dict[str, JudgedMeans]) -> dict[str, float]:
    return {name: one.shift for name, one in found.items()}


def _signature(
    table: ScoreTable,
    human: str,
    names: tuple[str, ...],
    settings: JudgeSettings,
    clusters: str | None,
    covariates: list[Covariate],
    swapped: str | None,
    *,
    demonstrated: bool,
) -> Signature:
    return Signature.of(
        data=table.fingerprint[:12],
        human=human,
        judges=len(names),
        shape=f"{len(table.systems)}x{len(table.inputs)}",
        scale=settings.scale,
        lam=settings.lam,
        interval=settings.interval,
        conf=settings.confidence,
        bins=settings.bins,
        threshold=settings.threshold,
        covariates=[c.name for c in covariates] or None,
        swapped=swapped,
        demonstration=settings.demonstration if demonstrated else None,
        clusters=clusters or "input",
        resamples=settings.resamples,
        seed=settings.seed,
        version=trueness.__version__,
    )
