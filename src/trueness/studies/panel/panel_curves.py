"""What more members bring to a panel of judges, or more runs to one: a small panel each."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence

from trueness.reporting.figures.drawing import Drawing
from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.look import Look
from trueness.reporting.figures.marks import Mark, Spans, Trace
from trueness.reporting.figures.palette import BLUE
from trueness.reporting.figures.panel import Scale
from trueness.reporting.figures.small_panels import Small, small_panels
from trueness.reporting.figures.wording import percent
from trueness.reporting.writing import tables
from trueness.result import Row
from trueness.studies.panel.rows import PanelResult
from trueness.studies.panel.said import SYMBOLS
from trueness.study.number_words import counted
from trueness.study.rows import as_row


def panel_curves(result: PanelResult) -> Figure | None:
    """Draw agreement with people by the number of members, None where nothing is known of it.

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
        drawing=functools.partial(_draw, rows, measured),
    )


def _draw(rows: Sequence[Row], measured: str) -> Drawing:
    names = list(dict.fromkeys(row["panel"] for row in rows))
    of = {name: [row for row in rows if row["panel"] == name] for name in names}

    def panel(name: str) -> Small:
        x, middle, low, high = (
            [row[key] for row in of[name]] for key in ("n_members", "estimate", "low", "high")
        )
        said = [
            f"{counted(row['n_members'], 'member')}: {tables.correlation(row['estimate'])} "
            f"{tables.interval(row['low'], row['high'])}"
            for row in of[name]
        ]
        marks: list[Mark] = [
            Spans(x, low, high, Look(colour=BLUE, line=0.8), upright=True),
            Trace(x, middle, Look(colour=BLUE, mark="o", size=3.4, line=1.3), said),
        ]
        return Small(marks, Scale(ticks=x), Scale())

    return small_panels(
        names,
        panel,
        subtitle="agreement with people by the number of members",
        notes={name: f"up to {max(row['n_members'] for row in of[name])}" for name in names},
        across="members",
        up=measured,
    )
