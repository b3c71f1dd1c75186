"""Where nothing is taken from the variance of a rank coefficient: people's scores tie, or systems are in two groups."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.jackknife.replicates import beside
from trueness.statistics.jackknife.two_way_jackknife import of_replicates
from trueness.statistics.jackknife.two_way_replicates import two_way_replicates
from trueness.statistics.jackknife.uncertain_excess import in_two_groups, mostly_tied
from trueness.statistics.score_arrays import ScoreArrays

NAN = float("nan")


def replicates(human, level, names, n_metrics=2):
    noise = np.random.default_rng(3).normal(size=(n_metrics, *human.shape))
    arrays = ScoreArrays.of(human + noise, human)
    return two_way_replicates(arrays, arrays.group(range(n_metrics)), level, names)


def test_three_quarters_of_the_pairs():
    human = np.array([[1.0, 1.0], [1.0, 1.0], [1.0, NAN], [2.0, NAN]])
    assert not mostly_tied(human)  # 3 + 1 of 6 + 1
    human[3, 0] = NAN
    assert mostly_tied(human)  # 3 + 1 of 3 + 1
    assert mostly_tied(np.r_[np.ones(7), 2.0][:, None])  # 21 of 28
    assert not mostly_tied(np.full((1, 4), 2.0))  # no pair


def test_two_groups_far_apart():
    groups = np.r_[np.linspace(0, 1, 4), np.linspace(3, 4, 8)]
    assert in_two_groups(groups)
    assert in_two_groups(-groups[::-1])
    assert in_two_groups(np.r_[groups, NAN])
    assert not in_two_groups(np.r_[0.0, 0.5, 1.0, np.linspace(3, 4, 9)])  # three of twelve
    assert not in_two_groups(np.r_[np.linspace(0, 1, 6), np.linspace(1.9, 2.9, 6)])  # near each other
    assert not in_two_groups(groups[[0, 1, 2, 8, 9, 10, 11]])  # too few to say
    assert not in_two_groups(np.ones(12))


def test_system_scores_of_a_sample_are_seldom_two_groups():
    rng = np.random.default_rng(5)
    for n, most in ((8, 0.02), (12, 0.002)):
        assert np.mean([in_two_groups(rng.normal(size=n)) for _ in range(2000)]) < most


@pytest.mark.parametrize("ceiling", [False, True])
def test_nothing_is_taken_at_the_input_level_where_people_mostly_tie(ceiling):
    normal = np.random.default_rng(4).normal(size=(9, 20))
    human = np.where(normal > -1.6, 3.0, normal) if ceiling else normal
    for name, found in replicates(human, "input", ("spearman", "kendall")).items():
        assert found.evenness == (0.0 if ceiling else 1.0)
        taken = of_replicates(found, "input", name).paired
        assert (taken == 0).all() if ceiling else (np.diag(taken) > 0).all()


def test_nothing_is_taken_from_spearmans_where_systems_are_in_two_groups():
    quality = np.r_[np.linspace(0, 1, 5), np.linspace(5, 6, 5)][:, None]
    human = quality + 0.1 * np.random.default_rng(4).normal(size=(10, 20))
    found = replicates(human, "system", ("spearman", "kendall"))
    assert (found["spearman"].evenness, found["kendall"].evenness) == (0.0, 1.0)
    assert replicates(human, "input", ("spearman",))["spearman"].evenness == 1.0


def test_one_of_several_human_scores_is_enough():
    normal = np.random.default_rng(4).normal(size=(9, 20))
    parts = [
        replicates(human, "input", ("kendall",))["kendall"] for human in (normal, np.maximum(normal, 1.8))
    ]
    assert [part.evenness for part in parts] == [1.0, 0.0]
    assert beside(parts).evenness == 0.0
