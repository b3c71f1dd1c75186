"""Correlations between annotators, pair by pair: what the reliability of their mean follows from."""

from __future__ import annotations

import collections
import dataclasses
import functools
import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from trueness.parallel import part_of_step, run_tiles
from trueness.parallel.fingerprint import fingerprint
from trueness.statistics.annotators.sparse_pairs import SparsePairs, is_sparse
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
    several = [
        ScoreArrays.of(ratings[a + 1 :], ratings[a], clusters=clusters, system_clusters=system_clusters)
        for a in range(len(ratings) - 1)
    ]
    single = [arrays.single_groups() for arrays in several]
    groups_of = [[group for group in groups if not is_sparse(group, coefficients)] for groups in single]
    sparse = SparsePairs.of(
        [
            (arrays, group)
            for arrays, groups in zip(several, single, strict=True)
            for group in groups
            if is_sparse(group, coefficients)
        ],
        levels,
        coefficients,
    )
    found = sparse.sums(Weights(None, None))
    for arrays, groups in zip(several, groups_of, strict=True):
        for group in groups:
            for level in levels:
                of_group = level_correlations(arrays, group, Weights(None, None), level, coefficients).values
                for coefficient in coefficients:
                    found[level, coefficient] += _summed(of_group[coefficient])
    estimates = {key: float(_means(sums)[0]) for key, sums in found.items()}
    if not resamples:
        return AnnotatorCorrelations(estimates, {})
    if not several:
        return AnnotatorCorrelations(estimates, {key: np.full(resamples, np.nan) for key in keys})
    plan = bootstrap_plan(several[0], over, resamples, seed)
    identity = functools.partial(fingerprint, "annotators", ratings, plan, levels, coefficients)
    drawn = _drawn(several, groups_of, sparse, plan, levels, coefficients, identity)
    return AnnotatorCorrelations(estimates, {key: _means(drawn[key]) for key in keys})


def _summed(values: FloatArray) -> FloatArray:
    """Return sums over pairs of their correlations (B, P), and how many have one: shape (2, B)."""
    return np.stack([np.nansum(values, axis=1), np.sum(~np.isnan(values), axis=1)])


def _means(sums: FloatArray) -> FloatArray:
    total, defined = sums
    return np.where(defined > 0, total / np.maximum(defined, 1.0), np.nan)


def _drawn(
    several: Sequence[ScoreArrays],
    groups_of: Sequence[Sequence[CellGroup]],
    sparse: SparsePairs,
    plan: BootstrapPlan,
    levels: Sequence[str],
    coefficients: Sequence[str],
    identity: Callable[..., str],
) -> dict[Key, FloatArray]:
    """Return sums over pairs of their correlations and how many have one, in every resample: shape (2, B)."""
    found: dict[Key, FloatArray] = collections.defaultdict(lambda: np.zeros((2, plan.resamples)))
    many = [(arrays, groups) for arrays, groups in zip(several, groups_of, strict=True) if groups]
    waves = joint_waves([groups for _, groups in many], levels, coefficients) if many else []
    n_runs = len(waves) + 1
    first = 0

    def add(number: int, parts: Sequence[BootstrapTiles | SparsePairs]) -> None:
        with part_of_step(number, n_runs):
            tiles = run_tiles(
                _SummedTiles(plan, tuple(parts)),
                n_tiles(plan.resamples),
                identity=functools.partial(identity, first, len(parts), number),
            )
        for of_part in zip(*itertools.chain(*tiles), strict=True):
            for key in of_part[0]:
                found[key] += np.concatenate([sums[key] for sums in of_part], axis=1)

    for number, wave in enumerate(waves):
        add(
            number,
            [
                BootstrapTiles.of(arrays, groups, plan, levels, coefficients)
                for arrays, groups in many[first : first + len(wave)]
            ],
        )
        first += len(wave)
    add(len(waves), [sparse])
    return found


@dataclasses.dataclass(frozen=True)
class _SummedTiles:
    """Pairs of annotators ready for resamples that are drawn once for all.

    What is returned of a tile is, of each part, the sum over pairs of their correlations and how many have one,
    shape (2, B).
    """

    plan: BootstrapPlan
    parts: tuple[BootstrapTiles | SparsePairs, ...]

    def __call__(self, tiles: Sequence[int]) -> list[list[dict[Key, FloatArray]]]:
        return [self.tile(tile) for tile in tiles]

    def tile(self, tile: int) -> list[dict[Key, FloatArray]]:
        weights = self.plan.tile(tile)
        return [
            part.sums(weights) if isinstance(part, SparsePairs) else _sums_of(part.under(weights), part.keys)
            for part in self.parts
        ]


def _sums_of(groups: Sequence[Mapping[Key, FloatArray]], keys: Sequence[Key]) -> dict[Key, FloatArray]:
    return {key: _summed(np.concatenate([group[key] for group in groups], axis=1)) for key in keys}
