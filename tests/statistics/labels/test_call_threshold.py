"""Thresholds chosen on other inputs: by every candidate, in every resample, compiled or not."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.engine.resample import Weights
from trueness.statistics.labels import call_threshold
from trueness.statistics.labels.call_threshold import (
    best_call_thresholds,
    cross_fitted_thresholds,
    fill_thresholds,
)


def _by_trying(scores, labels):
    """Return the middle one, the lower of two, of the best thresholds, as the definition says."""
    values = np.unique(scores)
    candidates = [-np.inf, *((values[1:] + values[:-1]) / 2), np.inf]
    accuracy = [np.mean(scores[labels == 1] >= t) + np.mean(scores[labels == 0] < t) for t in candidates]
    best = [t for t, one in zip(candidates, accuracy, strict=True) if np.isclose(one, max(accuracy))]
    return best[(len(best) - 1) // 2]


@pytest.mark.parametrize("decimals", [0, 1, 6])
def test_the_best_threshold_is_found_by_trying_all(decimals):
    rng = np.random.default_rng(decimals)
    for _ in range(30):
        labels = (rng.random(15) < 0.4).astype(float)
        labels[:2] = 0, 1
        scores = np.sort(np.round(rng.normal(size=15), decimals))
        counts = rng.integers(0, 3, 15)
        counts[:2] = 1
        found = best_call_thresholds(scores, (counts * labels)[None], (counts * (1 - labels))[None])
        many = np.repeat(np.arange(15), counts)
        assert found[0] == pytest.approx(_by_trying(scores[many], labels[many]))


def test_a_threshold_needs_both_labels():
    ones = np.ones((1, 3))
    assert np.isnan(best_call_thresholds(np.arange(3.0), ones, 0 * ones))
    assert np.isnan(best_call_thresholds(np.arange(3.0), 0 * ones, ones))


def test_neighbours_without_a_number_between_them_are_told_apart():
    low = 1.0
    high = np.nextafter(low, 2)
    labels = np.array([[0.0, 1.0]])
    assert best_call_thresholds(np.array([low, high]), labels, 1 - labels)[0] == high


def _data(seed):
    rng = np.random.default_rng(seed)
    labels = (rng.random((4, 12)) < 0.3).astype(float)
    scores = np.round(rng.normal(size=(4, 12)) + labels, 1)
    cells = rng.random((4, 12)) < 0.9
    fold = np.arange(12) % 3
    weights = Weights(rng.integers(0, 3, (7, 4)).astype(float), rng.integers(0, 3, (7, 12)).astype(float))
    return scores, labels, cells, fold, weights


def test_no_input_has_a_say_in_its_own_threshold():
    scores, labels, cells, fold, _ = _data(1)
    once = Weights(None, None)
    found = cross_fitted_thresholds(scores, labels, cells, fold, once)
    for k in range(3):
        here = cells & (fold != k)[None, :]
        assert (found[0, fold == k] == _by_trying(scores[here], labels[here])).all()
        other = np.where((fold == k)[None, :], 1 - labels, labels)
        moved = np.where((fold == k)[None, :], -5 * scores, scores)
        again = cross_fitted_thresholds(moved, other, cells, fold, once)
        assert (again[0, fold == k] == found[0, fold == k]).all()


@pytest.mark.parametrize("seed", range(4))
def test_the_compiled_walk_finds_the_same(seed, monkeypatch):
    data = _data(seed)
    plain = cross_fitted_thresholds(*data)
    monkeypatch.setattr(call_threshold, "COMPILED_FROM", 0)
    monkeypatch.setattr(call_threshold, "compiled", lambda function: function)
    assert np.array_equal(cross_fitted_thresholds(*data), plain, equal_nan=True)


def test_the_walk_knows_missing_labels():
    found = np.empty((1, 2))
    ordered, fold = np.arange(4.0), np.array([0, 0, 1, 1])
    fill_thresholds(ordered, np.array([False, True, True, True]), fold, np.ones((1, 4)), found)
    assert np.isnan(found[0, 0])  # all others are positive
    assert found[0, 1] == 0.5


@pytest.mark.parametrize("labels", [(1, 1, 0, 0), (1, 0, 1, 0), (1, 0, 0, 1, 1, 0)])
def test_the_walk_knows_that_above_all_scores_may_be_as_good(labels):
    found, ordered = np.empty((1, 2)), np.arange(float(len(labels)))
    fold = np.ones(len(labels), dtype=int)
    fill_thresholds(ordered, np.array(labels, dtype=bool), fold, np.ones((1, len(labels))), found)
    assert found[0, 0] == _by_trying(ordered, np.array(labels))


def test_few_resamples_one_at_a_time_are_those_together(monkeypatch):
    *data, weights = _data(1)
    two = Weights(weights.systems[:2], weights.inputs[:2])
    together = cross_fitted_thresholds(*data, two)
    assert (together[0] != together[1]).any()
    monkeypatch.setattr(call_threshold, "BLOCK", 1)
    assert np.array_equal(cross_fitted_thresholds(*data, two), together, equal_nan=True)
