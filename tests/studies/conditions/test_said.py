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
    assert text in found.conclusions[0]
    assert "of 8 tests (4 metrics, 1 human scorer, 2 conditions)" in found.conclusions[0]


def test_without_a_correction_there_is_one_share(found):
    settings = dataclasses.replace(found.settings, correction="none")
    said = conditions_conclusions(dataclasses.replace(found, settings=settings))
    assert "before correction" not in said[0]


def test_pairs_and_the_way_back_are_counted(found):
    said = found.conclusions[-1]
    rows = {row.condition: row for row in found.shifts}
    pairs = sum(rows[name].n_pairs for name in ("spa", "cat"))
    assert f"of {pairs} resolved pairs" in said
    assert f"relevance {rows['spa'].share_resolved:.0%}" in said
    less = int(rows["cat and back"].shift < rows["cat"].shift)
    assert re.search(rf"smaller than one way in {less} of 1 case\b", said)


def test_a_caution_of_one_margin_says_of_which(found):
    said = [caution.message for caution in found.cautions if caution.code == "margin_from_data"]
    assert [text.split(":")[0] for text in said] == [
        "margin sd",
        "margin range",
    ]


def test_why_there_is_no_plane(found):
    (last,) = [c for c in conditions_cautions(found, (), no_map="all alike") if c.code == "no_plane"]
    assert last.message == "scorers are not laid on a plane: all alike"


def test_margins_in_words():
    assert kind_words("0.05") == "0.05"
    assert kind_words("range") == "the largest difference of single annotators"
