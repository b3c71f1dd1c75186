"""Isotonic curves of resamples: pairs share systems and inputs, so that these are drawn and not pairs."""

from __future__ import annotations

import dataclasses
import functools
import itertools
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from trueness.parallel import run_tiles
from trueness.parallel.fingerprint import fingerprint
from trueness.statistics.array_types import FloatArray, Floats, IntArray
from trueness.statistics.engine.resample import TILE, n_tiles, random_stream
from trueness.statistics.worth.agreement_curve import isotonic_curve
from trueness.statistics.worth.scored_pairs import ScoredPairs

SYSTEM_STREAM, INPUT_STREAM = 0, 1

BLOCK = 250_000
"""Weights of pairs that are computed together: they stay in the processor's caches."""

EXACT = 2**24
"""Below this whole numbers are exact in single precision."""


def drawn_counts(units: IntArray, resamples: int, seed: int, stream: int) -> FloatArray:
    """Return how often each member counts in every resample of units, shape (B, members).

    Parameters
    ----------
    units : array of shape (members,)
        The unit of each, from 0: its own, or a cluster's.
    resamples, seed, stream : int
    """
    n_units = int(units.max(initial=-1)) + 1
    rng = random_stream(seed, stream)
    drawn = rng.multinomial(n_units, np.full(n_units, 1 / n_units), size=resamples).astype(np.float64)
    return drawn[:, units]


def resampled_curves(
    pairs: ScoredPairs,
    systems: FloatArray,
    inputs: FloatArray | None,
    differences: FloatArray,
    chances: Sequence[float],
) -> tuple[FloatArray, FloatArray]:
    """Return what the isotonic curves of resamples say: O(B P) time for P pairs, O(P + B G) memory for G differences.

    Parameters
    ----------
    pairs : ScoredPairs
    systems : array of shape (B, N)
        How often each system counts. A system is no pair with its copy; two different ones count as the product.
    inputs : array of shape (B, M) or None
        The same of inputs; None for pairs of systems.
    differences : array of shape (D,)
    chances : sequence of float

    Returns
    -------
    at : array of shape (B, D)
        The chance at each difference; NaN in a resample without pairs.
    needed : array of shape (B, C)
        The difference needed for each chance, infinite where it is never reached; NaN without pairs.
    """
    work = _Curves(
        pairs=pairs, systems=systems, inputs=inputs, differences=differences, chances=tuple(chances)
    )
    identity = functools.partial(fingerprint, "resampled curves", work)
    parts = [one for part in run_tiles(work, n_tiles(len(systems)), identity=identity) for one in part]
    at, needed = np.empty((0, len(differences))), np.empty((0, len(chances)))
    return np.concatenate([at, *(one for one, _ in parts)]), np.concatenate(
        [needed, *(one for _, one in parts)]
    )


@dataclasses.dataclass(frozen=True)
class _Curves:
    """What `resampled_curves` computes, some tiles of resamples at a time."""

    pairs: ScoredPairs
    systems: FloatArray
    inputs: FloatArray | None
    differences: FloatArray
    chances: tuple[float, ...]

    def __call__(self, tiles: Sequence[int]) -> list[tuple[FloatArray, FloatArray]]:
        return [self._tile(slice(tile * TILE, (tile + 1) * TILE)) for tile in tiles]

    def _tile(self, resamples: slice) -> tuple[FloatArray, FloatArray]:
        systems = self.systems[resamples]
        inputs = None if self.inputs is None else self.inputs[resamples]
        at = np.empty((len(systems), len(self.differences)))
        needed = np.empty((len(systems), len(self.chances)))
        for b, (counts, agreed) in enumerate(
            zip(*_counts(self.pairs, self._order, systems, inputs), strict=True)
        ):
            curve = isotonic_curve(self.pairs.gaps, counts, agreed)
            at[b] = curve.chances(self.differences)
            needed[b] = [curve.needed(chance) for chance in self.chances]
        return at, needed

    @functools.cached_property
    def _order(self) -> _Order:
        # pairs that count alike stand side by side: those of one difference, on which people say the same
        halves = (2 * self.pairs.agreed).astype(np.intp)
        kinds = 3 * self.pairs.gap + halves
        return _Order(
            np.argsort(kinds, kind="stable"),
            np.cumsum(np.bincount(kinds, minlength=3 * len(self.pairs.gaps))),
        )


class _Order(NamedTuple):
    """Pairs by their kind, and where each kind ends."""

    order: IntArray
    ends: IntArray


def _counts(
    pairs: ScoredPairs, kinds: _Order, systems: FloatArray, inputs: FloatArray | None
) -> tuple[FloatArray, FloatArray]:
    """Return how many pairs of every resample have each difference, and in how many people agree, shape (B, G)."""
    n_resamples, n_gaps = len(systems), len(pairs.gaps)
    step = max(1, BLOCK // n_resamples)
    most = float(systems.max(initial=0.0)) ** 2 * (1.0 if inputs is None else float(inputs.max(initial=0.0)))
    # whole numbers are exact in single precision up to there, and half as long
    kind: type[np.floating] = np.float32 if most * step < EXACT else np.float64
    rows: Floats = np.ascontiguousarray(systems.T, dtype=kind)
    columns: Floats | None = None if inputs is None else np.ascontiguousarray(inputs.T, dtype=kind)
    found = np.zeros((3 * n_gaps, n_resamples))
    order, ends = kinds
    for start in range(0, len(order), step):
        here = order[start : start + step]
        weights = rows[pairs.one[here]]
        weights *= rows[pairs.other[here]]
        if columns is not None:
            weights *= columns[pairs.place[here]]
        first, last = np.searchsorted(ends, [start, start + len(here) - 1], side="right")
        bounds = [0, *(ends[first:last] - start).tolist(), len(here)]
        for k, (low, high) in enumerate(itertools.pairwise(bounds)):
            if low < high:
                found[first + k] += weights[low:high].sum(axis=0)
    by_kind = found.reshape(n_gaps, 3, n_resamples)
    counts, agreed = by_kind.sum(axis=1), by_kind[:, 1] / 2 + by_kind[:, 2]
    return counts.T, agreed.T
