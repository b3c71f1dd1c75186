"""Cut many sentences into words and number these in compiled loops, as the functions of `line_words` cut them."""

# ruff: noqa: PLR1714 - Numba makes a set of `in {…}` anew for every character

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trueness.metrics.compiled import Whole, compiled, compiled_part
from trueness.metrics.ngrams.code_points import code_points
from trueness.metrics.ngrams.number_slices import Slices, number_slices

_END_OF_WORD = 10
"""A line feed, which is in no word: it stands between those that are cut already."""


class CutWords(NamedTuple):
    """Words of sentences by number.

    Attributes
    ----------
    ids : array of shape (T,)
        From 0, in the order in which words first occur.
    sentences : array of shape (sentences + 1,)
        Where each sentence begins in `ids`.
    words : list of str
        The word of each number, in lower case.
    """

    ids: NDArray[np.int32]
    sentences: NDArray[np.int64]
    words: list[str]


def cut_words(
    sentences: Sequence[str], *, joined: bool, others: Callable[[str], Sequence[str]] | None
) -> CutWords:
    """Cut sentences into runs of a-z and 0-9, in lower case, and number the words.

    Parameters
    ----------
    sentences : sequence of str
    joined : bool
        Whether signs between two letters or two digits join them, as Unicode has it for ASCII (`modern_words`).
    others : callable or None
        From a sentence that is not ASCII to its words; None to take every character outside of ASCII for a blank.
    """
    ready = np.zeros(len(sentences), dtype=np.bool_)
    if others is not None:
        sentences = list(sentences)
        for place, sentence in enumerate(sentences):
            if not sentence.isascii():
                sentences[place] = "\n".join(others(sentence))
                ready[place] = True
    values, starts = code_points(sentences)
    begin, end = np.empty(len(values), dtype=np.int64), np.empty(len(values), dtype=np.int64)
    ends = np.zeros(len(starts), dtype=np.int64)
    found = _cut(values, starts, ready, joined, begin, end, ends)
    numbered = number_slices(values, Slices(begin[:found].copy(), end[:found].copy(), ends))
    whole = values.astype("<u4").tobytes().decode("utf-32-le", "surrogatepass")
    first = zip(begin[numbered.first].tolist(), end[numbered.first].tolist(), strict=True)
    return CutWords(numbered.ids, ends, [whole[low:high] for low, high in first])


@compiled_part
def _is_letter(point: Whole) -> bool:
    return bool(97 <= point <= 122)


@compiled_part
def _is_digit(point: Whole) -> bool:
    return bool(48 <= point <= 57)


@compiled_part
def _lower(point: Whole) -> Whole:
    return point + 32 if 65 <= point <= 90 else point


@compiled_part
def _goes_on(values: NDArray[np.int32], place: Whole, end: Whole) -> Whole:
    """Return where a word goes on behind the signs at a place, or -1 if it ends there; the word has begun before it."""
    point = values[place]
    after = place + 1
    if point == 95:  # underscores join whatever is on both sides
        while after < end and values[after] == 95:
            after += 1
        if after < end and (_is_letter(_lower(values[after])) or _is_digit(values[after])):
            return after
        return np.int64(-1)
    if after == end:
        return np.int64(-1)
    before, behind = values[place - 1], _lower(values[after])
    letters = (
        _is_letter(before) and _is_letter(behind) and (point == 39 or point == 46 or point == 58)
    )  # ' . :
    digits = (
        _is_digit(before) and _is_digit(behind) and (point == 39 or point == 44 or point == 46 or point == 59)
    )  # ' , . ;
    return after if letters or digits else np.int64(-1)


@compiled
def _cut(
    values: NDArray[np.int32],  # lower-cased in place
    starts: NDArray[np.int64],
    ready: NDArray[np.bool_],
    joined: bool,  # noqa: FBT001 - Numba hands arguments on by position
    begin: NDArray[np.int64],
    end: NDArray[np.int64],
    ends: NDArray[np.int64],
) -> int:
    found = 0
    for sentence in range(len(starts) - 1):
        last = starts[sentence + 1]
        opened: Whole = np.int64(-1)  # where the current word begins
        place: Whole = starts[sentence]
        while place < last:
            if ready[sentence]:
                inside = values[place] != _END_OF_WORD
            else:
                values[place] = _lower(values[place])
                inside = _is_letter(values[place]) or _is_digit(values[place])
            if inside:
                if opened < 0:
                    opened = place
            elif opened >= 0:
                on = _goes_on(values, place, last) if joined and not ready[sentence] else np.int64(-1)
                if on >= 0:
                    place = on
                    continue
                begin[found], end[found] = opened, place
                found += 1
                opened = np.int64(-1)
            place += 1
        if opened >= 0:
            begin[found], end[found] = opened, last
            found += 1
        ends[sentence + 1] = found
    return found
