"""What one table brings to a pool: quotients of a numerator and a total, on the data, in resamples, and left out.

Every pooled value is a quotient of sums over tables. For a coefficient a table's numerator is the coefficient, its
total 1, and the table's weight multiplies both: a weighted average. For the pairwise accuracy they are pairs ordered
right and all pairs: one share of all pairs. A column is a metric, or a pair of metrics, whose numerator is the
difference of two on the cells both have.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np

from trueness.statistics.array_types import FloatArray, IntArray, Key
from trueness.statistics.engine.resample import BootstrapPlan, Weights
from trueness.statistics.jackknife.jackknife import jackknife, left_out_axes
from trueness.statistics.pairs.accuracy_counts import (
    AccuracyCounts,
    accuracy_counts,
    bootstrap_accuracy_counts,
)
from trueness.statistics.resampling.bootstrap import GroupSamples, bootstrap, bootstrap_plan
from trueness.statistics.resampling.level_correlations import level_correlations
from trueness.statistics.resampling.permuted_tables import ACCURACY_KEY, OVERALL_KEY
from trueness.statistics.score_arrays import CellGroup, ScoreArrays
from trueness.studies.compare.settings import Settings

Column = tuple[int, ...]
"""One metric, or a metric and its rival, by their positions in the arrays of a table."""

Columns = Sequence[tuple[CellGroup, Sequence[Column]]]
"""Groups of metrics compared on the same cells, each with the columns of which they are made."""

Fold = tuple[FloatArray, FloatArray]
"""Numerators and totals without each unit of an axis, both of shape (units, C)."""


@dataclasses.dataclass(frozen=True)
class TableValues:
    """Quotients of one table at one level and coefficient, for C columns.

    Attributes
    ----------
    sides : array of shape (S, C)
        The numerators of the column's metric and, for pairs, of its rival: S is 1 or 2.
    totals : array of shape (C,)
        NaN beside undefined numerators.
    samples, sample_totals : array of shape (B, C), or None
        Numerators and totals in resamples.
    folds : tuple of Fold
        Without each unit, per resampled axis; for BCa intervals only.
    n_undefined : array of shape (C,)
        Units (inputs, systems) without a coefficient, for single metrics.
    """

    sides: FloatArray
    totals: FloatArray
    samples: FloatArray | None
    sample_totals: FloatArray | None
    folds: tuple[Fold, ...]
    n_undefined: IntArray

    @property
    def numerators(self) -> FloatArray:
        """The numerators on the data, shape (C,): for pairs the difference."""
        return difference(self.sides)

    @property
    def estimates(self) -> FloatArray:
        """The quotients on the data, shape (S, C)."""
        return quotients(self.sides, self.totals)

    @property
    def sample_values(self) -> FloatArray | None:
        """The quotients in resamples, shape (B, C)."""
        if self.samples is None or self.sample_totals is None:
            return None
        return quotients(self.samples, self.sample_totals)

    @property
    def fold_values(self) -> list[FloatArray]:
        """The quotients without each unit, per axis an array of shape (units, C)."""
        return [quotients(numerators, totals) for numerators, totals in self.folds]

    def of_pairs(self, first: IntArray, second: IntArray) -> TableValues:
        """Return the values of pairs of these columns, which must be of single metrics on the same cells."""
        undefined = np.isnan(self.totals[first] + self.totals[second])
        return TableValues(
            sides=np.stack([self.sides[0, first], self.sides[0, second]]),
            totals=np.where(undefined, np.nan, self.totals[first]),
            samples=None if self.samples is None else self.samples[:, first] - self.samples[:, second],
            sample_totals=None if self.sample_totals is None else self.sample_totals[..., first],
            folds=tuple(
                (values[:, first] - values[:, second], totals[:, first]) for values, totals in self.folds
            ),
            n_undefined=self.n_undefined[first],
        )


def quotients(numerators: FloatArray, totals: FloatArray) -> FloatArray:
    """Return numerators divided by totals, NaN where a total is not positive or a numerator undefined."""
    with np.errstate(invalid="ignore"):
        positive = totals > 0
    shape = np.broadcast_shapes(numerators.shape, totals.shape)
    result: FloatArray = np.full(shape, np.nan)
    return np.asarray(np.divide(numerators, totals, out=result, where=positive))


def table_values(
    arrays: ScoreArrays, columns: Columns, settings: Settings, *, over: str | None, bca: bool = False
) -> dict[Key, TableValues]:
    """Return the quotients of a table, per level and coefficient, for the columns in the order of the groups.

    Parameters
    ----------
    arrays : ScoreArrays
    columns : sequence of (CellGroup, columns)
    settings : Settings
        Its levels, coefficients, resamples and seed are used.
    over : {'systems', 'inputs', 'both'}, optional
        What is resampled; by default nothing.
    bca : bool
        Whether values without each unit are wanted, too.

    Raises
    ------
    UnsupportedMethodError
        If what should vary has only one member.
    """
    groups = [group for group, _ in columns]
    plan = None if over is None else bootstrap_plan(arrays, over, settings.resamples, settings.seed)
    found: dict[Key, TableValues] = {}
    engine = [key for key in settings.keys if key != ACCURACY_KEY]
    if engine:
        found = _of_coefficients(arrays, columns, engine, plan, bca=bca)
    if ACCURACY_KEY in settings.keys:
        drawn: list[AccuracyCounts] = []
        if plan is not None:
            drawn = bootstrap_accuracy_counts(arrays, groups, plan)
        found[ACCURACY_KEY] = _of_accuracy(arrays, columns, plan, drawn, bca=bca)
    return {key: found[key] for key in settings.keys}


def _of_coefficients(
    arrays: ScoreArrays,
    columns: Columns,
    keys: Sequence[Key],
    plan: BootstrapPlan | None,
    *,
    bca: bool,
) -> dict[Key, TableValues]:
    groups = [group for group, _ in columns]
    at: dict[str, list[str]] = {}
    for level, name in keys:
        at.setdefault(level, []).append(name)
    drawn: list[GroupSamples] = []
    if plan is not None:
        names = tuple(dict.fromkeys(name for _, name in keys))
        drawn = bootstrap(arrays, groups, plan, tuple(at), names)
    points = [
        {
            level: level_correlations(arrays, group, Weights(None, None), level, here)
            for level, here in at.items()
        }
        for group in groups
    ]
    folds: list[dict[Key, list[FloatArray]]] = []
    if plan is not None and bca:
        for group in groups:
            left: dict[Key, list[FloatArray]] = {}
            for level, here in at.items():
                left |= jackknife(arrays, group, plan, (level,), here)
            folds.append(left)
    found: dict[Key, TableValues] = {}
    for key in keys:
        level, name = key
        sides = _sides(columns, [point[level].values[name] for point in points])[:, 0]
        undefined = np.concatenate(
            [point[level].n_undefined[name][0, [group.metrics.index(column[0]) for column in members]]
             for point, (group, members) in zip(points, columns, strict=True)]
        )  # fmt: skip
        samples = difference(_sides(columns, [part.values[key] for part in drawn])) if drawn else None
        axes = [fold[key] for fold in folds]
        left_out = [difference(_sides(columns, list(axis))) for axis in zip(*axes, strict=True)]
        found[key] = TableValues(
            sides=sides,
            totals=np.where(np.isnan(sides).any(axis=0), np.nan, 1.0),
            samples=samples,
            sample_totals=None if samples is None else np.ones(samples.shape[1]),
            folds=tuple((values, np.ones(values.shape)) for values in left_out),
            n_undefined=undefined.astype(np.intp),
        )
    return found


def _of_accuracy(
    arrays: ScoreArrays,
    columns: Columns,
    plan: BootstrapPlan | None,
    drawn: Sequence[AccuracyCounts],
    *,
    bca: bool,
) -> TableValues:
    def counted(weights: Weights) -> tuple[FloatArray, FloatArray]:
        found = [accuracy_counts(arrays, group, weights) for group, _ in columns]
        return _counted(columns, found)

    right, pairs = counted(Weights(None, None))
    samples = sample_totals = None
    if drawn:
        both, sample_totals = _counted(columns, drawn)
        samples = difference(both)
    folds = []
    if plan is not None and bca:
        for axis in left_out_axes(plan):
            numerators, totals = zip(*map(counted, axis.weights()), strict=True)
            folds.append((np.concatenate(numerators, axis=1), np.concatenate(totals)))
    defined = ~np.isnan(right[:, 0]).any(axis=0) & (pairs[0] > 0)
    return TableValues(
        sides=right[:, 0],
        totals=np.where(defined, pairs[0], np.nan),
        samples=samples,
        sample_totals=sample_totals,
        folds=tuple((difference(numerators), totals) for numerators, totals in folds),
        n_undefined=np.zeros(right.shape[2], dtype=np.intp),
    )


def _counted(columns: Columns, found: Sequence[AccuracyCounts]) -> tuple[FloatArray, FloatArray]:
    """Return the sides' right pairs (S, B, C) and all pairs (B, C)."""
    totals = _sides(columns, [counts.pairs for counts in found])[0]
    return _sides(columns, [counts.right for counts in found]), totals


def _sides(columns: Columns, values: Sequence[FloatArray]) -> FloatArray:
    """Return the values (B, K) of the groups' metrics as those of the columns' sides, shape (S, B, C)."""
    return np.concatenate(
        [
            np.stack(
                [
                    value[:, [group.metrics.index(metric) for metric in side]]
                    for side in zip(*members, strict=True)
                ]
            )
            for value, (group, members) in zip(values, columns, strict=True)
        ],
        axis=2,
    )


def difference(sides: FloatArray) -> FloatArray:
    """Return the values of metrics, or of pairs as differences: (S, ..., C) becomes (..., C)."""
    return np.asarray(sides[0] if len(sides) == 1 else sides[0] - sides[1])


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
class TableSums:
    """Sums over tables of numerators and totals, table after table, so that no table's resamples are kept.

    A table in which a column is undefined on the data has no part in that column. A resample in which a table of
    the pool has no coefficient has none for the pool. With one table every quotient is the table's, to the last bit.
    """

    _sides: dict[Key, FloatArray] = dataclasses.field(default_factory=dict)
    _totals: dict[Key, FloatArray] = dataclasses.field(default_factory=dict)
    _parts: dict[Key, list[FloatArray]] = dataclasses.field(default_factory=dict)
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
            self._parts.setdefault(key, []).append(part(totals))
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

    def shares(self) -> dict[Key, list[FloatArray]]:
        """Return the share of every table in every value, shape (C,) each: 0 where the table has no part."""
        return {
            key: [np.nan_to_num(quotients(part, self._totals[key])) for part in parts]
            for key, parts in self._parts.items()
        }

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
                sides=quotients(sides, totals),
                samples=samples,
                # in this order, so that with one table a value is the table's own
                folds=[
                    quotients(whole - numerators + without, totals - total + left)
                    for numerators, total, without, left in self._folds[key]
                ],
                n_tables=self._n_tables[key],
                n_undefined=self._n_undefined[key],
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
        sides=np.asarray(np.mean([part.sides for part in parts], axis=0)),
        samples=samples,
        folds=[
            np.asarray(np.mean(axis, axis=0)) for axis in zip(*(part.folds for part in parts), strict=True)
        ],
        n_tables=np.min([part.n_tables for part in parts], axis=0),
        n_undefined=np.max([part.n_undefined for part in parts], axis=0),
    )


def _accumulate(sums: dict[Key, np.ndarray], key: Key, values: np.ndarray) -> None:
    sums[key] = sums[key] + values if key in sums else values
