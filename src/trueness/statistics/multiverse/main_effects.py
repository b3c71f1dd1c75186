"""Which of several choices moves a number most: its variance over their combinations, shared out among main effects.

Over a product of choices, every combination once, the sum of squares of a number about its mean is that between the
values of each choice, added up, and what only combinations explain (interactions): the analysis of variance. Where
combinations lack, choices go together, and what two of them explain is no longer a sum. Then each choice gets the mean,
over all orders in which choices can be brought in, of what it explains in addition to those before it (Lindeman,
Merenda and Gold 1980), which is the analysis of variance again where every combination is there once, and always adds
up to what all choices explain together.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence

import numpy as np

from trueness.errors import ArgumentError
from trueness.statistics.array_types import BoolArray, FloatArray, IntArray

NOT_APPLICABLE = -1
"""Where a choice makes no difference, such as how systems get their scores at a level of single outputs."""

_TOLERANCE = 1e-10
"""Relative size of what counts as nothing: of eigenvalues, of variance, of what two choices have in common."""


@dataclasses.dataclass(frozen=True)
class MainEffects:
    """Shares of the variance of C numbers over n combinations of F choices.

    Attributes
    ----------
    shares : array of shape (C, F)
        Of each choice, at least 0; NaN for a number that does not vary.
    interactions : array of shape (C,)
        What no sum of effects of single choices explains; with the shares it adds up to 1.
    """

    shares: FloatArray
    interactions: FloatArray


def main_effects(values: FloatArray, choices: Sequence[IntArray]) -> MainEffects:
    """Return how the variance of numbers is shared out among choices.

    Parameters
    ----------
    values : array of shape (C, n)
        C numbers under n combinations, all defined.
    choices : sequence of F arrays of shape (n,)
        Which value of each choice a combination has, as whole numbers from 0 on; `NOT_APPLICABLE` where the choice
        makes no difference. Its effect is then taken among the others, so that it gets no credit for what tells these
        from combinations where it does not apply.

    Raises
    ------
    ArgumentError
        If shapes do not agree or a number is undefined.

    References
    ----------
    Fisher (1925), Statistical Methods for Research Workers. Lindeman, Merenda and Gold (1980), Introduction to
    Bivariate and Multivariate Analysis; Grömping (2007), The American Statistician 61 (2), 139-147.
    """
    if values.ndim != 2 or any(codes.shape != values.shape[1:] for codes in choices):
        raise ArgumentError("`choices` must hold one value per combination of `values`.")
    if not np.isfinite(values).all():
        raise ArgumentError("`values` must be defined; leave out combinations that lack one.")
    centred = values - values.mean(axis=1, keepdims=True) if values.size else values
    total = np.sum(np.square(centred), axis=1)
    varies = total > _TOLERANCE**2 * values.shape[1] * np.square(np.abs(values).max(axis=1, initial=0.0))
    parts = [_columns(codes) for codes in choices]
    explained = _shared_out(parts, centred)
    shares = np.divide(explained, total[:, None], out=np.full(explained.shape, np.nan), where=varies[:, None])
    rest = np.where(varies, np.clip(1 - np.where(varies[:, None], shares, 0.0).sum(axis=1), 0.0, 1.0), np.nan)
    return MainEffects(np.clip(shares, 0.0, 1.0), rest)


def _columns(codes: IntArray) -> FloatArray:
    """Return a column per value of a choice, centred where the choice applies, 0 elsewhere: shape (n, values)."""
    applies = codes != NOT_APPLICABLE
    known = np.unique(codes[applies])
    columns: FloatArray = (codes[:, None] == known).astype(np.float64)
    if applies.any():
        columns[applies] -= columns[applies].mean(axis=0)
    return columns


def _shared_out(parts: Sequence[FloatArray], centred: FloatArray) -> FloatArray:
    """Return the sums of squares of C numbers that go to each of F choices, shape (C, F)."""
    count = len(parts)
    if not count:
        return np.empty((len(centred), 0))
    stacked: FloatArray = np.concatenate(parts, axis=1)
    owner = np.repeat(np.arange(count), [part.shape[1] for part in parts])
    products, moments = stacked.T @ stacked, stacked.T @ centred.T
    if _orthogonal(products, owner, len(stacked)):
        return np.stack([_explained(products, moments, owner == k) for k in range(count)], axis=1)
    members = (np.arange(2**count)[:, None] >> np.arange(count)) & 1 == 1
    of_set = np.stack([_explained(products, moments, chosen[owner]) for chosen in members])  # (2^F, C)
    sizes = members.sum(axis=1)
    found = np.empty((len(centred), count))
    for k in range(count):
        without = np.flatnonzero(~members[:, k])
        weights = np.array([1 / (count * math.comb(count - 1, int(sizes[one]))) for one in without])
        found[:, k] = weights @ (of_set[without + 2**k] - of_set[without])
    return found


def _orthogonal(products: FloatArray, owner: IntArray, size: int) -> bool:
    """Whether what choices explain adds up, because no two of them have anything in common."""
    apart = owner[:, None] != owner
    return bool(np.all(np.abs(products[apart]) <= _TOLERANCE * size))


def _explained(products: FloatArray, moments: FloatArray, used: BoolArray) -> FloatArray:
    """Return the sums of squares of C numbers that some columns explain, shape (C,)."""
    if not used.any():
        nothing: FloatArray = np.zeros(moments.shape[1])
        return nothing
    sizes, directions = np.linalg.eigh(products[np.ix_(used, used)])
    kept = sizes > _TOLERANCE * max(1.0, float(sizes[-1]))
    found: FloatArray = np.sum(np.square(directions[:, kept].T @ moments[used]) / sizes[kept, None], axis=0)
    return found
