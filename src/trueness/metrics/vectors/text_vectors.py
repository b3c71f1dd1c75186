"""GloVe's and word2vec's text files: a word and its numbers on each line."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence

import numpy as np

from trueness.errors import FormatError
from trueness.metrics.vectors.vector_file import (
    COPY,
    MOST_DIMENSIONS,
    Found,
    VectorFile,
    WordIndex,
    hash_file,
    map_file,
)

HEADER = re.compile(rb"\s*(\d{1,12})\s+(\d{1,6})\s*")
"""word2vec's first line: how many words, how many numbers each. GloVe has none."""
LONGEST_LINE = 10_000_000  # bytes

_TEXT = "Is this a text file of word vectors, one word and its numbers a line?"
_BOM = b"\xef\xbb\xbf"


class TextVectors(VectorFile):
    """A text file of word vectors, with or without word2vec's header, compressed or not.

    One pass notes where the line of each word begins; a line is read when its word is asked for. Blanks separate; a
    word may hold blanks itself (some of GloVe's do), the numbers being the last fields of a line.

    Parameters
    ----------
    path : str

    Raises
    ------
    FormatError
        If the file cannot be read or is empty, a line has another number of columns, or the header counts other words
        than there are lines, or the last line has no end.
    """

    form = "text"

    def __init__(self, path: str) -> None:
        self.path = path
        self._content = map_file(path)
        self._index = WordIndex()
        self._scan()
        self.size = len(self._index)

    def _scan(self) -> None:
        content = self._content
        at = len(_BOM) if content[:3] == _BOM else 0
        first = self._line(at)
        header = HEADER.fullmatch(first)
        announced = None
        row = 1
        if header is not None:
            announced, self.dimension = int(header[1]), int(header[2])
            at += len(first)
            row = 2
        else:
            self.dimension = len(first.split()) - 1
        if not 1 <= self.dimension <= MOST_DIMENSIONS:
            raise FormatError(
                f"the line has {self.dimension + 1:,} columns, too few or too many for a vector.",
                path=self.path,
                row=1,
                remedy=_TEXT,
            )
        content.seek(at)
        blank = None
        while line := content.readline():
            stripped = line.strip(b" \t\r\n")
            if not stripped:
                blank = blank or row
            else:
                word = self._word(line, stripped, row, blank)
                self._index.add(word, at)
            at += len(line)
            row += 1
        if announced is not None and announced != len(self._index):
            raise FormatError(
                f"the header says {announced:,} words, but {len(self._index):,} follow.",
                path=self.path,
                row=1,
                remedy="The file is truncated or was put together: " + COPY[0].lower() + COPY[1:],
            )
        if content[len(content) - 1 :] != b"\n":
            raise FormatError(
                "the last line has no end: its last number may be cut off.",
                path=self.path,
                row=row - 1,
                remedy=f"{COPY} If it is whole, end the line: echo >> FILE",
            )
        if not len(self._index):
            raise FormatError("the file lacks vectors.", path=self.path, remedy=COPY)

    def _line(self, at: int) -> bytes:
        end = self._content.find(b"\n", at, at + LONGEST_LINE)
        if end < 0 and len(self._content) - at > LONGEST_LINE:
            raise FormatError(f"the line has more than {LONGEST_LINE:,} bytes.", path=self.path, remedy=_TEXT)
        return self._content[at : end + 1 if end >= 0 else len(self._content)]

    def _word(self, line: bytes, stripped: bytes, row: int, blank: int | None) -> bytes:
        """Return the word of a line, having checked its columns."""
        if blank is not None:
            raise FormatError("the line is empty.", path=self.path, row=blank, remedy=COPY)
        blanks = stripped.count(b" ")
        if blanks == self.dimension and line[:1] != b" ":
            return stripped[: stripped.index(b" ")]
        fields = line.rstrip(b" \t\r\n").replace(b"\t", b" ").split(b" ")
        n_numbers = len(fields) - 1
        extra = fields[1 : len(fields) - self.dimension]
        if n_numbers < self.dimension or (extra and all(map(_is_number, extra))):
            raise FormatError(
                f"the line has {len(fields):,} columns in place of {self.dimension + 1:,}, a word and "
                f"{self.dimension:,} numbers.",
                path=self.path,
                row=row,
                remedy=COPY,
            )
        return b" ".join(fields[: len(fields) - self.dimension])

    def find(self, words: Sequence[str]) -> Found:
        """Return the vectors of words (see `VectorFile.find`)."""
        places, vectors, repeated = [], [], []
        for k, word in enumerate(words):
            encoded = word.encode("utf-8", "surrogatepass")
            lines = [at for at in self._index.places(encoded) if self._begins(at, encoded)]
            if lines:
                places.append(k)
                vectors.append(self._vector(lines[0], word))
            if len(lines) > 1:
                repeated.append(word)
        return Found(places, np.array(vectors).reshape(len(places), self.dimension), repeated)

    def _begins(self, at: int, word: bytes) -> bool:
        return self._content[at : at + len(word)] == word and self._content[
            at + len(word) : at + len(word) + 1
        ] in (b" ", b"\t")

    def _vector(self, at: int, word: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        fields = self._line(at).split()[-self.dimension :]
        try:
            vector = np.array([_number(field) for field in fields])
        except ValueError:
            wrong = next(field for field in fields if not _is_number(field))
            raise FormatError(
                f"the vector of '{word:.60}' has {wrong!r:.60} in place of a number.",
                path=self.path,
                row=self._row(at),
                remedy=COPY,
            ) from None
        self.check_numbers(vector, word, self._row(at))
        return vector

    def _row(self, at: int) -> int:
        return self._content[:at].count(b"\n") + 1

    @functools.cached_property
    def _fingerprint(self) -> str:
        return hash_file(self.path)

    def fingerprint(self) -> str:
        """Return the sha256 of the file as it lies on the disk."""
        return self._fingerprint


def _is_number(field: bytes) -> bool:
    try:
        _number(field)
    except ValueError:
        return False
    return True


def _number(field: bytes) -> float:
    if b"_" in field:  # which Python takes for a mark of thousands
        raise ValueError("no number")
    return float(field)
