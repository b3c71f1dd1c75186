"""Outputs that are compared with each other, and counts of their pairs, group by group.

Entries of a group are sorted by the metric's score. Then the partners of an entry whose scores differ by more than a
threshold are all entries from some place on, and what is left to count is how their human scores compare.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from trueness.errors import ArgumentError, check_choice
from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.compiled import compiled
from trueness.statistics.given_numbers import given_numbers
from trueness.statistics.level_names import LEVEL_ALIASES
from trueness.statistics.pairs.score_differences import DifferenceScale
from trueness.statistics.ties import exact_scores

GROUPED_LEVELS = ("input", "global", "per_system")
"""Pairs are formed within inputs, among all outputs, or within systems. ``input`` is mt-metrics-eval's average by
"item", ``global`` its "none", ``per_system`` its "sys"."""

PAIR_BLOCK = 4_000_000
"""Pairs listed at a time, which bounds memory at some 200 megabytes."""

Counts = NDArray[np.int64]


class HumanOrder(NamedTuple):
    """How the human scores of counted pairs compare, per group.

    Attributes
    ----------
    greater, less, equal : arrays of shape (G,)
        Pairs in which the output with the larger metric score has the larger, the smaller or an equal human score.
    """

    greater: Counts
    less: Counts
    equal: Counts


@dataclasses.dataclass(frozen=True)
class OutputGroups:
    """E outputs in G groups, by group and then by ascending metric score.

    Attributes
    ----------
    x : array of shape (E,)
        Metric scores on `scale`.
    z : array of shape (E,)
        Dense ranks of the human scores.
    row, column : arrays of shape (E,)
        The system and the input of each output.
    starts : array of shape (G + 1,)
        Group g holds the entries from starts[g] up to starts[g + 1].
    scale : DifferenceScale
        The scale of the metric's scores.
    """

    x: FloatArray
    z: IntArray
    row: IntArray
    column: IntArray
    starts: IntArray
    scale: DifferenceScale

    @classmethod
    def of(cls, x: FloatArray, z: FloatArray, level: str) -> OutputGroups:
        """Group the outputs that have both scores.

        Parameters
        ----------
        x, z : array of shape (N, M)
            Scores of metric and human, NaN where missing (see `check_matrices`).
        level : {'input', 'global', 'per_system'}
            M groups, one, or N.
        """
        scaled, scale = DifferenceScale.of(x)
        row, column = np.nonzero(~np.isnan(x) & ~np.isnan(z))
        group, n_groups = {
            "input": (column, x.shape[1]),
            "per_system": (row, x.shape[0]),
            "global": (np.zeros(len(row), dtype=np.intp), 1),
        }[level]
        scores = scaled[row, column]
        ranks = np.unique(exact_scores(z).values[row, column], return_inverse=True)[1].reshape(-1)
        order = np.lexsort((scores, group))
        starts = np.searchsorted(group[order], np.arange(n_groups + 1)).astype(np.intp)
        return cls(
            x=scores[order],
            z=ranks[order].astype(np.intp),
            row=row[order],
            column=column[order],
            starts=starts,
            scale=scale,
        )

    @property
    def n_groups(self) -> int:
        """Number of groups G, those without outputs included."""
        return len(self.starts) - 1

    @functools.cached_property
    def sizes(self) -> Counts:
        """Outputs per group."""
        return np.diff(self.starts).astype(np.int64)

    @functools.cached_property
    def n_pairs(self) -> Counts:
        """Pairs per group."""
        return self.sizes * (self.sizes - 1) // 2

    @functools.cached_property
    def group(self) -> IntArray:
        """The group of each entry."""
        return np.repeat(np.arange(self.n_groups), self.sizes)

    @functools.cached_property
    def ends(self) -> IntArray:
        """Where the group of each entry ends."""
        return np.asarray(self.starts[1:][self.group])

    @functools.cached_property
    def human_ties(self) -> Counts:
        """Pairs with equal human scores per group."""
        n_ranks = int(self.z.max(initial=0)) + 1
        keys, counts = np.unique(self.group * n_ranks + self.z, return_counts=True)
        tied = np.zeros(self.n_groups, dtype=np.int64)
        np.add.at(tied, keys // n_ranks, counts * (counts - 1) // 2)
        return tied

    def first_beyond(self, threshold: float, tolerance: float) -> IntArray:
        """Return for each entry the first later one whose score is larger by more than a threshold, or the end."""
        return self._first(lambda difference: difference - threshold > tolerance)

    def first_reaching(self, threshold: float, tolerance: float) -> IntArray:
        """Return for each entry the first later one whose score is larger by the threshold or more, or the end."""
        return self._first(lambda difference: difference - threshold >= -tolerance)

    def _first(self, reached: Callable[[FloatArray], NDArray[np.bool_]]) -> IntArray:
        """Bisect, for all entries at once; rounded differences ascend with the later score, so this is exact."""
        low = np.arange(1, len(self.x) + 1)
        high = self.ends.copy()
        while True:
            open_ = np.flatnonzero(low < high)
            if not open_.size:
                return low
            middle = (low[open_] + high[open_]) // 2
            hit = reached(self.x[middle] - self.x[open_])
            high[open_[hit]] = middle[hit]
            low[open_[~hit]] = middle[~hit] + 1

    def pairs(self, first: IntArray, last: IntArray) -> Iterator[tuple[IntArray, IntArray]]:
        """Yield blocks of pairs (p, q): every entry p with the entries first[p] <= q < last[p]."""
        counts = np.maximum(last - first, 0)
        upto = np.cumsum(counts)
        start = 0
        while start < len(counts):
            done = upto[start - 1] if start else 0
            # at least one entry at a time: a block is at most a block and one entry's partners
            stop = max(start + 1, int(np.searchsorted(upto, done + PAIR_BLOCK, side="right")))
            size = counts[start:stop]
            p = np.repeat(np.arange(start, stop), size)
            before = np.cumsum(size) - size
            q = np.arange(len(p)) - np.repeat(before - first[start:stop], size)
            if len(p):
                yield p, q
            start = stop

    def count(self, first: IntArray) -> HumanOrder:
        """Count, per group, how human scores compare in the pairs of each entry p with the entries from first[p] on."""
        if int(np.sum(self.ends - first)) > PAIR_BLOCK:
            greater, less, equal = (np.zeros(self.n_groups, dtype=np.int64) for _ in range(3))
            n_ranks = int(self.z.max(initial=0)) + 1
            compiled(_count_beyond)(self.z, first, self.starts, n_ranks, greater, less, equal)
            return HumanOrder(greater, less, equal)
        result = np.zeros((3, self.n_groups), dtype=np.int64)
        for p, q in self.pairs(first, self.ends):
            key = self.group[p] * 3 + np.sign(self.z[q] - self.z[p]) + 1
            less, equal, greater = np.bincount(key, minlength=3 * self.n_groups).reshape(-1, 3).T
            result += np.stack([greater, less, equal])
        return HumanOrder(*result)


def check_matrices(x: ArrayLike, z: ArrayLike) -> tuple[FloatArray, FloatArray]:
    """Return two score matrices as arrays of shape (N, M); a vector is one column: outputs for one input.

    Raises
    ------
    ArgumentError
        If the shapes differ, there are more than two dimensions, or a score is infinite.
    """
    first, second = given_numbers(x), given_numbers(z)
    if first.shape != second.shape or first.ndim not in (1, 2):
        raise ArgumentError(
            f"score matrices must have one shape (systems, inputs); they have {first.shape} and "
            f"{second.shape}."
        )
    if np.isinf(first).any() or np.isinf(second).any():
        raise ArgumentError("scores must be finite; leave a missing score NaN.")
    if first.ndim == 1:
        return first[:, None], second[:, None]
    return first, second


def check_grouped_level(level: str) -> str:
    """Return the level within whose groups pairs are formed; ``summary`` becomes ``input``.

    Raises
    ------
    ArgumentError
        If it is unknown.
    """
    return check_choice("level", LEVEL_ALIASES.get(level, level), GROUPED_LEVELS)


def _count_beyond(
    ranks: NDArray[np.intp],
    first: NDArray[np.intp],
    starts: NDArray[np.intp],
    n_ranks: int,
    greater: Counts,
    less: Counts,
    equal: Counts,
) -> None:
    """Count in O(E log E): a Fenwick tree holds the ranks of the entries p with first[p] <= q."""
    tree = np.zeros(n_ranks + 1, dtype=np.int64)
    for g in range(starts.shape[0] - 1):
        tree[:] = 0
        passed = 0
        p = starts[g]
        for q in range(starts[g], starts[g + 1]):
            while p < q and first[p] <= q:
                node = ranks[p] + 1
                while node <= n_ranks:
                    tree[node] += 1
                    node += node & -node
                passed += 1
                p += 1
            below = 0
            node = ranks[q]
            while node > 0:
                below += tree[node]
                node -= node & -node
            upto = 0
            node = ranks[q] + 1
            while node > 0:
                upto += tree[node]
                node -= node & -node
            greater[g] += below
            equal[g] += upto - below
            less[g] += passed - upto
