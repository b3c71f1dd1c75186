"""Human scores as DUC gave them: coverage from matching units, linguistic quality from letters, and means of both."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import ArrayLike

from trueness.data.layouts.duc import LETTER_GRADES
from trueness.errors import ArgumentError, check_choice
from trueness.statistics.array_types import FloatArray
from trueness.statistics.given_numbers import given_numbers

MEANS_OF_DIMENSIONS = ("arithmetic", "harmonic", "geometric")


def coverage_score(matching_units: ArrayLike, extent: ArrayLike, model_units: ArrayLike) -> FloatArray:
    """Return DUC's coverage score, in per cent: matching peer units times extent of coverage over model units.

    CS = E times the number of matching peer units over that of model units (Graham 2015, equation 1), E being what
    share of the model units the assessor saw expressed, in per cent.

    Parameters
    ----------
    matching_units : array_like
        Units of a summary that express content of the model; at least 0.
    extent : array_like
        In per cent, from 0 to 100.
    model_units : array_like
        Units of the model summary; more than 0.

    Returns
    -------
    array
        NaN where any of the three is. More than 100 where several units of a summary match one of the model.

    Raises
    ------
    ArgumentError
        If a value lies outside its range.

    Examples
    --------
    >>> float(coverage_score(3, 40, 6))
    20.0
    """
    found = given_numbers(matching_units)
    share = given_numbers(extent)
    units = given_numbers(model_units)
    if np.any(found < 0):
        raise ArgumentError("`matching_units` must be at least 0.")
    if np.any((share < 0) | (share > 100)):
        raise ArgumentError("`extent` must be per cent, between 0 and 100.")
    if np.any(units <= 0):
        raise ArgumentError("`model_units` must be more than 0.")
    return np.asarray(found * share / units)


def linguistic_quality(grades: Iterable[Sequence[str | None]] | Sequence[str | None]) -> FloatArray:
    """Return the mean linguistic quality of letter grades, in per cent (A 100, B 75, C 50, D 25, E 0).

    Parameters
    ----------
    grades : sequence of str, or sequences of them
        For each output the letters for its criteria (seven in DUC-2004); a criterion without a grade is None or an
        empty text and is left out of the mean.

    Returns
    -------
    array of shape (outputs,), or a single value
        Mean over the criteria that have a grade; NaN where none has.

    Raises
    ------
    ArgumentError
        If a grade is no letter from A to E.

    Examples
    --------
    >>> linguistic_quality([["A", "B"], ["E", None]]).tolist()
    [87.5, 0.0]
    """
    rows = list(grades)
    if all(row is None or isinstance(row, str) for row in rows):
        return np.asarray(_mean_grade(rows))  # type: ignore[arg-type]
    return np.array([_mean_grade(list(row or ())) for row in rows])


def mean_of_dimensions(dimensions: Sequence[ArrayLike], how: str = "arithmetic") -> FloatArray:
    """Return one human score from several dimensions, output by output (Graham 2015, section 6 and Table 4).

    Parameters
    ----------
    dimensions : sequence of arrays of one shape
        For example coverage and linguistic quality, both in per cent.
    how : {'arithmetic', 'harmonic', 'geometric'}
        The last two are for values of at least 0; where one of them is 0, so is the mean.

    Returns
    -------
    array
        NaN where any dimension is: a mean of what is left would be of another scale.

    Raises
    ------
    ArgumentError
        If `how` is unknown, shapes differ, there is no dimension, or a value is infinite or negative where it must
        not be.

    Examples
    --------
    >>> [float(mean_of_dimensions([20, 80], how)) for how in MEANS_OF_DIMENSIONS]
    [50.0, 32.0, 40.0]
    """
    check_choice("how", how, MEANS_OF_DIMENSIONS)
    given = [given_numbers(values) for values in dimensions]
    if not given or any(values.shape != given[0].shape for values in given):
        raise ArgumentError("`dimensions` must hold one or more arrays of one shape.")
    stacked = np.stack(given)
    if np.isinf(stacked).any():
        raise ArgumentError("`dimensions` must hold finite values.")
    if how == "arithmetic":
        return np.asarray(stacked.mean(axis=0))
    if np.any(stacked < 0):
        raise ArgumentError(f"the {how} mean needs values of at least 0; `dimensions` hold negative ones.")
    empty = np.any(stacked == 0, axis=0) & ~np.isnan(stacked).any(axis=0)
    if how == "geometric":
        # roots before the product: it stays in range
        return np.asarray(np.prod(stacked ** (1 / len(stacked)), axis=0))
    inverse = np.divide(1.0, stacked, out=np.ones(stacked.shape), where=stacked != 0).sum(axis=0)
    return np.asarray(np.where(empty, 0.0, len(stacked) / inverse))


def _mean_grade(letters: Sequence[str | None]) -> float:
    values = []
    for letter in letters:
        name = "" if letter is None else letter.strip().upper()
        if not name:
            continue
        check_choice("grades", name, LETTER_GRADES)
        values.append(LETTER_GRADES[name])
    return float(np.mean(values)) if values else float("nan")
