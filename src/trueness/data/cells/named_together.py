"""Several columns that name the scorer together, as a judge and what it was asked do: one column in their place."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from trueness.data.cells.columns import PART, ColumnMap
from trueness.data.cells.names import NameColumn
from trueness.data.cells.raw_rows import Chunk, RawRows
from trueness.errors import FormatError


def named_together(raw: RawRows, columns: ColumnMap) -> tuple[RawRows, ColumnMap]:
    """Return rows in which one column names the scorer, where several do so together, as a judge and a dimension.

    Parameters
    ----------
    raw : RawRows
    columns : ColumnMap

    Raises
    ------
    FormatError
        If a column is called as the new one, or one of them has no name in a row.
    """
    parts = columns.scorer
    if not isinstance(parts, tuple):
        return raw, columns
    unknown = next((part for part in parts if part not in raw.names), None)
    if unknown is not None:
        return raw, dataclasses.replace(
            columns, scorer=unknown
        )  # which is refused where columns are looked for
    name = PART.join(parts)
    if name in raw.names:
        raise FormatError("the column is called as others together are.", path=raw.source, column=name)
    kept = [k for k, column in enumerate(raw.names) if column not in parts]
    at = [raw.names.index(part) for part in parts]

    def chunks() -> Iterator[Chunk]:
        for chunk in raw.chunks:
            cells = [_names_in(chunk, k, raw) for k in at]
            together = list(map(PART.join, zip(*cells, strict=True)))
            yield Chunk(chunk.rows, [*(chunk.columns[k] for k in kept), together])

    names = (*(raw.names[k] for k in kept), name)
    return dataclasses.replace(raw, names=names, chunks=chunks()), dataclasses.replace(columns, scorer=name)


def _names_in(chunk: Chunk, at: int, raw: RawRows) -> list[str]:
    """Return the names in a column of a piece."""
    column = NameColumn(raw.names[at], raw.source)
    column.add(chunk.columns[at], chunk.rows)
    return [column.labels[code] for code in column.codes]
