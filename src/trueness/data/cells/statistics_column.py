"""A column of sufficient statistics: a JSON list of numbers in every cell, so that no reader takes it for scores."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trueness.data.cells.numbers import MISSING_WORDS
from trueness.errors import FormatError

FloatArray = NDArray[np.float64]

WHOLE = 2.0**53
"""Below this size a whole number is written without a decimal point."""


class StatisticsColumn:
    """The cells of one column of statistics, parsed as they arrive.

    Parameters
    ----------
    name : str
        The column's name.
    source : str
        The file, for messages.
    """

    def __init__(self, name: str, source: str) -> None:
        self.name, self._source = name, source
        self._cells: list[list[float] | None] = []
        self._size: int | None = None

    def add(self, cells: Sequence[Any] | NDArray[Any], rows: Sequence[int]) -> None:
        """Parse more cells, `rows` being their one-based row numbers.

        Raises
        ------
        FormatError
            If a cell is no JSON list of finite numbers, or has another length than those before; the message names
            the file, the row and the column.
        """
        for cell, row in zip(cells, rows, strict=True):
            given = _statistics(cell)
            if given is not None:
                if not given or not all(_is_finite_number(item) for item in given):
                    raise self._wrong(f"{cell!r} is no JSON list of finite numbers.", int(row))
                self._size = self._size or len(given)
                if len(given) != self._size:
                    raise self._wrong(
                        f"the cell has {len(given)} statistics, those before have {self._size}.", int(row)
                    )
            self._cells.append(given)

    def finish(self) -> FloatArray:
        """Return the statistics, shape (rows, s), NaN where missing.

        Raises
        ------
        FormatError
            If every cell is missing.
        """
        if self._size is None:
            raise FormatError(
                "the column lacks statistics.", path=self._source, column=self.name, remedy=_REMEDY
            )
        nothing = [math.nan] * self._size
        return np.array([nothing if cell is None else cell for cell in self._cells], dtype=np.float64)

    def _wrong(self, problem: str, row: int) -> FormatError:
        return FormatError(problem, path=self._source, row=row, column=self.name, remedy=_REMEDY)


def statistics_cells(values: FloatArray) -> list[str | None]:
    """Return the cells in which statistics are written, None where they are missing.

    Parameters
    ----------
    values : array of shape (n, s)
        All NaN where missing.
    """
    return [
        None if math.isnan(row[0]) else f"[{', '.join(map(_number_text, row))}]" for row in values.tolist()
    ]


_REMEDY = "Write the scores again, or remove the description and this column: system scores are means then."


def _number_text(value: float) -> str:
    return str(int(value)) if value.is_integer() and abs(value) < WHOLE else repr(value)


def _statistics(cell: Any) -> list[Any] | None:
    """Return the items of a cell, None where it is missing, an empty list where it is no list."""
    if cell is None or (isinstance(cell, float) and math.isnan(cell)):
        return None
    if isinstance(cell, str):
        if cell.strip().casefold() in MISSING_WORDS:
            return None
        try:
            cell = json.loads(cell)
        except (ValueError, RecursionError):
            return []
    elif isinstance(cell, np.ndarray):
        cell = cell.tolist()
    return cell if isinstance(cell, list) else []


def _is_finite_number(item: Any) -> bool:
    if isinstance(item, bool) or not isinstance(item, (int, float)):
        return False
    try:
        return math.isfinite(item)
    except OverflowError:  # a whole number beyond the doubles
        return False
