"""Thresholds that make labels of scores: by trying all, on other inputs, and never on the output itself."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.errors import UnsupportedMethodError
from trueness.statistics.judging.label_agreement import label_agreement
from trueness.statistics.labels.label_threshold import best_label_threshold, cross_fitted_labels


def kappa(people, said):
    chance = people.mean() * said.mean() + (1 - people.mean()) * (1 - said.mean())
    return (np.mean(people * said + (1 - people) * (1 - said)) - chance) / (1 - chance)


@pytest.mark.parametrize("rare", [0.1, 0.5])
def test_the_threshold_has_the_highest_kappa_of_all(rare):
    rng = np.random.default_rng(3)
    for _ in range(30):
        shares = rng.choice([0.0, 0.5, 1.0], 25, p=[0.9 - rare, 0.1, rare])
        shares[:2] = 0, 1
        scores = np.round(rng.normal(size=25) + shares, 1)
        values = np.unique(scores)
        best = max(kappa(shares, scores >= t) for t in (values[1:] + values[:-1]) / 2)
        found = best_label_threshold(scores, shares)
        assert kappa(shares, scores >= found) == pytest.approx(best)
        assert found not in scores


def test_it_is_the_kappa_by_which_judges_are_measured():
    rng = np.random.default_rng(4)
    people = (rng.random(80) < 0.3).astype(float)
    said = (rng.normal(size=80) + people >= 0.5).astype(float)
    assert label_agreement(people, said).estimates["kappa"] == pytest.approx(kappa(people, said))


def test_without_two_labels_or_two_scores_there_is_none():
    assert np.isnan(best_label_threshold(np.arange(4.0), np.ones(4)))
    assert np.isnan(best_label_threshold(np.ones(4), np.array([0.0, 0, 1, 1])))
    assert np.isnan(best_label_threshold(np.array([1.0, np.nan]), np.array([0.0, 1])))


def test_neighbours_without_a_number_between_are_told_apart():
    low = 1.0
    high = np.nextafter(low, 2)
    assert best_label_threshold(np.array([low, high]), np.array([0.0, 1])) == high


def test_no_output_has_a_say_in_its_own_threshold():
    rng = np.random.default_rng(5)
    shares = (rng.random((1, 40)) < 0.5).astype(float)
    scores = rng.normal(size=(1, 40)) + shares
    before = cross_fitted_labels(scores, shares).labels
    for place in range(10):
        turned = shares.copy()
        turned[0, place] = 1 - turned[0, place]
        assert cross_fitted_labels(scores, turned).labels[0, place] == before[0, place]


def test_scores_that_tell_nothing_look_no_better_than_chance():
    found = []
    for seed in range(200):
        rng = np.random.default_rng(seed)
        shares = (rng.random((1, 60)) < 0.5).astype(float)
        scores = rng.normal(size=(1, 60))
        found.append(kappa(shares[0], cross_fitted_labels(scores, shares).labels[0]))
    assert np.mean(found) < 0.01
    # what choosing on all and looking at all would have claimed
    assert kappa(shares[0], scores[0] >= best_label_threshold(scores[0], shares[0])) > 0.05


def test_clusters_stay_together_and_unlabelled_outputs_take_the_threshold_of_all():
    rng = np.random.default_rng(6)
    shares = (rng.random((2, 30)) < 0.5).astype(float)
    scores = rng.normal(size=(2, 30)) + shares
    shares[:, -3:] = np.nan
    scores[0, 0] = np.nan
    found = cross_fitted_labels(scores, shares, np.arange(30) // 3)
    assert np.isnan(found.labels[0, 0])
    assert found.threshold == best_label_threshold(scores.ravel(), shares.ravel())
    np.testing.assert_array_equal(found.labels[:, -3:], scores[:, -3:] >= found.threshold)
    turned = shares.copy()
    turned[:, :3] = 1 - turned[:, :3]
    np.testing.assert_array_equal(
        cross_fitted_labels(scores, turned, np.arange(30) // 3).labels[:, 1:3], found.labels[:, 1:3]
    )


def test_one_input_has_no_others():
    with pytest.raises(UnsupportedMethodError, match="threshold is chosen on other inputs"):
        cross_fitted_labels(np.array([[1.0], [2.0]]), np.array([[0.0], [1.0]]))


def test_people_who_gave_one_label_choose_no_threshold():
    found = cross_fitted_labels(np.arange(12.0).reshape(1, 12), np.ones((1, 12)))
    assert np.isnan(found.threshold)
    assert np.isnan(found.labels).all()
