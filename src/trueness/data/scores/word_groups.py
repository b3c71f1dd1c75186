"""Columns of words that nothing calls groups, and that have one word for all outputs of an input, or of a system."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import NamedTuple

import numpy as np

from trueness.data.cells.columns import Layout, Side
from trueness.data.cells.labels import LabelColumn
from trueness.data.cells.names import IntArray, NameColumn
from trueness.data.cells.resolve_columns import group_sides
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


def word_groups(
    columns: Mapping[str, LabelColumn],
    names: Mapping[str, NameColumn | Coded],
    layout: Layout,
    declared: Container[str | None],
) -> dict[str, WordGroup]:
    """Return which columns of words group inputs or systems: scores would tell outputs of one input apart.

    A word for every input by itself is no group.

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
    if layout.system is None or layout.input is None:
        return {}
    keys = {"input": names[layout.input].codes, "system": names[layout.system].codes}
    found: dict[str, WordGroup] = {}
    for name, column in columns.items():
        if name in declared or len(column.labels) < 2:
            continue
        for side in group_sides(name):
            other = keys["system" if side == "input" else "input"]
            if _groups(keys[side], other, column.codes, len(column.labels)):
                gone = column.codes < 0
                codes = np.where(gone, len(column.labels), column.codes)
                labels = (*column.labels, "") if gone.any() else column.labels
                found[name] = WordGroup(Coded(labels, codes), side)
                break
    return found


def _groups(units: IntArray, others: IntArray, codes: IntArray, n_labels: int) -> bool:
    """Return whether all rows of a unit have one label, where most units have rows of several others."""
    there = codes >= 0
    of_unit = _firsts(units[there], codes[there])
    twice = np.count_nonzero(np.bincount(_firsts(units, others)) > 1)
    n_units = len(np.unique(units))
    alike = len(np.unique(of_unit)) == len(of_unit)
    return bool(alike and n_labels < n_units and twice >= FEWEST_TWICE * n_units)


def _firsts(first: IntArray, second: IntArray) -> IntArray:
    """Return the first of every two that stand side by side in some row."""
    size = int(second.max(initial=0)) + 1
    found: IntArray = np.unique(first * size + second) // size
    return found
