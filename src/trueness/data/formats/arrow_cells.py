"""Columns of Arrow to cells: numbers where nothing is lost by it, otherwise Python's own values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trueness.data.cells.raw_rows import Unreadable
from trueness.errors import FormatError

BITS = 8


def check_fields(fields: Iterable[Any], path: str, inside: str = "") -> None:
    """Check that no two columns, or fields of a structure, have one name, of which only one would be read.

    Parameters
    ----------
    fields : iterable of pyarrow.Field
        Of a schema, or of a structure.
    path : str
        The file, for messages.
    inside : str
        The column whose fields these are.

    Raises
    ------
    FormatError
        If a name occurs twice.
    """
    seen: set[str] = set()
    for field in fields:
        name = f"{inside}.{field.name}" if inside else field.name
        if name in seen:
            raise FormatError(
                "the name of the field occurs twice." if inside else "the column name occurs twice.",
                path=path,
                column=name,
                remedy="Rename one of them.",
            )
        seen.add(name)
        children = [field.type.field(k) for k in range(field.type.num_fields)]
        check_fields(children, path, name)


def check_batch(batch: Any, path: str) -> None:
    """Check all of a batch of rows, so that nothing is read beyond its buffers: a file may say anything.

    O(bytes of the batch).

    Parameters
    ----------
    batch : pyarrow.RecordBatch
    path : str
        The file, for messages.

    Raises
    ------
    FormatError
        If offsets, indices or texts are not valid, or it claims more rows than its bytes can hold.
    """
    part: str | None = None
    try:
        for part, column in zip(batch.schema.names, batch.columns, strict=True):  # noqa: B007 - named below
            column.validate(full=True)
        part = None
        batch.validate()
    except (ValueError, NotImplementedError) as error:
        raise FormatError(
            f"the file is truncated or damaged, or holds text other than UTF-8 ({first_line(error)}).",
            path=path,
            column=part,
            remedy="Copy or write it again, with texts as UTF-8.",
        ) from error
    # a column of nothing needs no bytes: a small file with one may claim more rows than fit into any memory
    held = sum(buffer.size for column in batch.columns for buffer in column.buffers() if buffer is not None)
    if batch.num_rows > BITS * held:
        raise FormatError(
            f"it claims {batch.num_rows:,} rows, but holds {held:,} bytes of them.",
            path=path,
            remedy="The file is damaged, or lacks a column of scores: copy or write it again.",
        )


def cells_of(column: Any, types: Any, *, plain: bool = False) -> Any:
    """Return the cells of a valid Arrow array: an array of numbers where nothing is lost by it, otherwise a list.

    A value without a counterpart in Python (a date in the year 300,000, a time zone that nobody knows) becomes
    `Unreadable`, so that a column that nobody asks for does not keep others from being read.

    Parameters
    ----------
    column : pyarrow.Array
    types : module
        ``pyarrow.types``.
    plain : bool
        Whether numbers are a list of Python's own, None where missing, as well.
    """
    numeric = types.is_floating(column.type) or (types.is_integer(column.type) and not column.null_count)
    if numeric and not plain:
        return _numbers(column, types)
    if types.is_dictionary(column.type):  # every label is made once, however many rows have it
        labels = cells_of(column.dictionary, types, plain=True)
        return [None if index is None else labels[index] for index in column.indices.to_pylist()]
    try:
        return column.to_pylist()
    except (ValueError, ArithmeticError, TypeError, LookupError, NotImplementedError):
        return [_cell(value) for value in column]


def _numbers(column: Any, types: Any) -> NDArray[Any]:
    """Return the numbers of an array, NaN where one is missing; pyarrow's own way loads pandas, 40 MiB of it."""
    validity, buffer = column.buffers()
    places = slice(column.offset, column.offset + len(column))
    kind = "f" if types.is_floating(column.type) else "i" if types.is_signed_integer(column.type) else "u"
    if buffer is None:  # of no rows there may be none
        return np.empty(0, f"{kind}{column.type.bit_width // BITS}")
    values = np.frombuffer(buffer, f"{kind}{column.type.bit_width // BITS}", count=places.stop)[places]
    if not column.null_count:
        return values
    there = np.unpackbits(np.frombuffer(validity, np.uint8), count=places.stop, bitorder="little")[places]
    return np.where(there, values, np.nan).astype(values.dtype, copy=False)


def _cell(value: Any) -> Any:
    try:
        return value.as_py()
    except (ValueError, ArithmeticError, TypeError, LookupError, NotImplementedError) as error:
        return Unreadable(str(value.type), first_line(error))


def first_line(error: Exception) -> str:
    """Return the first line of a message, or what kind of error it is where there is none."""
    return str(error).partition("\n")[0].rstrip(".") or type(error).__name__
