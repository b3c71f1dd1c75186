"""What a look at a score table shows: names without any score."""

from __future__ import annotations

import numpy as np

from trueness.data.scores.score_table import ScoreTable
from trueness.errors import counted, listing


def table_notes(table: ScoreTable) -> list[str]:
    """Return which scorers, systems and inputs hold no score at all."""
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
