"""How permuted differences compare with the observed ones, as counts and as p-values."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.ties import RELATIVE_TOLERANCE

EXCEEDANCE_TOLERANCE = RELATIVE_TOLERANCE
"""A permuted difference of coefficients this close to the observed one equals it."""


@dataclasses.dataclass(frozen=True)
class Exceedances:
    """How the permuted differences of P pairs compare with the observed ones.

    Attributes
    ----------
    observed : array of shape (P,)
        r(X, Z) - r(Y, Z), NaN where undefined.
    greater, less, beyond : arrays of shape (P,)
        Resamples with a difference at least as large, at most as large, at least as large in size.
    undefined : array of shape (P,)
        Resamples without a difference.
    resamples : int
        Resamples in all.
    exact : bool
        Whether they are all arrangements there are.
    """

    observed: FloatArray
    greater: IntArray
    less: IntArray
    beyond: IntArray
    undefined: IntArray
    resamples: int
    exact: bool

    @property
    def used(self) -> tuple[IntArray, IntArray]:
        """Resamples of each pair without a difference, and all of them: two arrays of shape (P,)."""
        return self.undefined, np.full(len(self.observed), self.resamples)

    def pvalue(self, alternative: str) -> FloatArray:
        """Return p-values: (1 + exceedances) / (1 + defined resamples), or exceedances / all where exact."""
        count = {"greater": self.greater, "less": self.less, "two-sided": self.beyond}[alternative]
        defined = self.resamples - self.undefined
        one = 0 if self.exact else 1
        with np.errstate(divide="ignore", invalid="ignore"):
            pvalue = (count + one) / (defined + one)
        return np.where(np.isnan(self.observed) | (defined == 0), np.nan, pvalue)


def join_exceedances(parts: Sequence[Exceedances], order: Sequence[int]) -> Exceedances:
    """Return the exceedances of several lots of pairs as one; `order` says where each pair stands among all."""
    place = np.argsort(np.asarray(order, dtype=np.intp))
    observed = np.concatenate([part.observed for part in parts])[place]
    greater, less, beyond, undefined = (
        np.concatenate([getattr(part, name) for part in parts])[place]
        for name in ("greater", "less", "beyond", "undefined")
    )
    return Exceedances(
        observed=observed,
        greater=greater,
        less=less,
        beyond=beyond,
        undefined=undefined,
        resamples=parts[0].resamples,
        exact=parts[0].exact,
    )


def sum_counts(counts: Sequence[NDArray[np.integer[Any]]]) -> NDArray[np.int64]:
    """Add count arrays, one or more, without a second copy of them all."""
    total = np.zeros(counts[0].shape, dtype=np.int64)
    for one in counts:
        total += one
    return total


def count_exceedances(permuted: FloatArray, observed: FloatArray) -> NDArray[np.int64]:
    """Count, per pair, permuted differences >= , <=, at least as large in size, and undefined ones."""
    with np.errstate(invalid="ignore"):
        return np.stack(
            [
                np.sum(permuted >= observed - EXCEEDANCE_TOLERANCE, axis=0),
                np.sum(permuted <= observed + EXCEEDANCE_TOLERANCE, axis=0),
                np.sum(np.abs(permuted) >= np.abs(observed) - EXCEEDANCE_TOLERANCE, axis=0),
                np.sum(np.isnan(permuted), axis=0),
            ]
        ).astype(np.int64)
