"""Matrices of coloured cells with what stands in them, as several heat maps share them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from trueness.reporting.figures.marks import Pixels, cell_texts
from trueness.reporting.figures.palette import BLANK, BLUE, VERMILLION
from trueness.reporting.figures.panel import Names, Panel
from trueness.statistics.array_types import FloatArray

ALL_SIDES = ("left", "bottom", "right", "top")
PALE = "#F4F8FB"
_CELL_WIDTH, _CELL_HEIGHT = 0.42, 0.21
_LABEL_ROOM = 1.7


def cells(
    colours: FloatArray,
    rows: Names,
    columns: Names,
    *,
    size: tuple[float, float],
    texts: Sequence[Sequence[str]] = (),
    heading: str = "",
    letters: float = 6.3,
) -> Panel:
    """Return a matrix.

    Parameters
    ----------
    colours : array of shape (R, C, 3)
        From 0 to 1.
    rows, columns : Names
    size : tuple of float
        Width and height of a cell, in inches.
    texts : sequence of sequence of str
        What stands in the cells, R rows of C; by default nothing.
    heading : str
    letters : float
        Size of the texts, in points.

    Returns
    -------
    Panel
    """
    high, wide = colours.shape[:2]
    return Panel(
        width=size[0] * wide,
        height=size[1] * high,
        marks=[Pixels(colours), cell_texts(texts, colours, letters)],
        x=columns,
        y=rows,
        heading=heading,
        sides=ALL_SIDES,
    )


def mixed(strength: FloatArray, full: str = BLUE, pale: str = PALE) -> FloatArray:
    """Return colours from `pale` at 0 to `full` at 1, grey for NaN, shape (…, 3), from 0 to 1."""
    from matplotlib.colors import to_rgb

    low, high, blank = (np.array(to_rgb(colour)) for colour in (pale, full, BLANK))
    share = np.clip(np.nan_to_num(strength), 0, 1)[..., None]
    return np.asarray(np.where(np.isnan(strength)[..., None], blank, low + (high - low) * share))


def shades(values: FloatArray, most: float = 1.0) -> FloatArray:
    """Return colours of values: the darker blue the higher above 0, the darker red the lower below, grey for NaN.

    Parameters
    ----------
    values : array of shape (R, C)
    most : float
        The size that gets the full colour.

    Returns
    -------
    array of shape (R, C, 3)
    """
    strength = np.abs(values) / most
    below = (np.nan_to_num(values) < 0)[..., None]
    return np.where(below, mixed(strength, VERMILLION, "white"), mixed(strength, BLUE, "white"))


def named_cells(
    colours: FloatArray,
    rows: Sequence[str],
    columns: Sequence[str],
    *,
    texts: Sequence[Sequence[str]],
    heading: str,
) -> Panel:
    """Return a matrix with its rows' names at the left and those of its columns below.

    Parameters
    ----------
    colours : array of shape (R, C, 3)
        From 0 to 1.
    rows, columns : sequence of str
    texts : sequence of sequence of str
        What stands in the cells, R rows of C.
    heading : str
        Of one panel it may be empty.

    Returns
    -------
    Panel
    """
    return cells(
        colours,
        Names(texts=rows, longest=_LABEL_ROOM),
        Names(texts=columns, longest=_LABEL_ROOM, turned=True),
        size=(_CELL_WIDTH, _CELL_HEIGHT),
        texts=texts,
        heading=heading,
    )
