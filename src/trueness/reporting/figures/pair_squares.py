"""What matrices of pairs are drawn with: squares, their frame, and the key to their colours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from trueness.reporting.figures.palette import BLUE, FAINT_INK, HATCH, INK, ORANGE, RULE

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Tested(Protocol):
    """How pairs were tested."""

    @property
    def alternative(self) -> str:
        """``two-sided`` or one side."""

    @property
    def alpha(self) -> float:
        """Significance level."""

    @property
    def correction(self) -> str:
        """Of the p-values; ``none`` for none."""


def square(x: int, y: int, inset: float, **style: Any) -> Any:
    """Return the square of a cell, smaller by `inset` (a share of the cell) on every side."""
    from matplotlib.patches import Rectangle

    return Rectangle((x + inset, y + inset), 1 - 2 * inset, 1 - 2 * inset, **style)


def undefined_square(x: int, y: int) -> Any:
    """Return the square of a cell without a p-value."""
    return square(x, y, 0, facecolor="white", edgecolor=HATCH, hatch="////", lw=0)


def frame_cells(axes: Axes, rows: Sequence[str], columns: Sequence[str], size: float) -> None:
    """Give a matrix its limits and rules, and the heads of rows and columns in letters of `size` points."""
    axes.set_xlim(0, len(columns))
    axes.set_ylim(len(rows), 0)
    for spine in axes.spines.values():
        spine.set_visible(True)
    for k in range(1, len(columns)):
        axes.axvline(k, color=RULE, lw=0.4, zorder=0)
    for k in range(1, len(rows)):
        axes.axhline(k, color=RULE, lw=0.4, zorder=0)
    axes.set_yticks([k + 0.5 for k in range(len(rows))], rows, fontsize=size)
    axes.set_xticks([k + 0.5 for k in range(len(columns))], columns, rotation=90, fontsize=size)
    axes.tick_params(length=0, pad=4, labeltop=True, labelbottom=False, labelcolor=INK)


def pair_squares_key(
    settings: Tested, *, claim: str, printed: bool = False, undefined: bool = False
) -> list[Any]:
    """Return the handles of a key.

    Parameters
    ----------
    settings : Tested
    claim : str
        What a coloured square says.
    printed : bool
        Whether p-values stand in the squares.
    undefined : bool
        Whether there is a square without a p-value.
    """
    from matplotlib.patches import Patch

    which = "two-sided p" if settings.alternative == "two-sided" else "p"
    handles = [Patch(facecolor=BLUE, label=f"{claim}: {which} ≤ {settings.alpha:g}, uncorrected")]
    if settings.correction != "none":
        handles.append(
            Patch(facecolor=BLUE, edgecolor=ORANGE, lw=2, label=f"{claim}, also after the correction")
        )
    text = "not significant"
    if settings.alternative == "two-sided":
        text += ", or in the other direction"
    if printed:
        text += f"; numbers: {which}, uncorrected"
    handles.append(Patch(facecolor="white", edgecolor=FAINT_INK, lw=0.5, label=text))
    if undefined:
        handles.append(Patch(facecolor="white", edgecolor=HATCH, hatch="//////", lw=0.4, label="undefined"))
    return handles
