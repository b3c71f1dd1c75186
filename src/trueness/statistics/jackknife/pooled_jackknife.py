"""The two-way jackknife of values that are pooled over independent tables (those that share systems: `shared_strata`).

A pooled value is P = sum over t of a_t r_t, with r_t the coefficient of table t and a_t the share of that table: its
weight or, for shares of pairs, its number of pairs, which is taken as given. Without a unit of table t only r_t
changes. So every table is a stratum: of P without each system of table t, without each of its inputs, and without
both, all on Fisher's scale of P, follows a variance V_t as it does for one table (`two_way_jackknife`), and

    V = sum over t of V_t,    d = V^2 / sum over t of V_t^2 / d_t

with Satterthwaite's degrees of freedom. For one table, P is r and V is what `two_way_jackknife` gives.

The mean of pooled values of several coefficients and levels stays on its own scale. What systems contribute to it
follows from leaving them out of all of them at once. Inputs are left out one by one for some coefficients and in halves
for others, so that they cannot be left out of all in the same way: of the standard deviations over inputs the mean is
taken, which is what they are together if they vary together, and else too large.

Stratified jackknife: Jones (1974), Journal of the American Statistical Association 69; Satterthwaite (1946), Biometrics
Bulletin 2.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

import numpy as np

from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.fisher_scale import inverse_z_scale, z_scale
from trueness.statistics.jackknife.apart_differences import ApartDifferences
from trueness.statistics.jackknife.two_way_folds import Folds
from trueness.statistics.jackknife.two_way_jackknife import (
    FEWEST_SYSTEMS,
    Precision,
    TwoWayJackknife,
    excess_share,
    joined,
    least_change,
    less_excess,
    of_folds,
    of_units,
    room_for_excess,
    second_order,
)


@dataclasses.dataclass(frozen=True)
class InPool:
    """What C metrics of a table are in their pools.

    Attributes
    ----------
    metrics : array of shape (C,)
        Their places among the metrics of folds.
    shares : array of shape (C,)
        Of the table in the pooled value; 0 where it has no part.
    values : array of shape (C,)
        The pooled values.
    entries : int
        What Fisher's scale of the pooled values depends on (see `fisher_scale.z_scale`).
    tables : array of shape (C,)
        How many tables have a part in each value.
    """

    metrics: IntArray
    shares: FloatArray
    values: FloatArray
    entries: int
    tables: IntArray


def folds_in_pool(folds: Folds, columns: InPool) -> Folds:
    """Return pooled values without units of one of the tables.

    Parameters
    ----------
    folds : Folds
        Of the table.
    columns : InPool
    """
    shares, metrics = columns.shares, columns.metrics
    # alone, a table's values stay what they are to the last bit
    rest = np.where(shares == 1, 0.0, columns.values - shares * folds.whole[metrics])

    def put(values: FloatArray) -> FloatArray:
        return np.where(shares > 0, rest + shares * values[..., metrics], columns.values)

    def both() -> Iterator[FloatArray]:
        return (put(block) for block in folds.both())

    n = folds.n_systems
    two: FloatArray = np.empty((len(metrics), 0, 0))
    if folds.two.size:
        two = put(folds.two.reshape(-1, n * n).T).T.reshape(-1, n, n)
    return dataclasses.replace(
        folds,
        entries=columns.entries,
        whole=put(folds.whole),
        systems=put(folds.systems),
        inputs=put(folds.inputs),
        both=both,
        two=two,
        far=None
        if folds.far is None
        else folds.far._replace(without=put(folds.far.without), own=folds.far.own[:, :, metrics]),
    )


def jackknife_in_pool(folds: Folds, level: str, coefficient: str, columns: InPool) -> TwoWayJackknife:
    """Return the jackknife of pooled values over the units of one table, on Fisher's scale.

    Parameters
    ----------
    folds : Folds
        Of the table.
    level, coefficient : str
    columns : InPool
    """
    change = columns.shares * least_change(level, coefficient, folds.entries)
    return of_folds(folds_in_pool(folds, columns), level, coefficient, change=change, tables=columns.tables)


@dataclasses.dataclass(frozen=True)
class MeanInPool:
    """Means of pooled values of several coefficients and levels, and what they are without units of one of the tables.

    Parameters
    ----------
    parts : sequence of TwoWayJackknife
        Of the same metrics on their own scale, one per coefficient and level.
    twice : sequence of arrays
        What every two systems do together (see `two_way_jackknife.second_order`), for those parts that know.
    evenness : float
        See `two_way_folds.Folds`.
    """

    parts: Sequence[TwoWayJackknife]
    twice: Sequence[FloatArray]
    evenness: float = 1.0

    @classmethod
    def of(cls, folds: Sequence[tuple[Folds, str, str, InPool]]) -> MeanInPool:
        """Return the means from folds of one table, each with its level, its coefficient and its pool."""
        parts, twice = [], []
        for own, level, coefficient, columns in folds:
            pooled = folds_in_pool(own, columns)
            parts.append(of_folds(pooled, level, coefficient, fisher=False, tables=columns.tables))
            if pooled.two.size:
                rows, others = np.triu_indices(pooled.n_systems, 1)
                twice.append(second_order(pooled.whole, pooled.systems, pooled.two[:, rows, others].T))
        return cls(parts, twice, min((own.evenness for own, *_ in folds), default=1.0))

    def without_systems(self, first: IntArray, second: IntArray | None) -> FloatArray:
        """Return the means without each system, shape (N, P); for pairs of metrics their differences.

        Parameters
        ----------
        first, second : arrays of shape (P,)
            Places of metrics; no second for metrics alone.
        """
        return self._mean([_picked(part.systems, first, second) for part in self.parts])

    def precision(self, first: IntArray, second: IntArray | None, over: str) -> Precision:
        """Return how sure the means are; for pairs of metrics how sure their differences are.

        Parameters
        ----------
        first, second : arrays of shape (P,)
            Places of metrics; no second for metrics alone.
        over : {'both', 'systems', 'inputs', 'these'}
            What varies.
        """
        systems = self.without_systems(first, second)
        of_systems, degrees = of_units(systems, FEWEST_SYSTEMS)
        n = len(systems)
        excess = np.zeros(len(first))
        if self.twice:
            together = self._mean([_picked(twice, first, second) for twice in self.twice])
            excess = self.evenness * np.sum(np.square(together), axis=0) / (n * (n + 1))
        estimates = self._mean([_picked(part.whole, first, second) for part in self.parts])
        n_inputs = min(part.n_inputs for part in self.parts)
        if over == "systems":
            return Precision(estimates, less_excess(of_systems, excess, self._share(first)), degrees)
        alone = [self._alone(part, first, second, "inputs") for part in self.parts]
        noises = [self._alone(part, first, second, "these") for part in self.parts]
        if over == "both":
            alone = [np.maximum(one - noise, 0.0) for one, noise in zip(alone, noises, strict=True)]
            noises = [np.zeros_like(noise) for noise in noises]
        of_inputs, noise = (np.square(self._mean([np.sqrt(one) for one in some])) for some in (alone, noises))
        room = room_for_excess(of_systems, of_inputs - noise) if over == "both" else 1.0
        of_systems = less_excess(of_systems, excess, self._share(first, room))
        return joined(estimates, of_systems, degrees, of_inputs, noise, (n, n_inputs), over)

    def _share(self, metrics: IntArray, room: FloatArray | float = 1.0) -> FloatArray:
        shares = [excess_share(part.coefficient, part.tables[metrics], room) for part in self.parts]
        return np.asarray(np.mean(shares, axis=0))

    def _mean(self, values: Sequence[FloatArray]) -> FloatArray:
        """Return the mean over all parts; those that are not there count as 0."""
        return np.asarray(np.sum(values, axis=0) / len(self.parts))

    @staticmethod
    def _alone(part: TwoWayJackknife, first: IntArray, second: IntArray | None, over: str) -> FloatArray:
        if second is None:
            return part.of_metrics(over).variances[first]
        return part.of_pairs(first, second, over).variances


def _picked(values: FloatArray, first: IntArray, second: IntArray | None) -> FloatArray:
    return np.asarray(values[..., first] if second is None else values[..., first] - values[..., second])


class Strata:
    """Variances of C pooled values, added up table by table.

    Parameters
    ----------
    size : int
        C.
    """

    def __init__(self, size: int) -> None:
        self.variances = np.zeros(size)
        self._doubts = np.zeros(size)
        self._degrees = np.full(size, np.nan)
        self._count = np.zeros(size, dtype=np.intp)

    def add(self, places: IntArray, variances: FloatArray, degrees: FloatArray, part: BoolArray) -> None:
        """Add what a table contributes.

        Parameters
        ----------
        places : array of shape (c,)
            Which of the values these are.
        variances, degrees : arrays of shape (c,)
        part : array of shape (c,)
            Whether the table has a part in the value.
        """
        there = places[part]
        self.variances[there] += variances[part]
        self._doubts[there] += np.square(variances[part]) / degrees[part]
        self._degrees[there] = np.fmin(self._degrees[there], degrees[part])
        self._count[there] += 1

    @property
    def has_part(self) -> BoolArray:
        """In which values some table has a part, shape (C,)."""
        return self._count > 0

    def precision(self, estimates: FloatArray) -> Precision:
        """Return how sure estimates are: not at all where no table has a part."""
        several = (self._count > 1) & (self._doubts > 0)
        # of one table its own; if nothing varies, the least
        degrees = np.divide(np.square(self.variances), self._doubts, out=self._degrees.copy(), where=several)
        return Precision(estimates, np.where(self._count > 0, self.variances, np.nan), degrees)


def pooled_z(values: FloatArray, coefficient: str, entries: IntArray) -> FloatArray:
    """Return values on Fisher's scale, each with its own n.

    Parameters
    ----------
    values, entries : arrays of shape (C,)
    coefficient : str
    """
    found = np.empty(len(values))
    for n in np.unique(entries):
        found[entries == n] = z_scale(values[entries == n], coefficient, int(n))
    return found


def pooled_limits(
    values: FloatArray, precision: Precision, confidence: float, coefficient: str, entries: IntArray
) -> tuple[FloatArray, FloatArray]:
    """Return limits of pooled values from what is known of them on Fisher's scale, within the coefficient's range.

    Parameters
    ----------
    values : array of shape (C,)
        Within their limits, also those of one, which has a finite place on that scale.
    precision : Precision
    confidence : float
    coefficient : str
    entries : array of shape (C,)
    """
    limits = precision.limits(confidence)
    found = np.empty((2, len(entries)))
    for n in np.unique(entries):
        here = entries == n
        for side, limit in enumerate(limits):
            found[side, here] = inverse_z_scale(limit[here], coefficient, int(n))
    facts = coefficient_facts(coefficient)
    low, high = np.clip(found, facts.low, facts.high)
    return np.minimum(low, values), np.maximum(high, values)


def pooled_apart(
    sides: tuple[FloatArray, FloatArray],
    variances: tuple[FloatArray, FloatArray],
    precision: Precision,
    coefficient: str,
    entries: IntArray,
) -> ApartDifferences:
    """Return differences of pooled values with what is known of them on Fisher's scale.

    Parameters
    ----------
    sides : two arrays of shape (P,)
        On the scale.
    variances : two arrays of shape (P,)
        Of both sides.
    precision : Precision
        Of the differences.
    coefficient : str
    entries : array of shape (P,)
    """
    found = ApartDifferences.of(sides, (*variances, precision.variances), precision.degrees, coefficient, 1)
    return dataclasses.replace(found, n=entries)
