"""Annotators and metrics beside each other: how each agrees with the other annotators."""

from __future__ import annotations

import math
from collections.abc import Sequence

from trueness.reporting.figures.figure import Figure, figure_name
from trueness.reporting.figures.value_lines import Line, Reference, Value, by_estimate, value_lines
from trueness.reporting.figures.wording import levels_phrase, percent
from trueness.reporting.writing.orientation import endings, note
from trueness.studies.annotators.rows import AnnotatorsResult, CeilingRow
from trueness.study.number_words import bracketed, counted, decimal
from trueness.study.rows import as_row
from trueness.study.words import answer_words, coefficient_words

ANNOTATOR, METRIC, TOGETHER = "an annotator", "a metric", "all annotators"


def annotator_lines(study: AnnotatorsResult, level: str, coefficient: str) -> Figure:
    """Draw the correlation of every annotator, and of every metric, with the other annotators.

    Parameters
    ----------
    study : AnnotatorsResult
    level, coefficient : str
        At which they were correlated.

    Returns
    -------
    Figure
        Its data are the rows of the annotators, and those of the metrics beside the ceiling.
    """
    key = (level, coefficient)
    people = [row for row in study.annotator_rows if (row.level, row.coefficient) == key]
    metrics = [row for row in study.ceiling if (row.level, row.coefficient) == key]
    lines = [
        Line(row.annotator, {ANNOTATOR: Value(row.estimate, row.low, row.high)}, [as_row(row)])
        for row in people
    ]
    names = [row.metric for row in metrics]
    lines += [
        Line(
            name=row.metric,
            values={METRIC: Value(row.estimate, row.low, row.high)},
            rows=[as_row(row)],
            ending=mark,
            note=answer_words(row.reaches),
        )
        for row, mark in zip(metrics, endings(study.table, names), strict=True)
    ]
    ceilings = list({row.ceiling for row in metrics if not math.isnan(row.ceiling)})
    beside = f" and {counted(len(metrics), 'metric')}" if metrics else ""
    words = coefficient_words(coefficient)
    return value_lines(
        name=figure_name("annotators", coefficient, level),
        title="Agreement with the other annotators",
        subtitle=f"{counted(len(people), 'annotator')}{beside} {levels_phrase([level])}{note(study.table, names)}",
        caption=_caption(study, metrics, f"{words} {levels_phrase([level])}", mean=len(ceilings) == 1),
        items="annotators and metrics" if metrics else "annotators",
        series=(ANNOTATOR, METRIC),
        lines=by_estimate(lines),
        across=f"{words} with the other annotators",
        reference=Reference(ceilings[0], "annotators on average") if len(ceilings) == 1 else None,
    )


def _caption(study: AnnotatorsResult, metrics: Sequence[CeilingRow], where: str, *, mean: bool) -> str:
    sentences = []
    best = max(
        (row for row in metrics if not math.isnan(row.estimate)), key=lambda row: row.estimate, default=None
    )
    if best is not None and not math.isnan(best.difference):
        difference = f"{decimal(best.difference)}{bracketed(best.difference_low, best.difference_high)}"
        sentences.append(
            f"‘{best.metric}’ agrees with {decimal(best.estimate)}, an annotator with {decimal(best.ceiling)}: a "
            f"difference of {difference} ({answer_words(best.reaches)})."
        )
    sentences.append(f"{where} of each annotator with the others together{_intervals(study)}.")
    if metrics:
        sentences.append(
            "A metric is correlated with the same others, each annotator being left out in turn; the mean is shown. "
            "The words at the right put it beside an annotator by the interval of their difference, which overlapping "
            "intervals do not tell."
        )
    if mean:
        sentences.append("The upright line is the mean of the annotators.")
    return " ".join(sentences)


def _intervals(study: AnnotatorsResult) -> str:
    return f", with {percent(study.settings.confidence)} intervals" if study.settings.drawn else ""


def alpha_lines(study: AnnotatorsResult) -> Figure:
    """Draw how all annotators agree by every measure, as where no correlation is defined.

    Returns
    -------
    Figure
        Its data are the rows of the agreement.
    """
    return value_lines(
        name="agreement",
        title="Agreement of all annotators",
        subtitle=counted(len(study.annotators), "annotator"),
        caption=f"Krippendorff's alpha and intraclass correlations{_intervals(study)}. No annotator's ratings can be "
        "correlated with those of the others.",
        items="measures",
        series=(TOGETHER,),
        lines=[
            Line(row.measure, {TOGETHER: Value(row.estimate, row.low, row.high)}, [as_row(row)])
            for row in study.agreement
        ],
        across="agreement",
        reference=Reference(0.0),
    )
