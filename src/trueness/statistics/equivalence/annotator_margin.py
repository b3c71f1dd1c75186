"""Equivalence margins from how much a metric's correlation depends on who judged."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError, check_choice
from trueness.statistics.agreement.correlation import correlate
from trueness.statistics.array_types import FloatArray
from trueness.statistics.given_numbers import given_numbers

ANNOTATOR_MARGINS = ("sd", "range")
"""``sd``: the standard deviation of the correlations; ``range``: the largest difference between two of them."""


class AnnotatorMargin(NamedTuple):
    """A margin from single annotators.

    Attributes
    ----------
    margin : float
        At least 0; NaN where a correlation is undefined.
    correlations : array of shape (A,)
        The metric's correlation with each annotator.
    """

    margin: float
    correlations: FloatArray


def annotator_margin(
    x: ArrayLike,
    annotators: ArrayLike,
    level: str = "global",
    coefficient: str = "kendall",
    *,
    kind: str = "sd",
    aggregate: str = "mean",
) -> AnnotatorMargin:
    """Return how much a metric's correlation with the human varies between annotators, as an equivalence margin.

    A difference that is no larger than what another annotator would have made is called none. The margin is taken from
    the reference condition alone, never from the condition it is compared with.

    Parameters
    ----------
    x : array of shape (N, M)
        The metric's scores, NaN where missing.
    annotators : array of shape (A, N, M)
        What each of at least two annotators gave, NaN where nothing.
    level, coefficient, aggregate : str
        As in `correlate`.
    kind : {'sd', 'range'}
        Standard deviation of the A correlations (divided by A - 1), or their largest difference.

    Returns
    -------
    AnnotatorMargin

    Raises
    ------
    ArgumentError
        If there are fewer than two annotators, shapes do not agree or an option is unknown.

    References
    ----------
    Braun et al. (2022), section 3.3: "standard deviation margin" and "maximum difference margin".
    """
    given = given_numbers(annotators)
    if given.ndim < 2:
        raise ArgumentError(
            f"`annotators` must have shape (annotators, systems, inputs); its shape is {given.shape}."
        )
    correlations = np.array(
        [correlate(x, ratings, level, coefficient, aggregate=aggregate).estimate for ratings in given]
    )
    return AnnotatorMargin(float(margin_of_correlations(correlations, kind)), correlations)


def margin_of_correlations(correlations: ArrayLike, kind: str = "sd") -> FloatArray:
    """Return the margins that correlations with single annotators give.

    Parameters
    ----------
    correlations : array of shape (A, ...)
        With each of at least two annotators.
    kind : {'sd', 'range'}

    Returns
    -------
    array of shape (...)
        NaN where a correlation is undefined: those that are left would make another margin.

    Raises
    ------
    ArgumentError
        If there are fewer than two annotators or `kind` is unknown.
    """
    check_choice("kind", kind, ANNOTATOR_MARGINS)
    values = given_numbers(correlations)
    if values.ndim < 1 or len(values) < 2:
        raise ArgumentError("a margin from single annotators needs at least two of them.")
    return np.asarray(np.std(values, axis=0, ddof=1) if kind == "sd" else np.ptp(values, axis=0))
