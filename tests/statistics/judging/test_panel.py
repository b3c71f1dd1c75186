"""Panels: agreement beside scikit-learn, effective numbers beside their closed form."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score

from trueness.errors import ArgumentError
from trueness.statistics.judging.label_agreement import label_agreement
from trueness.statistics.judging.panel import (
    MOST_SUBSETS,
    Panel,
    agreement_gain,
    effective_judges,
    majority_votes,
    panel_agreement,
)


def of_labels(k=3, n=200, seed=1, n_labels=2):
    rng = np.random.default_rng(seed)
    human = rng.integers(0, n_labels, n)
    members = np.where(rng.random((k, n)) < 0.8, human, rng.integers(0, n_labels, (k, n)))
    return Panel(members.astype(float), human.astype(float), np.arange(n), n_labels)


def of_scores(k=3, n=200, seed=2):
    rng = np.random.default_rng(seed)
    human, common = rng.normal(size=(2, n))
    own = rng.normal(size=(k, n)) * np.arange(1, k + 1)[:, None]
    return Panel(human + 0.7 * common + own, human, np.arange(n), 0)


def test_the_label_of_most_agrees_as_scikit_learn_says():
    panel = of_labels()
    most = (panel.members.sum(axis=0) >= 2).astype(int)
    found = panel_agreement(panel, 0.95)
    assert found.value == pytest.approx(cohen_kappa_score(panel.human, most))
    expected = label_agreement(panel.human, most).intervals["kappa"]
    assert (found.low, found.high) == pytest.approx(tuple(expected))


def test_one_member_on_average_is_all_members_put_together():
    panel = of_labels()
    together = cohen_kappa_score(np.tile(panel.human, 3), panel.members.ravel())
    assert panel_agreement(panel, 0.95, 1).value == pytest.approx(together)


def test_subsets_by_enumeration_and_ties_in_parts():
    panel = of_labels(k=4, n_labels=3)
    expected = []
    for pair in itertools.combinations(range(4), 2):
        counts = np.stack([np.sum(panel.members[list(pair)] == label, axis=0) for label in range(3)], axis=1)
        expected.append(np.where(counts == 1, 0.5, counts / 2))
    assert majority_votes(panel.members, 3, 2) == pytest.approx(np.mean(expected, axis=0))
    assert majority_votes(panel.members, 3).sum(axis=1) == pytest.approx(np.ones(200))


def test_of_very_many_subsets_all_members_count_equally():
    members = np.zeros((12, 1))
    members[0] = 1
    assert len(list(itertools.combinations(range(12), 5))) > MOST_SUBSETS
    assert majority_votes(members, 2, 5)[0, 1] == 0
    assert majority_votes(np.eye(12)[:, :1], 2, 1)[0, 1] == pytest.approx(1 / 12)
    with pytest.raises(ArgumentError, match="1 to 12"):
        majority_votes(members, 2, 13)


def test_the_mean_of_scores():
    panel = of_scores()
    assert panel_agreement(panel, 0.95).value == pytest.approx(
        np.corrcoef(panel.members.mean(axis=0), panel.human)[0, 1]
    )
    # the mean of two, over all pairs put together
    pairs = np.stack([panel.members[[a, b]].mean(axis=0) for a, b in ((0, 1), (0, 2), (1, 2))])
    centred = pairs - pairs.mean(axis=1, keepdims=True)
    r = np.corrcoef(centred.ravel(), np.tile(panel.human, 3))[0, 1]
    assert panel_agreement(panel, 0.95, 2).value == pytest.approx(r)


def test_a_gain_is_the_difference_and_its_interval_knows_what_both_share():
    for panel in (of_labels(), of_scores()):
        gain = agreement_gain(panel, panel.without(2), 0.95)
        with_, without = panel_agreement(panel, 0.95), panel_agreement(panel.without(2), 0.95)
        assert gain.value == pytest.approx(with_.value - without.value)
        assert gain.high - gain.low < np.hypot(with_.high - with_.low, without.high - without.low)
        assert (gain.pvalue < 0.05) == (gain.low > 0 or gain.high < 0)
        nothing = agreement_gain(panel, panel, 0.95)
        assert (nothing.value, nothing.pvalue) == (0, 1)
    with pytest.raises(ArgumentError, match="same outputs"):
        agreement_gain(of_labels(), of_labels(seed=5), 0.95)


def test_the_effective_number_is_that_of_the_covariances():
    panel = of_labels(k=4)
    wrong = (panel.members != panel.human).astype(float)
    covariance = np.cov(wrong)
    found = effective_judges(panel)
    assert found.number.value == pytest.approx(4 * np.trace(covariance) / covariance.sum())
    assert found.correlations == pytest.approx(np.corrcoef(wrong))
    above = np.corrcoef(wrong)[np.triu_indices(4, 1)]
    assert found.correlation.value == pytest.approx(above.mean())
    scores = of_scores()
    left = np.stack([x - np.polyval(np.polyfit(scores.human, x, 1), scores.human) for x in scores.members])
    covariance = np.cov(left)
    assert effective_judges(scores).number.value == pytest.approx(3 * np.trace(covariance) / covariance.sum())


def test_equal_correlations_give_the_design_effect():
    """Errors with one variance and correlation .25 on the outputs of a full factorial."""
    signs = np.array(list(itertools.product((-1, 1), repeat=5)), dtype=float).T
    common, own, human = signs[0], signs[1:4], signs[4]
    members = human + 0.5 * common + np.sqrt(0.75) * own
    panel = Panel(members, human, np.arange(32), 0)
    found = effective_judges(panel)
    assert found.correlation.value == pytest.approx(0.25)
    assert found.number.value == pytest.approx(3 / (1 + 2 * 0.25))


def test_members_that_never_differ_are_one_and_have_an_interval():
    panel = of_labels(k=1)
    same = panel._replace(members=np.tile(panel.members, (3, 1)))
    found = effective_judges(same)
    assert found.number.value == pytest.approx(1)
    assert found.number.low == pytest.approx(1)
    assert 1 < found.number.high < 1.1
    assert found.correlation.value == pytest.approx(1)


def test_without_an_error_nothing_is_known():
    panel = of_labels()
    right = panel._replace(members=np.tile(panel.human, (3, 1)))
    found = effective_judges(right)
    assert np.isnan(found.number.value)
    assert np.isnan(found.number.low)
    assert np.isnan(found.correlation.value)
    with pytest.raises(ArgumentError, match="two members"):
        effective_judges(panel.alone(0))


def test_the_order_of_members_changes_nothing():
    panel = of_scores()
    turned = panel._replace(members=panel.members[::-1])
    assert effective_judges(panel).number.value == pytest.approx(effective_judges(turned).number.value)
    one, other = (panel_agreement(each, 0.9) for each in (panel, turned))
    assert one.shown() == pytest.approx(other.shown())
    assert one.pvalue == pytest.approx(other.pvalue)


def test_outputs_of_one_cluster_are_one():
    panel = of_labels()
    four = Panel(
        np.repeat(panel.members, 4, axis=1), np.repeat(panel.human, 4), np.repeat(np.arange(200), 4), 2
    )
    one, other = effective_judges(panel).number.limits, effective_judges(four).number.limits
    assert float(other.high - other.low) == pytest.approx(float(one.high - one.low), rel=0.05)


def test_one_cluster_says_nothing_of_others():
    for panel in (of_labels(), of_scores()):
        one = effective_judges(panel._replace(clusters=np.zeros(panel.members.shape[1], dtype=int)))
        many = effective_judges(panel)
        assert one.number.value == pytest.approx(many.number.value)
        assert np.isnan([*one.number.limits, *one.correlation.limits]).all()
        assert np.isfinite([*many.number.limits, *many.correlation.limits]).all()


def test_an_interval_without_width_is_none():
    members = np.array([[0.0, 1.0, 2.7], [0.1, 2.3, 3.0]])
    panel = Panel(members, np.array([0.0, 1.1, 2.0]), np.arange(3), 0)
    gain = agreement_gain(panel, panel.without(0), 0.95)  # of two outputs r is 1
    assert np.isfinite(gain.value)
    assert np.isnan([gain.low, gain.high]).all()
    assert gain.pvalue == 1 or np.isnan(gain.pvalue)
