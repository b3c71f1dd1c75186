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

_NARROWEST = 0.9
"""The least width of a panel for print, in inches."""

_NAMES_SHARE = 0.36
"""How much of a panel's room for print its names may take."""

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
        """Draw it with its heading, as wide as it needs.

        Returns
        -------
        matplotlib.figure.Figure
        """
        return _laid_out(self, title, self.subtitle, _LEAST, _KEY_ROOM)

    def printed(self, width: float) -> Canvas:
        """Draw it for print, without the heading, which stands in the caption of a paper.

        Parameters
        ----------
        width : float
            What it should have, in inches. Panels become as wide as that takes, names are cut, and what stands at the
            right of a panel is left out where it would become too narrow. A drawing with cells, or with more panels
            than fit, keeps its own width.

        Returns
        -------
        matplotlib.figure.Figure
        """
        fitted = dataclasses.replace(self, lines=_fitted(self.lines, self.gap, width))
        return _laid_out(fitted, "", "", width, width)


def _laid_out(drawing: Drawing, title: str, subtitle: str, least: float, key_room: float) -> Canvas:
    """Draw it with a heading, at least as wide as said; a key may make it as wide as its room."""
    columns = _Columns.of(drawing.lines, drawing.gap)
    rooms = [[panel.room() for panel in line] for line in drawing.lines]
    above = [max(room.above for room in line) for line in rooms]
    below = [max(room.below for room in line) for line in rooms]
    heights = [max(panel.height for panel in line) for line in drawing.lines]
    room = max(columns.width, key_room) - 2 * MARGIN - _SAMPLE
    key = {shortened(label, TEXT_SIZE, room): look for label, look in drawing.key.items()}
    widest = max((text_width(label, TEXT_SIZE) for label in key), default=0.0) + _SAMPLE
    width = max(least, columns.width, widest + 2 * MARGIN)
    across = (
        1 if drawing.key_below else _columns([text_width(label, TEXT_SIZE) + _SAMPLE for label in key], width)
    )
    explained = _KEY_LINE * -(-len(key) // across) + _BETWEEN if key else 0.0
    body = sum(above) + sum(heights) + sum(below) + _BETWEEN * (len(drawing.lines) - 1)
    sheet = Sheet(
        width,
        explained + body + (_ACROSS if drawing.across else 0.0) + MARGIN,
        title=title,
        subtitle=subtitle,
    )
    top = sheet.top + (0.0 if drawing.key_below else explained)
    for line, over, high, under in zip(drawing.lines, above, heights, below, strict=True):
        for panel, left in zip(line, columns.left, strict=False):
            _draw(sheet, panel, left, top + over)
        top += over + high + under + _BETWEEN
    if drawing.across:
        sheet.text(columns.left[0], top + 0.05, drawing.across, fontsize=TEXT_SIZE, va="center")
    if drawing.key:
        place = sheet.height - MARGIN - explained + _BETWEEN if drawing.key_below else sheet.top + 0.02
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


def _fitted(lines: Sequence[Sequence[Panel]], gap: float, width: float) -> Sequence[Sequence[Panel]]:
    """Return panels that are together as wide as is wanted; as they are where they cannot be."""
    if any(isinstance(panel.x, Names) for line in lines for panel in line):
        return lines  # what stands in cells has its size
    longest = _NAMES_SHARE * width / max(map(len, lines))
    named = [[_with_names(panel, longest) for panel in line] for line in lines]
    alone = [[dataclasses.replace(panel, right=None) for panel in line] for line in named]
    return next((found for found in (_as_wide(one, gap, width) for one in (named, alone)) if found), lines)


def _as_wide(lines: list[list[Panel]], gap: float, width: float) -> list[list[Panel]]:
    """Return panels wider or narrower by one factor; nothing where that leaves too little of one."""
    own = sum(max(line[k].width for line in lines if k < len(line)) for k in range(max(map(len, lines))))
    factor = (width - _Columns.of(lines, gap).width + own) / own
    if factor * min(panel.width for line in lines for panel in line) < _NARROWEST:
        return []
    fitted = [
        [
            dataclasses.replace(
                panel,
                width=factor * panel.width,
                height=panel.height if isinstance(panel.y, Names) else min(1.0, factor) * panel.height,
            )
            for panel in line
        ]
        for line in lines
    ]
    return fitted if _Columns.of(fitted, gap).width <= width + 1e-6 else []


def _with_names(panel: Panel, longest: float) -> Panel:
    """Return a panel whose names leave room for what is drawn."""
    if isinstance(panel.y, Scale):
        return panel
    return dataclasses.replace(panel, y=dataclasses.replace(panel.y, longest=min(panel.y.longest, longest)))


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
