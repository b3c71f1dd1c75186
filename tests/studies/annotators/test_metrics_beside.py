"""Metrics beside annotators: the ceiling, the correction for noise, and the alternative annotator test."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness.statistics.agreement.correlation import correlate
from trueness.statistics.annotators.alternative_annotator_test import (
    PASSES_FROM,
    alternative_annotator_test,
)
from trueness.statistics.annotators.annotator_correlations import annotator_correlations
from trueness.statistics.annotators.attenuation import spearman_brown
from trueness.statistics.annotators.human_ceiling import human_ceiling
from trueness.statistics.annotators.rating_scale import rating_scale
from trueness.statistics.intervals import bootstrap_interval
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.annotators.metrics_beside import (
    attenuation_rows,
    ceiling_rows,
    ratings_per_output,
    replacement_rows,
)
from trueness.studies.annotators.settings import AnnotatorSettings

RNG = np.random.default_rng(5)
TRUTH = RNG.normal(size=(12, 1)) + RNG.normal(size=(12, 15))
RATINGS = np.clip(np.round(3 + TRUTH + 0.8 * RNG.normal(size=(3, 12, 15))), 1, 5)
METRICS = np.stack([TRUTH, RNG.normal(size=TRUTH.shape), np.ones_like(TRUTH)])
ARRAYS = ScoreArrays.of(METRICS, RATINGS.mean(axis=0), ("perfect", "noise", "constant"))
PLAIN = AnnotatorSettings(
    levels=("input", "global"), coefficients=("pearson",), interval="percentile", resamples=300, seed=2
)
USUAL = AnnotatorSettings(levels=("input", "global"), coefficients=("pearson",), seed=2)
NAMES = ("a", "b", "c")


def test_means_over_those_held_out():
    rows, held_out = ceiling_rows(ARRAYS, RATINGS, NAMES, PLAIN)
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


def test_intervals_of_the_jackknife_draw_nothing():
    rows, held_out = ceiling_rows(ARRAYS, RATINGS, NAMES, USUAL)
    again = ceiling_rows(ARRAYS, RATINGS, NAMES, dataclasses.replace(USUAL, seed=3, resamples=7))
    assert repr((rows, held_out)) == repr(again)
    assert {row.resamples for row in rows} == {0}
    for row in rows[:2]:
        assert row.low < row.estimate < row.high
        assert row.difference_low < row.difference < row.difference_high
    own = [row for row in held_out if row.scorer == row.annotator]
    assert all(row.low < row.estimate < row.high for row in own)


def test_an_annotator_without_a_correlation_is_left_out_of_both_means():
    ratings = RATINGS.copy()
    ratings[2] = 3.0
    rows, held_out = ceiling_rows(ARRAYS, ratings, NAMES, PLAIN)
    row = next(r for r in rows if (r.metric, r.level) == ("perfect", "global"))
    of = {(r.annotator, r.scorer): r.estimate for r in held_out if r.level == "global"}
    assert np.isnan(of["c", "c"])
    assert not np.isnan(of["c", "perfect"])
    assert row.ceiling == pytest.approx((of["a", "a"] + of["b", "b"]) / 2)
    assert row.estimate == pytest.approx((of["a", "perfect"] + of["b", "perfect"]) / 2)
    assert row.low < row.estimate < row.high


def test_outputs_that_two_rated_and_a_metric_did_not_score_are_counted():
    ratings, metrics = RATINGS.copy(), METRICS.copy()
    ratings[1:, 0, 0] = np.nan  # one alone rated this one
    metrics[0, 0, :3] = np.nan
    rows, _ = ceiling_rows(dataclasses.replace(ARRAYS, metrics=metrics), ratings, NAMES, PLAIN)
    assert {row.metric: row.n_unscored for row in rows} == {"perfect": 2, "noise": 0, "constant": 0}


def test_no_ceiling_without_intervals_or_metrics():
    bare = dataclasses.replace(PLAIN, interval="none")
    rows, _ = ceiling_rows(ARRAYS, RATINGS, NAMES, bare)
    assert np.isnan([r.difference_low for r in rows]).all()
    assert {r.resamples for r in rows} == {0}
    none = dataclasses.replace(ARRAYS, metrics=METRICS[:0], names=())
    rows, held_out = ceiling_rows(none, RATINGS, NAMES, bare)
    assert rows == ()
    assert [r.scorer for r in held_out if r.level == "input"] == list(NAMES)


CORRECTED = AnnotatorSettings(
    levels=("system", "global"), coefficients=("pearson", "kendall"), resamples=200, seed=2
)


def simulated(n=60, m=60, noise=1.5, missing=0.0, seed=9):
    rng = np.random.default_rng(seed)
    truth = rng.normal(size=(n, m))
    ratings = truth + noise * rng.normal(size=(3, n, m))
    ratings[rng.random(ratings.shape) < missing] = np.nan
    metric = 0.6 * truth + 0.8 * rng.normal(size=(n, m))
    return ScoreArrays.of(metric[None], np.nanmean(ratings, axis=0), ("m",)), ratings, metric


def test_the_correlation_without_noise_comes_back():
    arrays, ratings, _ = simulated()
    (system, overall) = attenuation_rows(arrays, ratings, CORRECTED)
    assert (system.level, overall.level) == ("system", "global")
    assert overall.correlation < 0.5
    assert overall.estimate == pytest.approx(0.6, abs=0.04)
    assert overall.low < 0.6 < overall.high
    assert system.low <= 0.6 <= system.high
    assert overall.reliability == pytest.approx(3 / (3 + 1.5**2), abs=0.03)


def test_with_missing_ratings_it_still_does():
    with pytest.warns(RuntimeWarning, match="empty slice"):
        arrays, ratings, _ = simulated(missing=0.3)
    found = attenuation_rows(arrays, ratings, CORRECTED)[1]
    assert found.estimate == pytest.approx(0.6, abs=0.05)
    assert 1 < ratings_per_output(ratings) < 3


def test_the_parts_of_a_correction():
    arrays, ratings, metric = simulated(8, 9, seed=8)
    settings = dataclasses.replace(CORRECTED, interval="none", combination="median")
    rows = attenuation_rows(arrays, ratings, settings)
    pairs = annotator_correlations(ratings, ("system", "global"), ("pearson",))
    for row in rows:
        assert row.correlation == pytest.approx(
            correlate(metric, np.median(ratings, axis=0), row.level).estimate
        )
        reliability = spearman_brown(pairs[row.level, "pearson"], 3)
        assert row.reliability == pytest.approx(float(reliability))
        assert row.uncapped == pytest.approx(row.correlation / np.sqrt(reliability))
        assert row.attainable == pytest.approx(np.sqrt(reliability))
        assert np.isnan(row.low)
    halved = attenuation_rows(arrays, ratings, dataclasses.replace(settings, metric_reliability=0.25))
    assert halved[0].uncapped == pytest.approx(2 * rows[0].uncapped)


def test_only_coefficients_that_can_be_corrected():
    arrays, ratings, _ = simulated(6, 7)
    rows = attenuation_rows(arrays, ratings, CORRECTED)
    assert {row.coefficient for row in rows} == {"pearson"}
    only = dataclasses.replace(CORRECTED, coefficients=("kendall",))
    assert attenuation_rows(arrays, ratings, only) == ()


def test_ratings_per_output_is_a_harmonic_mean():
    ratings = np.array([[[1, 1, np.nan, np.nan]], [[1, np.nan, np.nan, np.nan]], [[1, np.nan, 2, np.nan]]])
    assert ratings_per_output(ratings) == pytest.approx(3 / (1 / 3 + 1 + 1))
    assert np.isnan(ratings_per_output(np.full((2, 1, 3), np.nan)))


OWN = np.random.default_rng(5)
SEEN = OWN.normal(size=(8, 1)) + OWN.normal(size=(8, 40))
RATED = np.clip(np.round(3 + SEEN + 0.8 * OWN.normal(size=(3, 8, 40))), 1, 5)
SCORES = np.stack([np.exp(SEEN), OWN.normal(size=SEEN.shape)])
METRIC_NAMES, PEOPLE = ("truth", "noise"), ("a", "b", "c")


def replacements(metrics=SCORES, ratings=RATED, clusters=None, **options):
    settings = AnnotatorSettings(seed=4, **options)
    rows, details, better = replacement_rows(
        metrics, METRIC_NAMES, ratings, PEOPLE, settings, clusters=clusters
    )
    assert better.shape == (2, 2)
    return rows, details


def test_the_truth_passes_and_noise_does_not():
    (truth, noise), details = replacements()
    assert truth.winning_rate >= PASSES_FROM > noise.winning_rate
    assert truth.winning_rate == 1
    assert truth.advantage > truth.constant_advantage > noise.advantage
    assert len(details) == 6


def test_it_is_the_test_of_calibrated_scores_with_inputs_as_units():
    (truth, _), details = replacements(epsilon="experts", alignment="accuracy")
    labels = rating_scale(SCORES[0], RATED, rng=4).labels
    units = np.broadcast_to(np.arange(40), (8, 40))
    options = {"alignment": "accuracy", "epsilon": 0.2, "annotators": PEOPLE}
    expected = alternative_annotator_test(labels, RATED, clusters=units, **options)
    assert (truth.winning_rate, truth.advantage) == (expected.winning_rate, expected.advantage)
    assert [row.pvalue for row in details[:3]] == [row.pvalue for row in expected.annotators]
    assert {row.n_units for row in details} == {40}
    published = alternative_annotator_test(labels, RATED, **options)
    assert truth.winning_rate_published == published.winning_rate


def test_scores_on_the_scale_need_no_calibration():
    (found, _), _ = replacements(np.stack([RATED[0], SCORES[1]]), calibration="none")
    direct = alternative_annotator_test(
        RATED[0], RATED, clusters=np.broadcast_to(np.arange(40), (8, 40)), annotators=PEOPLE
    )
    assert (found.winning_rate, found.n_tested) == (direct.winning_rate, 3)


def test_a_regression_lets_noise_win_as_a_constant_does():
    # annotators who hardly agree: naming the mean is nearer to the others than any of them
    loose = np.clip(np.round(3 + 1.5 * np.random.default_rng(1).normal(size=(3, 8, 40))), 1, 5)
    (_, ranked), _ = replacements(ratings=loose)
    (_, shrunk), _ = replacements(ratings=loose, calibration="linear")
    assert shrunk.winning_rate >= PASSES_FROM
    assert shrunk.constant_winning_rate == 1
    assert shrunk.advantage == pytest.approx(shrunk.constant_advantage, abs=0.05)
    assert shrunk.advantage > ranked.advantage


def test_replacement_with_gaps_and_clusters():
    ratings, metrics = RATED.copy(), SCORES.copy()
    ratings[OWN.random(ratings.shape) < 0.3] = np.nan
    metrics[0, :, :4] = np.nan
    (truth, _), details = replacements(metrics, ratings, clusters=np.arange(40) // 2, minimum_units=10)
    assert {row.n_units for row in details if row.metric == "truth"} == {18}
    assert truth.n_dropped >= 8 * 4 - int(np.isnan(ratings[:, :, :4]).all(axis=0).sum())
    assert truth.winning_rate >= PASSES_FROM
    (few, _), _ = replacements(minimum_units=41)
    assert (few.n_skipped, few.n_tested) == (3, 0)
    assert np.isnan(few.winning_rate)
    assert np.isnan(few.winning_rate)


def test_errors_shared_by_the_outputs_of_an_input_count_once():
    leaning = SEEN + 1.6 * np.random.default_rng(7).normal(size=(1, 40))
    (found, _), _ = replacements(np.stack([leaning, SCORES[1]]), epsilon=0.22)
    assert (found.winning_rate, found.winning_rate_published) == (0.0, pytest.approx(2 / 3))
    assert found.winning_rate < PASSES_FROM


def test_two_metrics_are_compared_output_by_output():
    settings = AnnotatorSettings(seed=4)
    rows, _, better = replacement_rows(SCORES, METRIC_NAMES, RATED, PEOPLE, settings)
    assert better[0, 1] < 0.001
    assert better[1, 0] > 0.999
    truth, noise = rows
    assert truth.beyond_low > 0 > noise.beyond_constant
    assert truth.beyond_constant == pytest.approx(truth.advantage - truth.constant_advantage)
    assert truth.winning_low <= truth.winning_rate <= truth.winning_high


def test_a_silent_metric_stands_beside_what_people_reach_on_what_it_scored():
    """On the better half of outputs people agree less, too."""
    rng = np.random.default_rng(2)
    quality = rng.normal(size=(12, 40))
    ratings = quality + rng.normal(size=(3, 12, 40))
    whole = np.stack([quality + rng.normal(size=(12, 40)) for _ in range(3)])
    metrics = whole.copy()
    metrics[1:, quality < 0] = np.nan
    arrays = ScoreArrays.of(metrics, ratings.mean(axis=0), ("whole", "silent", "other"))
    settings = dataclasses.replace(PLAIN, levels=("input",), coefficients=("pearson",))
    rows, held_out = ceiling_rows(arrays, ratings, ("a", "b", "c"), settings)
    whole_row, silent, other = rows
    assert [row.metric for row in rows] == ["whole", "silent", "other"]
    assert silent.n_unscored == other.n_unscored == np.sum(quality < 0)
    assert silent.ceiling < whole_row.ceiling - 0.1
    assert silent.ceiling == pytest.approx(other.ceiling)
    assert silent.difference_low < 0 < silent.difference_high
    only, _ = ceiling_rows(
        ScoreArrays.of(metrics[1:2], ratings.mean(axis=0), ("silent",)),
        np.where(quality < 0, np.nan, ratings),
        ("a", "b", "c"),
        settings,
    )
    assert dataclasses.replace(silent, n_unscored=0) == only[0]
    assert whole_row.ceiling == pytest.approx(
        np.mean([row.estimate for row in held_out if row.scorer == row.annotator])
    )
