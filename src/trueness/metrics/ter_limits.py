"""The limits of the search for shifts of words, sacreBLEU's: scores are comparable only with the same limits."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

LONGEST_BLOCK = 10
FARTHEST_SHIFT = 50
BEAM = 25
MOST_TRIED = 1000
"""Shifts tried for a pair of texts; once that many have been, the best of the last round is not made any more."""

FAR = 2**30
"""The cost of a cell that is not reached inside the beam."""

MOST_BITS = 62
"""Words of a reference that a whole number has bits for."""


def beam(n: int, m: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the first column of each row inside the beam, and the one behind the last, shapes (n + 1,).

    A table has the costs of turning the first words of an output (rows) into the first words of a reference (columns).
    The beam is wider where the reference is much longer; the row without words and the last row are not cut at their
    end.
    """
    ratio = m / n
    width = int(np.ceil(ratio / 2 + BEAM)) if ratio / 2 > BEAM else BEAM
    middle = np.floor(np.arange(n + 1) * ratio).astype(np.int64)
    first, end = np.maximum(middle - width, 0), np.minimum(middle + width, m + 1)
    first[0], end[0], end[n] = 0, m + 1, m + 1
    return first, end
