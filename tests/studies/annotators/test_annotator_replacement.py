"""The alternative annotator test of metrics: calibrated on other inputs, inputs as units, a constant judge beside."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.annotators.alternative_annotator_test import alternative_annotator_test
from trueness.statistics.annotators.rating_scale import rating_scale
from trueness.studies.annotators.annotator_replacement import replacement_rows
from trueness.studies.annotators.annotator_settings import AnnotatorSettings
from trueness.studies.settings import Settings

RNG = np.random.default_rng(5)
TRUTH = RNG.normal(size=(8, 1)) + RNG.normal(size=(8, 40))
RATINGS = np.clip(np.round(3 + TRUTH + 0.8 * RNG.normal(size=(3, 8, 40))), 1, 5)
METRICS = np.stack([np.exp(TRUTH), RNG.normal(size=TRUTH.shape)])
NAMES, PEOPLE = ("truth", "noise"), ("a", "b", "c")


def rows(metrics=METRICS, ratings=RATINGS, clusters=None, **options):
    settings = AnnotatorSettings(Settings(seed=4), **options)
    return replacement_rows(metrics, NAMES, ratings, PEOPLE, settings, clusters=clusters)


def test_the_truth_passes_and_noise_does_not():
    (truth, noise), details = rows()
    assert (truth.verdict, noise.verdict) == ("passes", "fails")
    assert truth.winning_rate == 1
    assert truth.advantage > truth.constant_advantage > noise.advantage
    assert len(details) == 6


def test_it_is_the_test_of_calibrated_scores_with_inputs_as_units():
    (truth, _), details = rows(epsilon="experts", alignment="accuracy")
    labels = rating_scale(METRICS[0], RATINGS, rng=4).labels
    units = np.broadcast_to(np.arange(40), (8, 40))
    options = {"alignment": "accuracy", "epsilon": 0.2, "annotators": PEOPLE}
    expected = alternative_annotator_test(labels, RATINGS, clusters=units, **options)
    assert (truth.winning_rate, truth.advantage) == (expected.winning_rate, expected.advantage)
    assert [row.pvalue for row in details[:3]] == [row.pvalue for row in expected.annotators]
    assert {row.n_units for row in details} == {40}
    published = alternative_annotator_test(labels, RATINGS, **options)
    assert truth.winning_rate_published == published.winning_rate


def test_scores_on_the_scale_need_no_calibration():
    (found, _), _ = rows(np.stack([RATINGS[0], METRICS[1]]), calibration="none")
    direct = alternative_annotator_test(
        RATINGS[0], RATINGS, clusters=np.broadcast_to(np.arange(40), (8, 40)), annotators=PEOPLE
    )
    assert (found.winning_rate, found.n_undefined) == (direct.winning_rate, 1)


def test_a_regression_lets_noise_win_as_a_constant_does():
    # annotators who hardly agree: naming the mean is nearer to the others than any of them
    loose = np.clip(np.round(3 + 1.5 * np.random.default_rng(1).normal(size=(3, 8, 40))), 1, 5)
    (_, ranked), _ = rows(ratings=loose)
    (_, shrunk), _ = rows(ratings=loose, calibration="linear")
    assert shrunk.verdict == "passes"
    assert shrunk.constant_winning_rate == 1
    assert shrunk.advantage == pytest.approx(shrunk.constant_advantage, abs=0.05)
    assert shrunk.advantage > ranked.advantage


def test_gaps_and_clusters():
    ratings, metrics = RATINGS.copy(), METRICS.copy()
    ratings[RNG.random(ratings.shape) < 0.3] = np.nan
    metrics[0, :, :4] = np.nan
    (truth, _), details = rows(metrics, ratings, clusters=np.arange(40) // 2, minimum_units=10)
    assert {row.n_units for row in details if row.metric == "truth"} == {18}
    assert truth.n_dropped >= 8 * 4 - int(np.isnan(ratings[:, :, :4]).all(axis=0).sum())
    assert truth.verdict == "passes"
    (few, _), _ = rows(minimum_units=41)
    assert (few.verdict, few.n_skipped, few.n_tested) == ("undefined", 3, 0)
    assert np.isnan(few.winning_rate)


def test_errors_shared_by_the_outputs_of_an_input_count_once():
    leaning = TRUTH + 1.6 * np.random.default_rng(7).normal(size=(1, 40))
    (found, _), _ = rows(np.stack([leaning, METRICS[1]]), epsilon=0.22)
    assert (found.winning_rate, found.winning_rate_published) == (0.0, pytest.approx(2 / 3))
    assert found.verdict == "fails"
