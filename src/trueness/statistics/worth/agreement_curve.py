"""From the size of a difference to the chance that people agree: a logistic and an isotonic curve.

Two outputs with equal scores are a toss, and to exchange them changes nothing but the sign: so the logistic curve is
1 / (1 + exp(-b d)) of a difference d, without an intercept, one half at 0. It goes to 1 as differences grow; the
isotonic curve, the closest one that does not fall, may stay below.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np

from trueness.statistics.array_types import FloatArray
from trueness.statistics.judging.isotonic import Isotonic, isotonic

CURVES = ("logistic", "isotonic")

STEEPEST = 50.0
"""Steepness times the largest difference beyond which a logistic curve is not told from one that jumps to 1."""


class Curve(Protocol):
    """The chance that people agree."""

    def chances(self, differences: FloatArray) -> FloatArray:
        """Return the chance at some differences."""

    def needed(self, chance: float) -> float:
        """Return the least difference with a chance; infinite where it is never reached."""


class Logistic:
    """1 / (1 + exp(-b d)).

    Parameters
    ----------
    steepness : float
        b; NaN where there is no pair.
    """

    def __init__(self, steepness: float) -> None:
        self.steepness = steepness

    def chances(self, differences: FloatArray) -> FloatArray:
        """Return the chance at some differences."""
        return np.asarray(1 / (1 + np.exp(-np.clip(self.steepness * differences, -STEEPEST, STEEPEST))))

    def needed(self, chance: float) -> float:
        """Return the least difference with a chance of more than one half; infinite where there is none."""
        if np.isnan(self.steepness):
            return float("nan")
        return float(np.log(chance / (1 - chance)) / self.steepness) if self.steepness > 0 else float("inf")


class Monotone:
    """The closest curve that does not fall; linear between differences, constant beyond them.

    Parameters
    ----------
    fit : Isotonic
    """

    def __init__(self, fit: Isotonic) -> None:
        self.fit = fit

    def chances(self, differences: FloatArray) -> FloatArray:
        """Return the chance at some differences."""
        return self.fit(differences)

    def needed(self, chance: float) -> float:
        """Return the least difference with a chance; infinite where it is never reached."""
        at, fitted = self.fit
        if not len(at):
            return float("nan")
        place = int(np.searchsorted(fitted, chance, side="left"))
        if place == len(at):
            return float("inf")
        if place == 0:
            return float(at[0])
        low, high = fitted[place - 1], fitted[place]
        return float(at[place - 1] + (chance - low) / (high - low) * (at[place] - at[place - 1]))


def logistic_curve(gaps: FloatArray, counts: FloatArray, agreed: FloatArray) -> Logistic:
    """Return the logistic curve of largest likelihood.

    Its steepness is where the sum of d (agreed - expected) is 0, found by Brent's method. Where all agree, or none,
    there is none: it is the steepest that counts.

    Parameters
    ----------
    gaps, counts, agreed : arrays of shape (G,)
        Differences, how many pairs have each, and in how many people agree.
    """
    from scipy.optimize import brentq
    from scipy.special import expit

    if not counts.sum():
        return Logistic(float("nan"))
    steepest = STEEPEST / float(gaps[counts > 0].max())

    def short(steepness: float) -> float:
        return float(np.sum(gaps * (agreed - counts * expit(steepness * gaps))))

    if short(steepest) >= 0:
        return Logistic(steepest)
    if short(-steepest) <= 0:
        return Logistic(-steepest)
    return Logistic(float(brentq(short, -steepest, steepest)))


def isotonic_curve(gaps: FloatArray, counts: FloatArray, agreed: FloatArray) -> Monotone:
    """Return the closest curve that does not fall; arrays as for `logistic_curve`."""
    there = counts > 0
    return Monotone(isotonic(gaps[there], agreed[there] / counts[there], counts[there]))


FITS: dict[str, Callable[[FloatArray, FloatArray, FloatArray], Curve]] = {
    "logistic": logistic_curve,
    "isotonic": isotonic_curve,
}
