"""How the margins that annotators give differ between dimensions and metrics."""

from __future__ import annotations

import functools
import math

import numpy as np

from trueness.reporting.figures.drawing import Drawing
from trueness.reporting.figures.figure import Figure, figure_name
from trueness.reporting.figures.look import Look
from trueness.reporting.figures.marks import Mark, Spans, Trace, boxes
from trueness.reporting.figures.palette import BLUE, INK, SHADE
from trueness.reporting.figures.panel import Names, Panel, Scale
from trueness.reporting.figures.wording import levels_phrase
from trueness.reporting.writing.tables import correlation
from trueness.result import Row
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.studies.equivalence.rows import EquivalenceResult, MarginRow, together
from trueness.study.number_words import counted

_PLOT_WIDTH, _ROW_HEIGHT = 4.6, 0.55


def margin_spread(found: EquivalenceResult, coefficient: str, *, level: str) -> Figure:
    """Draw every metric's margin as a point, one row per human dimension, with the median and the middle half.

    As Figure 4b of Braun et al. (2022).

    Parameters
    ----------
    found : EquivalenceResult
        Whose margins come from annotators.
    coefficient, level : str
        What was computed.

    Returns
    -------
    Figure
        Its data have one row per metric and human.
    """
    mine = together(found.margins, level, coefficient)
    data: list[Row] = [
        {
            "human": row.human,
            "metric": row.metric,
            "level": level,
            "coefficient": coefficient,
            "margin": row.margin,
        }
        for row in mine
    ]
    title = f"Margins from annotators: {coefficient_facts(coefficient).words}"
    return Figure.of(
        name=figure_name("margin-spread", coefficient, level),
        title=title,
        caption=_caption(found, mine, level),
        data=data,
        drawing=functools.partial(_draw, mine, level),
    )


def _caption(found: EquivalenceResult, rows: list[MarginRow], level: str) -> str:
    kind = "Standard deviation" if found.settings.margin == "sd" else "Largest difference"
    n_metrics = len({row.metric for row in rows})
    lost = sum(math.isnan(row.margin) for row in rows)
    text = (
        f"{kind} of the single annotators' correlations with each of {counted(n_metrics, 'metric')} "
        f"{levels_phrase([level])}: "
        "a point is a metric, the line the median, the bar the middle half. A small margin asks more of equivalence."
    )
    return f"{text} {counted(lost, 'margin')} undefined and not drawn." if lost else text


def _draw(rows: list[MarginRow], level: str) -> Drawing:
    humans = list(dict.fromkeys(row.human for row in rows))
    values = {
        human: np.sort([row.margin for row in rows if row.human == human and not math.isnan(row.margin)])
        for human in humans
    }
    largest = max((float(known[-1]) for known in values.values() if known.size), default=0.0)
    edge = 1.08 * largest if largest > 0 else 0.1
    shaded = [(0.0, k - 0.5, edge, k + 0.5) for k in range(0, len(humans), 2)]
    marks: list[Mark] = [boxes(shaded, Look(colour=SHADE))]
    medians = [""] * len(humans)
    for place, known in enumerate(values.values()):
        if not known.size:
            continue
        low, middle, high = np.quantile(known, [0.25, 0.5, 0.75])
        medians[place] = correlation(float(middle))
        # points side by side in the order of their values, so that equal ones stay apart
        lanes = place + 0.14 * (np.arange(len(known)) % 3 - 1)
        marks += [
            boxes([(low, place - 0.2, high, place + 0.2)], Look(colour=BLUE, alpha=0.3)),
            Trace(known, lanes, Look(colour=BLUE, mark="o", size=3.6, edge=INK, edge_width=0.5)),
            Spans([middle], [place - 0.28], [place + 0.28], Look(colour=INK, line=1.4), upright=True),
        ]
    panel = Panel(
        width=_PLOT_WIDTH,
        height=_ROW_HEIGHT * len(humans),
        marks=marks,
        x=Scale(label="Margin", low=0.0, high=edge),
        y=Names(texts=humans, size=8.0),
        right=Names(texts=medians, apart=False, size=7.0, far=True),
        sides=("bottom",),
    )
    subtitle = f"{counted(len({row.metric for row in rows}), 'metric')} {levels_phrase([level])}"
    return Drawing(subtitle=subtitle, lines=[[panel]])
