"""A folder whose Parquet or Arrow files are one table, some rows each, as Spark, Dask and polars write it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from trueness.data.cells.raw_rows import Chunk, RawRows
from trueness.data.formats.columnar import add_orders, read_columnar
from trueness.errors import FormatError, listing

ENDINGS = {
    ".parquet": "parquet",
    ".pq": "parquet",
    ".arrow": "arrow",
    ".feather": "arrow",
    ".ipc": "arrow",
}
"""What files of columns are called, and their formats."""

_BESIDE = (".", "_")
"""How names of files begin that programs put beside parts: ``_SUCCESS``, ``_metadata``, checksums."""


def kind_of_parts(folder: Path) -> str | None:
    """Return the format of the parts, None where the folder holds anything else, or nothing."""
    kinds = {ENDINGS.get(path.suffix.lower()) if path.is_file() else None for path in _parts(folder)}
    return kinds.pop() if len(kinds) == 1 else None


def read_parts(folder: Path, *, kind: str) -> RawRows:
    """Read the rows of all parts, in the order of their names; rows are counted through.

    Parameters
    ----------
    folder : Path
    kind : {'parquet', 'arrow'}

    Raises
    ------
    FormatError
        As `read_columnar`; if there are no parts, columns differ, or a part has a description, which is of its rows.
    MissingExtraError
        If pyarrow is not installed.
    """
    files = [path for path in _parts(folder) if ENDINGS.get(path.suffix.lower()) == kind]
    if not files:
        raise FormatError(f"the folder lacks files of {kind}.", path=str(folder))
    first = read_columnar(files[0], kind=kind)
    orders = dict(first.orders)

    def chunks() -> Iterator[Chunk]:
        start = 0
        for file in files:
            part = first if file == files[0] else read_columnar(file, kind=kind)
            places = _places(part, first, file)
            for chunk in part.chunks:
                stop = start + len(chunk.rows)
                yield Chunk(range(start + 1, stop + 1), [chunk.columns[place] for place in places])
                start = stop
            add_orders(orders, part.orders)

    return RawRows(str(folder), first.names, chunks(), notes=first.notes, orders=orders)


def _parts(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if not path.name.startswith(_BESIDE))


def _places(part: RawRows, first: RawRows, file: Path) -> list[int]:
    """Return where the columns of the first part are in another."""
    if part.metadata is not None:
        raise FormatError(
            "the file has a description that is of its own rows, and it is one of several parts of a table.",
            path=str(file),
            remedy=f"Name the files and join them: {file.parent}/*{file.suffix} --join outer.",
        )
    apart = set(part.names) ^ set(first.names)
    if apart:
        raise FormatError(
            f"parts of one table have other columns: {listing(sorted(apart))} in some, and not in all.",
            path=str(file),
            remedy=f"Name the files in place of the folder: {file.parent}/*{file.suffix}.",
        )
    return [part.names.index(name) for name in first.names]
