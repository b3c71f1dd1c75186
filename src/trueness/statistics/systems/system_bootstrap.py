"""The paired bootstrap test of systems: inputs are drawn again, the same for all systems, all pairs at once."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

import numpy as np

from trueness.errors import check_integer, check_proportion
from trueness.parallel import chosen_workers, memory_budget, run_tiles, watched
from trueness.parallel.fingerprint import fingerprint
from trueness.statistics.array_types import FloatArray
from trueness.statistics.engine.resample import DEFAULT_RESAMPLES, BootstrapPlan, Rng, n_tiles, resolve_seed
from trueness.statistics.exceedances import Exceedances, count_exceedances
from trueness.statistics.systems.system_differences import per_system, resampled_differences
from trueness.statistics.systems.system_pairs import PairTests, SystemPairs, pair_tests, whole_blocks
from trueness.statistics.systems.system_permutation import difference_scale, numbers_per_pair

Drawn = tuple[FloatArray, FloatArray | None]
"""How often inputs are drawn, shape (B, M), and what `per_system` makes of it."""


def system_bootstrap(
    pairs: SystemPairs, *, resamples: int = DEFAULT_RESAMPLES, confidence: float = 0.95, rng: Rng = None
) -> PairTests:
    """Test every pair of systems by drawing inputs with replacement, recentred so that the null hypothesis holds.

    All pairs and systems share the draws. With the difference d on the data and d* on a resample, the first system is
    better where few resamples have d* - d >= d.

    Parameters
    ----------
    pairs : SystemPairs
        Clusters of inputs are drawn as a whole.
    resamples : int
    confidence : float
        Of the percentile intervals of the difference, strictly between 0 and 1.
    rng : int or numpy.random.Generator, optional

    Returns
    -------
    PairTests
        P-values are (1 + exceedances) / (1 + defined resamples), NaN where a pair shares no input or a corpus score is
        undefined.

    Raises
    ------
    ArgumentError
        If `resamples` is not a positive whole number, `confidence` not strictly between 0 and 1, or `rng` unusable.

    Notes
    -----
    The bootstrap rests on many inputs: with twenty it rejects a true null hypothesis of means somewhat too often. Time
    is as that of `system_permutation`. Differences of all resamples are kept for as many pairs at once as fit a
    sixteenth of the budget; inputs are drawn again for the next where outputs are missing or scores are medians.

    References
    ----------
    Efron and Tibshirani (1993), An introduction to the bootstrap, section 16.4. For systems: Koehn (2004), Statistical
    significance tests for machine translation evaluation, EMNLP, there without recentring.
    """
    check_integer("resamples", resamples, minimum=1)
    confidence = check_proportion("confidence", confidence)
    plan = BootstrapPlan(
        over="inputs",
        n_systems=1,
        n_inputs=pairs.n_inputs,
        resamples=resamples,
        seed=resolve_seed(rng),
        clusters=pairs.clusters,
    )
    first, second, _ = pairs.pair_scores()
    observed = first - second
    scale = difference_scale(pairs, first, second)
    counts = np.zeros((4, pairs.n_pairs), dtype=np.int64)
    limits = np.full((2, pairs.n_pairs), np.nan)
    sums = _kept_sums(pairs, plan)
    kept = whole_blocks(memory_budget() // 16 // (8 * resamples))
    for start in range(0, pairs.n_pairs, kept):
        part = slice(start, min(start + kept, pairs.n_pairs))
        drawn = _drawn(pairs, plan, part, sums)
        counts[:, part] = count_exceedances(
            (drawn - observed[part]) / scale[part], observed[part] / scale[part]
        )
        limits[:, part] = _percentiles(drawn, observed[part], confidence)
    greater, less, beyond, undefined = counts
    counted = Exceedances(
        observed=observed,
        greater=greater,
        less=less,
        beyond=beyond,
        undefined=undefined,
        resamples=resamples,
        exact=False,
    )
    sides = {name: counted.pvalue(name) for name in ("greater", "less", "two-sided")}
    return pair_tests(
        pairs,
        statistic=observed,
        greater=sides["greater"],
        less=sides["less"],
        two_sided=sides["two-sided"],
        low=limits[0],
        high=limits[1],
        n_undefined=np.where(np.isnan(observed), 0, undefined).astype(np.intp),
        resamples=resamples,
    )


def _drawn(
    pairs: SystemPairs, plan: BootstrapPlan, whole: slice, kept: list[list[Drawn]] | None
) -> FloatArray:
    """Return the differences of some pairs in all resamples, shape (B, p)."""
    workers = chosen_workers()

    def run(tiles: Sequence[int]) -> FloatArray:
        found = []
        for tile in tiles:
            for weights, sums in _weights(pairs, plan, tile) if kept is None else kept[tile]:
                parts = [
                    resampled_differences(pairs, weights, sums, part)
                    for part in pairs.parts(numbers_per_pair(pairs), 4 * workers, whole)
                ]
                found.append(np.concatenate(parts, axis=1))
        return np.concatenate(found)

    identity = functools.partial(fingerprint, "systems resampled", pairs, plan, whole.start, whole.stop)
    return np.concatenate(run_tiles(run, n_tiles(plan.resamples), identity=identity))


def _weights(pairs: SystemPairs, plan: BootstrapPlan, tile: int) -> Iterator[Drawn]:
    """Yield how often inputs are drawn in a tile of resamples, and weighted sums of all systems if these will do."""
    for part in plan.parts(tile):
        weights = np.ones((1, pairs.n_inputs)) if part.inputs is None else part.inputs
        yield weights, per_system(pairs, weights)


def _kept_sums(pairs: SystemPairs, plan: BootstrapPlan) -> list[list[Drawn]] | None:
    """Return what is drawn, by tiles and their parts, where sums of systems are all that pairs need and find room."""
    if not pairs.complete or pairs.kind == "median":
        return None
    if 8 * plan.resamples * len(pairs.scores) * pairs.n_numbers > memory_budget() // 8:
        return None

    def run(tiles: Sequence[int]) -> list[list[Drawn]]:
        # of the counts their sum is all that is needed then
        return [
            [(weights.sum(axis=1, keepdims=True), sums) for weights, sums in _weights(pairs, plan, tile)]
            for tile in tiles
        ]

    identity = functools.partial(fingerprint, "sums of systems", pairs, plan)
    with watched(None):  # progress is told of differences
        parts = run_tiles(run, n_tiles(plan.resamples), identity=identity)
    return [drawn for part in parts for drawn in part]


def _percentiles(drawn: FloatArray, observed: FloatArray, confidence: float) -> FloatArray:
    """Return the percentile limits of every pair, shape (2, p); NaN where it has no difference."""
    limits = np.full((2, len(observed)), np.nan)
    known = ~np.isnan(observed) & ~np.isnan(drawn).all(axis=0)
    if known.any():
        tail = (1 - confidence) / 2
        # many times as fast where nothing is missing
        quantile = np.nanquantile if np.isnan(drawn).any() else np.quantile
        limits[:, known] = quantile(drawn[:, known], [tail, 1 - tail], axis=0)
    return limits
