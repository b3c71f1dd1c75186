"""What people say where a judge says so: one small panel per judge, with the line of perfect calibration."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence

from trueness.reporting.figures.drawing import Drawing
from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.look import Look
from trueness.reporting.figures.marks import Mark, Spans, Trace
from trueness.reporting.figures.palette import BLUE, ORANGE, RULE
from trueness.reporting.figures.panel import Scale
from trueness.reporting.figures.small_panels import Small, small_panels
from trueness.reporting.figures.wording import number, percent, quoted
from trueness.reporting.writing import tables
from trueness.reporting.writing.labels import drawable
from trueness.result import Row
from trueness.studies.judge.rows import JudgeResult
from trueness.study.number_words import counted, significant

SAME = Look(colour=RULE, line=1.2)
"""Where both axes say the same."""


MOST_DRAWN = 12
"""Judges that are drawn, those that agree best."""


def reliability_diagram(validation: JudgeResult) -> Figure:
    """Draw the mean human score in bins of a judge's, with intervals, and the isotonic fit.

    Returns
    -------
    Figure
        Its data are the rows of the reliability table of these judges.
    """
    shown = validation.in_order()[:MOST_DRAWN]
    data: list[Row] = [
        {
            "metric": row.metric,
            "mean_judge": row.mean_judge,
            "mean_human": row.mean_human,
            "low": row.low,
            "high": row.high,
            "isotonic": row.isotonic,
            "n_outputs": row.n_outputs,
        }
        for name in shown
        for row in validation.reliability
        if row.metric == name
    ]
    title = f"Calibration: '{drawable(validation.human)}' where the judge says so"
    return Figure.of(
        name="reliability-diagram",
        title=title,
        caption=_caption(validation, shown),
        data=data,
        drawing=functools.partial(_draw, validation, shown, data),
    )


def _caption(validation: JudgeResult, shown: Sequence[str]) -> str:
    sentences = [
        (
            f"Each dot is one of up to {validation.settings.bins} bins of outputs with similar scores by the judge: "
            f"the mean '{drawable(validation.human)}' (up) against the judge's mean (right), with "
            f"{percent(validation.settings.confidence)} intervals. On the grey line judge and people agree; the orange "
            "line is the best non-decreasing fit."
        )
    ]
    other = [name for name in shown if not validation.same_scale[name]]
    if other:
        sentences.append(
            f"Brought to the human's scale by a straight line: {quoted(other)}; then dots off the line are what a "
            "straight line cannot repair."
        )
    if len(shown) < len(validation.judges):
        sentences.append(f"The {len(shown)} of {counted(len(validation.judges), 'judge')} that agree best.")
    return " ".join(sentences)


def _draw(validation: JudgeResult, shown: Sequence[str], data: list[Row]) -> Drawing:
    errors = {row.metric: row.estimate for row in validation.measures if row.measure == "calibration_error"}
    values = [row[key] for row in data for key in ("mean_judge", "mean_human", "low", "high")]
    known = [value for value in values if not math.isnan(value)]
    low, high = (min(known), max(known)) if known else (0.0, 1.0)
    room = 0.06 * (high - low) or 0.5
    scale = Scale(low=low - room, high=high + room)

    def panel(name: str) -> Small:
        rows = [row for row in data if row["metric"] == name]
        x, up, below, above, fit = (
            [row[key] for row in rows] for key in ("mean_judge", "mean_human", "low", "high", "isotonic")
        )
        said = [
            f"{name} {significant(row['mean_judge'])}, {validation.human} {significant(row['mean_human'])} "
            f"{tables.interval(row['low'], row['high'])}; {counted(row['n_outputs'], 'output')}"
            for row in rows
        ]
        marks: list[Mark] = [
            Trace([low, high], [low, high], SAME),
            Trace(x, fit, Look(colour=ORANGE, line=1.3)),
            Spans(x, below, above, Look(colour=BLUE, line=1.0), upright=True),
            Trace(x, up, Look(colour=BLUE, mark="o", size=3.6), said),
        ]
        return Small(marks, scale, scale)

    return small_panels(
        shown,
        panel,
        subtitle=f"{counted(validation.n_labelled, 'output')} with human scores; same axes in all panels",
        notes={name: f"calibration error {number(errors.get(name, math.nan))}" for name in shown},
        across="judge's score on the human's scale",
        up=f"mean {validation.human}",
        square=True,
    )
