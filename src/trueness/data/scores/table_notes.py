"""What a look at a score table shows: names without any score, and names that differ in blanks alone."""

from __future__ import annotations

import numpy as np

from trueness.data.scores.score_table import ScoreTable
from trueness.errors import counted, listing


def table_notes(table: ScoreTable) -> list[str]:
    """Return which scorers, systems and inputs hold no score, and whose names look alike."""
    return [*_emptiness(table), *_look_alikes(table)]


def _emptiness(table: ScoreTable) -> list[str]:
    """Say which scorers, systems and inputs hold no score at all."""
    present = ~np.isnan(table.values)
    notes = []
    for kind, names, axes in (
        ("scorer", table.scorer_names, (1, 2)),
        ("system", table.systems, (0, 2)),
        ("input", table.inputs, (0, 1)),
    ):
        empty = [
            name for name, some in zip(names, np.atleast_1d(present.any(axis=axes)), strict=True) if not some
        ]
        if empty:
            notes.append(f"{counted(len(empty), kind)} without any score: {listing(empty)}")
    return notes


def _look_alikes(table: ScoreTable) -> list[str]:
    """Say which systems and inputs have names that differ only in blanks around them."""
    notes = []
    for kind, names in (("system", table.systems), ("input", table.inputs)):
        bare = {name.strip() for name in names if name != name.strip()}
        alike = [name for name in names if name.strip() in bare]
        if len(alike) > len(bare):
            notes.append(f"{kind} names that differ only in blanks around them: {listing(alike)}")
    return notes
