"""Small panels, one per judge, as figures about judges share them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from trueness.errors import unknown_name
from trueness.reporting.figures.sheet import MARGIN, Sheet
from trueness.reporting.writing.labels import distinct_labels, shortened
from trueness.studies.judge.rows import JudgeResult

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

PANELS = 12
"""Judges that are drawn where nobody says which."""

_ACROSS = 4
_WIDTH = 7.6
_GAP = 0.3
_LEFT = 0.62


def shown_judges(validation: JudgeResult, judges: Sequence[str] | None) -> tuple[str, ...]:
    """Return the judges to draw: those named, or the first `PANELS` by agreement.

    Raises
    ------
    UnknownNameError
        If a judge was not validated.
    """
    if judges is None:
        return validation.in_order()[:PANELS]
    for name in judges:
        if name not in validation.judges:
            raise unknown_name("judge", name, validation.judges)
    return tuple(judges)


def judge_panels(
    names: Sequence[str],
    panel: Callable[[Axes, str], None],
    *,
    title: str,
    subtitle: str,
    notes: Mapping[str, str],
    across: str,
    up: str,
    square: bool = False,
) -> Canvas:
    """Draw one panel per judge under its name and a note, with what both axes are said once.

    Parameters
    ----------
    names : sequence of str
        The judges.
    panel : callable
        Draws into the axes of a judge.
    title, subtitle : str
    notes : mapping of str to str
        A line under each judge's name.
    across, up : str
        What the axes show.
    square : bool
        Whether both axes are of one length.
    """
    from matplotlib.ticker import MaxNLocator

    columns = min(max(len(names), 1), _ACROSS)
    width = min(3.2, (_WIDTH - _GAP * (columns - 1)) / columns)
    height = width if square else 0.8 * width
    block = 0.42 + height + 0.3
    rows = -(-len(names) // columns)
    left = MARGIN + _LEFT
    sheet = Sheet(
        max(5.0, left + columns * width + (columns - 1) * _GAP + MARGIN),
        rows * block + 0.25 + MARGIN,
        title=title,
        subtitle=subtitle,
    )
    labels = distinct_labels(names, 8 * 1.12, width)  # bold is wider
    for k, (name, label) in enumerate(zip(names, labels, strict=True)):
        x, y = left + (k % columns) * (width + _GAP), sheet.top + (k // columns) * block
        sheet.text(x, y + 0.05, label, fontsize=8, fontweight="bold", va="top")
        sheet.text(x, y + 0.21, shortened(notes[name], 7.5, width), fontsize=7.5, va="top")
        axes = sheet.panel(x, y + 0.42, width, height)
        axes.xaxis.set_major_locator(MaxNLocator(4))
        axes.yaxis.set_major_locator(MaxNLocator(4))
        axes.tick_params(labelsize=6.5, length=2)
        axes.grid(color="#E6E6E6", lw=0.5)
        panel(axes, name)
        if k % columns:
            axes.tick_params(labelleft=False)
    for row in range(rows):
        middle = sheet.top + 0.42 + height / 2 + row * block
        sheet.text(MARGIN, middle, shortened(up, 8, height), fontsize=8, rotation=90, va="center", ha="left")
    sheet.text(left, sheet.top + rows * block + 0.1, across, fontsize=8, va="center")
    return sheet.canvas
