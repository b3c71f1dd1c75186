"""Correlations between annotators, pair by pair: what the reliability of their mean follows from."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from trueness.statistics.array_types import FloatArray, IntArray, Key
from trueness.statistics.engine.resample import Weights
from trueness.statistics.resampling.level_correlations import level_correlations
from trueness.statistics.score_arrays import ScoreArrays


def annotator_pairs(
    ratings: FloatArray, *, clusters: IntArray | None = None, system_clusters: IntArray | None = None
) -> list[ScoreArrays]:
    """Return each annotator but the last as the human, beside those after: every pair once.

    Parameters
    ----------
    ratings : array of shape (A, N, M)
        NaN where one gave nothing.
    clusters : array of shape (M,), optional
    system_clusters : array of shape (N,), optional
    """
    return [
        ScoreArrays.of(ratings[a + 1 :], ratings[a], clusters=clusters, system_clusters=system_clusters)
        for a in range(len(ratings) - 1)
    ]


def annotator_correlations(
    pairs: Sequence[ScoreArrays], levels: Sequence[str], coefficients: Sequence[str]
) -> dict[Key, float]:
    """Return the mean over pairs of annotators of their correlation, each on the outputs both rated.

    Parameters
    ----------
    pairs : sequence of ScoreArrays
        See `annotator_pairs`.
    levels, coefficients : sequences of str

    Returns
    -------
    dict of (level, coefficient) to float
        Over the pairs with a correlation; NaN where no pair has one.
    """
    found = {}
    for level in levels:
        values: dict[str, list[float]] = {name: [] for name in coefficients}
        for arrays in pairs:
            for group in arrays.single_groups():
                here = level_correlations(arrays, group, Weights(None, None), level, coefficients).values
                for name in coefficients:
                    values[name] += np.asarray(here[name][0]).tolist()
        for name in coefficients:
            known = [value for value in values[name] if not np.isnan(value)]
            found[level, name] = float(np.mean(known)) if known else float("nan")
    return found
