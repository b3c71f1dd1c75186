"""Rows of a matrix in a file of safetensors, each the vector of a word of a list."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from trueness.data.files.open_file import lines_of, open_bytes, open_text
from trueness.data.files.strict_json import parse_strictly
from trueness.errors import FormatError, import_extra
from trueness.metrics.vectors.vector_file import COPY, MOST_DIMENSIONS, Found, VectorFile, hash_file

KINDS = ("F64", "F32", "F16")
"""Types of numbers that are read."""


class TensorVectors(VectorFile):
    """A matrix in a file of safetensors, and the words of its rows.

    Parameters
    ----------
    path : str
        What the vectors are called in messages.
    file : str
        The file of safetensors.
    tensor : str
        The name of the matrix in it.
    rows : mapping of str to int
        Word to the number of its row.
    repeated : frozenset of str, optional
        Words that have several rows.
    form : str
        What this is, in words.

    Raises
    ------
    FormatError
        If the file is damaged, the matrix is none, its numbers are not of `KINDS`, or a word has a row that is not
        there.
    MissingExtraError
        If safetensors is not installed.
    """

    def __init__(
        self,
        path: str,
        file: str,
        tensor: str,
        rows: Mapping[str, int],
        repeated: frozenset[str] = frozenset(),
        form: str = "safetensors",
    ) -> None:
        self.path, self.form = path, form
        self._file, self._tensor, self._rows, self._repeated = file, tensor, rows, repeated
        with open_tensors(file) as opened:
            matrix = opened.get_slice(tensor)
            shape, kind = matrix.get_shape(), matrix.get_dtype()
        if len(shape) != 2 or kind not in KINDS or not 1 <= shape[1] <= MOST_DIMENSIONS:
            raise FormatError(
                f"the tensor '{tensor}' has shape {tuple(shape)} and numbers of type {kind}; a matrix of type "
                f"{', '.join(KINDS)} with 1 to {MOST_DIMENSIONS:,} columns is read.",
                path=file,
                remedy="Convert it where it was made, such as with `tensor.float()`.",
            )
        self.dimension = int(shape[1])
        self.size = len(rows)
        if rows and max(rows.values()) >= shape[0]:
            raise FormatError(
                f"'{tensor}' has {shape[0]:,} rows, but the words have numbers up to {max(rows.values()):,}.",
                path=file,
                remedy="Words and vectors come from different models: give those that belong together.",
            )

    def find(self, words: Sequence[str]) -> Found:
        """Return the vectors of words (see `VectorFile.find`)."""
        places = [k for k, word in enumerate(words) if word in self._rows]
        wanted = [self._rows[words[k]] for k in places]
        vectors = np.empty((len(places), self.dimension))
        with open_tensors(self._file) as opened, np.errstate(invalid="ignore"):  # NaN is refused below
            matrix = opened.get_slice(self._tensor)
            for k, row in enumerate(wanted):
                vectors[k] = matrix[row : row + 1][0]
        for k in range(len(places)):
            self.check_numbers(vectors[k], words[places[k]], wanted[k] + 1)
        return Found(places, vectors, [words[k] for k in places if words[k] in self._repeated])

    @functools.cached_property
    def _fingerprint(self) -> str:
        digest = hashlib.sha256(hash_file(self._file).encode())
        for word, row in self._rows.items():
            digest.update(f"{row} {word}\n".encode("utf-8", "surrogatepass"))
        return digest.hexdigest()

    def fingerprint(self) -> str:
        """Return the sha256 of the file of safetensors and the words."""
        return self._fingerprint


def open_tensors(file: str) -> Any:
    """Open a file of safetensors; its tensors are read from the disk when they are asked for.

    Raises
    ------
    FormatError
        If there is no such file, or it is damaged.
    MissingExtraError
        If safetensors is not installed.
    """
    library = import_extra("safetensors", extra="neural", feature=f"reading '{Path(file).name}'")
    with open_bytes(file):  # errors of this package where it cannot be read
        pass
    try:
        return library.safe_open(file, framework="numpy")
    except Exception as error:
        raise FormatError(f"this must be a file of safetensors ({error}).", path=file, remedy=COPY) from error


def vectors_beside_vocabulary(path: str) -> TensorVectors:
    """Open a file of safetensors with one matrix, whose words lie beside it, one a line.

    Of ``vectors.safetensors`` they are in ``vectors.txt``, ``vectors.vocab`` or ``vocab.txt``, the line of a word being
    its row, or in ``vectors.json`` as a list or as an object of word to row.

    Raises
    ------
    FormatError
        If there are none, or not as many as rows, or the file has several matrices.
    """
    with open_tensors(path) as opened:
        names = [name for name in opened.keys() if len(opened.get_slice(name).get_shape()) == 2]  # noqa: SIM118 - no mapping
        if len(names) != 1:
            raise FormatError(
                f"the file must have one matrix of word vectors; it has {len(names)}.", path=path
            )
        n_rows = opened.get_slice(names[0]).get_shape()[0]
    place = Path(path)
    beside = [place.with_suffix(end) for end in (".txt", ".vocab", ".json")] + [place.with_name("vocab.txt")]
    vocabulary = next((file for file in beside if file.is_file()), None)
    if vocabulary is None:
        looked = ", ".join(f"'{file.name}'" for file in beside)
        raise FormatError(
            "the words of its rows are missing.",
            path=path,
            remedy=f"Write them beside it, one a line, into one of {looked}.",
        )
    rows, repeated, count = _read_vocabulary(vocabulary)
    if count != n_rows:
        raise FormatError(
            f"there are {count:,} words for {n_rows:,} rows of '{place.name}'.",
            path=str(vocabulary),
            remedy="Each line is the word of one row.",
        )
    return TensorVectors(path, path, names[0], rows, repeated)


def _read_vocabulary(file: Path) -> tuple[dict[str, int], frozenset[str], int]:
    """Return word to row, the words that have several, and how many rows there are words for."""
    if file.suffix == ".json":
        with open_text(file) as text:
            given = parse_strictly(text.read(), str(file), what="the vocabulary", remedy=COPY)
        if isinstance(given, dict):
            if not all(type(row) is int and row >= 0 for row in given.values()):
                raise FormatError("every word needs the number of a row.", path=str(file))
            return given, frozenset(), max(given.values(), default=-1) + 1
        if not isinstance(given, list) or not all(isinstance(word, str) for word in given):
            raise FormatError("this must be a list of words, or an object of word to row.", path=str(file))
        words = given
    else:
        with open_text(file, newline="\n") as text:
            words = [line.rstrip("\r\n") for line in lines_of(text, file)]
    rows: dict[str, int] = {}
    repeated = set()
    for row, word in enumerate(words):
        if word in rows:
            repeated.add(word)
        rows.setdefault(word, row)
    return rows, frozenset(repeated), len(words)
