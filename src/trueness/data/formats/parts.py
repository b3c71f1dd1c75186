"""A folder whose files are one table, some rows each, as Spark, Dask, polars and `datasets` write it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from trueness.data.cells.raw_rows import Chunk, RawRows
from trueness.data.files.open_file import COMPRESSIONS
from trueness.data.formats.columnar import add_orders
from trueness.errors import FormatError, listing

ENDINGS = {
    ".parquet": "parquet",
    ".pq": "parquet",
    ".arrow": "arrow",
    ".feather": "arrow",
    ".ipc": "arrow",
}
"""What files of columns are called, and their formats."""

_NUMBERED_ENDINGS = {".csv": "csv", ".tsv": "tsv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "jsonl"}
"""Of other files, which may also be tables apart: parts if they are numbered as such; programs call lines JSON, too."""

_NUMBERED = re.compile(r"(part|shard|chunk|batch)[-_.]?\d+([-_.].*)?|.*[-_.]\d{3,}-of-\d{3,}", re.IGNORECASE)

_BESIDE = (".", "_")
"""How names of files begin that programs put beside parts: ``_SUCCESS``, ``_metadata``, checksums."""

_OF_DATASETS = ("dataset_info.json", "state.json")
"""Files that `datasets` puts beside parts."""


class Parts(NamedTuple):
    """The parts of a table.

    Attributes
    ----------
    kind : {'parquet', 'arrow', 'csv', 'tsv', 'jsonl'}
        Their format.
    files : list of Path
        In the order of their names.
    """

    kind: str
    files: list[Path]


def parts_of(folder: Path) -> Parts | None:
    """Return the parts of a table, None where the folder holds anything else, or nothing.

    Files of columns are parts where there is nothing else; other files only where they are numbered as parts are
    (``part-00000-….csv``, ``train-00000-of-00002.jsonl``): several tables may lie in a folder.

    Parameters
    ----------
    folder : Path
    """
    files = sorted(path for path in folder.iterdir() if not path.name.startswith(_BESIDE))
    files = [path for path in files if path.name not in _OF_DATASETS]
    kinds = {_kind_of(path) for path in files}
    kind = kinds.pop() if len(kinds) == 1 else None
    return None if kind is None else Parts(kind, files)


def _kind_of(path: Path) -> str | None:
    if not path.is_file():
        return None
    bare = path.with_suffix("") if path.suffix.lower() in COMPRESSIONS else path
    suffix = bare.suffix.lower()
    return ENDINGS.get(suffix) or (_NUMBERED_ENDINGS.get(suffix) if _NUMBERED.fullmatch(bare.stem) else None)


def read_parts(folder: Path, read: Callable[[Path, str], RawRows]) -> RawRows:
    """Read the rows of all parts, in the order of their names; rows are counted through.

    Parameters
    ----------
    folder : Path
    read : callable
        Reads a part of a format.

    Raises
    ------
    FormatError
        As `read`; if there are no parts, columns differ, or a part has a description, which is of its rows.
    MissingExtraError
        If pyarrow is not installed, and is needed.
    """
    parts = parts_of(folder)
    if parts is None:
        raise FormatError("the folder lacks files that are parts of one table.", path=str(folder))
    kind, files = parts
    first = read(files[0], kind)
    orders = dict(first.orders)

    def chunks() -> Iterator[Chunk]:
        start = 0
        for file in files:
            part = first if file == files[0] else read(file, kind)
            places = _places(part, first, file)
            for chunk in part.chunks:
                stop = start + len(chunk.rows)
                yield Chunk(range(start + 1, stop + 1), [chunk.columns[place] for place in places])
                start = stop
            add_orders(orders, part.orders)

    return RawRows(
        str(folder),
        first.names,
        chunks(),
        notes=first.notes,
        decimal_comma=first.decimal_comma,
        orders=orders,
    )


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
