"""Cells to numbers: fast where all is well, and the exact place where it is not."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trueness.data.cells.labels import LabelColumn, LabelTally
from trueness.data.cells.raw_rows import shown_cell
from trueness.errors import FormatError

TEXT_NAMES = (
    *(
        "output",
        "outputs",
        "source",
        "src",
        "text",
        "article",
        "reference",
        "references",
        "ref",
        "summary",
        "decoded",
    ),
    *(
        "hypothesis",
        "hyp",
        "mt",
        "translation",
        "dialogue",
        "prompt",
        "question",
        "response",
        "answer",
        "comment",
    ),
)
"""Columns that hold text even where a text happens to be a number."""

MISSING_WORDS = frozenset({"", "nan", "na", "none", "null"})
"""What a missing score may look like, in any case and with blanks around it."""

_EXACT = {word: math.nan for base in MISSING_WORDS for word in (base, base.upper(), base.capitalize(), "NaN")}
_EXACT[None] = math.nan  # type: ignore[index]

_PLAIN = {str, float, int, bool, type(None)}
"""Types whose cells are read at once; any other is looked at cell by cell."""

_NO_NUMBERS = (complex, np.complexfloating, np.datetime64, np.timedelta64)
"""What `float` takes, but not without losing a part or a unit."""

_COMMA = re.compile(r"[+-]?\d*,\d+(?:[eE][+-]?\d+)?")
"""A number with a decimal comma."""

_SIGNS = {"\u2212": "-", "\u2013": "-", "\u066b": "."}
"""A minus sign, a dash and a decimal separator that are not those of numbers in files."""


class NumberColumn:
    """The cells of one column, parsed as they arrive.

    A column that turns out to hold text stops being parsed; `finish` decides whether it was meant to be one.

    Parameters
    ----------
    name : str
        The column's name.
    source : str
        The file, for messages.
    decimal_comma : bool
        Whether a comma may stand where numbers have a point, as in files whose fields are separated by semicolons. A
        column has commas or points, not both: ``1.500`` would be one and a half, or fifteen hundred.
    """

    def __init__(self, name: str, source: str, *, decimal_comma: bool = False) -> None:
        self.name, self._source = name, source
        self._decimal_comma = decimal_comma
        self._first_comma: tuple[int, str] | None = None
        self._first_point: tuple[int, str] | None = None
        self._chunks: list[NDArray[np.float64]] = []
        self._n_numbers = 0
        self._first_text: tuple[int, Any] | None = None
        self._tally = LabelTally()
        self._codes: list[NDArray[np.int64]] = []

    def add(self, cells: Sequence[Any] | NDArray[Any], rows: Sequence[int]) -> None:
        """Parse more cells, `rows` being their one-based row numbers.

        Raises
        ------
        FormatError
            If a cell is infinite; the message names the file, the row and the column.
        """
        if self._first_text is not None and self._n_numbers:
            return  # finish will report the first text; nothing after it matters
        if self._decimal_comma:
            cells = self._with_points(cells, rows)
        values = _fast(cells)
        codes = np.full(len(cells), -1)
        if values is None:
            values = self._slow(cells, rows, codes)
        self._codes.append(codes)
        infinite = np.flatnonzero(np.isinf(values))
        if len(infinite):
            raise FormatError(
                f"infinite scores: {len(infinite)}; this is the first.",
                path=self._source,
                row=int(rows[infinite[0]]),
                column=self.name,
                remedy="Leave a score that does not exist empty.",
            )
        self._n_numbers += int(np.count_nonzero(~np.isnan(values)))
        self._chunks.append(values)

    def labels(self, *, declared: bool = False) -> LabelColumn | None:
        """Return the labels that the column holds in place of numbers, None where it holds none.

        Parameters
        ----------
        declared : bool
            Whether the user said that the column holds scores, and not text as its name may say.
        """
        as_text = self.name.casefold() in TEXT_NAMES and not declared
        if self._first_text is None or self._n_numbers or as_text:
            return None
        return self._tally.column(self._codes, self._first_text)

    def _with_points(self, cells: Sequence[Any] | NDArray[Any], rows: Sequence[int]) -> list[Any]:
        """Return cells with the commas of decimals as points."""
        found: list[Any] = list(cells)
        for k, cell in enumerate(found):
            if not isinstance(cell, str):
                continue
            if _COMMA.fullmatch(cell.strip()):
                self._first_comma = self._first_comma or (int(rows[k]), cell)
                found[k] = cell.replace(",", ".")
            elif "." in cell and self._first_point is None and _number(cell) is not None:
                self._first_point = (int(rows[k]), cell)
        if self._first_comma and self._first_point:
            row, cell = max(self._first_comma, self._first_point)
            raise FormatError(
                f"{cell!r} stands in a column that has decimals with a comma and with a point "
                f"({self._first_comma[1]!r} in row {self._first_comma[0]}, {self._first_point[1]!r} in row "
                f"{self._first_point[0]}).",
                path=self._source,
                row=row,
                column=self.name,
                remedy="Write all with one of them, and no sign between thousands.",
            )
        return found

    def finish(self, *, declared: bool = False) -> NDArray[np.float64] | None:
        """Return the numbers, NaN where missing, or None for a column of text that was never meant as scores.

        Parameters
        ----------
        declared : bool
            Whether the user said that the column holds scores: then any text in it is an error.

        Raises
        ------
        FormatError
            If there is text in a column of numbers, or text that does not look like one in a column without
            numbers.
        """
        if self._first_text is None:
            return np.concatenate(self._chunks) if self._chunks else np.empty(0)
        row, cell = self._first_text
        named_as_text = self.name.casefold() in TEXT_NAMES
        reads_as_text = not self._n_numbers and (not isinstance(cell, str) or len(cell.split()) > 1)
        if not declared and (named_as_text or reads_as_text):
            return None
        raise FormatError(
            f"{shown_cell(cell)} is not a number.",
            path=self._source,
            row=row,
            column=self.name,
            remedy=_remedy(self.name, cell, has_numbers=self._n_numbers > 0),
        )

    def _slow(
        self, cells: Sequence[Any] | NDArray[Any], rows: Sequence[int], codes: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        values = np.full(len(cells), np.nan)
        for k, cell in enumerate(cells):
            number = _number(cell)
            if number is None:
                codes[k] = self._tally.code(cell)
                if self._first_text is None:
                    self._first_text = (int(rows[k]), cell)
            else:
                values[k] = number
        return values


def _fast(cells: Sequence[Any] | NDArray[Any]) -> NDArray[np.float64] | None:
    """Return the numbers of cells that are all plain numbers or plainly missing, otherwise None."""
    if isinstance(cells, np.ndarray) and cells.dtype.kind in "fiub":
        return cells.astype(np.float64)
    kinds = set(map(type, cells))
    if not kinds <= _PLAIN:
        return None
    try:
        values = np.fromiter(map(float, cells), np.float64, len(cells))
    except (ValueError, TypeError, OverflowError):
        try:
            values = np.fromiter(
                (_EXACT[c] if c in _EXACT else float(c) for c in cells), np.float64, len(cells)
            )
        except (ValueError, TypeError, OverflowError):
            return None
    if str not in kinds:
        return values
    # float() also reads digit separators and the digits of every script, which nobody means in a table
    text = "".join(cells if len(kinds) == 1 else [cell for cell in cells if isinstance(cell, str)])
    return values if text.isascii() and "_" not in text else None


def _number(cell: Any) -> float | None:
    """Return the number of one cell, NaN where missing, None where it is no number."""
    if cell is None:
        return math.nan
    try:
        if isinstance(cell, (bytes, bytearray, memoryview)):
            cell = bytes(cell).decode("utf-8")
        if isinstance(cell, str):
            cell = cell.strip()
            if cell.casefold() in MISSING_WORDS:
                return math.nan
            return float(cell) if cell.isascii() and "_" not in cell else None
        return None if isinstance(cell, _NO_NUMBERS) else float(cell)
    except OverflowError:  # a whole number beyond the doubles
        return math.inf
    except (ValueError, TypeError):
        return None


def _in_ascii(text: str) -> str:
    """Return a text with the digits and signs of any script as those of ASCII."""
    digits = (unicodedata.decimal(letter, None) for letter in text)
    return "".join(
        _SIGNS.get(letter, letter) if digit is None else str(digit)
        for letter, digit in zip(text, digits, strict=True)
    )


def _remedy(column: str, cell: Any, *, has_numbers: bool) -> str:
    if isinstance(cell, str) and _number(cell.replace(",", ".", 1)) is not None:
        return "Write decimals with a point."
    if isinstance(cell, str) and _number(_in_ascii(cell)) is not None:
        return "Write numbers with the digits 0 to 9, a point and the sign '-'."
    if has_numbers and not isinstance(cell, str):
        return f"Leave the column out if it holds no scores: --columns 'ignore={column}'."
    if has_numbers:
        return "Leave a missing score empty (or write nan, NA, None or null)."
    ways = {
        "input": f"--columns 'input={column}' if it names what all systems worked on, or each single item",
        "system": f"--columns 'system={column}' if it names the system",
        "groups": f"--columns 'groups={column}' if it is a label of inputs or systems",
        "ignore": f"--columns 'ignore={column}' if it is no score",
    }
    return f"Say {'; '.join(ways.values())}."
