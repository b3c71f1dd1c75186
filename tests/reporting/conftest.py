"""Comparisons that pages and figures are made of."""

from __future__ import annotations

from tests.drawn_comparisons import hostile, three
from tests.small_comparisons import (
    comparison,
    comparison_page,
    counted,
    plain_comparison,
    pocket,
    pocket_lower,
    pocket_texts,
    resampled,
    systemless,
)

__all__ = [
    "comparison",
    "comparison_page",
    "counted",
    "hostile",
    "plain_comparison",
    "pocket",
    "pocket_lower",
    "pocket_texts",
    "resampled",
    "systemless",
    "three",
]
