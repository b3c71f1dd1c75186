"""Triads of systems whose preferences go in a circle: A over B, B over C, C over A (Kendall and Smith 1940)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError
from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.given_numbers import given_numbers

CHANCE = 0.25
"""The share of circles where every comparison is a coin: 2 of 8 outcomes."""

MOST_TRIADS = 5_000_000
"""Triads counted at most, over all inputs."""


class CyclicTriads(NamedTuple):
    """How many triads go in a circle.

    Attributes
    ----------
    inputs : array of shape (T,)
        The input of every triad of systems all three of whose comparisons are decided.
    cyclic : array of shape (T,)
        Whether it goes in a circle.
    expected : array of shape (T,)
        The chance of that where comparisons are independent, with the given strengths; NaN without strengths.
    n_tied : int
        Triads with a tie, which are left out.
    """

    inputs: IntArray
    cyclic: FloatArray
    expected: FloatArray
    n_tied: int


def cyclic_triads(
    inputs: ArrayLike,
    first: ArrayLike,
    second: ArrayLike,
    outcome: ArrayLike,
    *,
    strengths: ArrayLike | None = None,
) -> CyclicTriads:
    """Find the triads of one rater within inputs.

    Parameters
    ----------
    inputs, first, second : arrays of shape (n,)
        Numbers of the input and of both systems; a pair of systems stands once in an input.
    outcome : array of shape (n,)
        1 where the first won, −1 where the second did, 0 for a tie.
    strengths : array of shape (N,), optional
        Of Bradley and Terry's model, for what is expected of independent comparisons.

    Raises
    ------
    ArgumentError
        If shapes do not agree, a pair stands twice in an input, or there are too many triads.
    """
    where, said = np.asarray(inputs), given_numbers(outcome)
    one, other = (given_numbers(values).astype(np.intp) for values in (first, second))
    if not where.shape == one.shape == other.shape == said.shape:
        raise ArgumentError("`inputs`, `first`, `second` and `outcome` must be as long as each other.")
    size = int(max(one.max(initial=-1), other.max(initial=-1))) + 1
    found: list[tuple[FloatArray, FloatArray, int, int]] = []
    powers = None if strengths is None else given_numbers(strengths)
    total = n_tied = 0
    order = np.argsort(where, kind="stable")
    for rows in np.split(order, np.flatnonzero(np.diff(where[order])) + 1):
        if len(rows) < 3:
            continue
        beats = np.full((size, size), np.nan)
        beats[one[rows], other[rows]] = said[rows]
        beats[other[rows], one[rows]] = -said[rows]
        if np.sum(~np.isnan(beats)) != 2 * len(rows):
            raise ArgumentError("a pair of systems stands more than once in an input.")
        there = np.flatnonzero(~np.isnan(beats).all(axis=1))
        total += len(there) * (len(there) - 1) * (len(there) - 2) // 6
        if total > MOST_TRIADS:
            raise ArgumentError(f"there are more than {MOST_TRIADS:,} triads.")
        a, b, c = _triples(len(there))
        three = np.stack([beats[there[x], there[y]] for x, y in ((a, b), (b, c), (c, a))])
        known = ~np.isnan(three).any(axis=0)
        decided = known & (three != 0).all(axis=0)
        n_tied += int(np.sum(known & ~decided))
        sums = np.abs(three[:, decided].sum(axis=0))
        expected = np.full(len(sums), np.nan)
        if powers is not None:
            expected = _expected(*(powers[there[x[decided]]] for x in (a, b, c)))
        found.append(((sums == 3).astype(np.float64), expected, int(where[rows[0]]), len(sums)))
    return CyclicTriads(
        np.concatenate([np.full(n, k, dtype=np.intp) for _, _, k, n in found] or [np.empty(0, np.intp)]),
        np.concatenate([cyclic for cyclic, *_ in found] or [np.empty(0)]),
        np.concatenate([expected for _, expected, *_ in found] or [np.empty(0)]),
        n_tied,
    )


def _triples(n: int) -> tuple[IntArray, IntArray, IntArray]:
    a, b = np.triu_indices(n, 1)
    reach = n - 1 - b
    starts = np.repeat(np.arange(len(b)), reach)
    within = np.arange(reach.sum()) - np.repeat(np.cumsum(reach) - reach, reach)
    return a[starts], b[starts], b[starts] + 1 + within


def _expected(a: FloatArray, b: FloatArray, c: FloatArray) -> FloatArray:
    from scipy.special import expit

    ab, bc, ca = expit(a - b), expit(b - c), expit(c - a)
    return np.asarray(ab * bc * ca + (1 - ab) * (1 - bc) * (1 - ca))
