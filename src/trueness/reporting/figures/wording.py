"""Names and numbers as figures and their captions say them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from trueness.errors import listing, series
from trueness.reporting.writing.labels import shortened


def quoted(names: Sequence[str], most: int = 6) -> str:
    """Return names in quotes, cleaned and shortened for a sentence."""
    return listing([shortened(name, 8, 2.6) for name in names], most)


def percent(share: float) -> str:
    """Return a proportion such as 0.95 as ``95%``, with decimals only if it has any."""
    return f"{share * 100:.6g}%"


def number(value: float) -> str:
    """Return a correlation with two decimals, ``undefined`` for NaN."""
    if math.isnan(value):
        return "undefined"
    return f"{round(value, 2) + 0.0:.2f}".replace("-", "−")


def levels_phrase(levels: Sequence[str]) -> str:
    """Return the levels as ``at the system and input levels``."""
    words = [level.replace("_", "-") for level in levels]
    return f"at the {series(words)} level{'s' if len(words) > 1 else ''}"
