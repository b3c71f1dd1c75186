"""Numbers that arrive piece by piece, in as few bytes as hold them exactly: no more than their digits take in a file.

Scores are decimals of a few digits nearly always. Such a number is the quotient of two whole numbers, and division
rounds as reading does (IEEE 754), so the whole number above is all that has to be kept: a grade takes one byte, a score
of five decimals four.
"""

from __future__ import annotations

import bisect
from collections.abc import Iterator, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

Number = TypeVar("Number", np.float64, np.int64)
FloatArray = NDArray[np.float64]

ROWS_PER_BLOCK = 4_096
"""Numbers that are packed together; fewer wait until there are so many."""

MOST_DECIMALS = 9
"""More decimals need more than four bytes, which saves little."""

_LARGEST = 2.0**53
"""Whole numbers below it are exact as doubles."""

_SAMPLE = 64
"""So many numbers are looked at before all are."""


class PackedNumbers(Generic[Number]):
    """A column of numbers: every number is given back bit by bit, but for what else a NaN may hold.

    Packing n numbers takes O(n) operations, as does giving them back.

    Parameters
    ----------
    kind : type
        ``numpy.float64``, where NaN stands for a number that is missing, or ``numpy.int64``.
    """

    def __init__(self, kind: type[Number]) -> None:
        self._kind: type[Number] = kind
        self._blocks: list[_Block] = []
        self._ends: list[int] = []
        self._waiting: list[NDArray[Number]] = []
        self._n_waiting = 0

    @classmethod
    def of(cls, numbers: NDArray[Number]) -> PackedNumbers[Number]:
        """Return these numbers, packed."""
        found = cls(numbers.dtype.type)
        for start in range(0, len(numbers), ROWS_PER_BLOCK):
            found.add(numbers[start : start + ROWS_PER_BLOCK])
        found._pack()
        return found

    def __len__(self) -> int:
        return (self._ends[-1] if self._ends else 0) + self._n_waiting

    def __getitem__(self, place: int) -> Number:
        """Return the number at a place, from 0 on."""
        found: Number = self.part(place, place + 1)[0]
        return found

    def add(self, piece: NDArray[Number]) -> None:
        """Put more numbers, shape (n,), after those that are there."""
        self._waiting.append(piece.copy())  # a part of an array would hold all of it
        self._n_waiting += len(piece)
        if self._n_waiting >= ROWS_PER_BLOCK:
            self._pack()

    def whole(self) -> NDArray[Number]:
        """Return all numbers, as a new array of shape (len(self),)."""
        return self.part(0, len(self))

    def taken(self) -> NDArray[Number]:
        """Return all numbers, and begin anew."""
        found = self.whole() if self._blocks else np.concatenate([np.empty(0, self._kind), *self._waiting])
        self._blocks, self._ends, self._waiting, self._n_waiting = [], [], [], 0
        return found

    def part(self, start: int, end: int) -> NDArray[Number]:
        """Return the numbers from a place on up to another, as a new array of shape (end - start,)."""
        self._pack()
        found = np.empty(end - start, self._kind)
        k = bisect.bisect_right(self._ends, start)
        at = self._ends[k - 1] if k else 0
        while at < end:
            block = self._blocks[k]
            first, last = max(start - at, 0), min(end - at, len(block.cells))
            found[at + first - start : at + last - start] = block.numbers(first, last)
            at, k = self._ends[k], k + 1
        return found

    def _pack(self) -> None:
        if not self._n_waiting:
            return
        piece = self._waiting[0] if len(self._waiting) == 1 else np.concatenate(self._waiting)
        self._waiting, self._n_waiting = [], 0
        self._blocks.append(_packed(piece))
        self._ends.append((self._ends[-1] if self._ends else 0) + len(piece))


class PackedColumns(Mapping[str, FloatArray]):
    """Columns of numbers by their names, packed: each that is asked for is a new array.

    Parameters
    ----------
    columns : mapping of str to PackedNumbers
    """

    def __init__(self, columns: Mapping[str, PackedNumbers[np.float64]]) -> None:
        self._columns = dict(columns)

    def __getitem__(self, name: str) -> FloatArray:
        return self._columns[name].whole()

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    def without(self, name: str) -> PackedColumns:
        """Return the other columns."""
        return PackedColumns({other: column for other, column in self._columns.items() if other != name})

    def pop(self, name: str) -> FloatArray:
        """Return a column, and let go of it."""
        return self._columns.pop(name).whole()


class _Block(NamedTuple):
    """Numbers that were packed together.

    Attributes
    ----------
    cells : array, shape (n,)
        Whole numbers, from 0 on; or the numbers as they are.
    lowest : int
        What was taken from the whole numbers.
    decimals : int
        How many of their digits stand behind the point; -1 where numbers are as they are.
    has_others : bool
        Whether there are NaN or -0.0, for which the two largest numbers stand that a cell can hold.
    """

    cells: NDArray[Any]
    lowest: int = 0
    decimals: int = -1
    has_others: bool = False

    def numbers(self, first: int, last: int) -> NDArray[Any]:
        """Return the numbers of some cells: what is assigned to whole numbers loses no digit."""
        cells = self.cells[first:last]
        if self.decimals < 0:
            return cells
        found: FloatArray = (cells.astype(np.float64) + self.lowest) / 10.0**self.decimals
        if self.has_others:
            largest = np.iinfo(cells.dtype).max
            found[cells == largest] = np.nan
            found[cells == largest - 1] = -0.0
        return found


def _packed(piece: NDArray[Any]) -> _Block:
    """Return numbers packed; as they are, in a copy, where that takes more than four bytes each."""
    gone = np.isnan(piece)
    others = gone | (np.signbit(piece) & (piece == 0))
    has_others = bool(others.any())
    known = piece[~others] if has_others else piece
    decimals = _decimals(known)
    if decimals is None:
        return _Block(piece.copy())
    whole = np.rint(known * 10.0**decimals)
    lowest, highest = (whole.min(), whole.max()) if len(whole) else (0.0, 0.0)
    kinds = (np.uint8, np.uint16, np.uint32)
    kind = next((kind for kind in kinds if highest - lowest < np.iinfo(kind).max - 1), None)
    if kind is None:
        return _Block(piece.copy())
    largest = np.iinfo(kind).max
    if lowest == highest and (not has_others or gone.all()):  # a single cell stands for all
        cells = np.broadcast_to(kind(largest if has_others else 0), len(piece))
    elif has_others:
        cells = np.where(gone, kind(largest), kind(largest - 1))
        cells[~others] = whole - lowest
    else:
        cells = (whole - lowest).astype(kind)
    return _Block(cells, int(lowest), decimals, has_others)


def _decimals(numbers: NDArray[Any]) -> int | None:
    """Return behind how many decimals numbers are exact, None where some need too many."""
    for decimals in range(MOST_DECIMALS + 1):
        if _exact(numbers[:_SAMPLE], decimals) and _exact(numbers, decimals):
            return decimals
    return None


def _exact(numbers: NDArray[Any], decimals: int) -> bool:
    power = 10.0**decimals
    with np.errstate(over="ignore"):
        whole = np.rint(numbers * power)
    return bool(np.all((np.abs(whole) < _LARGEST) & (whole / power == numbers)))
