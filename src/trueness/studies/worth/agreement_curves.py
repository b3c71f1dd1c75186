"""How often people agree by the size of a metric's difference: a panel per metric."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.palette import BLUE, ORANGE, RULE
from trueness.reporting.figures.wording import percent
from trueness.result import Row
from trueness.studies.judge.judge_panels import judge_panels
from trueness.studies.worth.rows import WorthResult
from trueness.study.rows import as_row

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

BETWEEN = {"systems": "two systems", "outputs": "two outputs of one input"}


def agreement_curves(result: WorthResult, kind: str) -> Figure:
    """Draw the curves of pairs of a kind.

    Parameters
    ----------
    result : WorthResult
    kind : {'systems', 'outputs'}

    Returns
    -------
    Figure
        Its data are the rows of the curves.
    """
    title = f"What a difference between {BETWEEN[kind]} is worth"
    caption = (
        f"How often people prefer the same, by the difference of a metric's scores between {BETWEEN[kind]}, with "
        f"{percent(result.settings.confidence)} intervals: the logistic curve in blue, the isotonic one in orange. The "
        "grey line is one half. Curves end at the largest difference."
    )
    rows = [as_row(row) for row in result.curves if row.kind == kind]
    notes = {row.metric: f"{row.n_pairs:,} pairs" for row in result.fits if row.kind == kind}
    return Figure.of(
        name=f"agreement-by-difference-{kind}",
        title=title,
        caption=caption,
        data=rows,
        drawing=functools.partial(_draw, rows, title, notes),
    )


def _draw(rows: Sequence[Row], title: str, notes: Mapping[str, str]) -> Canvas:
    metrics = list(dict.fromkeys(row["metric"] for row in rows))

    def panel(axes: Axes, metric: str) -> None:
        axes.axhline(0.5, color=RULE, lw=1.0, zorder=0)
        for curve, colour in (("isotonic", ORANGE), ("logistic", BLUE)):
            mine = [row for row in rows if (row["metric"], row["curve"]) == (metric, curve)]
            x = [row["difference"] for row in mine]
            axes.fill_between(
                x, [row["low"] for row in mine], [row["high"] for row in mine], color=colour, alpha=0.15, lw=0
            )
            axes.plot(x, [row["estimate"] for row in mine], color=colour, lw=1.4)
        axes.set_ylim(0.0, 1.02)

    return judge_panels(
        metrics,
        panel,
        title=title,
        subtitle="logistic in blue, isotonic in orange",
        notes=notes,
        across="difference",
        up="people agree",
    )
