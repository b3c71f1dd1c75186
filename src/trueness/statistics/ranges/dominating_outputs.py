"""F/N and F'/N: of the outputs that some scorer finds better, the share that all do, and those worse by all."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from trueness.statistics.array_types import BoolArray, FloatArray
from trueness.statistics.engine.resample import random_stream
from trueness.statistics.ranges.output_levels import extremes, output_levels

_RANDOM = 53
"""Sets the random numbers used here apart from others of the same seed."""

RANDOM_TABLES = 20
"""So many times random scores are drawn for every output."""


class Ratios(NamedTuple):
    """F/N and F'/N of every output (Peyrard 2019; Bhandari et al. 2020, appendix B).

    Attributes
    ----------
    better, worse : arrays of shape (N, M)
        F/N and F'/N; NaN where no scorer finds another output of the input better, or the output has no level.
    """

    better: FloatArray
    worse: FloatArray


class RatioCurve(NamedTuple):
    """Means of a ratio by level.

    Attributes
    ----------
    values : array of shape (P, M)
        Of the outputs of an input whose place in its range lies in each of P parts of equal width; NaN without one.
    levels : array of shape (P,)
        Mean level of these outputs, over inputs.
    n_outputs : array of shape (P,)
    """

    values: FloatArray
    levels: FloatArray
    n_outputs: FloatArray


def dominance_ratios(scores: FloatArray) -> Ratios:
    """Return, for every output, the ratios among the other outputs for the same input.

    F counts the outputs that all scorers find better than an output, N those that at least one does, F' those that all
    find worse.

    Parameters
    ----------
    scores : array of shape (K, N, M)
        Outputs with a missing score are left out.
    """
    _, systems, inputs = scores.shape
    better, worse = np.full((2, systems, inputs), np.nan)
    for j in range(inputs):
        there = np.flatnonzero(~np.isnan(scores[:, :, j]).any(axis=0))
        mine = scores[:, there, j]
        every = np.ones((len(there), len(there)), dtype=np.bool_)
        some, below = ~every, every.copy()
        for row in mine:
            above = row[None, :] > row[:, None]  # of the output in the row, those that are better
            every, some = every & above, some | above
            below &= row[None, :] < row[:, None]
        among = some.sum(axis=1).astype(np.float64)
        for found, counted in ((better, every), (worse, below)):
            found[there, j] = np.divide(
                counted.sum(axis=1), among, out=np.full(len(there), np.nan), where=among > 0
            )
    return Ratios(better, worse)


def ratio_curve(ratios: FloatArray, levels: FloatArray, parts: int) -> RatioCurve:
    """Return the mean ratio of every input's outputs in parts of its range of levels.

    Parameters
    ----------
    ratios, levels : arrays of shape (N, M)
    parts : int
    """
    low, high = extremes(levels, axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        place = np.minimum(np.floor((levels - low) / (high - low) * parts + 1e-12), parts - 1)
    known = ~np.isnan(ratios) & ~np.isnan(place)
    inside = known & (place == np.arange(parts)[:, None, None])
    count = inside.sum(axis=1)
    total = np.where(inside, ratios, 0.0).sum(axis=1)
    values = np.divide(total, count, out=np.full(total.shape, np.nan), where=count > 0)
    outputs = inside.sum(axis=(1, 2)).astype(np.float64)
    heights = np.where(inside, levels, 0.0).sum(axis=(1, 2))
    means = np.divide(heights, outputs, out=np.full(parts, np.nan), where=outputs > 0)
    return RatioCurve(values, means, outputs)


def random_curves(placed: BoolArray, scorers: int, parts: int, seed: int) -> tuple[RatioCurve, RatioCurve]:
    """Return the curves of both ratios for as many scorers whose scores are random numbers, for the same outputs.

    Parameters
    ----------
    placed : array of shape (N, M)
        Which outputs there are.
    scorers, parts, seed : int
    """
    curves: list[list[RatioCurve]] = [[], []]
    for time in range(RANDOM_TABLES):
        drawn = random_stream(seed, _RANDOM, time).random((scorers, *placed.shape))
        scores = np.where(placed, drawn, np.nan)
        levels = output_levels(scores).levels
        for kept, ratio in zip(curves, dominance_ratios(scores), strict=True):
            kept.append(ratio_curve(ratio, levels, parts))
    return _mean_curve(curves[0]), _mean_curve(curves[1])


def expected_ratio(levels: FloatArray, scorers: int, *, worse: bool = False) -> FloatArray:
    """Return the ratio for an output that all of so many random scorers put at the same share of outputs.

    With u the share of the outputs below it, F/N is (1 - u)^K / (1 - u^K) and F'/N is u^K / (1 - u^K) in a large set.

    Parameters
    ----------
    levels : array
        u, from 0 to 1.
    scorers : int
        K.
    worse : bool
        Whether F'/N is wanted.
    """
    part = levels**scorers if worse else (1 - levels) ** scorers
    some = 1 - levels**scorers
    return np.asarray(np.divide(part, some, out=np.full(np.shape(levels), np.nan), where=some > 0))


def _mean_curve(curves: list[RatioCurve]) -> RatioCurve:
    values = np.stack([curve.values for curve in curves])
    known = ~np.isnan(values)
    count = known.sum(axis=0)
    total = np.where(known, values, 0.0).sum(axis=0)
    outputs = np.sum([curve.n_outputs for curve in curves], axis=0)
    heights = np.nansum([curve.levels * curve.n_outputs for curve in curves], axis=0)
    return RatioCurve(
        np.divide(total, count, out=np.full(total.shape, np.nan), where=count > 0),
        np.divide(heights, outputs, out=np.full(len(outputs), np.nan), where=outputs > 0),
        outputs / len(curves),
    )
