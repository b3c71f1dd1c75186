"""Where systems stand by people, by the best metric and by the customary one."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING

from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.palette import BLUE, INK, ORANGE, RULE
from trueness.reporting.figures.sheet import MARGIN, Sheet
from trueness.reporting.figures.spots import add_spot
from trueness.reporting.writing.labels import shortened
from trueness.result import Row
from trueness.studies.variants.rows import VariantsResult
from trueness.study.number_words import significant
from trueness.study.rows import as_row

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

_LINE, _STEP, _SIDE = 0.2, 2.0, 1.35


def rank_lines(result: VariantsResult) -> Figure:
    """Draw the ranks of systems by people, by the best metric, and by the customary one where there is one.

    Parameters
    ----------
    result : VariantsResult

    Returns
    -------
    Figure
        Its data are the rows of the table of systems.
    """
    rows = [as_row(row) for row in result.systems]
    heads = {"rank_human": result.human, "rank_best": result.best}
    if result.customary is not None:
        heads["rank_customary"] = result.customary
    title = "Systems by people and by metrics"
    moved = sum(row["rank_best"] != row["rank_human"] for row in rows)
    caption = (
        f"Ranks of {len(rows)} systems, 1 is highest; equal scores share the better rank. The best metric puts {moved} "
        "of them at another place than people do."
    )
    return Figure.of(
        name="system-ranks",
        title=title,
        caption=caption,
        data=rows,
        drawing=functools.partial(_draw, rows, heads, title),
    )


def _draw(rows: Sequence[Row], heads: dict[str, str], title: str) -> Canvas:
    width = 2 * MARGIN + 2 * _SIDE + _STEP * (len(heads) - 1)
    height = _LINE * len(rows)
    sheet = Sheet(
        width, 0.3 + height + MARGIN, title=title, subtitle="ranks of systems' scores, 1 is highest"
    )
    axes = sheet.panel(MARGIN + _SIDE, sheet.top + 0.3, _STEP * (len(heads) - 1), height)
    keys = list(heads)
    for row in rows:
        ranks = [row[key] for key in keys]
        away = max(ranks) - min(ranks) >= max(3, len(rows) // 4)
        axes.plot(range(len(keys)), ranks, color=ORANGE if away else BLUE, lw=1.2, marker="o", ms=3.5)
        for k, key in enumerate(keys):
            add_spot(axes, k, row[key], f"{row['system']}, {heads[key]}: rank {significant(row[key])}")
    for side, key, place, align in ((0, keys[0], -0.03, "right"), (len(keys) - 1, keys[-1], 1.03, "left")):
        del side
        shared: dict[int, list[str]] = {}
        for row in rows:
            shared.setdefault(row[key], []).append(row["system"])
        for rank, names in shared.items():
            axes.annotate(
                shortened(", ".join(names), 7, _SIDE - 0.1),
                (place, rank),
                xycoords=("axes fraction", "data"),
                ha=align,
                va="center",
                fontsize=7,
                color=INK,
                parse_math=False,
            )
    axes.set_ylim(len(rows) + 0.5, 0.5)
    axes.set_xlim(-0.02, len(keys) - 0.98)
    axes.set_yticks([])
    axes.set_xticks(
        range(len(keys)),
        [shortened(heads[key], 7.5, _STEP - 0.1) for key in keys],
        fontsize=7.5,
        parse_math=False,
    )
    axes.tick_params(labeltop=True, labelbottom=False, length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)
    for k in range(len(keys)):
        axes.axvline(k, color=RULE, lw=0.8, zorder=0)
    return sheet.canvas
