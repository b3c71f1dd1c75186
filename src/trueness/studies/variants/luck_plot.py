"""The correlation of the best metric beside what is to be expected of it elsewhere."""

from __future__ import annotations

import math

from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.value_lines import Line, Value, value_lines
from trueness.studies.variants.rows import VariantsResult
from trueness.study.number_words import percent
from trueness.study.rows import as_row
from trueness.study.words import coefficient_words

CHOSEN, ELSEWHERE = "where it was chosen", "elsewhere, with limits"
PLACES = {"inputs": "other inputs", "systems": "other systems", "both": "other systems and inputs"}


def luck_plot(result: VariantsResult) -> Figure:
    """Draw the estimate of the best metric, and what it is without the luck of the best, by what is thought of.

    Returns
    -------
    Figure
        Its data are the rows of the table of luck.
    """
    rows = [row for row in result.luck if not math.isnan(row.drop)]
    n = result.luck[0].n_metrics if result.luck else 0
    return value_lines(
        name="luck-of-the-best",
        title="What the best metric owes to having been chosen",
        subtitle="less what choosing adds",
        caption=f"The correlation of the best of {n} metrics where it was chosen, and what it reaches elsewhere, with "
        f"its {percent(result.settings.confidence)} interval given that it was chosen. At the right: how many of such "
        "samples have another best metric.",
        items="places",
        series=(CHOSEN, ELSEWHERE),
        lines=[
            Line(
                f"{coefficient_words(row.coefficient)}, {PLACES[row.over]}",
                {
                    CHOSEN: Value(row.estimate),
                    ELSEWHERE: Value(row.honest, row.estimate - row.drop_high, row.estimate - row.drop_low),
                },
                [as_row(row)],
                note=f"{percent(1 - row.share_same)} choose another",
            )
            for row in rows
        ],
        across="correlation",
    )
