"""What a judge may be used for: three lights, each the outcome of comparing an interval with a bar."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterator
from typing import NamedTuple

from trueness.studies.judge.label_rows import JudgeUse, Light
from trueness.studies.judge.rows import JudgeValidation
from trueness.studies.judge.settings import JudgeSettings

RANK, GRADE, QUOTE = "rank systems", "grade outputs", "quote its rate"

FEWEST_SYSTEMS = 3
"""With fewer systems there is no ranking to ask about."""

MORE_LABELS = 100

CEILING_MARGIN = 0.1
"""A judge whose kappa with single annotators is shown to be less than this below theirs may grade, too."""


class _Measured(NamedTuple):
    measure: str
    estimate: float
    low: float
    high: float
    n_outputs: int


def judge_uses(validation: JudgeValidation, settings: JudgeSettings) -> list[JudgeUse]:
    """Return the lights of every judge.

    Green: the interval lies beyond the bar, so that with 95% confidence a judge that is not good enough gets a green
    light in at most 2.5% of data sets; red: it lies short of the bar; yellow: it holds the bar.

    Parameters
    ----------
    validation : JudgeValidation
        Without its uses.
    settings : JudgeSettings
    """
    return [row for name in validation.judges for row in _of_judge(validation, name, settings)]


def _of_judge(validation: JudgeValidation, name: str, settings: JudgeSettings) -> Iterator[JudgeUse]:
    ranked = _ranking(validation, name)
    if ranked is not None:
        bar = settings.rank_bar
        rule = f"correlation of systems at least {bar:g}"
        row = _row(name, RANK, ranked, bar, _beyond, rule)
        yield dataclasses.replace(row, more_labels=row.light)  # it is systems that are few
    graded = _grading(validation, name)
    if graded is not None:
        bar = settings.grade_bar
        rule = f"{_WORDS[graded.measure]} with people at least {bar:g}"
        row = _row(name, GRADE, graded, bar, _beyond, rule)
        yield _at_the_ceiling(row, validation, name)
    rated = _rating(validation, name)
    if rated is not None:
        measured, unit = rated
        bar = settings.rate_margin * unit
        rule = f"{_WORDS[measured.measure]} within ±{bar:g}"
        yield _row(name, QUOTE, measured, bar, _within, rule)


_WORDS = {
    "kappa": "kappa",
    "weighted_kappa": "quadratic-weighted kappa",
    "quadratic_kappa": "quadratic-weighted kappa",
    "pearson": "Pearson's r",
    "rate_bias": "share of positives minus people's",
    "mean_error": "mean error",
}


def _ranking(validation: JudgeValidation, name: str) -> _Measured | None:
    if len(validation.comparison.table.systems) < FEWEST_SYSTEMS:
        return None
    return _correlation(validation, name, ("system",))


def _grading(validation: JudgeValidation, name: str) -> _Measured | None:
    there = {row.measure for row in validation.labels}
    wanted = "weighted_kappa" if "weighted_kappa" in there else "kappa"
    for row in validation.labels:
        if (row.metric, row.measure) == (name, wanted):
            return _Measured(wanted, row.estimate, row.low, row.high, row.n_outputs)
    for one in validation.measures:
        if (one.metric, one.measure) == (name, "quadratic_kappa"):
            return _Measured(one.measure, one.estimate, one.low, one.high, one.n_outputs)
    return _correlation(validation, name, ("global", "input"))


def _correlation(validation: JudgeValidation, name: str, levels: tuple[str, ...]) -> _Measured | None:
    for level in levels:
        for row in validation.agreement:
            if (row.metric, row.level, row.coefficient) == (name, level, "pearson"):
                return _Measured("pearson", row.estimate, row.low, row.high, validation.n_labelled)
    return None


def _rating(validation: JudgeValidation, name: str) -> tuple[_Measured, float] | None:
    """Return the bias of a judge's rate, or of its mean on the human's scale, and the unit of its margin."""
    for row in validation.labels:
        if (row.metric, row.measure) == (name, "rate_bias"):
            return _Measured("rate_bias", row.estimate, row.low, row.high, row.n_outputs), 1.0
    for one in validation.measures:
        if (one.metric, one.measure) == (name, "mean_error"):
            scores = validation.scores[name][:, 0]
            unit = float(scores.max() - scores.min()) if scores.size else 0.0
            return (
                (_Measured("mean_error", one.estimate, one.low, one.high, one.n_outputs), unit)
                if unit
                else None
            )
    return None


def _beyond(low: float, high: float, bar: float) -> Light:
    return "green" if low >= bar else "red" if high < bar else "yellow"


def _within(low: float, high: float, bar: float) -> Light:
    return "green" if -bar <= low and high <= bar else "red" if high < -bar or low > bar else "yellow"


def _row(
    name: str,
    use: str,
    found: _Measured,
    bar: float,
    light: Callable[[float, float, float], Light],
    rule: str,
) -> JudgeUse:
    shrunk = math.sqrt(found.n_outputs / (found.n_outputs + MORE_LABELS))
    low, high = (found.estimate + (end - found.estimate) * shrunk for end in (found.low, found.high))
    return JudgeUse(
        name,
        use,
        light(found.low, found.high, bar),
        found.measure,
        found.estimate,
        found.low,
        found.high,
        bar,
        light(low, high, bar),
        rule,
        found.n_outputs,
    )


def _at_the_ceiling(row: JudgeUse, validation: JudgeValidation, name: str) -> JudgeUse:
    """Return the light for grading where annotators are there: a judge as good as one of them may grade, too."""
    kappa = next((one for one in validation.labels if (one.metric, one.measure) == (name, row.measure)), None)
    if kappa is None or math.isnan(kappa.difference):
        return row
    rule = f"{row.rule}, or less than {CEILING_MARGIN:g} below that of one annotator with another"
    if row.light != "green" and kappa.difference_low > -CEILING_MARGIN:
        return dataclasses.replace(row, light="green", more_labels="green", rule=rule)
    if row.light == "red" and kappa.difference_high >= -CEILING_MARGIN:
        return dataclasses.replace(row, light="yellow", rule=rule)
    return dataclasses.replace(row, rule=rule)
