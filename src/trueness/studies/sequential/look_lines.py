"""What was known after every label, beside the bar."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from trueness.reporting.figures.drawing import Drawing
from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.look import Look
from trueness.reporting.figures.marks import Mark, Rules, Trace
from trueness.reporting.figures.palette import BLUE, INK
from trueness.reporting.figures.panel import Scale
from trueness.reporting.figures.small_panels import Small, small_panels
from trueness.reporting.writing import tables
from trueness.result import Row
from trueness.studies.sequential.rows import SequentialResult
from trueness.study.number_words import counted
from trueness.study.rows import as_row


def look_lines(result: SequentialResult) -> Figure | None:
    """Draw the limits after every label, a panel for each judge; None without labels."""
    rows = [as_row(row) for row in result.looks]
    if not rows:
        return None
    return Figure.of(
        name="looks",
        title="What was known after every label?",
        caption="Limits of what decides, after every label, and the bar. It is settled where both lie on one side of "
        "the bar, and stays so.",
        data=rows,
        drawing=functools.partial(_draw, rows),
    )


def _draw(rows: Sequence[Row]) -> Drawing:
    names = list(dict.fromkeys(row["metric"] for row in rows))

    def panel(name: str) -> Small:
        mine = [row for row in rows if row["metric"] == name]
        after = [row["n_labelled"] for row in mine]
        said = [
            f"after {counted(row['n_labelled'], 'label')}: {tables.interval(row['low'], row['high'])}"
            for row in mine
        ]
        line = Look(colour=BLUE, line=1.3)
        marks: list[Mark] = [
            Rules([mine[0]["bar"]], Look(colour=INK, line=0.9)),
            Trace(after, [row["low"] for row in mine], line, said),
            Trace(after, [row["high"] for row in mine], line, said),
        ]
        return Small(marks, Scale(), Scale(low=-1, high=1))

    return small_panels(
        names,
        panel,
        subtitle="limits that hold after every label",
        notes=dict.fromkeys(names, ""),
        across="labels",
        up="what decides",
    )
