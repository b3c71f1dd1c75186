"""Which systems a study looks at: on request one of several identical ones, and none that is an outlier."""

from __future__ import annotations

from collections.abc import Mapping

from trueness.data.scores.duplicate_systems import drop_duplicate_systems
from trueness.data.scores.outlying_systems import drop_outlying_systems
from trueness.data.scores.score_table import ScoreTable
from trueness.study.selection import choose_human
from trueness.study.setting import Selection


def with_kept_systems(table: ScoreTable, selection: Selection, name: str = "") -> ScoreTable:
    """Return a table without the systems that a selection asks to leave out, and notes of these.

    Parameters
    ----------
    table : ScoreTable
    selection : Selection
        Its `drop_duplicates` and `drop_outliers`, where it has them.
    name : str
        That of the table among several, each of which may have a human scorer of its own.

    Raises
    ------
    UnknownNameError, DataError
        If outliers are to be left out and there is no human scorer (see `choose_human`).
    """
    if getattr(selection, "drop_duplicates", False):
        table = drop_duplicate_systems(table)
    cutoff: float | None = getattr(selection, "drop_outliers", None)
    if cutoff is None:
        return table
    human: object = getattr(selection, "human", None)
    if isinstance(human, Mapping):
        human = human.get(name)
    named = human if isinstance(human, tuple) else (human,)
    return drop_outlying_systems(table, [choose_human(table, one) for one in named], cutoff)
