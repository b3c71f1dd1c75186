"""What a promise of power leaves open because the pilot it rests on is small.

The fitted model is taken for true, pilots of the same size are drawn from it, and to each the model is fitted anew. How
the power of these models varies is how much the promise would have varied with another pilot: on the probit scale
their standard deviation s gives the interval promised +- t s sqrt((N - 1) / (N - 3)), with t of N - 1 degrees of
freedom for a pilot of N systems, since s rests on these, too. Intervals of 80% held the true power in .75 to .93 of 60
pilots of 16 x 100, in four truths at both levels; percentiles of the refitted powers in .68 to .82. That is optimistic,
as the form was chosen among about ten on these same 240 pilots; of ten fresh ones, put through `plan`, nine held it.

Simulating designs for every refitted model would take hours. The power of a normal approximation is enough to say how
powers of models differ, and the simulated power of the pilot's own model says where they lie. The approximation has
the difference of Fisher's z in standard errors. With A the derivative of that difference by the covariances of human,
metric and rival, the influence of a system is u'Au, and with u normal, of covariance C within an input and S across
inputs, the variance over N systems and M inputs is

    2 / (N - 1) ( tr(A C A C) / M + (1 - 1 / M) tr(A S A S) ).

At the system level there is one mean of inputs, whose covariance is C. (Isserlis 1918, Biometrika 12, has moments of
products of normal variables.)
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence

import numpy as np

from trueness.errors import ArgumentError
from trueness.statistics.array_types import FloatArray
from trueness.statistics.certain import student_reach
from trueness.statistics.two_way_model import TwoWayModel, fit_two_way_model
from trueness.studies.certify.scenario import HUMAN
from trueness.studies.certify.trials import table_generator
from trueness.studies.plan.planning_model import METRIC, RIVAL, PlanningModel
from trueness.studies.plan.rows import PROMISE, Design
from trueness.studies.plan.settings import PlanSettings

PILOTS = 200
"""Pilots drawn."""

STREAM = "pilots"
TWO_SIDED = 1.959963984540054
"""Standard errors on either side of a 95% interval."""

NEAREST = 1e-4
"""Powers are cut to between this and one less this: what is simulated tells no more."""


def refitted_models(model: PlanningModel, seed: int, count: int = PILOTS) -> list[PlanningModel]:
    """Return models fitted to pilots drawn from a model.

    Parameters
    ----------
    model : PlanningModel
        Fitted to a pilot.
    seed : int
    count : int
        How many pilots are drawn; those whose scores tell no variances are left out.
    """
    # systems drawn from the pilot's own would differ less than systems do
    normal = dataclasses.replace(model, systems=None)
    scenario = normal.scenario(STREAM, *model.pilot, max(1, round(model.annotators)))
    found = []
    for number in range(count):
        drawn = scenario.draw(table_generator(seed, STREAM, number))
        scores = np.concatenate([drawn.human[None], drawn.metrics])
        spread = scores.std(axis=(1, 2))
        if not (spread > 0).all():
            continue
        fitted = fit_two_way_model(scores / spread[:, None, None]).model
        # on the scale of the model, for what an annotator adds
        scale = np.sqrt(model.model.variance)
        sides = np.outer(scale, scale)
        again = TwoWayModel(
            model.model.mean, fitted.systems * sides, fitted.inputs * sides, fitted.outputs * sides
        )
        found.append(dataclasses.replace(model, model=again))
    return found


def approximate_power(
    model: PlanningModel, size: tuple[int, int, int], settings: PlanSettings, n_inputs: int
) -> float:
    """Return about how often a design finds the difference; NaN where the model leaves no room for it.

    Parameters
    ----------
    model : PlanningModel
        With a rival, not yet separated.
    size : (systems, inputs, annotators)
    settings : PlanSettings
        Its level, difference and alpha are used.
    n_inputs : int
        With which the difference is what it is (see `PlanningModel.separated`).
    """
    from scipy.special import ndtr, ndtri

    try:
        separated = model.separated(settings.difference, settings.level, n_inputs)
    except ArgumentError:
        return math.nan
    apart, variance = _of_size(separated, size, settings.level, ((METRIC, 1.0), (RIVAL, -1.0)))
    if not variance > 0:
        return math.nan
    found, needed = apart / math.sqrt(variance), float(ndtri(1 - settings.alpha / 2))
    return float(ndtr(found - needed) + ndtr(-found - needed))


def approximate_width(model: PlanningModel, size: tuple[int, int, int], settings: PlanSettings) -> float:
    """Return about how wide the metric's interval is; NaN where it has no correlation.

    That of Fisher's z, brought back to correlations.

    Parameters
    ----------
    model : PlanningModel
    size : (systems, inputs, annotators)
    settings : PlanSettings
        Its level is used.
    """
    z, variance = _of_size(model, size, settings.level, ((METRIC, 1.0),))
    if not variance > 0:
        return math.nan
    half = TWO_SIDED * math.sqrt(variance)
    return math.tanh(z + half) - math.tanh(z - half)


def _of_size(
    model: PlanningModel, size: tuple[int, int, int], level: str, signs: Sequence[tuple[int, float]]
) -> tuple[float, float]:
    """Return a sum of Fisher's z of metrics, and its variance over tables of a design."""
    n_systems, inputs, annotators = size
    judged = model.judged_by(annotators)
    averaged = level == "input"
    within = judged.systems + judged.outputs / (1 if averaged else inputs)
    total, slope = _sum(within, signs)
    once = float(np.trace(slope @ within @ slope @ within))
    across = float(np.trace(slope @ judged.systems @ slope @ judged.systems))
    share = 1 / inputs if averaged else 1.0
    return total, 2 / (n_systems - 1) * (share * once + (1 - share) * across)


def _sum(covariance: FloatArray, signs: Sequence[tuple[int, float]]) -> tuple[float, FloatArray]:
    """Return a sum of Fisher's z of metrics with signs, and its derivative by the covariances."""
    total, slope = 0.0, np.zeros_like(covariance)
    for metric, sign in signs:
        variances = covariance[HUMAN, HUMAN], covariance[metric, metric]
        root = math.sqrt(variances[0] * variances[1])
        if not root > 0:  # a pilot whose human or metric does not vary once it is drawn anew
            return math.nan, np.full_like(covariance, np.nan)
        r = min(float(covariance[HUMAN, metric] / root), 1 - NEAREST**2)
        total += sign * math.atanh(r)
        factor = sign / (1 - r * r)
        slope[HUMAN, metric] += factor / (2 * root)  # half of it on either side of the diagonal
        slope[metric, HUMAN] += factor / (2 * root)
        slope[HUMAN, HUMAN] -= factor * r / (2 * variances[0])
        slope[metric, metric] -= factor * r / (2 * variances[1])
    return total, slope


def with_promises(
    designs: Sequence[Design], model: PlanningModel, settings: PlanSettings, n_inputs: int
) -> tuple[Design, ...]:
    """Return designs with the intervals of what a pilot promises: of the width, and of the power where it was tested.

    Parameters
    ----------
    designs : sequence of Design
    model : PlanningModel
        Not yet separated; without a pilot nothing is added.
    settings : PlanSettings
    n_inputs : int
        See `approximate_power`.
    """
    if not model.pilot[0]:
        return tuple(designs)
    others = refitted_models(model, settings.seed)
    free = model.pilot[0] - 1
    wide = _limit(free) * math.sqrt(free / (free - 2))
    nothing = settings.difference == 0 or not model.has_rival
    found = []
    for one in designs:
        widths = [approximate_width(other, one.size, settings) for other in others]
        low, high = _around(math.log(one.width), np.log(widths), wide, one.width_error / one.width)
        design = dataclasses.replace(one, width_low=math.exp(low), width_high=math.exp(high))
        if not (nothing or math.isnan(one.power)):
            powers = [approximate_power(other, one.size, settings, n_inputs) for other in others]
            low, high = _of_power(one, np.asarray(powers), wide, settings.runs)
            design = dataclasses.replace(design, promise_low=low, promise_high=high)
        found.append(design)
    return tuple(found)


def _limit(free: int) -> float:
    return student_reach(free, PROMISE)


def _of_power(design: Design, others: FloatArray, wide: float, runs: int) -> tuple[float, float]:
    """Return the interval of a power, on the probit scale; NaN where most models leave no room for the difference."""
    from scipy.special import ndtr, ndtri

    # a share of simulated tables, kept from 0 and 1 (Agresti and Coull 1998)
    share = (design.power * runs + 2) / (runs + 4)
    middle = float(ndtri(share))
    density = math.exp(-(middle**2) / 2) / math.sqrt(2 * math.pi)
    error = math.sqrt(share * (1 - share) / (runs + 4)) / density
    probits = ndtri(np.clip(others, NEAREST, 1 - NEAREST))
    at = float(ndtri(min(max(design.power, NEAREST), 1 - NEAREST)))
    low, high = _around(at, probits, wide, error)
    return float(ndtr(low)), float(ndtr(high))


def _around(at: float, others: FloatArray, wide: float, error: float) -> tuple[float, float]:
    """Return an interval of what other pilots would have said, and of the simulation's own error."""
    from scipy.special import ndtri

    known = others[~np.isnan(others)]
    if math.isnan(at) or len(known) < max(2, len(others) / 2):
        return math.nan, math.nan
    drawn = 0.0 if math.isnan(error) else float(ndtri((1 + PROMISE) / 2)) * error
    half = math.hypot(wide * float(np.std(known, ddof=1)), drawn)
    return at - half, at + half
