"""word2vec's binary files: a header, then words and single-precision numbers."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np

from trueness.errors import FormatError
from trueness.metrics.vectors.text_vectors import HEADER
from trueness.metrics.vectors.vector_file import (
    COPY,
    MOST_DIMENSIONS,
    Found,
    VectorFile,
    WordIndex,
    hash_file,
    map_file,
)

LONGEST_WORD = 10_000  # bytes
_HEADER_LENGTH = 64


class BinaryVectors(VectorFile):
    """A binary file of word2vec, compressed or not: ``N D``, then for each word its bytes, a blank and D numbers.

    One pass notes where the numbers of each word are; they are read when the word is asked for.

    Parameters
    ----------
    path : str

    Raises
    ------
    FormatError
        If the file cannot be read, has no header, or ends before or after the last word that the header counts.
    """

    form = "word2vec binary"

    def __init__(self, path: str) -> None:
        self.path = path
        self._content = map_file(path)
        self._index = WordIndex()
        self._scan()

    def _scan(self) -> None:
        content = self._content
        first = content[:_HEADER_LENGTH].partition(b"\n")[0]
        header = HEADER.fullmatch(first)
        if header is None:
            raise FormatError(
                f"the first line must be the number of words and of dimensions; it is {first!r:.60}.",
                path=self.path,
                row=1,
                remedy="Is this a binary file of word2vec?",
            )
        self.size, self.dimension = int(header[1]), int(header[2])
        if not self.size or not 1 <= self.dimension <= MOST_DIMENSIONS:
            raise FormatError(
                f"the header says {self.size:,} words of {self.dimension:,} numbers.", path=self.path, row=1
            )
        at, length = len(first) + 1, 4 * self.dimension
        if self.size > (len(content) - at) // (length + 1):
            self._cut_off((len(content) - at) // (length + 1))
        for k in range(self.size):
            end = content.find(b" ", at, at + LONGEST_WORD)
            if end < 0 or end + 1 + length > len(content):
                self._cut_off(k)
            word = content[at:end].lstrip(b"\n")
            self._index.add(word, end - len(word))
            at = end + 1 + length
        if content[at : at + 2].strip(b"\n") or len(content) > at + 1:
            raise FormatError(
                f"{len(content) - at:,} bytes follow the last of {self.size:,} words, which the header counts.",
                path=self.path,
                remedy=COPY,
            )

    def _cut_off(self, known: int) -> None:
        raise FormatError(
            f"the header says {self.size:,} words of {self.dimension:,} numbers, but word {known + 1:,} "
            "is cut off.",
            path=self.path,
            remedy="The file is truncated or damaged: " + COPY[0].lower() + COPY[1:],
        )

    def find(self, words: Sequence[str]) -> Found:
        """Return the vectors of words (see `VectorFile.find`)."""
        places, vectors, repeated = [], [], []
        for k, word in enumerate(words):
            entry = word.encode("utf-8", "surrogatepass") + b" "
            starts = [
                at for at in self._index.places(entry[:-1]) if self._content[at : at + len(entry)] == entry
            ]
            if starts:
                at = starts[0] + len(entry)
                with np.errstate(invalid="ignore"):  # NaN is refused below, whichever it is
                    numbers = self._content[at : at + 4 * self.dimension]
                    vector = np.frombuffer(numbers, dtype="<f4").astype(np.float64)
                self.check_numbers(vector, word, None)
                places.append(k)
                vectors.append(vector)
            if len(starts) > 1:
                repeated.append(word)
        return Found(places, np.array(vectors).reshape(len(places), self.dimension), repeated)

    @functools.cached_property
    def _fingerprint(self) -> str:
        return hash_file(self.path)

    def fingerprint(self) -> str:
        """Return the sha256 of the file as it lies on the disk."""
        return self._fingerprint
