"""Scores of a table that is mostly empty, as a list of its outputs: a file of several test sets, read as one table."""

from __future__ import annotations

import contextlib
import contextvars
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trueness.data.cells.packed_numbers import PackedNumbers

FEWEST_PLACES, LARGEST_SHARE = 1_000_000, 0.5
"""A table of so many places, scorers times outputs, is listed if at most this share of them is filled."""

_LISTING: contextvars.ContextVar[bool] = contextvars.ContextVar(
    "mostly empty tables are listed", default=False
)


@contextlib.contextmanager
def listing_outputs() -> Iterator[None]:
    """Let tables that are read in the block, and are mostly empty, hold the scores that are there alone.

    For who looks at a table and computes nothing across systems: every matrix is made anew when it is asked for.
    """
    token = _LISTING.set(True)
    try:
        yield
    finally:
        _LISTING.reset(token)


def is_listed(n_places: int, n_filled: int) -> bool:
    """Return whether a table of this many places, of which so many may be filled, is to be listed.

    Parameters
    ----------
    n_places, n_filled : int
        Scorers times systems times inputs, and scorers times outputs.
    """
    return _LISTING.get() and n_places >= FEWEST_PLACES and n_filled <= LARGEST_SHARE * n_places


class ListedValues:
    """What the values of a score table are where outputs are listed: an array of shape (S, N, M) to NumPy.

    Parameters
    ----------
    n_systems, n_inputs : int
        N and M.
    cells : array of int, shape (U,)
        Where the listed outputs stand, system by system, ascending: system * M + input.
    scores : sequence of S PackedNumbers of length U
        NaN where a score is missing, never infinite; it is missing for every output that is not listed.
    """

    ndim = 3

    def __init__(
        self,
        n_systems: int,
        n_inputs: int,
        cells: NDArray[np.int64],
        scores: Sequence[PackedNumbers[np.float64]],
    ) -> None:
        self.shape = (len(scores), n_systems, n_inputs)
        # where the outputs of each system begin
        self._begins = np.searchsorted(cells, np.arange(n_systems + 1) * n_inputs).tolist()
        self._cells, self._scores = PackedNumbers.of(cells), scores

    @property
    def size(self) -> int:
        """The number of places."""
        return int(np.prod(self.shape))

    def __len__(self) -> int:
        """Return the number of scorers."""
        return len(self._scores)

    def __getitem__(self, key: Any) -> NDArray[np.float64]:
        """Return the matrix of a scorer (N, M), the row of a scorer and a system (M,), or what an array gives."""
        if isinstance(key, tuple) and len(key) == 2 and all(isinstance(k, int) and k >= 0 for k in key):
            return self._row(*key)
        if not isinstance(key, int):
            part: NDArray[np.float64] = np.asarray(self)[key]
            return part
        _, n, m = self.shape
        matrix = np.full(n * m, np.nan)
        matrix[self._cells.whole()] = self._scores[key].whole()
        return matrix.reshape(n, m)

    def _row(self, scorer: int, system: int) -> NDArray[np.float64]:
        m = self.shape[2]
        first, end = self._begins[system : system + 2]
        row = np.full(m, np.nan)
        row[self._cells.part(first, end) - system * m] = self._scores[scorer].part(first, end)
        return row

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:  # noqa: FBT001 - as NumPy asks for it
        """Return the whole array."""
        if copy is False:
            raise ValueError("an array of listed outputs is always a new one.")
        return np.stack([self[k] for k in range(len(self))]).astype(dtype or np.float64, copy=False)

    def copy(self) -> NDArray[np.float64]:
        """Return the whole array."""
        return np.asarray(self)

    def given(self, scorer: int) -> NDArray[np.float64]:
        """Return the scores of a scorer that are there, system by system."""
        scores = self._scores[scorer].whole()
        gone = np.isnan(scores)
        return scores[~gone] if gone.any() else scores

    def scored(self, scorers: Iterable[int]) -> NDArray[np.bool_]:
        """Return where there is a score of one of some scorers, shape (N, M)."""
        some = np.zeros(len(self._cells), dtype=bool)
        for scorer in scorers:
            some |= ~np.isnan(self._scores[scorer].whole())
        found = np.zeros(self.shape[1:], dtype=bool)
        found.reshape(-1)[self._cells.whole()[some]] = True
        return found


def listed(values: object) -> ListedValues | None:
    """Return the values of a table if its outputs are listed, None if they are an array."""
    return values if isinstance(values, ListedValues) else None
