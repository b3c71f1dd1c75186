"""Tests of pairs of systems, standing, agreement with the human, people beside machines."""

from __future__ import annotations

import itertools
import math
from collections import Counter

import numpy as np
import pytest
import scipy.stats
from statsmodels.stats.multitest import multipletests

from trueness.data.scores.duplicate_systems import identical_systems
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import UnsupportedMethodError
from trueness.methods.registry import SYSTEM_TESTS
from trueness.statistics.systems.human_machine_separation import human_machine_separation
from trueness.statistics.systems.system_pairs import SystemPairs
from trueness.studies.systems.pair_tests import (
    decisions,
    pairs_within,
    people_separation,
    system_agreement,
    system_standing,
    system_tests,
)
from trueness.studies.systems.settings import SystemSettings
from trueness.studies.systems.study import systems
from trueness.studies.systems.view import SystemView

NAN = np.nan
NAMES = ("a", "b", "c", "d")


def scores(seed=0, m=25):
    rng = np.random.default_rng(seed)
    return rng.normal(size=m) + rng.normal(size=(4, m)) + np.array([[0], [0.4], [0.8], [1.2]])


def run(given=None, **settings):
    settings = SystemSettings(**{"resamples": 999, "seed": 1, **settings})
    return system_tests("bleu", NAMES, SystemPairs.of(scores() if given is None else given), settings)


def test_two_sided_rows_are_one_per_pair_and_one_family():
    rows = run(test="t")
    assert [(row.system, row.rival_system) for row in rows] == list(itertools.combinations(NAMES, 2))
    values = scores()
    raw = [scipy.stats.ttest_rel(*pair).pvalue for pair in itertools.combinations(values, 2)]
    assert [row.pvalue for row in rows] == pytest.approx(raw)
    assert [row.pvalue_adjusted for row in rows] == pytest.approx(multipletests(raw, method="holm")[1])
    assert {row.family_size for row in rows} == {6}
    for row in rows:
        assert row.significant_adjusted == (row.pvalue_adjusted <= 0.05) == (row.verdict != "not separated")
        assert row.estimate == pytest.approx(row.estimate_system - row.estimate_rival)
        if row.significant_adjusted:
            assert row.verdict == ("better" if row.estimate > 0 else "worse")


@pytest.mark.parametrize("test", SYSTEM_TESTS)
@pytest.mark.parametrize("alternative", ["greater", "less"])
def test_one_sided_tests_are_made_in_both_orders(test, alternative):
    rows = run(test=test, alternative=alternative)
    assert len(rows) == 12
    assert {row.family_size for row in rows} == {12}
    found = {(row.system, row.rival_system): row for row in rows}
    turned = run(scores()[::-1], test=test, alternative=alternative)
    for (a, b), row in found.items():
        other = found[b, a]
        assert (row.estimate, row.pvalue_greater) == (-other.estimate, other.pvalue_less)
        assert row.pvalue == (row.pvalue_greater if alternative == "greater" else row.pvalue_less)
        assert (row.low, row.high) == pytest.approx((-other.high, -other.low), nan_ok=True)
        assert row.verdict in ("not separated", "better" if alternative == "greater" else "worse")
        # the statistic, too, is that of the systems in this order: as if they had been given in it
        names = dict(zip(NAMES, reversed(NAMES), strict=True))
        (same,) = (r for r in turned if (names[r.system], names[r.rival_system]) == (a, b))
        assert row.statistic == pytest.approx(same.statistic, nan_ok=True, abs=1e-9)
    if test == "wilcoxon":
        total = found["a", "b"].statistic + found["b", "a"].statistic
        assert total == 25 * 26 / 2


def test_undefined_tests_are_no_part_of_the_family():
    given = scores()
    given[0, 1:] = NAN
    rows = run(given, test="t")
    assert [row.verdict == "undefined" for row in rows] == [True] * 3 + [False] * 3
    assert {row.family_size for row in rows} == {3}
    assert [row.n_inputs for row in rows] == [1] * 3 + [25] * 3


def test_a_rank_test_decides_by_ranks():
    """Most outputs are a little better, a few much worse: the mean says one thing, the signed ranks another."""
    given = np.zeros((2, 30))
    given[0] = np.linspace(0.1, 0.3, 30)
    given[0, :3] = -20
    (row,) = run(np.vstack([given]), test="wilcoxon")[:1]
    assert row.estimate < 0
    assert row.verdict == "better"


def test_decisions_about_unordered_pairs():
    two_sided = decisions(run(test="t"))
    one_sided = decisions(run(test="t", alternative="greater"))
    assert list(two_sided) == list(one_sided) == list(itertools.combinations(NAMES, 2))
    loosely = [
        decisions(run(test="t", alternative=a, correction="none", alpha=0.025)) for a in ("greater", "less")
    ]
    assert loosely[0] == loosely[1] == decisions(run(test="t", correction="none"))
    assert set(loosely[0].values()) > {-1.0}
    given = scores()
    given[3] = NAN
    assert np.isnan(decisions(run(given, test="t"))["a", "d"])


def test_resampling_has_no_statistic_and_says_how_it_drew():
    for row in run():
        assert np.isnan(row.statistic)
        assert (row.resamples, row.exact) == (999, False)
    assert {(row.resamples, row.exact) for row in run(scores(m=9))} == {(512, True)}


def test_clusters_need_a_test_that_knows_them():
    pairs = SystemPairs.of(scores(), clusters=np.arange(25) // 5)
    with pytest.raises(UnsupportedMethodError, match="clusters"):
        system_tests("bleu", NAMES, pairs, SystemSettings(test="wilcoxon"))
    (row, *_) = system_tests("bleu", NAMES, pairs, SystemSettings())
    assert (row.resamples, row.n_inputs, row.n_units, row.pvalue_least) == (32, 25, 5, 2 / 32)
    assert system_tests("bleu", NAMES, pairs, SystemSettings(test="t"))[0].pvalue_least == 0


STANDING_NAMES = ("low", "high", "higher", "none")


def standing(given, people=(), **settings):
    pairs = SystemPairs.of(given)
    chosen = SystemSettings(test="t", **settings)
    tests = system_tests("x", STANDING_NAMES, pairs, chosen)
    return {row.system: row for row in system_standing("x", STANDING_NAMES, people, pairs, tests, chosen)}


def standing_scores():
    rng = np.random.default_rng(1)
    given = rng.normal(size=(4, 30)) + np.array([[0], [3], [3.1], [0]])
    given[3] = NAN
    return given


def test_two_on_top_one_below_one_without_scores():
    found = standing(standing_scores(), people=("high",))
    assert [row.cluster for row in found.values()] == [2, 1, 1, None]
    assert [row.not_outperformed for row in found.values()] == [False, True, True, False]
    assert [row.may_be_best for row in found.values()] == [False, True, True, False]
    assert [(row.rank_low, row.rank_high) for row in found.values()] == [(3, 3), (1, 2), (1, 2), (None, None)]
    assert [(row.n_beaten, row.n_beaten_by) for row in found.values()] == [(0, 2), (1, 0), (1, 0), (0, 0)]
    assert [row.person for row in found.values()] == [False, True, False, False]
    assert found["high"].estimate == np.mean(standing_scores()[1])
    assert [row.n_inputs for row in found.values()] == [30, 30, 30, 0]
    assert math.isnan(found["none"].estimate)


def test_where_no_test_can_reject_there_is_no_cluster():
    pairs = SystemPairs.of(standing_scores()[:3, :4])
    chosen = SystemSettings()
    tests = system_tests("x", STANDING_NAMES[:3], pairs, chosen)
    rows = system_standing("x", STANDING_NAMES[:3], (), pairs, tests, chosen)
    assert [(row.cluster, row.rank_low, row.rank_high) for row in rows] == [(None, 1, 3)] * 3


def test_one_sided_tests_say_the_same():
    two, one = standing(standing_scores()), standing(standing_scores(), alternative="less", alpha=0.025)
    for name in STANDING_NAMES[:3]:
        assert two[name] == one[name]


def test_a_score_is_of_all_inputs_of_a_system():
    given = standing_scores()
    given[0, :10] = NAN
    found = standing(given)
    assert found["high"].estimate == np.mean(given[1])
    assert found["low"].n_inputs == 20


def compared(given, alternative="two-sided"):
    settings = SystemSettings(test="t", correction="none", alternative=alternative, alpha=0.01)
    return {
        name: system_tests(name, NAMES, SystemPairs.of(values), settings) for name, values in given.items()
    }


def agreement_scores():
    rng = np.random.default_rng(0)
    noise = rng.normal(size=(2, 4, 30))
    human = noise[0] + np.array([[0], [0], [3], [6]])
    metric = noise[1] + np.array([[0], [3], [0], [6]])
    other = noise[1] + np.array([[9], [3], [0], [6]])
    other[1, 1:] = np.nan
    return {"human": human, "metric": metric, "other": other}


def test_every_outcome():
    _, rows = system_agreement(("metric", "human", "other"), "human", compared(agreement_scores()))
    found = {(row.metric, row.system, row.rival_system): row for row in rows}
    assert len(found) == 12
    outcomes = {
        pair: found["metric", *pair].outcome for pair in decisions(compared(agreement_scores())["human"])
    }
    assert outcomes == {
        ("a", "b"): "metric only",
        ("a", "c"): "human only",
        ("a", "d"): "same winner",
        ("b", "c"): "contradiction",
        ("b", "d"): "same winner",
        ("c", "d"): "same winner",
    }
    row = found["metric", "b", "c"]
    assert (row.verdict_human, row.verdict_metric) == ("worse", "better")
    assert found["other", "a", "b"].outcome == found["other", "a", "b"].verdict_metric == "undefined"
    same = system_agreement(
        ("metric", "human"), "human", compared(agreement_scores() | {"metric": agreement_scores()["human"]})
    )[1]
    assert {row.outcome for row in same} == {"same winner", "no difference"}


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_counts_are_those_of_the_rows(alternative):
    counts, rows = system_agreement(
        tuple(agreement_scores()), "human", compared(agreement_scores(), alternative)
    )
    for count in counts:
        found = Counter(row.outcome for row in rows if row.metric == count.metric)
        assert found == Counter(
            {
                "same winner": count.n_same_winner,
                "no difference": count.n_no_difference,
                "human only": count.n_human_only,
                "metric only": count.n_metric_only,
                "contradiction": count.n_contradictions,
                "undefined": count.n_undefined,
            }
        )


def test_nobody_to_agree_with():
    assert system_agreement(tuple(agreement_scores()), None, compared(agreement_scores())) == ((), ())


PEOPLE_SETTINGS = SystemSettings(resamples=499, seed=2, correction="bonferroni")


def people_given():
    rng = np.random.default_rng(2)
    scores = rng.normal(size=(2, 4, 25))
    scores[0, 1] += 5  # by the first scorer the person is far better
    scores[0, 3] += 9  # and one machine better still
    return {name: SystemPairs.of(values) for name, values in zip(("good", "noise"), scores, strict=True)}


def test_rows_and_their_correction():
    pairs = people_given()
    tests = {name: system_tests(name, NAMES, values, PEOPLE_SETTINGS) for name, values in pairs.items()}
    good, noise = people_separation(NAMES, ("b",), pairs, tests, PEOPLE_SETTINGS)
    alone = human_machine_separation(
        pairs["good"], [False, True, False, False], resamples=499, rng=2, confidence=0.95
    )
    assert (good.auc, good.low, good.pvalue) == (alone.auc, alone.low, alone.pvalue)
    assert good.pvalue_adjusted == pytest.approx(min(1, 2 * good.pvalue))
    assert noise.pvalue_adjusted == pytest.approx(min(1, 2 * noise.pvalue))
    # of three pairs with the person two are won and one is lost
    assert (good.n_pairs, good.n_people_better, good.n_machine_better) == (3, 2, 1)
    assert (noise.n_pairs, noise.n_people_better, noise.n_machine_better) == (3, 0, 0)
    assert good.auc_systems == pytest.approx(2 / 3)


def test_nobody_is_people():
    assert people_separation(NAMES, (), people_given(), {}, PEOPLE_SETTINGS) == ()


def test_one_system_twice_is_no_pair():
    rng = np.random.default_rng(0)
    people = rng.normal(size=(4, 30)) + np.arange(4)[:, None]
    values = np.stack([people, people + 0.3 * rng.normal(size=people.shape)])
    values[:, 3] = values[:, 2]
    table = ScoreTable(
        (Scorer("people", "human"), Scorer("m")), tuple("abcd"), tuple(f"i{k}" for k in range(30)), values
    )
    assert pairs_within(identical_systems(table)) == {frozenset("cd")}
    found = systems(table, human="people", rng=1)
    assert "5 of 5 pairs differ. 1 more pair has the same scores." in found.conclusions[0]
    (row,) = found.agreement
    assert (row.n_pairs, row.n_no_difference) == (5, 0)
    assert not [one for one in found.choices if {one.system, one.rival_system} == {"c", "d"}]
    tiles = {one.label: one.value for one in SystemView().head(found).tiles}
    assert tiles["Pairs shown to differ"] == "5 of 5"
