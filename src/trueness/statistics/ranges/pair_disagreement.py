"""How often two scorers put two outputs in opposite orders, by the mean level of the two."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.compiled import compiled
from trueness.statistics.engine.resample import random_stream
from trueness.statistics.ranges.binned_taus import ScorePairs
from trueness.statistics.ranges.mean_jackknife import LeftOutMeans
from trueness.statistics.ranges.output_levels import extremes

MOST_PAIRS = 1_000_000
"""Of more pairs of outputs of different inputs, so many are drawn at random."""

TOGETHER = 2**17
"""Pairs that are looked at together, whose numbers take some megabytes."""

_DRAWN = 52
"""Sets the random numbers used here apart from others of the same seed."""


class Disagreement(NamedTuple):
    """Shares of pairs of outputs that two scorers order oppositely.

    Attributes
    ----------
    shares : LeftOutMeans
        Of R * C values, ranges of pairs by pairs of scorers, with and without each input.
    n_pairs : array of shape (R,)
        Pairs of outputs in each range.
    n_tied : array of shape (R, C)
        Those that one of the scorers ties, which are in no opposite orders.
    drawn : bool
        Whether they are a sample of all pairs.
    """

    shares: LeftOutMeans
    n_pairs: IntArray
    n_tied: IntArray
    drawn: bool


def disagreement_within(
    scores: FloatArray, levels: FloatArray, n_bins: int, pairs: ScorePairs
) -> Disagreement:
    """Return disagreement about outputs of the same input, by where their mean level lies in the input's range.

    Parameters
    ----------
    scores : array of shape (K, N, M)
    levels : array of shape (N, M)
        NaN for outputs that are left out; an input without a range has none.
    n_bins : int
    pairs : ScorePairs
    """
    inputs = levels.shape[1]
    low, high = extremes(levels, axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        places = (levels - low) / (high - low)
    rows, columns = np.nonzero(~np.isnan(places))
    order = np.argsort(columns, kind="stable")
    rows, columns = rows[order], columns[order]
    sizes = np.bincount(columns, minlength=inputs)
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    met = [np.triu_indices(size, k=1) for size in sizes.tolist()]
    one, other = (
        np.concatenate([start + part[side] for start, part in zip(starts.tolist(), met, strict=True)])
        for side in (0, 1)
    )
    return _counted(
        scores[:, rows, columns], places[rows, columns], columns, one, other, n_bins, pairs, inputs
    )


def disagreement_across(
    scores: FloatArray, levels: FloatArray, n_bins: int, pairs: ScorePairs, seed: int
) -> Disagreement:
    """Return disagreement about outputs of different inputs, each against its own references, as published.

    Levels are normalised once, over all outputs: metrics are brought to the range from 0 to 1 and averaged.

    Parameters
    ----------
    scores : array of shape (K, N, M)
    levels : array of shape (N, M)
        NaN for outputs that are left out; of the others nothing is used.
    n_bins : int
    pairs : ScorePairs
    seed : int
        Draws pairs where there are more than `MOST_PAIRS`.

    References
    ----------
    Bhandari et al. 2020, appendix A; Peyrard 2019.
    """
    rows, columns = np.nonzero(~np.isnan(levels))
    given = scores[:, rows, columns]
    low, high = extremes(given, axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        together = ((given - low[:, None]) / (high - low)[:, None]).mean(axis=0)
        places = (together - together.min()) / (together.max() - together.min())
    size = len(rows)
    every = size * (size - 1) // 2
    if every > MOST_PAIRS:
        stream = random_stream(seed, _DRAWN)
        one = stream.integers(size, size=MOST_PAIRS)
        other = (one + stream.integers(1, size, size=MOST_PAIRS)) % size
    else:
        one, other = np.triu_indices(size, k=1)
    apart = columns[one] != columns[other]
    one, other = one[apart], other[apart]
    found = _counted(given, places, columns, one, other, n_bins, pairs, levels.shape[1])
    return found._replace(drawn=every > MOST_PAIRS)


def _counted(
    scores: FloatArray,
    places: FloatArray,
    inputs: IntArray,
    one: IntArray,
    other: IntArray,
    n_bins: int,
    pairs: ScorePairs,
    n_inputs: int,
) -> Disagreement:
    scores, inputs = np.ascontiguousarray(scores), inputs.astype(np.intp)
    # opposed, tied; one more than the inputs: all pairs once
    counts = np.zeros((2, n_inputs + 1, n_bins, len(pairs.first)))
    met = np.zeros((n_inputs + 1, n_bins))
    for start in range(0, len(one), TOGETHER):
        here = slice(start, start + TOGETHER)
        middle = (places[one[here]] + places[other[here]]) / 2
        known = ~np.isnan(middle)
        left, right = one[here][known].astype(np.intp), other[here][known].astype(np.intp)
        bins = np.minimum(np.floor(middle[known] * n_bins + 1e-12), n_bins - 1).astype(np.intp)
        compiled(fill_opposed)(scores, inputs, left, right, bins, pairs.first, pairs.second, counts)
        apart = inputs[left] != inputs[right]
        np.add.at(met, (inputs[left], bins), 1.0)
        np.add.at(met, (inputs[right][apart], bins[apart]), 1.0)
        np.add.at(met, (np.full(len(bins), n_inputs), bins), 1.0)
    opposed, tied, among = _ranges(counts[0]), _ranges(counts[1]), _ranges(met[..., None])
    whole = _share(opposed[-1], among[-1])
    without = _share(opposed[-1] - opposed[:-1], among[-1] - among[:-1])
    return Disagreement(
        LeftOutMeans(whole.ravel(), without.reshape(n_inputs, -1)),
        among[-1, :, 0].astype(np.intp),
        tied[-1].astype(np.intp),
        drawn=False,
    )


def _ranges(counts: FloatArray) -> FloatArray:
    """Return counts of bins as those of the bins from each on, then of each alone, shape (..., R, C)."""
    return np.concatenate([counts[..., ::-1, :].cumsum(axis=-2)[..., ::-1, :], counts], axis=-2)


def _share(part: FloatArray, whole: FloatArray) -> FloatArray:
    whole = np.broadcast_to(whole, part.shape)
    return np.asarray(np.divide(part, whole, out=np.full(part.shape, np.nan), where=whole > 0))


def fill_opposed(
    scores: FloatArray,
    inputs: IntArray,
    one: IntArray,
    other: IntArray,
    bins: IntArray,
    first: IntArray,
    second: IntArray,
    counts: FloatArray,
) -> None:
    """Count opposite orders and ties of pairs of outputs, for each input that has a part in them; to be compiled.

    Parameters
    ----------
    scores : array of shape (K, n)
    inputs : array of shape (n,)
    one, other, bins : arrays of shape (P,)
    first, second : arrays of shape (C,)
    counts : array of shape (2, M + 1, n_bins, C)
        Last of the inputs are all together.
    """
    every = counts.shape[1] - 1
    for p in range(len(one)):
        here, there = inputs[one[p]], inputs[other[p]]
        for c in range(len(first)):
            a = scores[first[c], one[p]] - scores[first[c], other[p]]
            b = scores[second[c], one[p]] - scores[second[c], other[p]]
            kind = 1 if a == 0.0 or b == 0.0 else 0
            if kind == 0 and (a > 0.0) == (b > 0.0):
                continue
            counts[kind, every, bins[p], c] += 1.0
            counts[kind, here, bins[p], c] += 1.0
            if there != here:
                counts[kind, there, bins[p], c] += 1.0
