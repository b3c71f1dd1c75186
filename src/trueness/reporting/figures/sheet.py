"""A drawing laid out in inches from its upper left corner, so that it grows with what is on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trueness.reporting.figures.palette import FAINT_INK, INK
from trueness.reporting.writing.labels import wrapped

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

MARGIN = 0.15
BOLD = 1.15
"""How much wider bold letters are."""

TITLE_SIZE = 10.5
TEXT_SIZE = 8.0
_TITLE_LINE = 0.2
_TEXT_LINE = 0.155


def inches(axes: Axes) -> tuple[float, float]:
    """Return the width and the height of axes."""
    return axes.bbox.width / axes.figure.dpi, axes.bbox.height / axes.figure.dpi


class Sheet:
    """A drawing of a given width with a heading; panels and text are placed in inches.

    Parameters
    ----------
    width : float
        Of the whole, in inches.
    body : float
        Height below the heading, in inches.
    title, subtitle : str
        The heading, broken into lines that fit; empty for none.
    """

    def __init__(self, width: float, body: float, *, title: str, subtitle: str) -> None:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        room = width - 2 * MARGIN
        titles = wrapped(title, TITLE_SIZE * BOLD, room) if title else []  # bold is wider
        subtitles = wrapped(subtitle, TEXT_SIZE, room) if subtitle else []
        self.top = MARGIN + len(titles) * _TITLE_LINE + len(subtitles) * _TEXT_LINE + 0.08
        self.width, self.height = width, self.top + body
        self.canvas: Canvas = Figure(figsize=(self.width, self.height))
        FigureCanvasAgg(self.canvas)
        for place, line in enumerate(titles):
            self.text(
                MARGIN, MARGIN + place * _TITLE_LINE, line, fontsize=TITLE_SIZE, fontweight="bold", va="top"
            )
        below = MARGIN + len(titles) * _TITLE_LINE + 0.02
        for place, line in enumerate(subtitles):
            self.text(MARGIN, below + place * _TEXT_LINE, line, fontsize=TEXT_SIZE, color=FAINT_INK, va="top")

    def text(self, left: float, top: float, text: str, **style: Any) -> None:
        """Write a line at a place in inches from the upper left corner."""
        style = {"color": INK, **style}
        self.canvas.text(left / self.width, 1 - top / self.height, text, parse_math=False, **style)

    def panel(self, left: float, top: float, width: float, height: float) -> Axes:
        """Return axes that fill a rectangle in inches from the upper left corner."""
        bottom = self.height - top - height
        return self.canvas.add_axes(
            (left / self.width, bottom / self.height, width / self.width, height / self.height)
        )

    def key(self, left: float, top: float, handles: list[Any], columns: int) -> None:
        """Explain colours and marks at a place in inches from the upper left corner."""
        self.canvas.legend(
            handles=handles,
            loc="upper left",
            bbox_to_anchor=(left / self.width, 1 - top / self.height),
            borderaxespad=0,
            borderpad=0,
            ncols=columns,
            handlelength=1.4,
            columnspacing=1.6,
            labelspacing=0.45,
        )
