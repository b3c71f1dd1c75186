"""Cells to names: systems, inputs, annotators and labels, coded in the order in which they first appear."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trueness.data.cells.packed_numbers import PackedNumbers
from trueness.data.cells.raw_rows import Unreadable, shown_cell
from trueness.errors import FormatError

_NO_NAMES = (list, dict, tuple, set, frozenset, np.ndarray, Unreadable)
_BYTES = (bytes, bytearray, memoryview)

_DECIMAL = ".0"

IntArray = NDArray[np.int64]


class NameColumn:
    """The cells of one column that holds names, coded as they arrive.

    Names are text: 1, 1.0 and ``"1"`` are one name; text is taken as it stands, blanks and case included, and so is
    UTF-8 text that its source calls bytes.

    Parameters
    ----------
    name : str
        The column's name.
    source : str
        The file, for messages.
    required : bool
        Whether an empty cell is an error; otherwise it is the empty name.
    as_written : bool
        Whether text is taken as it stands even if all of it is whole numbers with a decimal, ``0.0``, which is how
        programs write numbers of a column with a gap. Otherwise these lose it, and `note` says so.
    """

    def __init__(self, name: str, source: str, *, required: bool = True, as_written: bool = True) -> None:
        self.name, self._source, self._required = name, source, required
        self._as_written = as_written
        self._codes: dict[str, int] = {}
        self._rows = PackedNumbers(np.int64)

    @property
    def labels(self) -> tuple[str, ...]:
        """The names, in the order of their codes."""
        if not self._has_decimals:
            return tuple(self._codes)
        return tuple(text.removesuffix(_DECIMAL) for text in self._codes)

    @property
    def note(self) -> str:
        """What is to be said of how names were read; empty where they are as they stand."""
        if not self._has_decimals:
            return ""
        first = next(text for text in self._codes if text)
        return f"names of '{self.name}' are whole numbers: '{first}' is {first.removesuffix(_DECIMAL)}"

    @property
    def _has_decimals(self) -> bool:
        """Whether all names are whole numbers with a decimal; those of numbers have none by now."""
        return not self._as_written and any(self._codes) and all(map(_is_whole, filter(None, self._codes)))

    @property
    def codes(self) -> IntArray:
        """The code of every row, as a new array."""
        return self._rows.whole()

    def add(self, cells: Sequence[Any] | NDArray[Any], rows: Sequence[int]) -> None:
        """Code more cells, `rows` being their one-based row numbers.

        Raises
        ------
        FormatError
            If a required name is missing, a name is not Unicode text, or a cell is a list, an object, bytes that are
            no text, or of no value that can be read.
        """
        plain = cells.tolist() if isinstance(cells, np.ndarray) else cells
        kinds = set(map(type, plain))
        if kinds - {str, int, float, type(None)}:  # there may be one that is no name
            self._check(plain, rows)
        texts = plain if kinds == {str} else [cell if type(cell) is str else as_name(cell) for cell in plain]
        codes = self._codes
        new = dict.fromkeys(text for text in texts if text not in codes)
        wrong = {text: problem for text in new if (problem := self._problem(text))}
        if wrong:
            row = next(k for k, text in enumerate(texts) if text in wrong)
            raise FormatError(wrong[texts[row]], path=self._source, row=int(rows[row]), column=self.name)
        codes.update(zip(new, itertools.count(len(codes)), strict=False))
        self._rows.add(np.fromiter(map(codes.__getitem__, texts), np.int64, len(texts)))

    def _check(self, cells: Sequence[Any], rows: Sequence[int]) -> None:
        for cell, row in zip(cells, rows, strict=True):
            if isinstance(cell, Unreadable) and cell.remedy:
                raise self._refused(f"{cell.problem}.", int(row), f"{cell.remedy}.")
            if isinstance(cell, _NO_NAMES):
                raise self._refused(f"{shown_cell(cell, 100)} is no name.", int(row), "Write names as text.")
            if isinstance(cell, _BYTES):
                try:
                    as_name(cell)
                except UnicodeDecodeError as error:
                    problem = (
                        f"the bytes {shown_cell(bytes(cell))} are no name, since they are not UTF-8 text."
                    )
                    raise self._refused(problem, int(row), "Write names as text.") from error

    def _refused(self, problem: str, row: int, remedy: str) -> FormatError:
        return FormatError(problem, path=self._source, row=row, column=self.name, remedy=remedy)

    def _problem(self, text: str) -> str | None:
        """Return what is wrong with a name that is seen for the first time."""
        if self._required and not text:
            return "the cell is empty, but every row needs a name here."
        try:
            text.encode("utf-8")
        except UnicodeEncodeError:
            return f"the name {text!r} is not Unicode text (it holds half of a surrogate pair)."
        return None


def _is_whole(text: str) -> bool:
    """Return whether a text is a whole number with a decimal."""
    return text.endswith(_DECIMAL) and text.removesuffix(_DECIMAL).removeprefix("-").isdecimal()


def as_name(cell: Any) -> str:
    """Return a cell as a name: whole floats without their point, nothing (None, NaN) as the empty name.

    Raises
    ------
    UnicodeDecodeError
        If it is bytes that are not UTF-8.
    """
    if cell is None or (isinstance(cell, float) and math.isnan(cell)):
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return bytes(cell).decode("utf-8") if isinstance(cell, _BYTES) else str(cell)
