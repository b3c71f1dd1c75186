"""Sentences follow the rows."""

from __future__ import annotations

from trueness.data.preferences.preferences import CHOSEN, REJECTED, A, B, PairRow, Preferences
from trueness.studies.preferences.study import preferences

from .conftest import drawn_rows


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
        "'gpt-a' is in every pair: intervals of agreement apply to other systems beside it"
    )
    assert all(row.low < row.estimate < row.high for row in study.agreement)


def test_people_alone_are_ranked(pairs):
    said = preferences(pairs, people=["ann", "bob", "good", "bad"], rng=1).conclusions
    assert said[0].startswith("People prefer 'gpt-a' most: its strength is ")
    assert "], its rank 1 to " in said[0]
    assert said[0].endswith(" of 4. There is no judge and no metric to compare with people.")


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
