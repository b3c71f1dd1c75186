"""When strengths of systems have a finite estimate, and when something tells how sure it is.

A model's likelihood has no maximum if parameters can grow without bound and take every outcome's chance with them: if
there are strengths λ, an effect of order γ and a threshold of ties τ, not all 0, such that with η = λ_A − λ_B + γ every
win of A has η / 2 ≥ τ, every win of B −η / 2 ≥ τ and every tie |η| / 2 ≤ τ, one of them strictly. Bradley and Terry's
model, where a tie is half a win of each, has τ = 0. Without γ that is Ford's condition (1957), and a search through a
graph; the rest is a linear program, as in logistic regression (Albert and Anderson 1984, Biometrika 71).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from trueness.errors import DataError, listing
from trueness.statistics.array_types import FloatArray, IntArray

if TYPE_CHECKING:
    from scipy.sparse import csr_array

SAME = 1e-6
"""An order shown that strengths explain up to so much is no order of its own."""


def check_comparable(first: IntArray, second: IntArray, outcome: IntArray, names: Sequence[str]) -> None:
    """Check that strengths of all systems are finite where ties count for both (Ford 1957).

    Parameters
    ----------
    first, second, outcome : arrays of shape (n,)
        As `bradley_terry`.
    names : sequence of str

    Raises
    ------
    DataError
        If they are not; the message names the systems.
    """
    from scipy.sparse.csgraph import connected_components

    one, other = first[outcome >= 0], second[outcome >= 0]
    two, another = second[outcome <= 0], first[outcome <= 0]
    rows, columns = np.concatenate([one, two]), np.concatenate([other, another])
    graph = _graph(np.ones(len(rows)), rows, columns, len(names))
    parts, part = connected_components(graph, directed=True, connection="weak")
    if parts > 1:
        raise DataError(
            f"{_smallest(part, names)} and the other systems were never compared, directly or through "
            "others. Leave some out, or take a prior (--prior 0.5)."
        )
    parts, part = connected_components(graph, directed=True, connection="strong")
    if parts > 1:
        coming = np.zeros(parts, dtype=bool)
        across = part[rows] != part[columns]
        coming[part[columns][across]] = True  # some other part beat it
        best = int(np.flatnonzero(~coming)[0])
        apart = [name for name, where in zip(names, part, strict=True) if where == best]
        raise DataError(
            f"{listing(apart)} won every comparison with the other systems, which takes infinite "
            f"strength. Leave {'it' if len(apart) == 1 else 'them'} out, or take a prior (--prior 0.5)."
        )


def check_more_than_one_cluster(
    first: IntArray, second: IntArray, clusters: IntArray, names: Sequence[str]
) -> None:
    """Check that systems stay comparable without any one cluster: what a single one tells has no known error.

    Parameters
    ----------
    first, second, clusters : arrays of shape (n,)
    names : sequence of str

    Raises
    ------
    DataError
        If systems are comparable through a single cluster only; the message names them.
    """
    from scipy.sparse.csgraph import connected_components, minimum_spanning_tree

    size = len(names)
    low, high = np.minimum(first, second), np.maximum(first, second)
    edges, place = np.unique(low * size + high, return_inverse=True)
    most, least = np.full(len(edges), -1), np.full(len(edges), np.iinfo(np.intp).max)
    np.maximum.at(most, place, clusters)
    np.minimum.at(least, place, clusters)
    of_one = most == least
    ends = edges // size, edges % size

    def graph(keep: np.ndarray, weights: np.ndarray) -> csr_array:
        return _graph(weights[keep], ends[0][keep], ends[1][keep], size)

    every = np.ones(len(edges), dtype=bool)
    # edges of several clusters first: what the tree takes of the others is all that can come apart
    tree = minimum_spanning_tree(graph(every, 1.0 + of_one)).tocoo()
    taken = np.isin(edges, tree.row.astype(np.int64) * size + tree.col) & of_one
    for cluster in np.unique(most[taken]):
        parts, part = connected_components(graph(~(of_one & (most == cluster)), np.ones(len(edges))))
        if parts > 1:
            raise DataError(
                f"{_smallest(part, names)} and the other systems were compared in a single input, "
                "directly or through others, which is too little to say how sure the difference is. "
                "Leave some out, or take a prior (--prior 0.5)."
            )


def _graph(weights: np.ndarray, rows: np.ndarray, columns: np.ndarray, size: int) -> csr_array:
    """Return a graph of systems; older SciPy (1.15) searches through indices of 32 bits only."""
    from scipy.sparse import coo_array

    ends = rows.astype(np.int32), columns.astype(np.int32)
    return coo_array((weights, ends), shape=(size, size)).tocsr()


def check_order(first: IntArray, second: IntArray, order: FloatArray, n_systems: int) -> None:
    """Check that an effect of order can be told from strengths.

    Parameters
    ----------
    first, second, order : arrays of shape (n,)
        As `bradley_terry`.
    n_systems : int

    Raises
    ------
    DataError
        If the order shown is a difference of two numbers, one of either system.
    """
    rows = np.unique(np.stack([first, second, order.astype(np.intp)], axis=1), axis=0)
    apart, side = _differences(rows, n_systems), rows[:, 2]
    left = side - apart @ np.linalg.lstsq(apart.T @ apart, apart.T @ side, rcond=None)[0]
    if np.max(np.abs(left)) < SAME:
        raise DataError(
            "which output is shown first goes with the systems compared, so an effect of order looks "
            "like strength. Leave `order` out, or show pairs in both orders."
        )


def check_bounded(
    first: IntArray,
    second: IntArray,
    outcome: IntArray,
    order: FloatArray | None,
    n_systems: int,
    *,
    tied: bool,
    prior: bool,
) -> None:
    """Check that strengths beside ties, and the effect of order, are finite.

    Parameters
    ----------
    first, second, outcome : arrays of shape (n,)
    order : array of shape (n,), optional
        Where its effect is estimated.
    n_systems : int
    tied : bool
        Whether ties have a parameter.
    prior : bool
        Whether strengths are held finite.

    Raises
    ------
    DataError
        If the likelihood has no maximum.
    """
    shown = np.zeros(len(first)) if order is None else order
    rows = np.unique(np.stack([first, second, outcome, shown.astype(np.intp)], axis=1), axis=0)
    if _unbounded(_differences(rows, n_systems), rows[:, 3], rows[:, 2], tied=tied, strengths=not prior):
        raise DataError(
            "every outcome follows from strengths"
            + ("" if order is None else " and the order shown")
            + " without an exception, so that no finite ones fit. "
            + ("Give `prior`, such as 0.5." if order is None else "Leave `order` out.")
        )


def _differences(rows: IntArray, size: int) -> FloatArray:
    """Return 1 at the first system of every row and −1 at the second."""
    found = np.zeros((len(rows), size))
    every = np.arange(len(rows))
    found[every, rows[:, 0]], found[every, rows[:, 1]] = 1.0, -1.0
    return found


def _unbounded(apart: FloatArray, side: IntArray, said: IntArray, *, tied: bool, strengths: bool) -> bool:
    """Return whether parameters can grow without bound and take every outcome with them."""
    from scipy.optimize import linprog
    from scipy.sparse import csr_array, eye_array, hstack

    size = apart.shape[1]
    eta = np.concatenate([apart, side[:, None].astype(np.float64)], axis=1)  # λ, γ
    tie = said == 0
    of_wins = said[~tie, None] * eta[~tie]
    held = np.concatenate([of_wins, eta[tie], -eta[tie]])
    threshold = np.concatenate([np.full(len(of_wins), -2.0), np.full(2 * int(tie.sum()), 2.0)])
    cone = csr_array(np.concatenate([held, threshold[:, None] * tied], axis=1))
    n = cone.shape[0]
    held_at: tuple[float | None, float | None] = (None, None) if strengths else (0.0, 0.0)
    limits = [held_at] * size + [(None, None)] * 2 + [(0.0, 1.0)] * n
    slack: Any = hstack([-cone, eye_array(n)], format="csr")
    aim = np.concatenate([np.zeros(size + 2), -np.ones(n)])
    found: Any = linprog(aim, A_ub=slack, b_ub=np.zeros(n), bounds=limits, method="highs")
    return bool(found.fun < -0.5)


def _smallest(part: np.ndarray, names: Sequence[str]) -> str:
    """Return the names of the systems of the smallest part."""
    small = np.argmin(np.bincount(part))
    return listing([name for name, where in zip(names, part, strict=True) if where == small])
