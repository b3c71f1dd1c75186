"""The best of many metrics chosen on one half of the data and looked at in the other, and chosen in bootstrap samples.

Who takes the metric with the highest of K correlations and reports that correlation reports too much: the metric is
among the best partly because this sample suits it. A metric chosen in one half of the inputs (or systems) and looked at
in the other owes the other half nothing.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Mapping, Sequence

import numpy as np

from trueness.errors import UnsupportedMethodError, check_choice
from trueness.parallel import run_tiles
from trueness.parallel.fingerprint import fingerprint
from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.engine.resample import (
    OVER,
    Weights,
    counted_together,
    n_tiles,
    random_stream,
    tile_size,
)
from trueness.statistics.resampling.bootstrap import bootstrap, bootstrap_plan
from trueness.statistics.resampling.level_correlations import level_correlations
from trueness.statistics.score_arrays import ScoreArrays
from trueness.statistics.ties import tie_close

LEAST = {"systems": 6, "inputs": 4}
"""Of fewer, a half has no correlation, or one that says nothing."""

_HALVES = {"systems": 11, "inputs": 12}
"""Keys of streams beside those of `engine.resample`."""


@dataclasses.dataclass(frozen=True)
class NestedChoice:
    """What is chosen in halves, and in samples of full size.

    Attributes
    ----------
    chosen, elsewhere : arrays of shape (B, 2)
        Of each half: the correlation there of the metric that is best there, and its correlation in the other half, the
        mean of those of several that are best; NaN where one of them is undefined.
    samples : array of shape (R, K)
        Correlations of all metrics in bootstrap samples of full size.
    """

    chosen: FloatArray
    elsewhere: FloatArray
    samples: FloatArray

    @functools.cached_property
    def shares(self) -> FloatArray:
        """Of the samples the share in which each metric is best, shape (K,); several that are best share theirs."""
        return np.asarray(best_shares(self.samples).mean(axis=0))


@dataclasses.dataclass(frozen=True)
class _Halves:
    """Random halves, tile by tile; a worker may be given any tiles."""

    arrays: ScoreArrays
    coefficients: tuple[str, ...]
    over: str
    splits: int
    seed: int

    def __call__(self, tiles: Sequence[int]) -> list[FloatArray]:
        """Return the correlations in both halves, shape (C, 2, B, K) each."""
        return [self._tile(tile) for tile in tiles]

    def _tile(self, tile: int) -> FloatArray:
        size, step = tile_size(tile, self.splits), counted_together(self.arrays.n_inputs)
        streams = {name: random_stream(self.seed, number, tile) for name, number in _HALVES.items()}
        parts = [self._part(streams, min(step, size - start)) for start in range(0, size, step)]
        return np.concatenate(parts, axis=2)

    def _part(self, streams: Mapping[str, np.random.Generator], size: int) -> FloatArray:
        """Return the same of the next halves that the streams of systems and inputs draw."""
        units = {
            "systems": (self.arrays.n_systems, self.arrays.system_clusters),
            "inputs": (self.arrays.n_inputs, self.arrays.clusters),
        }
        drawn: dict[str, list[FloatArray | None]] = {}
        for name, (count, clusters) in units.items():
            drawn[name] = [None, None]
            if self.over in (name, "both"):
                labels = np.arange(count) if clusters is None else clusters
                drawn[name] = list(_two_halves(streams[name], size, labels))
        everything = self.arrays.group(range(self.arrays.n_metrics))
        found = [
            level_correlations(
                self.arrays, everything, Weights(systems, inputs), "system", self.coefficients
            ).values
            for systems, inputs in zip(drawn["systems"], drawn["inputs"], strict=True)
        ]
        return np.stack([[half[name] for half in found] for name in self.coefficients])


def _two_halves(rng: np.random.Generator, size: int, labels: IntArray) -> tuple[FloatArray, FloatArray]:
    """Return which members are in one random half of the units and which in the other.

    Of an odd number of units one is in neither.
    """
    units, of = np.unique(labels, return_inverse=True)
    order = rng.permuted(np.tile(np.arange(len(units)), (size, 1)), axis=1)
    half = len(units) // 2
    first, second = order < half, (order >= half) & (order < 2 * half)
    return first[:, of].astype(np.float64), second[:, of].astype(np.float64)


def nested_choice(
    arrays: ScoreArrays, coefficients: Sequence[str], over: str, *, splits: int, resamples: int, seed: int
) -> dict[str, NestedChoice]:
    """Choose the best metric by its correlation of systems' scores in random halves, and in bootstrap samples.

    Every metric is looked at on the outputs that all have.

    Parameters
    ----------
    arrays : ScoreArrays
        K metrics.
    coefficients : sequence of str
        Of the system level.
    over : {'systems', 'inputs', 'both'}
        What is split: units are clusters where there are some.
    splits, resamples : int
        B halvings, R bootstrap samples.
    seed : int

    Returns
    -------
    dict of str to NestedChoice
        By coefficient.

    Raises
    ------
    ArgumentError
        If `over` is another word.
    UnsupportedMethodError
        If there are fewer units than `LEAST`.
    """
    check_choice("over", over, OVER)
    for name, count, clusters in (
        ("systems", arrays.n_systems, arrays.system_clusters),
        ("inputs", arrays.n_inputs, arrays.clusters),
    ):
        units = count if clusters is None else len(np.unique(clusters))
        if over in (name, "both") and units < LEAST[name]:
            raise UnsupportedMethodError(
                f"the best metric is chosen in one half of the {name} and looked at in the other, which needs "
                f"{LEAST[name]} of them; there are {units}."
            )
    arrays.prepare()
    names = tuple(coefficients)
    work = _Halves(arrays=arrays, coefficients=names, over=over, splits=splits, seed=seed)
    tiles = run_tiles(work, n_tiles(splits), identity=functools.partial(fingerprint, "nested choice", work))
    halves = np.concatenate([tile for part in tiles for tile in part], axis=2)
    everything = arrays.group(range(arrays.n_metrics))
    (samples,) = bootstrap(
        arrays, [everything], bootstrap_plan(arrays, over, resamples, seed), ("system",), names
    )
    return {name: _choice(halves[c], samples.values["system", name]) for c, name in enumerate(names)}


def _choice(halves: FloatArray, samples: FloatArray) -> NestedChoice:
    """Return what is chosen, from correlations of shape (2, B, K) and (R, K)."""
    chosen = np.stack(
        [np.max(half, axis=1, initial=-np.inf, where=~np.isnan(half)) for half in halves], axis=1
    )
    elsewhere = np.stack([_weighted(halves[1 - k], best_shares(halves[k])) for k in range(2)], axis=1)
    return NestedChoice(
        chosen=np.where(np.isinf(chosen), np.nan, chosen), elsewhere=elsewhere, samples=samples
    )


def best_shares(values: FloatArray) -> FloatArray:
    """Return of each row 1 at its largest, an equal part at each of several that are so but for rounding, 0 elsewhere.

    Parameters
    ----------
    values : array of shape (R, K)
        NaN where there is none; a row of these has zeros only.
    """
    known = np.where(np.isnan(values), -np.inf, tie_close(values))
    best = (known == known.max(axis=1, keepdims=True)) & ~np.isnan(values)
    return np.asarray(best / np.maximum(best.sum(axis=1, keepdims=True), 1))


def best_of(values: FloatArray) -> IntArray:
    """Return the place of the largest of each row, the first of several equal but for rounding; -1 if none is known."""
    shares = best_shares(values)
    return np.where(shares.any(axis=1), shares.argmax(axis=1), -1)


def _weighted(values: FloatArray, shares: FloatArray) -> FloatArray:
    """Return the mean of each row's values that have a share; NaN where none has, or one of them is undefined."""
    taken = np.where(shares > 0, values * shares, 0.0).sum(axis=1)
    return np.where(shares.any(axis=1), taken, np.nan)
