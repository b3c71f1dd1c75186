"""Pairs of systems' scores: ties, ranges of gaps, systems without a score (weights: `test_pair_levels`)."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.data.scores.corpus_statistics import CorpusStatistics
from trueness.statistics.engine.resample import Weights
from trueness.statistics.pairs.system_pair_levels import system_pair_coefficients
from trueness.statistics.resampling.level_correlations import level_correlations
from trueness.statistics.score_arrays import ScoreArrays


def of(x, z, weights=None, **ranges):
    x, z = np.array([[x]], dtype=float), np.array([z], dtype=float)
    weights = np.ones((1, z.shape[1])) if weights is None else np.array(weights, dtype=float)
    return {
        k: v[:, 0].tolist() for k, v in system_pair_coefficients(x, z, weights, ranges, accuracy=True).items()
    }


def test_a_tie_of_both_is_right_and_of_one_is_wrong():
    assert of([1, 1, 2], [5, 5, 5])["pairwise_accuracy"] == [1 / 3]
    assert of([1, 1, 2], [5, 5, 7])["pairwise_accuracy"] == [1.0]


def test_copies_are_no_pairs():
    found = of([1, 2], [2, 1], weights=[[5, 1], [6, 0]], g=(0.0, 1.0))
    assert found["pairwise_accuracy"] == [0.0, pytest.approx(np.nan, nan_ok=True)]
    assert found["g"] == [-1.0, pytest.approx(np.nan, nan_ok=True)]


def test_quantiles_of_gaps_count_every_pair():
    # gaps 1 2 3 (pairs 12 23 13); the pair 12 is reversed. With weights 3 1 1 it makes 3 of 7 pairs
    ranges = {"near": (0.0, 0.4), "far": (0.4, 1.0)}
    assert of([0, 1, 3], [1, 0, 4], **ranges)["near"] == [0.0]  # a share of .4 is reached by the second gap
    found = of([0, 1, 3], [1, 0, 4], weights=[[3, 1, 1]], **ranges)
    assert found["near"] == [-1.0]
    assert found["far"] == [pytest.approx((1 + 3 - 3) / 7)]


@pytest.mark.parametrize("fixed", ["x", "z", "w"])
def test_one_row_stands_for_every_draw(fixed):
    rng = np.random.default_rng(3)
    of_draws = dict(
        zip("xzw", (rng.normal(size=(9, 2, 6)), rng.normal(size=(9, 6)), np.ones((9, 6))), strict=True)
    )
    of_draws["w"] += rng.integers(0, 2, (9, 6))
    one = of_draws | {fixed: of_draws[fixed][:1]}
    every = of_draws | {fixed: np.repeat(of_draws[fixed][:1], 9, axis=0)}
    short, long = (
        system_pair_coefficients(*given.values(), {"g": (0.1, 0.7)}, accuracy=True) for given in (one, every)
    )
    for name in ("g", "pairwise_accuracy"):
        np.testing.assert_array_equal(short[name], long[name])


def test_without_a_pair_that_differs_there_is_no_tau():
    for x, z in (([1, 1, 1], [1, 2, 3]), ([1, 2, 3], [1, 1, 1])):
        assert np.isnan(of(x, z, g=(0.0, 1.0))["g"]).all()


def test_a_system_without_a_corpus_score_makes_it_undefined():
    rng = np.random.default_rng(1)
    human = rng.normal(size=(4, 6))
    statistics = CorpusStatistics("percentage", np.stack([np.ones((4, 6)), np.full((4, 6), 9.0)], axis=-1))
    broken = statistics.values.copy()
    broken[2, :, 1] = 0.0
    names = ("pairwise_accuracy", "gap_tau", "spa")
    whole, lost = (
        ScoreArrays.of(human[None], human, corpus={0: CorpusStatistics("percentage", values)})
        for values in (statistics.values, broken)
    )
    all_, some = (
        level_correlations(a, a.group((0,)), Weights(None, None), "system", names).values
        for a in (whole, lost)
    )
    assert all_["pairwise_accuracy"][0, 0] == 0.0  # all corpus scores tie
    assert np.isnan(some["pairwise_accuracy"][0, 0])
    assert np.isnan(some["gap_tau"][0, 0])
    assert some["spa"][0, 0] == all_["spa"][0, 0] == 1.0  # of single outputs
    left_out = Weights(np.array([[1.0, 1, 0, 1]]), None)
    again = level_correlations(lost, lost.group((0,)), left_out, "system", names).values
    assert again["pairwise_accuracy"][0, 0] == 0.0


@pytest.mark.parametrize("fixed", ["", "x", "z", "w"])
def test_accuracy_is_the_same_compiled_or_not(fixed, monkeypatch):
    rng = np.random.default_rng(2)
    x, z = (rng.integers(0, 4, shape).astype(float) for shape in ((30, 3, 7), (30, 7)))
    w = rng.integers(0, 3, (30, 7)).astype(float)
    x, z, w = (one[:1] if name == fixed else one for name, one in zip("xzw", (x, z, w), strict=True))
    w[0] = 0.0
    plain = system_pair_coefficients(x, z, w, {}, accuracy=True)["pairwise_accuracy"]
    monkeypatch.setattr("trueness.statistics.pairs.system_pair_levels.COMPILED_FROM", 1)
    fast = system_pair_coefficients(x, z, w, {}, accuracy=True)["pairwise_accuracy"]
    np.testing.assert_array_equal(plain, fast)
