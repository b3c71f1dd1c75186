"""Permutation tests that stop early and stay valid: the sequential p-values of Besag and Clifford (1991).

Arrangements are drawn one after another until h of them have a difference that reaches the observed one, the last of
them at the n-th: then p = h / n. If fewer, g, did so in all B resamples, p = (1 + g) / (1 + B), as without stopping.
Under the null hypothesis P(p <= a) is at most a for every a, and just a for the values h / n that p can take (Besag and
Clifford 1991, Sequential Monte Carlo p-values, Biometrika 78). Rules that stop when the p-value so far looks large or
small enough have no such guarantee. A larger h leaves p-values that are far from significant with more digits, and
costs as many more draws; 10 to 20 is usual.

Each side of a test, larger, smaller and larger in size, has a count, and so a stopping time, of its own. A p-value is
valid only at its own stopping time, so a pair of metrics is drawn for until all three sides are decided; each p-value
comes from the draws up to its own. Draws without a difference do not count. Coins are those of the plan, so that where
the n-th draw stands depends on nothing else: numbers are the same for any number of workers and any rounds.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from trueness.errors import ArgumentError, check_integer
from trueness.parallel import chosen_workers, current_progress, run_tiles, watched
from trueness.parallel.fingerprint import fingerprint
from trueness.statistics.array_types import FloatArray, IntArray, Key, Pair
from trueness.statistics.engine.resample import PermutationPlan, n_tiles, tile_size
from trueness.statistics.exceedances import EXCEEDANCE_TOLERANCE
from trueness.statistics.resampling.memory_waves import permutation_waves
from trueness.statistics.resampling.permutation import PermutationTiles, check_permutation
from trueness.statistics.score_arrays import ScoreArrays

SIDES = ("greater", "less", "two-sided")

Flags = NDArray[np.uint8]
"""Which draws of a tile reach the observed difference, per side, and which have none: shape (4, B / 8, P)."""


@dataclasses.dataclass
class SequentialExceedances:
    """How the permuted differences of P pairs reached the observed ones, until each side had enough.

    Attributes
    ----------
    observed : array of shape (P,)
        r(X, Z) - r(Y, Z), NaN where undefined.
    stop_after : int
        Exceedances h after which a side is decided.
    counts : array of shape (3, P)
        Exceedances per side (`SIDES`), no more than h.
    drawn, undefined : arrays of shape (3, P)
        Draws until a side was decided, and those of them without a difference.
    """

    observed: FloatArray
    stop_after: int
    counts: IntArray
    drawn: IntArray
    undefined: IntArray

    @classmethod
    def of(cls, observed: FloatArray, stop_after: int) -> SequentialExceedances:
        """Return what is known before anything is drawn."""
        shape = (len(SIDES), len(observed))
        counts, drawn, undefined = (np.zeros(shape, dtype=np.intp) for _ in range(3))
        return cls(observed=observed, stop_after=stop_after, counts=counts, drawn=drawn, undefined=undefined)

    @property
    def decided(self) -> NDArray[np.bool_]:
        """Pairs for which nothing more has to be drawn, shape (P,)."""
        return np.asarray(np.all(self.counts >= self.stop_after, axis=0) | np.isnan(self.observed))

    @property
    def used(self) -> tuple[IntArray, IntArray]:
        """Draws of each pair without a difference, and all until its sides were decided: two arrays of shape (P,)."""
        return self.undefined.max(axis=0), self.drawn.max(axis=0)

    def pvalue(self, alternative: str) -> FloatArray:
        """Return p-values: h / defined draws where h exceedances were reached, else (1 + exceedances) / (1 + draws)."""
        side = SIDES.index(alternative)
        count, defined = self.counts[side], self.drawn[side] - self.undefined[side]
        stopped = count >= self.stop_after
        with np.errstate(divide="ignore", invalid="ignore"):
            pvalue = np.where(stopped, count / defined, (1 + count) / (1 + defined))
        return np.where(np.isnan(self.observed) | (defined == 0), np.nan, pvalue)

    def add(self, where: IntArray, flags: NDArray[np.bool_]) -> None:
        """Take the next draws of some pairs into account, flags of shape (4, B, pairs)."""
        size = flags.shape[1]
        undefined = np.cumsum(flags[3], axis=0)
        for side in range(len(SIDES)):
            count = self.counts[side, where]
            open_ = count < self.stop_after
            reached = count + np.cumsum(flags[side], axis=0)
            now = reached[-1] >= self.stop_after
            # the draw at which the last exceedance that counts was met
            last = np.where(now, np.argmax(reached >= self.stop_after, axis=0), size - 1)
            counted = np.minimum(reached[-1], self.stop_after)
            lost = undefined[last, np.arange(len(where))]
            self.counts[side, where] = np.where(open_, counted, count)
            self.drawn[side, where] += np.where(open_, last + 1, 0)
            self.undefined[side, where] += np.where(open_, lost, 0)


def sequential_exceedances(
    arrays: ScoreArrays,
    pairs: Sequence[Pair],
    plan: PermutationPlan,
    levels: Sequence[str],
    coefficients: Sequence[str],
    stop_after: int,
    *,
    standardize: str = "level",
) -> dict[Key, SequentialExceedances]:
    """Return, per level and coefficient, when permuted differences had reached the observed ones often enough.

    A level of a pair is drawn for until all its coefficients are decided. Rounds of tiles, each as long as all before,
    run on all workers; then pairs that are decided are left out.

    Parameters
    ----------
    arrays, pairs, plan, levels, coefficients, standardize
        As in `permutation.permutation_exceedances`; the plan's arrangements must be random ones.
    stop_after : int
        Exceedances h, at least 1, after which one side of a test is decided.

    Raises
    ------
    ArgumentError
        If `stop_after` is not a positive whole number, the plan enumerates all arrangements, or `standardize` is
        unknown.
    UnsupportedMethodError
        As `permutation.permutation_exceedances`.
    """
    check_integer("stop_after", stop_after, minimum=1)
    if plan.exact:
        raise ArgumentError("`stop_after` is for random arrangements; these are enumerated one by one.")
    check_permutation(arrays, pairs, plan, levels, coefficients, standardize)
    arrays.prepare()
    tiles, progress = n_tiles(plan.resamples), current_progress()
    result: dict[Key, SequentialExceedances] = {}
    for number, level in enumerate(levels):
        found: dict[Key, SequentialExceedances] = {}
        active: IntArray = np.arange(len(pairs))
        start, length = 0, min(tiles, chosen_workers())
        while len(active) and start < tiles:
            stop = min(tiles, start + length)
            members = [pairs[place] for place in active]
            for wave in permutation_waves(arrays, members, plan, (level,), coefficients):
                run = SequentialTiles(
                    PermutationTiles.of(arrays, wave, plan, (level,), coefficients, standardize), start
                )
                done = ("sequential", arrays, wave, plan, level, coefficients, standardize, start, stop)
                with watched(None):  # progress is told of rounds
                    parts = run_tiles(run, stop - start, identity=functools.partial(fingerprint, *done))
                _add(found, run, pairs, [tile for part in parts for tile in part], stop_after)
                del run, parts  # before the next wave is prepared
            active = np.flatnonzero(~np.all([part.decided for part in found.values()], axis=0))
            start, length = stop, stop
            if progress is not None:
                progress(number * tiles + stop, len(levels) * tiles)
        if progress is not None and start < tiles:
            progress((number + 1) * tiles, len(levels) * tiles)
        result |= found
    return result


@dataclasses.dataclass(frozen=True)
class SequentialTiles:
    """Pairs of metrics ready for coins, from some tile on, as work that any process can be given."""

    tiles: PermutationTiles
    first: int

    def __call__(self, tiles: Sequence[int]) -> list[list[dict[Key, Flags]]]:
        """Return, of each of some tiles, which draws reach the observed differences, per group."""
        return [
            [
                {key: _flags(permuted, seen[key]) for key, permuted in found.items()}
                for found, seen in zip(
                    self.tiles.differences(self.first + tile), self.tiles.observed, strict=True
                )
            ]
            for tile in tiles
        ]


def _flags(permuted: FloatArray, observed: FloatArray) -> Flags:
    with np.errstate(invalid="ignore"):
        flags = np.stack(
            [
                permuted >= observed - EXCEEDANCE_TOLERANCE,
                permuted <= observed + EXCEEDANCE_TOLERANCE,
                np.abs(permuted) >= np.abs(observed) - EXCEEDANCE_TOLERANCE,
                np.isnan(permuted),
            ]
        )
    return np.packbits(flags, axis=1)


def _add(
    found: dict[Key, SequentialExceedances],
    run: SequentialTiles,
    pairs: Sequence[Pair],
    tiles: Sequence[list[dict[Key, Flags]]],
    stop_after: int,
) -> None:
    """Take the draws of some tiles into account, in their order."""
    position = {pair: place for place, pair in enumerate(pairs)}
    plan = run.tiles.plan
    for g, members in enumerate(run.tiles.members):
        where: IntArray = np.array([position[pair] for pair in members], dtype=np.intp)
        for key in run.tiles.keys:
            if key not in found:
                unknown = np.full(len(pairs), np.nan)
                found[key] = SequentialExceedances.of(unknown, stop_after)
            found[key].observed[where] = run.tiles.observed[g][key][0]
            for tile, groups in enumerate(tiles, start=run.first):
                size = tile_size(tile, plan.resamples)
                found[key].add(where, np.unpackbits(groups[g][key], axis=1, count=size).view(np.bool_))
