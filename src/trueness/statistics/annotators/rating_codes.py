"""Ratings as numbers: what is given as numbers, and labels in words by their places among the categories."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError, listing
from trueness.statistics.array_types import FloatArray


class RatingCodes(NamedTuple):
    """Ratings, and what their numbers stand for.

    Attributes
    ----------
    values : array
        Of the shape of the ratings, NaN where there is none.
    categories : array of shape (Q,)
        All categories, ascending, as numbers.
    ordered : bool
        Whether the numbers have an order: of labels in words only where `categories` says it.
    """

    values: FloatArray
    categories: FloatArray
    ordered: bool


def rating_codes(ratings: ArrayLike, categories: ArrayLike | None = None) -> RatingCodes:
    """Return ratings as numbers.

    Parameters
    ----------
    ratings : array_like
        Numbers, or labels in words; None, NaN or an empty text where one is missing.
    categories : array_like of shape (Q,), optional
        All categories that there are, labels the worst first; default those that occur.

    Raises
    ------
    ArgumentError
        If rows have different lengths, a number is infinite, a category is named twice, or a rating is not among the
        categories.
    """
    try:
        given = np.asarray(ratings)
    except ValueError as error:
        raise ArgumentError("ratings must have one row per annotator, all of one length.") from error
    if given.dtype.kind == "O" or given.dtype.kind in "US":
        return _of_cells(np.asarray(ratings, dtype=object), categories)
    values = given.astype(np.float64)
    if np.isinf(values).any():
        raise ArgumentError("ratings must be finite; leave a missing rating NaN.")
    present = np.unique(values[~np.isnan(values)])
    known = present if categories is None else _numbers(categories)
    strange = np.setdiff1d(present, known)
    if len(strange):
        raise ArgumentError(f"`categories` lacks the rating {strange[0]:g}.")
    return RatingCodes(values, known, ordered=True)


def check_ordered(codes: RatingCodes, what: str, remedy: str) -> None:
    """Check that ratings have an order.

    Parameters
    ----------
    codes : RatingCodes
    what, remedy : str
        What needs the order, such as ``weighting='linear'``, and what to do.

    Raises
    ------
    ArgumentError
        If they are labels whose order nobody said.
    """
    if not codes.ordered:
        raise ArgumentError(f"{what} needs the order of the labels. {remedy}")


def _of_cells(cells: np.ndarray, categories: ArrayLike | None) -> RatingCodes:
    flat = [None if _missing(cell) else cell for cell in cells.ravel().tolist()]
    if not any(isinstance(cell, str) for cell in flat):
        numbers = np.array([np.nan if cell is None else cell for cell in flat], dtype=np.float64)
        return rating_codes(numbers.reshape(cells.shape), categories)
    names = [str(cell) for cell in flat if cell is not None]
    known = (
        sorted(set(names)) if categories is None else [str(one) for one in np.asarray(categories).tolist()]
    )
    if len(set(known)) < len(known):
        raise ArgumentError("`categories` names a label twice.")
    place = {name: k for k, name in enumerate(known)}
    strange = sorted(set(names) - set(known))
    if strange:
        raise ArgumentError(f"`categories` lacks {listing(strange)}.")
    values = np.array([np.nan if cell is None else place[str(cell)] for cell in flat], dtype=np.float64)
    return RatingCodes(
        values.reshape(cells.shape), np.arange(len(known), dtype=np.float64), categories is not None
    )


def _missing(cell: object) -> bool:
    return cell is None or cell == "" or cell != cell  # noqa: PLR0124 - NaN, of whatever kind


def _numbers(categories: ArrayLike) -> FloatArray:
    try:
        return np.unique(np.asarray(categories, dtype=np.float64))
    except (TypeError, ValueError) as error:
        raise ArgumentError(
            f"`categories` must hold numbers, as the ratings; it holds {categories!r:.60}."
        ) from error
