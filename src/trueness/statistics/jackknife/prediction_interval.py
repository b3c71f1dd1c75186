"""An interval for the correlation that new data of a stated size will show, as a plain function on matrices."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import check_choice
from trueness.statistics.coefficient_facts import check_coefficients
from trueness.statistics.given_numbers import given_numbers
from trueness.statistics.jackknife.jackknife_interval import jackknife_interval
from trueness.statistics.jackknife.pseudo_values import pseudo_values
from trueness.statistics.level_names import check_levels
from trueness.statistics.score_arrays import AGGREGATES_OF_SCORES, ScoreArrays


class Prediction(NamedTuple):
    """What other systems will show.

    Attributes
    ----------
    estimate : float
        The correlation on the data.
    low, high : float
        The prediction interval; NaN where a delete-one value is undefined.
    new_systems : int
    """

    estimate: float
    low: float
    high: float
    new_systems: int


def prediction_interval(
    x: ArrayLike,
    z: ArrayLike,
    level: str = "system",
    coefficient: str = "pearson",
    *,
    new_systems: int | None = None,
    confidence: float = 0.95,
    aggregate: str = "mean",
) -> Prediction:
    """Return an interval for the correlation of metric and human over other systems (see `jackknife_interval`).

    A confidence interval is for the correlation that infinitely many systems would show. The correlation that a handful
    of new systems will show varies itself: a valid 95% interval holds it in about 83% where they are as many. This one
    is made to hold it in 95%. It supposes that systems and inputs are of the same kinds, and inputs about as many.

    Parameters
    ----------
    x, z : array of shape (N, M)
        Scores of metric and human, NaN where missing.
    level, coefficient : str
        As in `correlate`.
    new_systems : int, optional
        How many other systems; default as many as these.
    confidence : float
    aggregate : {'mean', 'median'}
        As in `correlate`.

    Returns
    -------
    Prediction

    Raises
    ------
    ArgumentError
        If shapes do not agree or an option is outside its values.
    UnsupportedMethodError
        If there are fewer than four systems.
    """
    (level,), (coefficient,) = check_levels(level), check_coefficients(coefficient)
    check_choice("aggregate", aggregate, AGGREGATES_OF_SCORES)
    human = np.atleast_2d(given_numbers(z))
    arrays = ScoreArrays.of(given_numbers(x), human, ("x",), aggregate=aggregate)
    group = arrays.group((0,))
    found = pseudo_values(arrays, group, "systems", (level,), (coefficient,))[level, coefficient]
    wanted = len(found.values) if new_systems is None else new_systems
    (limits,) = jackknife_interval(
        arrays, group, (level,), (coefficient,), confidence=confidence, new_systems=wanted
    )[level, coefficient]
    return Prediction(float(found.estimates[0]), float(limits.low), float(limits.high), wanted)
