"""Cut many texts into words and number these in compiled loops, as the functions of `line_words` cut them."""

# ruff: noqa: PLR1714 - Numba makes a set of `in {…}` anew for every character

from __future__ import annotations

import string
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trueness.metrics.compiled import Whole, compiled, compiled_part
from trueness.metrics.ngrams.code_points import text_bytes
from trueness.metrics.ngrams.number_slices import number_slices, room_for_bytes
from trueness.metrics.rouge.line_words import composed, modern_words
from trueness.metrics.rouge.variant import Mode

# what a byte may be, beside the eight bits of its lower case
_INSIDE = np.uint16(1 << 8)
_JOINING = np.uint16(1 << 9)
_END_OF_LINE = np.uint16(1 << 10)
_SELDOM = np.uint16(_JOINING | _END_OF_LINE)
_LINE_FEED = ord("\n")
_UNDERSCORE = ord("_")


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
    values, starts = text_bytes(encoded)
    eights = room_for_bytes(len(values))
    spelled = eights.view(np.uint8)
    edges = np.empty(len(values) + 1, dtype=np.int64)
    sentences = np.zeros(int(np.count_nonzero(values == _LINE_FEED)) + 1, dtype=np.int64)
    of_text = np.zeros(len(starts), dtype=np.int64)
    kinds = _MODERN_KINDS if mode == "modern" else _KINDS
    found = _cut(values, starts, ready, kinds, spelled, edges, sentences, of_text)
    bounds = edges[: 2 * found].reshape(-1, 2)
    if mode == "modern":
        _trim(spelled, bounds)
    numbered = number_slices(eights, bounds)
    sentences = sentences[: of_text[-1] + 1].copy()
    return CutWords(numbered.ids, sentences, of_text, spelled, bounds[numbered.first])


def _read(text: str, mode: Mode) -> tuple[str, bool]:
    """Return a text that is cut by the rules for ASCII, or the bytes of its words between blanks, and True."""
    if mode != "modern":
        lower = text if mode == "exact" else text.lower()
        return lower.encode("ascii", "replace").decode("ascii"), False
    plain = composed(text)
    if plain.isascii():
        return plain, False
    words = "\n".join(" ".join(modern_words(line)) for line in text.split("\n"))
    return words.encode().decode("latin-1"), True


def _kinds(*, joining: bytes) -> NDArray[np.uint16]:
    """Return of every byte its lower case and what it is, in texts and in those whose words are cut already."""
    kinds = np.zeros((2, 256), dtype=np.uint16)
    kinds[0, list(joining)] = _JOINING
    kinds[0, list((string.ascii_letters + string.digits).encode())] = _INSIDE
    kinds[1, ord(" ") + 1 :] = _INSIDE
    kinds[:, _LINE_FEED] = _END_OF_LINE
    return kinds | _LOWER


_LOWER = np.frombuffer(bytes(range(256)).lower(), dtype=np.uint8)
_KINDS = _kinds(joining=b"")
_MODERN_KINDS = _kinds(joining=b"_:.,;'")


@compiled
def _cut(
    values: NDArray[np.uint8],
    starts: NDArray[np.int64],
    ready: NDArray[np.bool_],
    kinds: NDArray[np.uint16],
    spelled: NDArray[np.uint8],
    edges: NDArray[np.int64],  # where words begin and end, by turns
    sentences: NDArray[np.int64],
    texts: NDArray[np.int64],
) -> Whole:
    """Find words, and return how many; nothing branches at their edges, which no processor could foresee."""
    edge, lines = np.int64(0), np.int64(0)
    for text in range(len(starts) - 1):
        begin, end = starts[text], starts[text + 1]
        of_text, spelled_text, kind_of = values[begin:end], spelled[begin:end], kinds[np.int64(ready[text])]
        before = False
        for place in range(len(of_text)):
            read = kind_of[of_text[place]]
            spelled_text[place] = np.uint8(read)
            inside = read & _INSIDE != 0
            if read & _SELDOM:
                if read & _JOINING:
                    inside = before and _joins(of_text, place)
                elif (edge + before) // 2 > sentences[lines]:
                    lines += 1
                    sentences[lines] = (edge + before) // 2
            edges[edge] = begin + place
            edge += inside != before
            before = inside
        texts[text + 1] = lines
    return edge // 2


@compiled_part
def _joins(values: NDArray[np.uint8], place: Whole) -> bool:
    """Return whether a sign behind a word goes on with it: between two letters or digits, or as an underscore."""
    sign, before, behind = values[place], _LOWER[values[place - 1]], _LOWER[values[place + 1]]
    if sign == 95:
        return True
    if sign == 58:
        return _is_letter(before) and _is_letter(behind)
    if sign == 44 or sign == 59:
        return _is_digit(before) and _is_digit(behind)
    return (_is_letter(before) and _is_letter(behind)) or (_is_digit(before) and _is_digit(behind))


@compiled_part
def _is_letter(byte: np.uint8) -> bool:
    return bool(97 <= byte <= 122)


@compiled_part
def _is_digit(byte: np.uint8) -> bool:
    return bool(48 <= byte <= 57)


@compiled
def _trim(spelled: NDArray[np.uint8], bounds: NDArray[np.int64]) -> None:
    """Leave the underscores at the ends of words out, which join only what follows."""
    for word in range(len(bounds)):
        while spelled[bounds[word, 1] - 1] == _UNDERSCORE:
            bounds[word, 1] -= 1
