"""A file of word vectors, looked up word by word: only the words in use come into memory."""

from __future__ import annotations

import abc
import contextlib
import hashlib
import mmap
import tempfile
from array import array
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trueness.data.files.open_file import COMPRESSIONS, open_bytes, starts_with
from trueness.errors import FormatError

Vectors = NDArray[np.float64]

MOST_UNPACKED = 1 << 36
"""Bytes of the largest file that is unpacked, into a temporary file."""
MOST_DIMENSIONS = 100_000
LARGEST = 1e100
"""Of the numbers of a vector: no model has one near, and sums of squares of larger ones overflow."""

_BLOCK = 1 << 22
COPY = "Copy or download the file again."


class Found(NamedTuple):
    """Vectors of some words.

    Attributes
    ----------
    places : list of int
        Which of the words asked for have a vector, in ascending order.
    vectors : array of shape (number of places, dimension)
        Their vectors, finite and no larger than `LARGEST`.
    repeated : list of str
        Those of them that the file has more than once; the first vector counts.
    """

    places: list[int]
    vectors: Vectors
    repeated: list[str]


class VectorFile(abc.ABC):
    """Word vectors in a file or folder.

    Attributes
    ----------
    path : str
        Where they are.
    size : int
        How many vectors there are.
    dimension : int
        Their length.
    form : str
        What the file is, in words.
    """

    path: str
    size: int
    dimension: int
    form: str

    @abc.abstractmethod
    def find(self, words: Sequence[str]) -> Found:
        """Return the vectors of words, which are looked up as they are written.

        Raises
        ------
        FormatError
            If a vector that is looked up is damaged: no numbers, NaN, infinite or huge.
        """

    @abc.abstractmethod
    def fingerprint(self) -> str:
        """Return the sha256, in hexadecimal, of what determines the vectors."""

    def check_numbers(self, vector: Vectors, word: str, row: int | None) -> None:
        """Refuse a vector with NaN or infinite numbers, or so large ones that distances overflow.

        Raises
        ------
        FormatError
            The message names file, row, word, and the first such number.
        """
        wrong = np.flatnonzero(~(np.abs(vector) <= LARGEST))
        if len(wrong):
            raise FormatError(
                f"the vector of '{word:.60}' has {vector[wrong[0]]} as number {wrong[0] + 1} of {len(vector)}.",
                path=self.path,
                row=row,
                remedy="Leave the word out of the file, or make the vectors anew.",
            )


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


def map_file(path: str) -> mmap.mmap:
    """Return the content of a file as memory that is read from the disk when it is touched.

    A compressed file is unpacked into a temporary file, which is gone when the program ends.

    Raises
    ------
    FormatError
        If the file cannot be read, is empty, damaged, or unpacked larger than `MOST_UNPACKED`, or the disk is full.
    """
    if starts_with_compression(path):
        return _unpacked(path)
    with open_bytes(path) as file:
        try:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except ValueError as error:
            raise FormatError("the file is empty.", path=path, remedy=COPY) from error


def starts_with_compression(path: str) -> bool:
    """Return whether the first bytes of a file are those of a compressed one (raises as `open_bytes`)."""
    starts_with(path, 0)  # whether it can be read, with this package's errors
    with Path(path).open("rb") as raw:
        magic = raw.read(4)
    return any(magic.startswith(start) for start in COMPRESSIONS.values())


def _unpacked(path: str) -> mmap.mmap:
    with contextlib.ExitStack() as stack:
        file = stack.enter_context(open_bytes(path))
        total = 0
        try:
            held = stack.enter_context(tempfile.TemporaryFile())
            while block := file.read(_BLOCK):
                total += len(block)
                if total > MOST_UNPACKED:
                    raise FormatError(f"unpacked, the file has more than {MOST_UNPACKED:,} bytes.", path=path)
                held.write(block)
            held.flush()
        except OSError as error:
            raise FormatError(
                f"unpacking it into '{tempfile.gettempdir()}' failed ({error.strerror or error}).",
                path=path,
                remedy="Unpack the file and name the unpacked one, or let TMPDIR name a folder with room.",
            ) from error
        if not total:
            raise FormatError("the file is empty.", path=path, remedy=COPY)
        return mmap.mmap(held.fileno(), 0, access=mmap.ACCESS_READ)


def hash_file(path: str) -> str:
    """Return the sha256 of a file as it lies on the disk, in hexadecimal.

    Raises
    ------
    FormatError
        If it cannot be read.
    """
    try:
        with Path(path).open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise FormatError(f"reading this failed ({error.strerror or error}).", path=path) from error
