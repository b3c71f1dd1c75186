"""When a difference of two scores reaches a threshold, although decimal fractions have no exact floating-point form.

Whether |a - b| <= epsilon decides about a tie, and the thresholds tried are themselves differences of scores: rounding
would break many of these comparisons either way. Scores with a common denominator are compared as whole numbers; for
all others a difference within `RELATIVE_TOLERANCE` of the largest score reaches a threshold. Scores that differ at all
do not tie at a threshold of zero.
"""

from __future__ import annotations

import dataclasses
import math
from typing import TypeVar

import numpy as np

from trueness.errors import ArgumentError
from trueness.statistics.array_types import FloatArray
from trueness.statistics.ties import LATTICE_TOLERANCE, RELATIVE_TOLERANCE, exact_scores

Scaled = TypeVar("Scaled", float, FloatArray)


@dataclasses.dataclass(frozen=True)
class DifferenceScale:
    """The scale on which differences of one scorer's scores are compared.

    Attributes
    ----------
    denominator : int or None
        The common denominator k: differences are multiplied by it and are whole numbers. None where there is none.
    tolerance : float
        Two positive differences this close are equal; zero where differences are exact.
    """

    denominator: int | None
    tolerance: float

    @classmethod
    def of(cls, scores: FloatArray) -> tuple[FloatArray, DifferenceScale]:
        """Return the scores on their scale, and the scale; NaN stays NaN."""
        scaled, denominator, _ = exact_scores(scores)
        if denominator is not None:
            return scaled, cls(denominator, 0.0)
        largest = float(np.max(np.abs(np.where(np.isnan(scaled), 0.0, scaled)), initial=0.0))
        return scaled, cls(None, RELATIVE_TOLERANCE * largest)

    def limit(self, difference: float) -> tuple[float, float]:
        """Return a threshold on this scale and its tolerance: d reaches it if d - threshold >= -tolerance.

        Parameters
        ----------
        difference : float
            A threshold in units of the scores.
        """
        if self.denominator is not None:
            scaled = difference * self.denominator
            return scaled, min(0.25, LATTICE_TOLERANCE * max(1.0, scaled))
        return difference, self.tolerance if difference > 0 else 0.0

    def difference(self, scaled: Scaled) -> Scaled:
        """Return differences on this scale in units of the scores."""
        return scaled if self.denominator is None else scaled / self.denominator


def check_threshold(argument: str, value: float, *, positive: bool = False) -> float:
    """Return a threshold for differences of scores as a float.

    Raises
    ------
    ArgumentError
        If it is no finite number, or negative, or zero where it must be positive.
    """
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise ArgumentError(f"`{argument}` must be a number; it is {value!r}.") from None
    if not math.isfinite(number) or number < 0 or (positive and number == 0):
        least = "positive" if positive else "at least 0"
        raise ArgumentError(f"`{argument}` must be finite and {least}; it is {value!r}.")
    return number
