"""Agreement of every pair of annotators with its interval: few categories, so tables of counts say all there is.

A table has how often each rating of the one meets each of the other. Without a system, an input or an output it has a
few counts less; no output is looked at twice, and pairs stand side by side.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trueness.errors import check_choice, check_proportion
from trueness.statistics.annotators.agreement_jackknife import OVERS, LeftOut, left_out, limits_of
from trueness.statistics.array_types import BoolArray, FloatArray, IntArray

PAIR_MEASURES = ("kappa", "kappa_quadratic", "ac1")

MOST_CATEGORIES = 20
"""With more distinct ratings than this, equal ratings are an accident and kappa and AC1 of categories are left out."""

HELD = 2**20
"""Counts held at a time by one step."""


class PairAgreements(NamedTuple):
    """Agreement of P pairs by three measures (`PAIR_MEASURES`).

    Attributes
    ----------
    estimates, low, high : arrays of shape (3, P)
        NaN where undefined; limits also where nothing varies.
    """

    estimates: FloatArray
    low: FloatArray
    high: FloatArray


def pair_agreement(
    ratings: FloatArray,
    pairs: IntArray,
    *,
    over: str = "both",
    clusters: NDArray[np.intp] | None = None,
    system_clusters: NDArray[np.intp] | None = None,
    confidence: float = 0.95,
) -> PairAgreements:
    """Return what `agreement_jackknife` does of each pair alone, on the outputs both rated.

    Time and memory go with the categories squared: it is for a few.

    Parameters
    ----------
    ratings : array of shape (A, N, M)
        NaN where one gave nothing.
    pairs : array of shape (P, 2)
        Positions of annotators.
    over, clusters, system_clusters, confidence
        As in `agreement_jackknife`.

    Raises
    ------
    ArgumentError
        If `over` or `confidence` is outside its values.
    """
    check_choice("over", over, OVERS)
    check_proportion("confidence", confidence)
    _, n_systems, n_inputs = ratings.shape
    flat = ratings.reshape(len(ratings), -1)
    if (
        np.count_nonzero(~np.isnan(flat), axis=0).max(initial=0) < 2
    ):  # whatever they gave, nothing can be compared
        nothing = np.full((len(PAIR_MEASURES), len(pairs)), np.nan)
        return PairAgreements(nothing, nothing, nothing)
    system, input = (one.ravel() for one in np.indices((n_systems, n_inputs)))
    labels = {
        "systems": (np.arange(n_systems) if system_clusters is None else system_clusters)[system],
        "inputs": (np.arange(n_inputs) if clusters is None else clusters)[input],
    }
    kinds = [np.unique(labels[name], return_inverse=True)[1] for name in labels if over in ("both", name)]
    cells = np.unique(np.stack(kinds), axis=1, return_inverse=True)[1].ravel()
    values = np.unique(flat[~np.isnan(flat)])
    codes = np.where(np.isnan(flat), -1, np.searchsorted(values, flat))
    largest = max(len(values) ** 2, *(_n_tables(one) for one in (*kinds, cells)))
    step = max(1, HELD // (largest * max(1, len(values)) ** 2))
    found = [
        _limits(_Pairs(codes, pairs[start : start + step], values), kinds, cells, confidence)
        for start in range(0, len(pairs), step)
    ]
    return PairAgreements(*(np.concatenate(part, axis=1) for part in zip(*found, strict=True)))


def _n_tables(units: IntArray) -> int:
    """Return how many tables are held of a pair where units are left out: none of single outputs."""
    n_units = int(units.max()) + 1
    return 1 if n_units == len(units) else n_units


class _Pairs:
    """Some pairs of annotators, and the table of each.

    Parameters
    ----------
    codes : array of shape (A, U)
        Places of the ratings among the values; -1 where there is none.
    pairs : array of shape (P, 2)
    values : array of shape (C,)
    """

    def __init__(self, codes: IntArray, pairs: IntArray, values: FloatArray) -> None:
        first, second = codes[pairs[:, 0]], codes[pairs[:, 1]]
        self.values, self.size = values, len(pairs)
        self.rated: BoolArray = (first >= 0) | (second >= 0)
        self._pair, self._output = np.nonzero((first >= 0) & (second >= 0))
        here = self._pair, self._output
        self._code = first[here] * len(values) + second[here]
        self.tables = self._counted(self._pair, self.size)

    def _counted(self, group: IntArray, n_groups: int) -> FloatArray:
        """Return tables (groups, C²) of the outputs both rated."""
        places = len(self.values) ** 2
        counts = np.bincount(group * places + self._code, minlength=n_groups * places)
        return counts.reshape(n_groups, places).astype(np.float64)

    def agreement(self, tables: FloatArray) -> FloatArray:
        """Return the measures of tables (P, G, C²), shape (3, P, G)."""
        values = self.values
        counts = tables.reshape(*tables.shape[:-1], len(values), len(values))
        p, q, n = counts.sum(axis=-1), counts.sum(axis=-2), tables.sum(axis=-1)
        distance = np.square(values[:, None] - values[None, :])
        equal = np.trace(counts, axis1=-2, axis2=-1)
        share = (p + q) / (2 * n[..., None])
        chance = np.sum(share * (1 - share), axis=-1) / (len(values) - 1)
        defined = (np.count_nonzero((p > 0) | (q > 0), axis=-1) >= 2) & (n > 0)
        return np.stack(
            [
                np.where(defined, 1 - n * (n - equal) / (n * n - np.sum(p * q, axis=-1)), np.nan),
                np.where(
                    defined, 1 - n * (tables @ distance.ravel()) / np.sum(p @ distance * q, axis=-1), np.nan
                ),
                (equal / n - chance) / (1 - chance),
            ]
        )

    def without_each(self, units: IntArray, counted: BoolArray) -> tuple[FloatArray, FloatArray]:
        """Return the measures without each unit, (3, P, G), and how many units each stands for, (P, G).

        Parameters
        ----------
        units : array of shape (U,)
            The unit of every output, 0 to its largest.
        counted : array of shape (P, U)
            Outputs whose units are left out, in turn.
        """
        n_units = int(units.max()) + 1
        if n_units == len(units):  # of single outputs those with equal ratings are alike
            n_unmoved = counted.sum(axis=1) - self.tables.sum(axis=1)
            times = np.concatenate([self.tables, n_unmoved[:, None]], axis=1)
            less = np.eye(len(self.tables.T) + 1, len(self.tables.T))[None]
            left = np.maximum(self.tables[:, None] - less, 0.0)  # of a place without outputs nobody asks
            return self.agreement(left), times
        own = self._counted(self._pair * n_units + units[self._output], self.size * n_units)
        left = self.tables[:, None] - own.reshape(self.size, n_units, -1)
        pair, output = np.nonzero(counted)
        times = np.zeros((self.size, n_units))
        times[pair, units[output]] = 1.0
        return self.agreement(left), times


def _limits(
    pairs: _Pairs, kinds: Sequence[IntArray], cells: IntArray, confidence: float
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return estimates and limits of some pairs, shape (3, P) each."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        point = pairs.agreement(pairs.tables[:, None])[:, :, 0]
        parts = [_left_out(*pairs.without_each(units, pairs.rated), point) for units in kinds]
        varying = np.stack([np.asarray(part.units)[0] > 1 for part in parts])
        both = varying.sum(axis=0) > 1
        together = None
        if both.any():
            everything = np.ones_like(pairs.rated)
            together = _left_out(*pairs.without_each(cells, everything), point).variance
    low, high = (np.full(point.shape, np.nan) for _ in range(2))
    for pattern in np.unique(varying, axis=1).T:
        mine = np.flatnonzero((varying == pattern[:, None]).all(axis=0))
        if not pattern.any():
            continue
        used = [
            LeftOut(*(np.asarray(side)[:, mine].ravel() for side in part))
            for part, one in zip(parts, pattern, strict=True)
            if one
        ]
        shared = (
            together[:, mine].ravel() if together is not None and pattern.all() and len(used) > 1 else None
        )
        found = limits_of(point[:, mine].ravel(), used, shared, None, confidence)
        low[:, mine], high[:, mine] = (side.reshape(len(point), -1) for side in found)
    return point, low, high


def _left_out(left: FloatArray, times: FloatArray, point: FloatArray) -> LeftOut:
    """Return what the jackknife says of each measure and pair, arrays of shape (3, P)."""
    shape = point.shape
    found = left_out(left.reshape(-1, left.shape[2]), point.ravel(), np.tile(times, (len(point), 1)))
    return LeftOut(*(np.broadcast_to(side, point.size).reshape(shape) for side in found))
