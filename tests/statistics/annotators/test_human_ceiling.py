"""The ceiling against correlations computed one by one, and comparable with metrics on the same outputs."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.stats

from trueness.data.scores.corpus_statistics import CorpusStatistics
from trueness.errors import ArgumentError
from trueness.statistics.agreement.correlation import correlate, correlation_interval
from trueness.statistics.annotators.human_ceiling import human_ceiling, leave_one_out
from trueness.statistics.intervals import bootstrap_interval
from trueness.statistics.score_arrays import ScoreArrays

RNG = np.random.default_rng(3)
TRUTH = RNG.normal(size=(8, 1)) + RNG.normal(size=(8, 12))
RATINGS = np.clip(np.round(3 + TRUTH + 0.6 * RNG.normal(size=(4, 8, 12))), 1, 5)
METRIC = TRUTH + RNG.normal(size=TRUTH.shape)
LEVELS = ("system", "input", "global", "per_system")


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("coefficient", ["pearson", "spearman", "kendall", "gamma"])
def test_each_annotator_with_the_mean_of_the_others(level, coefficient):
    found = leave_one_out(RATINGS, level, coefficient)
    for a in range(4):
        others = np.delete(RATINGS, a, axis=0).mean(axis=0)
        assert found[a] == pytest.approx(
            correlate(RATINGS[a], others, level, coefficient).estimate, abs=1e-12
        )


def test_by_scipy_alone():
    means = RATINGS.mean(axis=2)
    expected = [
        scipy.stats.pearsonr(means[a], np.delete(means, a, axis=0).mean(axis=0)).statistic for a in range(4)
    ]
    assert leave_one_out(RATINGS) == pytest.approx(np.array(expected))


def test_metric_and_annotator_stand_on_the_same_outputs():
    ratings = RATINGS.copy()
    ratings[0, :, :3] = np.nan
    ratings[1:, 2, 5] = np.nan
    arrays = ScoreArrays.of(METRIC[None], RATINGS.mean(axis=0))
    found = human_ceiling(arrays, ratings, 0, LEVELS, ("pearson",))
    others = np.full((8, 12), np.nan)
    for i in range(8):
        for j in range(3, 12):
            there = [r for r in ratings[1:, i, j] if not np.isnan(r)]
            others[i, j] = np.mean(there) if there else np.nan
    assert found.n_cells == 8 * 9 - 1
    for level in LEVELS:
        own, metric = found.estimates[level, "pearson"]
        assert own == pytest.approx(correlate(ratings[0], others, level).estimate, abs=1e-12)
        assert metric == pytest.approx(correlate(METRIC, others, level).estimate, abs=1e-12)


def test_samples_are_those_of_the_bootstrap():
    arrays = ScoreArrays.of(METRIC[None], RATINGS.mean(axis=0))
    found = human_ceiling(arrays, RATINGS, 2, ("system", "input"), ("kendall",), resamples=300, seed=5)
    others = np.delete(RATINGS, 2, axis=0).mean(axis=0)
    for level in ("system", "input"):
        for k, scores in enumerate((RATINGS[2], METRIC)):
            samples = found.samples[level, "kendall"][:, k]
            low, high = bootstrap_interval(samples, found.estimates[level, "kendall"][k])
            expected = correlation_interval(scores, others, level, "kendall", resamples=300, rng=5)
            assert (low, high) == pytest.approx(tuple(expected))


def test_other_ways_to_combine_the_others():
    found = leave_one_out(RATINGS, "input", "spearman", combination="median")
    others = np.median(np.delete(RATINGS, 1, axis=0), axis=0)
    assert found[1] == pytest.approx(correlate(RATINGS[1], others, "input", "spearman").estimate)
    strict = RATINGS * np.array([1, 1, 1, 10])[:, None, None]  # one uses another scale
    plain = leave_one_out(strict, "global", combination="standardized")
    assert plain == pytest.approx(leave_one_out(RATINGS, "global", combination="standardized"))
    assert plain[:3] != pytest.approx(leave_one_out(strict, "global")[:3])


def test_copies_are_perfect_and_lonely_annotators_undefined():
    copies = np.repeat(RATINGS[:1], 3, axis=0)
    assert leave_one_out(copies, "input", "kendall") == pytest.approx(np.ones(3))
    alone = np.full((2, 8, 12), np.nan)
    alone[0, :, :6], alone[1, :, 6:] = RATINGS[0, :, :6], RATINGS[1, :, 6:]
    assert np.isnan(leave_one_out(alone)).all()


def test_errors():
    arrays = ScoreArrays.of(METRIC[None], RATINGS.mean(axis=0))
    for ratings in (RATINGS[:1], RATINGS[:, :5], RATINGS[0]):
        with pytest.raises(ArgumentError, match="two or more annotators"):
            human_ceiling(arrays, ratings, 0, ("system",), ("pearson",))
    with pytest.raises(ArgumentError, match="axes annotator"):
        leave_one_out(RATINGS[0])
    with pytest.raises(ArgumentError, match="`how`"):
        leave_one_out(RATINGS, combination="max")


def test_a_metric_keeps_how_its_system_scores_come_about():
    both = np.stack([METRIC, METRIC])
    arrays = ScoreArrays.of(both, RATINGS.mean(axis=0), aggregates={0: "median", 1: "mean"})
    found = human_ceiling(arrays, RATINGS, 0, ("system",), ("pearson",)).estimates["system", "pearson"]
    others = RATINGS[1:].mean(axis=(0, 2))
    for place, scores in ((1, np.median(METRIC, axis=1)), (2, METRIC.mean(axis=1))):
        assert found[place] == pytest.approx(scipy.stats.pearsonr(scores, others).statistic)


@pytest.mark.parametrize("negated", [False, True])
def test_a_metric_with_corpus_scores_keeps_them(negated):
    counts = np.stack([RNG.integers(1, 9, (8, 12)), RNG.integers(9, 20, (8, 12))], axis=-1).astype(float)
    shares = 100 * counts[..., 0] / counts[..., 1]
    arrays = ScoreArrays.of(
        np.stack([METRIC, -shares if negated else shares]),
        RATINGS.mean(axis=0),
        corpus={1: CorpusStatistics("percentage", counts)},
        negated=[1] if negated else [],
    )
    ratings = RATINGS.copy()
    ratings[1, :, :4] = np.nan
    found = human_ceiling(arrays, ratings, 1, ("system",), ("pearson",), resamples=20)
    corpus = counts[:, 4:, 0].sum(axis=1) / counts[:, 4:, 1].sum(axis=1)
    others = np.delete(RATINGS, 1, axis=0).mean(axis=0)[:, 4:].mean(axis=1)
    expected = scipy.stats.pearsonr(-corpus if negated else corpus, others).statistic
    assert found.estimates["system", "pearson"][2] == pytest.approx(expected)
    assert found.estimates["system", "pearson"][1] == pytest.approx(
        scipy.stats.pearsonr(METRIC[:, 4:].mean(axis=1), others).statistic
    )
    assert found.samples["system", "pearson"].shape == (20, 3)
