"""What a look at a score table shows: outputs and names without any score."""

from __future__ import annotations

import dataclasses

import numpy as np

from trueness.data.scores.score_table import ScoreTable
from trueness.errors import counted, listing

BY_ROW_NUMBER = "the file names no input: items are called by their row number"
"""What is said of such a file, whose names of items are those of no other."""


def table_notes(table: ScoreTable) -> list[str]:
    """Return how many outputs, and which scorers, systems and inputs, hold no score at all."""
    scored = table.scored()
    some_of = [table.given(name).size > 0 for name in table.scorer_names]
    systems, inputs = np.atleast_1d(scored.any(axis=1)), np.atleast_1d(scored.any(axis=0))
    notes = []
    if empty := int(systems.sum() * inputs.sum() - scored.sum()):  # beside those of whole systems and inputs
        extent = f"{counted(len(table.systems), 'system')} x {counted(len(table.inputs), 'input')}"
        notes.append(f"{empty} of {scored.size} outputs ({extent}) have no score")
    for kind, names, there in (
        ("scorer", table.scorer_names, some_of),
        ("system", table.systems, systems),
        ("input", table.inputs, inputs),
    ):
        without = [name for name, some in zip(names, there, strict=True) if not some]
        if without:
            notes.append(f"{counted(len(without), kind)} without any score: {listing(without)}")
    return notes


def with_notes_of_now(table: ScoreTable, *before: ScoreTable) -> ScoreTable:
    """Return a table with what a look at it shows in place of what a look at those has shown that it was made of.

    Parameters
    ----------
    table : ScoreTable
    *before : ScoreTable
    """
    old = {note for one in before for note in table_notes(one)}
    kept = [note for note in table.notes if note not in old]
    return dataclasses.replace(table, notes=tuple(dict.fromkeys([*kept, *table_notes(table)])))
