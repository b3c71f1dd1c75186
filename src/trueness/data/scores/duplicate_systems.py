"""Find systems that are the same system twice: they count double in every correlation across systems."""

from __future__ import annotations

import dataclasses
import hashlib

import numpy as np

from trueness.data.scores.score_table import ScoreTable, check_table
from trueness.errors import counted, listing


def identical_systems(table: ScoreTable) -> tuple[tuple[str, ...], ...]:
    """Return the groups of systems with the same scores of all scorers in all inputs.

    A missing score equals a missing score; systems without any score are not compared. Sufficient statistics, where
    there are some, have to be the same, too.

    Parameters
    ----------
    table : ScoreTable

    Returns
    -------
    tuple of tuples of str
        Each group has at least two systems, in the table's order.
    """
    check_table(table)
    groups: dict[bytes, list[str]] = {}
    for i, system in enumerate(table.systems):
        scores = np.stack([table.values[k, i] for k in range(len(table.scorers))])
        if np.isnan(scores).all():
            continue
        digest = hashlib.sha256()  # the scores themselves would be the table once more
        for values in (scores, *(statistics.values[i] for statistics in table.corpus.values())):
            digest.update(np.where(np.isnan(values), np.nan, values + 0.0).tobytes())  # one NaN and one zero
        groups.setdefault(digest.digest(), []).append(system)
    return tuple(tuple(group) for group in groups.values() if len(group) > 1)


def drop_duplicate_systems(table: ScoreTable) -> ScoreTable:
    """Return the table with one system of each identical group, the first by name, and a note of the others.

    Parameters
    ----------
    table : ScoreTable
    """
    kept = {system: min(group) for group in identical_systems(table) for system in group}
    dropped = {system: first for system, first in kept.items() if system != first}
    if not dropped:
        return table
    left = table.select(systems=[system for system in table.systems if system not in dropped])
    pairs = listing([f"{system} (same as {first})" for system, first in dropped.items()])
    note = f"{counted(len(dropped), 'system')} left out whose scores are all those of another: {pairs}"
    return dataclasses.replace(left, notes=(*left.notes, note))
