"""Read Parquet and Arrow files, and dataframes of any library that narwhals knows."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from trueness.data.cells.check_column_names import check_column_names
from trueness.data.cells.raw_rows import Chunk, RawRows
from trueness.data.cells.resolve_columns import ROW_LABELS
from trueness.data.files.open_file import COMPRESSIONS, read_bytes, starts_with
from trueness.data.files.sidecar import parse_description
from trueness.data.formats.arrow_cells import cells_of, check_batch, check_fields, first_line
from trueness.data.formats.jsonl import rows_from_records
from trueness.data.formats.rows_within import rows_within
from trueness.errors import FormatError, import_extra, listing

_ARROW_FILE = b"ARROW1"

METADATA_KEY = b"trueness"
"""Key of the description in the metadata of a Parquet or Arrow file."""

ROWS_PER_CHUNK, PLAIN_ROWS_PER_CHUNK = 4_096, 1_024

BUFFER = 1 << 16
"""Bytes of a column of Parquet that are read at once."""

_NO_ARRAYS = ("Int128", "UInt128")
"""Numbers that NumPy does not have."""

_GONE = ("NAType", "NaTType")
"""What pandas puts for a missing value inside a list; its types are not imported here."""


CONTRADICTED = ("", "")
"""The order of a column whose categories stand in two orders: no column has its labels."""


class Opened(NamedTuple):
    """A columnar file whose fields are known, and whose rows are read when they are asked for.

    Attributes
    ----------
    names : tuple of str
        The columns, each with a name of its own.
    nested : bool
        Whether a column holds lists or structures.
    description : bytes or None
        What `write_scores` recorded in the file.
    orders : dict of str to tuple of str
        The order of the categories of columns that declare one, known once rows have been read.
    chunks : iterator of Chunk
        The rows, each batch checked before a cell of it is read; errors in them turn up then.
    """

    names: tuple[str, ...]
    nested: bool
    description: bytes | None
    orders: dict[str, tuple[str, ...]]
    chunks: Iterator[Chunk]

    def records(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield every row with its number, from 1 on."""
        for chunk in self.chunks:
            for row, cells in zip(chunk.rows, zip(*chunk.columns, strict=True), strict=True):
                yield row, dict(zip(self.names, cells, strict=True))


def open_columnar(
    path: str | Path, *, kind: str, rows_per_chunk: int | None = None, plain: bool | None = None
) -> Opened:
    """Open a Parquet or Arrow IPC (Feather) file.

    Parameters
    ----------
    path : str or Path
        The file, compressed or not.
    kind : {'parquet', 'arrow'}
        Its format.
    rows_per_chunk : int, optional
        How many rows of Parquet are held at once, fewer where they are Python's own values; those of Arrow come as they
        were written.
    plain : bool, optional
        Whether numbers are Python's own rather than arrays; by default where a column is nested.

    Raises
    ------
    FormatError
        If the file is truncated, damaged or of another format, has no column, or two of its fields have one name.
    MissingExtraError
        If pyarrow is not installed.
    """
    pyarrow = import_extra("pyarrow", extra="formats", feature=f"reading '{Path(path).name}'")
    start = starts_with(path, len(_ARROW_FILE))  # a missing file or folder gets the same message as elsewhere
    with reported(path, pyarrow):
        compressed = any(_magic(path).startswith(magic) for magic in COMPRESSIONS.values())
        where = pyarrow.BufferReader(read_bytes(path)) if compressed else str(path)
        if kind == "parquet":
            usual = PLAIN_ROWS_PER_CHUNK if plain else ROWS_PER_CHUNK
            schema, batches = _open_parquet(where, rows_per_chunk or usual)
        else:
            schema, batches = _open_arrow(where, pyarrow, is_file=start == _ARROW_FILE)
        check_fields(schema, str(path))
        nested = any(pyarrow.types.is_nested(field.type) for field in schema)
        description = (schema.metadata or {}).get(METADATA_KEY)
        orders: dict[str, tuple[str, ...]] = {}
        as_plain = nested if plain is None else plain
        chunks = _chunks(batches, path, pyarrow, orders, plain=as_plain)
        names = tuple(schema.names)
        if (counted := _named_count(schema)) is not None:
            names, chunks = (*names, counted.name), _with_count(chunks, counted, plain=as_plain)
        check_column_names(names, str(path))
        return Opened(names=names, nested=nested, description=description, orders=orders, chunks=chunks)


def read_columnar(path: str | Path, *, kind: str) -> RawRows:
    """Read the rows of a Parquet or Arrow IPC (Feather) file.

    Parameters
    ----------
    path, kind
        As `open_columnar`.

    Raises
    ------
    FormatError
        As `open_columnar`; as `rows_from_records` where a column is nested; if the description in the file is none.
    MissingExtraError
        If pyarrow is not installed.
    """
    opened = open_columnar(path, kind=kind)
    metadata = parse_description(opened.description, str(path)) if opened.description else None
    if opened.nested:
        records, notes = rows_within(opened.records(), str(path))
        return rows_from_records(records, str(path), metadata, notes)
    return RawRows(str(path), opened.names, opened.chunks, metadata, orders=opened.orders)


def read_frame(frame: Any, *, source: str = "dataframe") -> RawRows:
    """Read the rows of a dataframe (pandas, polars, pyarrow, Modin, DuckDB, ...).

    Levels of an index are columns: by their names, the only one without a name as row labels are in files.

    Parameters
    ----------
    frame : dataframe
        An eager or lazy dataframe that narwhals supports.
    source : str
        What messages call it.

    Raises
    ------
    FormatError
        If narwhals does not know the object, there is no column, a column name is empty or occurs twice (the names 1
        and ``"1"`` are one), or the values of a column cannot be read; as `rows_from_records` where it has lists or
        objects.
    """
    import narwhals as nw

    if type(frame).__module__.partition(".")[0] == "pyarrow" and hasattr(frame, "validate"):
        _check_arrow(frame, source)
    frame, notes = _with_index(frame, source)
    try:
        known = nw.from_native(frame)
    except TypeError as error:
        raise FormatError(
            f"a path or a dataframe is needed; this is {type(frame).__name__}.",
            remedy="Give a path, or a pandas, polars or pyarrow dataframe.",
        ) from error
    except (nw.exceptions.NarwhalsError, ValueError) as error:
        raise _unusable_frame(error, source) from error
    try:
        eager = known.collect() if isinstance(known, nw.LazyFrame) else known
        columns = dict(zip(eager.columns, eager.iter_columns(), strict=True))
    except (nw.exceptions.NarwhalsError, ValueError, TypeError, OSError) as error:
        raise _unusable_frame(error, source) from error
    levels = next((name for name in columns if isinstance(name, tuple)), None)
    if levels is not None:
        raise _unusable_frame(ValueError(f"its columns have names of {len(levels)} levels"), source)
    names = tuple(map(str, columns))
    check_column_names(names, source)
    cells = [_series(column, name, source) for name, column in zip(names, columns.values(), strict=True)]
    rows = range(1, len(eager) + 1)
    is_arrow = type(frame).__module__.partition(".")[0] == "pyarrow"
    if is_arrow and (counted := _named_count(frame.schema)) is not None:
        names, cells = (*names, counted.name), [*cells, counted.cells(rows)]
    if any(_is_nested(column) for column in cells):
        plain = (dict(zip(names, map(_plain, row), strict=True)) for row in zip(*cells, strict=True))
        records, said = rows_within(zip(rows, plain, strict=True), source)
        return rows_from_records(records, source, notes=(*notes, *said))
    return RawRows(source, names, [Chunk(rows, cells)], notes=notes, orders=_orders_of_frame(frame, names))


def _with_index(frame: Any, source: str) -> tuple[Any, tuple[str, ...]]:
    """Return a dataframe whose index, if it says anything, is among its columns, and what is to be said of that."""
    index = getattr(frame, "index", None)
    if index is None or not hasattr(frame, "reset_index"):
        return frame, ()
    names = [str(name) for name in index.names if name is not None]
    if not names and type(index).__name__ == "RangeIndex":
        return frame, ()
    if not names and index.nlevels == 1:
        return frame.rename_axis(index=ROW_LABELS).reset_index(), ()
    there = set(map(str, frame.columns))
    gone = [k for k, name in enumerate(index.names) if name is None or str(name) in there]
    try:
        found = (
            frame.reset_index(level=gone, drop=True).reset_index()
            if 0 < len(gone) < index.nlevels
            else (frame.reset_index(drop=len(gone) > 0))
        )
    except (ValueError, TypeError) as error:
        raise _unusable_frame(error, source) from error
    kept = [name for name in names if name not in there]
    return found, (f"levels of the dataframe's index were read as columns: {listing(kept)}",) if kept else ()


def _orders_of_frame(frame: Any, names: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the order of the categories of columns that declare one, the first being the lowest."""
    found: dict[str, tuple[str, ...]] = {}
    if hasattr(frame, "to_batches"):  # a table of Arrow
        import pyarrow as pa

        for batch in frame.to_batches():
            add_orders(found, _orders_of_batch(batch, pa))
        return found
    for name in names:
        try:
            dtype = frame[name].dtype
        except (AttributeError, LookupError, TypeError, ValueError, NotImplementedError):
            continue  # a lazy one, one of Arrow, or one whose column names are numbers
        # pandas says whether they are ordered; an enumeration of polars is
        given = getattr(dtype, "categories", None)
        if given is not None and getattr(dtype, "ordered", type(dtype).__name__ == "Enum"):
            found[name] = tuple(map(str, given))
    return found


def _check_arrow(frame: Any, source: str) -> None:
    """Check a table of Arrow in full: one that was read from a damaged file reaches beyond its memory."""
    try:
        frame.validate(full=True)
    except (ValueError, NotImplementedError) as error:
        raise FormatError(
            f"the dataframe is damaged, or holds text other than UTF-8 ({first_line(error)}).",
            path=source,
            remedy="Read or make it again, with texts as UTF-8.",
        ) from error


def _unusable_frame(error: Exception, source: str) -> FormatError:
    problem = " ".join(str(error).split()).rstrip(".")
    return FormatError(
        f"reading the dataframe failed ({problem}).",
        path=source,
        remedy="Every column needs one name of its own, in one level; a lazy one is computed here.",
    )


def _series(series: Any, name: str, source: str) -> Any:
    """Return the cells of a column, None where missing; numbers without a gap as an array."""
    try:
        missing = series.is_null()
        numeric = series.dtype.is_numeric() and not series.dtype.is_decimal()
        if numeric and not missing.any() and str(series.dtype) not in _NO_ARRAYS:
            return series.to_numpy()
        cells = series.to_list()
    except (ValueError, ArithmeticError, TypeError, LookupError) as error:
        # what `decimal` raises for a signalling NaN has a list in place of a message
        said = " ".join(map(str, error.args)) if isinstance(next(iter(error.args), None), str) else ""
        raise FormatError(
            f"reading the values of the column failed ({' '.join(said.split()) or type(error).__name__}).",
            path=source,
            column=name,
            remedy="Give numbers, or text; or leave the column out of the dataframe.",
        ) from error
    if missing.any():
        cells = [None if gone else cell for cell, gone in zip(cells, missing.to_list(), strict=True)]
    return cells


def _is_nested(cells: Any) -> bool:
    """Return whether a column has a list or an object in any row, the first or not."""
    if isinstance(cells, np.ndarray):
        return False
    return any(issubclass(kind, (list, tuple, dict, np.ndarray)) for kind in set(map(type, cells)))


def _plain(cell: Any) -> Any:
    """Return a cell as a file of JSON would have it, for what a library makes of it, with None for what is missing."""
    if isinstance(cell, np.generic):
        cell = cell.item()
    elif isinstance(cell, (np.ndarray, tuple)) and np.shape(cell) != ():
        cell = list(cell)
    if isinstance(cell, list):
        return [_plain(item) for item in cell]
    if isinstance(cell, dict):
        return {key: _plain(inner) for key, inner in cell.items()}
    return None if _is_gone(cell) else cell


def _is_gone(cell: Any) -> bool:
    return cell is np.ma.masked or type(cell).__name__ in _GONE


def _open_parquet(where: Any, rows_per_chunk: int) -> tuple[Any, Iterable[Any]]:
    from pyarrow import parquet

    # a page at a time: otherwise all columns are held as they are in the file
    file = parquet.ParquetFile(where, buffer_size=BUFFER, pre_buffer=False, page_checksum_verification=True)
    return file.schema_arrow, file.iter_batches(batch_size=rows_per_chunk)


def _open_arrow(where: Any, pyarrow: Any, *, is_file: bool) -> tuple[Any, Iterable[Any]]:
    from pyarrow import ipc

    if is_file:
        reader = ipc.open_file(where)
        return reader.schema, (reader.get_batch(k) for k in range(reader.num_record_batches))
    stream = ipc.open_stream(pyarrow.OSFile(where) if isinstance(where, str) else where)
    return stream.schema, stream


def _chunks(
    batches: Iterable[Any],
    path: str | Path,
    pyarrow: Any,
    orders: dict[str, tuple[str, ...]],
    *,
    plain: bool,
) -> Iterator[Chunk]:
    first = 1
    try:
        with reported(path, pyarrow):
            for batch in batches:
                check_batch(batch, str(path))
                add_orders(orders, _orders_of_batch(batch, pyarrow))
                yield Chunk(
                    range(first, first + batch.num_rows),
                    [cells_of(column, pyarrow.types, plain=plain) for column in batch.columns],
                )
                first += batch.num_rows
                del batch
    finally:  # also of who wanted the first row alone: what is made of the rows is held beside it otherwise
        del batches
        pyarrow.default_memory_pool().release_unused()


class _Count(NamedTuple):
    """The index of a dataframe that pandas does not write as a column, since it counts."""

    name: str
    start: int
    step: int

    def cells(self, rows: Sequence[int]) -> list[int]:
        """Return the index of rows, which are counted from 1."""
        return [self.start + self.step * (row - 1) for row in rows]


def _named_count(schema: Any) -> _Count | None:
    """Return the index that counts, where it has a name of its own: without one it says nothing."""
    try:
        described = json.loads((schema.metadata or {}).get(b"pandas", b"{}"))
        (index,) = described.get("index_columns", ())
        name, start, step = index["name"], index["start"], index["step"]
    except (ValueError, TypeError, LookupError, AttributeError):
        return None
    usable = isinstance(name, str) and type(start) is int and type(step) is int
    return _Count(name, start, step) if usable and name not in schema.names else None


def _with_count(chunks: Iterator[Chunk], counted: _Count, *, plain: bool) -> Iterator[Chunk]:
    for chunk in chunks:
        cells = counted.cells(chunk.rows)
        yield Chunk(chunk.rows, [*chunk.columns, cells if plain else np.array(cells)])


def _orders_of_batch(batch: Any, pyarrow: Any) -> dict[str, tuple[str, ...]]:
    """Return the order of the categories of columns that declare one."""
    return {
        field.name: tuple(map(str, column.dictionary.to_pylist()))
        for field, column in zip(batch.schema, batch.columns, strict=True)
        if pyarrow.types.is_dictionary(field.type) and field.type.ordered
    }


def add_orders(orders: dict[str, tuple[str, ...]], more: Mapping[str, tuple[str, ...]]) -> None:
    """Add orders that further rows declare: of two that agree the longer counts, of two that contradict none."""
    for name, order in more.items():
        short, long = sorted((orders.get(name, order), order), key=len)
        later = iter(long)
        orders[name] = long if all(label in later for label in short) else CONTRADICTED


def _magic(path: str | Path) -> bytes:
    with Path(path).open("rb") as file:
        return file.read(4)


@contextlib.contextmanager
def reported(path: str | Path, pyarrow: Any) -> Iterator[None]:
    """Report what pyarrow says of a file as this package's own error, with the file and a remedy.

    Raises
    ------
    FormatError
        In place of what pyarrow raises, which for a damaged file may be of many kinds.
    """
    try:
        yield
    except FormatError:
        raise
    except (pyarrow.ArrowException, OSError, ValueError, TypeError, LookupError, ArithmeticError) as error:
        raise FormatError(
            f"the file is truncated or damaged ({first_line(error)}).",
            path=str(path),
            remedy="Copy or write it again.",
        ) from error
