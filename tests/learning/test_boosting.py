"""Trees kept as arrays, beside scikit-learn's own, and a truth with an interaction."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.learning.boosting import Boosting, _nodes, boosted
from trueness.learning.linear import Ridge
from trueness.metrics.learned.predictors import Scaling, TreesPredictor


def test_trees_are_scikit_learns(making):
    outputs = making(lambda x: x[:, 0] * x[:, 1], missing=0.1)
    scaling = Scaling.of(outputs.features)
    scaled = scaling(outputs.features)
    fitted = boosted(scaled, outputs.target, 40, 5)
    ours = TreesPredictor(means=scaling.means, scales=scaling.scales, **_nodes(fitted))
    fresh = making(lambda x: x[:, 0], seed=9).features
    assert ours.predict(fresh) == pytest.approx(fitted.predict(scaling(fresh)), rel=1e-12)
    again = TreesPredictor.from_arrays(ours.arrays())
    assert (again.predict(fresh) == ours.predict(fresh)).all()


def test_an_interaction_is_found_that_no_weighted_sum_has(held_out):
    def product(x):
        return x[:, 0] * x[:, 1]

    found = held_out(Boosting(), product, n_inputs=40)
    assert found > 0.4
    assert abs(held_out(Ridge(), product, n_inputs=40)) < 0.25


def test_the_same_seed_gives_the_same_trees(making):
    outputs = making(lambda x: np.abs(x[:, 0]), n_inputs=8)
    one, same = (Boosting().fit(outputs, 3).predict(outputs.features) for _ in range(2))
    assert (one == same).all()
