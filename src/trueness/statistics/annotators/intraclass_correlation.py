"""Intraclass correlations: which share of the variance of ratings lies between the units rated."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError, check_proportion
from trueness.statistics.array_types import FloatArray
from trueness.statistics.given_numbers import given_numbers
from trueness.statistics.ties import RELATIVE_TOLERANCE

FORMS = ("ICC(1,1)", "ICC(2,1)", "ICC(3,1)", "ICC(1,k)", "ICC(2,k)", "ICC(3,k)")
"""Shrout and Fleiss's six: each unit has annotators of its own (1); annotators are a sample and judge all units
(2); these annotators are the only ones of interest (3); a single rating (1) or the mean of k (k)."""


class IntraclassCorrelation(NamedTuple):
    """One form of the intraclass correlation.

    Attributes
    ----------
    form : str
        One of `FORMS`.
    estimate : float
        At most 1, may be negative; NaN where undefined.
    low, high : float
        Interval from F distributions; NaN for incomplete ratings and where an interval is undefined.
    n_units, n_annotators : int
        Units and annotators behind it.
    complete : bool
        Whether every annotator rated every unit; otherwise the estimate comes from variance components.
    """

    form: str
    estimate: float
    low: float
    high: float
    n_units: int
    n_annotators: int
    complete: bool


def intraclass_correlations(
    ratings: ArrayLike, confidence: float = 0.95
) -> tuple[IntraclassCorrelation, ...]:
    """Return the intraclass correlations of ratings.

    For complete ratings all six forms with intervals (Shrout and Fleiss 1979, Intraclass correlations, Psychological
    Bulletin 86, pages 422 to 425; for ICC(2,k) the limits of ICC(2,1) stepped up). Where ratings are missing, ICC(2,1)
    and ICC(2,k) from variance components by Henderson's first method (see `two_way_components`), k being the number of
    annotators; the others need every annotator's rating of every unit and are undefined.

    Parameters
    ----------
    ratings : array of shape (A, ...)
        One row per annotator; all further axes are units; NaN where one gave nothing. Units without any rating and
        annotators without any are left out.
    confidence : float

    Returns
    -------
    tuple of IntraclassCorrelation
        In the order of `FORMS`.

    Raises
    ------
    ArgumentError
        If there is no axis of units, a rating is infinite, or `confidence` is not between 0 and 1.
    """
    check_proportion("confidence", confidence)
    table = rating_matrix(ratings)
    table = table[~np.isnan(table).all(axis=1)]
    table = table[:, ~np.isnan(table).all(axis=0)]
    k, n = table.shape
    complete = not np.isnan(table).any()
    undefined = (np.nan, np.nan, np.nan)
    found = dict.fromkeys(FORMS, undefined)
    if k >= 2 and n >= 2:
        if complete:
            found = _complete_forms(table.T, confidence)
        else:
            values = dict(zip(FORMS, resampled_icc(table, np.ones((1, n)), k)[:, 0], strict=True))
            found |= {form: (values[form], np.nan, np.nan) for form in ("ICC(2,1)", "ICC(2,k)")}
    return tuple(
        IntraclassCorrelation(
            form=form,
            estimate=float(estimate),
            low=float(low),
            high=float(high),
            n_units=n,
            n_annotators=k,
            complete=complete,
        )
        for form, (estimate, low, high) in found.items()
    )


def rating_matrix(ratings: ArrayLike) -> FloatArray:
    """Return ratings as a matrix with a row per annotator and a column per unit.

    Raises
    ------
    ArgumentError
        If there is no axis of units or a rating is infinite.
    """
    table = given_numbers(ratings)
    if table.ndim < 2:
        raise ArgumentError(
            f"`ratings` must have one row per annotator and a column per unit; their shape is {table.shape}."
        )
    if np.isinf(table).any():
        raise ArgumentError("`ratings` must be finite; leave a missing rating NaN.")
    return table.reshape(len(table), -1)


def two_way_components(ratings: FloatArray, weights: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the variances of units, annotators and residual under each of B weight vectors, each of shape (B,).

    Henderson's (1953) first method for the random model y = mu + unit + annotator + residual: sums of squares of
    unadjusted totals are set equal to their expectations. Unbiased with ratings missing at random, and the analysis
    of variance where none is. Estimates may be negative. NaN where the equations have no solution.

    Parameters
    ----------
    ratings : array of shape (A, U)
        NaN where missing.
    weights : array of shape (B, U)
        Counts of units; one of weight 2 stands there as two units.
    """
    given = ~np.isnan(ratings)
    there = given.astype(np.float64)
    known = ratings[given]
    y = np.where(given, ratings - (known.mean() if known.size else 0.0), 0.0)
    per_unit = there.sum(axis=0)
    sums = y.sum(axis=0)
    rated = per_unit > 0
    unit_term = np.divide(sums * sums, per_unit, out=np.zeros(len(sums)), where=rated)
    n = weights @ per_unit
    sizes = weights @ there.T  # (B, A): ratings of each annotator
    totals = weights @ y.T
    with np.errstate(divide="ignore", invalid="ignore"):
        correction = np.square(weights @ sums) / n
        annotator_term = np.where(sizes > 0, totals * totals / sizes, 0.0).sum(axis=1)
        units, annotators = weights @ rated.astype(np.float64), np.sum(sizes > 0, axis=1)
        unit_square = weights @ np.square(per_unit) / n
        annotator_square = np.sum(np.square(sizes), axis=1) / n
    left = np.array(
        [
            [n - unit_square, units - annotator_square, units - 1],
            [annotators - unit_square, n - annotator_square, annotators - 1],
            [n - unit_square, n - annotator_square, n - 1],
        ]
    ).transpose(2, 0, 1)
    right = np.stack(
        [
            weights @ unit_term - correction,
            annotator_term - correction,
            weights @ np.sum(y * y, axis=0) - correction,
        ],
        axis=1,
    )
    solved = np.full((len(weights), 3), np.nan)
    usable = np.isfinite(left).all(axis=(1, 2)) & (n > 0)
    scaled = left[usable] / n[usable, None, None]
    regular = np.abs(np.linalg.det(scaled)) > RELATIVE_TOLERANCE
    rows = np.flatnonzero(usable)[regular]
    solved[rows] = np.linalg.solve(scaled[regular], (right[rows] / n[rows, None])[:, :, None])[:, :, 0]
    return solved[:, 0], solved[:, 1], solved[:, 2]


def resampled_icc(ratings: FloatArray, weights: FloatArray, k: float) -> FloatArray:
    """Return the six forms from variance components under each of B weight vectors, shape (6, B).

    With complete ratings and k annotators they are Shrout and Fleiss's: the mean squares are BMS = k s²_u + s²_e,
    WMS = s²_a + s²_e and EMS = s²_e. With ratings missing only ICC(2,1) and ICC(2,k) keep their meaning.

    Parameters
    ----------
    ratings, weights
        As in `two_way_components`.
    k : float
        Ratings whose mean is meant.
    """
    units, annotators, residual = two_way_components(ratings, weights)
    noise = annotators + residual
    flat = units + noise <= RELATIVE_TOLERANCE * np.nanmax(np.abs(ratings), initial=0.0) ** 2
    with np.errstate(divide="ignore", invalid="ignore"):
        between = k * units + residual
        found = np.stack(
            [
                (between - noise) / (between + (k - 1) * noise),
                units / (units + noise),
                units / (units + residual),
                (between - noise) / between,
                units / (units + noise / k),
                units / (units + residual / k),
            ]
        )
    return np.where(flat, np.nan, found)


def _complete_forms(x: FloatArray, confidence: float) -> dict[str, tuple[float, float, float]]:
    """Return estimate, low and high of every form for ratings of shape (units, annotators) without a gap."""
    n, k = x.shape
    x = x - x.mean()
    between = k * np.sum(x.mean(axis=1) ** 2)
    judges = n * np.sum(x.mean(axis=0) ** 2)
    total = np.sum(x * x)
    if total <= 1e-24 * n * k:
        return dict.fromkeys(FORMS, (np.nan, np.nan, np.nan))
    bms, jms = between / (n - 1), judges / (k - 1)
    wms = (total - between) / (n * (k - 1))
    ems = max(0.0, total - between - judges) / ((n - 1) * (k - 1))
    one = (n - 1, n * (k - 1))
    three = (n - 1, (n - 1) * (k - 1))
    two_low, two_high = _two_way_limits(bms, jms, ems, n, k, confidence)
    with np.errstate(divide="ignore", invalid="ignore"):
        two = (bms - ems) / (bms + (k - 1) * ems + k * (jms - ems) / n)
        found = {
            "ICC(1,1)": ((bms - wms) / (bms + (k - 1) * wms), *_limits(bms, wms, one, k, confidence)),
            "ICC(2,1)": (two, two_low, two_high),
            "ICC(3,1)": ((bms - ems) / (bms + (k - 1) * ems), *_limits(bms, ems, three, k, confidence)),
            "ICC(1,k)": ((bms - wms) / bms, *_limits(bms, wms, one, 1, confidence)),
            "ICC(2,k)": (
                (bms - ems) / (bms + (jms - ems) / n),
                *(k * v / (1 + (k - 1) * v) for v in (two_low, two_high)),
            ),
            "ICC(3,k)": ((bms - ems) / bms, *_limits(bms, ems, three, 1, confidence)),
        }
    return {form: (float(e), float(low), float(high)) for form, (e, low, high) in found.items()}


def _limits(bms: float, error: float, df: tuple[int, int], k: int, confidence: float) -> tuple[float, float]:
    """Return limits from the F ratio of units to error; k = 1 gives those of the mean of the ratings."""
    from scipy.special import fdtri

    if error <= 0 or bms <= 0:
        return np.nan, np.nan
    upper = 1 - (1 - confidence) / 2
    ratio = bms / error
    low, high = float(ratio / fdtri(*df, upper)), float(ratio * fdtri(df[1], df[0], upper))
    if k == 1:
        return 1 - 1 / low, 1 - 1 / high
    return (low - 1) / (low + k - 1), (high - 1) / (high + k - 1)


def _two_way_limits(
    bms: float, jms: float, ems: float, n: int, k: int, confidence: float
) -> tuple[float, float]:
    """Return the limits of ICC(2,1), with Satterthwaite's degrees of freedom."""
    from scipy.special import fdtri

    if ems <= 0 or bms <= 0:
        return np.nan, np.nan
    icc = (bms - ems) / (bms + (k - 1) * ems + k * (jms - ems) / n)
    ratio = jms / ems
    part = n * (1 + (k - 1) * icc) - k * icc
    df = (k - 1) * (n - 1) * (k * icc * ratio + part) ** 2 / ((n - 1) * k**2 * icc**2 * ratio**2 + part**2)
    upper = 1 - (1 - confidence) / 2
    first, second = fdtri(n - 1, df, upper), fdtri(df, n - 1, upper)
    rest = k * jms + (k * n - k - n) * ems
    low = n * (bms - first * ems) / (first * rest + n * bms)
    high = n * (second * bms - ems) / (rest + n * second * bms)
    return float(low), float(high)
