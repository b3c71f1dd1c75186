"""What single annotators add to human scores: to those of systems, which more inputs do not average out, and to others.

What two annotators' ratings differ by has a part common to each system (one of them likes what it writes better), one
common to each input, and one of each output. Half the variances of these parts are what one annotator adds.
"""

from __future__ import annotations

import dataclasses
import itertools

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError
from trueness.statistics.array_types import FloatArray
from trueness.statistics.two_way_model import fit_two_way_model


@dataclasses.dataclass(frozen=True)
class AnnotatorNoise:
    """Variances that one annotator adds to human scores; both are divided by the number of annotators.

    Attributes
    ----------
    systems : float
        Of an annotator's preferences for systems.
    outputs : float
        Of single ratings around all else.
    annotators : float
        Harmonic mean of the ratings per output.
    """

    systems: float
    outputs: float
    annotators: float


def annotator_noise(ratings: ArrayLike) -> AnnotatorNoise:
    """Return what single annotators add, from ratings.

    Where each annotator rated some outputs only, the first ratings of all outputs count as those of one annotator, the
    second as those of another, and so on: what is common to a system is then what would be if annotators were chosen
    again as they were.

    Parameters
    ----------
    ratings : array of shape (A, N, M)
        NaN where missing.

    Returns
    -------
    AnnotatorNoise
        Variances 0 where no output has two ratings.
    """
    values = np.asarray(ratings, dtype=np.float64)
    given = ~np.isnan(values)
    number = given.sum(axis=0)
    rated = number[number >= 1]
    harmonic = float(len(rated) / np.sum(1 / rated)) if rated.size else 1.0
    # ratings move forward over missing ones, in the order of annotators
    order = np.argsort(~given, axis=0, kind="stable")
    slots = np.take_along_axis(values, order, axis=0)
    found = [
        part
        for first, second in itertools.combinations(slots[: int(number.max(initial=0))], 2)
        if (part := _of_difference(first - second)) is not None
    ]
    if not found:
        return AnnotatorNoise(0.0, _within_outputs(values), harmonic)
    weights = np.array([cells for *_, cells in found], dtype=np.float64)
    systems, outputs = (np.average([part[k] for part in found], weights=weights) for k in range(2))
    return AnnotatorNoise(float(systems), float(outputs), harmonic)


def _of_difference(difference: FloatArray) -> tuple[float, float, int] | None:
    """Return half the variances of systems and of outputs, and the number of outputs; None of too few."""
    try:
        fitted = fit_two_way_model(difference[None])
    except ArgumentError:
        return None
    model = fitted.model
    return float(model.systems[0, 0]) / 2, float(model.outputs[0, 0]) / 2, fitted.n_cells


def _within_outputs(values: FloatArray) -> float:
    """Return the variance of ratings within outputs, all of it; 0 where no output has two."""
    given = ~np.isnan(values)
    count = given.sum(axis=0)
    several = count >= 2
    if not several.any():
        return 0.0
    mean = np.where(given, values, 0.0).sum(axis=0) / np.maximum(count, 1)
    squares = np.where(given, np.square(values - mean), 0.0).sum(axis=0)
    return float(squares[several].sum() / np.sum(count[several] - 1))
