"""Which systems and inputs are left out together, and counts of inputs without each unit and in halves."""

from __future__ import annotations

import dataclasses
import functools

import numpy as np
from numpy.typing import NDArray

from trueness.statistics.array_types import BoolArray, IntArray
from trueness.statistics.engine.resample import fixed_stream
from trueness.statistics.score_arrays import CellGroup, ScoreArrays
from trueness.statistics.without_each import WithoutEach

HALVES = 100
"""Halves of the inputs, every second the complement of the one before."""

HALVES_SEED = 20_211_113
"""Which halves there are depends on the number of inputs alone."""


@dataclasses.dataclass(frozen=True)
class LeftOutUnits:
    """Which systems and inputs have outputs, and the unit of each of these.

    Attributes
    ----------
    rows, columns : arrays of int
        The systems and the inputs used.
    systems, inputs : arrays of int
        The unit of each of them, from 0.
    pooled : bool
        Whether values of several tables are pooled.
    halves : array of shape (R, units of inputs), optional
        Which of them are in each half, in place of `in_two`.
    """

    rows: IntArray
    columns: IntArray
    systems: IntArray
    inputs: IntArray
    pooled: bool = False
    halves: BoolArray | None = None

    @classmethod
    def of(cls, arrays: ScoreArrays, group: CellGroup) -> LeftOutUnits:
        """Return the units of the cells of a group."""
        used = group.cells | group.metric_cells | group.human_cells
        rows, columns = np.flatnonzero(group.cells.any(axis=1)), np.flatnonzero(used.any(axis=0))
        return cls(
            rows, columns, _numbered(arrays.system_clusters, rows), _numbered(arrays.clusters, columns)
        )

    @property
    def n_systems(self) -> int:
        """How many units of systems there are."""
        return int(self.systems.max(initial=-1)) + 1

    @property
    def n_inputs(self) -> int:
        """How many units of inputs there are."""
        return int(self.inputs.max(initial=-1)) + 1

    @property
    def evenness(self) -> float:
        """How alike the numbers of systems per unit are: 1 where they are the same."""
        sizes = np.bincount(self.systems)
        return max(0.0, float(2 * sizes.sum() ** 2 / (len(sizes) * np.square(sizes).sum()) - 1))

    @property
    def first(self) -> tuple[list[int], list[int]]:
        """The first system, and the first input, of every unit."""
        systems, inputs = (
            used[np.unique(units, return_index=True)[1]].tolist()
            for used, units in ((self.rows, self.systems), (self.columns, self.inputs))
        )
        return systems, inputs

    def without_each(self, n_inputs: int) -> WithoutEach:
        """Return the counts of all inputs without each unit of them; no counts where there is one unit.

        Parameters
        ----------
        n_inputs : int
            Inputs there are, used or not.
        """
        units: IntArray = np.full(n_inputs, -1)
        units[self.columns] = self.inputs
        return WithoutEach(units, 0, self.n_inputs if self.n_inputs > 1 else 0)

    def in_halves(self, n_inputs: int) -> tuple[BoolArray, tuple[float, float]]:
        """Return which inputs are in halves of their units, and the factors of what differs among them.

        Parameters
        ----------
        n_inputs : int
        """
        n = self.n_inputs
        if n < 2:
            return np.empty((0, n_inputs), dtype=np.bool_), (0.0, 0.0)
        chosen = _in_two_of(n) if self.halves is None else self.halves
        there = chosen
        if n < n_inputs or not np.array_equal(self.inputs, np.arange(n)):
            there = np.zeros((len(chosen), n_inputs), dtype=np.bool_)
            there[:, self.columns] = chosen[:, self.inputs]
        # a sample of k out of n differs from all n by (n - k) / k of what these differ from others
        sizes = np.maximum(chosen.sum(axis=1), 1)
        shares = (n - sizes) / sizes
        # of two sizes in turn the mean is that of the first two
        factor = float(1 / (shares[:2] if self.halves is None else shares).mean()) / len(chosen)
        return there, (factor, factor * (self.n_systems - 1) / self.n_systems)


def _in_two_of(n: int) -> BoolArray:
    """Return halves of units of one stratum, which many ask for: what is drawn is kept, in an eighth of the memory."""
    return np.unpackbits(_packed(n), axis=1, count=n).view(np.bool_)


@functools.lru_cache(maxsize=1)
def _packed(n: int) -> NDArray[np.uint8]:
    return np.packbits(in_two(np.zeros(n, dtype=np.intp)), axis=1)


def in_two(strata: IntArray) -> BoolArray:
    """Return which units are in each of `HALVES` halves, every second the complement of the one before.

    Parameters
    ----------
    strata : array of shape (n,)
        The stratum of every unit: each is halved.

    Returns
    -------
    array of shape (HALVES, n)
    """
    n = len(strata)
    stream = fixed_stream(HALVES_SEED, n)
    found: BoolArray = np.empty((HALVES, n), dtype=np.bool_)
    members = [np.flatnonzero(strata == stratum) for stratum in np.unique(strata)]
    for half in found[::2]:
        drawn = stream.random(n)
        for here in members:
            half[here] = np.argsort(drawn[here]) < len(here) // 2
    np.logical_not(found[::2], out=found[1::2])
    return found


def _numbered(clusters: IntArray | None, used: IntArray) -> IntArray:
    if clusters is None:
        return np.arange(len(used))
    return np.unique(clusters[used], return_inverse=True)[1].reshape(-1)
