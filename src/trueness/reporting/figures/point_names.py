"""Names of points, each beside, above or below its own where it covers least, and never over another name."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.reporting.figures.palette import INK
from trueness.reporting.figures.sheet import inches
from trueness.reporting.writing.labels import text_width
from trueness.statistics.array_types import FloatArray

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_HIGH, _OFF, _NEAR, _APART = 0.09, 0.055, 0.025, 0.04
"""Of a name, to its point, around other points, and between names, in inches."""

_OUTSIDE = 20.0
"""What an inch outside the panel costs, in points covered."""


class Box(NamedTuple):
    """A rectangle in a panel, in inches from its lower left corner."""

    left: float
    bottom: float
    right: float
    top: float

    def meets(self, other: Box) -> bool:
        """Return whether two lie over each other, or nearly so."""
        across = min(self.right, other.right) - max(self.left, other.left)
        up = min(self.top, other.top) - max(self.bottom, other.bottom)
        return across > -_APART and up > -_APART


@dataclasses.dataclass(frozen=True)
class PointNames:
    """Names of points; one that finds no room is left out.

    Attributes
    ----------
    x, y : sequence of float
        All points; none undefined.
    names : mapping of int to str
        Of those to be named, by their places in `x`, the most telling first.
    size : float
        Of the letters, in points.
    """

    x: ArrayLike
    y: ArrayLike
    names: dict[int, str]
    size: float = 6.2

    def draw(self, axes: Axes, order: float) -> None:
        """Draw them, when the ends of the axes are known."""
        points = np.stack([np.asarray(self.x, dtype=float), np.asarray(self.y, dtype=float)], axis=1)
        places = (axes.transData.transform(points) - axes.bbox.min) / axes.figure.dpi
        room = inches(axes)
        taken: list[Box] = []
        for k, name in self.names.items():
            box = _best(places, k, text_width(name, self.size), room, taken)
            if box is None:
                continue
            taken.append(box)
            axes.annotate(
                name,
                points[k],
                xytext=(72 * (box.left - places[k, 0]), 72 * (box.bottom - places[k, 1])),
                textcoords="offset points",
                fontsize=self.size,
                ha="left",
                va="bottom",
                color=INK,
                zorder=order,
            )


def _best(
    places: FloatArray, k: int, wide: float, room: tuple[float, float], taken: Sequence[Box]
) -> Box | None:
    """Return where the name of a point covers least, or None where names are everywhere."""
    x, y = places[k]
    found: list[tuple[float, Box]] = []
    for right, up in (
        (_OFF, -_HIGH / 2),
        (-_OFF - wide, -_HIGH / 2),
        (-wide / 2, _OFF),
        (-wide / 2, -_OFF - _HIGH),
    ):
        box = Box(x + right, y + up, x + right + wide, y + up + _HIGH)
        if any(box.meets(other) for other in taken):
            continue
        over = (places > np.array(box[:2]) - _NEAR) & (places < np.array(box[2:]) + _NEAR)
        outside = max(0.0, -box.left) + max(0.0, box.right - room[0])
        outside += max(0.0, -box.bottom) + max(0.0, box.top - room[1])
        found.append((float(over.all(axis=1).sum()) + _OUTSIDE * outside, box))
    return min(found, key=lambda one: one[0])[1] if found else None
