"""Principal components of scorers: each is one point, placed by the scores it gives to all outputs."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError, DataError, check_integer, counted
from trueness.statistics.array_types import FloatArray
from trueness.statistics.coefficients import midranks
from trueness.statistics.ties import dense_ranks


class ScorerComponents(NamedTuple):
    """Scorers in few dimensions.

    Attributes
    ----------
    coordinates : array of shape (S, C)
        The scorers on the first C principal components, in ranks.
    explained : array of shape (C,)
        Share of the variance on each component, in [0, 1].
    n_outputs : int
        Outputs used: those that every scorer scored.
    """

    coordinates: FloatArray
    explained: FloatArray
    n_outputs: int


def scorer_components(scores: ArrayLike, components: int = 2) -> ScorerComponents:
    """Return the first principal components of the rank-transformed vectors of scores.

    Every scorer's scores are replaced by their midranks, so that scales and outliers do not matter; the scorers are the
    observations, the outputs the variables, and each variable is centred. Computed by a singular value decomposition,
    O(S² n). A component's sign is arbitrary: it is set so that its largest coordinate by size is positive.

    Parameters
    ----------
    scores : array of shape (S, n)
        Scores of at least two scorers for n outputs, larger is better (negate what is not); outputs with a NaN are left
        out for all.
    components : int
        C, at least 1 and below S.

    Returns
    -------
    ScorerComponents

    Raises
    ------
    ArgumentError
        If `scores` is no matrix, or `components` is not in its range.
    DataError
        If no two outputs are scored by every scorer, or all scorers rank them alike.

    References
    ----------
    Braun et al. (2022), section 5 and Figure 6.
    """
    values = np.asarray(scores, dtype=np.float64)
    if values.ndim != 2 or len(values) < 2:
        raise ArgumentError(
            f"`scores` must have shape (scorers, outputs), two scorers or more; its shape is {values.shape}."
        )
    if check_integer("components", components, minimum=1) >= len(values):
        raise ArgumentError(
            f"`components` must be below the number of scorers, {len(values)}; it is {components}."
        )
    values = values[:, ~np.isnan(values).any(axis=0)]
    n_outputs = values.shape[1]
    if n_outputs < 2:
        raise DataError(
            f"{counted(n_outputs, 'output')} with a score by every scorer: components need at least two."
        )
    ranks = np.stack([midranks(dense_ranks(row), np.ones(n_outputs)) / 2 for row in values])
    left, singular, _ = np.linalg.svd(ranks - ranks.mean(axis=0), full_matrices=False)
    total = float(np.sum(singular**2))
    if total <= 1e-18 * float(np.sum(ranks**2)):
        raise DataError("all scorers rank the outputs alike: there is nothing to spread them out.")
    coordinates = left[:, :components] * singular[:components]
    largest = coordinates[np.argmax(np.abs(coordinates), axis=0), np.arange(coordinates.shape[1])]
    return ScorerComponents(
        coordinates * np.where(largest < 0, -1.0, 1.0), singular[:components] ** 2 / total, n_outputs
    )
