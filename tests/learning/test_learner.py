"""One scale for all features, and weights that keep their direction."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness.learning.learner import Scaled
from trueness.metrics.learned.predictors import Scaling


def test_features_are_scaled_by_these_outputs_alone_and_missing_ones_are_the_mean(making):
    outputs = making(lambda x: x[:, 0], missing=0.2)
    features = outputs.features.copy()
    features[:, 2], features[:, 3] = 7.0, np.nan  # constant, and never known
    part = Scaled.of(dataclasses.replace(outputs, features=features))
    known = ~np.isnan(features[:, 0])
    assert part.features[known, 0].mean() == pytest.approx(0)
    assert part.features[known, 0].std() == pytest.approx(1)
    assert (part.features[~known, 0] == 0).all()
    assert (part.features[:, 2:4] == 0).all()
    fresh = np.array([[np.nan, 1e6, 9.0, 1.0, 0.0, 0.0]])
    assert part.scaling(fresh)[0, [0, 2, 3]].tolist() == [0, 0, 0]
    weights = part.linear(np.ones(6)).weights
    assert weights.tolist() == [1, 1, 0, 0, 1, 1]


def test_what_goes_against_people_is_not_turned_round(making):
    outputs = making(lambda x: 5 - 2 * x[:, 0], noise=0.0)
    predictor = Scaled.of(outputs).on_human_scale(np.eye(6)[0])
    found = predictor.predict(outputs.features)
    assert outputs.agreement(found[:, None])[0] == pytest.approx(-1)
    assert found.mean() == pytest.approx(outputs.target.mean())
    assert found.std() == pytest.approx(outputs.target.std())


def test_numbers_whose_squares_are_infinite_have_a_scale():
    x = np.array([[1.0, 5.0], [2.0, 5.0], [4.0, 5.0]])
    found, large = Scaling.of(x), Scaling.of(x * [2.0**1000, 2.0**1000])
    assert large.means == pytest.approx(found.means * 2.0**1000)
    assert large.scales[0] == pytest.approx(found.scales[0] * 2.0**1000)
    assert np.isinf(large.scales[1])  # constant
    assert large(x * 2.0**1000) == pytest.approx(found(x))
    assert Scaling.of(np.full((3, 1), np.nan)).scales == np.inf
