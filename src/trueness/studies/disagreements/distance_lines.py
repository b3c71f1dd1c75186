"""How far each metric's order of outputs is from people's, beside a random order."""

from __future__ import annotations

import math

from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.value_lines import Line, Value, by_estimate, value_lines
from trueness.reporting.figures.wording import percent
from trueness.reporting.writing import tables
from trueness.reporting.writing.orientation import endings, note
from trueness.studies.disagreements.rows import DisagreementsResult
from trueness.study.number_words import bracketed_shares, counted
from trueness.study.rows import as_row

METRIC, RANDOM = "by the metric", "in random order"


def distance_lines(found: DisagreementsResult) -> Figure:
    """Draw the mean distance of each metric's places from people's, and what a random order would give.

    Returns
    -------
    Figure
        Its data are the rows of the distances.
    """
    names = [row.metric for row in found.distances]
    lines = by_estimate(
        (
            Line(
                row.metric,
                {METRIC: Value(row.estimate, row.low, row.high), RANDOM: Value(row.chance)},
                [as_row(row)],
                mark,
            )
            for row, mark in zip(found.distances, endings(found.table, names), strict=True)
        ),
        rising=True,
    )
    nearest = lines[0].values[METRIC]
    sure = any(math.isfinite(row.low) for row in found.distances)
    caption = (
        f"‘{lines[0].name}’ is nearest: {tables.share(nearest.estimate)}"
        f"{bracketed_shares(nearest.low, nearest.high)} of the longest way; a random order would be "
        f"{tables.share(lines[0].values[RANDOM].estimate)} away. "
        if not math.isnan(nearest.estimate)
        else ""
    )
    among = "of one input" if found.settings.among == "input" else "of all inputs"
    return value_lines(
        name="distances",
        title="Distance from people's order",
        subtitle=f"{counted(len(names), 'metric')} beside ‘{found.selection.human}’{note(found.table, names)}",
        caption=f"{caption}Shown is the mean distance between the places that people and a metric give an output among "
        f"those {among}: 0% where both orders are the same"
        + (f"; with {percent(found.settings.confidence)} intervals for other inputs." if sure else "."),
        items="metrics",
        series=(METRIC, RANDOM),
        lines=lines,
        across="distance, as a share of the longest way",
        shares=True,
    )
