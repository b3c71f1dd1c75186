"""The axis of ranges that several figures share: ranges from a bin on, and beside them single bins."""

from __future__ import annotations

from collections.abc import Sequence

from trueness.reporting.figures.look import Look
from trueness.reporting.figures.marks import Mark, Rules
from trueness.reporting.figures.palette import RULE
from trueness.reporting.figures.panel import Scale
from trueness.result import Row
from trueness.studies.ranges.range_names import CUMULATIVE, SINGLE

_APART = 0.6
"""How much further single bins stand to the right."""


def range_places(rows: Sequence[Row]) -> list[float]:
    """Return where each range stands."""
    return [k + (_APART if row["kind"] == SINGLE else 0.0) for k, row in enumerate(rows)]


def range_axis(rows: Sequence[Row]) -> Scale:
    """Return the axis of ranges."""
    return Scale(
        label=f"left: {CUMULATIVE}; right: {SINGLE}",
        low=-0.6,
        high=len(rows) + 0.4,
        ticks=range_places(rows),
        names=[row["range"] for row in rows],
        grid=False,
    )


def between_kinds(rows: Sequence[Row]) -> Mark:
    """Return the line between the two kinds of ranges."""
    half = sum(row["kind"] == CUMULATIVE for row in rows)
    return Rules([half - 0.2], Look(colour=RULE, line=0.8), upright=True)
