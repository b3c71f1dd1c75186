"""Ratings from tables that count them: of two annotators, or of each unit."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError, check_choice
from trueness.statistics.array_types import FloatArray


def counted_ratings(counts: ArrayLike, of: str = "pairs", categories: ArrayLike | None = None) -> FloatArray:
    """Return ratings, a row per annotator and a column per unit, from a table that counts them.

    Parameters
    ----------
    counts : array of shape (Q, Q) or (U, Q)
        Of ``pairs``: how many units the first annotator gave the category of the row, and the second that of the
        column. Of ``units``: how many annotators gave a unit each category; who gave which is lost, so that
        coefficients that ask for it, such as Cohen's kappa, have no meaning then.
    of : {'pairs', 'units'}
    categories : array_like of shape (Q,), optional
        The ratings that they stand for; default 0, 1, 2, ….

    Returns
    -------
    array of shape (A, U)
        NaN where a unit has fewer ratings than others.

    Raises
    ------
    ArgumentError
        If the table is no table of counts, or has another number of categories.

    Examples
    --------
    >>> counted_ratings([[2, 1], [0, 1]]).tolist()
    [[0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 1.0, 1.0]]
    """
    check_choice("of", of, ("pairs", "units"))
    try:
        table = np.asarray(counts, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ArgumentError("`counts` must be a table of whole numbers.") from error
    if table.ndim != 2 or (of == "pairs" and table.shape[0] != table.shape[1]):
        raise ArgumentError(
            f"`counts` of {of} must be a {'square ' if of == 'pairs' else ''}table; its shape is {table.shape}."
        )
    if not np.all(np.isfinite(table)) or np.any(table < 0) or np.any(table != np.rint(table)):
        raise ArgumentError("`counts` must hold whole numbers of at least 0.")
    values = np.arange(table.shape[1], dtype=np.float64)
    if categories is not None:
        values = np.asarray(categories, dtype=np.float64)
        if values.shape != (table.shape[1],):
            raise ArgumentError(f"`categories` must name the {table.shape[1]} categories of the table.")
    whole = table.astype(np.intp)
    if of == "pairs":
        first, second = (np.repeat(side.ravel(), whole.ravel()) for side in np.indices(whole.shape))
        return np.stack([values[first], values[second]])
    sizes = whole.sum(axis=1)
    found = np.full((int(sizes.max(initial=0)), len(whole)), np.nan)
    for unit, row in enumerate(whole):
        found[: sizes[unit], unit] = np.repeat(values, row)
    return found
