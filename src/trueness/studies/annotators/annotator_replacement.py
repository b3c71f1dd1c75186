"""Whether metrics may stand in for annotators: the alternative annotator test for each of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from trueness.statistics.annotators.alternative_annotator_test import (
    AlternativeAnnotatorTest,
    alternative_annotator_test,
)
from trueness.statistics.annotators.rating_scale import rating_scale
from trueness.statistics.ties import FloatArray
from trueness.studies.annotators.annotator_rows import AltTest, AltTestAnnotator, AltVerdict
from trueness.studies.annotators.annotator_settings import AnnotatorSettings

VERDICTS: dict[bool | None, AltVerdict] = {True: "passes", False: "fails", None: "undefined"}


def replacement_rows(
    metrics: FloatArray,
    names: tuple[str, ...],
    ratings: FloatArray,
    annotators: tuple[str, ...],
    settings: AnnotatorSettings,
    *,
    clusters: NDArray[np.intp] | None = None,
) -> tuple[tuple[AltTest, ...], tuple[AltTestAnnotator, ...]]:
    """Return the alternative annotator test of each metric, and its comparison with each annotator.

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
    for name, scores in zip(names, metrics, strict=True):
        scale = rating_scale(
            scores,
            ratings,
            settings.calibration,
            folds=folds,
            clusters=clusters,
            rng=settings.correlations.seed,
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
        rows.append(
            AltTest(
                metric=name,
                winning_rate=found.winning_rate,
                winning_rate_published=published.winning_rate,
                advantage=found.advantage,
                constant_winning_rate=constant.winning_rate,
                constant_advantage=constant.advantage,
                verdict=VERDICTS[found.passes],
                epsilon=found.epsilon,
                n_tested=found.n_tested,
                n_skipped=found.n_skipped,
                n_undefined=found.n_undefined,
                n_dropped=found.n_dropped,
            )
        )
        details += [AltTestAnnotator(metric=name, **outcome._asdict()) for outcome in found.annotators]
    return tuple(rows), tuple(details)


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
