"""Matrices of coloured cells side by side, with the same rows and columns: what several heat maps are drawn with."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from trueness.reporting.figures.palette import BLANK, BLUE, INK, RULE, VERMILLION
from trueness.reporting.figures.sheet import MARGIN, Sheet
from trueness.reporting.writing.labels import distinct_labels, text_width
from trueness.statistics.array_types import FloatArray

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

_CELL_WIDTH, _CELL_HEIGHT, _GAP = 0.42, 0.21, 0.25
_LABEL_SIZE, _LABEL_ROOM = 7.5, 1.7
_NUMBER_SIZE = 6.3
_MOST_ACROSS = 8.0
_LEAST_WIDTH = 4.0
_HEADING = 0.22


@dataclasses.dataclass(frozen=True)
class MatrixPanel:
    """One matrix.

    Attributes
    ----------
    heading : str
        What stands above it; of one panel it may be empty.
    colours : array of shape (R, C, 3)
        From 0 to 1.
    texts : sequence of sequence of str
        What stands in the cells, R rows of C.
    """

    heading: str
    colours: FloatArray
    texts: Sequence[Sequence[str]]


def matrix_panels(
    panels: Sequence[MatrixPanel],
    rows: Sequence[str],
    columns: Sequence[str],
    *,
    title: str,
    subtitle: str,
    key: Sequence[Any] = (),
) -> Canvas:
    """Draw matrices from left to right, and below each other where a line is full.

    Parameters
    ----------
    panels : sequence of MatrixPanel
    rows, columns : sequence of str
        Names, shortened where they are long.
    title, subtitle : str
    key : sequence of artists
        What colours mean, if that is to be said on the drawing.

    Returns
    -------
    matplotlib.figure.Figure
    """
    labels = distinct_labels(rows, _LABEL_SIZE, _LABEL_ROOM)
    heads = distinct_labels(columns, _LABEL_SIZE, _LABEL_ROOM)
    room = max(text_width(label, _LABEL_SIZE) for label in labels) + 0.1
    foot = max(text_width(label, _LABEL_SIZE) for label in heads) + 0.1
    headings = (
        distinct_labels([panel.heading for panel in panels], 8, max(_LABEL_ROOM, _CELL_WIDTH * len(columns)))
        if any(panel.heading for panel in panels)
        else [""] * len(panels)
    )
    wide = max(
        _CELL_WIDTH * len(columns), *(text_width(text, 9) for text in headings)
    )  # bold, so as of one size more
    high = _CELL_HEIGHT * len(rows)
    across = max(1, min(len(panels), int((_MOST_ACROSS - room + _GAP) / (wide + _GAP))))
    lines = -(-len(panels) // across)
    across = -(-len(panels) // lines)  # four in two lines of two
    above = 0.24 if key else 0.0
    explained = sum(text_width(artist.get_label(), 8) + 0.45 for artist in key)
    sheet = Sheet(
        max(_LEAST_WIDTH, 2 * MARGIN + explained, 2 * MARGIN + room + across * (wide + _GAP) - _GAP),
        above + lines * (_HEADING + high + 0.12) + foot + MARGIN,
        title=title,
        subtitle=subtitle,
    )
    if key:
        sheet.key(MARGIN, sheet.top + 0.02, list(key), len(key))
    for k, (panel, heading) in enumerate(zip(panels, headings, strict=True)):
        line, column = divmod(k, across)
        left, top = (
            MARGIN + room + column * (wide + _GAP),
            sheet.top + above + line * (_HEADING + high + 0.12),
        )
        sheet.text(left, top + 0.03, heading, fontsize=8, fontweight="bold", va="top")
        axes = sheet.panel(left, top + _HEADING, _CELL_WIDTH * len(columns), high)
        _cells(axes, panel)
        axes.set_yticks([])
        axes.set_xticks([])
        if column == 0:
            axes.set_yticks(range(len(rows)), labels, fontsize=_LABEL_SIZE, parse_math=False)
        if k + across >= len(panels):  # nothing is below it
            axes.set_xticks(range(len(columns)), heads, rotation=90, fontsize=_LABEL_SIZE, parse_math=False)
        axes.tick_params(length=0, pad=3, colors=INK)
    return sheet.canvas


def _cells(axes: Axes, panel: MatrixPanel) -> None:
    axes.imshow(np.round(255 * panel.colours).astype(np.uint8), aspect="auto", interpolation="none")
    for i, line in enumerate(panel.texts):
        for j, text in enumerate(line):
            dark = float(panel.colours[i, j] @ np.array([0.299, 0.587, 0.114])) < 0.55
            axes.text(
                j,
                i,
                text,
                ha="center",
                va="center",
                fontsize=_NUMBER_SIZE,
                color="white" if dark else INK,
                parse_math=False,
            )
    for spine in axes.spines.values():
        spine.set_visible(True)
        spine.set_color(RULE)


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
    from matplotlib.colors import to_rgb

    blue, red, blank = (np.array(to_rgb(colour)) for colour in (BLUE, VERMILLION, BLANK))
    strength = np.clip(np.abs(np.nan_to_num(values)) / most, 0, 1)[..., None]
    full = np.where((np.nan_to_num(values) < 0)[..., None], red, blue)
    return np.asarray(np.where(np.isnan(values)[..., None], blank, 1 + (full - 1) * strength))
