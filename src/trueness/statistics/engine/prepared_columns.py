"""Averages of coefficients over fixed columns under many weight vectors: prepared once, compiled, exact.

A bootstrap over systems leaves every column of scores as it is and only changes how often each system counts; a
permutation picks one of two entries per system. So all that depends on the scores alone is computed once: orders,
ties, and for Kendall's numerator the products of pair signs. Then, for B weight vectors:

* Kendall's numerator is a quadratic form in the weights: all columns are one product of the pair signs with the pair
  products of the weights, O(B N² C), or for longer columns a walk through the sorted entries, O(B N log N C);
* Spearman's is a sum over entries of products of midranks, found by walking through the sorted entries, O(B N C);
* Pearson's are sums of products of deviations from weighted means, O(B N C);
* the correlations are averaged on the spot, so that nothing of shape (B, K, C) is kept.

The sums behind rank coefficients are whole numbers, exact in the type chosen for them. Columns are added in order,
so that averages do not depend on how columns are put into blocks.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from trueness.parallel import memory_budget
from trueness.statistics.array_types import BoolArray, FloatArray, Floats, IntArray
from trueness.statistics.compiled import compiled
from trueness.statistics.engine import column_kernels as kernels
from trueness.statistics.engine.column_cost import walked
from trueness.statistics.engine.column_walks import fill_walked_pairs
from trueness.statistics.engine.fixed_columns import exact_type, signs, standardized_rows
from trueness.statistics.ties import dense_ranks

COEFFICIENTS = frozenset({"pearson", "spearman", "kendall"})
"""What prepared columns compute; tau-c and gamma come from `fixed_columns`."""

SORTED_TOGETHER = 250_000
"""Entries whose sorting is held in memory at a time, some megabytes."""


@dataclasses.dataclass
class RunningAverages:
    """Weighted sums of coefficients over columns, and of the weights of columns where they are defined.

    Attributes
    ----------
    sums, counts : dict of str to array of shape (Q, K, B)
        For Q kinds of weights of columns.
    """

    sums: dict[str, FloatArray]
    counts: dict[str, FloatArray]

    @classmethod
    def of(cls, coefficients: Collection[str], kinds: int, n_metrics: int, draws: int) -> RunningAverages:
        """Return sums of nothing."""
        shape = (kinds, n_metrics, draws)
        return cls(
            {name: np.zeros(shape) for name in coefficients}, {name: np.zeros(shape) for name in coefficients}
        )

    def means(self) -> dict[str, FloatArray]:
        """Return averages (Q, K, B), NaN where no column has a coefficient."""
        return {
            name: np.divide(
                total, self.counts[name], out=np.full(total.shape, np.nan), where=self.counts[name] > 0
            )
            for name, total in self.sums.items()
        }


@dataclasses.dataclass(frozen=True)
class PreparedColumns:
    """Columns of K metrics and the human, ready for any number of weight vectors.

    Attributes
    ----------
    scores : array of shape ((K + 1)·C, N)
        Standardised by column; metric by metric, the human last.
    order, ranks : arrays of shape ((K + 1)·C, N)
        Entries in ascending order, those present first, and their dense ranks.
    sizes : array of shape (C,)
        Entries present.
    present : array of shape (N, C)
    tied : array of shape (T,)
        The rows in which entries tie.
    spread_rows : array of shape ((K + 1)·C,)
        Where a row's spread stands: a shared one of its column, or its own where entries tie.
    agreement : array of shape (K·C, pairs)
        Products of the pair signs of a metric and the human; empty where Kendall's numerator is not wanted, or counted
        on a walk through the entries.
    """

    n_metrics: int
    scores: FloatArray
    order: NDArray[np.int32]
    ranks: NDArray[np.int32]
    sizes: NDArray[np.int32]
    present: BoolArray
    tied: NDArray[np.int32]
    spread_rows: NDArray[np.int32]
    agreement: NDArray[np.int8]
    coefficients: tuple[str, ...]

    @classmethod
    def of(
        cls,
        x: FloatArray,
        z: FloatArray,
        present: BoolArray,
        coefficients: Collection[str],
        *,
        ranked: FloatArray | None = None,
        pairs: bool = True,
    ) -> PreparedColumns:
        """Prepare columns.

        Parameters
        ----------
        x : array of shape (K, N, C)
        z : array of shape (N, C)
        present : array of shape (N, C)
        coefficients : collection of str
            Of `COEFFICIENTS`.
        ranked : array of shape (K, N, C), optional
            What decides which entries tie, where it is not `x`.
        pairs : bool
            Whether products of pair signs are needed: not where the caller has Kendall's numerators.
        """
        n_metrics, n_entries, n_columns = x.shape
        rows = _rows(x if ranked is None else ranked, z)
        live = np.tile(present.T, (n_metrics + 1, 1))
        signed = pairs and "kendall" in coefficients and not walked(n_entries, n_metrics)
        dense: IntArray = np.empty(rows.shape if signed else (0, n_entries), dtype=np.intp)
        order, ranks = (np.empty(rows.shape, dtype=np.int32) for _ in range(2))
        scores = np.empty(rows.shape) if "pearson" in coefficients else rows
        given = rows if ranked is None else _rows(x, z)
        step = max(1, SORTED_TOGETHER // max(1, n_entries))
        for start in range(0, len(rows), step):
            here = slice(start, start + step)
            found = dense_ranks(np.where(live[here], rows[here], np.nan))
            order[here] = np.argsort(np.where(live[here], found, n_entries), axis=1, kind="stable")
            ranks[here] = np.take_along_axis(found, order[here], axis=1)
            if signed:
                dense[here] = found
            if "pearson" in coefficients:
                scores[here] = standardized_rows(given[here], live[here])
        sizes = present.sum(axis=0)
        inside = np.arange(1, n_entries) < np.tile(sizes, n_metrics + 1)[:, None]
        tied = np.flatnonzero(np.any((ranks[:, 1:] == ranks[:, :-1]) & inside, axis=1))
        shared = 1 if present.all() else n_columns
        # one spread for all columns where none lacks an entry
        spread_rows = np.tile(np.arange(n_columns) % shared, n_metrics + 1)
        spread_rows[tied] = shared + np.arange(len(tied))
        agreement = np.zeros((0, 0), dtype=np.int8)
        if signed:
            first, second = np.triu_indices(n_entries, 1)
            sign = signs(dense, live, first, second).astype(np.int8).reshape(n_metrics + 1, n_columns, -1)
            agreement = (sign[:-1] * sign[-1]).reshape(n_metrics * n_columns, -1)
        return cls(
            n_metrics=n_metrics,
            scores=scores,
            order=order,
            ranks=ranks,
            sizes=sizes.astype(np.int32),
            present=np.ascontiguousarray(present),  # loops are compiled for each layout they meet
            tied=tied.astype(np.int32),
            spread_rows=spread_rows.astype(np.int32),
            agreement=agreement,
            coefficients=tuple(coefficients),
        )

    @property
    def n_columns(self) -> int:
        """Number of columns C."""
        return len(self.sizes)

    def add(
        self,
        weights: FloatArray,
        outer: FloatArray,
        averages: RunningAverages,
        net: Floats | None = None,
    ) -> None:
        """Add every column's coefficients, under B weight vectors, to their weighted sums.

        Parameters
        ----------
        weights : array of shape (N, B)
            Counts.
        outer : array of shape (Q, C, B)
            Q kinds of weights of the columns.
        averages : RunningAverages
        net : array of shape (K·C, B), optional
            Kendall's numerators, where the caller has them.
        """
        totals = np.empty((1 if self.present.all() else self.n_columns, weights.shape[1]))
        compiled(kernels.fill_powers)(weights, self.present, 1, totals)
        largest = float(totals.max(initial=0.0))
        n_rows = self.n_metrics * self.n_columns
        for name in self.coefficients:
            if name == "pearson":
                products: Floats = np.empty((n_rows, weights.shape[1]))
                spreads = np.empty((n_rows + self.n_columns, weights.shape[1]))
                compiled(kernels.fill_moments)(
                    weights, self.scores, self.order, self.ranks, self.sizes, totals, products, spreads
                )
                where = np.arange(len(spreads), dtype=np.int32)
            elif name == "spearman":
                number = exact_type(largest**3)
                products = np.empty((n_rows, weights.shape[1]), dtype=number)
                typed = weights.astype(number, copy=False)
                compiled(kernels.fill_midrank_products)(
                    typed, self.order, self.ranks, self.sizes, totals, products
                )
                spreads, where = self._spreads(weights, totals, 3), self.spread_rows
            else:
                products = self._net(weights, exact_type(largest**2)) if net is None else net
                spreads, where = self._spreads(weights, totals, 2), self.spread_rows
            compiled(kernels.add_coefficients)(
                products, spreads, where, totals, outer, averages.sums[name], averages.counts[name]
            )

    def _spreads(self, weights: FloatArray, totals: FloatArray, power: int) -> FloatArray:
        """Return spreads without ties, one per column or one for all, and then those of rows with ties."""
        shared = len(totals)
        powers = np.empty((shared, weights.shape[1]))
        compiled(kernels.fill_powers)(weights, self.present, power, powers)
        spreads = np.empty((shared + len(self.tied), weights.shape[1]))
        whole = np.square(totals) if power == 2 else totals * totals * totals
        spreads[:shared] = (whole - powers) / power
        compiled(kernels.fill_spreads)(
            weights,
            self.order,
            self.ranks,
            self.sizes,
            self.tied,
            totals,
            powers,
            power,
            spreads[shared:],
        )
        return spreads

    def _net(self, weights: FloatArray, number: type[np.floating]) -> Floats:
        """Return concordant less discordant pairs, shape (K·C, B)."""
        typed = weights.astype(number, copy=False)
        if not self.agreement.size:
            walks: Floats = np.empty((self.n_metrics * self.n_columns, weights.shape[1]), dtype=number)
            compiled(fill_walked_pairs)(typed, self.order, self.ranks, self.sizes, walks)
            return walks
        agreement = self.agreement.astype(number)
        first, second = (side.astype(np.int32) for side in np.triu_indices(len(weights), 1))
        net = np.empty((len(agreement), weights.shape[1]), dtype=number)
        step = max(1, memory_budget() // 8 // (8 * max(1, len(first))))
        for start in range(0, weights.shape[1], step):  # whole-number sums: the same for any step
            part = np.ascontiguousarray(typed[:, start : start + step])
            products = np.empty((len(first), part.shape[1]), dtype=number)
            compiled(kernels.fill_pair_products)(part, first, second, products)
            net[:, start : start + step] = agreement @ products
        return net


def _rows(x: FloatArray, z: FloatArray) -> FloatArray:
    """Return every column as a row: metrics first, then the human."""
    return np.ascontiguousarray(np.concatenate([x, z[None]]).transpose(0, 2, 1)).reshape(-1, x.shape[1])
