"""What is given to plain functions as an array of floats, or refused in words."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError
from trueness.statistics.array_types import FloatArray


def given_numbers(values: ArrayLike) -> FloatArray:
    """Return numbers as floats; None is missing.

    Raises
    ------
    ArgumentError
        If something is no number, or rows have different lengths.
    """
    try:
        return np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise ArgumentError(_why(values)) from None


def _why(values: ArrayLike) -> str:
    try:
        cells = np.asarray(values, dtype=object).ravel().tolist()
    except ValueError:
        cells = []
    for cell in cells:
        if isinstance(cell, (list, tuple, np.ndarray)):
            break
        try:
            float(cell)
        except (TypeError, ValueError):
            return (
                f"numbers are needed here, and {cell!r:.60} is none. Of labels in words kappa, gwet_ac1, "
                "krippendorff_alpha and agreement_beyond_chance tell the agreement."
            )
    return "numbers are needed here, in rows of one length."
