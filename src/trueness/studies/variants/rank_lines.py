"""Where systems stand by people, by the best metric and by the customary one."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Sequence

from trueness.reporting.figures.drawing import Drawing
from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.look import Look
from trueness.reporting.figures.marks import Mark, Rules, Trace
from trueness.reporting.figures.palette import BLUE, ORANGE, RULE
from trueness.reporting.figures.panel import Names, Panel
from trueness.result import Row
from trueness.studies.variants.rows import VariantsResult
from trueness.study.number_words import significant
from trueness.study.rows import as_row

_LINE, _STEP, _SIDE = 0.2, 2.0, 1.25


def rank_lines(result: VariantsResult) -> Figure:
    """Draw the ranks of systems by people, by the best metric, and by the customary one where there is one.

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
        drawing=functools.partial(_draw, rows, heads),
    )


def _draw(rows: Sequence[Row], heads: dict[str, str]) -> Drawing:
    keys = list(heads)
    places = range(len(keys))
    marks: list[Mark] = [Rules(places, Look(colour=RULE, line=0.8), upright=True)]
    for row in rows:
        ranks = [row[key] for key in keys]
        away = max(ranks) - min(ranks) >= max(3, len(rows) // 4)
        said = [f"{row['system']}, {heads[key]}: rank {significant(row[key])}" for key in keys]
        marks.append(
            Trace(
                places,
                [rank - 1 for rank in ranks],
                Look(colour=ORANGE if away else BLUE, mark="D" if away else "o", size=3.5, line=1.2),
                said,
            )
        )
    panel = Panel(
        width=_STEP * (len(keys) - 1),
        height=_LINE * len(rows),
        marks=marks,
        x=Names(texts=list(heads.values()), longest=_STEP - 0.1, far=True, edge=0.03),
        y=_side(rows, keys[0]),
        right=dataclasses.replace(_side(rows, keys[-1]), far=True),
        sides=(),
    )
    return Drawing(subtitle="ranks of systems' scores, 1 is highest", lines=[[panel]])


def _side(rows: Sequence[Row], key: str) -> Names:
    """Return the names of systems by their ranks, those of equal ranks together."""
    shared: dict[int, list[str]] = {}
    for row in rows:
        shared.setdefault(row[key], []).append(row["system"])
    return Names(
        texts=[", ".join(names) for names in shared.values()],
        apart=False,
        longest=_SIDE,
        at=[rank - 1 for rank in shared],
        count=len(rows),
        size=7,
    )
