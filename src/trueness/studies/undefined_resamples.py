"""Rows of a result too many of whose resamples have no value."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

MANY_UNDEFINED_RESAMPLES = 0.05
"""A larger share of resamples without a value is said beside the number."""


class Resampled(Protocol):
    """A row that rests on resamples."""

    @property
    def n_undefined_resamples(self) -> int:
        """Resamples without a value."""

    @property
    def resamples(self) -> int:
        """All resamples; 0 where there are none."""


ResampledRow = TypeVar("ResampledRow", bound=Resampled)


def undefined_resamples(rows: Iterable[ResampledRow]) -> list[ResampledRow]:
    """Return the rows whose share of resamples without a value is above `MANY_UNDEFINED_RESAMPLES`."""
    return [
        row
        for row in rows
        if row.resamples and row.n_undefined_resamples > MANY_UNDEFINED_RESAMPLES * row.resamples
    ]
