"""Tie calibration: the difference below which a metric's scores tie that makes its pairwise accuracy largest.

All differences of a metric's scores within groups are thresholds to try. In ascending order each turns one pair from
ordered to tied, so the accuracy of all of them is a running sum over the sorted pairs. The sums are whole numbers:
equal maxima compare equal, whatever the order of adding. Pairs are listed in windows of differences, so that memory
stays bounded where there are many (all outputs of a data set against each other).
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.pairs.output_groups import Counts, OutputGroups, check_grouped_level, check_matrices
from trueness.statistics.pairs.pairwise_accuracy import check_group_weights, common_units, outcomes_of

WINDOW = 4_000_000
"""Pairs sorted at a time, which bounds memory at some 500 megabytes."""

LARGEST_SUM = 2**62
"""Running sums below this are 64-bit integers; larger ones are Python's, exact as well and slower."""


@dataclasses.dataclass(frozen=True)
class TieCalibration:
    """The best tie threshold of a metric.

    Attributes
    ----------
    epsilon : float
        Scores that differ by at most this much tie, in units of the scores; the smallest of the best thresholds. NaN
        where there are no pairs.
    accuracy : float
        The mean accuracy at `epsilon`, in [0, 1]; NaN where there are no pairs.
    accuracy_untied : float
        The mean accuracy with no ties but of equal scores, at a threshold of zero.
    n_pairs : int
        Pairs of outputs.
    n_undefined : int
        Groups without a pair, left out.
    epsilons, accuracies : arrays of shape (T,) or None
        All thresholds, ascending from 0, and the accuracy at each, where the curve was asked for.
    """

    epsilon: float
    accuracy: float
    accuracy_untied: float
    n_pairs: int
    n_undefined: int
    epsilons: FloatArray | None = None
    accuracies: FloatArray | None = None


def calibrate_ties(
    x: ArrayLike,
    z: ArrayLike,
    level: str = "input",
    *,
    weights: ArrayLike | None = None,
    curve: bool = False,
) -> TieCalibration:
    """Return the epsilon for which acc_eq, averaged over groups, is largest, trying all there are.

    Candidates are 0 and every ``|x_i - x_j|`` within a group; a pair ties if ``|x_i - x_j| <= epsilon``. Of several
    best the smallest is taken. All pairs are used, no sample of them. Epsilon is in units of the metric's scores and
    says nothing about another metric's. Chosen on the data it is evaluated on, it favours the metric, and favours
    metrics with continuous scores over those with few values (Perrella et al. 2024); `cross_validated_accuracy` does
    not.

    Parameters
    ----------
    x, z, level, weights
        As in `pairwise_accuracy`.
    curve : bool
        Whether to return the accuracy at every candidate (16 bytes for each).

    Returns
    -------
    TieCalibration

    Raises
    ------
    ArgumentError
        If shapes differ, scores are infinite, the level is unknown, or weights are not whole numbers of at least 0,
        one per group.

    Notes
    -----
    Time is O(P log P) for P pairs, memory O(min(P, 4·10⁶)). Differences that are equal but for rounding are one
    candidate (see `score_differences`).

    References
    ----------
    Deutsch, Foster & Freitag (2023), Ties matter: meta-evaluating modern metrics with pairwise accuracy and tie
    calibration, EMNLP; Perrella et al. (2024), Guardians of the machine translation meta-evaluation:
    sentinel metrics fall in!, ACL.

    Examples
    --------
    >>> found = calibrate_ties([0, 2, 6, 8], [1, 1, 1, 4], curve=True)
    >>> found.epsilon, found.accuracy
    (4.0, 0.6666666666666666)
    >>> found.epsilons
    array([0., 2., 4., 6., 8.])
    """
    first, second = check_matrices(x, z)
    groups = OutputGroups.of(first, second, check_grouped_level(level))
    counts = check_group_weights(weights, groups.n_groups)
    (best,) = best_thresholds(groups, counts[None], curve=curve)
    return TieCalibration(
        epsilon=groups.scale.difference(best.threshold),
        accuracy=best.accuracy,
        accuracy_untied=best.accuracy_untied,
        n_pairs=int(np.sum(groups.n_pairs * counts)),
        n_undefined=int(counts[groups.n_pairs == 0].sum()),
        epsilons=None if best.thresholds is None else np.asarray(groups.scale.difference(best.thresholds)),
        accuracies=best.accuracies,
    )


class BestThreshold(NamedTuple):
    """The best threshold on the scale of the groups, and the curve where asked for."""

    threshold: float
    accuracy: float
    accuracy_untied: float
    thresholds: FloatArray | None
    accuracies: FloatArray | None


def best_thresholds(groups: OutputGroups, weights: Counts, *, curve: bool = False) -> list[BestThreshold]:
    """Return the best threshold of grouped outputs under each of B weight vectors, shape (B, G)."""
    untied = outcomes_of(groups, 0.0)
    correct = untied.concordant + untied.tied_both
    units, common = common_units(groups.n_pairs)
    searches = [_Search(correct, row, units, common, curve=curve) for row in weights]
    last: float | None = None
    for window in _windows(groups):
        gap = window.differences[1:] - window.differences[:-1] > groups.scale.tolerance
        fresh = last is None or bool(window.differences[0] - last > groups.scale.tolerance)
        ends = np.append(np.flatnonzero(gap), len(gap))
        for search in searches:
            search.add(window, ends, fresh=fresh)
        last = float(window.differences[-1])
    return [search.finish() for search in searches]


class _Window(NamedTuple):
    """Pairs by ascending positive difference of metric scores.

    Attributes
    ----------
    differences : array of shape (P,)
    change : array of shape (P,)
        What a tie does to a pair: 1 makes it right, -1 wrong, 0 leaves it wrong.
    group : array of shape (P,)
    """

    differences: FloatArray
    change: NDArray[np.int8]
    group: NDArray[np.int32]


def _windows(groups: OutputGroups) -> Iterator[_Window]:
    """Yield all pairs with different metric scores, in windows of at most about `WINDOW` pairs, ascending."""
    first = groups.first_beyond(0.0, 0.0)
    remaining = int(np.sum(groups.ends - first))
    while remaining:
        last = groups.ends if remaining <= WINDOW else _window_end(groups, first)
        yield _window(groups, first, last)
        remaining -= int(np.sum(last - first))
        first = last


def _window_end(groups: OutputGroups, first: IntArray) -> IntArray:
    """Return where a window that starts at `first` ends: after some difference, for all entries alike."""
    low, high = 0.0, float(np.max(groups.x) - np.min(groups.x))
    last = first
    for _ in range(80):  # halves the range until the window fits and is at least half full
        middle = (low + high) / 2
        if middle in (low, high):
            break
        ends = groups.first_beyond(middle, 0.0)
        size = int(np.sum(np.maximum(ends, first) - first))
        if size > WINDOW:
            high = middle
            continue
        low, last = middle, np.maximum(ends, first)
        if size >= max(1, WINDOW // 2):
            return last
    if np.array_equal(last, first):  # one difference more than fills a window: it is not divided
        return np.maximum(groups.first_beyond(high, 0.0), first)
    return last


def _window(groups: OutputGroups, first: IntArray, last: IntArray) -> _Window:
    differences, change, group = [], [], []
    for p, q in groups.pairs(first, last):
        differences.append(groups.x[q] - groups.x[p])
        rank_p, rank_q = groups.z[p], groups.z[q]
        change.append((rank_p == rank_q).astype(np.int8) - (rank_q > rank_p).astype(np.int8))
        group.append(groups.group[p].astype(np.int32))
    joined = np.concatenate(differences)
    order = np.argsort(joined)
    return _Window(joined[order], np.concatenate(change)[order], np.concatenate(group)[order])


class _Search:
    """The running sum of one weight vector over the sorted pairs, and the largest value seen."""

    def __init__(
        self, correct: Counts, weights: Counts, units: list[int], common: int, *, curve: bool
    ) -> None:
        steps = [u * int(v) for u, v in zip(units, weights, strict=True)]
        self.drawn = sum(int(v) for u, v in zip(units, weights, strict=True) if u)
        self.whole = common * self.drawn
        self.steps = np.array(steps, dtype=np.int64 if self.whole < LARGEST_SUM else object)
        self.total = sum(int(c) * s for c, s in zip(correct, steps, strict=True))
        self.untied = self.total
        self.best, self.threshold = self.total, 0.0
        # the end of a window is a candidate only if the next window does not begin with the same difference
        self.pending: tuple[int, float] | None = None
        self.curve: list[tuple[FloatArray, FloatArray]] | None = [] if curve else None
        self._record(np.array([0.0]), np.array([self.total], dtype=object))

    def add(self, window: _Window, ends: IntArray, *, fresh: bool) -> None:
        """Tie the pairs of a window; `ends` are the last positions of runs of equal differences."""
        if fresh:
            self._flush()
        running = np.cumsum(self.steps[window.group] * window.change, dtype=self.steps.dtype)
        at_ends = running[ends]
        totals, thresholds = at_ends[:-1] + self.total, window.differences[ends[:-1]]
        if len(totals):
            place = int(np.argmax(totals))
            self._consider(int(totals[place]), float(thresholds[place]))
            self._record(thresholds, totals)
        self.total += int(at_ends[-1])
        self.pending = self.total, float(window.differences[-1])

    def finish(self) -> BestThreshold:
        """Return the best threshold after the last window."""
        self._flush()
        thresholds = accuracies = None
        if self.curve is not None:
            thresholds, accuracies = (np.concatenate(part) for part in zip(*self.curve, strict=True))
        if not self.drawn:
            return BestThreshold(
                threshold=math.nan,
                accuracy=math.nan,
                accuracy_untied=math.nan,
                thresholds=thresholds,
                accuracies=accuracies,
            )
        best, untied = self.best / self.whole, self.untied / self.whole
        return BestThreshold(
            threshold=self.threshold,
            accuracy=best,
            accuracy_untied=untied,
            thresholds=thresholds,
            accuracies=accuracies,
        )

    def _flush(self) -> None:
        if self.pending is not None:
            total, threshold = self.pending
            self._consider(total, threshold)
            self._record(np.array([threshold]), np.array([total], dtype=object))
            self.pending = None

    def _consider(self, total: int, threshold: float) -> None:
        if total > self.best:
            self.best, self.threshold = total, threshold

    def _record(self, thresholds: FloatArray, totals: NDArray[Any]) -> None:
        if self.curve is not None:
            # whole numbers above 2**53 are divided as Python's, whose quotient is rounded once
            shares = totals.astype(object) / self.whole if self.drawn else np.full(len(totals), np.nan)
            self.curve.append((thresholds, shares.astype(np.float64)))
