"""The outputs to label next as a file of CSV, which is read again with its labels."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from trueness.data.scores.score_table import ScoreTable
from trueness.studies.sequential.drawn_outputs import DRAWN_WITH, TURN
from trueness.studies.sequential.rows import NextRow


def sheet(rows: Sequence[NextRow], table: ScoreTable, human: str) -> str:
    """Return a sheet with an empty column for the labels.

    Parameters
    ----------
    rows : sequence of NextRow
    table : ScoreTable
        That outputs were drawn from.
    human : str
        What the column of labels is called.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    names = ["system", "input"] if table.has_systems else ["input"]
    writer.writerow([*names, TURN, DRAWN_WITH, human])
    for row in rows:
        place = [row.system, row.input] if table.has_systems else [row.input]
        writer.writerow([*place, row.turn, repr(row.drawn_with), ""])
    return text.getvalue()
