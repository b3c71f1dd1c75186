"""Quotients of sums over tables: averages of coefficients and shares of all tables' pairs, with their resamples."""

from __future__ import annotations

import dataclasses

import numpy as np

from trueness.statistics.array_types import FloatArray, IntArray, Key
from trueness.statistics.resampling.permuted_tables import ACCURACY_KEY, OVERALL_KEY
from trueness.studies.tables.table_values import TableValues, difference, quotients


@dataclasses.dataclass(frozen=True)
class PooledValues:
    """Pooled quotients at one level and coefficient, for C columns.

    Attributes
    ----------
    sides : array of shape (S, C)
        Of the column's metric and, for pairs, of its rival.
    samples : array of shape (B, C), or None
        In resamples; for pairs of the difference.
    folds : list of arrays of shape (units, C)
        Without each unit, per resampled axis of every table.
    n_tables, n_undefined : arrays of shape (C,)
        Tables in the pool, and those left out of it since the value is undefined there.
    """

    sides: FloatArray
    samples: FloatArray | None
    folds: list[FloatArray]
    n_tables: IntArray
    n_undefined: IntArray

    @property
    def estimates(self) -> FloatArray:
        """The values on the data, shape (C,): for pairs the difference."""
        return difference(self.sides)


@dataclasses.dataclass
class Pool:
    """Sums over tables of numerators and totals, table after table, so that no table's resamples are kept.

    A table in which a column is undefined on the data has no part in that column. A resample in which a table of
    the pool has no coefficient has none for the pool. With one table every quotient is the table's, to the last bit.
    """

    _sides: dict[Key, FloatArray] = dataclasses.field(default_factory=dict)
    _totals: dict[Key, FloatArray] = dataclasses.field(default_factory=dict)
    _samples: dict[Key, FloatArray] = dataclasses.field(default_factory=dict)
    _sample_totals: dict[Key, FloatArray] = dataclasses.field(default_factory=dict)
    _folds: dict[Key, list[tuple[FloatArray, FloatArray, FloatArray, FloatArray]]] = dataclasses.field(
        default_factory=dict
    )
    _n_tables: dict[Key, IntArray] = dataclasses.field(default_factory=dict)
    _n_undefined: dict[Key, IntArray] = dataclasses.field(default_factory=dict)

    def add(self, found: dict[Key, TableValues], columns: IntArray, weight: float) -> None:
        """Add a table.

        Parameters
        ----------
        found : dict of (level, coefficient) to TableValues
        columns : array of shape (C,)
            Where the pool's columns stand among the table's.
        weight : float
            Of the table in averages; the pairwise accuracy is weighted by its pairs.
        """
        for key, values in found.items():
            factor = 1.0 if key == ACCURACY_KEY else weight
            sides, totals = values.sides[:, columns], values.totals[columns]
            defined = ~np.isnan(totals)

            def part(
                numbers: FloatArray, defined: FloatArray = defined, factor: float = factor
            ) -> FloatArray:
                return np.where(defined, numbers * factor, 0.0)

            _accumulate(self._sides, key, part(sides))
            _accumulate(self._totals, key, part(totals))
            _accumulate(self._n_tables, key, defined.astype(np.intp))
            _accumulate(self._n_undefined, key, (~defined).astype(np.intp))
            if values.samples is not None and values.sample_totals is not None:
                _accumulate(self._samples, key, part(values.samples[:, columns]))
                _accumulate(self._sample_totals, key, part(values.sample_totals[..., columns]))
            own = part(values.numerators[columns]), part(totals)
            self._folds.setdefault(key, []).extend(
                (*own, part(numerators[:, columns]), part(left[:, columns]))
                for numerators, left in values.folds
            )

    def values(self, *, overall: bool = False) -> dict[Key, PooledValues]:
        """Return the pooled quotients; `overall` adds the mean of all of them (`OVERALL_KEY`)."""
        found: dict[Key, PooledValues] = {}
        for key, sides in self._sides.items():
            totals = self._totals[key]
            whole = difference(sides)
            samples = None
            if key in self._samples:
                samples = quotients(self._samples[key], self._sample_totals[key])
            found[key] = PooledValues(
                quotients(sides, totals),
                samples,
                # in this order, so that with one table a value is the table's own
                [
                    quotients(whole - numerators + without, totals - total + left)
                    for numerators, total, without, left in self._folds[key]
                ],
                self._n_tables[key],
                self._n_undefined[key],
            )
        if overall and found:
            found[OVERALL_KEY] = _mean(list(found.values()))
        return found


def _mean(parts: list[PooledValues]) -> PooledValues:
    """Return the mean of pooled values, undefined where one of them is."""
    samples = None
    drawn = [part.samples for part in parts if part.samples is not None]
    if len(drawn) == len(parts):
        samples = np.asarray(sum(drawn[1:], start=drawn[0]) / len(parts))
    return PooledValues(
        np.asarray(np.mean([part.sides for part in parts], axis=0)),
        samples,
        [np.asarray(np.mean(axis, axis=0)) for axis in zip(*(part.folds for part in parts), strict=True)],
        np.min([part.n_tables for part in parts], axis=0),
        np.max([part.n_undefined for part in parts], axis=0),
    )


def _accumulate(sums: dict[Key, np.ndarray], key: Key, values: np.ndarray) -> None:
    sums[key] = sums[key] + values if key in sums else values
