"""Columns of scores looked at piece by piece, wherever work runs: what is found in one column needs no other.

At the input level a column is an input. So the work over inputs of a large table is shared out: a worker gets the
scores of the inputs it has in hand, and gives back correlations of these, or sums of them.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import TypeVar

from trueness.parallel import run_pieces
from trueness.statistics.array_types import BoolArray, FloatArray

PIECE = 200_000
"""Entries of one scorer in a piece. A table with fewer is one piece, so that its sums are added as ever."""

Found = TypeVar("Found")
Piece = tuple[FloatArray, FloatArray, BoolArray]


def in_pieces(
    function: Callable[[FloatArray, FloatArray, BoolArray], Found],
    x: FloatArray,
    z: FloatArray,
    present: BoolArray,
) -> Iterator[tuple[slice, Found]]:
    """Yield pieces of columns, in their order, each with what a function returns of it.

    Pieces depend on the shape of the data alone: what is added up over them is the same for any number of workers. The
    first is looked at here: that loops are compiled is announced then, and done once.

    Parameters
    ----------
    function : callable
        Given x, z and present of some columns. It must be picklable, as must be what it returns.
    x : array of shape (K, N, C)
    z : array of shape (N, C)
    present : array of shape (N, C)
    """
    n_entries, n_columns = z.shape
    size = max(1, PIECE // max(1, n_entries))
    if n_columns <= size:
        yield slice(0, n_columns), function(x, z, present)
        return
    places = [slice(start, min(start + size, n_columns)) for start in range(0, n_columns, size)]
    first, *others = ((x[:, :, place], z[:, place], present[:, place]) for place in places)
    yield places[0], function(*first)
    yield from zip(places[1:], run_pieces(functools.partial(_called, function), others), strict=True)


def _called(function: Callable[..., Found], piece: Piece) -> Found:
    return function(*piece)
