"""People's scores as labels and metrics' scores as calls."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.errors import DataError, UnsupportedMethodError
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.engine.resample import Weights
from trueness.statistics.labels.labelled import (
    call_thresholds,
    called,
    human_labels,
    labelled,
    shown_threshold,
)
from trueness.statistics.score_arrays import ScoreArrays
from trueness.stats import correlate

ONCE = Weights(None, None)
HUMAN = np.array([[1.0, 2, 3, np.nan], [2, 5, 4, 1]])


def _arrays(human=HUMAN, **options):
    x = np.arange(8.0).reshape(2, 4)
    return ScoreArrays.of(np.array([x, -x]), human, **options)


@pytest.mark.parametrize(("cut", "positive"), [(3, [[0, 0, 1, np.nan], [0, 1, 1, 0]])])
def test_a_cut_is_the_least_positive_score(cut, positive):
    found = human_labels(_arrays(), coefficient_facts(f"auc:cut={cut}"))
    assert np.array_equal(found, positive, equal_nan=True)


def test_where_lower_is_better_it_is_the_largest():
    arrays = _arrays(-HUMAN, human_negated=True)
    found = human_labels(arrays, coefficient_facts("auc:cut=2"))
    assert np.array_equal(found, [[1, 1, 0, np.nan], [1, 0, 0, 1]], equal_nan=True)


def test_the_better_one_of_two_scores_is_positive():
    found = human_labels(_arrays(np.array([[1.0, 3, 3, 1], [1, 1, 3, 3]])), coefficient_facts("auc"))
    assert found.tolist() == [[0, 1, 1, 0], [0, 0, 1, 1]]


def test_more_scores_need_a_cut():
    with pytest.raises(DataError, match=r"5 different scores: '1', '2', '3', '4', '5'. .*auc:cut=5"):
        human_labels(_arrays(), coefficient_facts("auc"))
    with pytest.raises(DataError, match="auc:cut=1"):
        human_labels(_arrays(-HUMAN, human_negated=True), coefficient_facts("auc"))


def test_a_given_threshold_is_on_the_metrics_own_scale():
    arrays = _arrays(np.array([[0.0, 1, 1, 0], [0, 0, 1, 1]]), negated=[1])
    facts = coefficient_facts("balanced_accuracy:threshold=3")
    calls = called(arrays, arrays.group((0, 1)), facts, ONCE)[0]
    assert calls[0].tolist() == [[0, 0, 0, 1], [1, 1, 1, 1]]
    assert calls[1].tolist() == [[1, 1, 1, 1], [0, 0, 0, 0]]  # 3 or lower
    group = arrays.group((1,))
    assert shown_threshold(arrays, group, 1, "balanced_accuracy:threshold=3") == 3


def test_calls_from_a_given_threshold_have_scikit_learns_balanced_accuracy():
    metrics = pytest.importorskip("sklearn.metrics")
    rng = np.random.default_rng(1)
    z = (rng.random((5, 30)) < 0.3).astype(float)
    x = rng.normal(size=z.shape) + z
    found = correlate(x, z, "global", "balanced_accuracy:threshold=0.5").estimate
    assert found == pytest.approx(metrics.balanced_accuracy_score(z.ravel(), x.ravel() >= 0.5))
    assert correlate(x, z, "global", "auc").estimate == pytest.approx(
        metrics.roc_auc_score(z.ravel(), x.ravel())
    )


def test_chosen_thresholds_are_shown_where_they_are_finite():
    rng = np.random.default_rng(2)
    z = (rng.random((3, 20)) < 0.4).astype(float)
    arrays = ScoreArrays.of(np.array([10 * z + rng.random(z.shape), -10 * z]), z, negated=[1])
    group = arrays.group((0, 1))
    assert 1 < shown_threshold(arrays, group, 0, "balanced_accuracy") < 10
    # the second metric is best where it calls nothing or all: there is no score to show
    assert np.isnan(shown_threshold(arrays, group, 1, "balanced_accuracy"))
    assert np.isnan(shown_threshold(arrays, group, 0, "auc"))
    found = labelled(arrays, group, "balanced_accuracy")
    assert (found.metrics[0] == z).all()


def test_resamples_come_first_then_metrics():
    rng = np.random.default_rng(4)
    z = (rng.random((3, 20)) < 0.4).astype(float)
    arrays = ScoreArrays.of(np.array([z + rng.random(z.shape), 5 * rng.random(z.shape)]), z)
    facts, drawn = (
        coefficient_facts("balanced_accuracy"),
        Weights(None, rng.integers(0, 3, (4, 20)).astype(float)),
    )
    both = call_thresholds(arrays, arrays.group((0, 1)), facts, drawn)
    assert both.shape == (4, 2, 20)
    for k in range(2):
        alone = call_thresholds(arrays, arrays.group((k,)), facts, drawn)
        np.testing.assert_array_equal(both[:, k], alone[:, 0])


def test_clusters_stay_in_one_fold_and_one_of_them_is_not_enough():
    rng = np.random.default_rng(3)
    z = (rng.random((3, 20)) < 0.4).astype(float)
    x, clusters = rng.normal(size=(1, 3, 20)), np.arange(20) // 4
    facts = coefficient_facts("balanced_accuracy")
    arrays = ScoreArrays.of(x, z, clusters=clusters)
    found = call_thresholds(arrays, arrays.group((0,)), facts, ONCE)[0, 0]
    assert all(len(set(found[clusters == c])) == 1 for c in range(5))
    alone = ScoreArrays.of(x, z, clusters=np.zeros(20))
    with pytest.raises(UnsupportedMethodError, match=r"threshold=\.5"):
        call_thresholds(alone, alone.group((0,)), facts, ONCE)
