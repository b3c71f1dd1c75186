"""Which values tie: exact sums on a lattice, a relative tolerance elsewhere, and the groups that tie.

System means that are mathematically equal have to compare equal, although sums of floating-point numbers
differ in the last bits. Scores that are whole numbers after multiplication by a small integer (Likert scores,
means over three annotators) are therefore summed as integers; means of all others tie within
`RELATIVE_TOLERANCE` of the largest. What all scores have in common is subtracted before, where that is exact, so
that the largest is no more than twice their range. Scores themselves, where they are compared one by one, tie only
if they are equal as given.
"""

from __future__ import annotations

import dataclasses
import functools
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trueness.statistics.array_types import FloatArray, IntArray

LARGEST_WHOLE = 2.0**53
"""Up to here every whole number is a floating-point number."""
LARGEST_DENOMINATOR = 60
LATTICE_TOLERANCE = 1e-9
ROUNDED_LATTICE = 1e-6
"""How far from whole numbers large scores may be because they were rounded to the nearest floating-point number."""
RELATIVE_TOLERANCE = 1e-12
"""Computed numbers that differ by no more than this share of the largest are equal: thousands of additions round by
less, and scores that differ do so by more. Coefficients, of which the largest is 1, are equal where they differ by no
more than this itself."""


def common_denominator(values: FloatArray, spacing: float = 0.0) -> int | None:
    """Return the smallest k <= 60 for which every value times k is a whole number within 1e-9, or None.

    Parameters
    ----------
    values : array
        Scores of one scorer, NaN where missing.
    spacing : float
        How far apart neighbouring numbers of the scores' size are, where something was subtracted from these: values
        times k may be as far from whole numbers as scores times k were rounded, if that is at most `ROUNDED_LATTICE`.
    """
    present = values[~np.isnan(values)]
    if not present.size:
        return None
    largest = float(np.max(np.abs(present)))
    denominators = np.arange(1, LARGEST_DENOMINATOR + 1)
    # relative for tiny scores, or all of them would round to zero
    tolerances = LATTICE_TOLERANCE * np.minimum(1.0, denominators * largest)
    tolerances = np.maximum(tolerances, np.minimum(denominators * spacing, ROUNDED_LATTICE))
    probe = np.multiply.outer(denominators, present[:: max(1, present.size // 16)])
    possible = (np.abs(probe - np.rint(probe)) <= tolerances[:, None]).all(axis=1)
    for k, tolerance in zip(denominators[possible], tolerances[possible], strict=True):
        if np.all(np.abs(present * k - np.rint(present * k)) <= tolerance):
            return int(k)
    return None


class ExactScores(NamedTuple):
    """Scores of one scorer whose sums are exact where they can be.

    Attributes
    ----------
    values : array
        (scores - offset) · k with a common denominator k, whole numbers; else scores - offset. NaN where missing.
    denominator : int or None
    offset : float
    """

    values: FloatArray
    denominator: int | None
    offset: float


def common_offset(values: FloatArray) -> float:
    """Return a typical score if all have its sign and between half and twice its size; else 0.

    Differences to it are exact (Sterbenz 1974, section 4.3), so that subtracting it loses nothing, and no digits of
    sums, products and tolerances are spent on what all scores have in common. The range of other scores is at least
    half of the largest.

    Parameters
    ----------
    values : array
        Scores of one scorer, NaN where missing.
    """
    present = values[~np.isnan(values)]
    if not present.size:
        return 0.0
    low, high = float(present.min()), float(present.max())
    if low < 0 < high or max(abs(low), abs(high)) > 2 * min(abs(low), abs(high)):
        return 0.0
    middle = present.size // 2
    return float(np.partition(present, middle)[middle])


def exact_scores(values: FloatArray) -> ExactScores:
    """Return scores whose sums are exact where they can be, and the denominator k and the offset that make them so.

    Every statistic here is invariant to that shift and that scale.

    Parameters
    ----------
    values : array
        Scores of one scorer, NaN where missing.
    """
    offset = common_offset(values)
    shifted = values - offset if offset else values
    spacing = float(np.spacing(np.nanmax(np.abs(values)))) if offset else 0.0
    k = common_denominator(shifted, spacing)
    if k is not None:
        whole = np.asarray(np.rint(shifted * k) + 0.0, dtype=np.float64)
        # scores that differ by a last bit alone are on no lattice: there, all would be one
        if not offset or whole[~np.isnan(whole)].any() or not shifted[~np.isnan(shifted)].any():
            return ExactScores(whole, k, offset)
    return ExactScores(shifted, None, offset)


def tie_close(values: FloatArray) -> FloatArray:
    """Return computed values (means) in which those within 1e-12 of the largest of their row are made equal.

    Parameters
    ----------
    values : array of shape (..., N)
        NaN where there is none.
    """
    largest = np.fmax.reduce(np.abs(values), axis=-1, keepdims=True, initial=0.0)
    rising = np.sort(values, axis=-1)
    rises = rising[..., 1:] - rising[..., :-1]
    near = rises <= RELATIVE_TOLERANCE * largest  # False beside a NaN
    if not np.count_nonzero(near & (rises > 0)):
        return values.copy()
    order = np.argsort(values, axis=-1, kind="stable")
    ordered = np.take_along_axis(values, order, axis=-1)
    position = np.broadcast_to(np.arange(values.shape[-1]), values.shape).copy()
    position[..., 1:][near] = 0
    first = np.maximum.accumulate(position, axis=-1)  # where the group of each entry begins
    result = np.empty_like(values)
    np.put_along_axis(result, order, np.take_along_axis(ordered, first, axis=-1), axis=-1)
    return result


def dense_ranks(values: FloatArray) -> IntArray:
    """Return dense ranks (0, 1, …) along the last axis; equal values share one.

    NaN values get ranks after all others; give them no weight.

    Parameters
    ----------
    values : array of shape (..., N)
    """
    n = values.shape[-1]
    rows = values.reshape(values.size // max(n, 1), n)
    order = np.argsort(rows, axis=1, kind="stable")
    order += np.arange(0, values.size, max(n, 1))[:, None]
    ordered = rows.ravel()[order]
    rises = np.zeros(rows.shape, dtype=np.intp)
    rises[:, 1:] = ordered[:, 1:] != ordered[:, :-1]
    ranks = np.empty(values.size, dtype=np.intp)
    ranks[order] = np.cumsum(rises, axis=1)
    return ranks.reshape(values.shape)


@dataclasses.dataclass(frozen=True)
class TieGroups:
    """Groups of entries with equal values in each of C columns, for tie corrections under many weights.

    Only groups of two or more entries are kept: a lone entry ties with itself alone.

    Attributes
    ----------
    members : array of shape (G, E)
        1 where an entry belongs to a group.
    column : array of shape (G,)
        The column a group lies in, ascending.
    """

    members: NDArray[np.float32]
    column: IntArray
    n_columns: int

    @classmethod
    def of(cls, ranks: IntArray, present: NDArray[np.bool_]) -> TieGroups:
        """Find the groups of a (C, E) array of dense ranks; entries that are not present join no group."""
        n_columns, n_entries = ranks.shape
        keyed = np.where(present, ranks, -1)
        order = np.argsort(keyed, axis=1, kind="stable")
        ordered = np.take_along_axis(keyed, order, axis=1)
        starts = np.ones(ordered.shape, dtype=bool)
        starts[:, 1:] = ordered[:, 1:] != ordered[:, :-1]
        group = np.cumsum(starts.ravel()) - 1  # numbered through all columns
        sizes = np.bincount(group)
        keep = (sizes >= 2) & (ordered.ravel()[np.flatnonzero(starts.ravel())] >= 0)
        number = np.cumsum(keep) - 1
        entry_kept = keep[group]
        members = np.zeros((int(keep.sum()), n_entries), dtype=np.float32)
        members[number[group[entry_kept]], order.ravel()[entry_kept]] = 1.0
        column = np.repeat(np.arange(n_columns), n_entries)[np.flatnonzero(starts.ravel())][keep]
        return cls(members, column, n_columns)

    @functools.cached_property
    def _first(self) -> IntArray:
        """The first group of each column that has any."""
        return np.flatnonzero(np.diff(self.column, prepend=-1))

    @property
    def tied_columns(self) -> IntArray:
        """The columns that have a group, T of them, ascending."""
        return self.column[self._first]

    def by_tied_column(self, per_group: NDArray[np.floating]) -> NDArray[np.floating]:
        """Sum a (B, G) array over the groups of each tied column: shape (B, T)."""
        return np.asarray(np.add.reduceat(per_group, self._first, axis=1))

    def by_column(self, per_group: NDArray[np.floating]) -> NDArray[np.floating]:
        """Sum a (B, G) array over the groups of each column: shape (B, C), zero where there is no group."""
        result = np.zeros((per_group.shape[0], self.n_columns), dtype=per_group.dtype)
        if self.column.size:
            result[:, self.tied_columns] = self.by_tied_column(per_group)
        return result

    def any_by_column(self, per_group: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return whether any group of each column satisfies a (B, G) condition: shape (B, C)."""
        result = np.zeros((per_group.shape[0], self.n_columns), dtype=bool)
        if self.column.size:
            result[:, self.tied_columns] = np.logical_or.reduceat(per_group, self._first, axis=1)
        return result
