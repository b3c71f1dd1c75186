"""Cut many texts into words and number these in compiled loops, as the functions of `line_words` cut them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trueness.metrics.compiled import Whole, compiled, compiled_part
from trueness.metrics.ngrams.number_slices import number_slices, room_for_bytes
from trueness.metrics.rouge.line_words import composed, modern_words
from trueness.metrics.rouge.variant import Mode

# what a byte may be, as bits
_INSIDE = 1
_END_OF_LINE = 2
_END_OF_TEXT = 4
_LINE_FEED = ord("\n")
_UNDERSCORE = ord("_")
_TEXT_ENDS = 0xFF
"""Ends a text: no byte of ASCII or of UTF-8."""

_ONE = np.uint64(1)
_LAST_BIT = np.uint64(63)
_LOWEST_BITS = np.uint64(0x0101010101010101)
_GATHER = np.uint64(0x0102040810204080)
"""Times this, the lowest bits of eight bytes come together in the highest byte."""
_TOP_BYTE = np.uint64(56)


class CutWords(NamedTuple):
    """Words of texts by number.

    Attributes
    ----------
    ids : array of shape (T,)
        From 0, in the order in which words first occur.
    sentences : array of shape (S + 1,)
        Where each line that has words begins in `ids`.
    texts : array of shape (texts + 1,)
        Where each text begins in these lines.
    spelled : array of bytes
        The texts, words in lower case.
    bounds : array of shape (different words, 2)
        Where the word of each number first begins and ends in them.
    """

    ids: NDArray[np.int32]
    sentences: NDArray[np.int64]
    texts: NDArray[np.int64]
    spelled: NDArray[np.uint8]
    bounds: NDArray[np.int64]

    def words(self) -> list[str]:
        """Return the word of each number."""
        spelled = self.spelled.tobytes()
        return [spelled[begin:end].decode() for begin, end in self.bounds.tolist()]


def cut_words(texts: Sequence[str], mode: Mode) -> CutWords:
    """Cut texts into words and number the words.

    Parameters
    ----------
    texts : sequence of str
        A line is a sentence.
    mode : {'exact', 'modern', 'google'}
        Words by the rule of `exact_words`, of `modern_words` without a segmenter, or of `google_words`.
    """
    ready = np.zeros(len(texts), dtype=np.bool_)
    encoded = [*texts]  # a character for each byte
    for place, text in enumerate(texts):
        if not text.isascii():
            encoded[place], ready[place] = _read(text, mode)
    joined = chr(_TEXT_ENDS).join([*encoded, ""])
    values = np.frombuffer(joined.encode("latin-1"), dtype=np.uint8)
    eights = room_for_bytes(len(values))
    spelled = eights.view(np.uint8)
    eights_of_kinds = np.zeros(len(values) // 64 * 8 + 8, dtype=np.uint64)  # whole blocks of 64 bytes
    kinds = eights_of_kinds.view(np.uint8)
    _tell_kinds(values, mode == "modern", spelled, kinds)
    if ready.any():
        _tell_ready_kinds(values, ready, kinds)
    if mode == "modern" and "_" in joined:
        _join_underscores(values, kinds)
    most = int(np.count_nonzero(kinds > _INSIDE))  # ends of lines
    sentences = np.zeros(most + 1, dtype=np.int64)
    of_text = np.zeros(len(texts) + 1, dtype=np.int64)
    edges = np.empty(len(values) + 1, dtype=np.int64)
    found = _find(eights_of_kinds, kinds, edges, sentences, of_text)
    bounds = edges[: 2 * found].reshape(-1, 2)
    numbered = number_slices(eights, bounds)
    sentences = sentences[: of_text[-1] + 1].copy()
    return CutWords(
        ids=numbered.ids, sentences=sentences, texts=of_text, spelled=spelled, bounds=bounds[numbered.first]
    )


def _tell_ready_kinds(values: NDArray[np.uint8], ready: NDArray[np.bool_], kinds: NDArray[np.uint8]) -> None:
    """Write what bytes are of texts whose words are cut already."""
    ends = np.flatnonzero(values == _TEXT_ENDS).tolist()
    for text in np.flatnonzero(ready).tolist():
        one = slice(ends[text - 1] + 1 if text else 0, ends[text])
        kinds[one] = (values[one] > ord(" ")) * _INSIDE | (values[one] == _LINE_FEED) * _END_OF_LINE


def _read(text: str, mode: Mode) -> tuple[str, bool]:
    """Return a text that is cut by the rules for ASCII, or the bytes of its words between blanks, and True."""
    if mode != "modern":
        # of no other letters the lower case is or begins with one of ASCII
        lower = text.lower() if mode == "google" and ("\u0130" in text or "\u212a" in text) else text
        return lower.encode("ascii", "replace").decode("ascii"), False
    plain = composed(text)
    if plain.isascii():
        return plain, False
    words = "\n".join(" ".join(modern_words(line)) for line in text.split("\n"))
    return words.encode().decode("latin-1"), True


@compiled_part
def _is_letter(byte: np.uint8) -> bool:
    """Return whether a byte is a letter in lower case."""
    return bool(np.uint8(byte - np.uint8(97)) < 26)


@compiled_part
def _is_digit(byte: np.uint8) -> bool:
    return bool(np.uint8(byte - np.uint8(48)) < 10)


@compiled
def _tell_kinds(
    values: NDArray[np.uint8],
    modern: bool,  # noqa: FBT001 - Numba hands arguments on by position
    spelled: NDArray[np.uint8],
    kinds: NDArray[np.uint8],
) -> None:
    """Write what bytes are, and their lower case; nothing branches, so that a processor reads many bytes at once."""
    for place in range(len(values)):
        value = values[place]
        lower = np.uint8(value + 32 * (np.uint8(value - np.uint8(65)) < 26))
        spelled[place] = lower
        inside = _is_letter(lower) | _is_digit(lower)
        ends_text = value == _TEXT_ENDS
        ends_line = (value == _LINE_FEED) | ends_text
        kinds[place] = _INSIDE * inside | _END_OF_LINE * ends_line | _END_OF_TEXT * ends_text
    if modern:
        before, sign, behind, kind = spelled, spelled[1:], spelled[2:], kinds[1:]
        for place in range(len(values) - 2):
            letters = _is_letter(before[place]) & _is_letter(behind[place])
            digits = _is_digit(before[place]) & _is_digit(behind[place])
            # . and ' join both, : letters, and , and ; digits
            both = (sign[place] == 46) | (sign[place] == 39)
            joins = ((both | (sign[place] == 58)) & letters) | (
                (both | (sign[place] == 44) | (sign[place] == 59)) & digits
            )
            kind[place] |= _INSIDE * joins


@compiled
def _join_underscores(values: NDArray[np.uint8], kinds: NDArray[np.uint8]) -> None:
    """Let underscores that stand between two parts of a word belong to it."""
    first = np.int64(0)
    while first < len(values):
        last = first
        while values[last] == _UNDERSCORE:  # the last byte ends a text
            last += 1
        if first > 0 and kinds[first - 1] == _INSIDE and kinds[last] == _INSIDE:
            kinds[first:last] = _INSIDE
        first = last + 1


@compiled
def _find(
    eights: NDArray[np.uint64],
    kinds: NDArray[np.uint8],
    edges: NDArray[np.int64],  # where words begin and end, by turns
    sentences: NDArray[np.int64],
    texts: NDArray[np.int64],
) -> Whole:
    """Find words in the kinds of bytes, eight in a number, 64 at a time, and return how many.

    A processor has less to foresee in a loop over the edges of words alone than in one over bytes.
    """
    edge, lines, text = np.int64(0), np.int64(0), np.int64(0)
    before = np.uint64(0)
    for block in range(len(eights) // 8):
        place = 64 * block
        inside = ends = np.uint64(0)
        for k in range(8):
            eight = eights[8 * block + k]
            shift = np.uint64(8 * k)
            inside |= (((eight & _LOWEST_BITS) * _GATHER) >> _TOP_BYTE) << shift
            ends |= ((((eight >> _ONE) & _LOWEST_BITS) * _GATHER) >> _TOP_BYTE) << shift
        left = inside ^ ((inside << _ONE) | before)
        before = inside >> _LAST_BIT
        while ends:
            lowest = ends & (~ends + _ONE)
            some = left & (lowest - _ONE | lowest)
            left ^= some
            while some:
                edges[edge] = place + _lowest_place(some)
                some &= some - _ONE
                edge += 1
            if edge // 2 > sentences[lines]:
                lines += 1
                sentences[lines] = edge // 2
            if kinds[place + _lowest_place(ends)] & _END_OF_TEXT:
                text += 1
                texts[text] = lines
            ends ^= lowest
        while left:
            edges[edge] = place + _lowest_place(left)
            left &= left - _ONE
            edge += 1
    return edge // 2


@compiled_part
def _lowest_place(bits: np.uint64) -> Whole:
    """Return the place of the lowest bit that is 1.

    For a compiler, the loop counts bits, here those below the lowest: a single instruction.
    """
    below = (bits & (~bits + _ONE)) - _ONE
    place = 0
    while below:
        below &= below - _ONE
        place += 1
    return place
