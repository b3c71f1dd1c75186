"""How many labels it takes: for an interval of some width, or for showing that a judge is good enough."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError, DataError, check_choice, check_proportion
from trueness.statistics.array_types import FloatArray
from trueness.statistics.certain import student_reach
from trueness.statistics.engine.resample import Rng, random_stream, resolve_seed
from trueness.statistics.interval import Interval
from trueness.statistics.judging.cluster_totals import cluster_numbers, cluster_totals, renumbered
from trueness.statistics.judging.design_effect import shared_size
from trueness.statistics.judging.equal_vectors import equal_vectors
from trueness.statistics.judging.label_agreement import (
    KURTOSIS,
    LABEL_MEASURES,
    PSEUDO_OUTPUTS,
    PSEUDO_POWER,
    SHARES,
    label_cells,
    label_measures,
)

STREAM = 7003
"""Sets what is drawn here apart from all else of the same seed."""

TILE = 64
"""So many pilots at a time."""

DATA_SETS = 512
"""Drawn to see how often an interval lies beyond the bar: a power of .8 is known to ±.02."""

MOST_TIMES, STEPS = 8.0, 8
"""The number is sought between half and so many times that of the formula, in so many halvings of the distance."""

MOST_DRAWN = 1e9
"""With more clusters than this the formula is taken as it is: what it leaves out is of the order of 1 in so many."""

PROMISE = 0.8
"""The share of pilots like this one whose answer lies between the limits."""


class LabelsNeeded(NamedTuple):
    """How many outputs have to be labelled.

    Attributes
    ----------
    number : float
        Infinite where no number is enough.
    interval : Interval
        Where the number lies in 80% of the truths that such a pilot may come from.
    estimate, spread : float
        The measure in the pilot, and its standard error for a single output: for n outputs it is spread / √n.
    n_outputs : int
        Of the pilot.
    """

    number: float
    interval: Interval
    estimate: float
    spread: float
    n_outputs: int


def labels_needed(
    human: ArrayLike,
    judge: ArrayLike,
    *,
    measure: str = "kappa",
    half_width: float | None = None,
    bar: float | None = None,
    power: float = 0.8,
    n_labels: int = 2,
    positive: int | None = None,
    clusters: ArrayLike | None = None,
    confidence: float = 0.95,
    resamples: int = 999,
    rng: Rng = None,
) -> LabelsNeeded:
    """Return how many outputs to label, from a pilot of labelled ones.

    For a half width w it is (z spread / w)². For a bar it is the number with which the interval lies beyond it in so
    many data sets made of the pilot's groups, if the judge is as good as in the pilot; for shares
    ((z + z_power) spread / (estimate - bar))², from where the search begins for others. The spread is that of the
    linearised measure over independent groups of outputs. How far a pilot may be trusted is found by drawing its
    groups anew.

    Parameters
    ----------
    human, judge : arrays of shape (n,)
        Numbers of labels, NaN where there is none.
    measure : str
        Of `LABEL_MEASURES`.
    half_width : float, optional
    bar : float, optional
        One of the two.
    power : float
        How often the interval is to lie beyond the bar.
    n_labels, positive, clusters, confidence
        As `label_agreement`.
    resamples : int
    rng : int or numpy.random.Generator, optional

    Raises
    ------
    ArgumentError
        If both or neither of width and bar are given, or an argument is outside its values.
    DataError
        If the measure is undefined in the pilot, or a value is no number of a label.

    References
    ----------
    Donner and Eliasziw (1992), Statistics in Medicine 11; Fleiss, Cohen and Everitt (1969), Psychological Bulletin 72:
    the large-sample standard error of kappa.
    """
    check_choice("measure", measure, LABEL_MEASURES)
    z, more = asked_quantiles(half_width, bar, confidence, power)
    one, other = equal_vectors(human=human, judge=judge)
    place = n_labels - 1 if positive is None else positive
    cells, known = label_cells(one, other, n_labels)
    if not known.any():
        raise DataError(
            f"{measure} is undefined in a pilot in which people and judge have no labelled output in common. "
            "Label more."
        )
    numbers = renumbered(cluster_numbers(clusters, len(one))[known])
    totals = cluster_totals(cells[known], numbers)
    pilot = _Pilot.of(totals, measure, place)

    def needed(values: FloatArray, spreads: FloatArray) -> FloatArray:
        with np.errstate(invalid="ignore", divide="ignore"):
            if half_width is not None:
                return np.square(z * spreads / half_width)
            distance = values - (0.0 if bar is None else bar)
            return np.where(distance > 0, np.square((z + more) * spreads / distance), np.inf)

    first = _values_and_spreads(pilot, pilot.counts[None])
    value, spread = (float(one[0]) for one in first)
    if np.isnan(value) or np.isnan(spread):
        raise DataError(
            f"{measure} or its spread is undefined in the pilot of {int(known.sum())} outputs: people or judge give "
            "one label only, or there is one group of outputs. Label more."
        )
    seed = resolve_seed(rng)
    found = needed(*_resampled(pilot, resamples, seed))
    found = found[~np.isnan(found)]
    low, high = np.quantile(found, [(1 - PROMISE) / 2, (1 + PROMISE) / 2], method="nearest")
    number = float(needed(np.array([value]), np.array([spread]))[0])
    more_often = 1.0
    if bar is not None and np.isfinite(number) and measure not in SHARES:
        more_often = _times_more(pilot, number, bar, power, confidence, seed)
    return LabelsNeeded(
        number=float(np.ceil(number * more_often)),
        interval=Interval(float(np.ceil(low * more_often)), float(np.ceil(high * more_often))),
        estimate=value,
        spread=spread,
        n_outputs=int(known.sum()),
    )


def asked_quantiles(
    half_width: float | None, bar: float | None, confidence: float, power: float
) -> tuple[float, float]:
    """Check what is asked for, and return the normal quantiles of the confidence, two-sided, and of the power.

    Raises
    ------
    ArgumentError
        If both or neither of width and bar are given, or one of the others is no proportion.
    """
    from scipy.special import ndtri

    if (half_width is None) == (bar is None):
        raise ArgumentError("give either `half_width` or `bar`.")
    if half_width is not None:
        check_proportion("half_width", half_width)
    z = float(ndtri((1 + check_proportion("confidence", confidence)) / 2))
    return z, float(ndtri(check_proportion("power", power)))


class _Pilot(NamedTuple):
    """What is drawn from: U different clusters, and how many there are of each.

    Draws of G clusters are multinomial counts of the different ones, however many outputs a pilot has.

    Attributes
    ----------
    rows : array of shape (U, K)
        Outputs of each kind in a cluster.
    counts : array of shape (U,)
    worth : float
        Of how many outputs a pseudo-output stands.
    measure : str
    positive : int
    """

    rows: FloatArray
    counts: FloatArray
    worth: float
    measure: str
    positive: int

    @classmethod
    def of(cls, totals: FloatArray, measure: str, positive: int) -> _Pilot:
        """Take together the clusters that are equal, given as rows of `totals`."""
        rows, counts = np.unique(totals, axis=0, return_counts=True)
        worth = shared_size(totals.sum(axis=1)) ** PSEUDO_POWER
        return cls(
            rows=rows, counts=counts.astype(np.float64), worth=worth, measure=measure, positive=positive
        )

    @property
    def clusters(self) -> int:
        """How many clusters there are."""
        return int(self.counts.sum())

    def drawn(self, rng: np.random.Generator, clusters: int, times: int) -> FloatArray:
        """Return how often each cluster is drawn where so many are, with replacement, shape (times, U)."""
        return rng.multinomial(clusters, self.counts / self.counts.sum(), times).astype(np.float64)


def _times_more(
    pilot: _Pilot, number: float, bar: float, power: float, confidence: float, seed: int
) -> float:
    """Return how many times the number of the formula makes the interval lie beyond the bar as often as asked.

    Data sets of so many outputs are made of the pilot's clusters, drawn with replacement, and have the interval that
    `linearised_interval` gives them: it leans away from the bar where a label is rare, and has few degrees of freedom.
    """
    mean_size = float(pilot.counts @ pilot.rows.sum(axis=1)) / pilot.clusters

    def reached(times: float) -> float:
        rng = random_stream(seed, STREAM)
        drawn = max(2, round(number * times / mean_size))
        beyond = 0
        for start in range(0, DATA_SETS, TILE):
            found = _linearised(pilot, pilot.drawn(rng, drawn, min(TILE, DATA_SETS - start)))
            half = student_reach(found.freedom, confidence) * np.sqrt(found.variance)
            # a data set in which the measure is undefined shows nothing
            beyond += int(np.sum((found.estimate - half >= bar) & ~np.isnan(found.value)))
        return beyond / DATA_SETS

    low, high = 0.5, MOST_TIMES
    if number * high / mean_size > MOST_DRAWN:
        return 1.0
    if reached(high) < power:
        return high
    for _ in range(STEPS):
        middle = float(np.sqrt(low * high))
        low, high = (low, middle) if reached(middle) >= power else (middle, high)
    return high


class _Linearised(NamedTuple):
    """Of B data sets: the measure, and with pseudo-outputs the measure, its variance and degrees of freedom, and n."""

    value: FloatArray
    estimate: FloatArray
    variance: FloatArray
    freedom: FloatArray
    size: FloatArray


def _linearised(pilot: _Pilot, weights: FloatArray) -> _Linearised:
    """Return what `linearised_value` does, of B data sets that have each cluster as often as `weights`, (B, U), say."""
    cells = pilot.rows.shape[1]

    def function(counts: FloatArray) -> FloatArray:
        return label_measures(counts, pilot.positive)[pilot.measure]

    whole = weights @ pilot.rows
    values = function(whole)
    clusters = weights.sum(axis=1)
    worth = pilot.worth
    added = np.full(cells, worth * PSEUDO_OUTPUTS / cells)
    at = whole + added
    step = np.minimum(1e-5 * at.sum(axis=1), 0.5 * at.min(axis=1))[:, None]
    moves = np.eye(cells) * step[:, :, None]
    up, down = (function((at[:, None] + side * moves).reshape(-1, cells)) for side in (1, -1))
    slopes = (up - down).reshape(-1, cells) / (2 * step)
    influence = slopes @ pilot.rows.T
    influence = influence - np.sum(weights * influence, axis=1, keepdims=True) / clusters[:, None]
    squares, of_added = np.sum(weights * influence**2, axis=1), worth * (slopes**2 @ added)
    fourth = np.sum(weights * influence**4, axis=1) + of_added**2 / PSEUDO_OUTPUTS
    with np.errstate(invalid="ignore", divide="ignore"):
        freedom = np.maximum(1.0, KURTOSIS * (squares + of_added) ** 2 / fourth)
        variance = squares * clusters / (clusters - 1) + of_added
    freedom = np.minimum(clusters - 1, freedom)
    return _Linearised(
        value=values, estimate=function(at), variance=variance, freedom=freedom, size=at.sum(axis=1)
    )


def _values_and_spreads(pilot: _Pilot, weights: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return a measure, and √n times its standard error, with `PSEUDO_OUTPUTS` added evenly as intervals have.

    `weights` says how often each cluster counts, shape (B, U); what is returned has shape (B,).
    """
    found = _linearised(pilot, weights)
    spread = np.sqrt(found.variance * found.size)
    return found.value, spread if pilot.clusters > 1 else np.full(len(spread), np.nan)


def _resampled(pilot: _Pilot, resamples: int, seed: int) -> tuple[FloatArray, FloatArray]:
    """Return measure and spread of pilots made of clusters drawn with replacement, shape (B,) each."""
    rng = random_stream(seed, STREAM)
    values, spreads = [], []
    for start in range(0, resamples, TILE):
        found = _values_and_spreads(pilot, pilot.drawn(rng, pilot.clusters, min(TILE, resamples - start)))
        values.append(found[0])
        spreads.append(found[1])
    return np.concatenate(values), np.concatenate(spreads)
