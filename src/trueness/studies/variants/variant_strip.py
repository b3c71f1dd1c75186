"""All variants by what they count, with those that are not outperformed."""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from trueness.errors import check_choice
from trueness.reporting.figures.figure import Figure, figure_name
from trueness.reporting.figures.palette import BLUE, GREEN, INK, ORANGE, PURPLE, RULE
from trueness.reporting.figures.sheet import MARGIN, Sheet
from trueness.reporting.writing.labels import shortened
from trueness.result import Row
from trueness.studies.variants.rows import VariantRow, VariantsResult
from trueness.study.rows import as_row
from trueness.study.words import coefficient_words

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

_WIDTH, _LINE, _LEFT = 5.6, 0.3, 1.3
_COLOURS = {"precision": BLUE, "f": GREEN, "recall": ORANGE, "": PURPLE}
_PARTS = {"precision": "precision", "f": "F", "recall": "recall", "": "another metric"}
_SHIFT = {"precision": -0.2, "f": 0.0, "recall": 0.2, "": 0.0}


def variant_strip(result: VariantsResult, coefficient: str) -> Figure:
    """Draw the correlation of every variant, a line for each type of what is counted.

    Colours are parts, round marks means, diamonds medians; filled marks are not outperformed by Williams' test.

    Parameters
    ----------
    result : VariantsResult
    coefficient : str

    Raises
    ------
    ArgumentError
        If nothing was compared by that coefficient.
    """
    check_choice("coefficient", coefficient, result.settings.coefficients)
    rows = [row for row in result.of(coefficient) if not math.isnan(row.estimate)]
    lines: dict[str, list[VariantRow]] = {}
    for row in rows:
        lines.setdefault(f"ROUGE-{row.type}" if row.type else row.metric, []).append(row)
    title = "Every variant's agreement with people"
    words = coefficient_words(coefficient)
    caption = (
        f"{words} of systems' scores with {result.human}, of {len(rows)} metrics. Circles are means of outputs' "
        f"scores, "
        "diamonds medians; filled: not significantly outperformed by any other by Williams' test, uncorrected."
    )
    return Figure.of(
        name=figure_name("variant-strip", coefficient),
        title=title,
        caption=caption,
        data=[as_row(row) for row in rows],
        drawing=functools.partial(
            _draw,
            {name: [as_row(row) for row in found] for name, found in lines.items()},
            title,
            words,
            result.human,
        ),
    )


def _draw(lines: Mapping[str, Sequence[Row]], title: str, words: str, human: str) -> Canvas:
    from matplotlib.lines import Line2D

    height = _LINE * len(lines)
    sheet = Sheet(
        2 * MARGIN + _LEFT + _WIDTH,
        0.42 + height + 0.5 + MARGIN,
        title=title,
        subtitle=f"{words} with {human}",
    )
    parts = {row["part"] or "" for found in lines.values() for row in found}
    handles = [
        Line2D([], [], ls="", marker="o", ms=5, color=_COLOURS[part], label=_PARTS[part])
        for part in _COLOURS
        if part in parts
    ]
    marks = {"mean": ("o", "mean"), "median": ("D", "median")}
    handles += [
        Line2D([], [], ls="", marker=mark, ms=5, mfc="white", mec=INK, label=word)
        for mark, word in marks.values()
    ]
    sheet.key(MARGIN, sheet.top + 0.02, handles, len(handles))
    axes = sheet.panel(MARGIN + _LEFT, sheet.top + 0.4, _WIDTH, height)
    for y, found in enumerate(lines.values()):
        axes.axhline(y, color=RULE, lw=0.4, zorder=0)
        for row in found:
            part = row["part"] or ""
            axes.plot(
                [row["estimate"]],
                [y + _SHIFT[part]],
                marks.get(row["aggregate"], ("s", ""))[0],
                ms=4.2,
                mec=_COLOURS[part],
                mfc=_COLOURS[part] if row["optimal"] else "white",
                mew=0.9,
            )
    axes.set_yticks(
        range(len(lines)), [shortened(name, 8, _LEFT) for name in lines], fontsize=8, parse_math=False
    )
    axes.set_ylim(len(lines) - 0.5, -0.5)
    axes.set_xlabel(words)
    axes.tick_params(axis="y", length=0)
    return sheet.canvas
