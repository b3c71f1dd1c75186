"""Equivalence and difference tests of pairs of metrics on one set of arrays, before corrections."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from trueness.methods.correlations import point_values
from trueness.methods.differences import Differences, Pair, Place, Samples
from trueness.methods.registry import pair_test
from trueness.parallel import step
from trueness.statistics.array_types import FloatArray, Key
from trueness.statistics.equivalence.bootstrap_equivalence import EquivalenceTest
from trueness.statistics.equivalence.equivalence_bounds import Bounds
from trueness.statistics.equivalence.pooled_units import pooled_units
from trueness.statistics.score_arrays import CellGroup, ScoreArrays
from trueness.statistics.system_scores import system_scores
from trueness.studies.compare.pair_tests import (
    check_main_test,
    compared_pairs,
    pair_differences,
    pairwise_tests,
)
from trueness.studies.equivalence.equivalence_settings import EquivalenceSettings

BoundsOf = Callable[[Pair, Key], Bounds]
NOTHING = np.empty(0)


@dataclasses.dataclass(frozen=True)
class PairEquivalence:
    """What is found of one pair at one level by one coefficient.

    Attributes
    ----------
    pair : tuple of int
    key : (level, coefficient)
    first, second : float
        The two correlations.
    bounds : Bounds
    test : EquivalenceTest
    pvalue_difference : float
        Two-sided; NaN where not tested.
    shape : tuple of int
        Numbers of systems, inputs and outputs behind the correlations.
    samples : array of shape (B,)
        Empty for closed forms.
    """

    pair: Pair
    key: Key
    first: float
    second: float
    bounds: Bounds
    test: EquivalenceTest
    pvalue_difference: float
    shape: tuple[int, int, int]
    samples: FloatArray


def pair_equivalence(
    arrays: ScoreArrays, pairs: Sequence[Pair], bounds_of: BoundsOf, settings: EquivalenceSettings
) -> list[PairEquivalence]:
    """Test every pair at every level and coefficient; all pairs on the same cells share their resamples.

    Parameters
    ----------
    arrays : ScoreArrays
    pairs : sequence of (int, int)
        Positions of metric and rival.
    bounds_of : callable
        Given a pair and a (level, coefficient), returns its bounds.
    settings : EquivalenceSettings

    Raises
    ------
    UnsupportedMethodError
        If a permutation test swaps what system scores are not made of, or too few systems should vary.
    """
    rules = settings.of_differences()
    used = pooled_units(arrays) if settings.over == "outputs" else arrays
    given = pair_differences(used, pairs, rules)
    points = given.points
    samples: Samples = {}
    if settings.drawn:
        with step("resampling"):
            samples = given.samples(settings.resampled)
    differences = _differences(given, settings)
    shapes = {pair: _shape(arrays.group(pair)) for pair in pairs}
    found = []
    method = settings.equivalence
    for group, members in given.groups:
        for pair in members:
            for key, between in _between(used, group, pair, settings).items():
                first, second = points[key, pair]
                bounds = bounds_of(pair, key)
                if method.closed_form:
                    units = shapes[pair][2 if key[0] == "global" else 0]
                    test = method.of_triple(first, second, between, units, bounds, settings.alpha)
                else:
                    test = method.of_samples(samples[key, pair], first - second, bounds, settings.alpha)
                found.append(
                    PairEquivalence(
                        pair,
                        key,
                        first,
                        second,
                        bounds,
                        test,
                        differences[key, pair],
                        shapes[pair],
                        samples.get((key, pair), NOTHING),
                    )
                )
    place = {pair: k for k, pair in enumerate(pairs)}
    return sorted(found, key=lambda item: place[item.pair])


def _shape(group: CellGroup) -> tuple[int, int, int]:
    cells = group.cells
    return int(cells.any(axis=1).sum()), int(cells.any(axis=0).sum()), int(cells.sum())


def _differences(given: Differences, settings: EquivalenceSettings) -> Mapping[Place, float]:
    """Return two-sided p-values of the differences, NaN where none is tested."""
    arrays, pairs = given.arrays, given.pairs
    if not settings.tested:
        return dict.fromkeys(given.points, math.nan)
    if settings.tested_by_resamples:
        findings = pair_test(settings.test).findings(given, settings.resampled, given.keys)
        return {place: found.two_sided for place, found in findings.items()}
    rules = dataclasses.replace(settings.of_differences(), correction="none")
    parts: list[tuple[ScoreArrays, dict[str, int]]] = []
    if pairs == compared_pairs(arrays.names, rules):
        parts.append((arrays, {name: k for k, name in enumerate(arrays.names)}))
    else:
        rules = dataclasses.replace(rules, baseline=None)
        parts += [(_pair_of(arrays, pair), {arrays.names[k]: k for k in pair}) for pair in pairs]
    found = dict.fromkeys(given.points, math.nan)
    for part, place in parts:
        check_main_test(part, rules)
        for row in pairwise_tests(part, rules):
            found[(row.level, row.coefficient), (place[row.metric], place[row.rival])] = row.pvalue
    return found


def _pair_of(arrays: ScoreArrays, pair: Pair) -> ScoreArrays:
    """Return the arrays of two metrics, on the cells that a comparison of them uses."""
    shared = arrays.group(pair)
    metrics = np.where(shared.metric_cells, arrays.metrics[list(pair)], np.nan)
    return dataclasses.replace(
        arrays,
        metrics=metrics,
        names=tuple(arrays.names[k] for k in pair),
        corpus={place: arrays.corpus[k] for place, k in enumerate(pair) if k in arrays.corpus},
        negated=frozenset(place for place, k in enumerate(pair) if k in arrays.negated),
    )


def _between(
    arrays: ScoreArrays, group: CellGroup, pair: Pair, settings: EquivalenceSettings
) -> dict[Key, float]:
    """Return the correlation of the two metrics with each other, which closed forms need; NaN for the bootstrap."""
    if not settings.equivalence.closed_form:
        return dict.fromkeys(settings.keys, math.nan)
    found: dict[Key, float] = {}
    for level in settings.levels:
        if level == "system":
            first, second = system_scores(arrays, pair, group.metric_cells, None)[0]
            two = ScoreArrays.of(first[None, :, None], second[:, None])  # a single score is its own mean
        else:
            first, second = (np.where(group.cells, arrays.metrics[k], np.nan) for k in pair)
            two = ScoreArrays.of(first[None], second)
        values = point_values(two, two.group((0,)), level, settings.coefficients_at(level)).values
        found |= {(level, name): float(value[0, 0]) for name, value in values.items()}
    return found
