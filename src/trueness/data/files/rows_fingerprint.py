"""The fingerprint of rows: which values a description was written for, in whatever order and form they stand."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
Bytes = NDArray[np.uint8]

_KEY_BYTES = 16
_BLOCK_BYTES = 1 << 22
_LEAST_ROWS = 64
"""Rows of a block of a very wide table: taking every column apart costs more than hashing what it holds."""


class Coded(NamedTuple):
    """A column of names.

    Attributes
    ----------
    labels : sequence of str
        Each name once.
    codes : array of int, shape (n,)
        The place of every row's name among the labels.
    """

    labels: Sequence[str]
    codes: NDArray[np.int64]

    @classmethod
    def of(cls, cells: Sequence[str]) -> Coded:
        """Return the column of these cells."""
        place: dict[str, int] = {}
        codes = np.fromiter((place.setdefault(cell, len(place)) for cell in cells), np.int64, len(cells))
        return cls(tuple(place), codes)


class RowsFingerprint:
    """Takes rows in parts, and says what their fingerprint is; it holds one part at a time.

    Every row is hashed by itself (BLAKE2b, 128 bits), its columns in the order of their names, and the hashes are
    added modulo 2**128. So the order of rows and of columns does not matter, nor how a file spells numbers and ends
    its lines; one other value, name, row or column does. It tells data apart that were mixed up; it is no proof
    against someone who makes them collide, who could change the description as well.
    """

    def __init__(self) -> None:
        self._sum, self._n_rows = 0, 0
        self._columns: list[list[str]] = []

    def add(self, names: Mapping[str, Coded], numbers: Mapping[str, FloatArray]) -> None:
        """Add n rows.

        Parameters
        ----------
        names : mapping of str to Coded
            Column to its names.
        numbers : mapping of str to array of shape (n,) or (n, s)
            Column to its numbers, NaN where missing; s where every cell holds several. Every part has the same
            columns.
        """
        self._columns = [sorted(names), sorted(numbers)]
        size = len(next(iter(names.values())).codes) if names else len(next(iter(numbers.values())))
        keys = {column: _keys_of(coded.labels) for column, coded in names.items()}
        widths = (8 * (values.size // len(values) if len(values) else 0) for values in numbers.values())
        step = max(_LEAST_ROWS, _BLOCK_BYTES // max(1, _KEY_BYTES * len(names) + sum(widths)))
        for start in range(0, size, step):
            part = slice(start, start + step)
            self._add(
                [keys[column][names[column].codes[part]] for column in self._columns[0]]
                + [_bytes_of(numbers[column][part]) for column in self._columns[1]]
            )
        self._n_rows += size

    def _add(self, parts: Sequence[Bytes]) -> None:
        rows = np.concatenate(parts, axis=1)
        width, content = rows.shape[1], rows.tobytes()
        blake2b, from_bytes = hashlib.blake2b, int.from_bytes
        self._sum += sum(
            from_bytes(blake2b(content[k : k + width], digest_size=_KEY_BYTES).digest(), "little")
            for k in range(0, len(content), width)
        )

    def finish(self) -> str:
        """Return the fingerprint of all rows, 64 hexadecimal digits."""
        total = self._sum % 2 ** (8 * _KEY_BYTES)
        whole = ["trueness rows, fingerprint 1", *self._columns, self._n_rows, f"{total:x}"]
        return hashlib.sha256(json.dumps(whole, ensure_ascii=True).encode()).hexdigest()


def _keys_of(labels: Sequence[str]) -> Bytes:
    """Return the hashes of names, shape (labels, 16)."""
    hashes = (hashlib.blake2b(label.encode(), digest_size=_KEY_BYTES).digest() for label in labels)
    return np.frombuffer(b"".join(hashes), np.uint8).reshape(len(labels), _KEY_BYTES)


def _bytes_of(values: FloatArray) -> Bytes:
    """Return numbers as little-endian doubles with one NaN and one zero, shape (n, 8 * s)."""
    canonical = np.where(np.isnan(values), np.nan, values + 0.0)  # -0.0 + 0.0 is 0.0
    return np.ascontiguousarray(canonical, dtype="<f8").view(np.uint8).reshape(len(values), -1)
