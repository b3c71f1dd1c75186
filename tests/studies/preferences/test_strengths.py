"""Strengths, rankings and win rates as the plain functions give them."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from trueness.data.preferences.preferences import Preferences
from trueness.statistics.judging.prediction_powered import ppi_mean
from trueness.statistics.preferences.bradley_terry import bradley_terry
from trueness.statistics.preferences.strength_ranks import strength_correlation
from trueness.studies.preferences.settings import PreferenceSelection, PreferenceSettings
from trueness.studies.preferences.study import preferences
from trueness.studies.preferences.verdicts import verdicts_of

from .conftest import SYSTEMS, drawn_rows


@pytest.fixture(scope="module")
def study(pairs):
    return preferences(pairs, judges=["good", "bad"], rng=1)


def people():
    rows = [row for row in drawn_rows() if row.rater in ("ann", "bob")]
    return (
        [SYSTEMS.index(row.a) for row in rows],
        [SYSTEMS.index(row.b) for row in rows],
        [row.verdict for row in rows],
        [row.input for row in rows],
    )


@pytest.mark.parametrize("model", ["davidson", "rao_kupper", "bradley_terry"])
def test_strengths_of_people_are_the_plain_functions(pairs, model):
    found = preferences(pairs, judges=["good", "bad"], model=model, rng=1)
    first, second, outcome, inputs = people()
    expected = bradley_terry(first, second, outcome, model=model, clusters=inputs)
    rows = {row.system: row for row in found.strengths if row.metric == "people"}
    for k, name in enumerate(SYSTEMS):
        assert rows[name].estimate == pytest.approx(expected.strengths[k], abs=1e-6)
        assert rows[name].low == pytest.approx(expected.low[k], abs=1e-5)
    assert rows["gpt-a"].rank == 1
    assert sum(row.n_comparisons for row in rows.values()) == 2 * len(outcome)


def test_differences_pair_the_inputs(study):
    # the judge's strengths and people's go up and down with the inputs, so that the difference is surer than both apart
    rows = {(row.metric, row.system): row for row in study.strengths}
    for name in SYSTEMS:
        judge, human = rows["good", name], rows["people", name]
        assert judge.difference == pytest.approx(judge.estimate - human.estimate)
        apart = np.hypot(judge.high - judge.low, human.high - human.low)
        assert 0 < judge.difference_high - judge.difference_low < 1.2 * apart


def test_ranking_counts_what_is_shown(study):
    rows = {row.metric: row for row in study.ranking}
    assert rows["good"].n_systems == 4
    assert rows["good"].n_separated == rows["bad"].n_separated >= 3
    assert rows["good"].n_reversed == 0
    assert rows["good"].pvalue == pytest.approx(2 / 24) or rows["good"].kendall < 1


def test_win_rates_are_prediction_powered(study, pairs):
    row = next(row for row in study.wins if row.metric == "good" and row.system == "m-d")
    human, judge = {}, {}
    for one in drawn_rows():
        if "m-d" in (one.a, one.b):
            side = 1 if one.a == "m-d" else -1
            store = human if one.rater in ("ann", "bob") else judge if one.rater == "good" else {}
            store.setdefault((one.input, one.a if side < 0 else one.b), []).append(side * one.verdict)
    keys = sorted(judge)
    said = [judge[key][0] if len(set(judge[key])) == 1 else 0 for key in keys]
    mine = [np.mean(human[key]) if key in human else np.nan for key in keys]
    expected = ppi_mean((1 + np.array(mine)) / 2, (1 + np.array(said)) / 2, clusters=[key[0] for key in keys])
    assert (row.estimate, row.low, row.high) == pytest.approx(
        (expected.estimate, expected.low, expected.high)
    )
    assert row.labels_worth == pytest.approx(expected.labels_worth)


def test_a_judge_of_fewer_systems_and_more_inputs_is_compared_on_what_both_have(pairs):
    kept = [
        row
        for row in drawn_rows(judged=200)
        if not (row.rater == "good" and "m-d" in (row.a, row.b))
        and (row.rater not in ("ann", "bob") or row.input < "q08")
    ]
    table = Preferences.of(kept)
    row = preferences(table, judges=["good"], people=["ann", "bob"], rng=1).ranking[0]
    verdicts = verdicts_of(
        table,
        None,
        PreferenceSelection(),
        PreferenceSettings(),
        (("good",), ("ann", "bob")),
    )
    judged = np.flatnonzero(~np.isnan(verdicts.judges["good"]))
    fits = []
    for pair, said in (
        (verdicts.people.pair, verdicts.people.verdict),
        (judged, verdicts.judges["good"][judged]),
    ):
        model = bradley_terry(
            verdicts.one[pair], verdicts.other[pair], said, model="davidson", clusters=verdicts.cluster[pair]
        )
        influences = np.zeros((200, 3))
        influences[np.unique(verdicts.cluster[pair])] = model.influences[:, :3]
        fits.append((model.strengths[:3], influences))
    (people_said, theirs), (judge_said, mine) = fits
    # eight inputs of people: their noise is Student's with 7 degrees of freedom, however many the judge has seen
    expected = strength_correlation(people_said, judge_said, (theirs, mine), 7)
    assert row.n_systems == 3
    assert {name: getattr(row, name) for name in ("estimate", "low", "high")} == pytest.approx(
        expected.shown()
    )
    assert row.plain == pytest.approx(stats.pearsonr(people_said, judge_said).statistic)


def test_a_system_that_won_always_may_lose_yet():
    rows = [
        row._replace(verdict=1 if row.a == "gpt-a" else -1 if row.b == "gpt-a" else row.verdict)
        for row in drawn_rows()
        if row.rater != "bad"
    ]
    found = preferences(Preferences.of(rows), judges=["good"], rng=1)
    row = next(row for row in found.wins if row.system == "gpt-a")
    square = stats.t.ppf(0.975, 39) ** 2
    assert (row.estimate, row.high) == (1, 1)
    assert (
        row.low == row.low_human == pytest.approx(40 / (40 + square))
    )  # Wilson's, forty inputs that people judged


def test_win_rates_need_ten_judged_inputs():
    """Nine have no interval; with ten that of people alone is Student's t of inputs, worked out here."""
    few, enough = (
        preferences(Preferences.of(drawn_rows(n_inputs=n)), judges=["good", "bad"], rng=1) for n in (9, 10)
    )
    for row in few.wins:
        assert np.isfinite(row.estimate)
        assert np.isnan([row.low, row.high, row.low_human, row.high_human]).all()
    assert any("they are left out" in caution.message for caution in few.cautions)
    for row in enough.wins:
        assert row.low < row.estimate < row.high
        won = {}
        for one in drawn_rows(n_inputs=10):
            if one.rater in ("ann", "bob") and row.system in (one.a, one.b):
                side = 1 if one.a == row.system else -1
                won.setdefault(one.input, []).append((1 + side * one.verdict) / 2)
        means = np.array([np.mean(shares) for shares in won.values()])
        assert (len(means), {len(shares) for shares in won.values()}) == (10, {6})
        # fifty inputs are clusters, ten of which have labels
        error = np.sqrt(np.sum((means - means.mean()) ** 2) * 50 / 49) / 10
        half = stats.t.ppf(0.975, 9) * error
        assert row.estimate_human == pytest.approx(means.mean())
        assert (row.low_human, row.high_human) == pytest.approx((means.mean() - half, means.mean() + half))
