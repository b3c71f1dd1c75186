"""The first screen of a page on preferences says what its rows say."""

from __future__ import annotations

import dataclasses
import math

import pytest
from tests.studies.preferences.conftest import drawn_rows

from trueness.data.preferences import Preferences
from trueness.reporting.preference_head import preferences_head
from trueness.studies.preferences.said import RANK
from trueness.studies.preferences.study import preferences


@pytest.fixture(scope="module")
def study():
    pairs = Preferences.of(drawn_rows(n_inputs=20, judged=24), name="drawn")
    return preferences(pairs, judges=["good", "bad"], rng=1)


def lit(study, **lights):
    uses = tuple(
        dataclasses.replace(use, light=lights[use.metric]) if use.use == RANK else use for use in study.uses
    )
    return dataclasses.replace(study, uses=uses)


def test_every_judge_is_answered_for(study):
    same = preferences_head(lit(study, good="green", bad="green"))
    assert same.lead == "'good' and 'bad' may replace people for ranking these systems."
    apart = preferences_head(lit(study, good="yellow", bad="red"))
    assert apart.lead == (
        "Whether 'good' may replace people for ranking these systems is undecided. 'bad' may not replace people for "
        "ranking these systems."
    )
    assert preferences_head(dataclasses.replace(study, uses=())).lead == ""


def test_the_numbers_are_those_of_the_first_judge(study):
    rank, agrees, another, first = preferences_head(study).tiles
    (use, *_) = [use for use in study.uses if use.use == RANK]
    assert (use.metric, rank.value) == ("good", f"r {use.estimate:.2f}")
    assert rank.interval == f"[{use.low:.2f}, {use.high:.2f}]"
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
    undefined = tuple(dataclasses.replace(use, estimate=nan, low=nan, high=nan) for use in study.uses)
    tile = preferences_head(dataclasses.replace(study, uses=undefined)).tiles[0]
    assert (tile.value, tile.interval) == ("undefined", "")
    single = tuple(dataclasses.replace(row, n_both=0) for row in study.agreement)
    labels = [tile.label for tile in preferences_head(dataclasses.replace(study, agreement=single)).tiles]
    assert "Another person does" not in labels


def test_of_people_alone_whom_they_prefer(study):
    alone = dataclasses.replace(study, uses=(), agreement=(), ranking=(), position=())
    (tile,) = preferences_head(alone).tiles
    best = next(row for row in study.strengths if row.metric == "people")
    assert (tile.label, tile.value) == ("People prefer most", best.system)
    assert f"rank {best.rank_low} to {best.rank_high}" in tile.text
