"""Repeated runs of one judge: how often two differ, and how much of the variance lies within outputs."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError, check_integer, check_proportion
from trueness.statistics.array_types import FloatArray
from trueness.statistics.certain import Certain, Scale
from trueness.statistics.judging.cluster_totals import cluster_numbers, renumbered
from trueness.statistics.judging.label_agreement import crossed_share_interval, share_interval, unit_totals
from trueness.statistics.judging.panel import value_of_totals
from trueness.statistics.judging.two_way_totals import CrossedTotals


class RepeatedRuns(NamedTuple):
    """How runs of one judge differ.

    Attributes
    ----------
    flip_rate : Certain
        Share of outputs on which two runs differ, over all pairs of runs. Limits are Clopper and Pearson's (see
        `share_interval`).
    icc : Certain
        ICC(1,1): the share of the variance of single runs that lies between outputs. At most 1, may be negative; NaN
        where no score differs from another. Limits are NaN where runs never differ, or differ in one cluster only.
    within_sd, between_sd : float
        Standard deviations within and between outputs; the second is 0 where its variance is estimated below 0.
    n_outputs, n_clusters, n_runs : int
        Outputs with two runs or more, clusters of them, and the most runs of one.
    """

    flip_rate: Certain
    icc: Certain
    within_sd: float
    between_sd: float
    n_outputs: int
    n_clusters: int
    n_runs: int


def repeated_runs(
    runs: ArrayLike,
    *,
    clusters: ArrayLike | None = None,
    systems: ArrayLike | None = None,
    confidence: float = 0.95,
) -> RepeatedRuns:
    """Compare the runs of one judge on the same outputs.

    The flip rate of an output is the share of its pairs of runs that differ. Its interval is exact for the rate as a
    share of the largest that so many runs can have, with the design effect of clusters.

    ICC(1,1) is from the one-way analysis of variance with random outputs (Shrout and Fleiss 1979), with unequal numbers
    of runs by the mean number of Fisher (Donner 1986, International Statistical Review 54). Its interval leaves out one
    cluster at a time, on the scale of the logarithm of the variance ratio: scores need not be normal, nor outputs of
    one cluster independent.

    Parameters
    ----------
    runs : array of shape (R, n)
        Scores, or numbers of labels, NaN where a run gave none.
    clusters : array of shape (n,), optional
        A label per output; outputs with the same one are not independent.
    systems : array of shape (n,), optional
        A label per output: its system. Of three or more, intervals are of other systems, too (see `two_way_totals`).
    confidence : float

    Raises
    ------
    ArgumentError
        If there is no axis of outputs, no second run, or an argument is outside its values.
    """
    given = np.asarray(runs, dtype=np.float64)
    if given.ndim != 2 or len(given) < 2:
        raise ArgumentError(
            f"`runs` must have shape (R, n) with two runs or more; its shape is {given.shape}."
        )
    check_proportion("confidence", confidence)
    counts = np.sum(~np.isnan(given), axis=0)
    several = counts > 1
    given, counts = given[:, several], counts[several].astype(np.float64)
    numbers = renumbered(cluster_numbers(clusters, len(several))[several])
    nothing = Certain.unknown()
    if not len(counts):
        return RepeatedRuns(
            flip_rate=nothing,
            icc=nothing,
            within_sd=np.nan,
            between_sd=np.nan,
            n_outputs=0,
            n_clusters=0,
            n_runs=0,
        )
    flips = _flips(given, counts)
    most = _most_flips(int(counts.max()), len(np.unique(given[~np.isnan(given)])))
    of = None if systems is None else cluster_numbers(systems, len(several))[several]
    flipped = unit_totals(
        np.stack([flips / most if most else flips, np.ones_like(flips)], axis=1), numbers, of
    )
    if isinstance(flipped, CrossedTotals):
        shares, sizes = flipped.values.T
        limits = crossed_share_interval(shares, sizes, flipped.systems, flipped.inputs, confidence)
    else:
        limits = share_interval(flipped[:, 0], flipped[:, 1], confidence)
    values = _sums(given, counts)
    icc = value_of_totals(
        unit_totals(values, numbers, of), _icc, confidence, scale=Scale(_ratio_of(counts), _icc_of(counts))
    )
    within, between = (float(one[0]) for one in _variances(values.sum(axis=0)[None]))
    return RepeatedRuns(
        flip_rate=Certain.between(float(flips.mean()), (float(limits.low) * most, float(limits.high) * most)),
        icc=icc,
        within_sd=float(np.sqrt(within)),
        between_sd=float(np.sqrt(max(0.0, between))),
        n_outputs=len(counts),
        n_clusters=int(numbers.max()) + 1,
        n_runs=int(counts.max()),
    )


def stepped_up(reliability: float, n_runs: float) -> float:
    """Return the reliability of the mean of several runs from that of one (Spearman 1910; Brown 1910).

    Undefined (NaN) for a reliability of -1 / (n_runs - 1) or less.

    Parameters
    ----------
    reliability : float
        Of one run, such as ICC(1,1).
    n_runs : float
    """
    below = 1 + (n_runs - 1) * reliability
    return float(n_runs * reliability / below) if below > 0 else float("nan")


def _flips(given: FloatArray, counts: FloatArray) -> FloatArray:
    """Return the share of pairs of runs that differ, per output."""
    equal = np.zeros(given.shape[1])
    for k in range(len(given)):
        equal += 2 * np.sum(given[k] == given[k + 1 :], axis=0)
    return np.asarray(1 - equal / (counts * (counts - 1)))


def _most_flips(n_runs: int, n_values: int) -> float:
    """Return the largest share of pairs that can differ: runs spread evenly over the values."""
    check_integer("n_runs", n_runs, minimum=2)
    if n_values < 2:
        return 1.0
    sizes = np.full(n_values, n_runs // n_values)
    sizes[: n_runs % n_values] += 1
    return float(1 - np.sum(sizes * (sizes - 1)) / (n_runs * (n_runs - 1)))


def _sums(given: FloatArray, counts: FloatArray) -> FloatArray:
    """Return per output what the analysis of variance is made of, centred for precision: shape (n, 6)."""
    x = np.nan_to_num(given - np.nanmean(given))
    total = x.sum(axis=0)
    within = np.sum(x**2, axis=0) - total**2 / counts
    within = np.where(np.nanmax(given, axis=0) == np.nanmin(given, axis=0), 0.0, np.maximum(within, 0.0))
    return np.stack([np.ones_like(counts), counts, counts**2, total, total**2 / counts, within], axis=1)


def _variances(sums: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the variances within and between outputs, shape (B,) each."""
    n, runs, square, total, of_outputs, within = sums.T
    with np.errstate(invalid="ignore", divide="ignore"):
        per_output = (runs - square / runs) / (n - 1)
        wms = within / (runs - n)
        bms = (of_outputs - total**2 / runs) / (n - 1)
        return wms, (bms - wms) / per_output


def _icc(sums: FloatArray) -> FloatArray:
    within, between = _variances(sums)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(within + between > 0, between / (within + between), np.nan)


def _per_output(counts: FloatArray) -> float:
    return float((counts.sum() - np.sum(counts**2) / counts.sum()) / max(1, len(counts) - 1))


def _ratio_of(counts: FloatArray) -> Callable[[FloatArray], FloatArray]:
    """Return the way from ICC to the logarithm of the ratio of the variance between to that within."""
    size = _per_output(counts)
    return lambda icc: np.log((1 + (size - 1) * icc) / (1 - icc))


def _icc_of(counts: FloatArray) -> Callable[[FloatArray], FloatArray]:
    size = _per_output(counts)
    return lambda ratio: 1 - size / (np.exp(ratio) + size - 1)
