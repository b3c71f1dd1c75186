"""How sure the steepness of a logistic curve is: the jackknife over systems, and what inputs add to it.

Leaving out a system leaves out all pairs it is in. The variance of the steepness from that holds what systems differ by
and the noise of single outputs; what other inputs would add is the variance of what inputs contribute, less that of
what single outputs do, which is in both. Contributions are those of the score equation, one Newton step from the curve.

Limits are symmetric on the scale arsinh(b m), m the median difference: as steepness itself where it is small and may be
negative, as its logarithm where it is large and its error grows with it (docs/worth.md).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.certain import student_reach
from trueness.statistics.jackknife.two_way_jackknife import of_units
from trueness.statistics.worth.agreement_curve import STEEPEST, Logistic, logistic_curve
from trueness.statistics.worth.scored_pairs import ScoredPairs, UnitCounts

FEWEST_SYSTEMS = 3
"""Without one of fewer there is no pair."""


class Steepness(NamedTuple):
    """The steepness of a logistic curve and its limits.

    Attributes
    ----------
    estimate, low, high : float
        NaN where nothing is known.
    """

    estimate: float
    low: float
    high: float

    def chances(self, differences: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return the limits of the chance at some differences."""
        return Logistic(self.low).chances(differences), Logistic(self.high).chances(differences)

    def needed(self, chance: float) -> tuple[float, float]:
        """Return the limits of the least difference with a chance; infinite where it may never be reached."""
        return Logistic(self.high).needed(chance), Logistic(self.low).needed(chance)


def steepness_interval(
    pairs: ScoredPairs, systems: IntArray, inputs: IntArray | None, confidence: float
) -> Steepness:
    """Return the steepness with Student's t limits, of as many degrees of freedom as `of_units` says.

    Where all agree, or none do without some system, there is no steepness of largest likelihood: limits are then those
    with one more pair, half agreed, spread over the differences.

    Parameters
    ----------
    pairs : ScoredPairs
    systems : array of shape (N,)
        The unit of each system: its own, or a cluster's.
    inputs : array of shape (M,) or None
        The same of inputs; None for pairs of systems.
    confidence : float

    References
    ----------
    Efron and Stein (1981), Annals of Statistics 9; Cameron, Gelbach and Miller (2011), JBES 29; for pairs that share
    members Aronow, Samii and Assenova (2015), Political Analysis 23.
    """
    from scipy.special import expit

    one, other = systems[pairs.one], systems[pairs.other]
    units = np.union1d(one, other)
    with_each = UnitCounts.of(pairs, (one, other), int(units.max(initial=-1)) + 1)
    counts, agreed = pairs.counts(np.ones(len(pairs.gap)))
    tables = [
        (counts, agreed),
        *((counts - with_each.counts[u], agreed - with_each.agreed[u]) for u in units),
    ]
    fitted = [logistic_curve(pairs.gaps, *table).steepness for table in tables]
    estimate = fitted[0]
    if len(units) < FEWEST_SYSTEMS or np.isnan(fitted).any():
        return Steepness(estimate, float("nan"), float("nan"))
    if any(_separated(pairs, counts, b) for (counts, _), b in zip(tables, fitted, strict=True)):
        share = 1 / len(pairs.gaps)
        tables = [(counts + share, agreed + share / 2) for counts, agreed in tables]
        fitted = [logistic_curve(pairs.gaps, *table).steepness for table in tables]
    middle = float(np.median(pairs.gaps[pairs.gap]))
    scaled = np.arcsinh(middle * np.array(fitted))
    (variance,), (degrees,) = of_units(scaled[1:, None])
    if inputs is not None:
        sizes = pairs.gaps[pairs.gap]
        chances = expit(fitted[0] * sizes)
        given = sizes * (pairs.agreed - chances) / np.sum(np.square(sizes) * chances * (1 - chances))
        place = inputs[pairs.place]
        cells = np.zeros((int(systems.max()) + 1, int(inputs.max()) + 1))
        np.add.at(cells, (one, place), given)
        apart = one != other
        np.add.at(cells, (other[apart], place[apart]), given[apart])
        n_inputs = len(np.unique(place))
        of_inputs = np.sum(np.square(np.bincount(place, given))) * n_inputs / max(1, n_inputs - 1)
        slope = middle / np.sqrt(1 + np.square(middle * fitted[0]))
        variance += np.square(slope) * max(of_inputs - np.sum(np.square(cells)), 0.0)
    half = student_reach(float(degrees), confidence) * np.sqrt(variance)
    low, high = (float(np.sinh(scaled[0] + side * half) / middle) for side in (-1, 1))
    return Steepness(estimate, min(estimate, low), max(estimate, high))


def _separated(pairs: ScoredPairs, counts: FloatArray, steepness: float) -> bool:
    """Return whether a curve is as steep as is told apart."""
    return bool(abs(steepness) * pairs.gaps[counts > 0].max() >= STEEPEST * (1 - 1e-9))
