"""Correlations of every two people in columns of what they rated, as products of matrices.

A column has an entry of each of N units, a system for example. What a person gave, without some entries, as differences
from its mean and divided by the root of the sum of their squares, is a vector of length 1; of midranks in place of
ratings likewise. The correlation of two people is the product of their vectors, and those of all people with the same
entries are one product of matrices. People with other entries have vectors for each two, of the entries both have.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.engine.left_out_pearson import LEAST_LEFT
from trueness.statistics.system_scores import system_means, with_outputs
from trueness.statistics.without_each import InputCounts

BLOCK = 1_000_000
"""Numbers held at a time by one step; depends on nothing, so that sums are added in one order everywhere."""


CACHED = 60_000
"""The same of people apart, whose numbers are used once: they stay in the processor's caches."""


class Alike(NamedTuple):
    """People with the same entries in some columns.

    Attributes
    ----------
    people : array of shape (n,)
    columns : array of shape (c,)
    values : array of shape (n, c, N)
    present : array of shape (c, N)
    """

    people: IntArray
    columns: IntArray
    values: FloatArray
    present: BoolArray


class Apart(NamedTuple):
    """Columns of two people with different entries.

    Attributes
    ----------
    first, second, column : arrays of shape (Q,)
    x, z : arrays of shape (Q, N)
        What the first and the second gave.
    present : array of shape (Q, N)
        Entries that both have.
    """

    first: IntArray
    second: IntArray
    column: IntArray
    x: FloatArray
    z: FloatArray
    present: BoolArray


class RatedColumns:
    """Columns of ratings.

    Parameters
    ----------
    ratings : array of shape (A, C, N)
        NaN where one gave nothing.
    """

    def __init__(self, ratings: FloatArray) -> None:
        self._present = ~np.isnan(ratings)
        self._values = np.where(self._present, ratings, 0.0)
        self._kinds = np.empty(self.shape[:2], dtype=np.intp)  # which of the same entries, by column
        self._alike: list[Alike] = []
        together: dict[bytes, list[int]] = {}
        for column in range(self.shape[1]):
            together.setdefault(self._present[:, column].tobytes(), []).append(column)
        for columns in map(np.array, together.values()):
            rows = self._present[:, columns[0]]
            self._kinds[:, columns] = _kinds(rows)[:, None]
            for people in _of_each(self._kinds[:, columns[0]]):
                if rows[people[0]].sum() >= LEAST_LEFT:
                    values = self._values[np.ix_(people, columns)]
                    self._alike.append(Alike(people, columns, values, self._present[people[0], columns]))

    @property
    def shape(self) -> tuple[int, int, int]:
        """Numbers of people, columns and entries."""
        people, columns, entries = self._present.shape
        return people, columns, entries

    def alike(self) -> list[Alike]:
        """Return people with the same entries; nobody is twice in a column."""
        return self._alike

    def apart(self, first: int, last: int, each: int) -> Iterator[Apart]:
        """Yield columns of people, up to the one before `last`, with those after them who have other entries.

        `each` is how many numbers are held of a column where they are used.
        """
        there = self._present.astype(np.float64).transpose(1, 0, 2)  # (C, A, N)
        shared = there[:, first:last] @ there[:, first:].transpose(0, 2, 1)
        differ = self._kinds.T[:, first:last, None] != self._kinds.T[:, None, first:]
        column, one, other = np.nonzero((shared >= LEAST_LEFT) & differ)
        later = other > one
        column, one, other = column[later], first + one[later], first + other[later]
        for here in _parts(len(column), each):
            x, z = (one[here], column[here]), (other[here], column[here])
            both = self._present[x] & self._present[z]
            yield Apart(
                first=one[here],
                second=other[here],
                column=column[here],
                x=self._values[x],
                z=self._values[z],
                present=both,
            )


class MeanColumns:
    """Means of systems over the inputs that people rated, or two of them: a column for every count of inputs.

    Parameters
    ----------
    ratings : array of shape (A, N, M)
        Whose sums are exact where they can be (see `ties.exact_scores`); NaN where one gave nothing.
    weights : array of shape (B, M) or WithoutEach, optional
        Counts of inputs (default one each: one column).
    """

    def __init__(self, ratings: FloatArray, weights: InputCounts | None = None) -> None:
        self._present = ~np.isnan(ratings)
        self._values = np.where(self._present, ratings, 0.0)
        self._weights = weights
        self._kinds = _kinds(self._present.reshape(len(ratings), -1))

    @property
    def shape(self) -> tuple[int, int, int]:
        """Numbers of people, columns and entries."""
        people, entries, _ = self._present.shape
        return people, 1 if self._weights is None else len(self._weights), entries

    def alike(self) -> list[Alike]:
        """Return people with the same entries; nobody is twice in a column."""
        found = []
        for people in _of_each(self._kinds):
            cells = self._present[people[0]]
            if cells.any(axis=1).sum() >= LEAST_LEFT:
                means = system_means(self._values[people], cells, self._weights)
                values = np.where(np.isnan(means), 0.0, means).transpose(1, 0, 2)
                columns = np.arange(self.shape[1])
                found.append(Alike(people, columns, values, with_outputs(cells, self._weights)))
        return found

    def apart(self, first: int, last: int, each: int) -> Iterator[Apart]:
        """Yield columns of people, up to the one before `last`, with those after them who have other entries.

        `each` is how many numbers are held of a column where they are used.
        """
        there = self._present.astype(np.float64).transpose(1, 0, 2)  # (N, A, M)
        shared = there[:, first:last] @ there[:, first:].transpose(0, 2, 1) > 0
        differ = self._kinds[first:last, None] != self._kinds[first:]
        one, other = np.nonzero((shared.sum(axis=0) >= LEAST_LEFT) & differ)
        later = other > one
        one, other = first + one[later], first + other[later]
        for here in _parts(len(one), max(self._present[0].size, self.shape[1] * each)):
            cells = self._present[one[here]] & self._present[other[here]]  # (Q, N, M)
            x, z = (
                system_means(self._values[people[here]], cells, self._weights).transpose(1, 0, 2)
                for people in (one, other)
            )
            present = ~np.isnan(x)
            pair, column = np.nonzero(present.sum(axis=2) >= LEAST_LEFT)
            both = present[pair, column]
            yield Apart(
                first=one[here][pair],
                second=other[here][pair],
                column=column,
                x=np.where(both, x[pair, column], 0.0),
                z=np.where(both, z[pair, column], 0.0),
                present=both,
            )


Columns = RatedColumns | MeanColumns
"""C columns of N entries that A people rated."""


class Tile(NamedTuple):
    """Correlations of some people with those after them.

    Attributes
    ----------
    sets : slice
        Without which sets of entries.
    first, last : int
        The people, up to the one before the last.
    values : array of shape (W, C, last - first, A - first)
        With these and those after them; NaN where fewer than three entries or no two different values are left. Of a
        person with one before, or with oneself, they have no meaning.
    """

    sets: slice
    first: int
    last: int
    values: FloatArray

    @property
    def pairs(self) -> BoolArray:
        """Which are of two people, each of these once: shape (last - first, A - first)."""
        rows, others = self.values.shape[2:]
        return np.arange(others) > np.arange(rows)[:, None]


def correlation_tiles(columns: Columns, kept: BoolArray, *, ranked: bool) -> Iterator[Tile]:
    """Yield the correlations of all pairs of people in every column.

    Parameters
    ----------
    columns : Columns
    kept : array of shape (W, N)
        Sets of entries, of which each is looked at in turn: the others are left out.
    ranked : bool
        Whether of midranks: Spearman's rho in place of Pearson's r.
    """
    n_people, n_columns, n_entries = columns.shape
    alike = columns.alike()
    width = max(1, BLOCK // max(1, n_people * n_columns * n_entries))
    for start in range(0, len(kept), width):
        sets = slice(start, start + width)
        some = kept[sets]
        vectors = [_of_people(one, some, ranked=ranked) for one in alike]
        height = max(1, BLOCK // max(1, len(some) * n_columns * n_people))
        for first in range(0, n_people - 1, height):
            last = min(first + height, n_people - 1)
            values = np.full((len(some), n_columns, last - first, n_people - first), np.nan)
            for one, of_people in zip(alike, vectors, strict=True):
                begin, end = np.searchsorted(one.people, [first, last])
                products = of_people[:, :, begin:end] @ of_people[:, :, begin:].transpose(0, 1, 3, 2)
                if products.shape == values.shape:
                    values = products
                    continue
                rows, others = one.people[begin:end] - first, one.people[begin:] - first
                values[:, one.columns[:, None, None], rows[:, None], others] = products
            for pair in columns.apart(first, last, n_entries * max(n_entries, len(some))):
                x, z = (_vectors(side, pair.present, some, ranked=ranked) for side in (pair.x, pair.z))
                place = pair.column, pair.first - first, pair.second - first
                values[:, *place] = np.einsum("wnq,wnq->wq", x, z)
            yield Tile(sets, first, last, np.clip(values, -1.0, 1.0, out=values))


def _of_people(one: Alike, kept: BoolArray, *, ranked: bool) -> FloatArray:
    """Return the vectors of people in every column, shape (W, c, n, N)."""
    n, c, entries = one.values.shape
    present = np.broadcast_to(one.present, one.values.shape).reshape(-1, entries)
    found = _vectors(one.values.reshape(-1, entries), present, kept, ranked=ranked)
    return found.reshape(len(kept), entries, n, c).transpose(0, 3, 2, 1)


def _vectors(values: FloatArray, present: BoolArray, kept: BoolArray, *, ranked: bool) -> FloatArray:
    """Return what is left of columns (Q, N), centred and of length 1, shape (W, N, Q); NaN where nothing varies."""
    columns, given = np.ascontiguousarray(values.T), present.T.astype(np.float64)
    some = kept.astype(np.float64)
    there = some[:, :, None] * given
    left = some @ given
    if ranked:
        centred = np.empty_like(there)
        for entry, own in enumerate(columns):
            centred[:, entry] = some @ (np.sign(own - columns) * given)
    else:
        # of equal values the differences to one of them are exactly zero
        centred = columns - np.take_along_axis(columns[None], np.argmax(there, axis=1)[:, None], axis=1)
        centred *= there
        centred -= (centred.sum(axis=1) / np.maximum(left, 1.0))[:, None]
    centred *= there
    squares = np.einsum("wnq,wnq->wq", centred, centred)
    scale = np.full(squares.shape, np.nan)
    np.divide(1.0, np.sqrt(squares), out=scale, where=(squares > 0) & (left >= LEAST_LEFT))
    centred *= scale[:, None]
    return centred


def _kinds(rows: BoolArray) -> IntArray:
    """Return a number for each row of shape (A, N), the same for equal ones."""
    packed = np.packbits(rows, axis=1)
    return np.unique(packed, axis=0, return_inverse=True)[1].reshape(-1)


def _of_each(kinds: IntArray) -> list[IntArray]:
    """Return who is of each kind, those of whom there are two or more."""
    order = np.argsort(kinds, kind="stable")
    groups = np.split(order, np.flatnonzero(np.diff(kinds[order])) + 1)
    return [people for people in groups if len(people) > 1]


def _parts(count: int, each: int) -> Iterator[slice]:
    """Yield slices of as many as stay in the caches, if each has so many numbers."""
    step = max(1, CACHED // max(1, each))
    for start in range(0, count, step):
        yield slice(start, start + step)
