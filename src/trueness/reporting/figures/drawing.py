"""A drawing: panels in lines, with the key to their looks, laid out so that nothing lies over anything."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from trueness.reporting.figures.look import Look
from trueness.reporting.figures.panel import Names, Panel, Scale
from trueness.reporting.figures.sheet import MARGIN, TEXT_SIZE, Sheet
from trueness.reporting.writing.labels import shortened, text_width

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

_LEAST, _KEY_ROOM = 5.5, 7.0
"""The least width of a drawing, and how wide it may become for its key, in inches."""

GAP = 0.22
_SAMPLE, _KEY_LINE, _ACROSS = 0.55, 0.19, 0.25
_BETWEEN = 0.12
"""Lines of panels, in inches."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Drawing:
    """Panels with what is said of them all.

    Attributes
    ----------
    subtitle : str
    lines : sequence of sequence of Panel
        From the top down, and from left to right.
    key : mapping of str to Look
        What looks mean; empty for no key.
    key_below : bool
        Whether the key stands below the panels, one entry a line.
    gap : float
        Between panels of a line, in inches.
    across : str
        What the horizontal axes show, where that is said once for all panels.
    """

    subtitle: str
    lines: Sequence[Sequence[Panel]]
    key: Mapping[str, Look] = dataclasses.field(default_factory=dict)
    key_below: bool = False
    gap: float = GAP
    across: str = ""

    def canvas(self, title: str) -> Canvas:
        """Draw it.

        Parameters
        ----------
        title : str

        Returns
        -------
        matplotlib.figure.Figure
        """
        columns = _Columns.of(self.lines, self.gap)
        rooms = [[panel.room() for panel in line] for line in self.lines]
        above = [max(room.above for room in line) for line in rooms]
        below = [max(room.below for room in line) for line in rooms]
        heights = [max(panel.height for panel in line) for line in self.lines]
        room = max(columns.width, _KEY_ROOM) - 2 * MARGIN - _SAMPLE
        key = {shortened(label, TEXT_SIZE, room): look for label, look in self.key.items()}
        widest = max((text_width(label, TEXT_SIZE) for label in key), default=0.0) + _SAMPLE
        width = max(_LEAST, columns.width, widest + 2 * MARGIN)
        across = (
            1
            if self.key_below
            else _columns([text_width(label, TEXT_SIZE) + _SAMPLE for label in key], width)
        )
        explained = _KEY_LINE * -(-len(key) // across) + _BETWEEN if key else 0.0
        body = sum(above) + sum(heights) + sum(below) + _BETWEEN * (len(self.lines) - 1)
        sheet = Sheet(
            width,
            explained + body + (_ACROSS if self.across else 0.0) + MARGIN,
            title=title,
            subtitle=self.subtitle,
        )
        top = sheet.top + (0.0 if self.key_below else explained)
        for line, over, high, under in zip(self.lines, above, heights, below, strict=True):
            for panel, left in zip(line, columns.left, strict=False):
                _draw(sheet, panel, left, top + over)
            top += over + high + under + _BETWEEN
        if self.across:
            sheet.text(columns.left[0], top + 0.05, self.across, fontsize=TEXT_SIZE, va="center")
        if self.key:
            place = sheet.height - MARGIN - explained + _BETWEEN if self.key_below else sheet.top + 0.02
            sheet.key(MARGIN, place, [look.sample(label) for label, look in key.items()], across)
        return sheet.canvas


def _columns(widths: Sequence[float], width: float) -> int:
    """Return in how many columns a key fits, which is filled column by column."""
    for count in range(len(widths), 1, -1):
        columns = [one for one in np.array_split(np.array(widths), count) if one.size]
        if sum(float(one.max()) for one in columns) <= width - 2 * MARGIN:
            return count
    return 1


@dataclasses.dataclass(frozen=True)
class _Columns:
    """Where the panels of each column begin, and how wide all are, in inches."""

    left: list[float]
    width: float

    @classmethod
    def of(cls, lines: Sequence[Sequence[Panel]], gap: float) -> _Columns:
        """Return the columns of lines that begin at the same place, each as wide as its widest panel needs."""
        found, place = [], MARGIN
        for k in range(max(map(len, lines), default=0)):
            panels = [line[k] for line in lines if k < len(line)]
            rooms = [panel.room() for panel in panels]
            found.append(place + max(room.left for room in rooms))
            wide = max(panel.width + room.right for panel, room in zip(panels, rooms, strict=True))
            place = found[-1] + wide + gap
        return cls(found, place - gap + MARGIN)


def _draw(sheet: Sheet, panel: Panel, left: float, top: float) -> None:
    """Draw a panel, the upper left corner of which is at a place in inches, and what stands above it."""
    head = top - panel.room().above + 0.02
    for line in panel.above():
        weight = "bold" if line.bold else "normal"
        sheet.text(left, head, line.text, fontsize=line.size, fontweight=weight, va="top")
        head += line.height
    panel.draw(sheet.panel(left, top, panel.width, panel.height))


def fitting(panels: Sequence[Panel], most: float = 8.0) -> int:
    """Return how many panels of one size fit into a line of so many inches; lines are as full as each other."""
    if not panels:
        return 1
    room = panels[0].room()
    step = panels[0].width + max(panel.room().right for panel in panels) + GAP
    across = max(1, min(len(panels), int((most - room.left + GAP) / step)))
    return -(-len(panels) // -(-len(panels) // across))


def in_lines(panels: Sequence[Panel], across: int, *, below: bool = True) -> list[list[Panel]]:
    """Return panels in lines of at most `across`; a vertical axis that is the same is told once, at the left.

    Parameters
    ----------
    panels : sequence of Panel
    across : int
    below : bool
        Whether names below panels stand there where no other panel is below; else they are left out.
    """
    found = []
    for k, panel in enumerate(panels):
        last = below and k + across >= len(panels)
        x = panel.x if last or isinstance(panel.x, Scale) or panel.x.far else _untold(panel.x)
        y = panel.y
        if k % across:  # numbers without ends, or with others, are not those of the first panel
            own = isinstance(y, Scale) and (None in (y.low, y.high) or y != panels[0].y)
            y = dataclasses.replace(y, label="") if isinstance(y, Scale) and own else _untold(y)
        found.append(dataclasses.replace(panel, x=x, y=y))
    return [found[k : k + across] for k in range(0, len(found), across)]


def _untold(axis: Scale | Names) -> Scale | Names:
    """Return an axis without what is said of it."""
    if isinstance(axis, Scale):
        return dataclasses.replace(axis, told=False, label="")
    return dataclasses.replace(axis, texts=(), endings=(), at=(), count=axis.lines, ranks=None, bold=())
