"""The agreement that the width of a range leads to expect, from the scores themselves: residuals permuted over levels.

For one input let L be the level of an output, and y_d its score by scorer d. Least squares give y_d = a_d + b_d L +
e_d. The vector e = (e_1, ..., e_D) of an output holds all that its scorers disagree about. If that has nothing to do
with L, the vectors can be dealt out to the outputs anew: every output keeps its level, and so its bin, the bins keep
their widths and their numbers of outputs, and what is left of the agreement in a bin is what its width leads to expect.
Levels are means of the scorers whose residuals are dealt out, which therefore add up to nothing, whatever the order:
the levels of the new scores are those of the old ones.

Outputs with the same scores by all scorers, as copies have, are dealt one vector and so stay tied: what all scorers tie
says nothing of whether they agree.

After they are dealt out, residuals are made orthogonal to the levels again, as those of the data are, and as large as
they were; otherwise the new slopes would vary where the old ones do not, and residuals at the ends of the range would
be too large there.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.compiled import compiled
from trueness.statistics.engine.resample import random_stream
from trueness.statistics.ranges.binned_taus import ScorePairs, in_ranges, tau_b

MOST_COMPARISONS = 200_000_000
"""So many signs of differences are looked at for one input; many outputs need few permutations, each being precise."""

FEWEST_PERMUTATIONS = 20

_PERMUTED = 51
"""Sets the random numbers used here apart from others of the same seed."""


@dataclasses.dataclass(frozen=True)
class ResidualPermutations:
    """Permutations of the outputs of every input.

    Attributes
    ----------
    permutations, seed : int
    shared : bool
        Whether systems are permuted, in the same way for every input: what a system's metrics disagree about for one
        input goes with what they disagree about for another. Otherwise every input has permutations of its own.
    """

    permutations: int
    seed: int
    shared: bool

    def n_for(self, outputs: int, scorers: int) -> int:
        """Return how many permutations inputs with so many outputs get."""
        each = max(1, outputs * (outputs - 1) // 2 * scorers)
        return max(
            min(FEWEST_PERMUTATIONS, self.permutations), min(self.permutations, MOST_COMPARISONS // each)
        )

    def of(self, place: int, present: BoolArray, number: int) -> IntArray:
        """Return permutations of the outputs that an input has, shape (number, n).

        They are of all systems; those that are not there are taken out of the cycles, which leaves any permutation of
        the others with equal probability.

        Parameters
        ----------
        place : int
            The number of the input.
        present : array of shape (N,)
        number : int
        """
        drawn = _drawn(self.seed, -1 if self.shared else place, len(present), number)
        kept = np.flatnonzero(present)
        found = np.empty((number, len(kept)), dtype=np.intp)
        compiled(fill_spliced)(drawn, kept, np.cumsum(present) - 1, present, found)
        return found


class PermutedTaus(NamedTuple):
    """Correlations after residuals were dealt out anew.

    Attributes
    ----------
    expected : array of shape (R, C, M)
        Mean over permutations; NaN where undefined.
    sums, counts : arrays of shape (B, R, C)
        Of single permutations, over the inputs where a correlation is observed.
    """

    expected: FloatArray
    sums: FloatArray
    counts: FloatArray


def permuted_taus(
    scores: FloatArray,
    levels: FloatArray,
    bins: IntArray,
    pairs: ScorePairs,
    observed: FloatArray,
    drawn: ResidualPermutations,
    inputs: Sequence[int],
) -> PermutedTaus:
    """Return tau-b of pairs of scorers in the ranges of some inputs, over permutations of residuals.

    Parameters
    ----------
    scores : array of shape (D, N, M)
        The normalised scores behind the levels, and any further scorer's; only outputs that all scorers have count.
    levels, bins : arrays of shape (N, M)
    pairs : ScorePairs
    observed : array of shape (R, C, M)
        Ranges as `BinnedTaus` has them; where it is NaN nothing is expected.
    drawn : ResidualPermutations
    inputs : sequence of int
        Those that are looked at.
    """
    scorers = len(scores)
    ranges, width, _ = observed.shape
    n_bins = ranges // 2
    whole = (bins >= 0) & ~np.isnan(scores).any(axis=0)
    number = drawn.n_for(int(whole.sum(axis=0).max(initial=0)), scorers)
    found = np.full(observed.shape, np.nan)
    sums, counts = np.zeros((number, ranges, width)), np.zeros((number, ranges, width))
    count = compiled(fill_whole_pair_counts)
    for j in inputs:
        there = whole[:, j]
        wanted = ~np.isnan(observed[:, :, j])
        if not wanted.any():
            continue
        residuals, slopes, centred = _residuals(scores[:, there, j], levels[there, j])
        orders = _orders(drawn, j, there, scores[:, there, j], number)
        dealt = _dealt(residuals, slopes, centred, orders)
        surplus = np.zeros((number, n_bins, n_bins, width))
        untied = np.zeros((number, n_bins, n_bins, scorers))
        count(dealt, bins[there, j], pairs.first, pairs.second, surplus, untied)
        of_each = in_ranges(untied)
        taus = tau_b((in_ranges(surplus), of_each[..., pairs.first], of_each[..., pairs.second]))
        known = ~np.isnan(taus) & wanted
        filled = np.where(known, taus, 0.0)
        sums += filled
        counts += known
        times = known.sum(axis=0)
        found[:, :, j] = np.divide(
            filled.sum(axis=0), times, out=np.full(times.shape, np.nan), where=times > 0
        )
    return PermutedTaus(found, sums, counts)


def _orders(
    drawn: ResidualPermutations, place: int, there: BoolArray, scores: FloatArray, number: int
) -> IntArray:
    """Return whose residuals the outputs of an input are given, shape (number, n).

    Outputs with the same scores by all scorers, such as copies, are given the same: they stay tied.
    """
    _, first, group = np.unique(scores, axis=1, return_index=True, return_inverse=True)
    place_of = np.sort(first)  # in the order of the systems
    rank = np.argsort(np.argsort(first))
    one_each = np.zeros_like(there)
    one_each[np.flatnonzero(there)[place_of]] = True
    return place_of[drawn.of(place, one_each, number)][:, rank[group.ravel()]]


@functools.lru_cache(maxsize=8)  # where they are shared, every input asks for the same
def _drawn(seed: int, place: int, systems: int, number: int) -> IntArray:
    stream = random_stream(seed, _PERMUTED, place + 1)
    return stream.permuted(np.tile(np.arange(systems), (number, 1)), axis=1)


def _dealt(residuals: FloatArray, slopes: FloatArray, centred: FloatArray, orders: IntArray) -> FloatArray:
    """Return scores whose residuals were dealt out, and made orthogonal to the levels again, shape (B, D, n)."""
    dealt = residuals[:, orders].transpose(1, 0, 2)
    square, size = float(centred @ centred), len(centred)
    along = dealt @ centred / square if square > 0 else np.zeros(dealt.shape[:2])
    # of n - 1 dimensions one is taken away: the others are made larger, so that residuals stay as large as they were
    again = np.sqrt((size - 1) / (size - 2)) if size > 2 else 1.0
    rest = again * (dealt - along[:, :, None] * centred)
    return np.ascontiguousarray(rest + slopes[:, None] * centred)


def _residuals(scores: FloatArray, levels: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return residuals (D, n) and slopes (D,) of scores on levels, and the centred levels (n,)."""
    centred = levels - levels.mean()
    given = scores - scores.mean(axis=1, keepdims=True)
    square = float(centred @ centred)
    slopes = given @ centred / square if square > 0 else np.zeros(len(scores))
    return np.ascontiguousarray(given - slopes[:, None] * centred), slopes, centred


def fill_spliced(
    drawn: IntArray, kept: IntArray, place: IntArray, present: BoolArray, found: IntArray
) -> None:
    """Take those that are not present out of the cycles of permutations; written for compilation."""
    for b in range(found.shape[0]):
        for i in range(found.shape[1]):
            goal = drawn[b, kept[i]]
            while not present[goal]:
                goal = drawn[b, goal]
            found[b, i] = place[goal]


def fill_whole_pair_counts(
    scores: FloatArray,
    bins: IntArray,
    first: IntArray,
    second: IntArray,
    surplus: FloatArray,
    untied: FloatArray,
) -> None:
    """Add up over the pairs of outputs of one input where no score is missing; written for compilation.

    Parameters
    ----------
    scores : array of shape (B, D, n)
    bins : array of shape (n,)
    first, second : arrays of shape (C,)
    surplus : array of shape (B, n_bins, n_bins, C)
        Gains concordant minus discordant pairs, by the bins of both outputs, the lower first.
    untied : array of shape (B, n_bins, n_bins, D)
        Gains the pairs that each scorer does not tie.
    """
    times, scorers, outputs = scores.shape
    signs = np.empty(scorers)
    for t in range(times):
        for i in range(outputs):
            for k in range(i + 1, outputs):
                low, high = min(bins[i], bins[k]), max(bins[i], bins[k])
                apart, together = untied[t, low, high], surplus[t, low, high]
                for d in range(scorers):
                    one, other = scores[t, d, i], scores[t, d, k]
                    signs[d] = 1.0 if one > other else (-1.0 if one < other else 0.0)
                    apart[d] += abs(signs[d])
                for c in range(len(first)):
                    together[c] += signs[first[c]] * signs[second[c]]
