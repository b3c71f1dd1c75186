"""Closed-form tests of every pair of metrics, from three correlations each."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from trueness.errors import ArgumentError
from trueness.statistics import dependent_correlations
from trueness.statistics.engine.bootstrap import Key
from trueness.statistics.fisher import FISHER_COEFFICIENTS
from trueness.statistics.score_arrays import CellGroup, ScoreArrays
from trueness.statistics.system_scores import system_scores
from trueness.statistics.zou import zou_interval
from trueness.studies.differences import Groups, Pair, Points
from trueness.studies.estimates import point_values
from trueness.studies.pair_finding import PairFinding
from trueness.studies.settings import Settings


def closed_form_findings(
    arrays: ScoreArrays,
    groups: Groups,
    test: str,
    settings: Settings,
    points: Points,
) -> dict[tuple[Key, Pair], PairFinding]:
    """Return what a closed form says of every pair, per level and coefficient.

    Parameters
    ----------
    arrays : ScoreArrays
    groups : Groups
        Pairs of metrics by the cells they are compared on.
    test : str
        Of `CLOSED_FORM_TESTS`.
    settings : Settings
    points : Points
        The two correlations of each pair.
    """
    run = getattr(dependent_correlations, test)
    found: dict[tuple[Key, Pair], PairFinding] = {}
    for group, members in groups:
        units = int(group.cells.any(axis=1).sum())
        for a, b in members:
            for level in settings.computed_levels:
                between, shared = _rival_as_human(arrays, group, a, b, level)
                values = point_values(between, shared, level, settings.coefficients_at(level)).values
                for coefficient in settings.coefficients_at(level):
                    key = (level, coefficient)
                    r12, r13 = points[key, (a, b)]
                    r23 = float(values[coefficient][0, 0])
                    found[key, (a, b)] = _formula(run, r12, r13, r23, units, coefficient, settings)
    return found


def _rival_as_human(
    arrays: ScoreArrays, group: CellGroup, a: int, b: int, level: str
) -> tuple[ScoreArrays, CellGroup]:
    """Return arrays in which the rival stands in for the human, for the correlation between the two metrics."""
    if level == "system" and {arrays.aggregation(a), arrays.aggregation(b)} != {"mean"}:
        first, second = system_scores(arrays, (a, b), group.metric_cells, None)[0]
        between = ScoreArrays.of(first[None, :, None], second[:, None])  # a single score is its own mean
        return between, between.group((0,))
    rival = np.where(group.metric_cells, arrays.metrics[b], np.nan)
    shared = CellGroup((0,), group.cells, group.metric_cells, group.metric_cells)
    return ScoreArrays(arrays.metrics[[a]], rival, ("",)), shared


def _formula(
    run: Callable[..., dependent_correlations.DependentTest],
    r12: float,
    r13: float,
    r23: float,
    units: int,
    coefficient: str,
    settings: Settings,
) -> PairFinding:
    """Test one pair; undefined where three averages are not the correlations of any three variables."""
    low = high = float("nan")
    try:
        sides = [run(r12, r13, r23, units, alternative=side) for side in ("greater", "less", "two-sided")]
        if coefficient in FISHER_COEFFICIENTS:
            limits = zou_interval(r12, r13, r23, units, settings.confidence, coefficient)
            low, high = float(limits.low), float(limits.high)
    except ArgumentError:
        nothing = float("nan")
        return PairFinding(nothing, nothing, nothing, nothing, 0, 0, exact=False, low=nothing, high=nothing)
    greater, less, two_sided = (float(side.pvalue) for side in sides)
    statistic = float(sides[0].statistic)
    return PairFinding(statistic, greater, less, two_sided, 0, 0, exact=False, low=low, high=high)
