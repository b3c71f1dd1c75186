"""Which outputs are furthest apart: by a metric and people, or by two metrics; of all systems or of one."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np

from trueness.data.scores.score_table import ScoreTable
from trueness.data.texts.texts import Texts
from trueness.errors import DataError
from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.places import place_gaps, places
from trueness.studies.disagreements.rows import MetricsApart, OutputApart

MINIMUM_PLACED = 2
"""Outputs without which there is no order."""


class Orders(NamedTuple):
    """Places of the outputs that people and a metric scored, by both; arrays of shape (N, M), or (N·M, 1) among all."""

    cells: BoolArray
    human: FloatArray
    metric: FloatArray
    gaps: FloatArray

    @property
    def n_placed(self) -> IntArray:
        """How many outputs were placed, of each input or of all."""
        return np.asarray(self.cells.sum(axis=0))


def orders_of(human: FloatArray, metric: FloatArray, among: str) -> Orders:
    """Return the places of outputs by two scorers, of whom larger is better, among those of an input or among all."""
    if among == "all":
        human, metric = human.reshape(-1, 1), metric.reshape(-1, 1)
    cells = ~np.isnan(human) & ~np.isnan(metric)
    cells &= cells.sum(axis=0) >= MINIMUM_PLACED
    ours, theirs = places(metric, cells), places(human, cells)
    return Orders(cells, theirs, ours, place_gaps(ours, theirs))


def outputs_written(texts: Texts | None, table: ScoreTable) -> dict[tuple[str, str], str]:
    """Return what was written by system and input; nothing without texts.

    Raises
    ------
    DataError
        If none of the texts is an output of the table.
    """
    if texts is None:
        return {}
    written = {(row.system, row.input): row.output for row in texts.rows}
    if not any((system, name) in written for system in table.systems for name in table.inputs):
        raise DataError(
            f"outputs of {texts.name} and of {table.name} must have the same names of systems and inputs."
        )
    return written


@dataclasses.dataclass(frozen=True)
class OutputsApart:
    """Outputs of a table to be read, the furthest apart first; of equal ones those placed among more first.

    Attributes
    ----------
    table : ScoreTable
    human : str
    written : mapping of (str, str) to str
        Outputs by system and input (see `outputs_written`).
    among : {'input', 'all'}
        Among which outputs one is placed.
    """

    table: ScoreTable
    human: str
    written: Mapping[tuple[str, str], str]
    among: str
    _known: dict[str, Orders] = dataclasses.field(default_factory=dict, repr=False, compare=False)

    def orders(self, name: str) -> Orders:
        """Return the places of the outputs by people and by a scorer."""
        if name not in self._known:
            people, scores = self.table.oriented(self.human), self.table.oriented(name)
            self._known[name] = orders_of(people, scores, self.among)
        return self._known[name]

    def from_people(self, name: str, most: int, system: str | None = None) -> Iterator[OutputApart]:
        """Yield the outputs, of one system or of all, whose places by a metric and by people are furthest apart."""
        truth, scores = self.table.matrix(self.human), self.table.matrix(name)
        orders = self.orders(name)
        for i, j, row, column in self._furthest(orders, most, system):
            yield OutputApart(
                metric=name,
                system=self.table.systems[i],
                input=self.table.inputs[j],
                score_human=float(truth[i, j]),
                score=float(scores[i, j]),
                place_human=float(orders.human[row, column]),
                place_metric=float(orders.metric[row, column]),
                n_placed=int(orders.n_placed[column]),
                gap=float(orders.gaps[row, column]),
                output=self.written.get((self.table.systems[i], self.table.inputs[j]), ""),
            )

    def between(self, name: str, rival: str, most: int) -> Iterator[MetricsApart]:
        """Yield the outputs whose places by two metrics are furthest apart, those that people scored."""
        truth = self.table.oriented(self.human)
        judged = ~np.isnan(truth)
        one, other = (np.where(judged, self.table.oriented(who), np.nan) for who in (name, rival))
        cells = judged & ~np.isnan(one) & ~np.isnan(other)
        orders = orders_of(other, one, self.among)
        if self.among == "all":
            truth, cells = truth.reshape(-1, 1), cells.reshape(-1, 1)
        people = places(truth, cells)
        for i, j, row, column in self._furthest(orders, most):
            ours, theirs, true = (float(part[row, column]) for part in (orders.metric, orders.human, people))
            near = abs(theirs - true) - abs(ours - true)
            yield MetricsApart(
                metric=name,
                rival=rival,
                system=self.table.systems[i],
                input=self.table.inputs[j],
                place_metric=ours,
                place_rival=theirs,
                place_human=true,
                n_placed=int(orders.n_placed[column]),
                gap=float(orders.gaps[row, column]),
                nearer=name if near > 0 else rival if near < 0 else "",
                output=self.written.get((self.table.systems[i], self.table.inputs[j]), ""),
            )

    def _furthest(
        self, orders: Orders, most: int, system: str | None = None
    ) -> Iterator[tuple[int, int, int, int]]:
        """Yield system, input, and row and column in the orders, of the outputs furthest apart."""
        n_systems, n_inputs = len(self.table.systems), len(self.table.inputs)
        size = np.where(np.isnan(orders.gaps), 0.0, np.abs(orders.gaps)).reshape(n_systems, n_inputs)
        more = np.broadcast_to(orders.n_placed, orders.gaps.shape).reshape(n_systems, n_inputs)
        if system is not None:
            others = np.arange(n_systems) != self.table.systems.index(system)
            size = np.where(others[:, None], 0.0, size)
        for place in np.lexsort((-more.ravel(), -size.ravel()))[:most].tolist():
            i, j = divmod(place, n_inputs)
            if size[i, j] <= 0:
                return
            yield (i, j, i, j) if self.among == "input" else (i, j, place, 0)
