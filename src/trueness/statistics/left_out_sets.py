"""Coefficients without one system and without every two, in closed form: what influence of few systems is seen by.

With entries present numbered k, the pair (i, j) left out and sums over all that is present, of centred values x and z:

* Pearson's r: n' = n - 2, sum x' = -x_i - x_j, sum x'z' = S_xz - x_i z_i - x_j z_j, and so on;
* Kendall's tau-b: with signs s_ik of x_i - x_k and t_ik of z_i - z_k, and P_ik = s_ik t_ik, the numerator is
  T - p_i - p_j + P_ij, T the sum over pairs and p_i that over the pairs of i; the numbers of pairs that do not tie are
  the same with s_ik^2 and t_ik^2 in place of P_ik;
* Spearman's rho: the doubled centred midrank a_k = sum over i of s_ki becomes a_k - s_ki - s_kj, b_k likewise, and
  sums of their products follow from products of the matrices of signs.

So no table without systems is built. For N systems, C columns and K metrics the time is O(K C N^2), for Spearman's rho
O(K C N^3).
"""

from __future__ import annotations

import itertools
from typing import NamedTuple

import numpy as np

from trueness.errors import ArgumentError, check_choice
from trueness.statistics.array_types import BoolArray, FloatArray, IntArray

COEFFICIENTS = ("pearson", "spearman", "kendall")
"""What there are closed forms of."""

EVERY_PAIR = 40
"""Up to so many systems every two of them are left out; of more, every two of the `FOREMOST` only."""

FOREMOST = 12
"""Systems whose absence alone moves a coefficient most. Two that hide each other can be missed among these."""

HELD = 1_000_000
"""Numbers in one array at a time."""

CONSTANT = 1e-12
"""Share of the sum of squares below which values that are left are one value."""


class LeftOut(NamedTuple):
    """Coefficients without some systems, the mean over the columns that have one.

    Attributes
    ----------
    whole : array of shape (K,)
        With all systems.
    sets : array of shape (P, 2)
        The systems left out; the second is -1 where it is one alone. All single ones come first.
    values : array of shape (K, P)
        Without them; NaN where no column has a coefficient.
    complete : bool
        Whether every two systems are among the sets.
    """

    whole: FloatArray
    sets: IntArray
    values: FloatArray
    complete: bool


def left_out_sets(x: FloatArray, z: FloatArray, present: BoolArray, coefficient: str) -> LeftOut:
    """Return the mean coefficient over columns without each system and without every two.

    Parameters
    ----------
    x : array of shape (K, N, C)
        Scores of K metrics; at the system level C = 1. Equal ones tie, and are what is equal as a number.
    z : array of shape (N, C)
        Human scores.
    present : array of shape (N, C)
        Which entries count.
    coefficient : {'pearson', 'spearman', 'kendall'}

    Raises
    ------
    ArgumentError
        If shapes do not agree, or there is no closed form of the coefficient.

    Examples
    --------
    >>> x, z = np.array([1.0, 2, 3, 9]), np.array([2.0, 1, 2, 9])
    >>> found = left_out_sets(x[None, :, None], z[:, None], np.ones((4, 1), dtype=bool), "pearson")
    >>> np.round(found.whole, 2), np.round(found.values[:, 3], 2)
    (array([0.97]), array([0.]))
    """
    check_choice("coefficient", coefficient, COEFFICIENTS)
    if x.ndim != 3 or x.shape[1:] != z.shape or present.shape != z.shape:
        raise ArgumentError(
            f"`x` of shape {x.shape}, `z` {z.shape} and `present` {present.shape} do not fit."
        )
    n = len(z)
    single = np.array([(i, -1) for i in range(n)], dtype=np.intp).reshape(n, 2)
    nothing = np.full((1, 2), -1, dtype=np.intp)
    first = _means(x, z, present, coefficient, np.concatenate([nothing, single]))
    whole, alone = first[:, 0], first[:, 1:]
    members = range(n)
    if n > EVERY_PAIR:
        # of any metric: the sets are the same for all, so that differences of two metrics can be taken
        moved = np.nan_to_num(np.abs(alone - whole[:, None])).max(axis=0, initial=0.0)
        members = np.sort(np.argsort(-moved, kind="stable")[:FOREMOST])  # type: ignore[assignment]
    two = np.array(list(itertools.combinations(members, 2)), dtype=np.intp).reshape(-1, 2)
    values = np.concatenate([alone, _means(x, z, present, coefficient, two)], axis=1)
    return LeftOut(whole, np.concatenate([single, two]), values, n <= EVERY_PAIR)


def mean_correlations(x: FloatArray, present: BoolArray) -> FloatArray:
    """Return the mean over columns of Pearson's r of every two metrics, shape (K, K); shapes as in `left_out_sets`.

    NaN where no column has one.
    """
    counts = np.maximum(present.sum(axis=0), 1)
    kept = np.where(present, x, 0.0)
    centred = np.where(present, kept - (kept.sum(axis=1) / counts)[:, None, :], 0.0)
    size = np.sqrt((centred**2).sum(axis=1, keepdims=True))
    varies = size > CONSTANT**0.5 * np.sqrt((kept**2).sum(axis=1, keepdims=True))
    unit = np.divide(centred, size, out=np.zeros(centred.shape), where=varies).reshape(len(x), -1)
    defined = varies[:, 0, :].astype(np.float64)
    both = defined @ defined.T
    return np.divide(unit @ unit.T, both, out=np.full(both.shape, np.nan), where=both > 0)


def _means(x: FloatArray, z: FloatArray, present: BoolArray, coefficient: str, sets: IntArray) -> FloatArray:
    """Return the means over columns, shape (K, P); a last entry that is never there stands for no system (-1)."""
    formula = {"pearson": _pearson, "spearman": _spearman, "kendall": _kendall}[coefficient]
    n, columns = z.shape
    there = np.concatenate([present, np.zeros((1, columns), dtype=bool)])
    held = max(len(sets), 1 if coefficient == "pearson" else (n + 1) ** 2)
    step = max(1, HELD // held)
    total, count = np.zeros((len(x), len(sets))), np.zeros((len(x), len(sets)))
    for start in range(0, columns, step):
        here = slice(start, start + step)
        kept = there[:, here].T
        human = _padded(z[:, here], kept)
        for k, scores in enumerate(x[:, :, here]):
            found = formula(_padded(scores, kept), human, kept, sets[:, 0], sets[:, 1])
            known = ~np.isnan(found)
            total[k] += np.where(known, found, 0.0).sum(axis=0)
            count[k] += known.sum(axis=0)
    return np.divide(total, count, out=np.full(total.shape, np.nan), where=count > 0)


def _padded(scores: FloatArray, kept: BoolArray) -> FloatArray:
    """Return columns as rows with one entry more; what does not count is 0."""
    padded = np.concatenate([scores, np.zeros((1, scores.shape[1]))]).T
    return np.where(kept, padded, 0.0)


def _centred(values: FloatArray, kept: BoolArray) -> FloatArray:
    centre = values.sum(axis=1) / np.maximum(kept.sum(axis=1), 1)
    return np.where(kept, values - centre[:, None], 0.0)


def _pearson(x: FloatArray, z: FloatArray, kept: BoolArray, i: IntArray, j: IntArray) -> FloatArray:
    x, z = _centred(x, kept), _centred(z, kept)

    def less(values: FloatArray) -> FloatArray:
        return values.sum(axis=1)[:, None] - values[:, i] - values[:, j]

    n = less(kept.astype(np.float64))
    sum_x, sum_z = less(x), less(z)
    with np.errstate(divide="ignore", invalid="ignore"):
        product = less(x * z) - sum_x * sum_z / n
        square_x = less(x * x) - sum_x * sum_x / n
        square_z = less(z * z) - sum_z * sum_z / n
    varies_x = square_x > CONSTANT * (x * x).sum(axis=1)[:, None]
    varies_z = square_z > CONSTANT * (z * z).sum(axis=1)[:, None]
    return _ratio(product, square_x, square_z, (n > 2) & varies_x & varies_z)


def _signs(values: FloatArray, kept: BoolArray) -> FloatArray:
    """Return the signs of differences of all entries of each row, 0 where one does not count."""
    signs = np.sign(values[:, :, None] - values[:, None, :])
    signs *= kept[:, :, None] & kept[:, None, :]
    return signs


def _kendall(x: FloatArray, z: FloatArray, kept: BoolArray, i: IntArray, j: IntArray) -> FloatArray:
    signs_x, signs_z = _signs(x, kept), _signs(z, kept)

    def less(pairs: FloatArray) -> FloatArray:
        own = pairs.sum(axis=2)
        left: FloatArray = own.sum(axis=1)[:, None] / 2 - own[:, i] - own[:, j] + pairs[:, i, j]
        return left

    untied_x, untied_z = less(np.abs(signs_x)), less(np.abs(signs_z))
    n = kept.sum(axis=1)[:, None] - kept[:, i] * 1 - kept[:, j]
    return _ratio(less(signs_x * signs_z), untied_x, untied_z, (n > 2) & (untied_x > 0.5) & (untied_z > 0.5))


def _spearman(x: FloatArray, z: FloatArray, kept: BoolArray, i: IntArray, j: IntArray) -> FloatArray:
    signs_x, signs_z = _signs(x, kept), _signs(z, kept)
    n = kept.sum(axis=1)[:, None] - kept[:, i] * 1 - kept[:, j]

    def less(one: FloatArray, other: FloatArray) -> FloatArray:
        """Return the sum over what is left of products of doubled midranks, these centred among what is left."""
        a, b = one.sum(axis=2), other.sum(axis=2)
        # [k, i]: sign of entry k against entry i
        crossed_a = np.einsum("ck,cki->ci", a, other)
        crossed_b = np.einsum("ck,cki->ci", b, one)
        both = one.transpose(0, 2, 1) @ other
        own = np.einsum("cii->ci", both)
        whole = (
            (a * b).sum(axis=1)[:, None]
            - crossed_a[:, i]
            - crossed_a[:, j]
            - crossed_b[:, i]
            - crossed_b[:, j]
            + own[:, i]
            + own[:, j]
            + both[:, i, j]
            + both[:, j, i]
        )
        # the terms of i and j themselves, which are not left
        return np.asarray(
            whole
            - (a[:, i] - one[:, i, j]) * (b[:, i] - other[:, i, j])
            - (a[:, j] - one[:, j, i]) * (b[:, j] - other[:, j, i])
        )

    square_x, square_z = less(signs_x, signs_x), less(signs_z, signs_z)
    return _ratio(less(signs_x, signs_z), square_x, square_z, (n > 2) & (square_x > 0.5) & (square_z > 0.5))


def _ratio(product: FloatArray, square_x: FloatArray, square_z: FloatArray, defined: BoolArray) -> FloatArray:
    size = np.sqrt(np.where(defined, square_x * square_z, 1.0))
    return np.where(defined, np.clip(product / size, -1.0, 1.0), np.nan)
