"""How many labels it takes: for an interval of some width, or for showing that a judge is good enough."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError, DataError, check_choice, check_proportion
from trueness.statistics.array_types import FloatArray
from trueness.statistics.engine.resample import Rng, random_stream, resolve_seed
from trueness.statistics.interval import Interval
from trueness.statistics.judging.cluster_totals import cluster_numbers, cluster_totals
from trueness.statistics.judging.equal_vectors import equal_vectors
from trueness.statistics.judging.label_agreement import (
    LABEL_MEASURES,
    PSEUDO_OUTPUTS,
    label_cells,
    label_measures,
)

STREAM = 7003
"""Sets what is drawn here apart from all else of the same seed."""

TILE = 64
"""So many pilots at a time."""

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

    For a half width w it is (z spread / w)², for a bar ((z + z_power) spread / (estimate - bar))²: then the interval
    lies beyond the bar in so many data sets, if the judge is as good as in the pilot. The spread is that of the
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
    from scipy.special import ndtri

    check_choice("measure", measure, LABEL_MEASURES)
    if (half_width is None) == (bar is None):
        raise ArgumentError("either `half_width` or `bar` is needed, and not both.")
    if half_width is not None:
        check_proportion("half_width", half_width)
    z = float(ndtri((1 + check_proportion("confidence", confidence)) / 2))
    more = float(ndtri(check_proportion("power", power)))
    one, other = equal_vectors(human=human, judge=judge)
    place = n_labels - 1 if positive is None else positive
    cells, known = label_cells(one, other, n_labels)
    numbers = np.unique(cluster_numbers(clusters, len(one))[known], return_inverse=True)[1]
    totals = cluster_totals(cells[known], np.asarray(numbers, dtype=np.intp))

    def needed(values: FloatArray, spreads: FloatArray) -> FloatArray:
        with np.errstate(invalid="ignore", divide="ignore"):
            if half_width is not None:
                return np.square(z * spreads / half_width)
            distance = values - (0.0 if bar is None else bar)
            return np.where(distance > 0, np.square((z + more) * spreads / distance), np.inf)

    first = _values_and_spreads(totals, measure, place, np.ones((1, len(totals))))
    value, spread = (float(one[0]) for one in first)
    if np.isnan(value) or np.isnan(spread):
        raise DataError(
            f"{measure} or its spread is undefined in the pilot of {int(known.sum())} outputs: people or judge give "
            "one label only, or there is one group of outputs. Label more."
        )
    found = needed(*_resampled(totals, measure, place, resamples, resolve_seed(rng)))
    found = found[~np.isnan(found)]
    low, high = np.quantile(found, [(1 - PROMISE) / 2, (1 + PROMISE) / 2], method="nearest")
    number = float(needed(np.array([value]), np.array([spread]))[0])
    return LabelsNeeded(
        float(np.ceil(number)),
        Interval(float(np.ceil(low)), float(np.ceil(high))),
        value,
        spread,
        int(known.sum()),
    )


def _values_and_spreads(
    totals: FloatArray, measure: str, positive: int, weights: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return a measure, and √n times its standard error, with `PSEUDO_OUTPUTS` added evenly as intervals have.

    `weights` says how often each cluster counts, shape (B, G); what is returned has shape (B,).
    """
    clusters, cells = totals.shape

    def function(counts: FloatArray) -> FloatArray:
        return label_measures(counts, positive)[measure]

    whole = weights @ totals
    values = function(whole)
    if clusters < 2:
        return values, np.full(len(values), np.nan)
    added = np.full(cells, PSEUDO_OUTPUTS / cells)
    at = whole + added
    step = np.minimum(1e-5 * at.sum(axis=1), 0.5 * at.min(axis=1))[:, None]
    moves = np.eye(cells) * step[:, :, None]
    up, down = (function((at[:, None] + side * moves).reshape(-1, cells)) for side in (1, -1))
    slopes = (up - down).reshape(-1, cells) / (2 * step)
    influence = slopes @ totals.T
    influence = influence - np.sum(weights * influence, axis=1, keepdims=True) / clusters
    variance = np.sum(weights * influence**2, axis=1) * clusters / (clusters - 1) + slopes**2 @ added
    return values, np.sqrt(variance * at.sum(axis=1))


def _resampled(
    totals: FloatArray, measure: str, positive: int, resamples: int, seed: int
) -> tuple[FloatArray, FloatArray]:
    """Return measure and spread of pilots made of clusters drawn with replacement, shape (B,) each."""
    rng, clusters = random_stream(seed, STREAM), len(totals)
    values, spreads = [], []
    for start in range(0, resamples, TILE):
        drawn = rng.multinomial(clusters, np.full(clusters, 1 / clusters), min(TILE, resamples - start))
        found = _values_and_spreads(totals, measure, positive, drawn.astype(np.float64))
        values.append(found[0])
        spreads.append(found[1])
    return np.concatenate(values), np.concatenate(spreads)
