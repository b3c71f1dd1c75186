"""Isotonic curves of resamples: pairs share systems and inputs, so that these are drawn and not pairs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.engine.resample import random_stream
from trueness.statistics.worth.agreement_curve import isotonic_curve
from trueness.statistics.worth.scored_pairs import ScoredPairs

SYSTEM_STREAM, INPUT_STREAM = 0, 1


def drawn_counts(units: IntArray, resamples: int, seed: int, stream: int) -> FloatArray:
    """Return how often each member counts in every resample of units, shape (B, members).

    Parameters
    ----------
    units : array of shape (members,)
        The unit of each, from 0: its own, or a cluster's.
    resamples, seed, stream : int
    """
    n_units = int(units.max(initial=-1)) + 1
    rng = random_stream(seed, stream)
    drawn = rng.multinomial(n_units, np.full(n_units, 1 / n_units), size=resamples).astype(np.float64)
    return drawn[:, units]


def resampled_curves(
    pairs: ScoredPairs,
    systems: FloatArray,
    inputs: FloatArray | None,
    differences: FloatArray,
    chances: Sequence[float],
) -> tuple[FloatArray, FloatArray]:
    """Return what the isotonic curves of resamples say.

    Parameters
    ----------
    pairs : ScoredPairs
    systems : array of shape (B, N)
        How often each system counts. A system is no pair with its copy; two different ones count as the product.
    inputs : array of shape (B, M) or None
        The same of inputs; None for pairs of systems.
    differences : array of shape (D,)
    chances : sequence of float

    Returns
    -------
    at : array of shape (B, D)
        The chance at each difference; NaN in a resample without pairs.
    needed : array of shape (B, C)
        The difference needed for each chance, infinite where it is never reached; NaN without pairs.
    """
    size = len(systems)
    at, needed = np.empty((size, len(differences))), np.empty((size, len(chances)))
    for b in range(size):
        weights = systems[b, pairs.one] * systems[b, pairs.other]
        if inputs is not None:
            weights = weights * inputs[b, pairs.place]
        curve = isotonic_curve(pairs.gaps, *pairs.counts(weights))
        at[b] = curve.chances(differences)
        needed[b] = [curve.needed(chance) for chance in chances]
    return at, needed
