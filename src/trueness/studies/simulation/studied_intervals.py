"""The intervals of one metric's correlation that studies try out, each by the same few arguments."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from trueness.errors import UnsupportedMethodError
from trueness.statistics.engine.bootstrap import GroupSamples, Key, bootstrap, bootstrap_plan
from trueness.statistics.engine.resample import BootstrapPlan
from trueness.statistics.fisher import fisher
from trueness.statistics.interval import Interval
from trueness.statistics.intervals import bootstrap_interval
from trueness.statistics.jackknife.jackknife import jackknife
from trueness.statistics.jackknife.jackknife_interval import jackknife_interval
from trueness.statistics.score_arrays import ScoreArrays
from trueness.statistics.ties import FloatArray
from trueness.studies.simulation.point_correlations import point_correlations
from trueness.studies.simulation.trials import Asked


class MetricTable:
    """The scores of one metric, and what several of its intervals share: computed when first asked for, and once.

    Parameters
    ----------
    arrays : ScoreArrays
        Of which the first metric is studied.
    asked : Asked
    """

    def __init__(self, arrays: ScoreArrays, asked: Asked) -> None:
        self.arrays = arrays
        self.asked = asked
        self.group = arrays.group((0,))
        self._drawn: dict[str, GroupSamples] = {}

    @functools.cached_property
    def points(self) -> dict[Key, FloatArray]:
        """The correlations."""
        return point_correlations(self.arrays, self.asked.levels, self.asked.coefficients)

    def plan(self, over: str) -> BootstrapPlan:
        """Return what is resampled, and how."""
        return bootstrap_plan(self.arrays, over, self.asked.resamples, self.asked.seed)

    def drawn(self, over: str) -> GroupSamples:
        """Return the bootstrap values."""
        if over not in self._drawn:
            (self._drawn[over],) = bootstrap(
                self.arrays, [self.group], self.plan(over), self.asked.levels, self.asked.coefficients
            )
        return self._drawn[over]


Limits = Callable[[MetricTable], dict[Key, Interval]]


@dataclasses.dataclass(frozen=True)
class StudiedInterval:
    """An interval of one metric's correlation.

    Attributes
    ----------
    limits : callable
        Takes a `MetricTable`; returns 95% intervals per level and coefficient, NaN where undefined.
    """

    limits: Limits

    def __call__(
        self,
        arrays: ScoreArrays,
        levels: Sequence[str],
        coefficients: Sequence[str],
        resamples: int,
        seed: int,
    ) -> dict[Key, Interval]:
        """Return the intervals of one table."""
        return self.limits(MetricTable(arrays, Asked(tuple(levels), tuple(coefficients), resamples, seed)))


def _bootstrapping(method: str, over: str) -> Limits:
    def run(table: MetricTable) -> dict[Key, Interval]:
        drawn = table.drawn(over)
        folds = None
        if method == "bca":
            asked = table.asked
            folds = jackknife(table.arrays, table.group, table.plan(over), asked.levels, asked.coefficients)
        return {
            key: bootstrap_interval(
                drawn.of(0, key),
                float(table.points[key][0]),
                method=method,
                jackknife=None if folds is None else [axis[:, 0] for axis in folds[key]],
            )
            for key in drawn.values
        }

    return run


def _fisher(table: MetricTable) -> dict[Key, Interval]:
    """Return Fisher's interval with n the number of systems, at any level, as papers have done."""
    units = int(table.group.cells.any(axis=1).sum())
    result = {}
    for key, point in table.points.items():
        found = fisher(float(point[0]), units, key[1])
        result[key] = Interval(float(found.low), float(found.high))
    return result


def _jackknife(*, new_data: bool) -> Limits:
    def run(table: MetricTable) -> dict[Key, Interval]:
        found = jackknife_interval(
            table.arrays,
            table.group,
            table.asked.levels,
            table.asked.coefficients,
            new_systems=table.arrays.n_systems if new_data else None,
        )
        return {key: intervals[0] for key, intervals in found.items()}

    return run


STUDIED_INTERVALS: Mapping[str, StudiedInterval] = MappingProxyType(
    {
        "fisher": StudiedInterval(_fisher),
        "bootstrap_systems": StudiedInterval(_bootstrapping("percentile", "systems")),
        "bootstrap_inputs": StudiedInterval(_bootstrapping("percentile", "inputs")),
        "bootstrap_both": StudiedInterval(_bootstrapping("percentile", "both")),
        "basic_both": StudiedInterval(_bootstrapping("basic", "both")),
        "bca_both": StudiedInterval(_bootstrapping("bca", "both")),
        "bca_systems": StudiedInterval(_bootstrapping("bca", "systems")),
        "jackknife": StudiedInterval(_jackknife(new_data=False)),
        "prediction": StudiedInterval(_jackknife(new_data=True)),
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
