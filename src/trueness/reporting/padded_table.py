"""A Markdown table whose source can be read, too, and how it writes proportions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

NOTHING = "–"


def padded_table(header: Sequence[str], rows: Sequence[Sequence[str]], *, words: Sequence[str]) -> str:
    """Return a Markdown table with padded columns; all but those of words stand at the right.

    Parameters
    ----------
    header : sequence of str
    rows : sequence of sequences of str
        Escaped where they may hold Markdown.
    words : sequence of str
        Headings of columns of words.
    """
    cells = [header, *rows]
    widths = [max(3, *(len(line[k]) for line in cells)) for k in range(len(header))]
    left = [name in words for name in header]
    lines = [
        " | ".join(
            text.ljust(width) if is_left else text.rjust(width)
            for text, width, is_left in zip(line, widths, left, strict=True)
        )
        for line in cells
    ]
    rule = " | ".join(
        "-" * width if is_left else "-" * (width - 1) + ":"
        for width, is_left in zip(widths, left, strict=True)
    )
    return "\n".join(f"| {line} |" for line in (lines[0], rule, *lines[1:]))


def proportion(value: float, decimals: int = 3) -> str:
    """Return a proportion without a leading zero; a dash where it is undefined."""
    if np.isnan(value):
        return NOTHING
    text = f"{value:.{decimals}f}"
    return text.removeprefix("0") if text.startswith("0.") else text


def mean_proportion(values: Sequence[float], decimals: int = 3) -> str:
    """Return the mean of those that are defined; a dash if none is."""
    known = [value for value in values if not np.isnan(value)]
    return proportion(float(np.mean(known)), decimals) if known else NOTHING
