"""Limits of ranks, a line per metric or system, the best first, in their clusters."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from trueness.reporting.figures.drawing import Drawing
from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.look import Look
from trueness.reporting.figures.marks import Mark, Said, Spans, Trace, boxes, undefined
from trueness.reporting.figures.palette import SHADE
from trueness.reporting.figures.panel import Names, Panel, Scale
from trueness.reporting.figures.rank_column import limits_hold
from trueness.reporting.figures.value_lines import MOST_LINES
from trueness.reporting.writing.tables import counts
from trueness.result import fields_of

_WIDTH, _LINE = 3.4, 0.2
_LABEL_ROOM, _NOTE_ROOM = 1.7, 0.8
_LIMITS = Look(mark="o", line=1.6)
_CLUSTER = Look(colour=SHADE)


class Standing(Protocol):
    """A row that says between which ranks something stands."""

    @property
    def rank_low(self) -> int | None:
        """Its best possible rank; None where undefined."""

    @property
    def rank_high(self) -> int | None:
        """Its worst."""

    @property
    def cluster(self) -> int | None:
        """Its cluster."""


class RankLine(NamedTuple):
    """Where one metric or system stands.

    Attributes
    ----------
    name : str
    row : Standing
        What is drawn of it; the figure's data have all its fields.
    ending : str
        Stands behind its name and is never cut.
    """

    name: str
    row: Standing
    ending: str = ""


def known_ranks(lines: Sequence[RankLine]) -> bool:
    """Return whether the limits of a rank are known."""
    return any(line.row.rank_low is not None for line in lines)


def rank_lines(
    *,
    name: str,
    title: str,
    subtitle: str,
    caption: str,
    items: str,
    lines: Sequence[RankLine],
    alpha: float,
    correction: str,
) -> Figure:
    """Draw the limits of every rank as a line; clusters are shaded in turn.

    Parameters
    ----------
    name, title, subtitle : str
        Those of the figure.
    caption : str
        What the ranks are by; what the limits promise is added.
    items : str
        What has ranks: ``metrics``.
    lines : sequence of RankLine
        The best first; the first `MOST_LINES` are drawn.
    alpha : float
        In how many studies the limits may be wrong.
    correction : str
        Of the tests that they rest on.

    Returns
    -------
    Figure
        Its data are the rows of the lines that are drawn.
    """
    shown = lines[:MOST_LINES]
    cut = f"{len(shown)} of {len(lines):,} {items}; " if len(shown) < len(lines) else ""
    drawn = (
        "A line leads from the best to the worst rank that may be true, 1 is best; a dot alone: both are the same; "
        f"{limits_hold(items, alpha, correction)}."
    )
    said = [caption, drawn]
    if any(line.row.cluster is not None for line in shown):
        said.append("Shaded and white in turn: clusters by the rule of WMT, from the same decisions.")
    return Figure.of(
        name=name,
        title=title,
        caption=" ".join(said),
        data=[fields_of(line.row) for line in shown],
        drawing=functools.partial(_draw, cut + subtitle, shown, len(lines)),
    )


def _draw(subtitle: str, lines: Sequence[RankLine], n: int) -> Drawing:
    rows = [line.row for line in lines]
    known = [(y, row.rank_low, row.rank_high) for y, row in enumerate(rows) if row.rank_low and row.rank_high]
    marks: list[Mark] = []
    notes = [""] * len(lines)
    for place, (cluster, found) in enumerate(itertools.groupby(enumerate(rows), lambda at: at[1].cluster)):
        here = [y for y, _ in found]
        if place % 2 == 0:
            marks.append(boxes([(0.5, here[0] - 0.5, n + 0.5, here[-1] + 0.5)], _CLUSTER))
        notes[here[0]] = "" if cluster is None else f"cluster {cluster}"
    heights = [y for y, _, _ in known]
    lows, highs = [low for _, low, _ in known], [high for _, _, high in known]
    marks += [
        Spans(heights, lows, highs, _LIMITS),
        Trace([*lows, *highs], heights * 2, Look(mark=_LIMITS.mark)),
        undefined([y for y, row in enumerate(rows) if row.rank_low is None]),
        Said(
            [(low + high) / 2 for _, low, high in known],
            heights,
            [f"{lines[y].name}: ranks {counts(low, high)}" for y, low, high in known],
        ),
    ]
    panel = Panel(
        width=_WIDTH,
        height=_LINE * len(lines),
        marks=marks,
        x=Scale(label="Rank, 1 is best", low=0.5, high=n + 0.5, ticks=range(1, n + 1, max(1, round(n / 8)))),
        y=Names(
            texts=[line.name for line in lines],
            endings=[line.ending for line in lines],
            longest=_LABEL_ROOM,
        ),
        right=Names(texts=notes, apart=False, longest=_NOTE_ROOM, far=True, faint=True),
        sides=("bottom",),
    )
    return Drawing(subtitle=subtitle, lines=[[panel]])
