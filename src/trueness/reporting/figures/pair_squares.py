"""A matrix of pairs: which is better than which before a correction, after it, and where nothing is known."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Sequence
from typing import Protocol

from trueness.reporting.figures.cells import ALL_SIDES
from trueness.reporting.figures.look import Look
from trueness.reporting.figures.marks import Mark, Rules, squares
from trueness.reporting.figures.palette import BLANK, BLUE, FAINT_INK, ORANGE, RULE
from trueness.reporting.figures.panel import Names, Panel

Cell = tuple[int, int]
"""Column and row."""

FILLED = Look(colour=BLUE)
OUTLINED = Look(fill="none", edge=ORANGE, edge_width=2.0)
EMPTY = Look(fill="white", edge=FAINT_INK, edge_width=0.5)
UNDEFINED = Look(hatched=True)
_NO_PAIR = Look(colour=BLANK)
_BETWEEN = Look(colour=RULE, line=0.4)


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


def pair_squares(
    *,
    filled: Collection[Cell],
    outlined: Collection[Cell],
    undefined: Collection[Cell],
    rows: Names,
    columns: Names,
    side: float,
    more: Sequence[Mark] = (),
    heading: str = "",
    diagonal: bool = True,
) -> Panel:
    """Return a matrix of pairs.

    Parameters
    ----------
    filled, outlined, undefined : collection of (column, row)
        Cells whose claim is significant before a correction and after it, and those without a p-value.
    rows, columns : Names
    side : float
        Of a cell, in inches.
    more : sequence of Mark
        What lies above the squares.
    heading : str
    diagonal : bool
        Whether rows and columns are the same, so that on the diagonal there is no pair.

    Returns
    -------
    Panel
    """
    high, wide = len(rows.texts), len(columns.texts)
    outline = Look(fill="none", edge=ORANGE, edge_width=6 * side)
    marks: list[Mark] = [
        Rules([k - 0.5 for k in range(1, high)], _BETWEEN),
        Rules([k - 0.5 for k in range(1, wide)], _BETWEEN, upright=True),
        squares([(k, k) for k in range(high)] if diagonal else [], _NO_PAIR),
        squares(undefined, UNDEFINED),
        squares(filled, FILLED, 0.05),
        squares(outlined, outline, 0.12),
    ]
    return Panel(
        width=side * wide,
        height=side * high,
        marks=[*marks, *more],
        x=columns,
        y=rows,
        heading=heading,
        sides=ALL_SIDES,
    )


def pair_squares_key(
    settings: Tested, *, claim: str, printed: bool = False, undefined: bool = False
) -> dict[str, Look]:
    """Return what explains the squares.

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
    which = "two-sided p" if settings.alternative == "two-sided" else "p"
    key = {f"{claim}: {which} ≤ {settings.alpha:g}, uncorrected": FILLED}
    if settings.correction != "none":
        key[f"{claim}, also after the correction"] = dataclasses.replace(OUTLINED, fill=BLUE)
    text = "not significant"
    if settings.alternative == "two-sided":
        text += ", or in the other direction"
    if printed:
        text += f"; numbers: {which}, uncorrected"
    key[text] = EMPTY
    if undefined:
        key["undefined"] = UNDEFINED
    return key
