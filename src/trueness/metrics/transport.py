"""Exact optimal transport: what it costs at least to move one distribution onto another."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from trueness.errors import DataError, MissingExtraError, import_extra
from trueness.metrics.metric import FloatArray

MOST_CELLS = 64_000_000
"""Of a matrix of costs: 8000 x 8000, half a gigabyte, beside which the solver takes two more."""

MASS_SLACK = 1e-9
"""How far, relative to the larger, the masses of two distributions may differ."""

_MOST_STEPS = 1 << 40  # of the solver, which ends by itself


def transport_cost(left: FloatArray, right: FloatArray, cost: FloatArray) -> float:
    """Return the least cost of moving one distribution onto another, exactly.

    The smallest sum of T_ij C_ij over flows T that are not negative, whose rows sum to the weights on the left and
    whose columns sum to those on the right (earth mover's distance; Wasserstein distance where C is a distance and
    weights sum to 1). Computed by the network simplex of POT.

    Parameters
    ----------
    left : array of shape (m,)
        Weights, none negative, of the same sum as those on the right.
    right : array of shape (n,)
        Weights.
    cost : array of shape (m, n)
        What it costs to move a unit from left to right; finite. At most `MOST_CELLS` where weights are not zero.

    Returns
    -------
    float
        In units of weight times cost; NaN where both sides weigh nothing.

    Raises
    ------
    DataError
        If shapes do not fit, numbers are not finite, a weight is negative, the two sums differ by more than
        `MASS_SLACK`, or the problem is too large.
    MissingExtraError
        If POT is not installed.

    References
    ----------
    Bonneel et al. 2011 for the solver; Flamary et al. 2021 for POT.
    """
    return float(transport_costs([(left, right, cost)])[0])


def transport_costs(problems: Iterable[tuple[FloatArray, FloatArray, FloatArray]]) -> FloatArray:
    """Return the least costs of many problems, one after the other.

    Parameters
    ----------
    problems : iterable of (left, right, cost)
        As `transport_cost` takes them. They are asked for one by one, so that only one has to be in memory.

    Returns
    -------
    array of shape (number of problems,)

    Raises
    ------
    DataError, MissingExtraError
        As `transport_cost`; the message counts problems from 1.
    """
    solver = None
    costs = []
    for number, given in enumerate(problems, 1):
        left, right, cost = _checked(number, *given)
        if not left.any():
            costs.append(np.nan)
        elif min(cost.shape) == 1:  # there is only one way
            costs.append(float(left @ cost @ right) / float(left.sum()))
        else:
            solver = solver or import_extra("ot", extra="neural", feature="exact optimal transport")
            costs.append(_solved(solver, number, left, right, cost))
    return np.array(costs, dtype=np.float64)


def solver_signature() -> str:
    """Return the solver and its version, for the signatures of scores.

    Raises
    ------
    MissingExtraError
        If POT is not installed.
    """
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"POT {version('pot')}"
    except PackageNotFoundError as error:
        raise MissingExtraError(
            "exact optimal transport needs the package 'pot': pip install 'trueness[neural]'."
        ) from error


def _solved(solver: Any, number: int, left: FloatArray, right: FloatArray, cost: FloatArray) -> float:
    _, found = solver.emd(
        left, right, cost, numItermax=_MOST_STEPS, log=True, center_dual=False, check_marginals=False
    )
    if found["warning"] is not None:
        raise DataError(f"solving transport problem {number} failed: {found['warning']}.")
    return float(found["cost"])


def _checked(number: int, *given: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return a problem without what weighs nothing, or refuse it."""
    left, right, cost = (np.ascontiguousarray(array, dtype=np.float64) for array in given)
    place = f"transport problem {number}"
    if left.ndim != 1 or right.ndim != 1 or cost.shape != (len(left), len(right)):
        raise DataError(
            f"{place}: weights of shapes {left.shape} and {right.shape} clash with costs of shape "
            f"{cost.shape}."
        )
    for what, array in (("a weight on the left", left), ("a weight on the right", right), ("a cost", cost)):
        if not np.isfinite(array).all():
            raise DataError(f"{place}: {what} must be finite; it is {array[~np.isfinite(array)][0]}.")
    for side, array in (("left", left), ("right", right)):
        if (array < 0).any():
            raise DataError(f"{place}: a weight on the {side} is negative ({array.min():g}).")
    masses = float(left.sum()), float(right.sum())
    if abs(masses[0] - masses[1]) > MASS_SLACK * max(masses):
        raise DataError(
            f"{place}: the weights on the left sum to {masses[0]:.12g}, those on the right to {masses[1]:.12g}; "
            "divide both by their sums."
        )
    if not (left.all() and right.all()):
        left, right, cost = left[left > 0], right[right > 0], cost[np.ix_(left > 0, right > 0)]
    if cost.size > MOST_CELLS:
        raise DataError(
            f"{place} has {len(left):,} x {len(right):,} costs, more than the {MOST_CELLS:,} that are solved: give "
            "shorter texts, or take a relaxation."
        )
    return left, right, cost
