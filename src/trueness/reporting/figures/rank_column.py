"""A column of figures beside the names: the limits of the rank of each metric or system."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from trueness.decisions.may_be_ranked import FAMILYWISE
from trueness.reporting.figures.palette import FAINT_INK
from trueness.reporting.figures.sheet import inches
from trueness.reporting.writing.labels import text_width
from trueness.reporting.writing.tables import counts
from trueness.study.number_words import percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes

HEAD = "Ranks"
_SPACE = 0.1
"""To the left of the column and to its right, in inches."""

_ABOVE = 0.04
"""Between the uppermost line and the head, in inches."""


class RankColumn:
    """Limits of ranks, in lines, to stand between names and what is drawn of them.

    Parameters
    ----------
    limits : sequence of (int or None, int or None)
        Line by line; None where undefined. Where none is known there is no column.
    size : float
        Of the letters, in points.
    """

    def __init__(self, limits: Sequence[tuple[int | None, int | None]], size: float) -> None:
        known = any(low is not None for low, _ in limits)
        self.texts = [counts(low, high) for low, high in limits] if known else []
        self.size = size
        widest = max((text_width(text, size) for text in (*self.texts, HEAD)), default=0.0)
        self.width = widest + _SPACE if self.texts else 0.0

    def draw(self, axes: Axes, lines: Sequence[float]) -> None:
        """Write the column at the left of a panel.

        Parameters
        ----------
        axes : Axes
        lines : sequence of float
            Where each line lies, in the numbers of the axes.
        """
        if not self.texts:
            return
        width, height = inches(axes)
        left = -_SPACE / 2 / width
        style: dict[str, Any] = {"ha": "right", "fontsize": self.size, "color": FAINT_INK}
        axes.text(left, 1 + _ABOVE / height, HEAD, transform=axes.transAxes, **style)
        for text, line in zip(self.texts, lines, strict=True):
            axes.text(left, line, text, transform=axes.get_yaxis_transform(), va="center_baseline", **style)

    def sentence(self, items: str, alpha: float, correction: str) -> str:
        """Return what a caption says of the column; empty where there is none.

        Parameters
        ----------
        items : str
            What has ranks: ``metrics``.
        alpha : float
            In how many studies the limits may be wrong.
        correction : str
            Of the tests that they rest on.
        """
        if not self.texts:
            return ""
        return f"Beside the names: limits of ranks, 1 is best; {limits_hold(items, alpha, correction)}."


def limits_hold(items: str, alpha: float, correction: str) -> str:
    """Return what limits of ranks promise (see `RankColumn.sentence`)."""
    if correction in FAMILYWISE:
        return f"in {percent(1 - alpha)} of studies those of all {items} are right at once"
    return "without a correction for all pairs together they promise nothing"
