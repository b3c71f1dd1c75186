"""What more members bring to a panel of judges, or more runs to one: a small panel each."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.palette import BLUE
from trueness.reporting.figures.spots import add_spot
from trueness.reporting.figures.wording import percent
from trueness.reporting.writing import tables
from trueness.result import Row
from trueness.studies.judge.judge_panels import judge_panels
from trueness.studies.panel.rows import PanelResult
from trueness.studies.panel.said import SYMBOLS
from trueness.study.number_words import counted
from trueness.study.rows import as_row

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas


def panel_curves(result: PanelResult) -> Figure | None:
    """Draw agreement with people by the number of members, None where nothing is known of it.

    Parameters
    ----------
    result : PanelResult

    Returns
    -------
    Figure or None
        Its data are the rows of the curve that were measured.
    """
    rows = [as_row(row) for row in result.curve if not math.isnan(row.estimate)]
    if not rows:
        return None
    title = "How many judges, and how many runs?"
    measured = SYMBOLS[result.panels[0].measure]
    caption = (
        f"Agreement with people ({measured}) of the label of most members, or their mean, by the number of members, on "
        f"average over which, with {percent(result.settings.confidence)} intervals. Where a curve is flat, more are "
        "not worth it."
    )
    return Figure.of(
        name="panel-curves",
        title=title,
        caption=caption,
        data=rows,
        drawing=functools.partial(_draw, rows, title, measured),
    )


def _draw(rows: Sequence[Row], title: str, measured: str) -> Canvas:
    def panel(axes: Axes, name: str) -> None:
        mine = [row for row in rows if row["panel"] == name]
        x = [row["n_members"] for row in mine]
        axes.plot(x, [row["estimate"] for row in mine], "o-", ms=3.4, lw=1.3, color=BLUE)
        for row in mine:
            value = f"{tables.correlation(row['estimate'])} {tables.interval(row['low'], row['high'])}"
            add_spot(
                axes, row["n_members"], row["estimate"], f"{counted(row['n_members'], 'member')}: {value}"
            )
            if not math.isnan(row["low"]):
                axes.plot([row["n_members"]] * 2, [row["low"], row["high"]], color=BLUE, lw=0.8)
        axes.set_xticks(x, [str(one) for one in x])

    names = list(dict.fromkeys(row["panel"] for row in rows))
    return judge_panels(
        names,
        panel,
        title=title,
        subtitle="agreement with people by the number of members",
        notes={
            name: f"up to {max(row['n_members'] for row in rows if row['panel'] == name)}" for name in names
        },
        across="members",
        up=measured,
    )
