"""Coefficients of all outputs as one sample after swaps between two metrics.

A swap picks, of an output's scores of X and Y, one for X' and the other for Y': X' is the sample of 2n entries in
which those picked have weight 1. Pearson's r needs sums that are linear in the coins.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from trueness.parallel import memory_budget
from trueness.statistics.array_types import FloatArray, Floats, Index, IntArray, Sides
from trueness.statistics.coefficients import MINIMUM_OBSERVATIONS, midranks
from trueness.statistics.compiled import compiled
from trueness.statistics.engine.fixed_columns import exact_type
from trueness.statistics.engine.output_kernels import fill_output_products, fill_swapped_outputs
from trueness.statistics.engine.permuted_rows import pooled_permuted_coefficients
from trueness.statistics.engine.pooled_outputs import bilinear, pooled_lanes
from trueness.statistics.engine.tile_coins import TileCoins
from trueness.statistics.ties import dense_ranks, tie_close

Packed = NDArray[np.uint8]

PEARSON_BLOCK = 1_000_000
"""Numbers that a product of matrices takes at a time."""

UNCOMPILED_BLOCK = 1_000_000
"""Weights of outputs that coefficients which are not compiled take at a time."""


class PermutedOutputs:
    """P pairs of metrics on n outputs, ready for coins.

    Parameters
    ----------
    x : array of shape (K, N, M)
        Standardised scores.
    human : array of shape (N, M)
    cells : array of shape (N, M)
        The outputs used.
    pairs : array of shape (P, 2)
    coefficients : collection of str
    """

    def __init__(
        self,
        x: FloatArray,
        human: FloatArray,
        cells: NDArray[np.bool_],
        pairs: IntArray,
        coefficients: Collection[str],
    ) -> None:
        self.rows, self.columns = np.nonzero(cells)
        self.shape, self.coefficients = cells.shape, tuple(coefficients)
        self.scores, self.z, self.pairs = x[:, self.rows, self.columns], human[self.rows, self.columns], pairs
        n = len(self.rows)
        self.kept: list[tuple[Index, Index]] | None = None
        if 16 * n * len(pairs) <= memory_budget() // 2:
            self.kept = [self._sorted(p) for p in range(len(pairs))]
        # whether some resample may pick equal scores alone: then Pearson's r is left to exact comparison
        constant = any(
            np.bincount(ranks).max(initial=0) >= n for _, ranks in map(self._sorted_pair, range(len(pairs)))
        )
        constant |= len(np.unique(self.z)) < 2 or n < 3
        self.linear = "pearson" in coefficients and not constant
        self.ranking = tuple(name for name in coefficients if name in ("spearman", "kendall") and n > 0)
        self.slow = tuple(
            name
            for name in coefficients
            if name not in self.ranking and not (name == "pearson" and self.linear)
        )
        if self.ranking:
            rank_z = dense_ranks(self.z)
            self.midrank_z = midranks(rank_z, np.ones(n))
            self.rank_z, self.tied_z = rank_z.astype(np.int32), np.bincount(rank_z) > 1
            self.pairs_z = (n**2 - float(np.sum(np.square(np.bincount(rank_z))))) / 2
            self.spread_z = float(np.sum(np.square(self.midrank_z)))
        if self.linear:
            z = self.z - self.z.mean()
            z -= z.mean()  # a second pass removes the rounding of the first
            self.length_z = float(np.sqrt(np.sum(np.square(z))))
            self.centred_z = z

    def under(self, coins: TileCoins) -> Sides:
        """Return the coefficients of X' and of Y'."""
        sides: Sides = ({}, {})
        if not len(self.rows):
            nothing = np.full((coins.size, len(self.pairs)), np.nan)
            return dict.fromkeys(self.coefficients, nothing), dict.fromkeys(self.coefficients, nothing)
        if self.slow:
            sides = self._uncompiled(coins)
        if self.linear:
            for side, value in zip(sides, self._pearson(coins), strict=True):
                side["pearson"] = value
        if self.ranking:
            self._rank(coins, sides)
        return sides

    def _rank(self, coins: TileCoins, sides: Sides) -> None:
        """Add the rank coefficients."""
        for name in self.ranking:
            for side in sides:
                side[name] = np.empty((coins.size, len(self.pairs)))
        pooled = self._packed(coins) if coins.systems is coins.inputs is None else None
        held = 0 if self.kept is None else 16 * len(self.rows) * len(self.pairs)
        # of a resample: who is picked on either side, and a tree of pairs
        lanes = pooled_lanes(16 * len(self.rows), self.scores.nbytes + held)
        # pairs sorted together, where all of them would not fit
        step = len(self.pairs) if self.kept else max(1, memory_budget() // 8 // (16 * max(1, len(self.rows))))
        for low in range(0, len(self.pairs), step):
            members = range(low, min(low + step, len(self.pairs)))
            ordered = [self._sorted_pair(p) for p in members]
            for start in range(0, coins.size, lanes):
                draws = slice(start, start + lanes)
                picks = self._picks(coins, draws, pooled)
                for side, own in zip(sides, (picks, 1 - picks), strict=True):
                    for p, entries in zip(members, ordered, strict=True):
                        for name, value in self._ranking(own, entries).items():
                            side[name][draws, p] = value

    def _uncompiled(self, coins: TileCoins) -> Sides:
        """Return the coefficients that are not compiled."""
        swaps = self._packed(coins)
        step = max(8, UNCOMPILED_BLOCK // (2 * len(self.rows)) // 8 * 8)
        parts = [
            pooled_permuted_coefficients(
                self.scores,
                self.z,
                self.pairs,
                1 - 2 * _unpacked(swaps, start, min(start + step, coins.size)).T,
                self.slow,
            )
            for start in range(0, coins.size, step)
        ]
        first, second = (
            {name: np.concatenate([part[side][name] for part in parts]) for name in self.slow}
            for side in (0, 1)
        )
        return first, second

    def _sorted_pair(self, pair: int) -> tuple[Index, Index]:
        return self._sorted(pair) if self.kept is None else self.kept[pair]

    def _sorted(self, pair: int) -> tuple[Index, Index]:
        """Return the entries of a pair, X's and then Y's, in ascending order, and their dense ranks."""
        a, b = self.pairs[pair]
        ranks = dense_ranks(tie_close(np.concatenate([self.scores[a], self.scores[b]])))
        order = np.argsort(ranks, kind="stable")
        return order.astype(np.int32), ranks[order].astype(np.int32)

    def _picks(self, coins: TileCoins, draws: slice, pooled: Packed | None) -> Floats:
        """Return which outputs keep their scores, shape (n, B); `pooled` holds the swaps of single outputs."""
        number = exact_type(4.0 * len(self.rows))
        size = len(range(coins.size)[draws])
        picks: Floats = np.empty((len(self.rows), size), dtype=number)
        if pooled is not None:
            np.subtract(1, _unpacked(pooled, draws.start, draws.start + size), out=picks)
            return picks
        sides = []
        for own, units in ((coins.systems, self.shape[0]), (coins.inputs, self.shape[1])):
            turned = np.ones((units, size), number) if own is None else own[draws].T.astype(number)
            sides.append(np.ascontiguousarray(turned))
        compiled(fill_output_products)(
            *sides, self.rows.astype(np.int32), self.columns.astype(np.int32), picks
        )
        picks += 1
        picks /= 2
        return picks

    def _ranking(self, picks: Floats, entries: tuple[Index, Index]) -> dict[str, FloatArray]:
        """Return the rank coefficients (B,) of one side of a pair."""
        product, net, cubes, squares = np.empty((4, picks.shape[1]))
        wanted = np.array([name in self.ranking for name in ("spearman", "kendall")])
        compiled(fill_swapped_outputs)(
            *entries,
            picks,
            self.midrank_z,
            self.rank_z,
            self.tied_z,
            wanted,
            product,
            net,
            cubes,
            squares,
        )
        n = float(len(picks))
        sums = {
            "spearman": (product, (n**3 - cubes) / 3, self.spread_z),
            "kendall": (net, (n**2 - squares) / 2, self.pairs_z),
        }
        result = {}
        for name in self.ranking:
            value, own, human = sums[name]
            with np.errstate(divide="ignore", invalid="ignore"):
                # one square root: that of a square is exact, so a perfect agreement is exactly 1
                found = np.clip(value / np.sqrt(own * human), -1.0, 1.0)
            result[name] = np.where((own * human > 0) & (n >= MINIMUM_OBSERVATIONS), found, np.nan)
        return result

    def _packed(self, coins: TileCoins) -> Packed:
        """Return which outputs are swapped in each resample, 8 to a byte: shape (n, B / 8)."""
        return coins.swapped_cells[self.columns, self.rows]

    def _pearson(self, coins: TileCoins) -> tuple[FloatArray, FloatArray]:
        signed = np.empty((3, len(self.scores), coins.size))
        fixed = np.empty((3, len(self.scores), 1))
        packed = self._packed(coins) if coins.systems is coins.inputs is None else None
        # the same blocks whatever the budget: products of matrices may round differently in others
        step = max(1, PEARSON_BLOCK // (3 * len(self.rows)))
        for low in range(0, len(self.scores), step):
            here = slice(low, low + step)
            # every sum over a pair's picked scores is linear in the coins and in sums of single metrics
            scores = self.scores[here]
            sums = np.concatenate([scores, np.square(scores), scores * self.centred_z])
            fixed[:, here] = sums.sum(axis=1).reshape(3, -1, 1)
            signed[:, here] = self._signed(sums, coins, packed).reshape(3, len(scores), -1)
        a, b = self.pairs[:, 0], self.pairs[:, 1]
        odd = ((signed[:, a] - signed[:, b]) / 2).transpose(0, 2, 1)
        even = ((fixed[:, a] + fixed[:, b]) / 2).transpose(0, 2, 1)

        def correlation(sums: FloatArray) -> FloatArray:
            total, squares, product = sums
            with np.errstate(divide="ignore", invalid="ignore"):
                spread = np.sqrt(np.maximum(squares - np.square(total) / len(self.rows), 0))
                return np.asarray(np.clip(product / (spread * self.length_z), -1.0, 1.0))

        return correlation(even + odd), correlation(even - odd)

    def _signed(self, sums: FloatArray, coins: TileCoins, packed: Packed | None) -> FloatArray:
        """Return sums over outputs of values (R, n) times coins, shape (R, B)."""
        if packed is None:
            matrices = np.zeros((len(sums), *self.shape))
            matrices[:, self.rows, self.columns] = sums
            return bilinear(
                None if coins.systems is None else coins.systems.astype(np.float64),
                matrices,
                None if coins.inputs is None else coins.inputs.astype(np.float64),
            )
        signed = np.zeros((len(sums), coins.size))
        step = max(8, PEARSON_BLOCK // len(self.rows) // 8 * 8)
        for start in range(0, coins.size, step):
            stop = min(start + step, coins.size)
            signed[:, start:stop] = sums @ (1.0 - 2.0 * _unpacked(packed, start, stop))
        return signed


def _unpacked(packed: Packed, start: int, stop: int) -> NDArray[np.int8]:
    """Return 1 where an output is swapped, shape (n, B), in some resamples; `start` is a multiple of 8."""
    return np.unpackbits(packed[:, start // 8 : -(-stop // 8)], axis=1, count=stop - start).view(np.int8)
