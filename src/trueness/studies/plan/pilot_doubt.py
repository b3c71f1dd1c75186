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
from trueness.statistics.two_way_model import TwoWayModel, fit_two_way_model
from trueness.studies.plan.planning_model import METRIC, RIVAL, PlanningModel
from trueness.studies.plan.rows import PROMISE, Design
from trueness.studies.plan.settings import PlanSettings
from trueness.studies.simulation.scenario import HUMAN
from trueness.studies.simulation.trials import table_generator

PILOTS = 200
"""Pilots drawn."""

STREAM = "pilots"
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
    n_systems, inputs, annotators = size
    judged = separated.judged_by(annotators)
    averaged = settings.level == "input"
    within = judged.systems + judged.outputs / (1 if averaged else inputs)
    apart, slope = _difference(within)
    once = float(np.trace(slope @ within @ slope @ within))
    across = float(np.trace(slope @ judged.systems @ slope @ judged.systems))
    share = 1 / inputs if averaged else 1.0
    variance = 2 / (n_systems - 1) * (share * once + (1 - share) * across)
    if not variance > 0:
        return math.nan
    found, needed = apart / math.sqrt(variance), float(ndtri(1 - settings.alpha / 2))
    return float(ndtr(found - needed) + ndtr(-found - needed))


def _difference(covariance: FloatArray) -> tuple[float, FloatArray]:
    """Return the difference of Fisher's z of the metric and its rival, and its derivative by the covariances."""
    total, slope = 0.0, np.zeros_like(covariance)
    for metric, sign in ((METRIC, 1.0), (RIVAL, -1.0)):
        variances = covariance[HUMAN, HUMAN], covariance[metric, metric]
        root = math.sqrt(variances[0] * variances[1])
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
    """Return designs with the interval of their promised power, where there is a pilot and something was tested.

    Parameters
    ----------
    designs : sequence of Design
    model : PlanningModel
        Fitted to a pilot, not yet separated.
    settings : PlanSettings
    n_inputs : int
        See `approximate_power`.
    """
    from scipy.special import ndtr, ndtri, stdtrit

    nothing = settings.difference == 0 or all(math.isnan(design.power) for design in designs)
    if not model.pilot[0] or not model.has_rival or nothing:
        return tuple(designs)
    others = refitted_models(model, settings.seed)
    free = model.pilot[0] - 1
    wide = float(stdtrit(free, (1 + PROMISE) / 2)) * math.sqrt(free / (free - 2))
    found = []
    for design in designs:
        there = np.array([approximate_power(one, design.size, settings, n_inputs) for one in others])
        there = there[~np.isnan(there)]
        if math.isnan(design.power) or len(there) < max(2, len(others) / 2):
            found.append(design)  # the difference is as large as correlations are
            continue
        probits = ndtri(np.clip(np.append(there, design.power), NEAREST, 1 - NEAREST))
        half = wide * float(np.std(probits[:-1], ddof=1))
        low, high = (ndtr(probits[-1] + side * half) for side in (-1, 1))
        found.append(dataclasses.replace(design, promise_low=float(low), promise_high=float(high)))
    return tuple(found)
