"""Where an output stands among those for the same input: its mean normalised score, and the bin of that."""

from __future__ import annotations

import dataclasses

import numpy as np

from trueness.errors import check_choice
from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.ties import RELATIVE_TOLERANCE, tie_close

NORMALISATIONS = ("minmax", "z")
"""How the scores of a metric for one input are brought to one scale."""

BIN_KINDS = ("width", "count")
"""What the bins of an input have in common: how wide they are, or how many outputs they hold."""

NOWHERE = -1
"""The bin of an output that has none."""


@dataclasses.dataclass(frozen=True)
class OutputLevels:
    """Levels of the outputs of every input, and their bins.

    Attributes
    ----------
    normalised : array of shape (K, N, M)
        Scores on one scale, NaN where an output has no level.
    levels : array of shape (N, M)
        Mean over the metrics; NaN where an output lacks a metric, or its input has no range.
    bins : array of shape (N, M)
        From 0 for the lowest; `NOWHERE` without a level.
    n_bins : int
    lacking : array of shape (N, M)
        Outputs with some metrics' scores and without others'.
    flat : array of shape (K, M)
        Where a metric gives all outputs of an input one score, so that it has no range there.
    level : array of shape (M,)
        Inputs whose metrics all have a range, and cancel to one level for all outputs.
    """

    normalised: FloatArray
    levels: FloatArray
    bins: IntArray
    n_bins: int
    lacking: BoolArray
    flat: BoolArray
    level: BoolArray

    @property
    def placed(self) -> BoolArray:
        """Outputs with a level, shape (N, M)."""
        return self.bins >= 0

    @property
    def usable(self) -> BoolArray:
        """Inputs with outputs that have a level, shape (M,)."""
        return np.asarray(self.placed.any(axis=0))

    def edges(self) -> FloatArray:
        """Return where bins of equal width begin and end on the scale of levels, shape (M, n_bins + 1)."""
        low, high = extremes(self.levels, axis=0)
        return np.asarray(low[:, None] + (high - low)[:, None] * np.linspace(0, 1, self.n_bins + 1))


def output_levels(
    scores: FloatArray, *, bins: int = 3, normalise: str = "minmax", by: str = "width"
) -> OutputLevels:
    """Return the level of every output and its bin within its input (Bhandari et al. 2020, section 3).

    The scores of every metric for one input are normalised: from 0 for the lowest to 1 for the highest, or to mean 0
    and standard deviation 1. The level of an output is the mean over the metrics. Bins of equal width divide the range
    of an input's levels, each with its lower edge; bins of equal count divide its outputs by rank, outputs of equal
    level in one bin.

    Parameters
    ----------
    scores : array of shape (K, N, M)
        Larger is better; NaN where missing. Only outputs with all metrics' scores have a level.
    bins : int
    normalise : {'minmax', 'z'}
    by : {'width', 'count'}

    Raises
    ------
    ArgumentError
        If there is no such normalisation or kind of bins.
    """
    check_choice("normalise", normalise, NORMALISATIONS)
    check_choice("by", by, BIN_KINDS)
    known = ~np.isnan(scores)
    whole = np.asarray(known.all(axis=0))
    lacking = known.any(axis=0) & ~whole
    used = np.where(whole, scores, np.nan)
    low, high = extremes(used, axis=1)
    spread = high - low
    size = np.maximum(np.abs(low), np.abs(high))
    flat = whole.any(axis=0) & ~(spread > RELATIVE_TOLERANCE * size)
    with np.errstate(invalid="ignore", divide="ignore"):
        scaled = (used - low[:, None]) / spread[:, None]
    normalised = scaled if normalise == "minmax" else _standardised(used, whole)
    has_range = ~flat.any(axis=0)
    normalised = np.where(whole & has_range, normalised, np.nan)
    levels = tie_close(normalised.mean(axis=0).T).T
    lowest, highest = extremes(levels, axis=0)
    level = np.asarray(whole.any(axis=0) & has_range & ~(highest - lowest > RELATIVE_TOLERANCE))
    levels = np.where(level, np.nan, levels)
    places = _by_width(levels, bins) if by == "width" else _by_count(levels, bins)
    return OutputLevels(
        normalised=np.where(np.isnan(levels), np.nan, normalised),
        levels=levels,
        bins=places,
        n_bins=bins,
        lacking=lacking,
        flat=flat,
        level=level,
    )


def extremes(values: FloatArray, axis: int) -> tuple[FloatArray, FloatArray]:
    """Return the smallest and the largest number along an axis, NaN where there is none."""
    missing = np.isnan(values)
    none = missing.all(axis=axis)
    low = np.where(missing, np.inf, values).min(axis=axis, initial=np.inf)
    high = np.where(missing, -np.inf, values).max(axis=axis, initial=-np.inf)
    return np.where(none, np.nan, low), np.where(none, np.nan, high)


def _standardised(used: FloatArray, whole: BoolArray) -> FloatArray:
    count = np.maximum(whole.sum(axis=0), 1)
    mean = np.where(whole, used, 0.0).sum(axis=1) / count
    centred = used - mean[:, None]
    variance = np.where(whole, centred**2, 0.0).sum(axis=1) / count
    spread = np.sqrt(variance)[:, None]
    return np.asarray(np.divide(centred, spread, out=np.full(used.shape, np.nan), where=spread > 0))


def _by_width(levels: FloatArray, bins: int) -> IntArray:
    low, high = extremes(levels, axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        place = (levels - low) / (high - low) * bins
    # a level that lies on an edge but for rounding belongs to the bin above it
    place = np.floor(place + bins * RELATIVE_TOLERANCE)
    return _bins(np.minimum(place, bins - 1))


def _by_count(levels: FloatArray, bins: int) -> IntArray:
    place = np.full(levels.shape, np.nan)
    for j in np.flatnonzero(~np.isnan(levels).all(axis=0)):
        there = np.flatnonzero(~np.isnan(levels[:, j]))
        mine = levels[there, j]
        below = (mine[None, :] < mine[:, None]).sum(axis=1)
        equal = (mine[None, :] == mine[:, None]).sum(axis=1)
        place[there, j] = np.floor((below + equal / 2) / len(there) * bins)
    return _bins(np.minimum(place, bins - 1))


def _bins(place: FloatArray) -> IntArray:
    return np.asarray(np.where(np.isnan(place), NOWHERE, np.nan_to_num(place)), dtype=np.intp)
