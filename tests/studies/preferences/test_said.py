"""Lights and sentences follow the rows."""

from __future__ import annotations

import dataclasses

import pytest

from trueness.data.preferences import CHOSEN, REJECTED, A, B, PairRow, Preferences
from trueness.studies.preferences.rows import PairAgreement, RankingAgreement
from trueness.studies.preferences.said import RANK, STAND_IN, ranking_answer, use_rows
from trueness.studies.preferences.settings import PreferenceSettings
from trueness.studies.preferences.study import preferences

from .conftest import drawn_rows

RANKING = RankingAgreement("j", 0.95, 0.85, 0.99, 0.94, 0.9, 0.01, 0, 5, 6)
AGREES = PairAgreement(
    "j", "judge", "half", 0.7, 0.65, 0.75, 0.5, 0.72, 0.66, 0.77, -0.02, -0.04, 0.0, 100, 90
)


@pytest.mark.parametrize(
    ("changed", "light"),
    [
        ({}, "green"),
        ({"low": 0.7}, "yellow"),
        ({"low": 0.3, "high": 0.79}, "red"),
        ({"n_reversed": 1}, "yellow"),
        ({"low": float("nan"), "high": float("nan")}, "yellow"),
    ],
)
def test_a_light_for_ranking(changed, light):
    (use,) = use_rows([], [dataclasses.replace(RANKING, **changed)], PreferenceSettings())
    assert (use.use, use.light) == (RANK, light)
    said = ranking_answer(use.light, "j")
    assert ("may replace" in said, "undecided" in said, "may not" in said) == (
        light != "red",
        light == "yellow",
        light == "red",
    )


@pytest.mark.parametrize(
    ("low", "high", "light"), [(-0.04, 0.0, "green"), (-0.08, 0.0, "yellow"), (-0.2, -0.06, "red")]
)
def test_a_light_for_standing_in(low, high, light):
    row = dataclasses.replace(AGREES, difference_low=low, difference_high=high)
    (use,) = use_rows([row], [], PreferenceSettings())
    assert (use.use, use.light) == (STAND_IN, light)
    assert not use_rows([dataclasses.replace(row, n_both=0)], [], PreferenceSettings())
    assert not use_rows([dataclasses.replace(row, kind="metric")], [], PreferenceSettings())


def test_cautions_say_what_the_data_lack(pairs):
    study = preferences(pairs, judges=["good", "bad"], rng=1)
    codes = {one.code for one in study.cautions}
    assert {"few_systems", "people"} <= codes
    assert "one_order" not in codes
    assert "few_systems" not in {
        one.code for one in preferences(pairs, judges=["good"], people=["ann"], over="inputs", rng=1).cautions
    }


def test_that_a_baseline_is_in_every_pair_is_said():
    rows = [row for row in drawn_rows() if "gpt-a" in (row.a, row.b)]
    study = preferences(Preferences.of(rows, name="baseline"), judges=["good"], people=["ann", "bob"], rng=1)
    (said,) = (one.message for one in study.cautions if one.code == "one_system_always")
    assert said.startswith(
        "'gpt-a' is in every pair: intervals of agreement speak of other systems beside it"
    )
    assert all(row.low < row.estimate < row.high for row in study.agreement)


def test_people_alone_are_ranked(pairs):
    said = preferences(pairs, people=["ann", "bob", "good", "bad"], rng=1).conclusions
    assert said[0].startswith(
        "There is no judge and no metric to compare with people. People prefer 'gpt-a' most"
    )


def test_where_no_system_is_named_none_is_ranked():
    rows = [
        row
        for k in range(30)
        for row in (
            PairRow(k, f"q{k}", CHOSEN, REJECTED, "gold", A, role="human"),
            PairRow(k, f"q{k}", CHOSEN, REJECTED, "j", A if k % 5 else B, role="judge"),
        )
    ]
    found = preferences(Preferences.of(rows), rng=1)
    assert found.conclusions[0].startswith("'j' prefers the better output in 80%")
    assert found.strengths == found.ranking == ()
    assert not {one.code for one in found.cautions} & {"no_strengths", "two_systems", "no_ceiling"}
    named = preferences(Preferences.of(row._replace(a="x", b="y") for row in rows), rng=1)
    assert {"no_strengths", "two_systems", "no_ceiling"} <= {one.code for one in named.cautions}
