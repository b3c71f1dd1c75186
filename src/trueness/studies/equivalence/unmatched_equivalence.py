"""Equivalence of a metric's correlation under two conditions whose outputs do not match: other inputs, other judges."""

from __future__ import annotations

import math

import numpy as np

from trueness.methods.paired_bootstrap import bootstrapped
from trueness.parallel import step
from trueness.statistics.array_types import FloatArray
from trueness.statistics.equivalence.pooled_units import pooled_units
from trueness.statistics.resampling.bootstrap import bootstrap_plan
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.equivalence.equivalence_settings import EquivalenceSettings
from trueness.studies.equivalence.equivalence_tests import NOTHING, BoundsOf, PairEquivalence
from trueness.studies.equivalence.resampled_correlations import point_correlations, resampled_correlations


def unmatched_equivalence(
    reference: ScoreArrays, other: ScoreArrays, bounds_of: BoundsOf, settings: EquivalenceSettings
) -> list[PairEquivalence]:
    """Test every metric that both arrays hold, in the same order, each with its own human scores.

    The two are resampled independently of each other. A difference can be tested by the same bootstrap only.

    Parameters
    ----------
    reference, other : ScoreArrays
    bounds_of : callable
        Given (k, K + k) for metric k of K and a (level, coefficient), returns its bounds.
    settings : EquivalenceSettings
    """
    sides = [pooled_units(arrays) if settings.over == "outputs" else arrays for arrays in (reference, other)]
    points = [point_correlations(arrays, settings.levels, settings.coefficients) for arrays in sides]
    seeds = settings.seed, _another(settings.seed)
    drawn: list[dict[tuple[str, str], FloatArray]] = [{}, {}]
    if settings.drawn:
        for place, arrays in enumerate(sides):
            with step("resampling"):
                drawn[place] = resampled_correlations(
                    arrays,
                    settings.levels,
                    settings.coefficients,
                    bootstrap_plan(arrays, settings.resampled, settings.resamples, seeds[place]),
                )
    method = settings.equivalence
    found = []
    for k in range(reference.n_metrics):
        pair = (k, reference.n_metrics + k)
        shapes = [_shape(arrays, k) for arrays in (reference, other)]
        for key in points[0]:
            first, second = float(points[0][key][k]), float(points[1][key][k])
            bounds = bounds_of(pair, key)
            samples = drawn[0][key][:, k] - drawn[1][key][:, k] if drawn[0] else NOTHING
            if method.closed_form:
                units = [shape[2 if key[0] == "global" else 0] for shape in shapes]
                test = method.of_two(first, second, (units[0], units[1]), bounds, settings.alpha)
            else:
                test = method.of_samples(samples, first - second, bounds, settings.alpha)
            pvalue = math.nan
            if settings.tested_by_resamples:
                pvalue = bootstrapped(samples, first - second).two_sided
            found.append(PairEquivalence(pair, key, first, second, bounds, test, pvalue, shapes[0], samples))
    return found


def _another(seed: int) -> int:
    """Return a seed whose resamples have nothing to do with those of `seed`."""
    return int(np.random.SeedSequence(seed, spawn_key=(2,)).generate_state(1, np.uint64)[0] >> np.uint64(11))


def _shape(arrays: ScoreArrays, metric: int) -> tuple[int, int, int]:
    cells = arrays.group((metric,)).cells
    return int(cells.any(axis=1).sum()), int(cells.any(axis=0).sum()), int(cells.sum())
