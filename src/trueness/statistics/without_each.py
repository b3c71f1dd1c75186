"""Counts of inputs without each unit of them, in as much memory as there are inputs.

Written out they are a matrix of 1 with a 0 for every input where its unit is left out, of units times inputs numbers: a
hundred thousand inputs would take 75 GiB. Sums under them need no such matrix.
"""

from __future__ import annotations

import dataclasses
import functools

import numpy as np

from trueness.statistics.array_types import FloatArray, IntArray

WRITTEN_OUT = 250_000
"""Numbers of the matrix up to which it is written out: a product with it then takes less time than sorting."""


ADDED_TOGETHER = 100_000
"""Inputs whose values are copied at a time into the order in which they are added."""


@dataclasses.dataclass(frozen=True)
class WithoutEach:
    """The counts of M inputs without each of some of their units.

    Attributes
    ----------
    units : array of shape (M,)
        The unit of every input, from 0; -1 for one that is never left out.
    start, stop : int
        The units that are left out, in turn: from `start` up to `stop`.
    """

    units: IntArray
    start: int
    stop: int

    def __len__(self) -> int:
        return self.stop - self.start

    def __getitem__(self, here: slice) -> WithoutEach:
        """Return the counts without some of the units."""
        start, stop, _ = here.indices(len(self))
        return WithoutEach(self.units, self.start + start, self.start + stop)

    def __matmul__(self, values: FloatArray) -> FloatArray:
        """Return sums over the inputs without each unit, shape (units, C), of values of shape (M, C): O(M C) time.

        What comes before and what comes after a unit is added up: a difference to the sum of all would lose the digits
        of the rest where a unit's values are much larger.
        """
        if len(self) * len(self.units) <= WRITTEN_OUT:
            return self.matrix() @ values
        first, last = np.searchsorted(self.units[self._order], [self.start, self.stop])
        own = np.zeros((len(self), values.shape[1]))
        np.add.at(own, self.units[self._order[first:last]] - self.start, values[self._order[first:last]])
        found = np.empty_like(own)
        found[:1] = self._summed(values, slice(first))
        np.cumsum(own[:-1], axis=0, out=found[1:])
        found[1:] += found[:1]
        after = np.cumsum(own[:0:-1], axis=0)[::-1]
        rest = self._summed(values, slice(last, None))
        found[:-1] += after + rest
        found[-1:] += rest
        return found

    def _summed(self, values: FloatArray, places: slice) -> FloatArray:
        """Return the sum of the values at these places of the order by unit, one added after the other."""
        total = np.zeros(values.shape[1])
        order = self._order[places]
        for start in range(0, len(order), ADDED_TOGETHER):
            part = values[order[start : start + ADDED_TOGETHER]]
            total = part.sum(axis=0) if start == 0 else np.concatenate([total[None], part]).sum(axis=0)
        return total

    def sizes(self) -> FloatArray:
        """Return how many inputs are left without each unit, shape (units,)."""
        alone = np.bincount(self.units[self.units >= 0], minlength=self.stop)[self.start : self.stop]
        return np.asarray(len(self.units) - alone, dtype=np.float64)

    def matrix(self) -> FloatArray:
        """Return the counts written out, for what is no sum."""
        left_out = np.arange(self.start, self.stop)[:, None] == self.units
        return np.where(left_out, 0.0, 1.0)

    @functools.cached_property
    def _order(self) -> IntArray:
        """The inputs by unit."""
        return np.argsort(self.units, kind="stable")


InputCounts = FloatArray | WithoutEach
"""Counts of inputs, a row each: a matrix, or what needs none."""


def input_sums(counts: InputCounts) -> FloatArray:
    """Return how many inputs each row counts, shape (B,)."""
    if isinstance(counts, WithoutEach):
        return counts.sizes()
    return np.asarray(counts.sum(axis=1))
