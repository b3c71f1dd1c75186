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
from collections.abc import Sequence

import numpy as np

from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.jackknife.replicates import Replicates
from trueness.statistics.jackknife.two_way_jackknife import (
    FEWEST_SYSTEMS,
    Precision,
    TwoWayJackknife,
    excess_share,
    joined,
    least_change,
    less_excess,
    of_replicates,
    of_units,
    room_for_excess,
)


@dataclasses.dataclass(frozen=True)
class InPool:
    """What C metrics of a table are in their pools.

    Attributes
    ----------
    metrics : array of shape (C,)
        Their places among the metrics of replicates.
    shares : array of shape (C,)
        Of the table in the pooled value; 0 where it has no part.
    values : array of shape (C,)
        The pooled values.
    entries : array of shape (C,)
        What Fisher's scale of the pooled values depends on (see `fisher_scale.z_scale`).
    tables : array of shape (C,)
        How many tables have a part in each value.
    """

    metrics: IntArray
    shares: FloatArray
    values: FloatArray
    entries: IntArray
    tables: IntArray


def pooled_replicates(replicates: Replicates, columns: InPool) -> Replicates:
    """Return pooled values without units of one of the tables.

    Parameters
    ----------
    replicates : Replicates
        Of the table.
    columns : InPool
    """
    own, shares = replicates.at(columns.metrics), columns.shares
    # alone, a table's values stay what they are to the last bit
    rest = np.where(shares == 1, 0.0, columns.values - shares * own.whole)
    return own.mapped(lambda values: np.where(shares > 0, rest + shares * values, columns.values))


def jackknife_in_pool(
    replicates: Replicates, level: str, coefficient: str, columns: InPool, *, fisher: bool = True
) -> TwoWayJackknife:
    """Return the jackknife of pooled values over the units of one table.

    Parameters
    ----------
    replicates : Replicates
        Of the table.
    level, coefficient : str
    columns : InPool
    fisher : bool
        False leaves the values on their own scale.
    """
    return of_replicates(
        pooled_replicates(replicates, columns),
        level,
        coefficient,
        fisher=fisher,
        entries=columns.entries,
        change=columns.shares * least_change(level, coefficient, replicates.entries),
        tables=columns.tables,
    )


def mean_without_systems(
    parts: Sequence[TwoWayJackknife], first: IntArray, second: IntArray | None
) -> FloatArray:
    """Return means of several coefficients and levels without each system, shape (N, P); of pairs their differences.

    Parameters
    ----------
    parts : sequence of TwoWayJackknife
        Of the same metrics and units on their own scale, one per coefficient and level.
    first, second : arrays of shape (P,)
        Places of metrics; no second for metrics alone.
    """
    return _mean(parts, [_picked(part.systems, first, second) for part in parts])


def mean_precision(
    parts: Sequence[TwoWayJackknife], first: IntArray, second: IntArray | None, over: str
) -> Precision:
    """Return how sure means of several coefficients and levels are; of pairs of metrics, how sure differences are.

    Parameters
    ----------
    parts, first, second
        As in `mean_without_systems`.
    over : {'both', 'systems', 'inputs', 'these'}
        What varies.
    """
    systems = mean_without_systems(parts, first, second)
    of_systems, degrees = of_units(systems, FEWEST_SYSTEMS)
    # those parts that do not know what two systems do together count as 0
    together = [_picked(part.together, first, second) for part in parts if len(part.together)]
    excess = np.square(_mean(parts, together)).sum(axis=0) if together else np.zeros(len(first))
    estimates = _mean(parts, [_picked(part.whole, first, second) for part in parts])
    if over == "systems":
        return Precision(estimates, less_excess(of_systems, excess, _share(parts, first)), degrees)
    alone, noises = (
        [_alone(part, first, second, inputs) for part in parts] for inputs in ("inputs", "these")
    )
    if over == "both":
        alone = [np.maximum(one - noise, 0.0) for one, noise in zip(alone, noises, strict=True)]
        noises = [np.zeros_like(noise) for noise in noises]
    of_inputs, noise = (np.square(_mean(parts, [np.sqrt(one) for one in some])) for some in (alone, noises))
    room = room_for_excess(of_systems, of_inputs - noise) if over == "both" else 1.0
    of_systems = less_excess(of_systems, excess, _share(parts, first, room))
    units = len(systems), min(part.n_inputs for part in parts)
    return joined(estimates, of_systems, degrees, of_inputs, noise, units, over)


def _share(parts: Sequence[TwoWayJackknife], metrics: IntArray, room: FloatArray | float = 1.0) -> FloatArray:
    return _mean(parts, [excess_share(part.coefficient, part.tables[metrics], room) for part in parts])


def _mean(parts: Sequence[TwoWayJackknife], values: Sequence[FloatArray]) -> FloatArray:
    """Return the mean over all parts; those that have no value count as 0."""
    return np.asarray(np.sum(values, axis=0) / len(parts))


def _alone(part: TwoWayJackknife, first: IntArray, second: IntArray | None, over: str) -> FloatArray:
    if second is None:
        return part.of_metrics(over).variances[first]
    return part.of_pairs(first, second, over).variances


def _picked(values: FloatArray, first: IntArray, second: IntArray | None) -> FloatArray:
    return np.asarray(values[..., first] if second is None else values[..., first] - values[..., second])


def added_strata(
    variances: FloatArray, degrees: FloatArray, part: BoolArray
) -> tuple[FloatArray, FloatArray]:
    """Return the variances, and their degrees of freedom, of sums over independent tables.

    Parameters
    ----------
    variances, degrees : arrays of shape (T, C)
        Of each table.
    part : array of shape (T, C)
        Whether a table has a part in a value.

    Returns
    -------
    two arrays of shape (C,)
        NaN where no table has a part.
    """
    count = part.sum(axis=0)
    total = np.where(part, variances, 0.0).sum(axis=0)
    doubts = np.divide(np.square(variances), degrees, out=np.zeros_like(variances), where=part).sum(axis=0)
    # of one table its own; if nothing varies, the least
    least = np.fmin.reduce(np.where(part, degrees, np.nan), axis=0, initial=np.nan)
    joint = np.divide(np.square(total), doubts, out=least, where=(count > 1) & (doubts > 0))
    return np.where(count > 0, total, np.nan), joint
