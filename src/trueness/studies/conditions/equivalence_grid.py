"""Which metrics are shown to agree as well under which condition: a grid for every human scorer."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING

import numpy as np

from trueness.reporting.figures.figure import Figure, figure_name
from trueness.reporting.figures.matrix_panels import MatrixPanel, matrix_panels
from trueness.reporting.figures.palette import BLANK, BLUE, ORANGE
from trueness.reporting.figures.wording import levels_phrase, percent
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.studies.conditions.rows import ConditionsResult, ConditionTest
from trueness.studies.conditions.said import kind_words
from trueness.study.number_words import counted
from trueness.study.rows import as_row
from trueness.study.words import CORRECTION_WORDS

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

SHOWN, ALONE, DIFFERENT, NOTHING, UNDEFINED = (
    "shown",
    "before correction only",
    "shown to differ",
    "undecided",
    "undefined",
)
_PALE_BLUE = "#A6CEE3"
_COLOURS = {SHOWN: BLUE, ALONE: _PALE_BLUE, DIFFERENT: ORANGE, NOTHING: "#FFFFFF", UNDEFINED: BLANK}


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
    panels = [
        _panel(human, [[found.get((human, m, c)) for c in result.conditions] for m in result.metrics], alpha)
        for human in result.humans
    ]
    states = {_state(row, alpha) for row in rows}
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
        drawing=functools.partial(_draw, panels, result, states, title, level),
    )


def _state(row: ConditionTest | None, alpha: float) -> str:
    if row is None or math.isnan(row.pvalue):
        return UNDEFINED
    if row.equivalent:
        return SHOWN
    if row.verdict in ("better", "worse"):
        return DIFFERENT
    return ALONE if row.pvalue <= alpha and not row.too_wide else NOTHING


def _panel(human: str, cells: list[list[ConditionTest | None]], alpha: float) -> MatrixPanel:
    from matplotlib.colors import to_rgb

    colours = [[to_rgb(_COLOURS[_state(row, alpha)]) for row in line] for line in cells]
    texts = [[_short(row) for row in line] for line in cells]
    return MatrixPanel(human, np.array(colours), texts)


def _short(row: ConditionTest | None) -> str:
    """Return a p-value in little space."""
    if row is None or math.isnan(row.pvalue_adjusted):
        return ""
    if row.pvalue_adjusted < 0.001:
        return "<.001"
    text = f"{row.pvalue_adjusted:.3f}" if row.pvalue_adjusted < 0.1 else f"{row.pvalue_adjusted:.2f}"
    return text.removeprefix("0")


def _draw(
    panels: list[MatrixPanel], result: ConditionsResult, states: set[str], title: str, level: str
) -> Canvas:
    from matplotlib.patches import Patch

    key = [
        Patch(facecolor=colour, edgecolor="#888888", lw=0.5, label=state)
        for state, colour in _COLOURS.items()
        if state in states
    ]
    return matrix_panels(
        panels,
        result.metrics,
        result.conditions,
        title=title,
        subtitle=f"{counted(len(result.metrics), 'metric')}, {counted(len(result.conditions), 'condition')} "
        f"{levels_phrase([level])}",
        key=key,
    )
