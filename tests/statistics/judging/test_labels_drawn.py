"""How uneven labels are over a judge's scores: known tables, draws by lot of every kind, and choices that show."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import chi2_contingency

from trueness.statistics.judging.labels_drawn import labels_drawn


def chosen(labelled, judge, clusters=None):
    """Return the p-value of outputs that are labelled or not."""
    judge = np.atleast_2d(np.asarray(judge, dtype=float))
    human = np.where(np.atleast_2d(labelled), 1.0, np.nan)
    groups = np.broadcast_to(np.arange(judge.shape[1]) if clusters is None else clusters, judge.shape)
    return labels_drawn(human, judge, groups)


def test_of_independent_outputs_it_is_pearsons_table():
    rng = np.random.default_rng(1)
    judge, labelled = rng.integers(0, 4, 400), rng.random(400) < 0.3
    counts = np.array([[np.sum((judge == k) & (labelled == one)) for k in range(4)] for one in (True, False)])
    n = len(judge)
    # of a table whose margins are fixed the variance is n / (n - 1) times as large
    expected = chi2_contingency(counts, correction=False)
    from scipy.stats import chi2

    assert chosen(labelled, judge) == pytest.approx(chi2.sf(expected.statistic * (n - 1) / n, 3), rel=1e-9)


def test_sums_over_clusters_count_where_these_were_drawn_whole():
    rng = np.random.default_rng(2)
    clusters = np.repeat(np.arange(60), 8)
    judge = np.repeat(rng.integers(0, 2, 60), 8)
    labelled = np.isin(clusters, rng.choice(60, 20, replace=False))
    # eight copies of every output, drawn together, tell what one does
    once = chosen(labelled[::8], judge[::8])
    assert chosen(labelled, judge, clusters) == pytest.approx(once, rel=0.1)
    assert chosen(labelled, judge) != pytest.approx(once, rel=0.1)


@pytest.mark.parametrize("kind", ["outputs", "inputs", "shares by system"])
def test_lots_of_every_kind_are_seldom_called_a_choice(kind):
    rng = np.random.default_rng(3)
    found = []
    for _ in range(300):
        quality = np.arange(5)[:, None] + rng.normal(size=(1, 60)) + rng.normal(size=(5, 60))
        labelled = {
            "outputs": lambda: rng.random((5, 60)) < 0.3,
            "inputs": lambda: np.broadcast_to(rng.permutation(60) < 20, (5, 60)),
            "shares by system": lambda: rng.random((5, 60)) < np.linspace(0.05, 0.9, 5)[:, None],
        }[kind]()
        found.append(chosen(labelled, quality))
    assert np.mean(np.array(found) < 0.05) <= 0.09
    assert np.min(found) > 1e-4


@pytest.mark.parametrize(
    "rule",
    [
        lambda score: score < -1,  # what the judge failed
        lambda score: np.abs(score) > 1,  # what it was sure of: its mean is the same
    ],
)
def test_a_choice_by_the_scores_is_seen(rule):
    rng = np.random.default_rng(4)
    score = rng.normal(size=500)
    assert chosen(rng.random(500) < np.where(rule(score), 0.4, 0.1), score) < 1e-4


def test_a_system_that_is_not_labelled_hides_no_choice_and_makes_none():
    rng = np.random.default_rng(5)
    judge = np.concatenate([rng.integers(0, 2, (1, 200)), np.ones((1, 200))])
    labelled = np.zeros((2, 200), dtype=bool)
    labelled[0] = rng.permutation(200) < 60
    assert chosen(labelled, judge) == pytest.approx(chosen(labelled[:1], judge[:1]))


@pytest.mark.parametrize(
    ("labelled", "judge"),
    [
        (np.ones(40, dtype=bool), np.arange(40)),
        (np.zeros(40, dtype=bool), np.arange(40)),
        (np.arange(40) < 20, np.ones(40)),
        (np.arange(40) < 20, np.full(40, np.nan)),
        (np.arange(40) < 2, np.arange(40) < 1),  # one output in 40 is less than one label by lot
    ],
)
def test_where_nothing_could_show_a_choice_there_is_no_number(labelled, judge):
    assert np.isnan(chosen(labelled, judge))
