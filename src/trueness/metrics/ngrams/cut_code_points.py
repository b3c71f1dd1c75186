"""Cut texts into words as `mteval_words` does, in one pass, and leave blanks out.

The substitutions of sacreBLEU's tokenizer put blanks around single characters. Which ones follows from the
characters beside each, so nothing has to be replaced:

- a sign of ASCII stands alone;
- a dot or comma after a digit does so unless a digit follows;
- after anything else it does so, too; but of dots and commas in a row only every other one is met as the second of
  two characters, and the one after it has a blank before it in any case and one behind it unless a digit follows;
- a dash does so after a digit.
"""

# ruff: noqa: PLR1714 - Numba makes a set of `in {…}` anew for every character

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trueness.metrics.compiled import Whole, compiled, compiled_part
from trueness.metrics.ngrams.code_points import CodePoints, TextBytes

_BLANK = 32


class WordBounds(NamedTuple):
    """Words of texts as stretches of their bytes.

    Attributes
    ----------
    bounds : array of shape (T, 2)
        Where each word begins and ends in the bytes.
    starts : array of shape (texts + 1,)
        Where each text begins among the words, and where the last one ends.
    """

    bounds: NDArray[np.int64]
    starts: NDArray[np.int64]


def cut_mteval(texts: TextBytes) -> WordBounds:
    """Return the words of texts in UTF-8, each of which is one line (see `mteval_line`) with blanks of ASCII only."""
    bounds = np.empty((len(texts.values), 2), dtype=np.int64)
    starts = np.zeros(len(texts.starts), dtype=np.int64)
    found = _cut(*texts, bounds, starts)
    return WordBounds(bounds[:found].copy(), starts)


def without_blanks(points: CodePoints) -> CodePoints:
    """Return texts without the blanks of Unicode."""
    values = np.empty_like(points.values)
    starts = np.zeros_like(points.starts)
    kept = _leave_blanks_out(points.values, points.starts, values, starts)
    return CodePoints(values[:kept].copy(), starts)


@compiled_part
def is_blank(point: Whole) -> bool:
    """Return whether Python's ``str.isspace`` holds for a code point."""
    if point <= 0xFF:
        return bool(point == 32 or 9 <= point <= 13 or 28 <= point <= 31 or (point == 0x85 or point == 0xA0))
    if point < 0x1680:
        return False
    return bool(
        (
            point == 0x1680
            or point == 0x2028
            or point == 0x2029
            or point == 0x202F
            or point == 0x205F
            or point == 0x3000
        )
        or 0x2000 <= point <= 0x200A
    )


@compiled_part
def _is_digit(point: Whole) -> bool:
    return bool(48 <= point <= 57)


@compiled_part
def _is_sign(point: Whole) -> bool:
    """Return whether a character is a sign that stands alone whatever is beside it."""
    return bool(
        33 <= point <= 38
        or 40 <= point <= 43
        or point == 47
        or 58 <= point <= 64
        or 91 <= point <= 96
        or 123 <= point <= 126
    )


@compiled
def _cut(
    values: NDArray[np.uint8],
    text_starts: NDArray[np.int64],
    bounds: NDArray[np.int64],
    starts: NDArray[np.int64],
) -> int:
    found = 0
    for text in range(len(text_starts) - 1):
        last = text_starts[text + 1]
        opened: Whole = np.int64(-1)  # where the current word begins
        before: Whole = _BLANK
        consumed = False  # whether the character before is a dot or comma that was met as the second of two
        for place in range(text_starts[text], last):
            point = values[place]
            alone = False
            met = False
            if point == 44 or point == 46:
                after = values[place + 1] if place + 1 < last else _BLANK
                if _is_digit(before) or consumed:
                    alone = not _is_digit(after)
                else:
                    alone = met = True
            elif point == 45:
                alone = _is_digit(before)
            else:
                alone = _is_sign(point)
            blank = point < 128 and is_blank(point)  # of a byte of another character nothing can be said
            if (alone or blank) and opened >= 0:
                bounds[found, 0], bounds[found, 1] = opened, place
                found += 1
                opened = np.int64(-1)
            if alone:
                bounds[found, 0], bounds[found, 1] = place, place + 1
                found += 1
            elif not blank and opened < 0:
                opened = place
            before, consumed = point, met
        if opened >= 0:
            bounds[found, 0], bounds[found, 1] = opened, last
            found += 1
        starts[text + 1] = found
    return found


@compiled
def _leave_blanks_out(
    values: NDArray[np.int32],
    text_starts: NDArray[np.int64],
    kept: NDArray[np.int32],
    starts: NDArray[np.int64],
) -> int:
    found = 0
    for text in range(len(text_starts) - 1):
        for place in range(text_starts[text], text_starts[text + 1]):
            if not is_blank(values[place]):
                kept[found] = values[place]
                found += 1
        starts[text + 1] = found
    return found
