"""Averages over columns of coefficients after swaps of whole systems between two metrics, all columns at once.

A swap picks, of a system's scores of X and Y, one for X' and the other for Y'. So X' is the sample of 2N entries, the
scores of X and then those of Y, in which those picked have weight 1 and the others 0; that is what `prepared_columns`
computes. In short columns Kendall's numerator is cheaper in another form (see `column_cost`): the sign of a permuted
difference is bilinear in the coins c = ±1 of the two systems (see `permuted_columns`), and products of coins are the
same for all columns. Where the swap of a column turns all its coins, X' and Y' change places there.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection

import numpy as np
from numpy.typing import NDArray

from trueness.parallel import chosen_workers, memory_budget
from trueness.statistics.array_types import BoolArray, FloatArray, Floats, IntArray
from trueness.statistics.compiled import LANES, compiled
from trueness.statistics.engine.coin_forms import fill_coin_forms
from trueness.statistics.engine.column_cost import walked_swaps
from trueness.statistics.engine.column_kernels import fill_pair_products
from trueness.statistics.engine.fixed_columns import exact_type
from trueness.statistics.engine.permuted_columns import Coins
from trueness.statistics.engine.prepared_columns import PreparedColumns, RunningAverages
from trueness.statistics.ties import dense_ranks, tie_close


@dataclasses.dataclass(frozen=True)
class _Block:
    """Some columns: their doubled entries, and Kendall's numerators as bilinear forms."""

    first: int
    columns: PreparedColumns
    forms: _Forms | None


@dataclasses.dataclass(frozen=True)
class _Forms:
    """4 times concordant less discordant pairs: constant + linear @ coins + quadratic @ products of coins."""

    constant: FloatArray  # (P·C, 1)
    linear: NDArray[np.int32]  # (N, P·C)
    quadratic: NDArray[np.int8]  # (pairs, P·C)

    @classmethod
    def of(cls, ranked: FloatArray, z: FloatArray, present: BoolArray) -> _Forms:
        """Prepare pairs of columns: `ranked` (P, 2N, C), `z` and `present` (N, C)."""
        n_entries = len(z)
        first, second = np.triu_indices(n_entries, 1)
        ranks = dense_ranks(ranked.transpose(0, 2, 1).reshape(-1, 2 * n_entries)).astype(np.int32)
        rank_z = dense_ranks(np.where(present, z, np.nan).T)
        sign_z = np.sign(rank_z[:, first] - rank_z[:, second]).astype(np.int8).T
        sign_z *= present[first] & present[second]
        constant = np.empty(len(ranks))
        linear = np.empty((n_entries, len(ranks)), dtype=np.int32)
        quadratic = np.empty((len(first), len(ranks)), dtype=np.int8)
        compiled(fill_coin_forms)(
            np.ascontiguousarray(ranks.T),
            np.ascontiguousarray(np.tile(sign_z, len(ranked))),
            constant,
            linear,
            quadratic,
            absolute=False,
        )
        return cls(constant[:, None], linear, quadratic)

    def under(self, coins: Floats) -> tuple[Floats, Floats]:
        """Return the numerators of X' and of Y', shape (P·C, B), for coins of shape (N, B)."""
        first, second = (side.astype(np.int32) for side in np.triu_indices(len(coins), 1))
        # at most four signs of a pair in each of the three parts
        number = exact_type(16.0 * max(1, len(first)))
        coins = coins.astype(number)
        even = np.empty((len(self.constant), coins.shape[1]), dtype=number)
        step = max(1, memory_budget() // 16 // (8 * max(1, len(first))))
        quadratic: Floats = self.quadratic.T.astype(number, order="K")
        linear: Floats = self.linear.T.astype(number, order="K")
        for start in range(0, coins.shape[1], step):  # whole-number sums: the same for any step
            part = np.ascontiguousarray(coins[:, start : start + step])
            products = np.empty((len(first), part.shape[1]), dtype=number)
            compiled(fill_pair_products)(part, first, second, products)
            even[:, start : start + step] = quadratic @ products
        even += self.constant.astype(number)
        odd = linear @ coins
        return (even + odd) / number(4), (even - odd) / number(4)


@dataclasses.dataclass(frozen=True)
class _Lanes:
    """Sums, over the columns seen so far, for some coin vectors side by side."""

    size: int
    turns: Coins | None  # (B, M)
    running: tuple[RunningAverages, RunningAverages]

    @classmethod
    def of(cls, size: int, turns: Coins | None, coefficients: Collection[str], n_pairs: int) -> _Lanes:
        """Return sums of nothing."""
        kinds = 1 if turns is None else 2
        first, second = (RunningAverages.of(coefficients, kinds, n_pairs, size) for _ in range(2))
        return cls(size, turns, (first, second))

    def add(self, block: _Block, coins: Coins) -> None:
        """Add some columns, whose entries have coins of shape (B, N)."""
        signs = np.ascontiguousarray(coins.T, dtype=np.float64)
        columns = slice(block.first, block.first + block.columns.n_columns)
        outer = np.ones((1, block.columns.n_columns, self.size))
        if self.turns is not None:
            kept = (1.0 + self.turns[:, columns].T) / 2
            outer = np.stack([kept, 1.0 - kept])
        picked = (1.0 + signs) / 2
        selections = (np.concatenate([picked, 1.0 - picked]), np.concatenate([1.0 - picked, picked]))
        nets = (None, None) if block.forms is None else block.forms.under(signs)
        for selection, averages, net in zip(selections, self.running, nets, strict=True):
            block.columns.add(selection, outer, averages, net)

    def means(self) -> tuple[dict[str, FloatArray], dict[str, FloatArray]]:
        """Return the averages of X' and of Y', of shape (P, B)."""
        first, second = self.running
        if self.turns is not None:  # where a column is turned, each selection belongs to the other metric
            first, second = (
                RunningAverages(
                    *(
                        {name: mine[name][:1] + other[name][1:] for name in mine}
                        for mine, other in ((one.sums, two.sums), (one.counts, two.counts))
                    )
                )
                for one, two in (self.running, self.running[::-1])
            )
        return (
            {name: value[0] for name, value in first.means().items()},
            {name: value[0] for name, value in second.means().items()},
        )


class PermutedAverages:
    """P pairs of metrics on M columns, ready for coins of entries and of columns.

    Parameters
    ----------
    x : array of shape (K, N, M)
        Scores of the metrics, on scales on which they may be swapped.
    z : array of shape (N, M)
    present : array of shape (N, M)
    pairs : array of shape (P, 2)
    coefficients : collection of str
        Of `prepared_columns.COEFFICIENTS`.
    single : bool
        Whether each column has coins of its own.
    """

    def __init__(
        self,
        x: FloatArray,
        z: FloatArray,
        present: BoolArray,
        pairs: IntArray,
        coefficients: Collection[str],
        *,
        single: bool = False,
    ) -> None:
        self.x, self.z, self.present, self.pairs = x, z, present, pairs
        self.coefficients = tuple(coefficients)
        n_entries, n_columns = z.shape
        self.walks = single or walked_swaps(n_entries, len(pairs))
        signed = "kendall" in self.coefficients and not self.walks
        products = n_entries * (n_entries - 1) // 2 if signed else 0
        # bytes per column: kept, and of a worker while it is prepared and used
        prepared = (len(pairs) + 1) * (36 * n_entries + products)
        working = (len(pairs) + 1) * (32 * LANES + 12 * products + 120 * n_entries)
        self.step = 1 if single else max(1, memory_budget() // 4 // (working * chosen_workers()))
        self.kept: list[_Block] | None = None
        if prepared * n_columns <= memory_budget() // 2:
            self.kept = [self._block(start) for start in range(0, n_columns, self.step)]

    def under(self, coins: Coins, turns: Coins | None) -> tuple[dict[str, FloatArray], dict[str, FloatArray]]:
        """Return the averages for X' and for Y': two dicts to arrays of shape (B, P).

        Parameters
        ----------
        coins : array of shape (B, N)
            -1 swaps an entry's scores of X and Y in all columns.
        turns : array of shape (B, M), optional
            -1 swaps all scores of a column once more.
        """
        return self._averages(len(coins), lambda _: coins, turns)

    def under_own(
        self, coins: Callable[[int], Coins], size: int
    ) -> tuple[dict[str, FloatArray], dict[str, FloatArray]]:
        """Return the averages for X' and for Y' where every column has coins of its own.

        Parameters
        ----------
        coins : callable
            Given a column, returns the coins of its entries, shape (B, N).
        size : int
            Number of coin vectors B.
        """
        return self._averages(size, coins, None)

    def _averages(
        self, size: int, coins: Callable[[int], Coins], turns: Coins | None
    ) -> tuple[dict[str, FloatArray], dict[str, FloatArray]]:
        starts = range(0, size, LANES)
        lanes = [
            _Lanes.of(
                min(LANES, size - start),
                None if turns is None else turns[start : start + LANES],
                self.coefficients,
                len(self.pairs),
            )
            for start in starts
        ]
        # one column after another, each prepared once for all lanes
        for block in self.kept or map(self._block, range(0, self.z.shape[1], self.step)):
            here = coins(block.first)
            for start, part in zip(starts, lanes, strict=True):
                part.add(block, here[start : start + LANES])
        found = [part.means() for part in lanes]
        first, second = (
            {name: np.concatenate([part[side][name].T for part in found]) for name in self.coefficients}
            for side in (0, 1)
        )
        return first, second

    def _block(self, start: int) -> _Block:
        here = slice(start, start + self.step)
        z, present = self.z[:, here], self.present[:, here]
        both = np.concatenate([self.x[self.pairs[:, 0], :, here], self.x[self.pairs[:, 1], :, here]], axis=1)
        twice = np.concatenate([present, present])
        ranked = tie_close(np.where(twice, both, np.nan).transpose(0, 2, 1)).transpose(0, 2, 1)
        columns = PreparedColumns.of(
            both, np.concatenate([z, z]), twice, self.coefficients, ranked=ranked, pairs=False
        )
        forms = None if self.walks or "kendall" not in self.coefficients else _Forms.of(ranked, z, present)
        return _Block(start, columns, forms)
