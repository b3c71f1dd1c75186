"""What a study of conditions says in sentences."""

from __future__ import annotations

import dataclasses
import re

import pytest

from trueness.studies.conditions.said import conditions_cautions, conditions_conclusions, kind_words
from trueness.studies.conditions.study import conditions


@pytest.fixture(scope="module")
def found(judged_table):
    return conditions(
        judged_table(),
        against={"spa": judged_table(1, noise=0.2), "cat": judged_table(2, noise=1.0)},
        back={"cat": judged_table(3, noise=0.3)},
        level="global",
        over="inputs",
        resamples=99,
        rng=1,
    )


def test_the_shares_are_those_of_the_rows(found):
    (row,) = [r for r in found.shares if (r.margin_kind, r.method) == ("sd", "two_way_jackknife")]
    text = (
        f"{row.share_equivalent_adjusted:.0%} ({row.share_equivalent:.0%} before correction) within the standard "
        "deviation of single annotators"
    )
    assert text in next(one for one in found.conclusions if one.startswith("Tests that show equal agreement"))


@pytest.mark.parametrize(
    ("equivalent", "undefined", "start"),
    [
        (
            8,
            0,
            "✓ In all 8 tests a metric agrees with people as well under another condition as under the reference",
        ),
        (
            3,
            0,
            "✓ In 3 of 8 tests a metric agrees with people as well under another condition as under the reference",
        ),
        (
            0,
            0,
            "? We cannot tell for any of 8 tests whether a metric agrees with people as well under another",
        ),
        (0, 8, "? We cannot tell whether metrics agree with people as well under another condition"),
    ],
)
def test_the_answer_is_no_more_than_the_tests_show(found, equivalent, undefined, start):
    rows = tuple(
        dataclasses.replace(row, n_equivalent_adjusted=equivalent, n_undefined=undefined)
        for row in found.shares
    )
    said = conditions_conclusions(dataclasses.replace(found, shares=rows, decisions=()))[0]
    assert said.startswith(start)
    assert said.endswith("? For 5 we cannot tell.") == (equivalent == 3)


def test_of_one_condition_its_name_and_the_metrics_are_said(judged_table):
    one = conditions(
        judged_table(),
        against={"spa": judged_table(1, noise=0.2)},
        level="global",
        resamples=99,
        rng=1,
        margin=0.3,
    )
    shown = sum(row.equivalent for row in one.tests if row.method == one.settings.method)
    assert one.conclusions[0].startswith(
        f"✓ {'All 4' if shown == 4 else f'{shown} of 4'} metrics {'agrees' if shown == 1 else 'agree'} with people as "
        "well under 'spa' as under the reference, within 0.3 ("
    )


def test_without_a_correction_there_is_one_share(found):
    settings = dataclasses.replace(found.settings, correction="none")
    said = conditions_conclusions(dataclasses.replace(found, settings=settings))
    assert not any("before correction" in text for text in said)


def test_pairs_and_the_way_back_are_counted(found):
    said = found.conclusions[-1]
    rows = {row.condition: row for row in found.shifts}
    pairs = sum(rows[name].n_pairs for name in ("spa", "cat"))
    assert f"Of {pairs} separated pairs" in said
    assert f"relevance {rows['spa'].share_resolved:.0%}" in said
    less = int(rows["cat and back"].shift < rows["cat"].shift)
    assert re.search(rf"less than one way in {less} of 1 case\b", said)


def test_a_caution_of_one_margin_says_of_which(found):
    said = [caution.message for caution in found.cautions if caution.code == "margin_from_data"]
    assert [text.split(":")[0] for text in said] == [
        "margin sd",
        "margin range",
    ]


def test_why_there_is_no_plane(found):
    (last,) = [c for c in conditions_cautions(found, (), no_map="all alike") if c.code == "no_plane"]
    assert last.message == "There is no plane of scorers: all alike"


def test_margins_in_words():
    assert kind_words("0.05") == "0.05"
    assert kind_words("range") == "the largest difference of single annotators"
