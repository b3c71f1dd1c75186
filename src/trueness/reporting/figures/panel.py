"""A panel: marks between two axes, with what stands around it."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Container, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from trueness.reporting.figures.look import Look
from trueness.reporting.figures.marks import Mark, Rules
from trueness.reporting.figures.palette import FAINT_INK, INK
from trueness.reporting.figures.point_names import PointNames
from trueness.reporting.figures.rank_column import RankColumn
from trueness.reporting.figures.sheet import BOLD, inches
from trueness.reporting.writing import tables
from trueness.reporting.writing.labels import distinct_labels, shortened, text_width

if TYPE_CHECKING:
    from matplotlib.axes import Axes

GRID = Look(colour="#E6E6E6", line=0.5)
_TICKS, _LABEL, _LABEL_SIZE = 0.42, 0.2, 8.0
_ABOVE = 0.2
_NUMBER = 0.31
"""From the middle of one number below a panel to that of the next, at least."""

_SPACE = 0.07
"""Between a panel and the names around it."""

HEADING_SIZE, NOTE_SIZE = 8.0, 7.5
_BELOW_HEAD, _NARROW = 0.06, 1.7


@dataclasses.dataclass(frozen=True, kw_only=True)
class Scale:
    """An axis of numbers.

    Attributes
    ----------
    label : str
        What they are; cut where it is longer than the axis.
    low, high : float, optional
        Its ends, from left to right or from below; by default a little beyond what is drawn.
    margin : float
        How much is added where an end is not given, as a share of the range.
    ticks : sequence of float, optional
        Where numbers stand; by default about `most` round ones.
    names : sequence of str
        What stands at the `ticks` in place of their numbers.
    most : int
    log, shares : bool
        Whether it is logarithmic, and whether numbers are percentages.
    whole : bool
        Whether numbers are whole.
    size : float
        Of the numbers, in points.
    grid : bool
        Whether lines lead through the panel.
    both : bool
        Whether numbers stand on the other side too.
    told : bool
        Whether numbers stand there; else the panel beside it has them.
    """

    label: str = ""
    low: float | None = None
    high: float | None = None
    margin: float = 0.05
    ticks: Sequence[float] | None = None
    names: Sequence[str] = ()
    most: int = 6
    log: bool = False
    shares: bool = False
    whole: bool = False
    size: float = 7.0
    grid: bool = True
    both: bool = False
    told: bool = True

    def room(self, *, across: bool) -> tuple[float, float]:
        """Return the inches that it needs before the panel (left, below) and behind it (right, above)."""
        ticks = 0.0 if not self.told else _ABOVE if across else _TICKS
        return ticks + (_LABEL if self.label else 0.0), _ABOVE if self.both else 0.0

    def draw(self, axes: Axes, *, across: bool) -> None:
        """Give it to a panel."""
        from matplotlib.ticker import MaxNLocator, NullLocator

        axis = axes.xaxis if across else axes.yaxis
        if self.log:
            (axes.set_xscale if across else axes.set_yscale)("log")
        (axes.set_xmargin if across else axes.set_ymargin)(self.margin)
        if self.ticks is not None:
            axis.set_ticks(self.ticks, self.names or [f"{tick:g}" for tick in self.ticks])
        else:
            most = max(2, min(self.most, int(inches(axes)[0] / _NUMBER))) if across else self.most
            # steps that lead from 0 to 1
            round_ones = MaxNLocator(most, steps=[1, 2, 2.5, 5, 10], min_n_ticks=2, integer=self.whole)
            axis.set_major_locator(round_ones)
        axis.set_minor_locator(NullLocator())
        if self.low is not None or self.high is not None:  # ticks move the ends
            (axes.set_xlim if across else axes.set_ylim)(self.low, self.high)
        if not self.told:
            self._untold(axes, across=across)
            return
        if self.shares:
            axis.set_major_formatter(lambda value, _: tables.share(value))
        axis.set_tick_params(labelsize=self.size, length=2)
        if self.both:
            axis.set_tick_params(top=True, labeltop=True)
        if self.grid:
            axis.grid(color=GRID.colour, lw=GRID.line)
        if self.label:
            label = shortened(self.label, _LABEL_SIZE, inches(axes)[0 if across else 1])
            axis.set_label_text(label, fontsize=_LABEL_SIZE)

    def _untold(self, axes: Axes, *, across: bool) -> None:
        """Draw its lines at once, without the five parts that Matplotlib makes of every tick."""
        axis = axes.xaxis if across else axes.yaxis
        low, high = sorted(axes.get_xlim() if across else axes.get_ylim())
        ticks = [tick for tick in axis.get_ticklocs() if low <= tick <= high]
        axis.set_ticks([])
        if self.grid:
            Rules(ticks, GRID, upright=across).draw(axes, 0.5)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Names:
    """An axis of names, the first at 0, the next at 1; those of lines stand from the top down.

    Attributes
    ----------
    texts : sequence of str
        Drawn as `shown`; where they are empty there is nothing.
    endings : sequence of str
        Stand behind names and are never cut.
    longest : float
        Of what is drawn, in inches.
    apart : bool
        Whether names that look alike are numbered.
    at : sequence of float, optional
        Where they stand, if not there.
    count : int, optional
        How many lines or columns there are, if not one of each.
    edge : float
        How far the panel reaches beyond the first and the last.
    size : float
        Of the letters, in points.
    turned : bool
        Whether names lead upwards.
    far : bool
        Whether they stand above the panel, or at its right.
    faint : bool
    bold : container of int
        Places of names in bold letters.
    ranks : RankColumn, optional
        Stands between names and panel.
    ranks_at : sequence of float, optional
        Where each of the ranks stands, if not where the names do.
    """

    texts: Sequence[str]
    endings: Sequence[str] = ()
    longest: float = 1.9
    apart: bool = True
    at: Sequence[float] | None = None
    count: int | None = None
    edge: float = 0.5
    size: float = 7.5
    turned: bool = False
    far: bool = False
    faint: bool = False
    bold: Container[int] = ()
    ranks: RankColumn | None = None
    ranks_at: Sequence[float] | None = None

    @property
    def lines(self) -> int:
        """How many lines or columns there are."""
        return len(self.texts) if self.count is None else self.count

    @property
    def places(self) -> Sequence[float]:
        """Where they stand."""
        return range(len(self.texts)) if self.at is None else self.at

    @functools.cached_property
    def shown(self) -> Sequence[str]:
        """What is drawn: on one line each, cut in its middle where it is long."""
        if self.apart:
            return distinct_labels(self.texts, self.size, self.longest, self.endings)
        return [shortened(text, self.size, self.longest) if text else "" for text in self.texts]

    def _column(self) -> float:
        return self.ranks.width if self.ranks else 0.0

    def room(self, *, across: bool) -> tuple[float, float]:
        """Return the inches that it needs before the panel (left, below) and behind it (right, above)."""
        widths = [
            text_width(text, self.size) * (BOLD if k in self.bold else 1.0)
            for k, text in enumerate(self.shown)
            if text
        ]
        if not widths:
            return 0.0, 0.0
        high = 1.4 * self.size / 72
        needed = _SPACE + self._column() + (high if across and not self.turned else max(widths))
        return (0.0, needed) if self.far else (needed, 0.0)

    def beyond(self, width: float) -> tuple[float, float]:
        """Return how far names side by side reach out of a panel, at the left and at the right, in inches."""
        step = width / max(self.lines - 1 + 2 * self.edge, 1e-9)
        halves = [text_width(text, self.size) / 2 for text in self.shown]
        middles = [(place + self.edge) * step for place in self.places]
        ends = [(middle - half, middle + half) for middle, half in zip(middles, halves, strict=True)]
        return max((-low for low, _ in ends), default=0.0), max(
            (high - width for _, high in ends), default=0.0
        )

    def draw(self, axes: Axes, *, across: bool) -> None:
        """Give it to a panel."""
        (axes.set_xticks if across else axes.set_yticks)([])
        if not self.far or across:
            ends = (-self.edge, self.lines - 1 + self.edge)
            (axes.set_xlim if across else axes.set_ylim)(*(ends if across else ends[::-1]))
        width, height = inches(axes)
        away = (_SPACE + self._column()) / (height if across else width)
        beside = 1 + away if self.far else -away
        style: dict[str, Any] = {"fontsize": self.size, "color": FAINT_INK if self.faint else INK}
        if across:
            style |= {"transform": axes.get_xaxis_transform(), "ha": "center"}
            style |= {"va": "bottom" if self.far else "top", "rotation": 90 if self.turned else 0}
        else:
            style |= {"transform": axes.get_yaxis_transform(), "va": "center"}
            style |= {"ha": "left" if self.far else "right"}
        for k, (place, text) in enumerate(zip(self.places, self.shown, strict=True)):
            if text:
                weight = "bold" if k in self.bold else "normal"
                x, y = (place, beside) if across else (beside, place)
                axes.text(x, y, text, fontweight=weight, **style)
        if self.ranks is not None:
            self.ranks.draw(axes, self.places if self.ranks_at is None else self.ranks_at)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Room:
    """The inches around a panel."""

    left: float
    below: float
    right: float
    above: float


class Heading(NamedTuple):
    """A line above a panel."""

    text: str
    bold: bool

    @property
    def size(self) -> float:
        """Of its letters, in points."""
        return HEADING_SIZE if self.bold else NOTE_SIZE

    @property
    def width(self) -> float:
        """Of its letters, in inches."""
        return text_width(self.text, self.size) * (BOLD if self.bold else 1.0)

    @property
    def height(self) -> float:
        """With what stands below it, in inches."""
        return 1.5 * self.size / 72


@dataclasses.dataclass(frozen=True, kw_only=True)
class Panel:
    """Marks between two axes.

    Attributes
    ----------
    width, height : float
        Without what stands around, in inches.
    marks : sequence of Mark
        The first at the bottom.
    x, y : Scale or Names
    heading : str
        Stands above, in bold letters.
    notes : sequence of str
        Lines below the heading; as it cut where they are longer than a panel that is not narrow.
    right : Names, optional
        What stands at the right ends of lines.
    named : PointNames, optional
    sides : container of str
        Of ``left bottom right top`` those that are drawn.
    """

    width: float
    height: float
    marks: Sequence[Mark]
    x: Scale | Names
    y: Scale | Names
    heading: str = ""
    notes: Sequence[str] = ()
    right: Names | None = None
    named: PointNames | None = None
    sides: Container[str] = ("left", "bottom")

    def above(self) -> list[Heading]:
        """Return the lines above it, from the top down."""
        room = max(self.width, _NARROW)
        lines = (
            [Heading(shortened(self.heading, HEADING_SIZE * BOLD, room), bold=True)] if self.heading else []
        )
        return lines + [Heading(shortened(note, NOTE_SIZE, room), bold=False) for note in self.notes]

    def room(self) -> Room:
        """Return the inches that are needed around it."""
        below, above = self.x.room(across=True)
        left, right = self.y.room(across=False)
        if self.right is not None:
            right = max(right, self.right.room(across=False)[1])
        if isinstance(self.y, Names) and self.y.ranks is not None and self.y.ranks.width:
            above = max(above, _ABOVE)  # where the head of the ranks stands
        if isinstance(self.x, Names) and not self.x.turned:
            beyond = self.x.beyond(self.width)
            left, right = max(left, beyond[0]), max(right, beyond[1])
        lines = self.above()
        right = max([right, *(line.width - self.width for line in lines)])
        above += sum(line.height for line in lines) + (_BELOW_HEAD if lines else 0.0)
        return Room(left=left, below=below, right=right, above=above)

    def draw(self, axes: Axes) -> None:
        """Draw it into axes of its size."""
        for name, spine in axes.spines.items():
            spine.set_visible(name in self.sides)
        for k, mark in enumerate(self.marks):
            mark.draw(axes, 2 + k / 100)
        axes.autoscale_view()
        for axis, across in ((self.x, True), (self.y, False)):
            axis.draw(axes, across=across)
        if self.named is not None:  # its room is known when the axes are
            self.named.draw(axes, 3)
        if self.right is not None:
            self.right.draw(axes, across=False)
