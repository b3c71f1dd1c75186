"""What a mark looks like, in a drawing and in its key."""

from __future__ import annotations

import dataclasses
from typing import Any

from trueness.reporting.figures.palette import BLUE, HATCH

Colour = str | tuple[float, float, float]
"""As Matplotlib takes it; of three numbers each is from 0 to 1."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Look:
    """The colour, mark, line and edge of what is drawn; the key shows the same.

    Attributes
    ----------
    colour : Colour
    mark : str
        As Matplotlib calls it: ``o``, ``D``, …; empty for none.
    size : float
        Of the mark, in points.
    fill : str
        Of a mark or an area; empty for `colour`.
    edge : str
        Of a mark or an area; empty for `colour` around marks, and for none around areas.
    edge_width, line : float
        In points. Without a `line` marks are not joined.
    dash : str or tuple
        Of the line.
    alpha : float
    hatched : bool
        Whether an area has stripes in place of a colour.
    """

    colour: Colour = BLUE
    mark: str = ""
    size: float = 4.5
    fill: str = ""
    edge: str = ""
    edge_width: float = 1.0
    line: float = 0.0
    dash: str | tuple[float, tuple[float, ...]] = "-"
    alpha: float = 1.0
    hatched: bool = False

    def of_line(self) -> dict[str, Any]:
        """Return how Matplotlib draws marks, and the line that joins them."""
        return {
            "color": self.colour,
            "marker": self.mark or "None",
            "markersize": self.size,
            "markerfacecolor": self.fill or self.colour,
            "markeredgecolor": self.edge or self.colour,
            "markeredgewidth": self.edge_width,
            "linewidth": self.line,
            "linestyle": self.dash if self.line else "None",
            "solid_capstyle": "butt",
            "alpha": self.alpha,
        }

    def of_area(self) -> dict[str, Any]:
        """Return how Matplotlib fills an area."""
        if self.hatched:
            return {"facecolor": "white", "edgecolor": HATCH, "hatch": "////", "linewidth": 0.0}
        return {
            "facecolor": self.fill or self.colour,
            "edgecolor": self.edge or "none",
            "linewidth": self.edge_width if self.edge else 0.0,
            "joinstyle": "miter",
            "alpha": self.alpha,
        }

    def sample(self, label: str) -> Any:
        """Return what explains it in a key."""
        from matplotlib.lines import Line2D
        from matplotlib.patches import Patch

        if self.mark or self.line:
            return Line2D([], [], label=label, **self.of_line())
        return Patch(label=label, **self.of_area())
