"""The area under the ROC curve beside scikit-learn's."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.labels.auc import auc, balanced_accuracy


@pytest.mark.parametrize("ties", [False, True])
def test_it_is_scikit_learns(ties):
    metrics = pytest.importorskip("sklearn.metrics")
    rng = np.random.default_rng(1)
    for _ in range(20):
        z = (rng.random(30) < 0.3).astype(float)
        z[:2] = 0, 1
        x = rng.normal(size=30) + z
        x = np.round(x) if ties else x
        weights = rng.integers(0, 4, 30).astype(float)
        weights[:2] = 1
        assert auc(x, z, np.ones(30)) == pytest.approx(metrics.roc_auc_score(z, x), abs=1e-14)
        assert auc(x, z, weights) == pytest.approx(
            metrics.roc_auc_score(z, x, sample_weight=weights), abs=1e-14
        )


def test_many_at_a_time():
    rng = np.random.default_rng(2)
    x, z = np.round(rng.normal(size=(1, 3, 12))), (rng.random((1, 1, 12)) < 0.5).astype(float)
    weights = rng.integers(0, 3, (5, 1, 12)).astype(float)
    found = auc(x, z, weights)
    assert found.shape == (5, 3)
    for b in range(5):
        for k in range(3):
            here = np.repeat(np.arange(12), weights[b, 0].astype(int))
            pairs = [
                (x[0, k, i] > x[0, k, j]) + 0.5 * (x[0, k, i] == x[0, k, j])
                for i in here
                for j in here
                if z[0, 0, i] > z[0, 0, j]
            ]
            assert found[b, k] == pytest.approx(np.mean(pairs))


def test_balanced_accuracy_is_the_area_of_calls():
    metrics = pytest.importorskip("sklearn.metrics")
    rng = np.random.default_rng(3)
    z, calls = (rng.random((2, 40)) < 0.4).astype(float)
    weights = rng.integers(0, 3, 40).astype(float)
    found = balanced_accuracy(calls, z, weights)
    assert found == pytest.approx(auc(calls, z, weights))
    assert found == pytest.approx(metrics.balanced_accuracy_score(z, calls, sample_weight=weights))
