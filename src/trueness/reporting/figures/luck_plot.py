"""The correlation of the best metric beside what is to be expected of it elsewhere."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.palette import BLUE, ORANGE, RULE
from trueness.reporting.figures.sheet import MARGIN, Sheet
from trueness.reporting.writing.labels import shortened
from trueness.result import Row
from trueness.studies.number_words import percent
from trueness.studies.rows import as_row
from trueness.studies.variants.rows import Variants
from trueness.studies.words import coefficient_words

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

_WIDTH, _LINE, _LEFT, _RIGHT = 4.0, 0.34, 2.2, 1.6
TITLE = "What the best metric owes to having been chosen"
PLACES = {"inputs": "other inputs", "systems": "other systems", "both": "other systems and inputs"}


def luck_plot(result: Variants) -> Figure:
    """Draw the estimate of the best metric, and what it is without the luck of the best, by what is thought of.

    Parameters
    ----------
    result : Variants

    Returns
    -------
    Figure
        Its data are the rows of the table of luck.
    """
    rows = [as_row(row) for row in result.luck if not math.isnan(row.drop)]
    n = result.luck[0].n_metrics if result.luck else 0
    caption = (
        f"The correlation of the best of {n} metrics where it was chosen (open), and what is to be expected of it "
        f"elsewhere (filled), with the limits between which it lies in {percent(result.settings.confidence)} of "
        f"samples "
        "of this size. At the right: how many of such samples have another best metric."
    )
    return Figure.of(
        name="luck-of-the-best",
        title=TITLE,
        caption=caption,
        data=rows,
        drawing=functools.partial(_draw, rows),
    )


def _draw(rows: Sequence[Row]) -> Canvas:
    from matplotlib.lines import Line2D

    height = _LINE * len(rows)
    sheet = Sheet(
        2 * MARGIN + _LEFT + _WIDTH + _RIGHT,
        0.42 + height + 0.45 + MARGIN,
        title=TITLE,
        subtitle="nested choice",
    )
    sheet.key(
        MARGIN,
        sheet.top + 0.02,
        [
            Line2D(
                [], [], ls="", marker="o", mfc="white", mec=ORANGE, mew=1.4, ms=6, label="where it was chosen"
            ),
            Line2D([], [], ls="-", color=BLUE, marker="o", ms=5, label="elsewhere, with limits"),
        ],
        2,
    )
    axes = sheet.panel(MARGIN + _LEFT, sheet.top + 0.4, _WIDTH, height)
    for y, row in enumerate(rows):
        ends = [row["estimate"] - row["drop_high"], row["estimate"] - row["drop_low"]]
        axes.axhline(y, color=RULE, lw=0.4, zorder=0)
        axes.plot(ends, [y, y], color=BLUE, lw=1.6, solid_capstyle="butt")
        axes.plot([row["honest"]], [y], "o", color=BLUE, ms=5, zorder=3)
        axes.plot([row["estimate"]], [y], "o", mfc="white", mec=ORANGE, mew=1.4, ms=6, zorder=3)
        axes.annotate(
            f"{percent(1 - row['share_same'])} choose another",
            (1.02, y),
            xycoords=("axes fraction", "data"),
            fontsize=7.5,
            va="center",
        )
    names = [f"{coefficient_words(row['coefficient'])}, {PLACES[row['over']]}" for row in rows]
    axes.set_yticks(range(len(rows)), [shortened(name, 8, _LEFT) for name in names], fontsize=8)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlabel("correlation")
    axes.tick_params(axis="y", length=0)
    return sheet.canvas
