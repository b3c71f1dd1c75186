"""Agreement in every range of every input, and what the width of the range leads to expect, with systems left out."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Sequence

import numpy as np

from trueness.errors import UnsupportedMethodError
from trueness.parallel.fingerprint import fingerprint
from trueness.parallel.run_tiles import run_tiles
from trueness.statistics.array_types import FloatArray
from trueness.statistics.ranges.binned_taus import BinnedTaus, ScorePairs, binned_taus
from trueness.statistics.ranges.normal_restriction import level_moments, normal_taus
from trueness.statistics.ranges.output_levels import OutputLevels, output_levels
from trueness.statistics.ranges.permuted_residuals import PermutedTaus, ResidualPermutations, permuted_taus

MOST_NUMBERS = 100_000_000
"""So many numbers at most are kept of what is left without each system."""

BLOCK = 8
"""So many inputs at a time have their residuals permuted."""


@dataclasses.dataclass(frozen=True)
class RangeWork:
    """What is computed for every input, with all systems or without one.

    Attributes
    ----------
    scores : array of shape (K, N, M)
        Metrics, larger is better.
    human : array of shape (N, M) or None
    n_bins : int
    normalise, by : str
        As `output_levels` takes them.
    least : int
        Correlations over fewer outputs are undefined.
    permutations, seed : int
    shared : bool
        Whether systems are the same for all inputs (see `ResidualPermutations`).
    """

    scores: FloatArray
    human: FloatArray | None
    n_bins: int
    normalise: str
    by: str
    least: int
    permutations: int
    seed: int
    shared: bool = True

    @property
    def pairs(self) -> ScorePairs:
        """Pairs of metrics, then every metric with the human, whose place is after the metrics."""
        among = ScorePairs.among(len(self.scores))
        if self.human is None:
            return among
        beside = ScorePairs.with_last(len(self.scores) + 1)
        return ScorePairs(*(np.concatenate(sides) for sides in zip(among, beside, strict=True)))

    @functools.cached_property
    def placed(self) -> OutputLevels:
        """The levels of all outputs."""
        return self._placed(self.scores)

    def _placed(self, scores: FloatArray) -> OutputLevels:
        return output_levels(scores, bins=self.n_bins, normalise=self.normalise, by=self.by)

    def __call__(self, tiles: Sequence[int]) -> FloatArray:
        """Return the correlations without some systems, shape (tiles, R, C, M)."""
        return np.stack([self.without(tile) for tile in tiles])

    def without(self, system: int) -> FloatArray:
        """Return the correlations without a system, shape (R, C, M)."""
        scores = self.scores.copy()
        scores[:, system] = np.nan
        return self.taus(self._placed(scores)).taus

    def beside(self, placed: OutputLevels) -> FloatArray:
        """Return normalised metrics, and the human's scores where there are some, shape (D, N, M)."""
        if self.human is None:
            return placed.normalised
        return np.concatenate([placed.normalised, self.human[None]])

    def taus(self, placed: OutputLevels) -> BinnedTaus:
        """Return the correlations of all pairs in all ranges."""
        return binned_taus(self.beside(placed), placed.bins, self.n_bins, self.pairs, least=self.least)

    def permuted(self, observed: FloatArray, inputs: Sequence[int]) -> PermutedTaus:
        """Return correlations after residuals of some inputs were dealt out anew.

        Parameters
        ----------
        observed : array of shape (R, C, M)
        inputs : sequence of int
        """
        placed, drawn = self.placed, ResidualPermutations(self.permutations, self.seed, self.shared)
        given, parts, start = self.beside(placed), [], 0
        for rows, pairs in self._together(placed):
            mine = slice(start, start + len(pairs.first))
            start = mine.stop
            parts.append(
                permuted_taus(
                    given[rows], placed.levels, placed.bins, pairs, observed[:, mine], drawn, inputs
                )
            )
        number = min(len(part.sums) for part in parts)
        return PermutedTaus(
            np.concatenate([part.expected for part in parts], axis=1),
            np.concatenate([part.sums[:number] for part in parts], axis=2),
            np.concatenate([part.counts[:number] for part in parts], axis=2),
        )

    def normal(self) -> FloatArray:
        """Return the correlations that normally distributed scores would have in the ranges, shape (R, C, M)."""
        placed = self.placed
        given = self.beside(placed)
        moments = level_moments(placed.normalised, placed.levels, least=self.least)
        with np.errstate(invalid="ignore", divide="ignore"):
            if self.by == "width":
                edges = (placed.edges() - moments.means[:, None]) / moments.spreads[:, None]
            else:
                from scipy.special import ndtri

                edges = np.tile(ndtri(np.linspace(0, 1, self.n_bins + 1)), (given.shape[2], 1))
        edges[:, 0], edges[:, -1] = -np.inf, np.inf
        low = np.concatenate([edges[:, :-1].T] * 2)
        high = np.concatenate([np.full((self.n_bins, len(edges)), np.inf), edges[:, 1:].T])
        found = []
        for rows, pairs in self._together(placed):
            mine = level_moments(given[rows], placed.levels, least=self.least)
            found.append(normal_taus(mine, low, high, pairs))
        return np.concatenate(found, axis=1)

    def _together(self, placed: OutputLevels) -> list[tuple[slice, ScorePairs]]:
        """Return what is permuted at once: all, or the metrics and then what people judged, where that is less."""
        metrics = len(self.scores)
        everything = slice(0, metrics + 1)
        if self.human is None:
            return [(slice(0, metrics), self.pairs)]
        if not np.isnan(self.human[placed.placed]).any():
            return [(everything, self.pairs)]
        return [
            (slice(0, metrics), ScorePairs.among(metrics)),
            (everything, ScorePairs.with_last(metrics + 1)),
        ]


@dataclasses.dataclass(frozen=True)
class PermutedWork:
    """Permutations of the residuals of every input, some inputs at a time.

    Attributes
    ----------
    work : RangeWork
    observed : array of shape (R, C, M)
    """

    work: RangeWork
    observed: FloatArray

    def __call__(self, tiles: Sequence[int]) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return what `RangeWork.permuted` does of the inputs of some tiles; expectations of these alone."""
        inputs = self.observed.shape[2]
        mine = [j for tile in tiles for j in range(tile * BLOCK, min((tile + 1) * BLOCK, inputs))]
        found = self.work.permuted(self.observed, mine)
        return found.expected[:, :, mine], found.sums, found.counts


def permuted_values(work: RangeWork, observed: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return what the widths of ranges lead to expect; runs where and as the execution says.

    Parameters
    ----------
    work : RangeWork
    observed : array of shape (R, C, M)
        Where it is NaN nothing is expected.

    Returns
    -------
    array of shape (R, C, M)
        Mean over permutations.
    array of shape (B, R, C)
        Mean over inputs, of each permutation.
    """
    permuted = PermutedWork(work, observed)
    tiles = -(-observed.shape[2] // BLOCK)
    parts = run_tiles(permuted, tiles, identity=functools.partial(fingerprint, "permuted", permuted))
    sums, counts = (sum(part[k] for part in parts[1:]) + parts[0][k] for k in (1, 2))
    means = np.divide(sums, counts, out=np.full(sums.shape, np.nan), where=counts > 0)
    return np.concatenate([part[0] for part in parts], axis=2), means


def left_out_values(work: RangeWork) -> FloatArray:
    """Return the correlations without each system, shape (N, R, C, M); runs where and as the execution says.

    Raises
    ------
    UnsupportedMethodError
        If they are too many to be kept.
    """
    _, systems, inputs = work.scores.shape
    numbers = systems * inputs * len(work.pairs.first) * 2 * work.n_bins
    if numbers > MOST_NUMBERS:
        raise UnsupportedMethodError(
            f"leaving out each of {systems:,} systems would keep {numbers:,} numbers. Ask about other inputs alone "
            "(--applies-to inputs), or take fewer metrics (--metrics)."
        )
    return np.concatenate(run_tiles(work, systems, identity=functools.partial(fingerprint, "ranges", work)))
