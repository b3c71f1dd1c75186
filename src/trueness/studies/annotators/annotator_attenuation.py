"""Correlations of metrics corrected for the noise of the ratings, at each level."""

from __future__ import annotations

import dataclasses
import math

import numpy as np

from trueness.statistics.annotators.annotator_combination import annotator_combination, annotator_zscores
from trueness.statistics.annotators.annotator_correlations import annotator_correlations
from trueness.statistics.annotators.attenuation import ATTENUATED, disattenuate, spearman_brown
from trueness.statistics.score_arrays import ScoreArrays
from trueness.statistics.ties import FloatArray
from trueness.studies.annotators.annotator_rows import Attenuation
from trueness.studies.annotators.annotator_settings import AnnotatorSettings
from trueness.studies.estimates import estimate_correlations


def attenuation_rows(
    arrays: ScoreArrays, ratings: FloatArray, settings: AnnotatorSettings
) -> tuple[Attenuation, ...]:
    """Return every metric's correlation with the annotators together, corrected for their noise.

    The reliability at a level is the mean correlation of two annotators there, by the same coefficient, stepped up to
    as many ratings as an output has (their harmonic mean where that differs). So it is about other annotators of the
    same outputs: what is peculiar to these inputs is shared by metric and people, and is no noise. Correlations
    of shares of pairs (tau, gamma) are not corrected.

    Parameters
    ----------
    arrays : ScoreArrays
    ratings : array of shape (A, N, M)
        Larger is better.
    settings : AnnotatorSettings
    """
    coefficients = tuple(name for name in settings.correlations.coefficients if name in ATTENUATED)
    if not coefficients or not arrays.n_metrics:
        return ()
    plain = dataclasses.replace(settings.correlations, coefficients=coefficients)
    together = dataclasses.replace(arrays, human=annotator_combination(ratings, settings.combination))
    estimation = estimate_correlations(together, plain)
    single = annotator_zscores(ratings) if settings.combination == "standardized" else ratings
    pairs = annotator_correlations(
        single,
        plain.levels,
        coefficients,
        over=plain.over,
        resamples=plain.resamples if plain.interval != "none" else 0,
        seed=plain.seed,
        clusters=None if arrays.clusters is None else arrays.clusters.astype(np.float64),
    )
    k = ratings_per_output(single)
    place = {name: number for number, name in enumerate(arrays.names)}
    rows = []
    for row in estimation.estimates:
        key = (row.level, row.coefficient)
        reliability = float(spearman_brown(pairs.estimates[key], k)) if not math.isnan(k) else math.nan
        drawn = pairs.samples.get(key)
        found = disattenuate(
            row.estimate,
            reliability,
            metric_reliability=settings.metric_reliability,
            samples=None if drawn is None else estimation.samples[key][:, place[row.metric]],
            reliability_samples=None if drawn is None else spearman_brown(drawn, k),
            confidence=plain.confidence,
        )
        rows.append(
            Attenuation(
                metric=row.metric,
                level=row.level,
                coefficient=row.coefficient,
                correlation=row.estimate,
                reliability=reliability,
                attainable=math.sqrt(reliability * settings.metric_reliability),
                estimate=found.estimate,
                low=found.low,
                high=found.high,
                uncapped=found.uncapped,
                capped=found.capped,
                n_undefined_resamples=found.n_undefined,
                resamples=0 if drawn is None else len(drawn),
            )
        )
    return tuple(rows)


def ratings_per_output(ratings: FloatArray) -> float:
    """Return the harmonic mean of the number of ratings of the outputs that have any; NaN if none has.

    Noise goes with one over the number of ratings, so its mean over outputs goes with this one.

    Parameters
    ----------
    ratings : array of shape (A, N, M)
    """
    count = np.sum(~np.isnan(ratings), axis=0)
    count = count[count > 0]
    return float(len(count) / np.sum(1.0 / count)) if len(count) else math.nan
