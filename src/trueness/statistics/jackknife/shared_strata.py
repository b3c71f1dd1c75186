"""Variances of pooled values whose tables share systems, as the language pairs of a test set do.

Let z_t(i) be a pooled value, on its scale, without system i of table t. What that system contributes there is

    u_t(i) = sqrt((N_t - 1) / N_t) (z_t(i) - mean over i of z_t(i)),    V_sys,t = sum over i of u_t(i)^2.

A system of one name is one system: without it the pooled value moves by the sum of its contributions, c(i) = sum over
t of u_t(i), to first order. So the jackknife over the union of names gives sum over i of c(i)^2, which is what the
tables give one by one and, beside it, what they have in common,

    V = sum over t of V_t + sum over i of (c(i)^2 - sum over t of u_t(i)^2).

Tables that share nothing keep their variances: those are strata. Tables that are linked by systems are one stratum
together. Its degrees of freedom are those of its c(i), less for kurtosis as for one table, and not more than the
tables would have without a system in common. By chance the common part may be far below 0 where few systems are
shared: a stratum keeps at least `LEAST_SHARE` of what its tables have one by one.

The delete-one-group jackknife with systems as groups: Wolter (2007), Introduction to Variance Estimation, section 4.2;
clusters that cut across strata: Cameron, Gelbach and Miller (2011), Journal of Business and Economic Statistics 29.
"""

from __future__ import annotations

import collections
import dataclasses
from collections.abc import Hashable, Sequence

import numpy as np

from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.jackknife.pooled_jackknife import added_strata
from trueness.statistics.jackknife.two_way_jackknife import FEWEST_SYSTEMS, Precision, of_units

LEAST_SHARE = 0.5
"""Of the variances of linked tables that is kept whatever they seem to have in common."""


def linked(units: Sequence[Sequence[Hashable]]) -> tuple[int, ...]:
    """Return which tables belong together, since they share units, directly or over others.

    Parameters
    ----------
    units : sequence of sequences of names
        Of every table.

    Returns
    -------
    tuple of int
        The number of the stratum of each table, from 0 in the order of the tables.

    Examples
    --------
    >>> linked([["a", "b"], ["c"], ["b", "d"], ["d"]])
    (0, 1, 0, 0)
    """
    stratum = list(range(len(units)))
    first: dict[Hashable, int] = {}
    for t, names in enumerate(units):
        for name in names:
            old, new = stratum[t], stratum[first.setdefault(name, t)]
            if old != new:
                least = min(old, new)
                stratum = [least if one in (old, new) else one for one in stratum]
    order = {one: k for k, one in enumerate(dict.fromkeys(stratum))}
    return tuple(order[one] for one in stratum)


def contributions(without: FloatArray) -> FloatArray:
    """Return what units contribute: squared and added up, the jackknife's variance.

    Parameters
    ----------
    without : array of shape (n, P)
        Values without each unit.
    """
    n = len(without)
    if n == 0:
        return without
    return np.asarray((without - without.mean(axis=0)) * np.sqrt((n - 1) / n))


@dataclasses.dataclass
class _Linked:
    """What U units that are in several tables contribute to C values, arrays of shape (U, C) and (C,)."""

    units: dict[Hashable, int]
    together: FloatArray
    seen: BoolArray
    squares: FloatArray


class SharedStrata:
    """Variances of C pooled values, added up over T tables, where units may be in several of them.

    Parameters
    ----------
    size : int
        C.
    strata : sequence of int
        The stratum of every table, see `linked`.
    units : sequence of sequences of names
        Of every table.
    """

    def __init__(self, size: int, strata: Sequence[int], units: Sequence[Sequence[Hashable]]) -> None:
        shape = len(strata), size
        self._strata: IntArray = np.array(strata, dtype=np.intp)
        self._variances, self._degrees = np.full(shape, np.nan), np.full(shape, np.nan)
        self._part: BoolArray = np.zeros(shape, dtype=np.bool_)
        self._linked: dict[int, _Linked] = {}
        for stratum, n_tables in collections.Counter(strata).items():
            if n_tables > 1:
                tables = np.flatnonzero(self._strata == stratum)
                names = dict.fromkeys(name for t in tables.tolist() for name in units[t])
                places = {name: k for k, name in enumerate(names)}
                among = np.zeros((len(names), size))
                self._linked[stratum] = _Linked(places, among, among > 0, np.zeros(size))

    def add(
        self,
        table: int,
        places: IntArray,
        precision: Precision,
        part: BoolArray,
        units: Sequence[Hashable],
        contributed: FloatArray | None,
    ) -> None:
        """Add what a table contributes.

        Parameters
        ----------
        table : int
        places : array of shape (c,)
            Which of the values these are; each once.
        precision : Precision
            Of these values, over this table alone.
        part : array of shape (c,)
            Whether the table has a part in the value.
        units : sequence of names
            The units left out of the table.
        contributed : array of shape (units, c), optional
            What they contribute (see `contributions`); None where the values apply to these units alone.
        """
        self._variances[table, places] = precision.variances
        self._degrees[table, places] = precision.degrees
        self._part[table, places] = part
        here = self._linked.get(int(self._strata[table]))
        if here is None or contributed is None:
            return
        rows: IntArray = np.array([here.units[unit] for unit in units], dtype=np.intp)
        there = np.ix_(rows, places[part])
        here.together[there] += contributed[:, part]
        here.squares[places[part]] += np.square(contributed[:, part]).sum(axis=0)
        here.seen[there] = True

    def precision(self, estimates: FloatArray) -> Precision:
        """Return how sure estimates are: not at all where no table has a part."""
        alone = ~np.isin(self._strata, list(self._linked))
        rows = [(self._variances[alone], self._degrees[alone], self._part[alone])]
        for stratum, here in self._linked.items():
            tables = self._strata == stratum
            part = self._part[tables]
            own, degrees = added_strata(self._variances[tables], self._degrees[tables], part)
            common = np.square(here.together).sum(axis=0) - here.squares
            variances = np.maximum(own + common, LEAST_SHARE * own)
            degrees = np.fmin(degrees, _degrees(here.together, here.seen))
            rows.append((variances[None], degrees[None], part.any(axis=0)[None]))
        return Precision(
            estimates, *added_strata(*(np.concatenate(each) for each in zip(*rows, strict=True)))
        )


def _degrees(contributed: FloatArray, seen: BoolArray) -> FloatArray:
    """Return degrees of freedom of what units contribute to each value, NaN where none does; shape (P,)."""
    found: FloatArray = np.full(contributed.shape[1], np.nan)
    patterns, which = np.unique(seen, axis=1, return_inverse=True)
    for k, pattern in enumerate(patterns.T):
        here = np.flatnonzero(which.reshape(-1) == k)
        if pattern.any():
            found[here] = of_units(contributed[np.ix_(pattern, here)], FEWEST_SYSTEMS)[1]
    return found
