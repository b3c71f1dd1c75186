"""Disagreement of pairs of outputs, and the ratios F/N and F'/N, as rows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from trueness.statistics.array_types import FloatArray
from trueness.statistics.ranges.binned_taus import ScorePairs
from trueness.statistics.ranges.dominating_outputs import (
    RatioCurve,
    dominance_ratios,
    expected_ratio,
    random_curves,
    ratio_curve,
)
from trueness.statistics.ranges.mean_jackknife import LeftOutMeans
from trueness.statistics.ranges.output_levels import OutputLevels
from trueness.statistics.ranges.pair_disagreement import (
    Disagreement,
    disagreement_across,
    disagreement_within,
)
from trueness.studies.ranges.range_names import range_names
from trueness.studies.ranges.rows import ALL_METRICS, DisagreementRow, RatioRow
from trueness.studies.ranges.settings import RangesSettings

ONE_INPUT, ANY_INPUTS = "one input", "any inputs"
BETTER, WORSE = "F/N", "F'/N"
METRICS, RANDOM = "metrics", "random"


def disagreement_rows(
    scores: FloatArray, placed: OutputLevels, metrics: Sequence[str], settings: RangesSettings
) -> tuple[tuple[DisagreementRow, ...], bool]:
    """Return how often metrics order two outputs oppositely, and whether pairs of outputs were drawn at random.

    Parameters
    ----------
    scores : array of shape (K, N, M)
    placed : OutputLevels
    metrics : sequence of str
    settings : RangesSettings
    """
    pairs = ScorePairs.among(len(metrics))
    within = disagreement_within(scores, placed.levels, settings.bins, pairs)
    across = disagreement_across(scores, placed.levels, settings.bins, pairs, settings.seed)
    rows = [
        *_disagreements(within, ONE_INPUT, metrics, pairs, settings),
        *_disagreements(across, ANY_INPUTS, metrics, pairs, settings),
    ]
    return tuple(rows), across.drawn


def _disagreements(
    found: Disagreement, outputs: str, metrics: Sequence[str], pairs: ScorePairs, settings: RangesSettings
) -> list[DisagreementRow]:
    labels = range_names(settings.bins)
    width = len(pairs.first)

    def mean(values: FloatArray) -> FloatArray:
        return np.asarray(values.reshape(*values.shape[:-1], len(labels), width).mean(axis=-1))

    together, alone = found.shares.precision(mean), found.shares.precision(np.asarray)
    rows = []
    for r, label in enumerate(labels):
        for c in range(-1, width):
            precision, place = (together, r) if c < 0 else (alone, r * width + c)
            low, high = precision.limits(settings.confidence)
            one, other = (ALL_METRICS, ALL_METRICS)
            if c >= 0:
                one, other = metrics[pairs.first[c]], metrics[pairs.second[c]]
            rows.append(
                DisagreementRow(
                    metric=one,
                    rival=other,
                    outputs=outputs,
                    range=label[0],
                    kind=label[1],
                    estimate=float(precision.estimates[place]),
                    low=float(low[place]),
                    high=float(high[place]),
                    n_pairs=int(found.n_pairs[r]),
                    n_tied=int(found.n_tied[r].max() if c < 0 else found.n_tied[r, c]),
                )
            )
    return rows


def ratio_rows(scores: FloatArray, placed: OutputLevels, settings: RangesSettings) -> tuple[RatioRow, ...]:
    """Return the curves of both ratios by level, of the metrics and of as many random numbers.

    Parameters
    ----------
    scores : array of shape (K, N, M)
    placed : OutputLevels
    settings : RangesSettings
    """
    width = len(scores)
    real = dominance_ratios(np.where(placed.placed, scores, np.nan))
    drawn = random_curves(placed.placed, width, settings.parts, settings.seed)
    rows: list[RatioRow] = []
    for ratio, values, random in zip((BETTER, WORSE), real, drawn, strict=True):
        curve = ratio_curve(values, placed.levels, settings.parts)
        every = ratio_curve(np.where(placed.placed, 0.0, np.nan), placed.levels, settings.parts)
        rows += _points(ratio, METRICS, curve, np.full(settings.parts, np.nan), every.n_outputs, settings)
        expected = expected_ratio(random.levels, width, worse=ratio == WORSE)
        rows += _points(ratio, RANDOM, random, expected, random.n_outputs, settings)
    return tuple(rows)


def _points(
    ratio: str,
    scores: str,
    curve: RatioCurve,
    expected: FloatArray,
    outputs: FloatArray,
    settings: RangesSettings,
) -> list[RatioRow]:
    precision = LeftOutMeans.of(curve.values).precision(np.asarray)
    low, high = precision.limits(settings.confidence)
    inputs = (~np.isnan(curve.values)).sum(axis=1)
    return [
        RatioRow(
            ratio=ratio,
            scores=scores,
            part=str(k + 1),
            mean_level=float(curve.levels[k]),
            estimate=float(precision.estimates[k]),
            low=float(low[k]),
            high=float(high[k]),
            expected=float(expected[k]),
            n_outputs=round(float(curve.n_outputs[k])),
            n_inputs=int(inputs[k]),
            n_undefined=round(float(outputs[k] - curve.n_outputs[k])),
        )
        for k in range(settings.parts)
    ]
