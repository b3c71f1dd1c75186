"""Where the entry of a word begins in a file of millions: two numbers a word, whatever words are."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray


class WordIndex:
    """Hashes of words and the places of their entries; 16 bytes a word.

    Words themselves are not kept: who looks one up compares it with what is written at each place. Python's hash of
    bytes has a secret key in every process, so that nobody can prepare a file whose words meet.
    """

    def __init__(self) -> None:
        self._hashes = array("q")
        self._places = array("q")
        self._sorted: tuple[NDArray[np.int64], NDArray[np.int64]] | None = None

    def add(self, word: bytes, place: int) -> None:
        """Add a word and the place of its entry."""
        self._hashes.append(hash(word))
        self._places.append(place)

    def __len__(self) -> int:
        return len(self._hashes)

    def places(self, word: bytes) -> Iterator[int]:
        """Yield the places where the word may stand, in the order of the file."""
        if self._sorted is None:
            hashes = np.frombuffer(self._hashes, dtype=np.int64)
            order = np.argsort(hashes, kind="stable")
            self._sorted = hashes[order], np.frombuffer(self._places, dtype=np.int64)[order]
        hashes, places = self._sorted
        sought = np.int64(hash(word))
        for k in range(int(hashes.searchsorted(sought)), len(hashes)):
            if hashes[k] != sought:
                return
            yield int(places[k])
