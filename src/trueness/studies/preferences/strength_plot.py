"""Strengths of systems by people and by judges, with their intervals, one line per system."""

from __future__ import annotations

from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.value_lines import Line, Reference, Value, value_lines
from trueness.reporting.figures.wording import percent
from trueness.studies.preferences.rows import PreferencesResult
from trueness.study.rows import as_row

MOST_RATERS = 5
"""So many are drawn: people, and the first judges."""


def strength_plot(study: PreferencesResult) -> Figure:
    """Draw the strength of every system by people and by the first judges, the strongest on top.

    Returns
    -------
    Figure
        Its data are the rows drawn.
    """
    raters = list(dict.fromkeys(row.metric for row in study.strengths))[:MOST_RATERS]
    rows = [row for row in study.strengths if row.metric in raters]
    return value_lines(
        name="strengths",
        title="Strengths of systems",
        subtitle="log odds, mean 0",
        caption=f"Strengths in log odds, their mean is 0, with {percent(study.settings.confidence)} intervals for "
        f"other inputs; systems in the order of {raters[0]}.",
        items="systems",
        series=raters,
        lines=[
            Line(
                system,
                {row.metric: Value(row.estimate, row.low, row.high) for row in here},
                [as_row(row) for row in here],
            )
            for system in (row.system for row in rows if row.metric == raters[0])
            for here in [[row for row in rows if row.system == system]]
        ],
        across="log odds",
        reference=Reference(0.0),
    )
