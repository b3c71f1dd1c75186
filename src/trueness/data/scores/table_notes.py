"""What a look at a score table shows: names without any score."""

from __future__ import annotations

import numpy as np

from trueness.data.scores.score_table import ScoreTable
from trueness.errors import counted, listing


def table_notes(table: ScoreTable) -> list[str]:
    """Return which scorers, systems and inputs hold no score at all."""
    scored = np.zeros(table.shape[1:], dtype=bool)
    some_of = np.zeros(len(table.scorers), dtype=bool)
    for k, name in enumerate(table.scorer_names):  # one after the other, not a copy of all
        present = ~np.isnan(table.matrix(name))
        some_of[k] = present.any()
        scored |= present
    notes = []
    for kind, names, there in (
        ("scorer", table.scorer_names, some_of),
        ("system", table.systems, np.atleast_1d(scored.any(axis=1))),
        ("input", table.inputs, np.atleast_1d(scored.any(axis=0))),
    ):
        empty = [name for name, some in zip(names, there, strict=True) if not some]
        if empty:
            notes.append(f"{counted(len(empty), kind)} without any score: {listing(empty)}")
    return notes
