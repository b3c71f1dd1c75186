"""How many units a closed form takes a correlation at a level to be of."""

from __future__ import annotations

from typing import NamedTuple

from trueness.errors import check_choice
from trueness.statistics.level_names import LEVELS
from trueness.statistics.score_arrays import CellGroup


class CellCounts(NamedTuple):
    """What correlations rest on.

    Attributes
    ----------
    systems, inputs : int
        Systems, and inputs, with at least one output that every compared scorer has.
    outputs : int
        Outputs that every compared scorer has.
    """

    systems: int
    inputs: int
    outputs: int

    @classmethod
    def of(cls, group: CellGroup) -> CellCounts:
        """Count the cells of a group."""
        cells = group.cells
        return cls(int(cells.any(axis=1).sum()), int(cells.any(axis=0).sum()), int(cells.sum()))


def level_units(level: str, counts: CellCounts) -> int:
    """Return the n of a closed form at a level.

    At the system level a correlation is of systems, at the global level of outputs. At the input and the per-system
    level it is an average over inputs, or systems, that has no n of its own; what papers have put there is the n of
    each correlation that is averaged: systems, or inputs.

    Parameters
    ----------
    level : {'system', 'input', 'global', 'per_system'}
    counts : CellCounts

    Returns
    -------
    int

    Raises
    ------
    ArgumentError
        If the level is unknown.

    Examples
    --------
    >>> level_units("global", CellCounts(systems=16, inputs=100, outputs=1590))
    1590
    """
    check_choice("level", level, LEVELS)
    if level == "global":
        return counts.outputs
    return counts.inputs if level == "per_system" else counts.systems
