"""Correlations between annotators, pair by pair: what the reliability of their mean follows from."""

from __future__ import annotations

import collections
import dataclasses
import functools
import itertools
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from trueness.parallel import part_of_step, run_tiles
from trueness.parallel.fingerprint import fingerprint
from trueness.statistics.array_types import FloatArray, IntArray, Key
from trueness.statistics.engine.resample import BootstrapPlan, Weights, n_tiles
from trueness.statistics.resampling.bootstrap import BootstrapTiles, bootstrap_plan
from trueness.statistics.resampling.level_correlations import level_correlations
from trueness.statistics.resampling.memory_waves import joint_waves
from trueness.statistics.score_arrays import CellGroup, ScoreArrays


class AnnotatorCorrelations(NamedTuple):
    """Mean correlations of pairs of annotators.

    Attributes
    ----------
    estimates : dict of (level, coefficient) to float
        Mean over the pairs with a correlation; NaN where no pair has one.
    samples : dict of (level, coefficient) to array of shape (B,)
        The same in resamples; empty without.
    """

    estimates: dict[Key, float]
    samples: dict[Key, FloatArray]


def annotator_correlations(
    ratings: FloatArray,
    levels: Sequence[str],
    coefficients: Sequence[str],
    *,
    over: str = "both",
    resamples: int = 0,
    seed: int = 0,
    clusters: IntArray | None = None,
    system_clusters: IntArray | None = None,
) -> AnnotatorCorrelations:
    """Return the mean over pairs of annotators of their correlation, each on the outputs both rated.

    Parameters
    ----------
    ratings : array of shape (A, N, M)
        NaN where one gave nothing.
    levels, coefficients : sequences of str
    over, resamples, seed
        As in `human_ceiling`.
    clusters : array of shape (M,), optional
        Cluster numbers of inputs that are resampled as a whole.
    system_clusters : array of shape (N,), optional
        The same of systems.
    """
    keys = [(level, coefficient) for level in levels for coefficient in coefficients]
    values: dict[Key, list[float]] = {key: [] for key in keys}
    several = [
        ScoreArrays.of(ratings[a + 1 :], ratings[a], clusters=clusters, system_clusters=system_clusters)
        for a in range(len(ratings) - 1)
    ]
    groups_of = [arrays.single_groups() for arrays in several]
    for arrays, groups in zip(several, groups_of, strict=True):
        for group in groups:
            for level in levels:
                found = level_correlations(arrays, group, Weights(None, None), level, coefficients).values
                for coefficient in coefficients:
                    values[level, coefficient] += np.asarray(found[coefficient][0]).tolist()
    drawn: dict[Key, FloatArray] = {}
    if resamples and several:
        plan = bootstrap_plan(several[0], over, resamples, seed)
        identity = functools.partial(fingerprint, "annotators", ratings, plan, levels, coefficients)
        drawn = _drawn(several, groups_of, plan, levels, coefficients, identity)
    estimates, samples = {}, {}
    for key in keys:
        known = [value for value in values[key] if not np.isnan(value)]
        estimates[key] = float(np.mean(known)) if known else float("nan")
        if resamples:
            sums, defined = drawn.get(key, np.zeros((2, resamples)))
            samples[key] = np.where(defined > 0, sums / np.maximum(defined, 1.0), np.nan)
    return AnnotatorCorrelations(estimates, samples)


def _drawn(
    several: Sequence[ScoreArrays],
    groups_of: Sequence[Sequence[CellGroup]],
    plan: BootstrapPlan,
    levels: Sequence[str],
    coefficients: Sequence[str],
    identity: Callable[..., str],
) -> dict[Key, FloatArray]:
    """Return sums over pairs of their correlations and how many have one, in every resample: shape (2, B)."""
    found: dict[Key, FloatArray] = collections.defaultdict(lambda: np.zeros((2, plan.resamples)))
    waves = joint_waves(groups_of, levels, coefficients)
    first = 0
    for number, wave in enumerate(waves):
        parts = tuple(
            BootstrapTiles.of(arrays, groups, plan, levels, coefficients)
            for arrays, groups in zip(several[first : first + len(wave)], wave, strict=True)
        )
        with part_of_step(number, len(waves)):
            tiles = run_tiles(
                _SummedTiles(plan, parts),
                n_tiles(plan.resamples),
                identity=functools.partial(identity, first, len(wave)),
            )
        for of_part in zip(*itertools.chain(*tiles), strict=True):
            for key in of_part[0]:
                found[key] += np.concatenate([sums[key] for sums in of_part], axis=1)
        first += len(wave)
    return found


@dataclasses.dataclass(frozen=True)
class _SummedTiles:
    """Annotators, each with those after them, ready for resamples that are drawn once for all.

    What is returned of a tile is, of each annotator, the sum over pairs of their correlations and how many have one,
    shape (2, B).
    """

    plan: BootstrapPlan
    parts: tuple[BootstrapTiles, ...]

    def __call__(self, tiles: Sequence[int]) -> list[list[dict[Key, FloatArray]]]:
        return [self.tile(tile) for tile in tiles]

    def tile(self, tile: int) -> list[dict[Key, FloatArray]]:
        weights = self.plan.tile(tile)
        found = []
        for part in self.parts:
            groups = part.under(weights)
            values = {key: np.concatenate([group[key] for group in groups], axis=1) for key in part.keys}
            found.append(
                {
                    key: np.stack([np.nansum(value, axis=1), np.sum(~np.isnan(value), axis=1)])
                    for key, value in values.items()
                }
            )
        return found
