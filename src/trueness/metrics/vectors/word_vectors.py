"""Vectors of the words in use."""

from __future__ import annotations

import functools
import re
import threading
import warnings
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from trueness.data.files.open_file import checked_path, file_state, starts_with
from trueness.errors import DataError, FormatError, TruenessWarning
from trueness.metrics.vectors.binary_vectors import BinaryVectors
from trueness.metrics.vectors.encoder_vectors import encoder_vectors
from trueness.metrics.vectors.tensor_vectors import vectors_beside_vocabulary
from trueness.metrics.vectors.text_vectors import HEADER, TextVectors
from trueness.metrics.vectors.vector_file import VectorFile, Vectors

MOST_KEPT = 1 << 28
"""Bytes of vectors that are kept; with more, all are forgotten and looked up again as they are needed."""

_HUB_NAME = re.compile(r"[\w.-]+(?:/[\w.-]+)?")
_GENSIM = (".kv", ".model", ".wordvectors")
_LOOKED_AT = 1 << 14  # bytes, in which the first word and its first number stand


class WordVectors:
    """Word vectors of a file, of which those in use are kept.

    Parameters
    ----------
    file : VectorFile
    """

    def __init__(self, file: VectorFile) -> None:
        self.file = file
        self._row: dict[str, int] = {}  # -1 for words without a vector
        self._kept = np.empty((0, file.dimension))
        self._filled = 0
        self._lock = threading.Lock()
        self._said: set[str] = set()

    @property
    def dimension(self) -> int:
        """The length of the vectors."""
        return self.file.dimension

    def look_up(self, words: Sequence[str]) -> tuple[NDArray[np.bool_], Vectors]:
        """Return which words have a vector, and their vectors.

        Parameters
        ----------
        words : sequence of str
            n words.

        Returns
        -------
        known : array of bool, shape (n,)
        vectors : array of shape (number of known words, dimension)
            In the order of the words.

        Raises
        ------
        FormatError
            If one of the vectors is damaged.

        Warns
        -----
        TruenessWarning
            If the file has one of the words several times; the first counts.
        """
        with self._lock:
            if self._filled * self.dimension * 8 > MOST_KEPT:
                self._row.clear()
                self._kept, self._filled = np.empty((0, self.dimension)), 0
            new = [word for word in dict.fromkeys(words) if word not in self._row]
            if new:
                self._keep(new)
            rows = np.fromiter((self._row[word] for word in words), dtype=np.int64, count=len(words))
            return rows >= 0, self._kept[rows[rows >= 0]]

    def _keep(self, new: list[str]) -> None:
        found = self.file.find(new)
        if found.repeated and not self._said.issuperset(found.repeated):
            self._said.update(found.repeated)
            warnings.warn(
                f"{self.file.path} has some words several times, such as '{found.repeated[0]:.60}'; their first "
                "vector counts.",
                TruenessWarning,
                stacklevel=4,
            )
        needed = self._filled + len(found.places)
        if needed > len(self._kept):
            grown = np.empty((max(needed, 2 * len(self._kept)), self.dimension))
            grown[: self._filled] = self._kept[: self._filled]
            self._kept = grown
        self._kept[self._filled : needed] = found.vectors
        self._row.update(dict.fromkeys(new, -1))
        self._row.update((new[k], self._filled + n) for n, k in enumerate(found.places))
        self._filled = needed

    def signature(self) -> str:
        """Return what vectors these are, on one line."""
        name = Path(self.file.path).name
        return (
            f"vectors {name} ({self.file.form}, {self.file.size:,} of {self.dimension}, sha256 "
            f"{self.file.fingerprint()[:12]})"
        )


def load_word_vectors(path: str) -> WordVectors:
    """Return the word vectors of a file, a folder, or an encoder on the hub; what has not changed is opened once.

    Parameters
    ----------
    path : str
        Text of GloVe or word2vec, binary of word2vec (all of these compressed or not), a file of safetensors with its
        vocabulary beside it, or an encoder of transformers: a folder, or its name on the hub.

    Raises
    ------
    FormatError
        If it is none of these, or damaged; the message says where and what to do.
    MissingExtraError
        If a package is needed that is not installed.
    """
    place = checked_path(Path(path).expanduser())
    return _opened(path, file_state(place))


@functools.lru_cache(maxsize=4)
def _opened(path: str, state: tuple[int, ...] | None) -> WordVectors:
    del state  # part of the key: a file that has changed is another
    return WordVectors(open_vector_file(path))


def open_vector_file(path: str) -> VectorFile:
    """Open what holds word vectors, whatever it is (see `load_word_vectors`).

    Raises
    ------
    FormatError, MissingExtraError
        As `load_word_vectors`.
    """
    place = checked_path(Path(path).expanduser())
    if place.is_dir():
        return encoder_vectors(str(place))
    if not place.exists():
        if _HUB_NAME.fullmatch(path) and place.suffix.lower() not in {
            ".txt",
            ".bin",
            ".gz",
            ".vec",
            *_GENSIM,
        }:
            try:
                return encoder_vectors(path)
            except DataError as error:
                raise FormatError(f"there is no such file; {error}", path=path) from error
        raise FormatError("there is no such file.", path=path, remedy="Name a file of word vectors.")
    if place.suffix.lower() == ".safetensors":
        return vectors_beside_vocabulary(str(place))
    if place.suffix.lower() in _GENSIM:
        raise FormatError(
            "this is a file of gensim, which is a pickle of its objects: reading one runs what it says.",
            path=path,
            remedy="Write the vectors with gensim: KeyedVectors.load('FILE').save_word2vec_format('vectors.bin', "
            "binary=True); of a model, Word2Vec.load('FILE').wv.save_word2vec_format(…).",
        )
    return BinaryVectors(str(place)) if _is_binary(str(place)) else TextVectors(str(place))


def _is_binary(path: str) -> bool:
    """Return whether, behind a header, numbers are bytes and not text."""
    header, _, rest = starts_with(path, _LOOKED_AT).partition(b"\n")
    if HEADER.fullmatch(header) is None:
        return False
    first = rest.partition(b" ")[2].split(None, 1)
    try:
        float(first[0])
    except (ValueError, IndexError):
        return True
    return False
