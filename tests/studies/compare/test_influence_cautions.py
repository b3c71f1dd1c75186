"""A few systems that decide are named, in the words of the findings; normal scores are left in peace."""

from __future__ import annotations

import dataclasses
import itertools

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import listing
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.compare.influence_cautions import influence_cautions
from trueness.studies.compare.rows import PairTest
from trueness.studies.compare.settings import Settings
from trueness.studies.compare.study import compare

SETTINGS = Settings.of(interval="none", rng=1)


def scores(n=14, m=20, k=3, seed=1):
    """Normal quality; metrics with noise of systems and of outputs."""
    rng = np.random.default_rng(seed)
    quality = rng.normal(size=(n, 1))
    human = quality + rng.normal(size=(n, m))
    metrics = np.array([quality + rng.normal(size=(n, 1)) * 0.7 + rng.normal(size=(n, m)) for _ in range(k)])
    return metrics, human


def estimates_of(metrics, human, settings=SETTINGS):
    from trueness.studies.compare.estimates import estimate_correlations

    return estimate_correlations(ScoreArrays.of(metrics, human), settings).estimates


def decided(estimates, verdict, level="system"):
    """Rows of the test that decides, as if every pair was separated."""
    values = {
        row.metric: row.estimate for row in estimates if (row.level, row.coefficient) == (level, "pearson")
    }
    found = []
    for (a, one), (b, other) in itertools.combinations(sorted(values.items()), 2):
        blank = {field.name: 0.0 for field in dataclasses.fields(PairTest)}
        test, over = SETTINGS.main_test(level, "pearson")
        what = verdict if verdict != "by value" else ("better" if one > other else "worse")
        given = {"metric": a, "rival": b, "level": level, "coefficient": "pearson", "verdict": what}
        found.append(PairTest(**(blank | given | {"test": test, "over": over})))
    return found


def said(metrics, human, settings=SETTINGS, tests=None):
    arrays = ScoreArrays.of(metrics, human)
    estimates = estimates_of(metrics, human, settings)
    tests = decided(estimates, "by value") if tests is None else tests
    systems = [f"s{k}" for k in range(len(human))]
    return {one.code: one for one in influence_cautions(arrays, systems, settings, estimates, tests)}


def test_two_systems_that_carry_everything_are_named():
    metrics, human = scores()
    metrics[:, [3, 8]] -= 12
    human[[3, 8]] -= 12
    found = said(metrics, human)
    carried = found["influential_systems"]
    assert carried.severity == "warning"
    assert "At the system level (Pearson's r)" in carried.message
    assert "the highest, has 0.9" in carried.message
    assert "without 's3' and 's8'" in carried.message
    assert "at Kendall's tau-b beside" in carried.message
    outlying = found["outlying_scores"]
    assert outlying.severity == "warning"
    assert "the human scores and" in outlying.message


def test_a_verdict_that_two_systems_turn_round():
    rng = np.random.default_rng(6)
    z = np.append(rng.normal(size=14), [6.0, 6.5])
    first, second = z + 0.7 * rng.normal(size=16), z + 0.5 * rng.normal(size=16)
    second[-2:] -= 14
    metrics = np.repeat(np.array([first, second])[:, :, None], 5, axis=2)
    message = said(metrics, np.repeat(z[:, None], 5, axis=1))["influential_systems"].message
    assert "'metric1' is better than 'metric2', but not without 's14' and 's15'" in message
    none = decided(estimates_of(metrics, np.repeat(z[:, None], 5, axis=1)), "not separated")
    message = said(metrics, np.repeat(z[:, None], 5, axis=1), tests=none)["influential_systems"].message
    assert "better than" not in message


@pytest.mark.parametrize(("n", "k"), [(10, 3), pytest.param(16, 11, marks=pytest.mark.slow)])
def test_normal_scores_are_seldom_warned_of(n, k):
    """As if every pair was separated, which is more than any test would say: at both levels, 150 tables."""
    fired = sum("influential_systems" in said(*scores(n, 12, k, seed)) for seed in range(150))
    assert fired / 150 <= 0.05 + 2.6 * np.sqrt(0.05 * 0.95 / 150)


def test_rank_coefficients_are_looked_at_where_findings_are_about_them():
    metrics, human = scores()
    ranked = dataclasses.replace(SETTINGS, coefficients=("kendall",))
    metrics[:, [3, 8]] -= 12
    human[[3, 8]] -= 12
    assert "outlying_scores" not in said(metrics, human, ranked)  # of Pearson's r alone
    only = dataclasses.replace(SETTINGS, coefficients=("pearson",))
    assert "(--coefficient kendall)" in said(metrics, human, only)["influential_systems"].message


def test_missing_scores_are_left_out():
    metrics, human = scores()
    metrics[:, [3, 8]] -= 12
    human[[3, 8]] -= 12
    metrics[0, 5] = np.nan  # one metric lacks a system
    human[0, 0] = np.nan
    assert "without 's3' and 's8'" in said(metrics, human)["influential_systems"].message


def test_dialsummeval_says_which_systems_decide(test_data):
    """ROUGE-1 against relevance: r .26, .98 without B and C, and -.73 without D and E."""
    from trueness.data.reading.read import read_scores

    found = compare(
        read_scores(test_data / "data" / "dialsummeval"),
        human="relevance",
        metrics=["rouge-1", "rouge-2", "questeval"],
        level="system",
        coefficient="pearson",
        interval="none",
        rng=1,
        resamples=99,
        beside=(),
    )
    (message,) = [one.message for one in found.cautions if one.code == "influential_systems"]
    assert "'rouge-1' has 0.26, but −0.73 without 'D' and 'E' and 0.98 without 'B' and 'C'" in message
    assert found.cautions[0].code in ("influential_systems", "too_few_arrangements", "too_few_resamples")


def test_outputs_far_from_the_rest_are_named_over_all_outputs():
    rng = np.random.default_rng(6)
    metrics, human = scores()
    settings = Settings.of(level=("system", "global"), interval="none", rng=1)
    assert "outlying_outputs" not in said(metrics, human, settings)
    metrics[1, rng.random(human.shape) < 0.01] *= 50
    assert "by 'b'" not in said(metrics, human, SETTINGS).get("outlying_outputs", "")
    found = said(metrics, human, settings)["outlying_outputs"]
    assert found.severity == "warning"
    assert (
        f"far from the rest by '{ScoreArrays.of(metrics, human).names[1]}'. Over all outputs" in found.message
    )
    human[3, 3] = 500.0
    assert "by 'the human scores'" not in said(metrics, human, settings)["outlying_outputs"].message
    assert "by the human scores and" in said(metrics, human, settings)["outlying_outputs"].message


def test_a_level_without_systems_is_left_alone():
    rng = np.random.default_rng(1)
    human = rng.normal(size=(1, 30))
    table = ScoreTable(
        (Scorer("people", "human"), Scorer("m")),
        ("only",),
        tuple(map(str, range(30))),
        np.array([human, human + rng.normal(size=(1, 30))]),
    )
    codes = {one.code for one in compare(table, resamples=9, rng=1).cautions}
    assert not codes & {"influential_systems", "outlying_scores"}


def test_where_tests_of_r_fail_the_answer_of_ranks_and_the_option_for_it_are_said():
    rng = np.random.default_rng(2)
    human = rng.normal(size=(12, 40))
    human[3] -= 9
    values = np.array([human, human + rng.normal(size=human.shape), human + 4 * rng.normal(size=human.shape)])
    table = ScoreTable(
        (Scorer("people", "human"), Scorer("good"), Scorer("bad")),
        tuple(f"s{k}" for k in range(12)),
        tuple(f"d{k}" for k in range(40)),
        values,
    )
    found = compare(table, rng=1, level="input")
    (message,) = [one.message for one in found.cautions if one.code == "outlying_scores"]
    best = found.decided("may_be_best", "input", "kendall")
    assert f"at the input level {listing(best.names, 4)}." in message
    assert "(--coefficient kendall)" in message
    assert "system level" not in message
    alone = compare(table, rng=1, level="input", coefficient="pearson")
    (message,) = [one.message for one in alone.cautions if one.code == "outlying_scores"]
    assert message.endswith("Go by Kendall's tau-b (--coefficient kendall).")
