"""The lines at the head of a table whose columns share headings."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Sequence
from typing import Protocol


class Headed(Protocol):
    """A column with its heading, and those that it shares with its neighbours."""

    @property
    def heading(self) -> str:
        """Its own."""

    @property
    def above(self) -> tuple[str, ...]:
        """Those shared, the widest first."""

    @property
    def is_number(self) -> bool:
        """Whether it is set flush right."""


@dataclasses.dataclass(frozen=True)
class Span:
    """A heading above one column, or above several.

    Attributes
    ----------
    text : str
        Empty above columns that share none.
    first, width : int
        The first of its columns, from 0, and how many there are.
    is_number : bool
        Whether these are set flush right; a heading of several stands in their middle.
    """

    text: str
    first: int
    width: int
    is_number: bool


def heads(columns: Sequence[Headed]) -> list[list[Span]]:
    """Return the lines of the head, the widest headings first and that of single columns last."""
    depth = max((len(column.above) for column in columns), default=0)
    above = [("",) * (depth - len(column.above)) + column.above for column in columns]
    lines = []
    for k in range(depth):
        spans = []
        # what stands above a heading tells it from the same one beside it
        for key, found in itertools.groupby(range(len(columns)), key=lambda n: above[n][: k + 1]):
            places = list(found)
            spans.append(Span(key[-1], places[0], len(places), columns[places[0]].is_number))
        lines.append(spans)
    single = [Span(column.heading, n, 1, column.is_number) for n, column in enumerate(columns)]
    return [*lines, single]
