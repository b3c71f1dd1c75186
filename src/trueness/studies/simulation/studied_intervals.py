"""The intervals of one metric's correlation that studies try out, each by the same few arguments."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from trueness.errors import UnsupportedMethodError
from trueness.statistics.engine.bootstrap import Key, bootstrap, bootstrap_plan
from trueness.statistics.fisher import fisher
from trueness.statistics.interval import Interval
from trueness.statistics.intervals import bootstrap_interval
from trueness.statistics.jackknife.jackknife import jackknife
from trueness.statistics.jackknife.jackknife_interval import jackknife_interval
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.simulation.point_correlations import point_correlations

StudiedInterval = Callable[[ScoreArrays, Sequence[str], Sequence[str], int, int], dict[Key, Interval]]
"""Takes scores of one metric, levels, coefficients, the number of resamples and a seed; returns 95% intervals per level
and coefficient, NaN where undefined."""


def _bootstrapping(method: str, over: str) -> StudiedInterval:
    def run(
        arrays: ScoreArrays, levels: Sequence[str], coefficients: Sequence[str], resamples: int, seed: int
    ) -> dict[Key, Interval]:
        group = arrays.group((0,))
        plan = bootstrap_plan(arrays, over, resamples, seed)
        (drawn,) = bootstrap(arrays, [group], plan, levels, coefficients, workers=1)
        folds = jackknife(arrays, group, plan, levels, coefficients) if method == "bca" else None
        points = point_correlations(arrays, levels, coefficients)
        return {
            key: bootstrap_interval(
                drawn.of(0, key),
                float(points[key][0]),
                method=method,
                jackknife=None if folds is None else [axis[:, 0] for axis in folds[key]],
            )
            for key in drawn.values
        }

    return run


def _fisher(
    arrays: ScoreArrays, levels: Sequence[str], coefficients: Sequence[str], resamples: int, seed: int
) -> dict[Key, Interval]:
    """Return Fisher's interval with n the number of systems, at any level, as papers have done."""
    del resamples, seed
    units = int(arrays.group((0,)).cells.any(axis=1).sum())
    result = {}
    for key, point in point_correlations(arrays, levels, coefficients).items():
        found = fisher(float(point[0]), units, key[1])
        result[key] = Interval(float(found.low), float(found.high))
    return result


def _jackknife(*, new_data: bool) -> StudiedInterval:
    def run(
        arrays: ScoreArrays, levels: Sequence[str], coefficients: Sequence[str], resamples: int, seed: int
    ) -> dict[Key, Interval]:
        del resamples, seed
        found = jackknife_interval(
            arrays,
            arrays.group((0,)),
            levels,
            coefficients,
            new_systems=arrays.n_systems if new_data else None,
        )
        return {key: intervals[0] for key, intervals in found.items()}

    return run


STUDIED_INTERVALS: Mapping[str, StudiedInterval] = MappingProxyType(
    {
        "fisher": _fisher,
        "bootstrap_systems": _bootstrapping("percentile", "systems"),
        "bootstrap_inputs": _bootstrapping("percentile", "inputs"),
        "bootstrap_both": _bootstrapping("percentile", "both"),
        "basic_both": _bootstrapping("basic", "both"),
        "bca_both": _bootstrapping("bca", "both"),
        "bca_systems": _bootstrapping("bca", "systems"),
        "jackknife": _jackknife(new_data=False),
        "prediction": _jackknife(new_data=True),
    }
)
"""Intervals by name. ``prediction`` is one for the correlation that as many other systems will show."""


def studied_interval(name: str) -> StudiedInterval:
    """Return an interval by name.

    Raises
    ------
    UnsupportedMethodError
        If there is none of that name.
    """
    if name not in STUDIED_INTERVALS:
        raise UnsupportedMethodError(
            f"no studied interval is called '{name}'; there are {', '.join(STUDIED_INTERVALS)}."
        )
    return STUDIED_INTERVALS[name]
