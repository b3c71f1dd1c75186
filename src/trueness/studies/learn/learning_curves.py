"""What more labels bring to a learned metric, and what people say where it says so: a small panel per human scorer."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from trueness.learning.registry import BEST_SINGLE
from trueness.reporting.figures.drawing import Drawing
from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.look import Look
from trueness.reporting.figures.marks import Mark, Rules, Spans, Trace
from trueness.reporting.figures.palette import BLUE, ORANGE, RULE
from trueness.reporting.figures.panel import Scale
from trueness.reporting.figures.small_panels import Small, small_panels
from trueness.reporting.figures.wording import percent
from trueness.reporting.writing import tables
from trueness.result import Row
from trueness.studies.learn.rows import LearnResult
from trueness.study.number_words import counted, significant
from trueness.study.rows import as_row
from trueness.study.words import coefficient_words


def learning_curves(result: LearnResult) -> Figure:
    """Draw agreement on held-out outputs by the number of labelled inputs, beside the best single metric's.

    Returns
    -------
    Figure
        Its data are the rows of the learning curves.
    """
    learned = result.settings.learners[0]
    title = "Does more annotation help?"
    caption = (
        f"Correlation with people on held-out outputs by the number of inputs that were learned from, with "
        f"{percent(result.settings.confidence)} intervals: '{learned}' (blue), and the single metric that was best on "
        "the same labelled inputs (orange). A curve that still rises says that more labels would help."
    )
    rows = [as_row(row) for row in result.labels]
    return Figure.of(
        name="learning-curves",
        title=title,
        caption=caption,
        data=rows,
        drawing=functools.partial(_draw_curves, rows, coefficient_words(result.settings.coefficient)),
    )


def calibration_plot(result: LearnResult) -> Figure:
    """Draw the mean human score of held-out outputs in bins of what is predicted.

    Returns
    -------
    Figure
        Its data are the rows of the calibration table.
    """
    title = f"Calibration of '{result.settings.learners[0]}'"
    caption = (
        "Each dot is a bin of held-out outputs with similar predictions: the mean human score (up) against the mean "
        f"prediction (right), with {percent(result.settings.confidence)} intervals. On the grey line both are the same."
    )
    rows = [as_row(row) for row in result.calibration]
    return Figure.of(
        name="learned-calibration",
        title=title,
        caption=caption,
        data=rows,
        drawing=functools.partial(_draw_calibration, rows),
    )


def _draw_curves(rows: Sequence[Row], coefficient: str) -> Drawing:
    places = sorted({row["n_inputs"] for row in rows})

    def panel(human: str) -> Small:
        marks: list[Mark] = [Rules([0.0], Look(colour=RULE, line=0.8))]
        for scorer in dict.fromkeys(row["scorer"] for row in rows if row["human"] == human):
            colour, mark = (ORANGE, "D") if scorer == BEST_SINGLE else (BLUE, "o")
            aside = 1.03 if scorer == BEST_SINGLE else 1 / 1.03  # so that intervals do not hide each other
            mine = [row for row in rows if (row["human"], row["scorer"]) == (human, scorer)]
            x = [row["n_inputs"] * aside for row in mine]
            middle, low, high = ([row[key] for row in mine] for key in ("estimate", "low", "high"))
            said = [
                f"{scorer}, {counted(row['n_inputs'], 'labelled input')}: {tables.correlation(row['estimate'])} "
                f"{tables.interval(row['low'], row['high'])}"
                for row in mine
            ]
            marks += [
                Spans(x, low, high, Look(colour=colour, line=0.8), upright=True),
                Trace(x, middle, Look(colour=colour, mark=mark, size=3.4, line=1.3), said),
            ]
        here = sorted({row["n_inputs"] for row in rows if row["human"] == human})
        return Small(marks, Scale(log=True, ticks=here), Scale())

    humans = list(dict.fromkeys(row["human"] for row in rows))
    return small_panels(
        humans,
        panel,
        subtitle="learned metric in blue, best single metric in orange",
        notes=dict.fromkeys(humans, f"up to {places[-1]} inputs"),
        across="labelled inputs",
        up=coefficient,
    )


def _draw_calibration(rows: Sequence[Row]) -> Drawing:
    humans = list(dict.fromkeys(row["human"] for row in rows))
    of = {human: [row for row in rows if row["human"] == human] for human in humans}

    def panel(human: str) -> Small:
        x, middle, low, high = (
            [row[key] for row in of[human]] for key in ("mean_metric", "mean_human", "low", "high")
        )
        ends = [min([*x, *middle]), max([*x, *middle])]
        said = [
            f"predicted {significant(row['mean_metric'])}, people {significant(row['mean_human'])} "
            f"{tables.interval(row['low'], row['high'])}; {counted(row['n_outputs'], 'output')}"
            for row in of[human]
        ]
        marks: list[Mark] = [
            Trace(ends, ends, Look(colour=RULE, line=1.2)),
            Spans(x, low, high, Look(colour=BLUE, line=1.0), upright=True),
            Trace(x, middle, Look(colour=BLUE, mark="o", size=3.6), said),
        ]
        return Small(marks, Scale(), Scale())

    return small_panels(
        humans,
        panel,
        subtitle="held-out outputs in bins of the prediction",
        notes={human: f"{sum(row['n_outputs'] for row in of[human])} outputs" for human in humans},
        across="what is predicted",
        up="mean of people",
    )
