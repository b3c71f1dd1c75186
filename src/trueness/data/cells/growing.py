"""An array that grows by pieces, in little more memory than it has entries."""

from __future__ import annotations

from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

Number = TypeVar("Number", np.float64, np.int64)

_ROOM = 8
"""Room is made for an eighth more than is needed: the system moves large blocks without copying them."""


class Growing(Generic[Number]):
    """Numbers that arrive piece by piece. Pieces that were kept and joined would be held twice.

    Parameters
    ----------
    kind : type
        ``numpy.float64`` or ``numpy.int64``.
    """

    def __init__(self, kind: type[Number]) -> None:
        self._room: NDArray[Number] = np.empty(0, kind)
        self._size = 0
        self._given = False

    def add(self, piece: NDArray[Number]) -> None:
        """Put a piece after what is there."""
        size = self._size + len(piece)
        if size > len(self._room):
            if self._given:  # what was handed out stays where it is
                self._room, self._given = self._room.copy(), False
            self._room.resize(size + size // _ROOM, refcheck=False)
        self._room[self._size : size] = piece
        self._size = size

    def whole(self) -> NDArray[Number]:
        """Return all of it, which is not copied."""
        if not self._given:
            self._room.resize(self._size, refcheck=False)
            self._given = True
        return self._room

    def taken(self) -> NDArray[Number]:
        """Return all of it, and begin anew."""
        found = self.whole()
        self._room, self._size, self._given = np.empty(0, found.dtype), 0, False
        return found
