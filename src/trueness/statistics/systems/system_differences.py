"""Differences between the scores of systems whose outputs are swapped, or whose inputs are drawn again."""

from __future__ import annotations

import numpy as np

from trueness.data.scores.corpus_formulas import corpus_score
from trueness.statistics.array_types import FloatArray
from trueness.statistics.systems.swapped_medians import swapped_medians
from trueness.statistics.systems.system_pairs import PAIR_BLOCK, SystemPairs
from trueness.statistics.weighted_median import weighted_medians

INPUT_BLOCK = 8192
"""Inputs whose coins are numbers at once; products are added up block by block, so it is part of the last bit."""


def products(weights: np.ndarray, values: FloatArray) -> FloatArray:
    """Return weights times values summed over inputs, shape (B, …), with few weights as numbers at once.

    Parameters
    ----------
    weights : array of shape (B, M)
        Coins or counts, of any type.
    values : array of shape (p, …, M)
        Of systems or of pairs, from the beginning of a block.
    """
    total = np.zeros((len(weights), *values.shape[:-1]))
    for start in range(0, values.shape[-1], INPUT_BLOCK):
        block = slice(start, start + INPUT_BLOCK)
        factors = weights[:, block].astype(np.float64)
        for first in range(0, len(values), PAIR_BLOCK):
            part = values[first : first + PAIR_BLOCK, ..., block]
            flat = part.reshape(-1, part.shape[-1])
            total[:, first : first + PAIR_BLOCK] += (factors @ flat.T).reshape(-1, *part.shape[:-1])
    return total


def per_system(pairs: SystemPairs, weights: np.ndarray) -> FloatArray | None:
    """Return weighted sums of every system, of its scores (B, N) or its statistics (B, N, s), for all pairs at once.

    None where outputs are missing, since then every pair has inputs of its own, and where scores are medians.
    """
    if not pairs.complete or pairs.kind == "median":
        return None
    if pairs.kind == "corpus" and pairs.corpus is not None:
        return products(weights, np.moveaxis(pairs.corpus.values, 2, 1))
    return products(weights, pairs.exact[0])


def swapped_differences(
    pairs: SystemPairs, coins: np.ndarray, sums: FloatArray | None, part: slice
) -> FloatArray:
    """Return differences of some pairs with the outputs for some inputs swapped, shape (B, p).

    NaN where systems share no input or a corpus score is undefined.

    Parameters
    ----------
    pairs : SystemPairs
    coins : array of shape (B, M)
        -1 where the outputs for an input are swapped, else 1.
    sums : array, optional
        What `per_system` returned for the coins.
    part : slice
        Which pairs.

    Notes
    -----
    With coins c, the mean difference is the mean of c (x - y). Summed statistics of the first system are half of what
    both have in all plus half of the sum of c (x - y), those of the second the same with a minus.
    """
    first, second = pairs.first[part], pairs.second[part]
    if pairs.kind == "median":
        return swapped_medians(pairs.scores[first], pairs.scores[second], pairs.shared(part), coins)
    shared = pairs.shared(part)
    if pairs.kind == "corpus" and pairs.corpus is not None:
        values = pairs.corpus.values
        if sums is not None:
            totals = values.sum(axis=1)
            both, moved = totals[first] + totals[second], sums[:, first] - sums[:, second]
        else:
            x, y = (np.where(shared[:, :, None], values[side], 0.0) for side in (first, second))
            both, moved = (x + y).sum(axis=1), products(coins, np.moveaxis(x - y, 2, 1))
        there = np.asarray(shared.any(axis=1))
        return _corpus_difference(pairs, (both + moved) / 2, (both - moved) / 2, there)
    values, divisor = pairs.exact
    if sums is not None:
        moved = sums[:, first] - sums[:, second]
    else:
        moved = products(coins, np.where(shared, values[first] - values[second], 0.0))
    counts = shared.sum(axis=1)
    return _quotient(moved, counts * divisor)


def resampled_differences(
    pairs: SystemPairs, counts: np.ndarray, sums: FloatArray | None, part: slice
) -> FloatArray:
    """Return differences of some pairs on inputs that were drawn with replacement, shape (B, p).

    NaN where none of the inputs that a pair shares was drawn or a corpus score is undefined.

    Parameters
    ----------
    pairs : SystemPairs
    counts : array of shape (B, M)
        How often each input was drawn; with `sums`, its sum over inputs, shape (B, 1), is enough.
    sums : array, optional
        What `per_system` returned for the counts.
    part : slice
        Which pairs.
    """
    first, second = pairs.first[part], pairs.second[part]
    shared = pairs.shared(part)
    if pairs.kind == "median":
        cells = np.concatenate([shared, shared])
        outputs = np.where(cells, pairs.scores[np.concatenate([first, second])], 0.0)
        medians = weighted_medians(outputs[None], cells, counts)[:, 0]
        return np.asarray(medians[:, : len(first)] - medians[:, len(first) :])
    drawn = np.broadcast_to(counts.sum(axis=1, keepdims=True), (len(counts), len(first)))
    if not pairs.complete:
        drawn = products(counts, shared.astype(np.float64))
    if pairs.kind == "corpus" and pairs.corpus is not None:
        if sums is not None:
            a, b = sums[:, first], sums[:, second]
        else:
            a, b = (
                products(
                    counts,
                    np.moveaxis(np.where(shared[:, :, None], pairs.corpus.values[side], 0.0), 2, 1),
                )
                for side in (first, second)
            )
        return _corpus_difference(pairs, a, b, drawn > 0)
    values, divisor = pairs.exact
    if sums is not None:
        moved = sums[:, first] - sums[:, second]
    else:
        moved = products(counts, np.where(shared, values[first] - values[second], 0.0))
    return _quotient(moved, drawn * divisor)


def _quotient(moved: FloatArray, counts: FloatArray) -> FloatArray:
    """Return quotients, NaN where nothing was counted."""
    result: FloatArray = np.divide(moved, counts, out=np.full(moved.shape, np.nan), where=counts > 0)
    return result


def _corpus_difference(
    pairs: SystemPairs, first: FloatArray, second: FloatArray, there: np.ndarray
) -> FloatArray:
    formula = "" if pairs.corpus is None else pairs.corpus.formula
    difference = corpus_score(formula, first) - corpus_score(formula, second)
    return np.where(there, -difference if pairs.negated else difference, np.nan)
