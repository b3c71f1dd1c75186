"""A judge beside single people, by one measure for words and digits, over all that a silent judge may have said."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from trueness.data.scores.score_table import ScoreTable
from trueness.decisions.may_grade import BesidePeople, Measured
from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.interval import Interval
from trueness.statistics.jackknife.two_way_jackknife import FEWEST_SYSTEMS
from trueness.statistics.judging.annotator_labels import PeopleAndJudge, majority_label, people_and_judge
from trueness.statistics.judging.annotator_scores import people_and_judge_scores, person_and_judge_scores
from trueness.statistics.judging.bias_with_people import bias_with_people, judge_cells
from trueness.statistics.judging.judges_apart import better_judge
from trueness.statistics.judging.label_agreement import label_agreement, label_measures
from trueness.statistics.judging.silent_outputs import silent_extremes
from trueness.statistics.ties import common_denominator
from trueness.studies.judge.judge_labels import JudgeLabels
from trueness.studies.judge.judged_means import same_scale
from trueness.studies.judge.settings import JudgeSettings

MOST_LEVELS = 21
"""Ratings on so many levels, as from 0 to 10 by halves, are compared by weighted kappa; finer ones by Pearson's r."""


@dataclasses.dataclass(frozen=True)
class Graded:
    """One judge and the single people behind the human score, in numbers that can be compared.

    Attributes
    ----------
    name : str
    measure : {'kappa', 'weighted_kappa', 'pearson'}
        Of two labels, or of labels without an order; of ratings and of labels with an order; of scores.
    people : array of shape (A, N, M)
        Numbers of labels, or scores, larger is better.
    judge : array of shape (N, M)
    n_labels : int
        0 of scores.
    clusters : array of shape (N, M)
    has_systems : bool
        Whether systems have names.
    step : float
        How far apart two levels of ratings are.
    positive : int or None
        The label whose share is a rate; None of ratings, which have a mean.
    grades : bool
        Whether the judge gives what people give; False of one that gives scores where they give labels.
    """

    name: str
    measure: str
    people: FloatArray
    judge: FloatArray
    n_labels: int
    clusters: IntArray
    has_systems: bool
    step: float = 1.0
    positive: int | None = None
    grades: bool = True

    @property
    def systems(self) -> IntArray:
        """The system of every output, shape (N, M)."""
        n, m = self.judge.shape
        return np.broadcast_to(np.arange(n)[:, None], (n, m))

    @property
    def over_systems(self) -> bool:
        """Whether there are enough systems with outputs that can be compared to tell what others may be like."""
        return int(self.rated.any(axis=1).sum()) >= FEWEST_SYSTEMS

    @property
    def several(self) -> bool:
        """Whether two people or more labelled some output."""
        return bool(np.any(np.sum(~np.isnan(self.people), axis=0) > 1))

    @property
    def silent(self) -> BoolArray:
        """Outputs that people labelled, and the judge did not, shape (N, M)."""
        found: BoolArray = ~np.isnan(self.people).all(axis=0) & np.isnan(self.judge)
        return found

    @property
    def compared(self) -> BoolArray:
        """Outputs that people, two or more where there are so many, and the judge labelled, shape (N, M)."""
        fewest = 2 if self.several else 1
        found: BoolArray = (np.sum(~np.isnan(self.people), axis=0) >= fewest) & ~np.isnan(self.judge)
        return found

    @property
    def rated(self) -> BoolArray:
        """Outputs that people, one or more, and the judge labelled, shape (N, M)."""
        found: BoolArray = ~np.isnan(self.people).all(axis=0) & ~np.isnan(self.judge)
        return found

    @property
    def n_outputs(self) -> int:
        """Outputs that are compared."""
        return int(self.compared.sum())

    @property
    def n_rated(self) -> int:
        """Outputs that are rated."""
        return int(self.rated.sum())

    @property
    def span(self) -> float:
        """The range of what people gave, in levels; of a rate 1."""
        known = self.people[~np.isnan(self.people)]
        return 1.0 if self.positive is not None or not known.size else float(known.max() - known.min())

    def saying(self, label: int) -> Graded:
        """Return the judge as if it had given one label to every output on which it is silent."""
        return dataclasses.replace(self, judge=np.where(self.silent, float(label), self.judge))

    def filled(self, *, best: bool) -> Graded:
        """Return the judge as if it had said of every output on which it is silent what fits people best, or worst."""
        return dataclasses.replace(self, judge=np.where(self.silent, self._said(best=best), self.judge))

    def _said(self, *, best: bool) -> FloatArray:
        people = self.people
        if self.n_labels:
            return self._label(best=best)
        known = self.judge[~np.isnan(self.judge)]
        low, high = (float(known.min()), float(known.max())) if known.size else (math.nan, math.nan)
        mean = np.nansum(people, axis=0) / np.maximum(np.sum(~np.isnan(people), axis=0), 1)
        return np.where((mean >= np.nanmean(people)) == best, high, low)

    def _label(self, *, best: bool) -> FloatArray:
        """Return the labels with which agreement with single people is most, or least."""
        counts = judge_cells(self.people[:, self.rated], self.judge[self.rated], self.n_labels).sum(axis=0)
        given = np.stack(
            [np.sum(self.people[:, self.silent] == label, axis=0) for label in range(self.n_labels)], axis=1
        )

        def agreement(rows: FloatArray) -> FloatArray:
            return label_measures(rows, 0)[self.measure]

        found = silent_extremes(counts, given / given.sum(axis=1, keepdims=True), agreement)
        said = np.full(self.judge.shape, np.nan)
        said[self.silent] = found.most if best else found.least
        return said


def graded(
    table: ScoreTable,
    human: str,
    names: Sequence[str],
    labels: JudgeLabels | None,
    clusters: IntArray,
    settings: JudgeSettings,
) -> tuple[Graded, ...]:
    """Return every judge beside the single people behind a human score.

    Parameters
    ----------
    table : ScoreTable
        Labels without an order as one against the rest, where the judge gives no labels.
    human : str
    names : sequence of str
    labels : JudgeLabels or None
    clusters : array of shape (M,)
    settings : JudgeSettings
    """
    return tuple(_graded(table, human, name, labels, clusters, settings) for name in names)


def by_one_measure(
    table: ScoreTable, human: str, parts: Sequence[Graded], settings: JudgeSettings
) -> tuple[Graded, ...]:
    """Return the judges by one measure, so that they can be compared with each other.

    Parameters
    ----------
    table, human, settings
        As `graded`.
    parts : sequence of Graded
        What `graded` returns.
    """
    kinds = {(part.measure, part.n_labels) for part in parts}
    if len(kinds) == 1 and all(
        np.array_equal(part.people, parts[0].people, equal_nan=True) for part in parts
    ):
        return tuple(parts)
    given = single_people(table, human)
    judges = [on_people_scale(table, human, part.name, settings) for part in parts]
    alike = [one for one in judges if one is not None]
    codes = _codes(given, *alike) if len(alike) == len(parts) else None
    if codes is not None:
        measure = "kappa" if codes.size == 2 else "weighted_kappa"
        return tuple(
            dataclasses.replace(part, measure=measure, people=codes.people, judge=one, n_labels=codes.size)
            for part, one in zip(parts, codes.judges, strict=True)
        )
    return tuple(_scored(table, human, part.name, part.clusters) for part in parts)


def single_people(table: ScoreTable, human: str) -> FloatArray:
    """Return what single people gave, shape (A, N, M), as one person the human score where no annotator is known."""
    part = table.annotations.get(human)
    return table.matrix(human)[None] if part is None else part.values


def _graded(
    table: ScoreTable,
    human: str,
    name: str,
    labels: JudgeLabels | None,
    clusters: IntArray,
    settings: JudgeSettings,
) -> Graded:
    given = single_people(table, human)
    groups = np.broadcast_to(clusters, given.shape[1:])
    if labels is not None and name in labels.judges and (labels.nominal or len(labels.names) == 2):
        people = labels.human[None] if labels.annotators is None else labels.annotators
        return Graded(
            name=name,
            measure="kappa",
            people=people,
            judge=labels.judges[name],
            n_labels=len(labels.names),
            clusters=groups,
            has_systems=table.has_systems,
            positive=labels.positive,
        )
    if labels is not None and name not in labels.judges:
        return dataclasses.replace(_scored(table, human, name, groups), grades=False)
    judge = on_people_scale(table, human, name, settings)
    if judge is not None:
        codes = _codes(given, judge)
        if codes is not None:
            scale = _positive(table, human, codes, settings)
            measure = "kappa" if codes.size == 2 else "weighted_kappa"
            return Graded(
                name=name,
                measure=measure,
                people=codes.people,
                judge=codes.judges[0],
                n_labels=codes.size,
                clusters=groups,
                has_systems=table.has_systems,
                step=codes.step,
                positive=scale,
            )
    return _scored(table, human, name, groups)


def _scored(table: ScoreTable, human: str, name: str, clusters: IntArray) -> Graded:
    people = single_people(table, human)
    return Graded(
        name=name,
        measure="pearson",
        people=people if table.scorer(human).higher_is_better else -people,
        judge=table.oriented(name),
        n_labels=0,
        clusters=clusters,
        has_systems=table.has_systems,
    )


def on_people_scale(table: ScoreTable, human: str, name: str, settings: JudgeSettings) -> FloatArray | None:
    """Return a judge's ratings, of several runs' labels those of most, where they are on the scale of single people."""
    people, judge = table.scorer(human), table.scorer(name)
    runs = table.annotations.get(name)
    if people.labels and judge.labels == people.labels and settings.scale != "linear":
        codes = table.matrix(name) if runs is None else majority_label(runs.values)
        return len(judge.labels) - 1 - codes if table.opposite(name, human) else codes
    found = table.matrix(name)
    alike = not table.opposite(name, human)
    return found if alike and same_scale(single_people(table, human), found, settings) else None


class _Codes(NamedTuple):
    """Ratings as numbers of levels, 0 to size - 1, the lowest of which stands for `low`."""

    people: FloatArray
    judges: tuple[FloatArray, ...]
    size: int
    low: float
    step: float


def _codes(people: FloatArray, *judges: FloatArray) -> _Codes | None:
    """Return ratings as numbers of levels; None where they are none, or too many."""
    values = np.concatenate([one.ravel() for one in (people, *judges)])
    known = values[~np.isnan(values)]
    denominator = common_denominator(known)
    if denominator is None:
        return None
    steps = np.rint(known * denominator).astype(np.int64)
    low = int(steps.min())
    step = max(int(np.gcd.reduce(steps - low)), 1)
    size = int(steps.max() - low) // step + 1
    if not 2 <= size <= MOST_LEVELS:
        return None
    one, *others = (np.rint((values * denominator - low) / step) for values in (people, *judges))
    return _Codes(people=one, judges=tuple(others), size=size, low=low / denominator, step=step / denominator)


def _positive(table: ScoreTable, human: str, codes: _Codes, settings: JudgeSettings) -> int | None:
    """Return the level that was asked for as the positive label; None where none was."""
    names = [name.casefold() for name in table.scorer(human).labels]
    if settings.positive is None or settings.positive.casefold() not in names:
        return None
    place = (names.index(settings.positive.casefold()) - codes.low) / codes.step
    return int(place) if 0 <= place < codes.size and place == int(place) else None


def beside_people(part: Graded, confidence: float) -> BesidePeople | Measured:
    """Return a judge's agreement with single people beside theirs with each other; of one person alone its own.

    Where the judge is silent on outputs that people labelled, intervals reach from the lower limit of the worst that it
    may have said to the upper one of the best.
    """
    measured = _beside if part.several else _with_one
    found = measured(part, confidence)
    if not part.silent.any():
        return found
    worst, best = (measured(part.filled(best=best), confidence) for best in (False, True))
    if isinstance(found, Measured) and isinstance(worst, Measured) and isinstance(best, Measured):
        return _over(found, worst, best)
    if isinstance(found, BesidePeople) and isinstance(worst, BesidePeople) and isinstance(best, BesidePeople):
        return BesidePeople(
            worst.people,
            _over(found.judge, worst.judge, best.judge),
            _over(found.difference, worst.difference, best.difference),
        )
    return found


def bias(part: Graded, confidence: float) -> Measured:
    """Return by how much a judge's rate, or its mean in the unit of the ratings, is above people's; NaN of scores.

    Over all that a silent judge may have said, as `beside_people`.
    """
    if not part.n_labels:
        return Measured(math.nan, math.nan, math.nan)
    found = _bias(part, confidence)
    if not part.silent.any():
        return found
    most = part.n_labels - 1 if part.positive is None else part.positive
    least = 0 if part.positive is None else (part.positive + 1) % part.n_labels
    return _over(found, *(_bias(part.saying(label), confidence) for label in (least, most)))


def _bias(part: Graded, confidence: float) -> Measured:
    found = bias_with_people(
        part.people.reshape(len(part.people), -1),
        part.judge.ravel(),
        n_labels=part.n_labels,
        positive=part.positive,
        clusters=part.clusters.ravel(),
        systems=part.systems.ravel(),
        confidence=confidence,
    )
    unit = part.step if part.positive is None else 1.0
    return Measured(found.bias.value * unit, found.bias.low * unit, found.bias.high * unit)


def _over(found: Measured, worst: Measured, best: Measured) -> Measured:
    return Measured(found.estimate, worst.low, best.high)


def _measured(value: float, limits: Interval) -> Measured:
    return Measured(value, float(limits.low), float(limits.high))


def _beside(part: Graded, confidence: float) -> BesidePeople:
    people, judge = part.people.reshape(len(part.people), -1), part.judge.ravel()
    clusters, systems = part.clusters.ravel(), part.systems.ravel()
    found: PeopleAndJudge
    if part.n_labels:
        found = people_and_judge(
            people,
            judge,
            measure=part.measure,
            n_labels=part.n_labels,
            positive=part.n_labels - 1,
            clusters=clusters,
            systems=systems,
            confidence=confidence,
        )
    else:
        found = people_and_judge_scores(
            people, judge, clusters=clusters, systems=systems, confidence=confidence
        )
    return BesidePeople(
        _measured(found.people.value, found.people.limits),
        _measured(found.judge.value, found.judge.limits),
        _measured(found.difference.value, found.difference.limits),
    )


def _with_one(part: Graded, confidence: float) -> Measured:
    people = part.people.max(axis=0, initial=-np.inf, where=~np.isnan(part.people))
    known = np.isfinite(people) & ~np.isnan(part.judge)
    units: dict[str, Any] = {
        "clusters": part.clusters[known],
        "systems": part.systems[known],
        "confidence": confidence,
    }
    if part.n_labels:
        agreed = label_agreement(
            people[known], part.judge[known], n_labels=part.n_labels, measures=(part.measure,), **units
        )
        return _measured(agreed.estimates[part.measure], agreed.intervals[part.measure])
    found = person_and_judge_scores(people[known], part.judge[known], **units)
    return _measured(found.value, found.limits)


def better_judges(parts: Sequence[Graded]) -> FloatArray:
    """Return the one-sided p-values that one judge agrees better with single people than another, shape (J, J).

    Parameters
    ----------
    parts : sequence of Graded
        Of one measure.
    """
    found = np.full((len(parts), len(parts)), np.nan)
    for k, one in enumerate(parts):
        for j in range(k):
            other = parts[j]
            p = better_judge(
                one.people.reshape(len(one.people), -1),
                one.judge.ravel(),
                other.judge.ravel(),
                measure=one.measure,
                n_labels=one.n_labels,
                clusters=one.clusters.ravel(),
                systems=one.systems.ravel(),
            )
            found[k, j], found[j, k] = p, 1 - p
    return found
