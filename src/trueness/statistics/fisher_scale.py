"""Fisher's z: correlations on a scale on which their differences vary about equally, wherever they lie."""

from __future__ import annotations

import numpy as np

from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.coefficient_facts import CoefficientFacts, coefficient_facts
from trueness.statistics.ties import RELATIVE_TOLERANCE

LARGEST = 1 - RELATIVE_TOLERANCE
"""Pearson's r beyond this is 1 but for rounding, and would be infinite on the scale."""


STRAIGHT = 0.999
"""From here on the scale of estimates that may lie beyond 1 is straight, so that it is finite wherever they lie."""


def z_scale(correlations: FloatArray, coefficient: str, n: int | IntArray) -> FloatArray:
    """Return correlations on Fisher's scale.

    A coefficient that is a share, p, is taken as 2 p - 1: Fisher's z of that is half the logit of p.

    Fisher's z, artanh r, for Pearson's r, which is cut to `LARGEST`. Rank coefficients of few systems reach 1, where z
    is infinite: theirs is artanh(r n / (n + 1)), with the same n for the data and for the data without a unit.
    Estimates of what r would be without noise may lie beyond 1. Near 1 they vary the more, the more noise there is;
    theirs is the same with n the variance of the human's true means over that of their noise, so that with much noise
    the scale is nearly that of r itself; from `STRAIGHT` on it is straight. Which coefficients are of which kind, and
    which stay as they are, is a fact of each (`CoefficientFacts.fisher_scaled`).

    Parameters
    ----------
    correlations : array
    coefficient : str
    n : int or array
        Units of the data, such as systems, or a ratio of variances; where it differs, one per entry of the last axis.

    References
    ----------
    Fisher (1921), Metron 1.
    """
    facts = coefficient_facts(coefficient)
    if not facts.fisher_scaled:
        return correlations
    if facts.is_share:
        correlations = 2 * correlations - 1
    if not _shrinks(facts):
        return np.arctanh(np.clip(correlations, -LARGEST, LARGEST))
    shrunk = correlations * (n / (n + 1))
    if facts.ranks:
        return np.arctanh(shrunk)
    inside = np.clip(shrunk, -STRAIGHT, STRAIGHT)
    return np.asarray(np.arctanh(inside) + (shrunk - inside) / (1 - STRAIGHT * STRAIGHT))


def inverse_z_scale(values: FloatArray, coefficient: str, n: int | IntArray) -> FloatArray:
    """Return correlations from the scale of `z_scale`, cut to their range."""
    facts = coefficient_facts(coefficient)
    if not facts.fisher_scaled:
        return values
    found = np.tanh(values)
    if facts.unlimited_inputs:
        bend = np.arctanh(STRAIGHT)
        inside = np.clip(values, -bend, bend)
        found = np.tanh(inside) + (values - inside) * (1 - STRAIGHT * STRAIGHT)
    if _shrinks(facts):
        found = found * ((n + 1) / n)
    found = np.clip(found, -1.0, 1.0)
    return (found + 1) / 2 if facts.is_share else found


def slope_of_inverse(correlations: FloatArray, coefficient: str, n: int | IntArray) -> FloatArray:
    """Return how fast correlations change with their place on the scale of `z_scale`, such as 1 - r squared.

    A standard error on the scale, times this, is one of the correlation (the delta method).
    """
    facts = coefficient_facts(coefficient)
    if not facts.fisher_scaled:
        return np.ones_like(correlations)
    values = 2 * correlations - 1 if facts.is_share else correlations
    size = n / (n + 1) if _shrinks(facts) else 1.0
    most = STRAIGHT if facts.unlimited_inputs else LARGEST
    inside = np.clip(values * size, -most, most)
    slope = (1 - inside * inside) / size
    return np.asarray(slope / 2 if facts.is_share else slope)


def difference_of_distance(
    distances: FloatArray, middles: FloatArray, coefficient: str, n: int | IntArray
) -> FloatArray:
    """Return differences of two coefficients that lie so far apart on the scale, on both sides of a middle.

    What lies apart on the scale differs: sides beyond 1, which those of rank coefficients reach, are not cut.

    Parameters
    ----------
    distances, middles : arrays of one shape
    coefficient : str
    n : int or array
        As in `z_scale`.
    """
    facts = coefficient_facts(coefficient)
    if not facts.fisher_scaled:
        return distances
    # tanh(m + d/2) - tanh(m - d/2) = 2 sinh d / (cosh 2m + cosh d), over the largest exponential: never 0 by rounding
    apart, twice = np.abs(distances), 2 * np.abs(middles)
    most = np.maximum(apart, twice)
    sine = np.exp(apart - most)
    above = 2 * sine * -np.expm1(-2 * apart)
    below = np.exp(twice - most) + np.exp(-twice - most) + sine + np.exp(-apart - most)
    found = np.sign(distances) * above / below
    return np.asarray(found * ((n + 1) / n) if _shrinks(facts) else found) / (2 if facts.is_share else 1)


def middle_of_difference(
    distances: FloatArray, differences: FloatArray, coefficient: str, n: int | IntArray
) -> FloatArray:
    """Return how far from 0 the middle of two coefficients is that lie so far apart on the scale and differ so much.

    The inverse of `difference_of_distance`, for its sizes: nearer to 0 coefficients so far apart differ by more.
    Where even about 0 they differ by less, there is no such middle. It is then -infinity; so it is, too, where both are
    of different signs.

    Parameters
    ----------
    distances, differences : arrays that can be broadcast together
    coefficient : str
        One with such a scale.
    n : int or array
        As in `z_scale`.
    """
    facts = coefficient_facts(coefficient)
    size = np.abs(differences) * (2 if facts.is_share else 1)
    if _shrinks(facts):
        size = size * (n / (n + 1))
    # the sign of a distance counts as seen from the difference
    apart = np.where(differences < 0, -distances, distances)
    shrunk = np.exp(-np.maximum(apart, 0.0))
    # of cosh 2m = 2 sinh(d) / D - cosh(d) over the exponential of d, which may be too large for a number
    with np.errstate(divide="ignore", invalid="ignore"):
        cosine = 2 / size * (1 - shrunk * shrunk) - (1 + shrunk * shrunk)
        middle = (apart + np.log((cosine + np.sqrt(cosine * cosine - 4 * shrunk * shrunk)) / 2)) / 2
    return np.where(
        (apart > 0) & (cosine >= 2 * shrunk), middle, np.where((apart == 0) & (size == 0), np.inf, -np.inf)
    )


def _shrinks(facts: CoefficientFacts) -> bool:
    """Return whether the scale is of n / (n + 1) of a coefficient, which may reach 1 or lie beyond."""
    return facts.ranks or facts.unlimited_inputs
