"""All variants by what they count, with those that are not outperformed."""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping, Sequence

from trueness.reporting.figures.drawing import Drawing
from trueness.reporting.figures.figure import Figure, figure_name
from trueness.reporting.figures.look import Look
from trueness.reporting.figures.marks import Mark, Rules, Trace
from trueness.reporting.figures.palette import BLUE, GREEN, INK, ORANGE, PURPLE, RULE
from trueness.reporting.figures.panel import Names, Panel, Scale
from trueness.studies.variants.rows import VariantRow, VariantsResult
from trueness.study.number_words import decimal
from trueness.study.rows import as_row
from trueness.study.words import coefficient_words

_WIDTH, _LINE, _LEFT = 5.6, 0.3, 1.3
_COLOURS = {"precision": BLUE, "f": GREEN, "recall": ORANGE, "": PURPLE}
_PARTS = {"precision": "precision", "f": "F", "recall": "recall", "": "another metric"}
_MARKS = {"mean": "o", "median": "D"}
_SHIFT = {"precision": -0.2, "f": 0.0, "recall": 0.2, "": 0.0}


def variant_strip(result: VariantsResult, coefficient: str) -> Figure:
    """Draw the correlation of every variant, a line for each type of what is counted.

    Colours are parts, round marks means, diamonds medians; filled marks are not outperformed by Williams' test.
    """
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
        drawing=functools.partial(_draw, lines, words, result.human),
    )


def _draw(lines: Mapping[str, Sequence[VariantRow]], words: str, human: str) -> Drawing:
    marks: list[Mark] = [Rules(range(len(lines)), Look(colour=RULE, line=0.4))]
    looks: dict[Look, list[tuple[float, VariantRow]]] = {}
    for y, found in enumerate(lines.values()):
        for row in found:
            part = row.part or ""
            look = _look(part, row.aggregate, filled=row.optimal)
            looks.setdefault(look, []).append((y + _SHIFT[part], row))
    marks += [
        Trace(
            [row.estimate for _, row in here],
            [y for y, _ in here],
            look,
            [f"{row.metric}: {decimal(row.estimate)}" for _, row in here],
        )
        for look, here in looks.items()
    ]
    parts = {row.part or "" for found in lines.values() for row in found}
    key = {_PARTS[part]: _look(part, "mean", filled=True) for part in _COLOURS if part in parts}
    key |= {name: Look(colour=INK, mark=mark, size=4.2, fill="white") for name, mark in _MARKS.items()}
    panel = Panel(
        width=_WIDTH,
        height=_LINE * len(lines),
        marks=marks,
        x=Scale(label=words, grid=False),
        y=Names(texts=list(lines), longest=_LEFT, size=8),
    )
    return Drawing(subtitle=f"{words} with {human}", lines=[[panel]], key=key)


def _look(part: str, aggregate: str | None, *, filled: bool) -> Look:
    colour = _COLOURS[part]
    mark = _MARKS.get(aggregate or "", "s")
    return Look(colour=colour, mark=mark, size=4.2, fill="" if filled else "white", edge_width=0.9)
