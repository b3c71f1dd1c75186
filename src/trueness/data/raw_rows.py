"""What every reader hands over: named columns of cells, with the number of each row in its file."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from numpy.typing import NDArray


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
    """

    source: str
    names: tuple[str, ...]
    chunks: Iterable[Chunk]
    metadata: dict[str, Any] | None = None
    notes: tuple[str, ...] = ()
