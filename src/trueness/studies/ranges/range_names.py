"""What ranges of levels are called: letters for three bins, as published, and numbers for others."""

from __future__ import annotations

THIRDS = ("L", "M", "T")
"""Low, medium and top."""

CUMULATIVE, SINGLE = "cumulative", "single"


def bin_names(bins: int) -> tuple[str, ...]:
    """Return the names of bins, the lowest first."""
    return THIRDS if bins == len(THIRDS) else tuple(str(k + 1) for k in range(bins))


def range_names(bins: int) -> tuple[tuple[str, str], ...]:
    """Return name and kind of every range: the bins from each on, then each alone.

    Examples
    --------
    >>> range_names(3)[:2]
    (('LMT', 'cumulative'), ('MT', 'cumulative'))
    >>> range_names(4)[1]
    ('2–4', 'cumulative')
    """
    names = bin_names(bins)
    joined = "" if names == THIRDS else "–"
    cumulative = [
        "".join(names[k:]) if not joined else (f"{names[k]}–{names[-1]}" if k < bins - 1 else names[-1])
        for k in range(bins)
    ]
    return (*((name, CUMULATIVE) for name in cumulative), *((name, SINGLE) for name in names))
