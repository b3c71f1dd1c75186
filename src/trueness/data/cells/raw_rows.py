"""What every reader hands over: named columns of cells, with the number of each row in its file."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from numpy.typing import NDArray


@dataclasses.dataclass(frozen=True, repr=False)
class Unreadable:
    """A cell that its source holds, but that has no value here, such as a date in the year 300,000.

    It is refused where a name is read from it, and is no number: a column of scores says so, one without any number is
    left out unless the cell has a remedy.

    Attributes
    ----------
    kind : str
        What the source says it is.
    problem : str
        Why it cannot be read.
    remedy : str
        What can be done about it, a sentence without its end: a cell that has one may be a score.
    """

    kind: str
    problem: str
    remedy: str = ""

    def __repr__(self) -> str:  # for messages
        return f"a {self.kind} that cannot be read ({self.problem})"


class Chunk(NamedTuple):
    """Some rows of a source, column by column.

    Attributes
    ----------
    rows : sequence of int
        One-based line or record number of each row.
    columns : sequence of sequences
        The cells of each column, in the order of the names; all as long as `rows`.
    """

    rows: Sequence[int]
    columns: Sequence[Sequence[Any] | NDArray[Any]]


@dataclasses.dataclass(frozen=True)
class RawRows:
    """A source before anyone knows what its columns mean.

    Attributes
    ----------
    source : str
        The file, for messages.
    names : tuple of str
        The column names.
    chunks : iterable of Chunk
        The rows, piece by piece; read once.
    metadata : dict or None
        What `write_scores` recorded beside the values.
    notes : tuple of str
        What the reader left out and why.
    decimal_comma : bool
        Whether a comma may stand where numbers have a point, as fields are not separated by commas.
    orders : mapping of str to tuple of str
        Column to the order of its labels, the worst first, where the source declares one.
    """

    source: str
    names: tuple[str, ...]
    chunks: Iterable[Chunk]
    metadata: dict[str, Any] | None = None
    notes: tuple[str, ...] = ()
    decimal_comma: bool = False
    orders: Mapping[str, tuple[str, ...]] = dataclasses.field(default_factory=dict)


def is_number(text: str) -> bool:
    """Return whether a text is a number, as Python writes it."""
    try:
        float(text)
    except ValueError:
        return False
    return True


def shown_cell(cell: Any, most: int = 40) -> str:
    """Return a cell as messages show it, cut off after so many characters."""
    text = repr(cell)
    return text if len(text) <= most else f"{text[:most]}…"


def source_stem(source: str) -> str:
    """Return a file's name without folders and extensions."""
    return source.replace("\\", "/").rsplit("/", 1)[-1].split(".")[0] or "scores"


def source_stems(sources: Sequence[str]) -> list[str]:
    """Return the names of files as `source_stem`; with their folders, or their places, where these tell them apart."""
    stems = [source_stem(source) for source in sources]
    if len(set(stems)) == len(stems):
        return stems
    in_folders = [
        f"{Path(source).resolve().parent.name}/{stem}" for source, stem in zip(sources, stems, strict=True)
    ]
    if len(set(in_folders)) == len(stems):
        return in_folders
    return [f"{stem} {place}" for place, stem in enumerate(in_folders, start=1)]
