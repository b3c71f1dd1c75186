"""What a figure says of its marks and cells where somebody points at them; it stands in the SVG."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from trueness.reporting.writing.labels import drawable
from trueness.reporting.writing.shown_names import shown

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

POINT = 9.0
"""Side of the square in which one points at a mark, in points of 1/72 inch."""

_KEPT = "_trueness_spots"


class Spot(NamedTuple):
    """A place of a drawing and what is said there.

    Attributes
    ----------
    axes : Axes
    x, y : float
        Of a mark, or of the middle of a cell, in the numbers of the axes.
    text : str
    about : tuple of str
        What it is about, as a page calls the part that tells more: ``("system", "s1")``; empty for nothing.
    cell : tuple of float or None
        Width and height of a cell, in the numbers of the axes; None for a mark.
    """

    axes: Axes
    x: float
    y: float
    text: str
    about: tuple[str, ...]
    cell: tuple[float, float] | None


def add_spot(
    axes: Axes,
    x: float,
    y: float,
    text: str,
    *,
    about: Sequence[str] = (),
    cell: tuple[float, float] | None = None,
) -> None:
    """Let a drawing say something at a place (see `Spot`); a place that is not there says nothing."""
    if not math.isnan(x + y):
        kept = vars(axes.figure).setdefault(_KEPT, [])
        kept.append(Spot(axes=axes, x=float(x), y=float(y), text=shown(text), about=tuple(about), cell=cell))


def spots_svg(canvas: Canvas, name: str) -> str:
    """Return what a drawing says, as squares without colour with a title each, for the end of its SVG; or nothing.

    Parameters
    ----------
    canvas : matplotlib Figure
        After it was drawn: only then its axes have their final limits.
    name : str
        Of the figure, with which ids begin.
    """
    spots: list[Spot] = vars(canvas).get(_KEPT, [])
    if not spots:
        return ""
    size = 72 * canvas.get_size_inches()
    squares = []
    for axes in dict.fromkeys(spot.axes for spot in spots):
        here = [spot for spot in spots if spot.axes is axes]
        middles = np.array([(spot.x, spot.y) for spot in here])
        halves = np.array([spot.cell or (0.0, 0.0) for spot in here]) / 2
        placed = axes.transData - canvas.transFigure
        one, other = placed.transform(middles - halves), placed.transform(middles + halves)
        low, high = np.minimum(one, other), np.maximum(one, other)
        for spot, (x0, y0), (x1, y1) in zip(here, low * size, high * size, strict=True):
            room = 0.0 if spot.cell else POINT / 2
            place = f'x="{x0 - room:.1f}" y="{size[1] - y1 - room:.1f}"'
            place += f' width="{x1 - x0 + 2 * room:.1f}" height="{y1 - y0 + 2 * room:.1f}"'
            about = f' data-about="{escape(about_key(spot.about))}"' if spot.about else ""
            said = escape(drawable(spot.text), quote=False)
            squares.append(f"<rect {place}{about}><title>{said}</title></rect>")
    return f'<g id="{name}-spots" fill="none" pointer-events="all">{"".join(squares)}</g>'


def about_key(about: Sequence[str]) -> str:
    """Return what a spot is about as a key that a page finds it by; a pair in either order is the same."""
    kind, *names = about
    return json.dumps([kind, *sorted(names)])
