"""The outputs to label next as a file of CSV, which is read again with its labels."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from trueness.data.scores.score_table import ScoreTable
from trueness.data.texts.texts import Texts
from trueness.studies.sequential.drawn_outputs import DRAWN_WITH, TURN
from trueness.studies.sequential.rows import NextRow


def sheet(rows: Sequence[NextRow], table: ScoreTable, human: str, texts: Texts | None = None) -> str:
    """Return a sheet with an empty column for the labels, and with what is to be labelled where that is known.

    Parameters
    ----------
    rows : sequence of NextRow
    table : ScoreTable
        That outputs were drawn from.
    human : str
        What the column of labels is called.
    texts : Texts, optional
        The outputs, which become columns ``source``, where there is one, and ``output``: read as no scores again.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    names = ["system", "input"] if table.has_systems else ["input"]
    shown = {} if texts is None else {(row.system, row.input): row for row in texts.rows}
    if not table.has_systems:
        shown = {(table.systems[0], given): row for (_, given), row in shown.items()}
    fields = ["output"] if shown else []
    if any(row.source for row in shown.values()):
        fields.insert(0, "source")
    writer.writerow([*names, *fields, TURN, DRAWN_WITH, human])
    for row in rows:
        place = [row.system, row.input] if table.has_systems else [row.input]
        found = shown.get((row.system, row.input))
        parts = [getattr(found, field) or "" if found is not None else "" for field in fields]
        writer.writerow([*place, *parts, row.turn, repr(row.drawn_with), ""])
    return text.getvalue()
