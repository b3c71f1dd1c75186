"""Read Parquet and Arrow files, and dataframes of any library that narwhals knows."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from trueness.data.jsonl import rows_from_records
from trueness.data.open_file import COMPRESSIONS, read_bytes, starts_with
from trueness.data.raw_rows import Chunk, RawRows
from trueness.data.sidecar import parse_description
from trueness.errors import FormatError, import_extra, listing

METADATA_KEY = b"trueness"
"""Key of the description in the metadata of a Parquet or Arrow file."""

ROWS_PER_CHUNK = 65_536


def read_columnar(path: str | Path, *, kind: str) -> RawRows:
    """Read the rows of a Parquet or Arrow IPC (Feather) file.

    Parameters
    ----------
    path : str or Path
        The file, compressed or not.
    kind : {'parquet', 'arrow'}
        Its format.

    Raises
    ------
    FormatError
        If the file is truncated, damaged or of another format.
    MissingExtraError
        If pyarrow is not installed.
    """
    pyarrow = import_extra("pyarrow", extra="formats", feature=f"reading '{Path(path).name}'")
    starts_with(path, 1)  # a missing file or folder gets the same message as elsewhere
    with _reported(path, pyarrow):
        compressed = any(_magic(path).startswith(magic) for magic in COMPRESSIONS.values())
        where = pyarrow.BufferReader(read_bytes(path)) if compressed else str(path)
        schema, batches = _open_parquet(where) if kind == "parquet" else _open_arrow(where, pyarrow)
    content = (schema.metadata or {}).get(METADATA_KEY)
    metadata = parse_description(content, str(path)) if content else None
    if any(pyarrow.types.is_nested(field.type) for field in schema):
        with _reported(path, pyarrow):
            listed = [record for batch in batches for record in batch.to_pylist()]
        return rows_from_records(enumerate(listed, start=1), str(path), metadata)
    return RawRows(str(path), tuple(schema.names), _chunks(batches, path, pyarrow), metadata)


def read_frame(frame: Any, *, source: str = "dataframe") -> RawRows:
    """Read the rows of a dataframe (pandas, polars, pyarrow, Modin, DuckDB, ...); an index is not read.

    Parameters
    ----------
    frame : dataframe
        An eager or lazy dataframe that narwhals supports.
    source : str
        What messages call it.

    Raises
    ------
    FormatError
        If narwhals does not know the object, or a column name occurs twice.
    """
    import narwhals as nw

    try:
        known = nw.from_native(frame)
        eager = known.collect() if isinstance(known, nw.LazyFrame) else known
        names = tuple(str(name) for name in eager.columns)
        columns = [_series(eager[name]) for name in eager.columns]
    except TypeError as error:
        raise FormatError(
            f"{type(frame).__name__} is neither a path nor a dataframe.",
            remedy="Give a path, or a pandas, polars or pyarrow dataframe.",
        ) from error
    except nw.exceptions.NarwhalsError as error:
        raise FormatError(f"the dataframe cannot be read ({error}).", path=source) from error
    rows = range(1, len(eager) + 1)
    index = [str(name) for name in getattr(getattr(frame, "index", None), "names", ()) if name is not None]
    notes = (
        (f"the dataframe's index ({listing(index)}) was not read; reset_index() makes it columns",)
        if index
        else ()
    )
    if any(isinstance(cell, (list, dict)) for column in columns for cell in column[:1]):
        records = (dict(zip(names, cells, strict=True)) for cells in zip(*columns, strict=True))
        return rows_from_records(zip(rows, records, strict=True), source, notes=notes)
    return RawRows(source, names, [Chunk(rows, columns)], notes=notes)


def _series(series: Any) -> Any:
    missing = series.is_null()
    if series.dtype.is_numeric() and not series.dtype.is_decimal() and not missing.any():
        return series.to_numpy()
    cells = series.to_list()
    if missing.any():
        cells = [None if gone else cell for cell, gone in zip(cells, missing.to_list(), strict=True)]
    return cells


def _open_parquet(where: Any) -> tuple[Any, Iterable[Any]]:
    from pyarrow import parquet

    file = parquet.ParquetFile(where)
    return file.schema_arrow, file.iter_batches(batch_size=ROWS_PER_CHUNK)


def _open_arrow(where: Any, pyarrow: Any) -> tuple[Any, Iterable[Any]]:
    from pyarrow import ipc

    try:
        reader = ipc.open_file(where)
    except pyarrow.ArrowInvalid:
        stream = ipc.open_stream(pyarrow.OSFile(where) if isinstance(where, str) else where)
        return stream.schema, stream
    return reader.schema, (reader.get_batch(k) for k in range(reader.num_record_batches))


def _chunks(batches: Iterable[Any], path: str | Path, pyarrow: Any) -> Iterator[Chunk]:
    first = 1
    with _reported(path, pyarrow):
        for batch in batches:
            yield Chunk(
                range(first, first + batch.num_rows),
                [_cells(column, pyarrow.types) for column in batch.columns],
            )
            first += batch.num_rows


def _cells(column: Any, types: Any) -> Any:
    """Return an Arrow column as numbers where nothing is lost by it, otherwise as a list."""
    if types.is_floating(column.type) or (types.is_integer(column.type) and not column.null_count):
        return column.to_numpy(zero_copy_only=False)
    return column.to_pylist()


def _magic(path: str | Path) -> bytes:
    with Path(path).open("rb") as file:
        return file.read(4)


@contextlib.contextmanager
def _reported(path: str | Path, pyarrow: Any) -> Iterator[None]:
    try:
        yield
    except (pyarrow.ArrowException, OSError) as error:
        raise FormatError(
            f"the file is truncated or damaged ({str(error).splitlines()[0]}).",
            path=str(path),
            remedy="Copy or write it again.",
        ) from error
