"""Read lines of fields that end in a score, separated by blanks or tabs: each error names its line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from trueness.data.cells.numbers import NumberColumn
from trueness.data.files.open_file import lines_of, open_text
from trueness.data.scores.score_table import FloatArray
from trueness.errors import FormatError, counted


def read_fields(
    path: str | Path, layout: Sequence[str], *, more: bool = False, header: int | None = None
) -> list[list[str]]:
    """Return the fields of every line.

    Parameters
    ----------
    path : str or Path
        The file, compressed or not; any newline style.
    layout : sequence of str
        What the fields of a line are called, for messages; a line has as many.
    more : bool
        Whether fields may follow those of the layout. Then a line with a tab is divided at its tabs only, as such
        further fields may hold blanks.
    header : int, optional
        How many fields the first line has, where that is a header of fewer.

    Raises
    ------
    FormatError
        If the file is empty, cannot be read, or a line has another number of fields.
    """
    with open_text(path) as file:
        if more:
            rows = [_split_at_tabs(line) if "\t" in line else line.split() for line in lines_of(file, path)]
        else:
            rows = [line.split() for line in lines_of(file, path)]
    if not rows:
        raise FormatError("the file is empty.", path=str(path), remedy=f"A line holds {' '.join(layout)}.")
    size = len(layout)
    for number, row in enumerate(rows, start=1):
        if len(row) != (header if header and number == 1 else size) and not (more and len(row) > size):
            raise FormatError(
                f"the line has {counted(len(row), 'field')}; it needs "
                f"{'at least ' if more else ''}{size}: {' '.join(layout)}.",
                path=str(path),
                row=number,
                remedy="Is the file cut off, or of another format?",
            )
    return rows


def read_numbers(cells: Sequence[str], path: str | Path, column: str, rows: Sequence[int]) -> FloatArray:
    """Return the scores in `cells`, NaN where one is missing (``None``, ``NaN`` or ``NA``, in any case).

    Parameters
    ----------
    cells : sequence of str
        One per row.
    path, column
        Where they are from, for messages.
    rows : sequence of int
        One-based line numbers.

    Raises
    ------
    FormatError
        If a cell is no number, or infinite.
    """
    numbers = NumberColumn(column, str(path))
    try:
        numbers.add(cells, rows)
        found = numbers.finish(declared=True)
        return np.empty(0) if found is None else found.whole()  # None is for undeclared columns
    except FormatError as error:
        remedy = "Write None for a score that does not exist."
        raise FormatError(
            error.problem, path=error.path, row=error.row, column=column, remedy=remedy
        ) from error


def _split_at_tabs(line: str) -> list[str]:
    return [field.strip() for field in line.split("\t")]
