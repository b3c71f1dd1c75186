"""The first screen of a page on preferences says what its rows say."""

from __future__ import annotations

import dataclasses
import math

import pytest
from tests.studies.preferences.conftest import drawn_rows

from trueness.data.preferences.preferences import Preferences
from trueness.decisions.decision import Ground
from trueness.studies.preferences.decided import IN_ORDER
from trueness.studies.preferences.study import preferences
from trueness.studies.preferences.view import PreferenceView


@pytest.fixture(scope="module")
def study():
    pairs = Preferences.of(drawn_rows(n_inputs=20, judged=24), name="drawn")
    return preferences(pairs, judges=["good", "bad"], over="inputs", rng=1)


def decided(study, rule, **changed):
    found = tuple(dataclasses.replace(one, **changed) if one.rule == rule else one for one in study.decisions)
    return dataclasses.replace(study, decisions=found)


def test_the_answers_and_the_tiles_are_about_the_judge_that_agrees_most(study):
    most, rank, *spoils = study.answers
    assert most.startswith("✓ Of 2 judges 'good' agrees most with people")
    assert rank.startswith("? We cannot tell whether 'good' may rank systems")
    assert study.conclusions[2].startswith("? We cannot tell whether 'good' may stand in for a person")
    assert [text.partition(":")[0] for text in spoils] == ["Order counts for 'good'"]
    labels = [tile.label for tile in PreferenceView().head(decided(study, "may_rank", answer="yes")).tiles]
    assert labels[0] == "Rank systems: yes"
    turned = tuple(
        dataclasses.replace(row, estimate=0.9) if row.metric == "bad" else row for row in study.agreement
    )
    other = PreferenceView().head(dataclasses.replace(study, agreement=turned))
    assert "bad agrees with a person" in [tile.label for tile in other.tiles]
    assert all("good" not in tile.text for tile in other.tiles)


def test_the_numbers_are_those_of_the_first_judge(study):
    rank, agrees, another, first = PreferenceView().head(study).tiles
    order = next(row for row in study.ranking if row.metric == "good")
    assert (rank.label, rank.value) == ("Rank systems: cannot tell", f"{order.in_order:.0%}")
    assert rank.interval == f"[{order.in_order_low:.0%}, {order.in_order_high:.0%}]"
    row = next(row for row in study.agreement if (row.metric, row.ties) == ("good", study.settings.ties))
    assert (agrees.value, agrees.interval) == (f"{row.estimate:.0%}", f"[{row.low:.0%}, {row.high:.0%}]")
    assert f"chance {row.chance:.0%}" in agrees.text
    assert (another.value, another.interval) == (
        f"{row.ceiling:.0%}",
        f"[{row.ceiling_low:.0%}, {row.ceiling_high:.0%}]",
    )
    place = next(row for row in study.position if row.metric == "good")
    assert (first.value, first.interval) == (f"{place.estimate:.0%}", f"[{place.low:.0%}, {place.high:.0%}]")


def test_what_is_undefined_or_not_there(study):
    nan = math.nan
    order = Ground(measure=IN_ORDER, estimate=nan, low=nan, high=nan, bar=0.8)
    tiles = PreferenceView().head(decided(study, "may_rank", grounds=(order,))).tiles
    assert not any(tile.label.startswith("Rank systems") for tile in tiles)
    single = tuple(dataclasses.replace(row, n_both=0) for row in study.agreement)
    labels = [
        tile.label for tile in PreferenceView().head(dataclasses.replace(study, agreement=single)).tiles
    ]
    assert "Another person does" not in labels


def test_of_people_alone_whom_they_prefer(study):
    alone = dataclasses.replace(study, decisions=(), agreement=(), ranking=(), position=())
    (tile,) = PreferenceView().head(alone).tiles
    best = next(row for row in study.strengths if row.metric == "people")
    assert (tile.label, tile.value) == ("People prefer most", best.system)
    assert f"rank {best.rank_low} to {best.rank_high}" in tile.text
