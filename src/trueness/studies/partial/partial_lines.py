"""What is left of every metric's agreement where something is given, beside all of it."""

from __future__ import annotations

from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.value_lines import Line, Reference, Value, by_estimate, value_lines
from trueness.reporting.figures.wording import percent
from trueness.studies.partial.rows import PartialResult
from trueness.study.number_words import counted
from trueness.study.rows import as_row

BEFORE = "over all outputs"


def partial_lines(found: PartialResult, given: str) -> Figure:
    """Draw Pearson's r of every metric over all outputs, and where something is given.

    Returns
    -------
    Figure
        Its data are the rows of what is given.
    """
    rows = [row for row in found.partial if row.given == given]
    after = f"given {given}"
    lines = by_estimate(
        Line(
            row.metric,
            {
                BEFORE: Value(row.before, row.before_low, row.before_high),
                after: Value(row.estimate, row.low, row.high),
            },
            [as_row(row)],
            note=row.explains,
        )
        for row in rows
    )
    return value_lines(
        name=f"given-{given}",
        title=f"Agreement with people, given {given}",
        subtitle=f"{counted(len(rows), 'metric')} beside ‘{found.selection.human}’",
        caption=f"Pearson's r over outputs before and after what goes with ‘{given}’ is taken out of both, with "
        f"{percent(found.settings.confidence)} intervals. At the right: how much of the agreement goes with it.",
        items="metrics",
        series=(BEFORE, after),
        lines=lines,
        across="Pearson's r",
        reference=Reference(0.0),
    )
