"""Metrics beside the ceiling: means over held-out annotators, and what is said of their difference."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.annotators.human_ceiling import human_ceiling
from trueness.statistics.intervals import bootstrap_interval
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.annotators.annotator_ceiling import ceiling_rows
from trueness.studies.annotators.annotator_settings import AnnotatorSettings
from trueness.studies.settings import Settings

RNG = np.random.default_rng(5)
TRUTH = RNG.normal(size=(12, 1)) + RNG.normal(size=(12, 15))
RATINGS = np.clip(np.round(3 + TRUTH + 0.8 * RNG.normal(size=(3, 12, 15))), 1, 5)
METRICS = np.stack([TRUTH, RNG.normal(size=TRUTH.shape), np.ones_like(TRUTH)])
ARRAYS = ScoreArrays.of(METRICS, RATINGS.mean(axis=0), ("perfect", "noise", "constant"))
PLAIN = Settings(levels=("input", "global"), coefficients=("pearson",), resamples=300, seed=2)
NAMES = ("a", "b", "c")


def test_means_over_those_held_out():
    rows, held_out = ceiling_rows(ARRAYS, RATINGS, NAMES, AnnotatorSettings(PLAIN))
    single = [
        human_ceiling(ARRAYS, RATINGS, a, ("input",), ("pearson",), resamples=300, seed=2) for a in range(3)
    ]
    key = ("input", "pearson")
    row = next(r for r in rows if (r.metric, r.level) == ("perfect", "input"))
    assert row.estimate == pytest.approx(np.mean([one.estimates[key][1] for one in single]))
    assert row.ceiling == pytest.approx(np.mean([one.estimates[key][0] for one in single]))
    samples = np.mean([one.samples[key] for one in single], axis=0)
    for limits, values, estimate in (
        ((row.low, row.high), samples[:, 1], row.estimate),
        ((row.ceiling_low, row.ceiling_high), samples[:, 0], row.ceiling),
        ((row.difference_low, row.difference_high), samples[:, 1] - samples[:, 0], row.difference),
    ):
        assert limits == pytest.approx(tuple(bootstrap_interval(values, estimate)))
    for a, name in enumerate(NAMES):
        mine = [r for r in held_out if (r.annotator, r.level) == (name, "input")]
        assert [r.scorer for r in mine] == [name, "perfect", "noise", "constant"]
        assert [r.estimate for r in mine] == pytest.approx(single[a].estimates[key].tolist(), nan_ok=True)


def test_where_metrics_stand():
    rows, _ = ceiling_rows(ARRAYS, RATINGS, NAMES, AnnotatorSettings(PLAIN))
    found = {(r.metric, r.level): r.reaches for r in rows}
    assert found["perfect", "global"] == "above"
    assert found["noise", "global"] == "below"
    assert found["constant", "global"] == "undefined"


def test_an_annotator_without_a_correlation_is_left_out_of_both_means():
    ratings = RATINGS.copy()
    ratings[2] = 3.0
    rows, held_out = ceiling_rows(ARRAYS, ratings, NAMES, AnnotatorSettings(PLAIN))
    row = next(r for r in rows if (r.metric, r.level) == ("perfect", "global"))
    of = {(r.annotator, r.scorer): r.estimate for r in held_out if r.level == "global"}
    assert np.isnan(of["c", "c"])
    assert not np.isnan(of["c", "perfect"])
    assert row.ceiling == pytest.approx((of["a", "a"] + of["b", "b"]) / 2)
    assert row.estimate == pytest.approx((of["a", "perfect"] + of["b", "perfect"]) / 2)
    assert row.low < row.estimate < row.high


def test_without_intervals_or_metrics():
    import dataclasses

    bare = AnnotatorSettings(dataclasses.replace(PLAIN, interval="none"))
    rows, _ = ceiling_rows(ARRAYS, RATINGS, NAMES, bare)
    assert {(r.reaches, r.resamples) for r in rows} == {("undefined", 0)}
    none = dataclasses.replace(ARRAYS, metrics=METRICS[:0], names=())
    rows, held_out = ceiling_rows(none, RATINGS, NAMES, bare)
    assert rows == ()
    assert [r.scorer for r in held_out if r.level == "input"] == list(NAMES)
