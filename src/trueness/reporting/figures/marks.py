"""What figures are composed of: marks, each drawn by Matplotlib as one thing of its kind."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import ArrayLike

from trueness.reporting.figures.look import Look
from trueness.reporting.figures.palette import FAINT_INK, INK
from trueness.reporting.figures.spots import add_spot
from trueness.statistics.array_types import FloatArray

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.transforms import Transform


_MANY = 1000
"""More marks than these are pixels in files of curves, whose size they would make."""


class Mark(Protocol):
    """What can be drawn into a panel; later ones lie above earlier ones."""

    def draw(self, axes: Axes, order: float) -> None:
        """Draw it, at a height above other marks."""


@dataclasses.dataclass(frozen=True)
class Trace:
    """Marks at places, a line through them, or both; where a number is undefined there is nothing.

    Attributes
    ----------
    x, y : sequence of float
    look : Look
    said : sequence of str
        What is said at each place where somebody points at it; none by default.
    about : sequence of tuple of str
        What each is about (see `spots.Spot`).
    steps : bool
        Whether the line keeps its height up to the next place.
    """

    x: ArrayLike
    y: ArrayLike
    look: Look
    said: Sequence[str] = ()
    about: Sequence[tuple[str, ...]] = ()
    steps: bool = False

    def draw(self, axes: Axes, order: float) -> None:
        """Draw it."""
        x, y = np.asarray(self.x, dtype=np.float64), np.asarray(self.y, dtype=np.float64)
        # a line breaks at what is undefined; marks alone are left out
        known = np.ones(len(x), dtype=bool) if self.look.line else np.isfinite(x) & np.isfinite(y)
        axes.plot(
            x[known],
            y[known],
            zorder=order,
            clip_on=not self.look.mark,
            drawstyle="steps-post" if self.steps else "default",
            rasterized=not self.look.line and len(x) > _MANY,
            **self.look.of_line(),
        )
        Said(x, y, self.said, self.about).draw(axes, order)


@dataclasses.dataclass(frozen=True)
class Spans:
    """Lines from one number to another, such as intervals; those with an undefined end are left out.

    Attributes
    ----------
    at : sequence of float
        Where each lies on the other axis.
    low, high : sequence of float
    look : Look
        Colour, line, alpha and dash count.
    upright : bool
        Whether they lead upwards.
    """

    at: ArrayLike
    low: ArrayLike
    high: ArrayLike
    look: Look
    upright: bool = False

    def draw(self, axes: Axes, order: float) -> None:
        """Draw them."""
        found = (np.asarray(one, dtype=np.float64) for one in (self.at, self.low, self.high))
        at, low, high = np.broadcast_arrays(*found)
        known = np.isfinite(at) & np.isfinite(low) & np.isfinite(high)
        if known.any():
            ends = np.array([[at[known], low[known]], [at[known], high[known]]]).transpose(2, 0, 1)
            _lines(axes, ends if self.upright else ends[..., ::-1], self.look, order)


@dataclasses.dataclass(frozen=True)
class Rules:
    """Lines through the whole panel.

    Attributes
    ----------
    at : sequence of float
    look : Look
        As that of `Spans`.
    upright : bool
    """

    at: Sequence[float]
    look: Look
    upright: bool = False

    def draw(self, axes: Axes, order: float) -> None:
        """Draw them."""
        at = np.asarray(self.at, dtype=np.float64)
        # across, the ends are shares of the panel, no numbers of its axis
        ends = np.stack([np.stack([at, np.full(len(at), share)], axis=1) for share in (0.0, 1.0)], axis=1)
        if self.upright:
            _lines(axes, ends, self.look, order, axes.get_xaxis_transform())
        else:
            _lines(axes, ends[..., ::-1], self.look, order, axes.get_yaxis_transform())


def _lines(
    axes: Axes, ends: FloatArray, look: Look, order: float, transform: Transform | None = None
) -> None:
    """Draw lines at once, shape (n, 2, 2); faster than `hlines`, which measures what it has drawn."""
    from matplotlib.collections import LineCollection

    style: dict[str, Any] = {"colors": look.colour, "linewidths": look.line, "linestyles": look.dash}
    style |= {"alpha": look.alpha, "capstyle": "butt", "zorder": order}
    axes.add_collection(
        LineCollection(list(ends), transform=transform or axes.transData, **style), autolim=False
    )
    across, up = (True, True) if transform is None else transform.contains_branch_seperately(axes.transData)
    if ends.size:
        axes.update_datalim(ends.reshape(-1, 2), updatex=across, updatey=up)


@dataclasses.dataclass(frozen=True)
class Areas:
    """Filled shapes.

    Attributes
    ----------
    corners : sequence of array of shape (n, 2)
    look : Look
    """

    corners: Sequence[FloatArray]
    look: Look

    def draw(self, axes: Axes, order: float) -> None:
        """Draw them."""
        from matplotlib.collections import PolyCollection

        if self.corners:
            shapes = PolyCollection(self.corners, zorder=order, **self.look.of_area())
            axes.add_collection(shapes, autolim=False)
            axes.update_datalim(np.concatenate(self.corners))


def boxes(edges: Iterable[tuple[float, float, float, float]], look: Look) -> Areas:
    """Return rectangles, each of them given as left, bottom, right and top."""
    corners = [(x0, y0, x1, y0, x1, y1, x0, y1) for x0, y0, x1, y1 in edges]
    return Areas([np.array(one).reshape(4, 2) for one in corners], look)


def squares(cells: Iterable[tuple[int, int]], look: Look, inset: float = 0.0) -> Areas:
    """Return the squares of cells (column, row), smaller by a share of the cell on every side."""
    half = 0.5 - inset
    return boxes(((x - half, y - half, x + half, y + half) for x, y in cells), look)


def band(at: ArrayLike, low: ArrayLike, high: ArrayLike, look: Look) -> Areas:
    """Return what lies between two lines; where one of them is undefined it ends, and begins anew."""
    x, below, above = (np.asarray(one, dtype=np.float64) for one in (at, low, high))
    known = np.isfinite(x) & np.isfinite(below) & np.isfinite(above)
    runs = np.split(np.arange(len(x)), np.flatnonzero(np.diff(known)) + 1)
    return Areas(
        [
            np.concatenate([np.stack([x, below], axis=1)[run], np.stack([x, above], axis=1)[run[::-1]]])
            for run in runs
            if len(run) > 1 and known[run[0]]
        ],
        look,
    )


@dataclasses.dataclass(frozen=True)
class Pixels:
    """Coloured cells, the middle of the first at 0, 0.

    Attributes
    ----------
    colours : array of shape (R, C, 3)
        From 0 to 1.
    extent : tuple of float, optional
        Left, right, bottom and top of all.
    """

    colours: FloatArray
    extent: tuple[float, float, float, float] | None = None

    def draw(self, axes: Axes, order: float) -> None:
        """Draw them."""
        pixels = np.round(255 * self.colours).astype(np.uint8)
        axes.imshow(pixels, aspect="auto", interpolation="none", extent=self.extent, zorder=order)


@dataclasses.dataclass(frozen=True)
class Words:
    """Text at places.

    Attributes
    ----------
    x, y : sequence of float
    texts : sequence of str
    size : float
        Of the letters, in points.
    colours : sequence of str
        Of each; `INK` by default.
    beside : bool
        Whether the text begins at its place, and does not stand around it; then `x` is a share of the panel.
    """

    x: Sequence[float]
    y: Sequence[float]
    texts: Sequence[str]
    size: float = 6.3
    colours: Sequence[str] = ()
    beside: bool = False

    def draw(self, axes: Axes, order: float) -> None:
        """Draw it."""
        style: dict[str, Any] = {"ha": "left" if self.beside else "center", "va": "center"}
        if self.beside:
            style["transform"] = axes.get_yaxis_transform()
        colours = self.colours or [INK] * len(self.texts)
        for x, y, text, colour in zip(self.x, self.y, self.texts, colours, strict=True):
            axes.text(x, y, text, fontsize=self.size, color=colour, zorder=order, **style)


def cell_texts(texts: Sequence[Sequence[str]], colours: FloatArray, size: float = 6.3) -> Words:
    """Return what stands in cells: white where the cell is dark.

    Parameters
    ----------
    texts : sequence of sequence of str
        R rows of C.
    colours : array of shape (R, C, 3)
        From 0 to 1.
    size : float
        Of the letters, in points.
    """
    light = colours @ np.array([0.299, 0.587, 0.114])  # luma, ITU-R BT.601
    there = [(i, j) for i, line in enumerate(texts) for j, text in enumerate(line) if text]
    return Words(
        [j for _, j in there],
        [i for i, _ in there],
        [texts[i][j] for i, j in there],
        size=size,
        colours=["white" if light[place] < 0.55 else INK for place in there],
    )


def undefined(y: Sequence[float]) -> Words:
    """Return what stands at the left end of lines without a value."""
    said = ["undefined"] * len(y)
    return Words([0.01] * len(y), y, said, size=7.0, colours=[FAINT_INK] * len(y), beside=True)


@dataclasses.dataclass(frozen=True)
class Said:
    """What is said where somebody points, and what a click there leads to; it is not seen.

    Attributes
    ----------
    x, y : sequence of float
    texts : sequence of str
    about : sequence of tuple of str
        What each is about (see `spots.Spot`); none by default.
    cells : sequence of tuple of float
        Width and height of each cell; for marks none.
    """

    x: ArrayLike
    y: ArrayLike
    texts: Sequence[str]
    about: Sequence[tuple[str, ...]] = ()
    cells: Sequence[tuple[float, float]] = ()

    def draw(self, axes: Axes, order: float) -> None:
        """Say it."""
        del order
        x, y = np.asarray(self.x, dtype=np.float64), np.asarray(self.y, dtype=np.float64)
        for k, text in enumerate(self.texts):
            about = self.about[k] if self.about else ()
            add_spot(axes, x[k], y[k], text, about=about, cell=self.cells[k] if self.cells else None)
