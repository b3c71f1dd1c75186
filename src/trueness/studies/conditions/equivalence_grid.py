"""Which metrics are shown to agree as well under which condition: a grid for every human scorer."""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping

import numpy as np

from trueness.reporting.figures.cells import named_cells
from trueness.reporting.figures.drawing import Drawing, fitting, in_lines
from trueness.reporting.figures.figure import Figure, figure_name
from trueness.reporting.figures.look import Look
from trueness.reporting.figures.palette import BLANK, BLUE, FAINT_INK, ORANGE
from trueness.reporting.figures.panel import Panel
from trueness.reporting.figures.wording import levels_phrase, percent
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.studies.conditions.rows import ConditionsResult, ConditionTest
from trueness.studies.conditions.said import kind_words
from trueness.study.number_words import counted
from trueness.study.rows import as_row
from trueness.study.words import CORRECTION_WORDS

SHOWN, ALONE, DIFFERENT, NOTHING, UNDEFINED = (
    "shown",
    "before correction only",
    "shown to differ",
    "undecided",
    "undefined",
)
_PALE_BLUE = "#A6CEE3"
_COLOURS = {SHOWN: BLUE, ALONE: _PALE_BLUE, DIFFERENT: ORANGE, NOTHING: "#FFFFFF", UNDEFINED: BLANK}
_PIXELS = {state: list(bytes.fromhex(colour[1:])) for state, colour in _COLOURS.items()}


def equivalence_grid(result: ConditionsResult, kind: str, level: str, coefficient: str) -> Figure:
    """Draw for every human a matrix of metrics by conditions: what is shown, what is so before correction only.

    As Figure 3 of Braun et al. (2022). In the cells stand corrected p-values of equivalence.

    Parameters
    ----------
    result : ConditionsResult
    kind : str
        Of margin.
    level, coefficient : str
        What was computed.

    Returns
    -------
    Figure
        Its data are the tests.
    """
    rows = [
        row
        for row in result.tests
        if (row.margin_kind, row.method, row.level, row.coefficient)
        == (kind, result.settings.method, level, coefficient)
    ]
    alpha = result.settings.alpha
    found = {(row.human, row.metric, row.condition): row for row in rows}
    title = f"Equivalent within {kind_words(kind)}: {coefficient_facts(coefficient).words}"
    shown = sum(row.equivalent for row in rows)
    alone = sum(_state(row, alpha) == ALONE for row in rows)
    caption = (
        f"Metrics shown to agree as well with a human scorer under a condition as under the reference "
        f"{levels_phrase([level])}, within {kind_words(kind)} at level {percent(alpha)}: {shown} of {len(rows)} with "
        f"{CORRECTION_WORDS[result.settings.correction]}, {alone} more before correction. In the cells: corrected p."
    )
    return Figure.of(
        name=figure_name("equivalence-grid", kind.replace(".", "-"), coefficient, level),
        title=title,
        caption=caption,
        data=[as_row(row) for row in rows],
        drawing=functools.partial(_draw, found, result, level),
    )


def _state(row: ConditionTest | None, alpha: float) -> str:
    if row is None or math.isnan(row.pvalue):
        return UNDEFINED
    if row.equivalent:
        return SHOWN
    if row.verdict in ("better", "worse"):
        return DIFFERENT
    return ALONE if row.pvalue <= alpha and not row.too_wide else NOTHING


def _panel(human: str, cells: list[list[ConditionTest | None]], result: ConditionsResult) -> Panel:
    states = [[_state(row, result.settings.alpha) for row in line] for line in cells]
    colours = np.array([[_PIXELS[state] for state in line] for line in states]) / 255
    texts = [[_short(row) for row in line] for line in cells]
    return named_cells(colours, result.metrics, result.conditions, texts=texts, heading=human)


def _short(row: ConditionTest | None) -> str:
    """Return a p-value in little space."""
    if row is None or math.isnan(row.pvalue_adjusted):
        return ""
    if row.pvalue_adjusted < 0.001:
        return "<.001"
    text = f"{row.pvalue_adjusted:.3f}" if row.pvalue_adjusted < 0.1 else f"{row.pvalue_adjusted:.2f}"
    return text.removeprefix("0")


def _draw(
    found: Mapping[tuple[str, str, str], ConditionTest], result: ConditionsResult, level: str
) -> Drawing:
    panels = [
        _panel(human, [[found.get((human, m, c)) for c in result.conditions] for m in result.metrics], result)
        for human in result.humans
    ]
    states = {_state(row, result.settings.alpha) for row in found.values()}
    return Drawing(
        subtitle=f"{counted(len(result.metrics), 'metric')}, {counted(len(result.conditions), 'condition')} "
        f"{levels_phrase([level])}",
        lines=in_lines(panels, fitting(panels)),
        key={
            state: Look(colour=colour, edge=FAINT_INK, edge_width=0.5)
            for state, colour in _COLOURS.items()
            if state in states
        },
    )
