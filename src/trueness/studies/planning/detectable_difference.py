"""The smallest difference between two metrics that a design finds often enough."""

from __future__ import annotations

import dataclasses

import numpy as np

from trueness.errors import ArgumentError, check_proportion
from trueness.parallel import Execution, executing
from trueness.studies.planning.designs import simulated
from trueness.studies.planning.plan_rows import Size
from trueness.studies.planning.plan_settings import PlanSettings
from trueness.studies.planning.planning_model import METRIC, RIVAL, PlanningModel

MOST = 0.999
"""Of the metric's correlation: a rival cannot agree less than not at all."""


def detectable_difference(
    model: PlanningModel,
    size: Size,
    settings: PlanSettings,
    *,
    power: float | None = None,
    tolerance: float = 0.005,
    workers: int | None = None,
) -> float:
    """Return the smallest difference that a design finds with a power, by bisection on the same random numbers.

    Takes about log2(r / tolerance) times `runs` tables.

    Parameters
    ----------
    model : PlanningModel
        With a rival.
    size : (systems, inputs, annotators)
    settings : PlanSettings
        Whose difference is not used.
    power : float, optional
        By default what the settings call `detect`, else .8.
    tolerance : float
        How closely the difference is found; what chance leaves open is more, with few runs.
    workers : int, optional

    Returns
    -------
    float
        NaN if even the difference to no correlation at all is found less often.

    Raises
    ------
    ArgumentError
        If the model has no rival or a number is out of range.
    """
    power = check_proportion("power", power or settings.detect or 0.8)
    if not tolerance > 0:
        raise ArgumentError(f"`tolerance` must be more than 0, not {tolerance!r}.")
    if not model.has_rival:
        raise ArgumentError("a difference needs two metrics; the plan knows one.")
    alike = dataclasses.replace(model, model=model.model.exchangeable(METRIC, RIVAL))
    low, high = 0.0, alike.correlation(settings.level, size[1]) * MOST
    if not high > 0:
        return float("nan")

    def reached(difference: float) -> bool:
        separated = model.separated(difference, settings.level, size[1])
        with executing(Execution.of(workers=workers)):
            (found,) = simulated(None, separated, [size], settings)
        pvalues = found[:, 1][~np.isnan(found[:, 1])]
        return bool(pvalues.size and np.mean(pvalues <= settings.alpha) >= power)

    if not reached(high):
        return float("nan")
    while high - low > tolerance:
        middle = (low + high) / 2
        low, high = (low, middle) if reached(middle) else (middle, high)
    return high
