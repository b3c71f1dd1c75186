"""Columns of what outputs were made for, such as questions: groups of inputs where several inputs have one."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trueness.data.cells.names import IntArray, as_name
from trueness.data.files.rows_fingerprint import Coded

LONGEST = 60
"""Letters of a text that stand for it; what is cut off is told apart by a hash of all of it."""


class SharedTexts:
    """The cells of a column that may say which inputs are alike, coded as they arrive.

    Unlike names they are read if they can be: a column with an empty cell, or one that is no text, says nothing.
    """

    def __init__(self) -> None:
        self._codes: dict[str, int] | None = {}
        self._rows: list[IntArray] = []

    def add(self, cells: Sequence[Any] | NDArray[Any]) -> None:
        """Code more cells."""
        codes = self._codes
        if codes is None:
            return
        plain = cells.tolist() if isinstance(cells, np.ndarray) else cells
        texts = [as_name(cell).strip() if isinstance(cell, (str, int, float)) else "" for cell in plain]
        if not all(texts) or not all(map(_is_unicode, set(texts))):
            self._codes = None
            return
        found = [codes.setdefault(_label(text), len(codes)) for text in texts]
        self._rows.append(np.array(found, dtype=np.int64))

    def every(self) -> Coded | None:
        """Return the texts of all rows; None where there are fewer than two, or cells without one."""
        if self._codes is None or len(self._codes) < 2:
            return None
        return Coded(tuple(self._codes), np.concatenate(self._rows))

    def groups(self, inputs: IntArray | None) -> Coded | None:
        """Return the texts of all rows; None where no two inputs share one, all do, or an input has several.

        Parameters
        ----------
        inputs : array of shape (n,), optional
            The input of every row; each row is one where there are none.
        """
        every = self.every()
        if every is None:
            return None
        codes, labels = every.codes, every.labels
        units = np.arange(len(codes)) if inputs is None else inputs
        n_inputs, n_pairs = len(np.unique(units)), len(np.unique(units * len(labels) + codes))
        return None if n_pairs > n_inputs or len(labels) == n_inputs else every


def _is_unicode(text: str) -> bool:
    """Return whether a text can be written: one with half of a surrogate pair cannot."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _label(text: str) -> str:
    if len(text) <= LONGEST:
        return text
    whole = hashlib.blake2b(text.encode("utf-8"), digest_size=4).hexdigest()
    return f"{text[: LONGEST - len(whole) - 2]}… {whole}"
