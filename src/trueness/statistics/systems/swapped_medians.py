"""Medians of two systems whose outputs for some inputs are swapped, many arrangements side by side.

The outputs of both systems are sorted once. An arrangement says of each whose it is; walking through them in order, the
median of a system stands where it has half of its outputs. Counts of 256 arrangements are kept side by side, and what
is recorded is how many places are passed before that: additions only, which become vector instructions.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from trueness.statistics.array_types import FloatArray
from trueness.statistics.compiled import LANES, compiled

Int32Array = NDArray[np.int32]


def swapped_medians(
    first: FloatArray, second: FloatArray, shared: NDArray[np.bool_], coins: NDArray[np.int8]
) -> FloatArray:
    """Return the median of the first system minus that of the second, shape (B, p); NaN where they share no input.

    The median of an even number of scores is the mean of the two in the middle. Time is O(B p M), memory O(p M + B M +
    B p).

    Parameters
    ----------
    first, second : arrays of shape (p, M)
        Scores of the systems of p pairs.
    shared : array of shape (p, M)
        Inputs that both systems of a pair have; other scores are not read.
    coins : array of shape (B, M)
        -1 where the outputs for an input are swapped, else 1.
    """
    n_pairs, n_inputs = first.shape
    both = np.concatenate([shared, shared], axis=1)
    outputs = np.where(both, np.concatenate([first, second], axis=1), np.inf)  # those not read come last
    order = np.argsort(outputs, axis=1, kind="stable")
    ordered = np.take_along_axis(outputs, order, axis=1)
    inputs = (order % max(n_inputs, 1)).astype(np.int32)
    swapped = (order >= n_inputs).astype(np.int32)
    counts = shared.sum(axis=1).astype(np.int32)
    kernel = compiled(fill_places)
    result = np.full((len(coins), n_pairs), np.nan)
    some = np.flatnonzero(counts)
    for start in range(0, len(coins), LANES):
        heads = np.ascontiguousarray((coins[start : start + LANES] > 0).T, dtype=np.int32)
        places = np.zeros((n_pairs, 4, heads.shape[1]), dtype=np.int32)
        kernel(inputs, swapped, counts, heads, places)
        values = np.take_along_axis(ordered[some, None, :], places[some].astype(np.intp), axis=2)
        low_first, high_first, low_second, high_second = values.transpose(1, 2, 0)
        result[start : start + LANES, some] = _middle(low_first, high_first) - _middle(
            low_second, high_second
        )
    return result


def _middle(low: FloatArray, high: FloatArray) -> FloatArray:
    return np.where(low == high, low, (low + high) / 2)


def fill_places(
    inputs: Int32Array, swapped: Int32Array, counts: Int32Array, heads: Int32Array, places: NDArray[np.int32]
) -> None:
    """Count the places passed before the lower and upper middle of the first and of the second system.

    Written for compilation.

    Parameters
    ----------
    inputs, swapped : arrays of shape (p, 2 M)
        In ascending order of scores: the input of an output, and 1 where it is the second system's.
    counts : array of shape (p,)
        Outputs of a system.
    heads : array of shape (M, L)
        1 where the outputs for an input stay where they are.
    places : array of shape (p, 4, L)
        Filled; zero before.
    """
    lanes = heads.shape[1]
    passed = np.zeros(lanes, dtype=np.int32)
    for p in range(inputs.shape[0]):
        low, high = np.int32((counts[p] - 1) // 2), np.int32(counts[p] // 2)
        for lane in range(lanes):
            passed[lane] = 0
        # the first system has at most as many outputs behind it as there are places, the second the others
        for place in range(2 * counts[p]):
            flip = swapped[p, place]
            head = heads[inputs[p, place]]
            seen = np.int32(place + 1)
            for lane in range(lanes):
                mine = passed[lane] + (head[lane] ^ flip)
                other = seen - mine
                passed[lane] = mine
                places[p, 0, lane] += np.int32(mine <= low)
                places[p, 1, lane] += np.int32(mine <= high)
                places[p, 2, lane] += np.int32(other <= low)
                places[p, 3, lane] += np.int32(other <= high)
