"""The need that systems were rated by the same annotators, or by annotators of like strictness."""

from __future__ import annotations

from trueness.decisions.decision import Ground

ANNOTATORS_APART = "shift_by_annotators"

MOST_SHIFT = 0.5
"""Standard errors of a system's mean by which strictness may move two systems apart."""


def dealt_evenly(shift: float) -> Ground:
    """Return the need that strictness moves no two systems apart by more than `MOST_SHIFT`.

    Parameters
    ----------
    shift : float
        Of the two systems that it moves apart most, in standard errors; NaN where that cannot be told.
    """
    return Ground(
        measure=ANNOTATORS_APART,
        estimate=shift,
        low=shift,
        high=shift,
        bar=MOST_SHIFT,
        side="at_most",
        need=True,
    )
