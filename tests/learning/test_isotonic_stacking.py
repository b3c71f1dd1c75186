"""A sum of steps, where the truth is one."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.learning.isotonic_stacking import IsotonicStacking
from trueness.learning.linear import Ridge


def steps(x):
    return (x[:, 0] > 1.0) * 3.0 + (x[:, 1] > -1.0) * 3.0


def test_a_sum_of_steps_is_found_where_a_line_is_not(held_out):
    found = held_out(IsotonicStacking(), steps, n_inputs=60)
    assert found > held_out(Ridge(), steps, n_inputs=60) + 0.1
    assert found > 0.58  # the function itself reaches .62: most outputs tie


def test_features_that_go_against_people_get_no_weight(making):
    found = IsotonicStacking().fit(making(lambda x: x[:, 0] - x[:, 1]), 0)
    assert found.weights[0] > 0
    assert found.weights[1] == pytest.approx(0, abs=0.05)
    rising = np.linspace(-2, 2, 9)[:, None] * np.eye(6)[0]
    assert (np.diff(found.predict(rising)) >= 0).all()


def test_a_weight_that_is_rounding_breaks_no_ties(making, monkeypatch):
    outputs = making(lambda x: x[:, 0])
    n_features = outputs.features.shape[1]
    rounding = np.r_[0.7, np.full(n_features - 1, 4e-16)]
    monkeypatch.setattr("scipy.optimize.nnls", lambda *_: (rounding.copy(), 0.0))
    found = IsotonicStacking().fit(outputs, 0)
    assert found.weights.tolist() == [0.7, *[0.0] * (n_features - 1)]
