"""The agreement that the width of a range leads to expect, from the scores themselves: residuals permuted over levels.

For one input let L be the level of an output, and y_d its score by scorer d. Least squares give y_d = a_d + b_d L +
e_d. The vector e = (e_1, ..., e_D) of an output holds all that its scorers disagree about. If that has nothing to do
with L, the vectors can be dealt out to the outputs anew: every output keeps its level, and so its bin, the bins keep
their widths and their numbers of outputs, and what is left of the agreement in a bin is what its width leads to expect.
Levels are means of the scorers whose residuals are dealt out, which therefore add up to nothing, whatever the order:
the levels of the new scores are those of the old ones.

After they are dealt out, residuals are made orthogonal to the levels again, as those of the data are; otherwise the new
slopes would vary where the old ones do not, and residuals at the ends of the range would be too large there.
"""

from __future__ import annotations

import dataclasses
import functools

import numpy as np

from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.engine.compiled import compiled
from trueness.statistics.engine.resample import random_stream
from trueness.statistics.ranges.binned_taus import ScorePairs, in_ranges, members, tau_b

MOST_COMPARISONS = 200_000_000
"""So many signs of differences are looked at for one input; many outputs need few permutations, each being precise."""

FEWEST_PERMUTATIONS = 20

_PERMUTED = 51
"""Sets the random numbers used here apart from others of the same seed."""


@dataclasses.dataclass(frozen=True)
class ResidualPermutations:
    """Permutations of the outputs of every input, which stay as they are where a system is left out.

    Attributes
    ----------
    permutations, seed : int
        So many for every input, but see `n_for`.
    """

    permutations: int
    seed: int

    def n_for(self, outputs: int, scorers: int) -> int:
        """Return how many permutations an input with so many outputs gets."""
        each = max(1, outputs * (outputs - 1) // 2 * scorers)
        return max(
            min(FEWEST_PERMUTATIONS, self.permutations), min(self.permutations, MOST_COMPARISONS // each)
        )

    def of(self, place: int, systems: int, present: BoolArray, number: int) -> IntArray:
        """Return permutations of the outputs that an input has, shape (number, n).

        One is drawn of all systems; those that are not there are taken out of its cycles. So it changes in one place
        where one system more is left out, and without it is still any permutation with equal probability.

        Parameters
        ----------
        place : int
            The number of the input.
        systems : int
        present : array of shape (N,)
        number : int
        """
        drawn = _drawn(self.seed, place, systems, number)
        kept = np.flatnonzero(present)
        found = np.empty((number, len(kept)), dtype=np.intp)
        compiled(fill_spliced)(drawn, kept, np.cumsum(present) - 1, present, found)
        return found


def expected_taus(
    scores: FloatArray,
    levels: FloatArray,
    bins: IntArray,
    n_bins: int,
    pairs: ScorePairs,
    drawn: ResidualPermutations,
    *,
    least: int,
    exempt: BoolArray | None = None,
) -> FloatArray:
    """Return the mean tau-b of pairs of scorers in the ranges of every input, over permutations of residuals.

    Parameters
    ----------
    scores : array of shape (D, N, M)
        The normalised scores behind the levels, and any further scorer's; only outputs that all scorers have count.
    levels, bins : arrays of shape (N, M)
    n_bins : int
    pairs : ScorePairs
    drawn : ResidualPermutations
    least : int
        Correlations over fewer outputs are undefined.
    exempt : array of shape (M,), optional
        Inputs that are passed over.

    Returns
    -------
    array of shape (R, C, M)
        Ranges as `BinnedTaus` has them; NaN where undefined.
    """
    scorers, systems, inputs = scores.shape
    width = len(pairs.first)
    found = np.full((2 * n_bins, width, inputs), np.nan)
    whole = (bins >= 0) & ~np.isnan(scores).any(axis=0)
    count = compiled(fill_whole_pair_counts)
    for j in range(inputs):
        there = whole[:, j]
        size = int(there.sum())
        if size < least or (exempt is not None and exempt[j]):
            continue
        residuals, slopes, centred = _residuals(scores[:, there, j], levels[there, j])
        orders = drawn.of(j, systems, there, drawn.n_for(size, scorers))
        held = bins[there, j]
        enough = members(held, n_bins).sum(axis=1) >= least
        dealt = _dealt(residuals, slopes, centred, orders)
        surplus = np.zeros((len(orders), n_bins, n_bins, width))
        untied = np.zeros((len(orders), n_bins, n_bins, scorers))
        count(dealt, held, pairs.first, pairs.second, surplus, untied)
        of_each = in_ranges(untied)
        taus = tau_b((in_ranges(surplus), of_each[..., pairs.first], of_each[..., pairs.second]))
        found[:, :, j] = np.where(enough[:, None], _mean_defined(taus), np.nan)
    return found


def _dealt(residuals: FloatArray, slopes: FloatArray, centred: FloatArray, orders: IntArray) -> FloatArray:
    """Return scores whose residuals were dealt out, and made orthogonal to the levels again, shape (B, D, n)."""
    dealt = residuals[:, orders].transpose(1, 0, 2)
    square = float(centred @ centred)
    along = dealt @ centred / square if square > 0 else np.zeros(dealt.shape[:2])
    return np.ascontiguousarray(dealt + (slopes - along)[:, :, None] * centred)


@functools.lru_cache(maxsize=256)  # an input's are the same without each system
def _drawn(seed: int, place: int, systems: int, number: int) -> IntArray:
    stream = random_stream(seed, _PERMUTED, place)
    return stream.permuted(np.tile(np.arange(systems), (number, 1)), axis=1)


def _mean_defined(taus: FloatArray) -> FloatArray:
    known = ~np.isnan(taus)
    count = known.sum(axis=0)
    total = np.where(known, taus, 0.0).sum(axis=0)
    return np.asarray(np.divide(total, count, out=np.full(total.shape, np.nan), where=count > 0))


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
