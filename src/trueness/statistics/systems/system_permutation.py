"""The paired permutation test of systems: outputs for the same input are swapped at random, all pairs at once."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from trueness.errors import ArgumentError
from trueness.parallel import chosen_workers, run_tiles
from trueness.parallel.fingerprint import fingerprint
from trueness.statistics.array_types import FloatArray
from trueness.statistics.engine.resample import (
    DEFAULT_RESAMPLES,
    TILE,
    PermutationPlan,
    Rng,
    n_tiles,
    resolve_seed,
)
from trueness.statistics.exceedances import Exceedances, count_exceedances, sum_counts
from trueness.statistics.systems.swapped_means import counted_at_once, swapped_exceedances
from trueness.statistics.systems.swapped_tail import swapped_tail, unit_differences
from trueness.statistics.systems.system_differences import per_system, swapped_differences
from trueness.statistics.systems.system_pairs import PairTests, SystemPairs, pair_tests

FEW_BEYOND = 10
"""Random arrangements as far out as the data below which they say little of how rare that is."""


def system_permutation(
    pairs: SystemPairs, *, resamples: int = DEFAULT_RESAMPLES, rng: Rng = None
) -> PairTests:
    """Test every pair of systems by swapping their outputs for an input with probability one half.

    All pairs share the coins. The statistic is the difference between the systems' scores, which may be means, medians
    or corpus scores: sums of sufficient statistics, with those of swapped inputs exchanged, put into the formula.

    Parameters
    ----------
    pairs : SystemPairs
        Inputs of a cluster are swapped together.
    resamples : int
        Random arrangements; all are enumerated where there are no more of them.
    rng : int or numpy.random.Generator, optional

    Returns
    -------
    PairTests
        P-values are (1 + exceedances) / (1 + resamples), or exceedances / arrangements where exact. Those of means
        follow from the saddlepoint approximation where fewer than `FEW_BEYOND` random arrangements are as far out (see
        `swapped_tail`), so that they are as small as the data say, however few are drawn. They are undefined
        where two systems share no input or a corpus score is undefined.

    Raises
    ------
    ArgumentError
        If `resamples` is not a positive whole number or `rng` is unusable.

    Notes
    -----
    For means and corpus scores of complete data, sums are one product per tile, signs times scores: O(B M N s) with s
    statistics, and O(B P s) for pairs. Where outputs are missing every pair has inputs of its own: O(B M P s). Medians
    take O(B M P).

    References
    ----------
    Fisher (1935), The design of experiments. For sufficient statistics: Clark et al. (2011), Better hypothesis testing
    for statistical machine translation, ACL; Riezler and Maxwell (2005).
    """
    plan = PermutationPlan.choose("inputs", 1, pairs.n_inputs, resamples, resolve_seed(rng), pairs.clusters)
    first, second, _ = pairs.pair_scores()
    observed = first - second
    scale = difference_scale(pairs, first, second)
    workers = chosen_workers()
    at_once = counted_at_once(pairs, plan.resamples)

    def run(tiles: Sequence[int]) -> NDArray[np.int32]:
        found = []
        for tile in tiles:
            coins = plan.input_coins(tile)
            if coins is None:
                raise ArgumentError(f"coins for inputs in swap '{plan.swap}' are missing.")
            sums = per_system(pairs, coins)
            if at_once and sums is not None:
                found.append(swapped_exceedances(pairs, sums, scale, observed / scale))
                continue
            counts = [
                count_exceedances(
                    swapped_differences(pairs, coins, sums, part) / scale[part], (observed / scale)[part]
                )
                for part in pairs.parts(numbers_per_pair(pairs), 4 * workers)
            ]
            found.append(np.concatenate(counts, axis=1) if counts else np.zeros((4, 0), dtype=np.int64))
        return sum_counts(found).astype(np.int32)  # those of all tiles are held until the last

    identity = functools.partial(fingerprint, "systems permuted", pairs, plan)
    tiles = run_tiles(run, n_tiles(plan.resamples), identity=identity)
    greater, less, beyond, undefined = sum_counts(tiles)
    counted = Exceedances(
        observed=observed,
        greater=greater,
        less=less,
        beyond=beyond,
        undefined=undefined,
        resamples=plan.resamples,
        exact=plan.exact,
    )
    sides = {name: counted.pvalue(name) for name in ("greater", "less", "two-sided")}
    if pairs.kind == "mean" and not plan.exact:
        _far_out(pairs, observed, np.asarray(beyond), sides)
    return pair_tests(
        pairs,
        statistic=observed,
        greater=sides["greater"],
        less=sides["less"],
        two_sided=sides["two-sided"],
        exact=np.full(pairs.n_pairs, plan.exact),
        n_undefined=np.where(np.isnan(observed), 0, undefined).astype(np.intp),
        resamples=plan.resamples,
    )


def _far_out(
    pairs: SystemPairs, observed: FloatArray, beyond: FloatArray, sides: dict[str, FloatArray]
) -> None:
    """Put p-values in place of those that hardly any random arrangement speaks for."""
    rare = (beyond < FEW_BEYOND) & ~np.isnan(observed)
    for part in pairs.parts(12 * pairs.n_inputs):
        here = part.start + np.flatnonzero(rare[part])
        if not len(here):
            continue
        differences, whole = unit_differences(pairs, part)
        tail = swapped_tail(differences[here - part.start], whole[here - part.start])
        better, worse = observed[here] > 0, observed[here] < 0
        sides["greater"][here[better]] = tail[better]
        sides["less"][here[worse]] = tail[worse]
        sides["two-sided"][here] = np.minimum(1.0, 2 * tail)


def difference_scale(pairs: SystemPairs, first: FloatArray, second: FloatArray) -> FloatArray:
    """Return what differences of every pair are divided by before they are compared, shape (P,).

    Differences of means, medians and corpus scores carry the rounding errors of the scores they are between; in units
    of the largest of these a fixed tolerance is one for all scorers.
    """
    if pairs.kind == "corpus":
        largest = np.maximum(np.abs(first), np.abs(second))
    else:
        sizes = np.max(np.where(pairs.present, np.abs(pairs.scores), 0.0), axis=1, initial=0.0)
        largest = np.maximum(sizes[pairs.first], sizes[pairs.second])
    return np.where(largest > 0, largest, 1.0)


def numbers_per_pair(pairs: SystemPairs) -> int:
    """Return about how many numbers a tile of resamples holds for a pair."""
    per_input = 0 if pairs.complete else 4 * pairs.n_numbers
    if pairs.kind == "median":
        per_input = 12  # the outputs of both, sorted, and where they come from
    return 8 * TILE * pairs.n_numbers + (1 + per_input) * pairs.n_inputs
