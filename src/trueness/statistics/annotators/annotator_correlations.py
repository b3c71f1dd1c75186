"""Correlations between annotators, pair by pair: what the reliability of their mean follows from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from trueness.statistics.array_types import FloatArray, IntArray, Key
from trueness.statistics.engine.resample import Weights
from trueness.statistics.resampling.bootstrap import bootstrap, bootstrap_plan
from trueness.statistics.resampling.level_correlations import level_correlations
from trueness.statistics.score_arrays import ScoreArrays


class AnnotatorCorrelations(NamedTuple):
    """Mean correlations of pairs of annotators.

    Attributes
    ----------
    estimates : dict of (level, coefficient) to float
        Mean over the pairs with a correlation; NaN where no pair has one.
    samples : dict of (level, coefficient) to array of shape (B,)
        The same in resamples; empty without.
    """

    estimates: dict[Key, float]
    samples: dict[Key, FloatArray]


def annotator_correlations(
    ratings: FloatArray,
    levels: Sequence[str],
    coefficients: Sequence[str],
    *,
    over: str = "both",
    resamples: int = 0,
    seed: int = 0,
    clusters: IntArray | None = None,
    system_clusters: IntArray | None = None,
) -> AnnotatorCorrelations:
    """Return the mean over pairs of annotators of their correlation, each on the outputs both rated.

    Parameters
    ----------
    ratings : array of shape (A, N, M)
        NaN where one gave nothing.
    levels, coefficients : sequences of str
    over, resamples, seed
        As in `human_ceiling`.
    clusters : array of shape (M,), optional
        Cluster numbers of inputs that are resampled as a whole.
    system_clusters : array of shape (N,), optional
        The same of systems.
    """
    keys = [(level, coefficient) for level in levels for coefficient in coefficients]
    values: dict[Key, list[float]] = {key: [] for key in keys}
    drawn = {key: np.zeros(resamples) for key in keys}
    defined = {key: np.zeros(resamples) for key in keys}
    for a in range(len(ratings) - 1):
        arrays = ScoreArrays.of(
            ratings[a + 1 :], ratings[a], clusters=clusters, system_clusters=system_clusters
        )
        groups = arrays.single_groups()
        for group in groups:
            for level in levels:
                found = level_correlations(arrays, group, Weights(None, None), level, coefficients).values
                for coefficient in coefficients:
                    values[level, coefficient] += np.asarray(found[coefficient][0]).tolist()
        if resamples:
            plan = bootstrap_plan(arrays, over, resamples, seed)
            for part in bootstrap(arrays, groups, plan, levels, coefficients):
                for key in keys:
                    known = ~np.isnan(part.values[key])
                    drawn[key] += np.where(known, part.values[key], 0.0).sum(axis=1)
                    defined[key] += known.sum(axis=1)
    estimates, samples = {}, {}
    for key in keys:
        known_pairs = [value for value in values[key] if not np.isnan(value)]
        estimates[key] = float(np.mean(known_pairs)) if known_pairs else float("nan")
        if resamples:
            some = defined[key] > 0
            samples[key] = np.where(some, drawn[key] / np.where(some, defined[key], 1.0), np.nan)
    return AnnotatorCorrelations(estimates, samples)
