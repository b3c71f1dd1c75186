"""Rows that share their references, as outputs for one input do."""

from __future__ import annotations

from collections.abc import Sequence

MOST_ROWS = 64


def blocks(references: Sequence[Sequence[str]]) -> list[range]:
    """Return runs of rows with equal references, in order, each of at most `MOST_ROWS`.

    Parameters
    ----------
    references : sequence of sequences of str
        Of each row.
    """
    found: list[range] = []
    start = 0
    for row in range(1, len(references) + 1):
        if (
            row == len(references)
            or row - start == MOST_ROWS
            or list(references[row]) != list(references[start])
        ):
            found.append(range(start, row))
            start = row
    return found
