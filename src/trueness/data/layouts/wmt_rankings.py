"""Read which of two translations people preferred, as the WMT metrics tasks say it (DARR, ``RR-seglevel.csv``)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from trueness.data.files.open_file import starts_with
from trueness.data.layouts.score_lines import read_fields
from trueness.data.layouts.wmt_segments import LOOKED_AT, header_fields

HEADERS = (
    ("LP", "DATA", "SID", "BETTER", "WORSE"),
    ("LP", "SID", "BETTER", "WORSE"),
)
"""The second is that of 2018, whose lines have the test set all the same."""


def is_wmt_rankings(path: Path) -> bool:
    """Return whether a file has the header of relative rankings."""
    return path.is_file() and tuple(header_fields(starts_with(path, LOOKED_AT))) in HEADERS


def wmt_rankings(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield a verdict for every line, with its number: input, language, a, b and verdict.

    Segments are numbered anew in every language pair, so that an input is called by both: ``de-en::12``.

    Parameters
    ----------
    path : Path
        Compressed or not.

    Raises
    ------
    FormatError
        If a line has another number of fields.
    """
    (layout, _) = HEADERS
    lines = read_fields(path, layout, header=len(header_fields(starts_with(path, LOOKED_AT))))
    for row, (languages, _test_set, segment, better, worse) in enumerate(lines[1:], start=2):
        yield (
            row,
            {
                "input": f"{languages}::{segment}",
                "language": languages,
                "a": better,
                "b": worse,
                "verdict": "A",
            },
        )
