"""Coefficients of one column of scores after swaps between two metrics, as products with the coins.

A coin c_i = ±1 says whether system i keeps (+1) or swaps (-1) its scores of X and Y. The permuted X' has at i
and k two of the four values x_i, y_i, x_k, y_k, so the sign of its difference is bilinear in the coins:

    4 sign(x'_i - x'_k) = A + B c_i + C c_k + D c_i c_k.

Kendall's numerator (with the human's pair signs) and Spearman's (with differences of the human's midranks)
are weighted sums of these signs, hence products of the coins and of their pair products with fixed matrices;
Y' is X' with all coins turned. Tie corrections follow from how many members of each group of equal values
were picked. Whole-number sums are exact. Standardised values of the two metrics tie within 1e-12 of the
largest, so that a metric and its rescaled copy are never told apart by rounding.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.coefficients import (
    MINIMUM_OBSERVATIONS,
    PAIR_COEFFICIENTS,
    midranks,
    pair_coefficients,
)
from trueness.statistics.compiled import compiled
from trueness.statistics.engine.coin_forms import fill_coin_forms
from trueness.statistics.engine.column_kernels import fill_pair_products
from trueness.statistics.engine.fixed_columns import exact_type
from trueness.statistics.ties import TieGroups, dense_ranks, tie_close

Coins = NDArray[np.int8]


@dataclasses.dataclass(frozen=True)
class PermutedColumn:
    """One column of K standardised metrics, ready for any number of coin vectors.

    Parameters
    ----------
    x : array of shape (K, n)
        Scores of the metrics for the n entries present, on scales on which they may be swapped.
    z : array of shape (n,)
        Human scores of the same entries.
    pairs : array of shape (P, 2)
        Pairs of metrics.
    coefficients : collection of str
    """

    n: int
    forms: dict[str, _BilinearForm]
    moments: _Moments | None
    groups: TieGroups
    untied_z: float
    distinct_z: float
    squared_z: float
    defined_z: bool
    coefficients: tuple[str, ...]

    @classmethod
    def of(
        cls, x: FloatArray, z: FloatArray, pairs: IntArray, coefficients: Collection[str]
    ) -> PermutedColumn:
        """Precompute everything that does not depend on coins."""
        n = len(z)
        rank_z = dense_ranks(z)
        ones = np.ones(n)
        mid_z = midranks(rank_z, ones) if n else np.zeros(0)
        both = tie_close(np.concatenate([x[pairs[:, 0]], x[pairs[:, 1]]], axis=1))  # (P, 2n)
        ranks = dense_ranks(both)
        first, second = np.triu_indices(n, 1)
        sign_z = np.sign(rank_z[first] - rank_z[second]).astype(np.float64)
        forms: dict[str, _BilinearForm] = {}
        if {"kendall", "tau_c", "gamma"} & set(coefficients):
            forms["net"] = _BilinearForm.of(ranks, n, sign_z, absolute=False)
        if "gamma" in coefficients:
            forms["untied"] = _BilinearForm.of(ranks, n, np.abs(sign_z), absolute=True)
        if "spearman" in coefficients:
            forms["midrank"] = _BilinearForm.of(ranks, n, mid_z[first] - mid_z[second], absolute=False)
        moments = _Moments.of(x, z, pairs) if "pearson" in coefficients else None
        return cls(
            n=n,
            forms=forms,
            moments=moments,
            groups=TieGroups.of(ranks, np.ones(ranks.shape, dtype=bool)),
            untied_z=float(np.sum(np.abs(sign_z))),
            distinct_z=float(len(np.unique(rank_z))),
            squared_z=float(np.sum(np.square(mid_z))),
            defined_z=n >= MINIMUM_OBSERVATIONS and bool(np.any(sign_z)),
            coefficients=tuple(coefficients),
        )

    def under(
        self, coins: Coins, products: NDArray[np.float32] | None = None
    ) -> tuple[dict[str, FloatArray], dict[str, FloatArray]]:
        """Return the coefficients of X' and of Y' under B coin vectors: two dicts to arrays of shape (B, P).

        Parameters
        ----------
        coins : array of shape (B, n)
        products : array of shape (B, n(n-1)/2), optional
            `coin_products` of the coins, where the caller has them.
        """
        if not self.defined_z:
            nothing = np.full((len(coins), self.groups.n_columns), np.nan)
            undefined = dict.fromkeys(self.coefficients, nothing)
            return undefined, undefined
        if self.forms and products is None:
            products = coin_products(coins)
        numerators = {name: form.under(coins, products) for name, form in self.forms.items()}
        correlations = self.moments.under(coins) if self.moments is not None else None
        picked = ((1.0 + coins) / 2).astype(np.float32)
        sides: list[dict[str, FloatArray]] = []
        for side, own in enumerate((picked, 1 - picked)):
            # how many members of each group of equal values were picked: shape (B, groups)
            selection = np.concatenate([own, 1 - own], axis=1)
            counts = (selection @ self.groups.members.T).astype(np.float64)
            values = self._coefficients({name: pair[side] for name, pair in numerators.items()}, counts)
            if correlations is not None:
                values["pearson"] = correlations[side]
            whole = counts == self.n
            if whole.any():
                constant = self.groups.any_by_column(whole)
                for value in values.values():
                    value[constant] = np.nan
            sides.append(values)
        return sides[0], sides[1]

    def _coefficients(self, sums: dict[str, FloatArray], counts: FloatArray) -> dict[str, FloatArray]:
        """Return the rank coefficients of one side; `counts` says how many of each tied group were picked."""
        n = float(self.n)
        # without ties the corrections are the same for all resamples and pairs
        whole = (np.asarray(n * (n - 1) / 2), np.asarray(n), np.asarray((n**3 - n) / 3))
        values = self._corrected(sums, *whole)
        if self.groups.column.size and sums:
            columns = self.groups.tied_columns
            part = self._corrected(
                {name: total[:, columns] for name, total in sums.items()},
                whole[0] - self.groups.by_tied_column(counts * (counts - 1)) / 2,
                whole[1] - self.groups.by_tied_column(counts - (counts > 0)),
                whole[2] - self.groups.by_tied_column(counts * (counts * counts - 1)) / 3,
            )
            for name, value in part.items():
                values[name][:, columns] = value
        return values

    def _corrected(
        self, sums: dict[str, FloatArray], untied: FloatArray, distinct: FloatArray, squared: FloatArray
    ) -> dict[str, FloatArray]:
        """Return coefficients from sums over pairs, untied pairs, distinct values and squared doubled midranks."""
        values: dict[str, FloatArray] = {}
        if "net" in sums:
            values |= pair_coefficients(
                sums["net"],
                untied,
                np.asarray(self.untied_z),
                sums.get("untied"),
                np.asarray(float(self.n)),
                np.minimum(distinct, self.distinct_z),
                PAIR_COEFFICIENTS & set(self.coefficients),
            )
        if "midrank" in sums:
            # summed over pairs, signs times differences of doubled midranks are products of doubled midranks
            with np.errstate(divide="ignore", invalid="ignore"):
                values["spearman"] = np.clip(sums["midrank"] / np.sqrt(squared * self.squared_z), -1.0, 1.0)
        return values


def coin_products(coins: Coins) -> NDArray[np.float32]:
    """Return the products of all pairs of coins, shape (B, n(n-1)/2), one pair after another in memory."""
    first, second = (side.astype(np.int32) for side in np.triu_indices(coins.shape[1], 1))
    products = np.empty((len(first), len(coins)), dtype=np.float32)
    compiled(fill_pair_products)(np.ascontiguousarray(coins.T, dtype=np.float32), first, second, products)
    return products.T


@dataclasses.dataclass(frozen=True)
class _BilinearForm:
    """Weighted sums of 4 sign(x'_i - x'_k) over pairs: constant + coins @ linear + products @ quadratic."""

    constant: FloatArray  # (P,)
    linear: NDArray[np.floating]  # (n, P)
    quadratic: NDArray[np.floating]  # (pairs, P)

    @classmethod
    def of(cls, ranks: IntArray, n: int, pair_weights: FloatArray, *, absolute: bool) -> _BilinearForm:
        # four parts of at most four signs of a pair each
        number = exact_type(16.0 * float(np.sum(np.abs(pair_weights))))
        constant = np.empty(len(ranks))
        linear = np.empty((n, len(ranks)), dtype=number)
        quadratic = np.empty((len(pair_weights), len(ranks)), dtype=number)
        ranked = np.ascontiguousarray(ranks.T, dtype=np.int32)
        weights = pair_weights[:, None]
        compiled(fill_coin_forms)(ranked, weights, constant, linear, quadratic, absolute=absolute)
        return cls(constant, linear, quadratic)

    def under(self, coins: Coins, products: NDArray[np.float32] | None) -> tuple[FloatArray, FloatArray]:
        """Return the sums for X' and for Y', shape (B, P) each."""
        number = self.linear.dtype
        linear = (coins.astype(number) @ self.linear).astype(np.float64)
        even = self.constant.copy()[None, :]
        if products is not None:
            even = even + (products.astype(number, copy=False) @ self.quadratic).astype(np.float64)
        return (even + linear) / 4, (even - linear) / 4


@dataclasses.dataclass(frozen=True)
class _Moments:
    """Pearson's r of X' = (x + y)/2 + c (x - y)/2: every moment is linear in the coins."""

    n: int
    even: FloatArray  # (3, P): sums of x', x'², x'z without coins
    odd: FloatArray  # (n, 3 P): what coins add
    spread_z: float

    @classmethod
    def of(cls, x: FloatArray, z: FloatArray, pairs: IntArray) -> _Moments:
        z = z - z.mean() if len(z) else z
        z = z - z.mean() if len(z) else z  # a second pass removes the rounding of the first
        middle, half = (x[pairs[:, 0]] + x[pairs[:, 1]]) / 2, (x[pairs[:, 0]] - x[pairs[:, 1]]) / 2
        even = np.stack([middle.sum(axis=1), (np.square(middle) + np.square(half)).sum(axis=1), middle @ z])
        odd = np.concatenate([half, 2 * middle * half, half * z])
        return cls(len(z), even, np.ascontiguousarray(odd.T), float(np.sqrt(np.sum(np.square(z)))))

    def under(self, coins: Coins) -> tuple[FloatArray, FloatArray]:
        """Return r of X' and of Y', shape (B, P) each."""
        odd = (coins.astype(np.float64) @ self.odd).reshape(len(coins), 3, -1)

        def correlation(total: FloatArray, squares: FloatArray, product: FloatArray) -> FloatArray:
            with np.errstate(divide="ignore", invalid="ignore"):
                spread = np.sqrt(np.maximum(squares - np.square(total) / self.n, 0))
                return np.asarray(np.clip(product / (spread * self.spread_z), -1.0, 1.0))

        return (
            correlation(*(self.even[m] + odd[:, m] for m in range(3))),
            correlation(*(self.even[m] - odd[:, m] for m in range(3))),
        )
