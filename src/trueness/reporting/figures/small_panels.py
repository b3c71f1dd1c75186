"""Small panels of one kind, such as one per metric or judge, under their names, with what axes show said once."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from trueness.reporting.figures.drawing import GAP, Drawing, in_lines
from trueness.reporting.figures.marks import Mark
from trueness.reporting.figures.panel import HEADING_SIZE, Panel, Scale
from trueness.reporting.figures.point_names import PointNames
from trueness.reporting.figures.sheet import BOLD
from trueness.reporting.writing.labels import distinct_labels

_ACROSS, _WIDTH, _LARGEST, _LOW = 4, 7.6, 3.2, 0.8


class Small(NamedTuple):
    """What differs between small panels.

    Attributes
    ----------
    marks : sequence of Mark
    x, y : Scale
    named : PointNames, optional
    """

    marks: Sequence[Mark]
    x: Scale
    y: Scale
    named: PointNames | None = None


def small_width(count: int) -> float:
    """Return how wide each of so many panels is, in inches: the fewer, the wider."""
    across = max(1, min(count, _ACROSS))
    return min(_LARGEST, (_WIDTH - GAP * (across - 1)) / across)


def small_panels(
    names: Sequence[str],
    panel: Callable[[str], Small],
    *,
    subtitle: str,
    across: str,
    up: str,
    notes: Mapping[str, str] | None = None,
    endings: Sequence[str] = (),
    square: bool = False,
) -> Drawing:
    """Return one panel per name, under it and a note.

    Parameters
    ----------
    names : sequence of str
    panel : callable
        Returns what is drawn of a name.
    subtitle : str
    across, up : str
        What the axes show.
    notes : mapping of str to str, optional
        A line under each name.
    endings : sequence of str
        Stand behind names and are never cut.
    square : bool
        Whether both axes are of one length.

    Returns
    -------
    Drawing
    """
    width = small_width(len(names))
    height = width if square else _LOW * width
    labels = distinct_labels(names, HEADING_SIZE * BOLD, width, endings)
    panels = []
    for name, label in zip(names, labels, strict=True):
        small = panel(name)
        panels.append(
            Panel(
                width=width,
                height=height,
                marks=small.marks,
                x=dataclasses.replace(small.x, most=4, size=6.5),
                y=dataclasses.replace(small.y, most=5, size=6.5, label=up),
                heading=label,
                notes=[notes[name]] if notes else (),
                named=small.named,
            )
        )
    return Drawing(subtitle=subtitle, lines=in_lines(panels, _ACROSS), across=across)
