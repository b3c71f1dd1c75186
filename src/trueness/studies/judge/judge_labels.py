"""Labels of judges beside people's: agreement with its floor and ceiling, confusion, and judge beside judge."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from trueness.data.scores.score_table import Annotations, ScoreTable
from trueness.errors import UnsupportedMethodError, unknown_name
from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.certain import Certain
from trueness.statistics.corrections import adjust
from trueness.statistics.judging.annotator_labels import PeopleAndJudge, majority_label, people_and_judge
from trueness.statistics.judging.label_agreement import LABEL_MEASURES, LabelAgreement, label_agreement
from trueness.statistics.judging.label_difference import label_difference
from trueness.statistics.labels.label_threshold import CrossFittedLabels, cross_fitted_labels
from trueness.studies.judge.applies_to import applies_to
from trueness.studies.judge.filled_labels import FilledLabels
from trueness.studies.judge.label_rows import ConfusionRow, JudgeDifference, LabelMeasure
from trueness.studies.judge.settings import JudgeSettings

COMPARED_MEASURES = ("kappa", "balanced_accuracy", "accuracy", "tpr", "tnr")
"""Measures by which judges are compared with each other."""

OF_ONE_LABEL = {"tpr", "tnr", "ppv", "npv", "rate_bias"}
"""Measures of the positive label."""

NUMBERS = ("0", "1")
"""What labels are called that are the numbers 0 and 1."""


class JudgeLabels(NamedTuple):
    """Labels of people and of judges, as numbers.

    Attributes
    ----------
    names : tuple of str
        Labels, the worst first; K of them.
    positive : int
    human : array of shape (N, M)
        The label that most annotators give, NaN where there is none.
    annotators : array of shape (A, N, M) or None
        Of two annotators or more.
    judges : dict of str to array of shape (N, M)
        Judges that give labels.
    clusters : array of shape (N, M)
    n_divided : int
        Outputs without a label because annotators are divided evenly.
    nominal : bool
        Whether labels have no order.
    measures : tuple of str
        Those that they have: without an order none that weighs distances, nor, unless a label was called positive, one
        of the positive.
    systems : array of shape (N, M)
    has_systems : bool
        Whether systems have names, or outputs are all there is.
    thresholds : dict of str to float
        Judges of scores, the labels of which are cross-fitted, to the score from which on they give the second label.
    """

    names: tuple[str, ...]
    positive: int
    human: FloatArray
    annotators: FloatArray | None
    judges: dict[str, FloatArray]
    clusters: IntArray
    n_divided: int
    nominal: bool
    measures: tuple[str, ...]
    systems: IntArray
    has_systems: bool
    thresholds: dict[str, float]


def judge_labels(
    table: ScoreTable, human: str, judges: Sequence[str], clusters: IntArray, settings: JudgeSettings
) -> JudgeLabels | None:
    """Return the labels of people and judges, None where people give numbers other than 0 and 1.

    Parameters
    ----------
    table : ScoreTable
    human : str
    judges : sequence of str
    clusters : array of shape (M,)
        A number per input.
    settings : JudgeSettings
        A judge with scores becomes one with labels by its threshold, if labels are two.

    Raises
    ------
    UnknownNameError
        If the positive label is none of people's.
    UnsupportedMethodError
        If a positive label is asked for, and people give no labels.
    """
    people = table.annotations.get(human)
    given = table.matrix(human)[None] if people is None else people.values
    names = table.scorer(human).labels or NUMBERS
    if not np.isin(given[~np.isnan(given)], np.arange(len(names))).all():
        if settings.positive is not None:
            raise UnsupportedMethodError(
                f"'{human}' holds numbers, and `positive` is for labels. Leave `positive` out."
            )
        return None
    found: dict[str, FloatArray] = {}
    thresholds: dict[str, float] = {}
    for name in judges:
        turned = table.opposite(name, human)
        called = _called(table, name, given, clusters, settings, turned=turned) if len(names) == 2 else None
        verdicts = _verdicts(
            table, name, len(names), None if called is None else called.labels, turned=turned
        )
        if verdicts is not None:
            found[name] = verdicts
            if called is not None:
                thresholds[name] = called.threshold
    used = [k for k in range(len(names)) if any(np.any(one == k) for one in (given, *found.values()))]
    if len(used) < 2:  # one label alone: its opposite is there without an output
        used = sorted({*used, 0, len(names) - 1})
    given, found = _renamed(given, used), {name: _renamed(one, used) for name, one in found.items()}
    names = tuple(names[k] for k in used)
    majority = majority_label(given)
    nominal = table.scorer(human).nominal
    without = {"weighted_kappa"} if nominal or len(names) == 2 else set()
    without |= OF_ONE_LABEL if nominal and settings.positive is None else set()
    return JudgeLabels(
        names=names,
        positive=_positive(names, settings.positive),
        human=majority,
        annotators=given if people is not None and np.any(np.sum(~np.isnan(given), axis=0) > 1) else None,
        judges=found,
        clusters=np.broadcast_to(clusters, majority.shape),
        n_divided=int(np.sum(np.isnan(majority) & ~np.isnan(given).all(axis=0))),
        nominal=nominal,
        measures=tuple(one for one in LABEL_MEASURES if one not in without),
        systems=np.broadcast_to(np.arange(len(majority))[:, None], majority.shape),
        has_systems=table.has_systems,
        thresholds=thresholds if isinstance(settings.threshold, str) else {},
    )


def one_against_the_rest(table: ScoreTable, human: str, label: str | None) -> tuple[ScoreTable, str]:
    """Return a table in which labels without an order are 1 where they are one label and 0 elsewhere, and that label.

    Parameters
    ----------
    table : ScoreTable
    human : str
        Whose labels have no order.
    label : str, optional
        By default the one that people give most often.

    Raises
    ------
    UnknownNameError
        If the label is none of people's.
    """
    names = table.scorer(human).labels
    people = table.annotations.get(human)
    given = table.matrix(human)[None] if people is None else people.values
    if label is None:
        counts = [np.sum(given == k) for k in range(len(names))]
        place = int(np.argmax(counts))
    else:
        place = _positive(names, label)
    scorers, values, annotations = [], np.array(table.values), dict(table.annotations)
    for k, scorer in enumerate(table.scorers):
        if scorer.nominal and names[place] in scorer.labels:
            code = scorer.labels.index(names[place])
            single = annotations.get(scorer.name)
            if single is not None:
                annotations[scorer.name] = Annotations(single.annotators, _is(single.values, code))
                values[k] = annotations[scorer.name].mean()
            else:
                values[k] = _is(values[k], code)
        scorers.append(dataclasses.replace(scorer, labels=(), nominal=False))
    part = dataclasses.replace(table, scorers=tuple(scorers), values=values, annotations=annotations)
    return part, names[place]


def _is(values: FloatArray, code: int) -> FloatArray:
    return np.where(np.isnan(values), np.nan, (values == code).astype(np.float64))


def _called(
    table: ScoreTable,
    name: str,
    given: FloatArray,
    clusters: IntArray,
    settings: JudgeSettings,
    *,
    turned: bool,
) -> CrossFittedLabels | None:
    """Return 1 from a threshold on and 0 below for a judge of scores, where one is asked for.

    It is chosen for the second of people's labels or, `turned`, for the first.
    """
    if settings.threshold is None or table.scorer(name).labels:
        return None
    scores = table.matrix(name)
    if not isinstance(settings.threshold, str):
        said = np.where(np.isnan(scores), np.nan, (scores >= settings.threshold).astype(np.float64))
        return CrossFittedLabels(said, settings.threshold)
    there = ~np.isnan(given)
    shares = np.where(there, given, 0.0).sum(axis=0) / np.where(there.any(axis=0), there.sum(axis=0), np.nan)
    return cross_fitted_labels(scores, 1 - shares if turned else shares, clusters)


def _verdicts(
    table: ScoreTable, name: str, size: int, called: FloatArray | None, *, turned: bool
) -> FloatArray | None:
    runs = table.annotations.get(name)
    # of several runs the label of most: their mean is none
    scores = (
        table.matrix(name) if runs is None or not table.scorer(name).labels else majority_label(runs.values)
    )
    if called is not None:
        scores = called
    if not np.isin(scores[~np.isnan(scores)], np.arange(size)).all():
        return None
    return size - 1 - scores if turned else scores


def _renamed(values: FloatArray, used: list[int]) -> FloatArray:
    return np.where(np.isnan(values), np.nan, np.searchsorted(used, np.nan_to_num(values)).astype(np.float64))


def _positive(names: tuple[str, ...], asked: str | None) -> int:
    if asked is None:
        return len(names) - 1
    keys = [name.casefold() for name in names]
    if asked.casefold() not in keys:
        raise unknown_name("label", asked, names)
    return keys.index(asked.casefold())


def agreement_with_people(labels: JudgeLabels, name: str, confidence: float) -> LabelAgreement:
    """Return how a judge's labels agree with the label of most annotators."""
    return label_agreement(
        labels.human.ravel(),
        labels.judges[name].ravel(),
        n_labels=len(labels.names),
        positive=labels.positive,
        clusters=labels.clusters.ravel(),
        systems=labels.systems.ravel(),
        confidence=confidence,
    )


def filled_labels(labels: JudgeLabels, name: str, *, divided: bool = False) -> FilledLabels:
    """Return a judge's labels beside people's with what it may have said where it is silent.

    Parameters
    ----------
    labels : JudgeLabels
    name : str
    divided : bool
        Whether outputs on which annotators are evenly divided count, in equal parts for each of their labels.
    """
    size = len(labels.names)
    shares = (labels.human[..., None] == np.arange(size)).astype(np.float64)
    if divided and labels.annotators is not None:
        counts = np.stack([np.sum(labels.annotators == label, axis=0) for label in range(size)], axis=-1)
        most = (counts == counts.max(axis=-1, keepdims=True)) & (counts > 0)
        shares = most / np.maximum(most.sum(axis=-1, keepdims=True), 1)
    given = shares.sum(axis=-1) > 0
    return FilledLabels(
        shares=shares[given],
        judge=labels.judges[name][given],
        clusters=labels.clusters[given],
        systems=labels.systems[given],
        positive=labels.positive,
    )


def label_rows(labels: JudgeLabels, settings: JudgeSettings) -> list[LabelMeasure]:
    """Return every measure of every judge beside a constant judge, its floor, and people, its ceiling."""
    rows = []
    for name, verdicts in labels.judges.items():
        found = agreement_with_people(labels, name, settings.confidence)
        heard = filled_labels(labels, name)
        for measure in labels.measures:
            limits = found.intervals[measure]
            outer = limits if not heard.n_silent else heard.outer_interval(measure, settings.confidence)
            beside = _beside(labels, verdicts, measure, settings.confidence)
            rows.append(
                LabelMeasure(
                    metric=name,
                    measure=measure,
                    estimate=found.estimates[measure],
                    low=float(limits.low),
                    high=float(limits.high),
                    constant=found.constant[measure],
                    single=beside.judge.value,
                    ceiling=beside.people.value,
                    ceiling_low=beside.people.low,
                    ceiling_high=beside.people.high,
                    difference=beside.difference.value,
                    difference_low=beside.difference.low,
                    difference_high=beside.difference.high,
                    n_outputs=found.n_outputs,
                    n_clusters=found.n_clusters,
                    applies_to=applies_to(
                        over_systems=found.applies_to_systems, has_systems=labels.has_systems
                    ),
                    n_silent=heard.n_silent,
                    outer_low=float(outer.low),
                    outer_high=float(outer.high),
                )
            )
    return rows


def _beside(labels: JudgeLabels, verdicts: FloatArray, measure: str, confidence: float) -> PeopleAndJudge:
    """Return a judge beside single annotators; NaN where there are no two of them."""
    if labels.annotators is None:
        none = Certain.unknown()
        return PeopleAndJudge(people=none, judge=none, difference=none, n_outputs=0)
    return people_and_judge(
        labels.annotators.reshape(len(labels.annotators), -1),
        verdicts.ravel(),
        measure=measure,
        n_labels=len(labels.names),
        positive=labels.positive,
        clusters=labels.clusters.ravel(),
        systems=labels.systems.ravel(),
        confidence=confidence,
    )


def confusion_rows(labels: JudgeLabels, settings: JudgeSettings) -> list[ConfusionRow]:
    """Return how many outputs have which label by people and which by the judge."""
    rows = []
    for name in labels.judges:
        table = agreement_with_people(labels, name, settings.confidence).confusion
        for k, j in itertools.product(range(len(labels.names)), repeat=2):
            whole = table[k].sum()
            share = float(table[k, j] / whole) if whole else float("nan")
            rows.append(
                ConfusionRow(
                    metric=name,
                    label=labels.names[k],
                    label_judge=labels.names[j],
                    n_outputs=int(table[k, j]),
                    share=share,
                )
            )
    return rows


def version_rows(labels: JudgeLabels, settings: JudgeSettings) -> list[JudgeDifference]:
    """Return every pair of judges, the later minus the earlier in the data, by each of `COMPARED_MEASURES`."""
    pairs = [(later, earlier) for earlier, later in itertools.combinations(labels.judges, 2)]
    rows = []
    for measure in (one for one in COMPARED_MEASURES if one in labels.measures):
        found = [
            label_difference(
                labels.human.ravel(),
                labels.judges[one].ravel(),
                labels.judges[other].ravel(),
                measure=measure,
                n_labels=len(labels.names),
                positive=labels.positive,
                clusters=labels.clusters.ravel(),
                systems=labels.systems.ravel(),
                confidence=settings.confidence,
                resamples=settings.resamples,
                rng=settings.seed,
            )
            for one, other in pairs
        ]
        adjusted = adjust([one.pvalue for one in found], "holm").tolist() if found else []
        rows += [
            JudgeDifference(
                metric=metric,
                rival=rival,
                measure=measure,
                estimate=one.estimate,
                low=one.low,
                high=one.high,
                estimate_metric=one.first,
                estimate_rival=one.second,
                pvalue=one.pvalue,
                pvalue_adjusted=float(p),
                n_outputs=one.n_outputs,
                n_differ=one.n_differ,
                resamples=one.resamples,
                applies_to=applies_to(over_systems=one.applies_to_systems, has_systems=labels.has_systems),
            )
            for (metric, rival), one, p in zip(pairs, found, adjusted, strict=True)
        ]
    return rows
