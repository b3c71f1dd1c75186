"""How rare a token is: inverse document frequencies over references or the lines of a file."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from trueness.data.files.open_file import lines_of, open_text
from trueness.errors import DataError
from trueness.metrics.encoder.encoder import Encoder
from trueness.metrics.metric import FloatArray

_AT_ONCE = 1000


class TokenIdf:
    """Inverse document frequencies of token ids: log((N + 1) / (c + 1)) for a token in c of N texts.

    A token in all texts weighs 0, and so do the special ones at the ends of each; one in none weighs log(N + 1). Texts
    that are given several times count several times, as in bert_score and MoverScore.

    Parameters
    ----------
    encoder : Encoder
        Whose tokens are counted; of texts beyond its limit those that it takes.

    Attributes
    ----------
    texts : int
        How many texts were counted, N.
    """

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._counts: Counter[int] = Counter()
        self._waiting: Counter[str] = Counter()
        self.texts = 0
        self._said: str | None = None

    def add(self, texts: Iterable[str]) -> None:
        """Count texts."""
        for text in texts:
            self._waiting[text] += 1
        if len(self._waiting) >= _AT_ONCE:
            self._count()

    def _count(self) -> None:
        waiting, self._waiting, self._said = self._waiting, Counter(), None
        for ids, times in zip(self._encoder.kept_ids(list(waiting)), waiting.values(), strict=True):
            self.texts += times
            for token in set(ids):
                self._counts[token] += times

    def weights(self, ids: Sequence[int] | NDArray[np.int64]) -> FloatArray:
        """Return the weight of each token."""
        if self._waiting:
            self._count()
        above = math.log(self.texts + 1)
        return np.array([above - math.log(self._counts[int(token)] + 1) for token in ids])

    def identity(self) -> str:
        """Return what was counted, in words with a hash."""
        if self._waiting:
            self._count()
        if self._said is None:
            self._said = self._identity()
        return self._said

    def _identity(self) -> str:
        digest = hashlib.sha256(repr(sorted(self._counts.items())).encode())
        return f"{self.texts} texts #{digest.hexdigest()[:12]}"


def idf_from_file(path: str | Path, encoder: Encoder) -> TokenIdf:
    """Return the frequencies in a file of texts, one on each line, blank ones left out; it may be compressed.

    Raises
    ------
    FormatError
        If it cannot be read, or is no UTF-8.
    DataError
        If it has no text.
    """
    found = TokenIdf(encoder)
    with open_text(path) as text:
        for line in lines_of(text, path):
            if line.strip():
                found.add([line])
    found.weights([])
    if not found.texts:
        raise DataError(f"{path}: this file lacks texts, from which tokens have their frequency.")
    return found
