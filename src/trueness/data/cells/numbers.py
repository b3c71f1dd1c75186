"""Cells to numbers: fast where all is well, and the exact place where it is not."""

from __future__ import annotations

import math
import re
import unicodedata
from array import array
from collections.abc import Sequence
from datetime import date, time
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from trueness.data.cells.columns import plain_name, typed_columns
from trueness.data.cells.labels import LabelColumn, LabelTally, Order, Unordered, order_of
from trueness.data.cells.missing import missing_pattern
from trueness.data.cells.packed_numbers import PackedNumbers
from trueness.data.cells.raw_rows import Unreadable, shown_cell
from trueness.data.cells.written_numbers import Plain, UnclearError, WrittenNumbers, is_date, kind_of_number
from trueness.errors import FormatError, listing

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
    *(
        "reference_answer",
        "reference_text",
        "reference_summary",
        "gold_answer",
        "generated_text",
        "output_text",
    ),
    *("model_output", "system_output", "system_prompt"),
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

_MOST_KINDS = 1000
"""Texts of which it is remembered as what they could be numbers."""

_GROUPED = re.compile(r"[+-]?[1-9]\d{0,2}\.\d{3}")
"""A number whose point may stand between thousands."""

_SIGNS = {"\u2212": "-", "\u2013": "-", "\u066b": "."}
"""A minus sign, a dash and a decimal separator that are not those of numbers in files."""


class WordsError(FormatError):
    """A column holds words, and nothing says that it holds scores."""


class NumberColumn:
    """The cells of one column, parsed as they arrive.

    A column that turns out to hold text stops being parsed; `finish` decides whether it was meant to be one. Numbers
    that are written otherwise (``50.4%``, ``4 - good``) are understood once all are there; `note` says how, and
    `meanings` has the number of each.

    Parameters
    ----------
    name : str
        The column's name.
    source : str
        The file, for messages.
    decimal_comma : bool
        Whether a comma may stand where numbers have a point, as in files whose fields are separated by semicolons. A
        column has commas or points, not both: ``1.500`` would be one and a half, or fifteen hundred.
    declared : sequence of tuple of str
        Orders of labels that the user declares.
    may_be_missing : bool
        Whether who reads may say that a value means that there is no score.
    """

    keeps: ClassVar[bool] = True
    """Whether all numbers are there in the end, so that what they mean may be found out then."""

    def __init__(
        self,
        name: str,
        source: str,
        *,
        decimal_comma: bool = False,
        declared: Sequence[Order] = (),
        may_be_missing: bool = True,
    ) -> None:
        self.name, self._source = name, source
        self._may_be_missing = may_be_missing
        self.note: str | None = None
        self.meanings: dict[str, float] = {}
        self._declared = declared
        self._written = WrittenNumbers()
        self._n_cells = 0
        self._points = self._decimals = False
        self._grouped = array("q")
        self._only_dates = True
        self._kinds: dict[str, str | None] = {}
        self._decimal_comma = decimal_comma
        self._first_comma: tuple[int, str] | None = None
        self._first_point: tuple[int, str] | None = None
        self._first_group: tuple[int, str] | None = None
        self._values = PackedNumbers(np.float64)
        self._n_numbers = 0
        self._first_text: tuple[int, Any] | None = None
        self._tally = LabelTally(declared)
        self._codes = PackedNumbers(np.int64)

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
        found = _fast(cells)
        codes = np.broadcast_to(np.int64(-1), len(cells))  # of numbers there is nothing to keep
        if found is None:
            codes = np.full(len(cells), -1)
            values = self._slow(cells, rows, codes)
        else:
            values, points = found
            self._points |= points
        self._codes.add(codes)
        self._n_cells += len(cells)
        infinite = np.flatnonzero(np.isinf(values))
        if len(infinite):
            raise FormatError(
                f"infinite scores: {len(infinite)}; this is the first.",
                path=self._source,
                row=int(rows[infinite[0]]),
                column=self.name,
                remedy="Leave a missing score empty.",
            )
        self._n_numbers += int(np.count_nonzero(~np.isnan(values)))
        self._values.add(values)

    def labels(self, *, declared: bool = False) -> LabelColumn | None:
        """Return the labels that the column holds in place of numbers, None where it holds none.

        Parameters
        ----------
        declared : bool
            Whether the user said that the column holds scores, and not text as its name may say.
        """
        as_text = plain_name(self.name) in TEXT_NAMES and not declared
        if self._n_numbers or as_text or (self._first_text is not None and self._only_dates):
            return None
        first = self._first_text
        if len(self._written):
            column = self._tally.column(self._codes, (self._written.rows[0], self._written.cells[0]))
            order = order_of(column.labels, self._declared) if column else None
            truths = self._written.kinds == {"truth"}
            by_number = order is None or (not isinstance(order, Unordered) and self._written.ascending(order))
            if first is None and not truths and by_number:
                return None
            first = self._earliest()
        return None if first is None else self._tally.column(self._codes, first)

    def _with_points(self, cells: Sequence[Any] | NDArray[Any], rows: Sequence[int]) -> list[Any]:
        """Return cells with the commas of decimals as points."""
        found: list[Any] = list(cells)
        for k, cell in enumerate(found):
            if not isinstance(cell, str):
                continue
            if _COMMA.fullmatch(cell.strip()):
                self._first_comma = self._first_comma or (int(rows[k]), cell)
                found[k] = cell.replace(",", ".")
            elif "." in cell and _GROUPED.fullmatch(cell.strip()):
                self._first_group = self._first_group or (int(rows[k]), cell)
                self._grouped.append(self._n_cells + k)
            elif "." in cell and self._first_point is None and _number(cell) is not None:
                self._first_point = (int(rows[k]), cell)
        if self._first_comma and self._first_point:
            raise self._two_signs(self._first_comma, self._first_point)
        return found

    def _two_signs(self, comma: tuple[int, str], point: tuple[int, str]) -> FormatError:
        row, cell = max(comma, point)
        return FormatError(
            f"{cell!r} stands in a column that has decimals with a comma and with a point ({comma[1]!r} in row "
            f"{comma[0]}, {point[1]!r} in row {point[0]}).",
            path=self._source,
            row=row,
            column=self.name,
            remedy="Write all with one of them, and thousands without a sign between them.",
        )

    def finish(self, *, declared: bool = False) -> PackedNumbers[np.float64] | None:
        """Return the numbers, NaN where missing, or None for a column of text that was never meant as scores.

        Parameters
        ----------
        declared : bool
            Whether the user said that the column holds scores: then any text in it is an error.

        Raises
        ------
        FormatError
            If there is text in a column of numbers.
        WordsError
            If there is text that does not look like one in a column without numbers.
        """
        if self._first_text is None:
            return self._as_written(declared=declared)
        row, cell = self._first_text
        _, earliest = self._earliest() or self._first_text
        named_as_text = plain_name(self.name) in TEXT_NAMES
        reads_as_text = not self._n_numbers and (
            not isinstance(earliest, str)
            or len(earliest.split()) > 1
            or earliest.lstrip()[:1] in ("[", "{")  # a list or an object, written out
            or self._only_dates
        )
        if not declared and (named_as_text or reads_as_text):
            return None
        if self._written.kinds <= {"comma", "group"} and len(self._written) and self._written.rows[0] < row:
            self._as_written(declared=True)
        if not self._n_numbers and self._only_dates:
            raise self._wrong(
                row, f"{shown_cell(cell)} is a date or a time, not a number.", "Name another column."
            )
        remedy = _remedy(
            self.name,
            cell,
            has_numbers=self._n_numbers > 0 or bool(self._written.kinds - {"truth"}),
            may_be_missing=self._may_be_missing,
            others=None
            if self._tally.given_up
            else [text for text in self._tally.spelt if text != cell and kind_of_number(text) is None],
        )
        kind = FormatError if remedy else WordsError
        raise kind(
            f"{shown_cell(str(cell) if isinstance(cell, date | time) else cell)} is not a number.",
            path=self._source,
            row=row,
            column=self.name,
            remedy=remedy or _uses(self.name),
        )

    def _earliest(self) -> tuple[int, Any] | None:
        """Return the first cell that is no plain number, with its row."""
        firsts = [] if self._first_text is None else [self._first_text]
        firsts += [(self._written.rows[0], self._written.cells[0])] if len(self._written) else []
        return min(firsts, key=lambda found: found[0], default=None)

    def _as_written(self, *, declared: bool) -> PackedNumbers[np.float64] | None:
        """Return numbers with those that are written otherwise in their places; None where these are text."""
        european = "european" in self._written.kinds
        if self._first_comma and self._first_group and not european:
            raise self._two_signs(self._first_comma, self._first_group)
        if not len(self._written):
            return self._values
        values = self._values.whole()
        alone = not declared and not self._n_numbers
        if alone and plain_name(self.name) in TEXT_NAMES:
            return None
        if european and self._grouped:  # where some points stand between thousands, all that can do
            values[self._grouped] = np.rint(values[self._grouped] * 1000)
        points = self._first_point is not None if self._decimal_comma else self._points
        plain = Plain(values[~np.isnan(values)], points, self._decimals)
        try:
            found, self.note = self._written.values(self.name, plain)
        except UnclearError as error:
            if alone and len(self._written.cells[0].split()) > 1:
                return None
            row = self._written.rows[error.k]
            raise self._wrong(row, error.problem, error.remedy) from None
        values[np.frombuffer(self._written.places, np.int64)] = found
        self.meanings = dict(zip(self._written.cells, found.tolist(), strict=True))
        return PackedNumbers.of(values)

    def _wrong(self, row: int, problem: str, remedy: str) -> FormatError:
        return FormatError(problem, path=self._source, row=row, column=self.name, remedy=remedy)

    def _kind(self, cell: Any) -> str | None:
        """Return as what a cell that is no plain number could be one, and remember it."""
        kind = kind_of_number(cell) if isinstance(cell, str) and self.keeps else None
        if isinstance(cell, str) and len(self._kinds) < _MOST_KINDS:
            self._kinds[cell] = kind
        return kind

    def _slow(
        self, cells: Sequence[Any] | NDArray[Any], rows: Sequence[int], codes: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        values = np.full(len(cells), np.nan)
        for k, cell in enumerate(cells):
            # labels come again and again
            known = isinstance(cell, str) and cell in self._kinds
            number = None if known else _number(cell)
            if number is not None:
                values[k] = number
                if isinstance(cell, str) and "." in cell:
                    self._points = True
                    self._decimals |= _GROUPED.fullmatch(cell.strip()) is None
                continue
            if isinstance(cell, Unreadable) and cell.remedy:
                remedy = f"{cell.remedy}; or leave the column out: --columns {typed_columns(('ignore', self.name))}."
                raise self._wrong(int(rows[k]), f"{cell.problem}.", remedy)
            codes[k] = self._tally.code(cell, int(rows[k]))
            kind = self._kinds[cell] if known else self._kind(cell)
            if kind is not None:
                self._written.add(self._n_cells + k, int(rows[k]), cell, kind)
                continue
            self._only_dates = self._only_dates and isinstance(cell, str) and is_date(cell)
            if self._first_text is None:
                self._first_text = (int(rows[k]), cell)
        return values


def _fast(cells: Sequence[Any] | NDArray[Any]) -> tuple[NDArray[np.float64], bool] | None:
    """Return the numbers of cells that are all plain numbers or plainly missing, otherwise None.

    Beside them stands whether one is written with a point.
    """
    if isinstance(cells, np.ndarray) and cells.dtype.kind in "fiub":
        return cells.astype(np.float64), False
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
        return values, False
    # float() also reads digit separators and the digits of every script, which nobody means in a table
    text = "".join(cells if len(kinds) == 1 else [cell for cell in cells if isinstance(cell, str)])
    return (values, "." in text) if text.isascii() and "_" not in text else None


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


_WRITTEN = {"percent": "percents", "of": "fractions", "labelled": "numbers with words"}


MOST_MISSING = 5
"""Words beside numbers that are proposed as missing together; of more, the first."""


def _meant_missing(words: Sequence[str]) -> str:
    """Return what to type if words among numbers mean that there is no score."""
    patterns = {word: pattern for word in words if (pattern := missing_pattern(word))}
    if not words or words[0] not in patterns:
        return "If it means that there is no score: leave the cell empty."
    if not 1 < len(patterns) <= MOST_MISSING:
        return f"If it means that there is no score: --missing-values '{patterns[words[0]]}'."
    typed = ",".join(patterns.values())
    return f"If {listing(patterns)} mean that there is no score: --missing-values '{typed}'."


def _remedy(
    column: str, cell: Any, *, has_numbers: bool, may_be_missing: bool, others: Sequence[str] | None
) -> str:
    """Return what to do about a cell that is no number; empty where nothing but words stand in the column.

    The others are None where they are texts, too many to be said one by one.
    """
    if isinstance(cell, str) and _number(cell.replace(",", ".", 1)) is not None:
        return "Write decimals with a point."
    if isinstance(cell, str) and _number(_in_ascii(cell)) is not None:
        return "Write numbers with the digits 0 to 9, a point and the sign '-'."
    is_time = isinstance(cell, date | time) or (isinstance(cell, str) and is_date(cell))
    if has_numbers:
        out = f"Leave the column out if it holds no scores: --columns {typed_columns(('ignore', column))}."
        if is_time or not isinstance(cell, str):
            made = "It is a date or a time, which a spreadsheet makes of 4.5 or 4/5: write the number. "
            return f"{made if is_time else ''}{out}"
        meant = _meant_missing([cell, *(others or ())] if may_be_missing else [])
        return f"{meant} {out}" if others is None else meant
    if isinstance(cell, str) and (kind := kind_of_number(cell)) not in (None, "truth"):
        return f"Write plain numbers in place of {_WRITTEN.get(str(kind), 'such ones')}."
    return ""


def _uses(column: str) -> str:
    """Return what a column of words may be."""
    ways = {
        "input": "it names what all systems worked on, or each single item",
        "system": "it names the system",
        "groups": "it is a label of inputs or systems",
        "ignore": "it is no score",
    }
    said = (f"--columns {typed_columns((key, column))} if {words}" for key, words in ways.items())
    return f"Say {'; '.join(said)}."
