"""Bootstrap distributions of correlations: all metrics, levels and coefficients on the same resamples."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Sequence

import numpy as np

from trueness.errors import UnsupportedMethodError
from trueness.parallel import part_of_step, run_tiles
from trueness.parallel.fingerprint import fingerprint
from trueness.statistics.array_types import FloatArray, Key
from trueness.statistics.coefficient_facts import coefficients_at
from trueness.statistics.engine.resample import BootstrapPlan, Weights, n_tiles
from trueness.statistics.resampling.memory_waves import bootstrap_waves
from trueness.statistics.resampling.resampled_levels import ResampledLevel, resampled_level
from trueness.statistics.score_arrays import CellGroup, ScoreArrays

TileValues = list[dict[Key, FloatArray]]
"""Values of one tile of resamples, per group of metrics."""


@dataclasses.dataclass(frozen=True)
class GroupSamples:
    """Bootstrap values of one group of metrics.

    Attributes
    ----------
    group : CellGroup
    values : dict of (level, coefficient) to array of shape (B, K)
        One column per metric of the group, NaN where a resample has no correlation.
    """

    group: CellGroup
    values: dict[Key, FloatArray]

    def of(self, metric: int, key: Key) -> FloatArray:
        """Return the values of one metric, by its position in the score arrays."""
        return self.values[key][:, self.group.metrics.index(metric)]


def bootstrap_plan(arrays: ScoreArrays, over: str, resamples: int, seed: int) -> BootstrapPlan:
    """Return how the counts for these scores are drawn.

    With ``means="all"`` inputs are drawn among the judged and among the others apart, so that both numbers
    stay.

    Raises
    ------
    UnsupportedMethodError
        If what should vary has only one member, or all systems, or inputs, are in one cluster.
    """
    families = arrays.system_clusters
    if (
        over in ("systems", "both")
        and (arrays.n_systems if families is None else len(np.unique(families))) < 2
    ):
        units = "systems" if families is None else "clusters of systems"
        raise UnsupportedMethodError(
            f"resampling over {over} needs at least two {units}; these scores have one. Use over='inputs'."
        )
    groups = arrays.n_inputs if arrays.clusters is None else len(np.unique(arrays.clusters))
    if over == "inputs" and groups < 2:
        units = "inputs" if arrays.clusters is None else "clusters of inputs"
        raise UnsupportedMethodError(
            f"resampling over inputs needs at least two {units}; these scores have one, and every resample would be "
            "the same. Use over='systems'."
        )
    strata = None
    if arrays.means == "all":
        judged = arrays.judged.any(axis=0)
        if arrays.clusters is not None:  # a cluster with a judged input counts as judged, and stays whole
            judged = np.isin(arrays.clusters, arrays.clusters[judged])
        strata = np.asarray(judged, dtype=np.intp)
    return BootstrapPlan(
        over=over,
        n_systems=arrays.n_systems,
        n_inputs=arrays.n_inputs,
        resamples=resamples,
        seed=seed,
        clusters=arrays.clusters,
        strata=strata,
        system_clusters=families,
    )


def bootstrap(
    arrays: ScoreArrays,
    groups: Sequence[CellGroup],
    plan: BootstrapPlan,
    levels: Sequence[str],
    coefficients: Sequence[str],
) -> list[GroupSamples]:
    """Return the bootstrap values of every group, all from the same resamples.

    Time for rank coefficients of columns is O(B · inputs · metrics · systems²) in matrix products, or O(B · inputs ·
    metrics · systems · log systems) where that is cheaper (`column_cost`). Memory beyond the result stays within the
    budget (`parallel.memory_budget`) whatever the number of resamples: metrics that do not fit together are resampled
    one lot after another (`memory_waves`).

    Parameters
    ----------
    arrays : ScoreArrays
    groups : sequence of CellGroup
        From `ScoreArrays.single_groups` or `ScoreArrays.pair_groups`.
    plan : BootstrapPlan
    levels, coefficients : sequences of str
    """
    arrays.prepare()
    waves = bootstrap_waves(groups, levels, coefficients)
    found: list[GroupSamples] = []
    for wave, members in enumerate(waves):
        run = BootstrapTiles.of(arrays, members, plan, levels, coefficients)
        identity = functools.partial(fingerprint, "bootstrap", arrays, members, plan, levels, coefficients)
        with part_of_step(wave, len(waves)):
            parts = run_tiles(run, n_tiles(plan.resamples), identity=identity)
        found += run.gathered([tile for part in parts for tile in part])
        del run, parts  # before the next wave is prepared
    return found


@dataclasses.dataclass(frozen=True)
class BootstrapTiles:
    """Groups of metrics ready for resamples, as work that any process can be given.

    Attributes
    ----------
    groups : tuple of CellGroup
    plan : BootstrapPlan
    keys : tuple of (level, coefficient)
    ready : tuple of dict of level to ResampledLevel
        Of each group.
    """

    groups: tuple[CellGroup, ...]
    plan: BootstrapPlan
    keys: tuple[Key, ...]
    ready: tuple[dict[str, ResampledLevel], ...]

    @classmethod
    def of(
        cls,
        arrays: ScoreArrays,
        groups: Sequence[CellGroup],
        plan: BootstrapPlan,
        levels: Sequence[str],
        coefficients: Sequence[str],
    ) -> BootstrapTiles:
        """Prepare all levels of all groups; the workers share the memory budget."""
        ready = tuple(
            {
                level: resampled_level(arrays, group, level, plan.over, coefficients_at(level, coefficients))
                for level in levels
            }
            for group in groups
        )
        keys = tuple((level, name) for level in levels for name in coefficients_at(level, coefficients))
        return cls(tuple(groups), plan, keys, ready)

    def __call__(self, tiles: Sequence[int]) -> list[TileValues]:
        """Return the values of each of some tiles."""
        return [self.tile(tile) for tile in tiles]

    def tile(self, tile: int) -> TileValues:
        """Return the values of one tile: of each group, arrays of shape (B, K)."""
        drawn = list(map(self.under, self.plan.parts(tile)))
        return drawn[0] if len(drawn) == 1 else self._joined(drawn)

    def under(self, weights: Weights) -> TileValues:
        """Return the values under some resamples."""
        return [
            {
                (level, name): value
                for level, prepared in group.items()
                for name, value in prepared.values(weights).items()
            }
            for group in self.ready
        ]

    def gathered(self, tiles: Sequence[TileValues]) -> list[GroupSamples]:
        """Join the values of all tiles, given in their order."""
        values = self._joined(tiles)
        return [GroupSamples(group, found) for group, found in zip(self.groups, values, strict=True)]

    def _joined(self, parts: Sequence[TileValues]) -> TileValues:
        """Return the values of resamples that come one after the other."""
        return [
            {key: np.concatenate([part[g][key] for part in parts]) for key in self.keys}
            for g in range(len(self.groups))
        ]
