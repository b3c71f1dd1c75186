"""Correlations with the human, and what intervals of them are made of: computed when first asked for, and once."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np

from trueness.statistics.array_types import FloatArray, Key
from trueness.statistics.engine.resample import DEFAULT_RESAMPLES, Weights
from trueness.statistics.jackknife.jackknife import jackknife
from trueness.statistics.level_values import LevelValues
from trueness.statistics.resampling.bootstrap import GroupSamples, bootstrap, bootstrap_plan
from trueness.statistics.resampling.level_correlations import level_correlations
from trueness.statistics.score_arrays import CellGroup, ScoreArrays

Runs = list[tuple[tuple[str, ...], tuple[str, ...]]]
"""Levels and the coefficients wanted at all of them."""


class Correlations:
    """Correlations of groups of metrics with the human, at some levels and coefficients.

    Parameters
    ----------
    arrays : ScoreArrays
    keys : sequence of (level, coefficient)
        Those that exist.
    groups : sequence of CellGroup, optional
        Metrics that are compared on the same cells; by default every metric on all it has.
    resamples, seed : int
        Of what is drawn.
    confidence : float
        Of intervals.
    """

    def __init__(
        self,
        arrays: ScoreArrays,
        keys: Sequence[Key],
        *,
        groups: Sequence[CellGroup] | None = None,
        resamples: int = DEFAULT_RESAMPLES,
        seed: int = 0,
        confidence: float = 0.95,
    ) -> None:
        self.arrays = arrays
        self.keys = tuple(keys)
        self.groups = list(arrays.single_groups() if groups is None else groups)
        self.resamples = resamples
        self.seed = seed
        self.confidence = confidence
        self._drawn: dict[str, list[GroupSamples]] = {}

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels, each once."""
        return tuple(dict.fromkeys(level for level, _ in self.keys))

    def coefficients_at(self, level: str) -> tuple[str, ...]:
        """Return the coefficients at a level."""
        return tuple(name for at, name in self.keys if at == level)

    @functools.cached_property
    def values(self) -> list[dict[str, LevelValues]]:
        """The correlations on the data: of every group, per level."""
        return [
            {
                level: point_values(self.arrays, group, level, self.coefficients_at(level))
                for level in self.levels
            }
            for group in self.groups
        ]

    @property
    def points(self) -> dict[Key, FloatArray]:
        """The correlations on the data, arrays of shape (K,) over the metrics."""
        found = {key: np.full(self.arrays.n_metrics, np.nan) for key in self.keys}
        for group, values in zip(self.groups, self.values, strict=True):
            for level, name in self.keys:
                found[level, name][list(group.metrics)] = values[level].values[name][0]
        return found

    def drawn(self, over: str) -> list[GroupSamples]:
        """Return the bootstrap values of every group; all share the resamples.

        Parameters
        ----------
        over : {'both', 'systems', 'inputs'}

        Raises
        ------
        UnsupportedMethodError
            If what should vary has only one member.
        """
        if over not in self._drawn:
            coefficients = tuple(dict.fromkeys(name for _, name in self.keys))
            plan = bootstrap_plan(self.arrays, over, self.resamples, self.seed)
            self._drawn[over] = bootstrap(self.arrays, self.groups, plan, self.levels, coefficients)
        return self._drawn[over]

    def samples(self, over: str) -> dict[Key, FloatArray]:
        """Return the bootstrap values as arrays of shape (B, K) over the metrics; NaN where a resample has none."""
        found = {key: np.empty((self.resamples, self.arrays.n_metrics)) for key in self.keys}
        for part in self.drawn(over):
            for key in self.keys:
                found[key][:, list(part.group.metrics)] = part.values[key]
        return found

    def left_out(self, group: CellGroup, over: str) -> dict[Key, list[FloatArray]]:
        """Return the correlations of a group's metrics without each unit (see `jackknife`), per resampled axis."""
        plan = bootstrap_plan(self.arrays, over, self.resamples, self.seed)
        found: dict[Key, list[FloatArray]] = {}
        for level in self.levels:
            found |= jackknife(self.arrays, group, plan, (level,), self.coefficients_at(level))
        return found


def point_values(
    arrays: ScoreArrays, group: CellGroup, level: str, coefficients: tuple[str, ...]
) -> LevelValues:
    """Return the correlations of a group's metrics on the data as they are."""
    return level_correlations(arrays, group, Weights(None, None), level, coefficients)


def levels_by_coefficients(keys: Sequence[Key]) -> Runs:
    """Return levels at which the same coefficients are wanted together, with these."""
    at: dict[str, tuple[str, ...]] = {}
    for level, name in keys:
        at[level] = (*at.get(level, ()), name)
    runs: dict[tuple[str, ...], list[str]] = {}
    for level, names in at.items():
        runs.setdefault(names, []).append(level)
    return [(tuple(levels), names) for names, levels in runs.items()]
