"""Leave systems and inputs out of texts, by name or pattern."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from trueness.data.scores.leave_out import GoneRows, Leaving, gone_rows
from trueness.data.texts.texts import TextRow, Texts


def leaving_rows(leaving: Leaving, rows: Iterable[TextRow], where: str) -> GoneRows:
    """Return which systems and inputs of rows are left out.

    Raises
    ------
    UnknownNameError, ArgumentError, DataError
        As `gone_rows`.
    """
    if not leaving.said:
        return GoneRows()
    systems: dict[str, None] = {}
    inputs: dict[str, None] = {}
    for row in rows:
        systems.setdefault(row.system)
        inputs.setdefault(row.input)
    return gone_rows(leaving, {"systems": systems, "inputs": inputs}, where)


def leaving_of_texts(only: str | Iterable[str] | None, without: str | Iterable[str] | None) -> Leaving:
    """Return what is left out of texts, which have systems and inputs.

    Raises
    ------
    ArgumentError
        As `Leaving.of_rows`.
    """
    return Leaving.of_rows(only, without, ("systems", "inputs"))


def leave_out_of_texts(texts: Texts, leaving: Leaving) -> Texts:
    """Return texts without what is to be left out, and notes that name it.

    Raises
    ------
    UnknownNameError, ArgumentError, DataError
        As `gone_rows`.
    """
    gone = leaving_rows(leaving, texts.rows, texts.name)
    rows = tuple(row for row in texts.rows if gone.stays(systems=row.system, inputs=row.input))
    return dataclasses.replace(texts, rows=rows, notes=(*texts.notes, *gone.notes))
