"""How many labels it takes to know how well a judge agrees with people, or to show that it may grade."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence

import numpy as np

from trueness.decisions.decision import Decision
from trueness.errors import DataError
from trueness.statistics.judging.judges_apart import judges_apart
from trueness.statistics.judging.labels_needed import LabelsNeeded, labels_needed
from trueness.statistics.judging.labels_to_settle import labels_to_settle
from trueness.statistics.judging.scores_needed import scores_needed
from trueness.studies.judge.graded import Graded
from trueness.studies.judge.judge_labels import JudgeLabels
from trueness.studies.judge.judge_scores import JudgeScores
from trueness.studies.judge.label_rows import LabelGoal
from trueness.studies.judge.settings import JudgeSettings

MAY_GRADE = "may grade"

RESAMPLES = 499
"""Pilots that are drawn for the promise."""


def label_goals(labels: JudgeLabels, settings: JudgeSettings) -> Iterator[LabelGoal]:
    """Yield how many labels intervals of the half width take and, beside one person, a yes for grading."""
    graded = "weighted_kappa" if "weighted_kappa" in labels.measures else "kappa"
    wanted = [one for one in (graded, "balanced_accuracy", "tpr", "tnr") if one in labels.measures]
    for name in labels.judges:
        for measure in wanted:
            found = _needed(labels, name, measure, settings, half_width=settings.half_width)
            if found is not None:
                yield _row(name, measure, f"±{settings.half_width:g}", found)
        if labels.annotators is not None:  # beside several people another bar is asked
            continue
        found = _needed(labels, name, graded, settings, bar=settings.grade_bar)
        if found is not None:
            yield _row(name, graded, MAY_GRADE, found)


def score_goals(
    parts: Sequence[JudgeScores], settings: JudgeSettings, by_bar: Collection[str] = ()
) -> Iterator[LabelGoal]:
    """Yield the same for judges of scores, by Pearson's r, where outputs are the units.

    Parameters
    ----------
    parts : sequence of JudgeScores
    settings : JudgeSettings
    by_bar : collection of str
        Judges that may grade from Pearson's r of the bar on, as they are held against one person.
    """
    width = (f"±{settings.half_width:g}", {"half_width": settings.half_width})
    bar = (MAY_GRADE, {"bar": settings.grade_bar})
    for part in parts:
        for goal, asked in (width, bar) if part.name in by_bar else (width,):
            try:
                found = scores_needed(
                    part.people.ravel(),
                    part.oriented.ravel(),
                    power=settings.power,
                    clusters=part.clusters.ravel(),
                    confidence=settings.confidence,
                    resamples=RESAMPLES,
                    rng=settings.seed,
                    **asked,
                )
            except DataError:  # a judge that says the same of all tells nothing, which the agreement shows
                continue
            yield _row(part.name, "pearson", goal, found)


def above_goal(rival: str) -> str:
    """Return the goal of showing that a judge agrees better with people than another."""
    return f"above {rival}"


def apart_goal(rivals: Sequence[Graded], best: Decision, settings: JudgeSettings) -> LabelGoal | None:
    """Return how many labels tell the judge that agrees best from the next; None where that is known, or not to be.

    Where intervals are of other systems, it is these that are few.

    Parameters
    ----------
    rivals : sequence of Graded
        All judges by one measure.
    best : Decision
        Which of them may be the best, the highest first.
    settings : JudgeSettings
    """
    if best.answer == "yes" or len(best.names) < 2:
        return None
    one, other = (next(part for part in rivals if part.name == name) for name in best.names[:2])
    if one.over_systems or other.over_systems:
        return None
    # it is ruled out by one side of the interval, and each of the others at its part of the error
    confidence = 1 - 2 * (1 - settings.confidence) / (len(best.names) - 1)
    apart = judges_apart(
        one.people.reshape(len(one.people), -1),
        one.judge.ravel(),
        other.judge.ravel(),
        measure=one.measure,
        n_labels=one.n_labels,
        clusters=one.clusters.ravel(),
        confidence=confidence,
    )
    n_outputs = int(np.sum(one.rated & other.rated))
    needed = labels_to_settle(
        apart.low, apart.high, (0.0,), n_outputs, power=settings.power, confidence=confidence
    )
    if math.isnan(needed.likely):
        return None
    low, likely, high = (math.ceil(one) if math.isfinite(one) else None for one in needed)
    return LabelGoal(
        metric=one.name,
        measure=one.measure,
        goal=above_goal(other.name),
        estimate=apart.value,
        n_needed=likely,
        needed_low=low,
        needed_high=high,
        n_outputs=n_outputs,
    )


def _needed(
    labels: JudgeLabels,
    name: str,
    measure: str,
    settings: JudgeSettings,
    *,
    half_width: float | None = None,
    bar: float | None = None,
) -> LabelsNeeded | None:
    """Return what is needed, None where the labels there are do not tell."""
    try:
        return labels_needed(
            labels.human.ravel(),
            labels.judges[name].ravel(),
            measure=measure,
            half_width=half_width,
            bar=bar,
            power=settings.power,
            n_labels=len(labels.names),
            positive=labels.positive,
            clusters=labels.clusters.ravel(),
            confidence=settings.confidence,
            resamples=RESAMPLES,
            rng=settings.seed,
        )
    except DataError:  # one label only, which the table of labels shows
        return None


def _row(name: str, measure: str, goal: str, found: LabelsNeeded) -> LabelGoal:
    numbers = (found.number, float(found.interval.low), float(found.interval.high))
    number, low, high = (round(one) if math.isfinite(one) else None for one in numbers)
    return LabelGoal(
        metric=name,
        measure=measure,
        goal=goal,
        estimate=found.estimate,
        n_needed=number,
        needed_low=low,
        needed_high=high,
        n_outputs=found.n_outputs,
    )
