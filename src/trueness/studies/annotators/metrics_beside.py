"""Metrics beside the annotators: the ceiling, the correction for noise, and whether one may stand in for a person."""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from trueness.methods.interval import NONE
from trueness.parallel import step
from trueness.statistics.annotators.advantage_difference import advantage_difference
from trueness.statistics.annotators.alternative_annotator_test import (
    AlternativeAnnotatorTest,
    alternative_annotator_test,
    fits_as_well,
)
from trueness.statistics.annotators.annotator_combination import annotator_combination, annotator_zscores
from trueness.statistics.annotators.annotator_correlations import annotator_correlations
from trueness.statistics.annotators.attenuation import ATTENUATED, disattenuate, spearman_brown
from trueness.statistics.annotators.attenuation_jackknife import attenuation_limits
from trueness.statistics.annotators.human_ceiling import HeldOut, human_ceiling
from trueness.statistics.annotators.rating_scale import rating_scale
from trueness.statistics.array_types import FloatArray, IntArray, Key
from trueness.statistics.interval import Interval
from trueness.statistics.intervals import bootstrap_interval
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.annotators.jackknifed_ceiling import CeilingLimits, JackknifedCeiling
from trueness.studies.annotators.rows import (
    AltTest,
    AltTestAnnotator,
    Attenuation,
    CeilingRow,
    HeldOutCorrelation,
)
from trueness.studies.annotators.settings import AnnotatorSettings
from trueness.studies.compare.estimates import estimate_correlations


def ceiling_rows(
    arrays: ScoreArrays, ratings: FloatArray, annotators: tuple[str, ...], settings: AnnotatorSettings
) -> tuple[tuple[CeilingRow, ...], tuple[HeldOutCorrelation, ...]]:
    """Return metrics beside the ceiling, and the correlations with each set of annotators behind it.

    Averages are over the annotators for whom the correlation is defined; those of a metric over the same. A metric that
    is silent on outputs that people rated stands beside what they reach on the outputs that it scored: what it left out
    may be what people agree on most, or least. Without a metric there are rows of annotators only.

    Parameters
    ----------
    arrays : ScoreArrays
    ratings : array of shape (A, N, M)
        Larger is better.
    annotators : tuple of str
    settings : AnnotatorSettings
    """
    beside, rows = _ceiling(arrays, ratings, annotators, settings)
    unscored = _n_unscored(arrays.metrics, ratings)
    alike: dict[bytes, list[int]] = {}
    for k in np.flatnonzero(unscored):
        alike.setdefault(np.isnan(arrays.metrics[k]).tobytes(), []).append(int(k))
    of = {(row.metric, row.level, row.coefficient): row for row in beside}
    for members in alike.values():
        scored = np.where(np.isnan(arrays.metrics[members[0]]), np.nan, ratings)
        for row in _ceiling(_only(arrays, members), scored, annotators, settings)[0]:
            of[row.metric, row.level, row.coefficient] = row
    counts = dict(zip(arrays.names, unscored.tolist(), strict=True))
    return tuple(dataclasses.replace(row, n_unscored=counts[row.metric]) for row in of.values()), rows


def _only(arrays: ScoreArrays, members: Sequence[int]) -> ScoreArrays:
    place = {k: number for number, k in enumerate(members)}
    return dataclasses.replace(
        arrays,
        metrics=arrays.metrics[list(members)],
        names=tuple(arrays.names[k] for k in members),
        corpus={place[k]: statistics for k, statistics in arrays.corpus.items() if k in place},
        negated=frozenset(place[k] for k in arrays.negated if k in place),
        aggregates={place[k]: word for k, word in arrays.aggregates.items() if k in place},
    )


def _ceiling(
    arrays: ScoreArrays, ratings: FloatArray, annotators: tuple[str, ...], settings: AnnotatorSettings
) -> tuple[tuple[CeilingRow, ...], tuple[HeldOutCorrelation, ...]]:
    """Return the same, with every metric beside what people reach on all outputs, and no count of silent ones."""
    keys = settings.keys
    means = {key: _Mean(1 + arrays.n_metrics, settings.drawn) for key in keys}
    rows: list[HeldOutCorrelation] = []
    jackknifed = JackknifedCeiling.of(arrays, ratings, settings) if settings.leaves_out else None
    for a, annotator in enumerate(annotators):
        with step(f"annotator {annotator}"):
            found = human_ceiling(
                arrays,
                ratings,
                a,
                settings.levels,
                settings.coefficients,
                combination=settings.combination,
                over=settings.over,
                resamples=settings.drawn,
                seed=settings.seed,
            )
            limits = None if jackknifed is None else jackknifed.held_out(a)
        for key in keys:
            means[key].add(found, key)
            rows += [
                _held_out(
                    found, key, k, annotator, scorer, settings, None if limits is None else limits[key][k]
                )
                for k, scorer in enumerate((annotator, *arrays.names))
            ]
    together = {} if jackknifed is None else jackknifed.limits()
    beside = tuple(
        _beside(means[key], key, k + 1, metric, settings, together[key][k] if together else None)
        for key in keys
        for k, metric in enumerate(arrays.names)
    )
    return beside, tuple(rows)


def _n_unscored(metrics: FloatArray, ratings: FloatArray) -> IntArray:
    """Return how many outputs that two annotators rated have no score of each metric, shape (K,)."""
    rated = np.sum(~np.isnan(ratings), axis=0) > 1
    found: IntArray = np.sum(np.isnan(metrics) & rated, axis=(1, 2))
    return found


class _Mean:
    """The mean over held-out annotators, of estimates and of every resample: annotators first, then metrics.

    A metric's mean is over the annotators for whom both it and the annotator have a correlation, and so is the
    ceiling it is compared with.
    """

    def __init__(self, size: int, drawn: int) -> None:
        self.count = np.zeros(size)
        self.metric, self.annotator = np.zeros(size), np.zeros(size)
        self.metric_samples, self.annotator_samples = np.zeros((drawn, size)), np.zeros((drawn, size))

    def add(self, found: HeldOut, key: Key) -> None:
        """Add one held-out annotator."""
        values = found.estimates[key]
        usable = ~np.isnan(values) & ~np.isnan(values[0])
        self.count += usable
        self.metric += np.where(usable, values, 0.0)
        self.annotator += np.where(usable, values[0], 0.0)
        if found.samples:
            samples = found.samples[key]
            # NaN stays NaN: a resample counts if every annotator of the estimate has a value in it
            self.metric_samples += np.where(usable, samples, 0.0)
            self.annotator_samples += np.where(usable, samples[:, :1], 0.0)

    def of(self, k: int) -> tuple[float, float, FloatArray, FloatArray]:
        """Return the means of a scorer and of the annotators beside it, and the same in resamples."""
        n = self.count[k]
        if not n:
            nothing = np.full(len(self.metric_samples), np.nan)
            return math.nan, math.nan, nothing, nothing
        return (
            float(self.metric[k] / n),
            float(self.annotator[k] / n),
            self.metric_samples[:, k] / n,
            self.annotator_samples[:, k] / n,
        )


def _beside(
    mean: _Mean,
    key: Key,
    k: int,
    metric: str,
    settings: AnnotatorSettings,
    known: CeilingLimits | None,
) -> CeilingRow:
    estimate, ceiling, samples, ceiling_samples = mean.of(k)
    differences = samples - ceiling_samples
    if known is None:
        known = CeilingLimits(
            _limits(samples, estimate, settings),
            _limits(ceiling_samples, ceiling, settings),
            _limits(differences, estimate - ceiling, settings),
        )
    (low, high), (ceiling_low, ceiling_high), (difference_low, difference_high) = known
    return CeilingRow(
        metric=metric,
        level=key[0],
        coefficient=key[1],
        estimate=estimate,
        low=low,
        high=high,
        ceiling=ceiling,
        ceiling_low=ceiling_low,
        ceiling_high=ceiling_high,
        difference=estimate - ceiling,
        difference_low=difference_low,
        difference_high=difference_high,
        n_unscored=0,
        n_undefined_resamples=int(np.isnan(differences).sum()),
        resamples=len(differences),
    )


def _held_out(
    found: HeldOut,
    key: Key,
    k: int,
    annotator: str,
    scorer: str,
    settings: AnnotatorSettings,
    known: Interval | None,
) -> HeldOutCorrelation:
    estimate = float(found.estimates[key][k])
    if known is None:
        samples = found.samples[key][:, k] if found.samples else np.empty(0)
        low, high = _limits(samples, estimate, settings)
    else:
        low, high = float(known.low), float(known.high)
    return HeldOutCorrelation(
        annotator=annotator,
        scorer=scorer,
        level=key[0],
        coefficient=key[1],
        estimate=estimate,
        low=low,
        high=high,
        n_cells=found.n_cells,
        n_undefined=int(found.n_undefined[key][k]),
    )


def _limits(samples: FloatArray, estimate: float, settings: AnnotatorSettings) -> tuple[float, float]:
    found = Interval(np.nan, np.nan)
    if len(samples):
        found = bootstrap_interval(
            samples, estimate, method=settings.interval, confidence=settings.confidence
        )
    return float(found.low), float(found.high)


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
    coefficients = tuple(name for name in settings.coefficients if name in ATTENUATED)
    if not coefficients or not arrays.n_metrics:
        return ()
    plain = dataclasses.replace(settings.correlations, coefficients=coefficients, interval=NONE)
    together = dataclasses.replace(arrays, human=annotator_combination(ratings, settings.combination))
    single = annotator_zscores(ratings) if settings.combination == "standardized" else ratings
    found = annotator_correlations(single, settings.levels, coefficients)
    k = ratings_per_output(single)
    unknown = np.full((2, arrays.n_metrics), np.nan)
    limits = {
        key: unknown
        if settings.interval == NONE
        else attenuation_limits(
            together,
            single,
            key,
            ratings=k,
            metric_reliability=settings.metric_reliability,
            over=settings.over,
            confidence=settings.confidence,
        )
        for key in found
    }
    place = {name: number for number, name in enumerate(arrays.names)}
    rows = []
    for row in estimate_correlations(together, plain).estimates:
        key = (row.level, row.coefficient)
        reliability = float(spearman_brown(found[key], k)) if not math.isnan(k) else math.nan
        corrected = disattenuate(row.estimate, reliability, metric_reliability=settings.metric_reliability)
        low, high = (float(limit[place[row.metric]]) for limit in limits[key])
        rows.append(
            Attenuation(
                metric=row.metric,
                level=row.level,
                coefficient=row.coefficient,
                correlation=row.estimate,
                reliability=reliability,
                attainable=math.sqrt(reliability * settings.metric_reliability),
                estimate=corrected.estimate,
                low=low,
                high=high,
                uncapped=corrected.uncapped,
                capped=corrected.capped,
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


def replacement_rows(
    metrics: FloatArray,
    names: tuple[str, ...],
    ratings: FloatArray,
    annotators: tuple[str, ...],
    settings: AnnotatorSettings,
    *,
    clusters: NDArray[np.intp] | None = None,
) -> tuple[tuple[AltTest, ...], tuple[AltTestAnnotator, ...], FloatArray]:
    """Return the alternative annotator test of each metric, its comparisons with annotators, and p-values of pairs.

    Of two metrics, [l, k] is the one-sided p-value that l has the larger advantage.

    Scores are first put on the annotators' scale (`rating_scale`), learned on other inputs. Outputs of one input (or
    cluster) are not independent: its standard errors are over inputs; the published version, which takes all outputs
    for independent, is shown beside it. So is a judge that gives every output the same rating: what it wins is no
    merit.

    Parameters
    ----------
    metrics : array of shape (K, N, M)
        Larger is better.
    names : tuple of str
    ratings : array of shape (A, N, M)
        Larger is better.
    annotators : tuple of str
    settings : AnnotatorSettings
    clusters : array of shape (M,), optional
    """
    units = np.broadcast_to(np.arange(metrics.shape[2]) if clusters is None else clusters, metrics.shape[1:])
    folds = min(settings.folds, len(np.unique(units)))
    rows: list[AltTest] = []
    details: list[AltTestAnnotator] = []
    fits: list[FloatArray] = []
    flat = ratings.reshape(len(ratings), -1)
    for name, scores, unscored in zip(names, metrics, _n_unscored(metrics, ratings), strict=True):
        scale = rating_scale(
            scores,
            ratings,
            settings.calibration,
            folds=folds,
            clusters=clusters,
            rng=settings.seed,
        )
        there = ~np.isnan(scale.labels)
        found, published, constant = (
            _test(labels, ratings, annotators, settings, grouping)
            for labels, grouping in (
                (scale.labels, units),
                (scale.labels, None),
                (np.where(there, scale.constant, np.nan), units),
            )
        )
        tested = np.array([one.test != "skipped" for one in found.annotators])[:, None]
        own, idle = (
            np.where(tested, fits_as_well(labels.ravel(), flat, settings.alignment), np.nan)
            for labels in (scale.labels, np.where(there, scale.constant, np.nan))
        )
        fits.append(own)
        beyond = advantage_difference(own, idle, units.ravel(), settings.confidence)
        rows.append(
            AltTest(
                metric=name,
                winning_rate=found.winning_rate,
                winning_low=found.winning_low,
                winning_high=found.winning_high,
                winning_rate_published=published.winning_rate,
                advantage=found.advantage,
                constant_winning_rate=constant.winning_rate,
                constant_advantage=constant.advantage,
                beyond_constant=beyond.value,
                beyond_low=beyond.low,
                beyond_high=beyond.high,
                epsilon=found.epsilon,
                n_tested=found.n_tested,
                n_skipped=found.n_skipped,
                n_dropped=found.n_dropped,
                n_unscored=int(unscored),
            )
        )
        details += [AltTestAnnotator(metric=name, **outcome._asdict()) for outcome in found.annotators]
    better = np.full((len(fits), len(fits)), np.nan)
    for one, other in itertools.permutations(range(len(fits)), 2):
        better[one, other] = advantage_difference(fits[one], fits[other], units.ravel()).pvalue
    return tuple(rows), tuple(details), better


def _test(
    labels: FloatArray,
    ratings: FloatArray,
    annotators: tuple[str, ...],
    settings: AnnotatorSettings,
    units: NDArray[np.intp] | None,
) -> AlternativeAnnotatorTest:
    return alternative_annotator_test(
        labels,
        ratings,
        alignment=settings.alignment,
        epsilon=settings.margin,
        q=settings.q,
        minimum_units=settings.minimum_units,
        small=settings.small,
        clusters=units,
        annotators=annotators,
    )
