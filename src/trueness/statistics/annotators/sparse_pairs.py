"""Correlations of pairs of annotators who rated few outputs together: very many short vectors, all of them in one pass.

Where each person rates a part of the outputs, every pair has outputs of its own. Their vectors differ in which systems
and inputs they are of, and not in what is done with them: vectors of as many entries stand side by side.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from trueness.statistics.array_types import BoolArray, FloatArray, IntArray, Key
from trueness.statistics.engine.resample import TILE, Weights
from trueness.statistics.engine.weighted_rows import COEFFICIENTS, side_by_side
from trueness.statistics.score_arrays import CellGroup, ScoreArrays

FEW = 32
"""Common outputs, of all pairs that have the same ones, up to which these take less time here than by themselves."""

HELD = 2**17
"""Numbers held at a time by one step."""


def is_sparse(group: CellGroup, coefficients: Sequence[str]) -> bool:
    """Return whether pairs have few outputs in common, and coefficients are those that are compiled."""
    few = len(group.metrics) * int(group.cells.sum()) <= FEW
    return few and set(coefficients) <= set(COEFFICIENTS)


def n_sparse(ratings: FloatArray) -> int:
    """Return how many pairs of annotators have few outputs in common.

    Parameters
    ----------
    ratings : array of shape (A, N, M)
        NaN where one gave nothing.
    """
    known = (~np.isnan(ratings)).reshape(len(ratings), -1).astype(np.float32)
    shared = (known @ known.T)[np.triu_indices(len(ratings), 1)]
    return int(np.count_nonzero(shared <= FEW))


class _Cells(NamedTuple):
    """Common outputs of pairs, each an array of shape (C,): the pair's number, the output's, and both scores."""

    pair: IntArray
    system: IntArray
    input: IntArray
    x: FloatArray
    y: FloatArray

    def at(self, places: IntArray) -> _Cells:
        """Return those at some places."""
        return _Cells(
            pair=self.pair[places],
            system=self.system[places],
            input=self.input[places],
            x=self.x[places],
            y=self.y[places],
        )


class _Drawn:
    """B resamples as counts, side by side.

    Parameters
    ----------
    weights : Weights
    """

    def __init__(self, weights: Weights) -> None:
        self.size = weights.size
        self._sides = [
            None if side is None else np.ascontiguousarray(side.T)
            for side in (weights.systems, weights.inputs)
        ]

    def of(self, cells: _Cells) -> tuple[FloatArray, FloatArray]:
        """Return how often the system and the input of each output were drawn, shape (C, B) both."""
        of_system, of_input = (
            np.ones((len(numbers), self.size)) if side is None else side[numbers]
            for side, numbers in zip(self._sides, (cells.system, cells.input), strict=True)
        )
        return of_system, of_input


@dataclasses.dataclass(frozen=True)
class _Vectors:
    """Vectors of pairs at a level, of L entries at the most; a pair has one, or one of each column.

    Attributes
    ----------
    level : str
    cells : _Cells
        Entry by entry, these vector by vector, these pair by pair.
    entries : array of shape (E,)
        The first output of each entry; an entry at system level is a mean of several.
    places : array of shape (R, L)
        Entries of each vector, E where there is none.
    columns : array of shape (R,)
        The first output of each vector.
    pairs : array of shape (P,)
        The first vector of each pair.
    """

    level: str
    cells: _Cells
    entries: IntArray
    places: IntArray
    columns: IntArray
    pairs: IntArray

    @classmethod
    def of(cls, level: str, cells: _Cells) -> _Vectors | None:
        """Return the vectors of two entries or more; None where there is none."""
        zero = np.zeros_like(cells.pair)
        column, entry = {
            "system": (zero, cells.system),
            "input": (cells.input, cells.system),
            "per_system": (cells.system, cells.input),
            "global": (zero, np.arange(len(zero))),
        }[level]
        order = np.lexsort((entry, column, cells.pair))
        vector = _runs(cells.pair[order], column[order])
        entry = _runs(vector, entry[order])
        lengths = np.bincount(vector[_firsts(entry)])
        kept = lengths[vector] > 1
        if not kept.any():
            return None
        cells = cells.at(order[kept])
        vector, entry = (_runs(numbers[kept]) for numbers in (vector, entry))
        lengths = lengths[lengths > 1]
        ends = np.cumsum(lengths)
        inside = np.arange(lengths.max())
        columns = _firsts(vector)
        return cls(
            level=level,
            cells=cells,
            entries=_firsts(entry),
            places=np.where(inside < lengths[:, None], (ends - lengths)[:, None] + inside, int(ends[-1])),
            columns=columns,
            pairs=_firsts(_runs(cells.pair[columns])),
        )

    def values(self, drawn: _Drawn, coefficients: Sequence[str]) -> dict[str, FloatArray]:
        """Return the coefficients of every pair in B resamples, shape (P, B)."""
        # of each entry, and of none behind them: both scores, its weight, and whether it has no output
        values = np.zeros((3, len(self.entries) + 1, drawn.size))
        lost = np.ones((len(self.entries) + 1, drawn.size), dtype=bool)
        outer = self._fill(drawn, values[:, :-1], lost[:-1])
        rows = self.places.T  # entry by entry
        *scores, weight = values[:, rows].reshape(3, len(rows), -1)
        absent = lost[rows].reshape(weight.shape)
        found = side_by_side(np.stack(scores), weight, np.stack([absent, absent]), coefficients)
        return {name: self._averaged(value.reshape(-1, drawn.size), outer) for name, value in found.items()}

    def _fill(self, drawn: _Drawn, values: FloatArray, lost: BoolArray) -> FloatArray | None:
        """Fill what entries are in each resample; return the weights of vectors, None where a pair has one."""
        of_system, of_input = drawn.of(self.cells)
        if self.level == "system":
            count = self._added(of_input)
            lost[:] = count == 0
            for side, given in zip(values, (self.cells.x, self.cells.y), strict=False):
                np.divide(self._added(of_input * given[:, None]), count, out=side, where=~lost)
            values[2] = of_system[self.entries] * ~lost
            return None
        lost[:] = False
        values[0], values[1] = self.cells.x[:, None], self.cells.y[:, None]
        if self.level == "global":
            values[2] = of_system * of_input
            return None
        values[2], outer = (of_system, of_input) if self.level == "input" else (of_input, of_system)
        return outer[self.columns]

    def _added(self, values: FloatArray) -> FloatArray:
        """Return sums over the outputs of each entry, most of which have one."""
        sums = values[self.entries]
        sizes = np.diff(self.entries, append=len(values))
        for place in range(1, int(sizes.max())):
            more = np.flatnonzero(sizes > place)
            sums[more] += values[self.entries[more] + place]
        return sums

    def _averaged(self, values: FloatArray, outer: FloatArray | None) -> FloatArray:
        """Return averages over the columns of each pair; NaN where none has a coefficient."""
        if outer is None:
            return values
        known = ~np.isnan(values)
        total, count = (
            np.add.reduceat(part * outer, self.pairs, axis=0)
            for part in (np.where(known, values, 0.0), known)
        )
        return np.asarray(np.divide(total, count, out=np.full(total.shape, np.nan), where=count > 0))


@dataclasses.dataclass(frozen=True)
class SparsePairs:
    """Pairs of annotators with few outputs in common, ready for resamples.

    Attributes
    ----------
    vectors : tuple of _Vectors
        Of each level, pairs of similar size together.
    keys : tuple of (level, coefficient)
    """

    vectors: tuple[_Vectors, ...]
    keys: tuple[Key, ...]

    @classmethod
    def of(
        cls,
        groups: Sequence[tuple[ScoreArrays, CellGroup]],
        levels: Sequence[str],
        coefficients: Sequence[str],
    ) -> SparsePairs:
        """Prepare pairs: metrics beside the human of the scores they are of, in groups (see `is_sparse`)."""
        vectors = (_Vectors.of(level, cells) for cells in _in_blocks(groups) for level in levels)
        keys = tuple((level, name) for level in levels for name in coefficients)
        return cls(tuple(one for one in vectors if one is not None), keys)

    def sums(self, weights: Weights) -> dict[Key, FloatArray]:
        """Return the sum over pairs of their coefficients and how many have one, in every resample: shape (2, B)."""
        found = {key: np.zeros((2, weights.size)) for key in self.keys}
        drawn = _Drawn(weights)
        for one in self.vectors:
            names = [name for level, name in self.keys if level == one.level]
            for name, values in one.values(drawn, names).items():
                found[one.level, name] += [np.nansum(values, axis=0), np.sum(~np.isnan(values), axis=0)]
        return found


def _in_blocks(groups: Sequence[tuple[ScoreArrays, CellGroup]]) -> Iterator[_Cells]:
    """Yield the common outputs of pairs, those with fewest first; their tables under a tile of resamples are held."""
    held: list[_Cells] = []
    pairs = sorted(
        ((np.argwhere(group.cells), arrays, metric) for arrays, group in groups for metric in group.metrics),
        key=lambda pair: len(pair[0]),
    )
    for number, (places, arrays, metric) in enumerate(pairs):
        if len(places) < 2:  # no coefficient
            continue
        system, input = places.T
        metrics, human = arrays.exact
        held.append(
            _Cells(
                pair=np.full(len(places), number),
                system=system,
                input=input,
                x=metrics[metric, system, input],
                y=human[system, input],
            )
        )
        if TILE * sum(len(cells.pair) for cells in held) > HELD:
            yield _joined(held)
            held = []
    if held:
        yield _joined(held)


def _joined(parts: Sequence[_Cells]) -> _Cells:
    return _Cells._make(np.concatenate(column) for column in zip(*parts, strict=True))


def _runs(*keys: IntArray) -> IntArray:
    """Return the number of the run of equal keys that each place is in, from 0 on."""
    changed = np.any([key[1:] != key[:-1] for key in keys], axis=0)
    return np.concatenate([[0], np.cumsum(changed)])


def _firsts(runs: IntArray) -> IntArray:
    """Return where each run begins."""
    return np.flatnonzero(np.diff(runs, prepend=-1))
