"""Columns of words that nothing calls groups, and that have one word for an input, for a system, or for all rows."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trueness.data.cells.columns import Layout, Side
from trueness.data.cells.labels import LabelColumn
from trueness.data.cells.missing import LIKE_NO_LABEL
from trueness.data.cells.names import IntArray, NameColumn
from trueness.data.cells.packed_numbers import ROWS_PER_BLOCK
from trueness.data.cells.resolve_columns import LIKE_SCORES, group_sides
from trueness.data.files.rows_fingerprint import Coded

FEWEST_TWICE = 0.5
"""Of inputs so many have outputs of two systems or more, or a word that they share would say little; systems alike."""


class WordGroup(NamedTuple):
    """A column of words that groups.

    Attributes
    ----------
    words : Coded
        Of every row; empty where it has none.
    side : {'input', 'system'}
        What it groups.
    """

    words: Coded
    side: Side

    @property
    def note(self) -> str:
        """What is to be said of it, without the column's name."""
        labels = [label for label in self.words.labels if label]
        rows = f"one word, '{labels[0]}', in all rows" if len(labels) == 1 else f"one word per {self.side}"
        return f"has {rows}, and was read as a grouping column"


def word_groups(
    columns: Mapping[str, LabelColumn],
    names: Mapping[str, NameColumn | Coded],
    layout: Layout,
    declared: Container[str | None],
) -> dict[str, WordGroup]:
    """Return which columns of words group inputs or systems: scores would tell outputs of one input apart.

    A word for every input by itself is no group; one for all rows is, unless the column is called as scores are: it
    tells the rows of this file from those of others.

    Parameters
    ----------
    columns : mapping of str to LabelColumn
        Columns of labels whose order is not known.
    names : mapping of str to NameColumn or Coded
        Systems and inputs.
    layout : Layout
    declared : container of str
        Columns that were said to be scores.
    """
    found: dict[str, WordGroup] = {}
    for name, column in columns.items():
        side = None if name in declared else _side(name, column, names, layout)
        if side is None:
            continue
        gone = column.codes < 0
        if not gone.any():
            words = Coded(column.labels, column.codes)
        else:
            words = Coded((*column.labels, ""), np.where(gone, len(column.labels), column.codes))
        found[name] = WordGroup(words, side)
    return found


def _side(
    name: str, column: LabelColumn, names: Mapping[str, NameColumn | Coded], layout: Layout
) -> Side | None:
    """Return what a column of words groups; None where it may be scores."""
    if len(column.labels) == 1:
        failed = LIKE_NO_LABEL.match(column.labels[0]) is not None
        return None if failed or LIKE_SCORES.search(name) else "input"
    if layout.system is None or layout.input is None:
        return None
    keys = {"input": names[layout.input].codes, "system": names[layout.system].codes}
    for side in group_sides(name):
        other = keys["system" if side == "input" else "input"]
        if _groups(keys[side], other, column.codes, len(column.labels)):
            return side
    return None


def _groups(units: IntArray, others: IntArray, codes: IntArray, n_labels: int) -> bool:
    """Return whether all rows of a unit have one label, where most units have rows of several others."""
    there = codes >= 0
    labelled = (units, codes) if there.all() else (units[there], codes[there])
    if _several(*labelled).any():
        return False
    n_units = np.count_nonzero(np.bincount(units))
    twice = np.count_nonzero(_several(units, others))
    return bool(n_labels < n_units and twice >= FEWEST_TWICE * n_units)


def _several(units: IntArray, values: IntArray) -> NDArray[np.bool_]:
    """Return for every unit whether its rows have more than one value."""
    size = int(units.max(initial=-1)) + 1
    one, found = np.zeros(size, values.dtype), np.zeros(size, dtype=bool)
    one[units] = values  # of some row
    for start in range(0, len(units), ROWS_PER_BLOCK):  # what is compared would be as large as all rows
        here, theirs = (array[start : start + ROWS_PER_BLOCK] for array in (units, values))
        found[here[one[here] != theirs]] = True
    return found
