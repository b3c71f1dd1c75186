"""Mark the systems of a table that are people: writers of references that stand among the systems."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection

from trueness.data.scores.score_table import ScoreTable


def mark_references(table: ScoreTable, references: Collection[str]) -> ScoreTable:
    """Return a table whose group ``type`` of systems says ``reference`` or ``peer``.

    Parameters
    ----------
    table : ScoreTable
    references : collection of str
        Systems whose outputs people wrote. If none is a system of the table, it is returned as it is.
    """
    types = tuple("reference" if system in references else "peer" for system in table.systems)
    if "reference" not in types:
        return table
    return dataclasses.replace(table, system_groups={**table.system_groups, "type": types})
