"""How often people agree by the size of a metric's difference: a panel per metric."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence

from trueness.reporting.figures.drawing import Drawing
from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.look import Look
from trueness.reporting.figures.marks import Mark, Rules, Trace, band
from trueness.reporting.figures.palette import BLUE, ORANGE, RULE
from trueness.reporting.figures.panel import Scale
from trueness.reporting.figures.small_panels import Small, small_panels
from trueness.reporting.figures.wording import percent
from trueness.result import Row
from trueness.studies.worth.rows import WorthResult
from trueness.study.rows import as_row

CURVES = {"isotonic": ORANGE, "logistic": BLUE}
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
        drawing=functools.partial(_draw, rows, notes),
    )


def _draw(rows: Sequence[Row], notes: Mapping[str, str]) -> Drawing:
    def panel(metric: str) -> Small:
        marks: list[Mark] = [Rules([0.5], Look(colour=RULE, line=1.0))]
        for curve, colour in CURVES.items():
            mine = [row for row in rows if (row["metric"], row["curve"]) == (metric, curve)]
            x, middle, low, high = (
                [row[key] for row in mine] for key in ("difference", "estimate", "low", "high")
            )
            marks += [
                band(x, low, high, Look(colour=colour, alpha=0.15)),
                Trace(x, middle, Look(colour=colour, line=1.4)),
            ]
        return Small(marks, Scale(), Scale(low=0.0, high=1.02))

    return small_panels(
        list(dict.fromkeys(row["metric"] for row in rows)),
        panel,
        subtitle="logistic in blue, isotonic in orange",
        notes=notes,
        across="difference",
        up="people agree",
    )
