"""Measures of a confusion matrix against scikit-learn and statsmodels, and intervals against their definitions."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from trueness.errors import ArgumentError, DataError
from trueness.statistics.judging.cluster_totals import cluster_totals
from trueness.statistics.judging.label_agreement import (
    LABEL_MEASURES,
    label_agreement,
    label_cells,
    label_measures,
    linearised_interval,
    share_interval,
)


def labels(seed, size=2, n=60, wrong=0.3):
    rng = np.random.default_rng(seed)
    human = rng.integers(0, size, n).astype(float)
    return human, np.where(rng.random(n) < wrong, rng.integers(0, size, n), human).astype(float)


@settings(max_examples=30)  # each a whole table of its own
@given(st.integers(0, 10**6), st.integers(2, 4))
def test_measures_against_scikit_learn(seed, size):
    metrics = pytest.importorskip("sklearn.metrics")
    human, judge = labels(seed, size)
    found = label_agreement(human, judge, n_labels=size, positive=0).estimates
    positive, said = human == 0, judge == 0
    (npv, ppv), (tnr, tpr), *_ = metrics.precision_recall_fscore_support(positive, said)
    wanted = {
        "kappa": metrics.cohen_kappa_score(human, judge),
        "weighted_kappa": metrics.cohen_kappa_score(human, judge, weights="quadratic"),
        "mcc": metrics.matthews_corrcoef(human, judge),
        "balanced_accuracy": metrics.balanced_accuracy_score(human, judge),
        "accuracy": metrics.accuracy_score(human, judge),
        "tpr": tpr,
        "tnr": tnr,
        "ppv": ppv,
        "npv": npv,
        "rate_bias": said.mean() - positive.mean(),
    }
    assert found == pytest.approx(wanted)


def test_shares_against_statsmodels_and_a_design_effect():
    proportion = pytest.importorskip("statsmodels.stats.proportion")
    hits = np.array([1.0] * 17 + [0.0] * 3)
    for count in (17, 0, 20):
        assert share_interval(np.arange(20) < count, np.ones(20), 0.9) == pytest.approx(
            proportion.proportion_confint(count, 20, 0.1, method="beta"), abs=1e-12
        )
    # every output four times over: no more is known
    one, four = share_interval(hits, np.ones(20), 0.9), share_interval(4 * hits, np.full(20, 4.0), 0.9)
    assert four.high - four.low == pytest.approx(one.high - one.low, rel=0.1)
    assert share_interval(np.zeros(0), np.zeros(0), 0.9) == pytest.approx((np.nan, np.nan), nan_ok=True)


@pytest.mark.parametrize("n", [1, 3, 10, 40])
def test_shares_are_held_with_the_confidence_whatever_they_are(n):
    """All outcomes of n independent outputs, with their chances."""
    counts = np.arange(n + 1)
    limits = np.array([share_interval(np.arange(n) < k, np.ones(n), 0.95) for k in counts])
    for share in (0.001, 0.01, 0.1, 0.3, 0.5, 0.9, 0.99, 0.9995):
        held = (limits[:, 0] <= share) & (share <= limits[:, 1])
        assert stats.binom.pmf(counts, n, share)[held].sum() >= 0.95


def test_of_one_label_of_people_nothing_is_known_of_kappa():
    found = label_agreement(np.zeros(30), np.repeat([0.0, 1.0], 15))
    assert found.estimates["kappa"] == 0
    assert np.isnan(found.intervals["kappa"]).all()
    assert np.isfinite(found.intervals["tnr"]).all()


def test_the_linearised_interval_is_the_delta_methods_where_labels_are_many():
    """Fleiss, Cohen and Everitt's (1969) variance of kappa, worked out by statsmodels."""
    inter_rater = pytest.importorskip("statsmodels.stats.inter_rater")
    human, judge = labels(3, 3, 20_000)
    found = label_agreement(human, judge, n_labels=3)
    wanted = inter_rater.cohens_kappa(found.confusion)
    limits = found.intervals["kappa"]
    assert (limits.high - limits.low) / 2 == pytest.approx(1.96 * wanted.std_kappa, rel=0.005)


def test_a_judge_without_errors_has_an_interval_and_a_constant_one_is_worth_nothing():
    human = np.array([1.0] * 45 + [0.0] * 5)
    found = label_agreement(human, human)
    assert found.estimates["kappa"] == found.estimates["tpr"] == 1
    assert 0.5 < found.intervals["kappa"].low < 0.95
    assert found.intervals["tnr"].low == pytest.approx(0.025**0.2)  # exact for 5 of 5
    constant = label_agreement(human, np.ones(50)).estimates
    assert constant == pytest.approx(found.constant, nan_ok=True)
    assert (constant["kappa"], constant["balanced_accuracy"], constant["accuracy"]) == (0, 0.5, 0.9)
    assert np.isnan(constant["mcc"])


def test_copies_within_clusters_teach_nothing():
    human, judge = labels(5)
    one = label_agreement(human, judge)
    two = label_agreement(np.tile(human, 2), np.tile(judge, 2), clusters=np.tile(np.arange(60), 2))
    assert (two.n_outputs, two.n_clusters) == (120, 60)
    for name in ("tpr", "accuracy"):
        assert two.intervals[name] == pytest.approx(one.intervals[name], abs=0.01)
    kappas = [found.intervals["kappa"] for found in (one, two)]
    assert kappas[1].high - kappas[1].low == pytest.approx(kappas[0].high - kappas[0].low, rel=0.1)


def test_missing_labels_are_left_out_and_wrong_ones_refused():
    human, judge = labels(6)
    human[:10], judge[5:20] = np.nan, np.nan
    found = label_agreement(human, judge)
    assert found.n_outputs == 40
    assert found.estimates == label_agreement(human[20:], judge[20:]).estimates
    nothing = label_agreement(human[:10], judge[:10])
    assert all(np.isnan(nothing.estimates[name]) for name in LABEL_MEASURES if name != "rate_bias")
    with pytest.raises(DataError, match="0 to 1; it holds 2"):
        label_agreement([0, 2], [0, 1])
    with pytest.raises(ArgumentError, match="positive"):
        label_agreement([0, 1], [0, 1], positive=2)


@pytest.mark.slow
def test_intervals_cover_what_is_true():
    """The small form of reproductions/judge_labels: outputs of ten inputs' clusters, a label of one in ten."""
    rng = np.random.default_rng(11)
    held = dict.fromkeys(("kappa", "tpr", "tnr"), 0)
    joint = np.array([[0.9 * 0.85, 0.9 * 0.15], [0.1 * 0.2, 0.1 * 0.8]])
    true = {name: float(values[0]) for name, values in label_measures(joint.reshape(1, 4), 1).items()}
    for _ in range(2000):
        human = (rng.random(200) < 0.1).astype(float)
        judge = np.where(rng.random(200) < np.where(human == 1, 0.8, 0.15), 1.0, 0.0)
        cells, _ = label_cells(human, judge, 2)
        totals = cluster_totals(cells, np.arange(200) // 4)
        held["kappa"] += _holds(
            linearised_interval(totals, lambda c: label_measures(c, 1)["kappa"], 0.95), true["kappa"]
        )
        for name, (hit, of) in {"tpr": (3, (2, 3)), "tnr": (0, (0, 1))}.items():
            found = share_interval(totals[:, hit], totals[:, of].sum(axis=1), 0.95)
            held[name] += _holds(found, true[name])
    assert all(count / 2000 >= 0.935 for count in held.values()), held


def _holds(interval, value):
    return interval.low <= value <= interval.high


def test_one_cluster_has_no_interval_of_shares_either():
    rng = np.random.default_rng(1)
    human, judge = (rng.random((2, 40)) < 0.5).astype(float)
    one = label_agreement(human, judge, clusters=np.zeros(40))
    assert np.isnan([*one.intervals["accuracy"], *one.intervals["tpr"], *one.intervals["kappa"]]).all()
    assert np.isfinite(share_interval(np.ones(1), np.ones(1), 0.9)).all()  # of one output there is one


def test_a_rare_label_that_few_systems_have_says_little_of_others():
    """Most positives are of one system of six, and the judge finds .6 of a system's, or all."""
    rng = np.random.default_rng(12)
    systems, inputs = np.repeat(np.arange(6), 60), np.tile(np.arange(60), 6)
    low, high, known = 0, 0, 0
    for _ in range(200):
        human = (rng.random((6, 60)) < rng.beta(0.15, 1.35, (6, 1))).astype(float)
        judge = np.where(rng.random((6, 60)) < rng.choice([0.6, 1.0], (6, 1)), human, 0.0)
        found = label_agreement(human.ravel(), judge.ravel(), clusters=inputs, systems=systems)
        limits = found.intervals["tpr"]
        known += not np.isnan(limits.low)
        low, high = low + (limits.low > 0.8), high + (limits.high < 0.8)
    assert known > 80
    assert max(low, high) / known <= 0.025 + 2 * np.sqrt(0.025 * 0.975 / known)


def test_fewer_than_three_systems_with_a_label_say_nothing_of_other_systems():
    rng = np.random.default_rng(13)
    systems, inputs = np.repeat(np.arange(4), 50), np.tile(np.arange(50), 4)
    human = ((systems < 2) & (rng.random(200) < 0.5)).astype(float)
    judge = np.where(rng.random(200) < 0.8, human, 1 - human)
    found = label_agreement(human, judge, clusters=inputs, systems=systems)
    assert np.isnan(found.intervals["tpr"]).all()
    assert np.isfinite([*found.intervals["tnr"], *found.intervals["accuracy"]]).all()
    # of two systems in all there are other inputs to apply to
    two = systems < 2
    alone = label_agreement(human[two], judge[two], clusters=inputs[two], systems=systems[two])
    assert np.isfinite(alone.intervals["tpr"]).all()
