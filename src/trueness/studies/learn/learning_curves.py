"""What more labels bring to a learned metric, and what people say where it says so: a small panel per human scorer."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from trueness.learning.registry import BEST_SINGLE
from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.palette import BLUE, ORANGE, RULE
from trueness.reporting.figures.spots import add_spot
from trueness.reporting.figures.wording import percent
from trueness.reporting.writing import tables
from trueness.result import Row
from trueness.studies.judge.judge_panels import judge_panels
from trueness.studies.learn.rows import LearnResult
from trueness.study.number_words import counted, significant
from trueness.study.rows import as_row
from trueness.study.words import coefficient_words

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas


def learning_curves(result: LearnResult) -> Figure:
    """Draw agreement on held-out outputs by the number of labelled inputs, beside the best single metric's.

    Parameters
    ----------
    result : LearnResult

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
        drawing=functools.partial(_draw_curves, rows, title, coefficient_words(result.settings.coefficient)),
    )


def calibration_plot(result: LearnResult) -> Figure:
    """Draw the mean human score of held-out outputs in bins of what is predicted.

    Parameters
    ----------
    result : LearnResult

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
        drawing=functools.partial(_draw_calibration, rows, title),
    )


def _draw_curves(rows: Sequence[Row], title: str, coefficient: str) -> Canvas:
    def panel(axes: Axes, human: str) -> None:
        here = [row for row in rows if row["human"] == human]
        axes.axhline(0, color=RULE, lw=0.8, zorder=0)
        for scorer in dict.fromkeys(row["scorer"] for row in here):
            colour = ORANGE if scorer == BEST_SINGLE else BLUE
            aside = 1.03 if scorer == BEST_SINGLE else 1 / 1.03  # so that intervals do not hide each other
            mine = [row for row in here if row["scorer"] == scorer]
            x = [row["n_inputs"] * aside for row in mine]
            axes.plot(x, [row["estimate"] for row in mine], "o-", ms=3.4, lw=1.3, color=colour)
            for row in mine:
                value = f"{tables.correlation(row['estimate'])} {tables.interval(row['low'], row['high'])}"
                said = f"{scorer}, {counted(row['n_inputs'], 'labelled input')}: {value}"
                add_spot(axes, row["n_inputs"] * aside, row["estimate"], said)
                if not math.isnan(row["low"]):
                    axes.plot([row["n_inputs"] * aside] * 2, [row["low"], row["high"]], color=colour, lw=0.8)
        axes.set_xscale("log")
        places = sorted({row["n_inputs"] for row in here})
        axes.set_xticks(places, [str(place) for place in places])
        axes.minorticks_off()

    humans = list(dict.fromkeys(row["human"] for row in rows))
    return judge_panels(
        humans,
        panel,
        title=title,
        subtitle="learned metric in blue, best single metric in orange",
        notes={human: f"up to {max(row['n_inputs'] for row in rows)} inputs" for human in humans},
        across="labelled inputs",
        up=coefficient,
    )


def _draw_calibration(rows: Sequence[Row], title: str) -> Canvas:
    def panel(axes: Axes, human: str) -> None:
        here = [row for row in rows if row["human"] == human]
        x = [row["mean_metric"] for row in here]
        values = [*x, *(row["mean_human"] for row in here)]
        axes.plot([min(values), max(values)], [min(values), max(values)], color=RULE, lw=1.2, zorder=1)
        for row in here:
            axes.plot([row["mean_metric"]] * 2, [row["low"], row["high"]], color=BLUE, lw=1.0, zorder=2)
            people = f"{significant(row['mean_human'])} {tables.interval(row['low'], row['high'])}"
            size = counted(row["n_outputs"], "output")
            said = f"predicted {significant(row['mean_metric'])}, people {people}; {size}"
            add_spot(axes, row["mean_metric"], row["mean_human"], said)
        axes.plot(x, [row["mean_human"] for row in here], "o", ms=3.6, color=BLUE, zorder=3)

    humans = list(dict.fromkeys(row["human"] for row in rows))
    return judge_panels(
        humans,
        panel,
        title=title,
        subtitle="held-out outputs in bins of the prediction",
        notes={
            human: f"{sum(row['n_outputs'] for row in rows if row['human'] == human)} outputs"
            for human in humans
        },
        across="what is predicted",
        up="mean of people",
    )
