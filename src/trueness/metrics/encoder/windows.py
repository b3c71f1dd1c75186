"""Texts beyond what a model takes: windows that overlap, and the states of each token from its best one."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple


class Window(NamedTuple):
    """A window over the tokens of a text, without the special ones at its ends.

    Attributes
    ----------
    start, stop : int
        Which tokens are in it.
    first, last : int
        Which of them have their states from it: those that are nearer to its middle than to that of another window.
    """

    start: int
    stop: int
    first: int
    last: int


def windows(length: int, room: int) -> list[Window]:
    """Return windows over a text, each half over the one before; the last one ends with the text.

    Parameters
    ----------
    length : int
        Tokens of the text, special ones left out.
    room : int
        Tokens of a window, at least 2.
    """
    if length <= room:
        return [Window(0, length, 0, length)]
    step = room // 2
    starts = [*range(0, length - room, step), length - room]
    middles = [(one + other + room) // 2 for one, other in itertools.pairwise(starts)]
    bounds: Sequence[int] = [0, *middles, length]
    return [
        Window(start, start + room, first, last)
        for start, first, last in zip(starts, bounds, bounds[1:], strict=False)
    ]
