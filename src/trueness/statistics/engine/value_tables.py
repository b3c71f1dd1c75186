"""All outputs as one sample of few values, as ratings are, under resamples or without some: counts say all there is.

How often a resample has each value of a metric together with each of the human's is a product of the counts of inputs
with ones and zeros, and a whole number; Pearson's r, Spearman's rho and Kendall's tau-b are sums over the table. No
output is looked at twice, however many resamples there are, and nothing has to be compiled. Without one output the
table has one less in one place, so that there are as many different answers as places.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from trueness.statistics.array_types import BoolArray, FloatArray, Floats, IntArray
from trueness.statistics.coefficients import MINIMUM_OBSERVATIONS
from trueness.statistics.engine.fixed_columns import exact_type
from trueness.statistics.engine.resample import Weights

MOST_PLACES = 128
"""Pairs of values of which counting takes less time than a walk through the outputs; a byte numbers them."""

LOOKED_AT = 1000
"""Outputs among which there are too many values as a rule, where there are."""

HELD = 2**20
"""Counts, ones and zeros that are held at a time."""

Sides = tuple[FloatArray, FloatArray]
"""How often each value occurs: of the metric, shape (B, K, L), and of the human, shape (B, K, H)."""


@dataclasses.dataclass(frozen=True)
class ValueTables:
    """Outputs as places in the tables of K metrics with the human, ready for resamples of systems and inputs.

    Attributes
    ----------
    places : array of shape (K, N, M)
        Number of the metric's value times how many the human has, plus the number of that; -1 where no output is used.
    metric_values : array of shape (K, L)
        Different values of each metric, less the least and in a unit of their own; 0 beyond the last.
    human_values : array of shape (H,)
    coefficients : tuple of str
    """

    places: NDArray[np.int8]
    metric_values: FloatArray
    human_values: FloatArray
    coefficients: tuple[str, ...]

    @classmethod
    def of(
        cls, x: FloatArray, human: FloatArray, cells: BoolArray, coefficients: Collection[str]
    ) -> ValueTables | None:
        """Prepare outputs of K metrics (K, N, M) and the human (N, M) in the cells used; None if values are many."""
        pooled = np.concatenate([x, human[None]])[:, cells]
        if not pooled.size:
            return None
        for some in (pooled[:, :LOOKED_AT], pooled):
            found = [np.unique(row, return_inverse=True) for row in some]
            *sizes, n_human = (len(values) for values, _ in found)
            if max(sizes) * n_human > MOST_PLACES:
                return None
        numbers = np.stack([number for _, number in found])
        values = np.zeros((len(pooled), max(*sizes, n_human)))
        for row, (given, _) in zip(values, found, strict=True):
            above = given - given[0]
            # times a power of two: sums of whole numbers stay exact, and no square is too large or too small
            row[: len(given)] = np.ldexp(above, -np.frexp(above[-1])[1])
        places = np.full(x.shape, -1, dtype=np.int8)
        places[:, cells] = numbers[:-1] * n_human + numbers[-1]
        return cls(
            places=places,
            metric_values=values[:-1, : max(sizes)],
            human_values=values[-1, :n_human],
            coefficients=tuple(coefficients),
        )

    def values(self, weights: Weights) -> dict[str, FloatArray]:
        """Return the coefficients under B resamples: a dict to arrays of shape (B, K), NaN where undefined."""
        n_metrics, _, n_inputs = self.places.shape
        size = self.metric_values.shape[1] * len(self.human_values)
        step = max(1, HELD // (max(n_inputs, weights.size) * size))
        parts = [self._values(slice(start, start + step), weights) for start in range(0, n_metrics, step)]
        return {name: np.concatenate([part[name] for part in parts], axis=1) for name in self.coefficients}

    def without_each(self, units: IntArray, n_units: int) -> dict[str, FloatArray]:
        """Return the coefficients without each of U groups of outputs: a dict to arrays of shape (K, U).

        Parameters
        ----------
        units : array of shape (N·M,)
            The group of every output, 0 to U - 1; without one that has no outputs, all are there.
        n_units : int

        Time is O(N M), and O(U) for each place in a table where groups hold several outputs.
        """
        parts = [self._without_each(k, units, n_units) for k in range(len(self.places))]
        return {name: np.stack([part[name] for part in parts]) for name in self.coefficients}

    def _without_each(self, metric: int, units: IntArray, n_units: int) -> dict[str, FloatArray]:
        """Return the same of one metric, shape (U,)."""
        places = self.places[metric].reshape(-1).astype(np.intp)
        shape = self.metric_values.shape[1], len(self.human_values)
        size = shape[0] * shape[1]
        whole = np.bincount(places, minlength=size).astype(np.float64)
        here = slice(metric, metric + 1)
        found = {name: np.empty(n_units) for name in self.coefficients}
        held = np.bincount(units, minlength=n_units)
        if held.max(initial=0) <= 1:
            one_less = np.maximum(whole - np.eye(size), 0)  # of a place without outputs nobody asks
            answers = self._coefficients(here, np.vstack([one_less, whole]).reshape(-1, 1, *shape))
            place_of = np.full(n_units, size)
            place_of[units] = places
            return {name: answers[name][place_of, 0] for name in found}
        order = np.argsort(units, kind="stable")
        ends = np.cumsum(held)
        step = max(1, HELD // size)
        for start in range(0, n_units, step):
            stop = min(n_units, start + step)
            mine = order[ends[start] - held[start] : ends[stop - 1]]
            left = np.bincount((units[mine] - start) * size + places[mine], minlength=(stop - start) * size)
            answers = self._coefficients(here, (whole - left.reshape(-1, size)).reshape(-1, 1, *shape))
            for name, values in found.items():
                values[start:stop] = answers[name][:, 0]
        return found

    def _values(self, here: slice, weights: Weights) -> dict[str, FloatArray]:
        """Return the same of some metrics."""
        return self._coefficients(here, self._tables(here, weights))

    def _coefficients(self, here: slice, tables: FloatArray) -> dict[str, FloatArray]:
        """Return the coefficients of tables (B, K, L, H) of some metrics, shape (B, K)."""
        n = tables.sum(axis=(2, 3))
        sides = tables.sum(axis=3), tables.sum(axis=2)
        several = [np.count_nonzero(side, axis=2) > 1 for side in sides]
        defined = several[0] & several[1] & (n >= MINIMUM_OBSERVATIONS)
        found = {}
        for name in self.coefficients:
            if name == "pearson":
                products, spreads = self._moments(here, tables, sides, n)
            else:
                # pairs that are not tied, or a third of the sum of squared doubled midranks
                power = 3 if name == "spearman" else 2
                spreads = [(n**power - (side**power).sum(axis=2)) / power for side in sides]
                products = _midrank_products(tables, sides, n) if name == "spearman" else _net(tables)
            scale = np.sqrt(spreads[0] * spreads[1])
            ratio = np.divide(products, scale, out=np.full(n.shape, np.nan), where=defined & (scale > 0))
            found[name] = np.clip(ratio, -1.0, 1.0)
        return found

    def _tables(self, here: slice, weights: Weights) -> FloatArray:
        """Return how often every pair of values occurs, shape (B, K, L, H)."""
        n_metrics, n_systems, n_inputs = self.places[here].shape
        units = zip((weights.systems, weights.inputs), (n_systems, n_inputs), strict=True)
        drawn = [np.ones((1, size)) if side is None else side for side, size in units]
        number = exact_type(float(np.prod([side.sum(axis=1).max() for side in drawn])))
        values = np.arange(self.metric_values.shape[1] * len(self.human_values), dtype=np.int8)
        tables: Floats = np.zeros((weights.size, n_metrics * len(values)), dtype=number)
        rows = max(1, HELD // n_inputs)
        for k, places in enumerate(self.places[here].swapaxes(0, 1)):
            ones = (places[:, None] == values[:, None]).astype(number).reshape(-1, n_inputs)
            for start in range(0, weights.size, rows):
                draws = slice(start, start + rows)
                systems, inputs = (side[draws] if len(side) > 1 else side for side in drawn)
                tables[draws] += systems[:, k, None].astype(number) * (inputs.astype(number) @ ones.T)
        return tables.reshape(weights.size, n_metrics, -1, len(self.human_values)).astype(np.float64)

    def _moments(
        self, here: slice, tables: FloatArray, sides: Sides, n: FloatArray
    ) -> tuple[FloatArray, list[FloatArray]]:
        """Return n² times the covariance, and of both sides n² times the variance."""
        x, z = self.metric_values[here], self.human_values
        first, second = (_summed(side * values) for side, values in zip(sides, (x, z), strict=True))
        products = n * _summed((tables * z).sum(axis=3) * x) - first * second
        spreads = [
            np.maximum(n * _summed(side * np.square(values)) - np.square(total), 0)
            for side, values, total in zip(sides, (x, z), (first, second), strict=True)
        ]
        return products, spreads


def _summed(values: FloatArray) -> FloatArray:
    """Return sums over the last axis, added in order: places that other metrics need change no bit."""
    return np.asarray(np.cumsum(values, axis=-1)[..., -1])


def _midrank_products(tables: FloatArray, sides: Sides, n: FloatArray) -> FloatArray:
    """Return sums over outputs of products of doubled midranks, less n, of metric and human."""
    one, other = (2 * np.cumsum(side, axis=2) - side - n[:, :, None] for side in sides)
    return np.asarray(((tables * other[:, :, None]).sum(axis=3) * one).sum(axis=2))


def _net(tables: FloatArray) -> FloatArray:
    """Return concordant less discordant pairs."""
    concordant, discordant = pairs_of(tables)
    return concordant - discordant


def pairs_of(tables: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return how many pairs of outputs are concordant, and how many discordant.

    Parameters
    ----------
    tables : array of shape (..., L, H)
        How often every pair of values occurs.

    Returns
    -------
    tuple of two arrays of shape (...)
    """
    lower = np.cumsum(tables, axis=-2) - tables  # of smaller values of the metric
    upto = np.cumsum(lower, axis=-1)
    concordant = (tables * (upto - lower)).sum(axis=(-2, -1))
    return concordant, (tables * (upto[..., -1:] - upto)).sum(axis=(-2, -1))
