"""The first screen of a page on systems says what its rows say, in the answer and in tiles."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.studies.systems.decided import decided
from trueness.studies.systems.study import systems
from trueness.studies.systems.view import SystemView


def compared(qualities, n_inputs=30, **options):
    rng = np.random.default_rng(1)
    people = np.asarray(qualities, dtype=float)[:, None] + rng.normal(size=(len(qualities), n_inputs))
    values = np.stack([people, people + 0.2 * rng.normal(size=people.shape), rng.normal(size=people.shape)])
    table = ScoreTable(
        (Scorer("people", "human"), Scorer("like"), Scorer("noise")),
        tuple(f"s{k}" for k in range(len(qualities))),
        tuple(f"d{k}" for k in range(n_inputs)),
        values,
    )
    return systems(table, **{"resamples": 199, "rng": 1, **options})


@pytest.fixture(scope="module")
def found():
    return compared([0, 0.1, 3, 3.1])


def test_those_that_may_be_best_are_named(found):
    top = found.not_outperformed("people")
    assert set(top) == {"s2", "s3"}
    assert found.answers[0] == (
        f"? By 'people' the best system is one of 2 (95% confidence): '{top[0]}', '{top[1]}'. The other 2 are ruled "
        "out. 4 of 6 pairs differ."
    )
    highest, apart, decides, contradicted = SystemView().head(found).tiles
    assert highest.value == top[0]
    assert highest.text.endswith("shown to be better than 2 of 3 others")
    own = [row for row in found.pairs if row.scorer == "people"]
    assert apart.value == f"{sum(row.verdict in ('better', 'worse') for row in own)} of {len(own)}"
    assert apart.text == "by ‘people’, after Holm correction"
    row = max(found.agreement, key=lambda row: row.agreement)
    assert (decides.label, decides.value) == ("Decides most like ‘people’", row.metric == "like" and "like")
    assert f"{row.agreement:.0%} of 6 pairs; separates {row.n_same_winner} of the 4" in decides.text
    assert (contradicted.value, contradicted.text) == ("0 of 6", "by any metric")


def test_one_that_is_the_best():
    assert compared([0, 0.1, 6]).answers[0] == (
        "✓ By 'people' the best system is 's2'; the other 2 are ruled out. 2 of 3 pairs differ."
    )
    assert compared([0, 6]).answers[0] == (
        "✓ By 'people' the best system is 's1'; the other one is ruled out. They differ."
    )


def test_many_that_may_be_best_are_counted():
    found = compared([0, *[3] * 8])
    best = next(one for one in found.decisions if (one.rule, one.about) == ("may_be_best", "people"))
    assert len(best.names) == 8
    first = ", ".join(f"'{name}'" for name in best.names[:6])
    assert found.answers[0].startswith(
        f"? By 'people' the best system is one of 8 (95% confidence): {first} and 2 more. The other one is ruled out. "
    )


def test_nothing_separated_and_nothing_tested():
    same = compared([0, 0, 0], correction="bonferroni")
    assert not any(row.n_beaten for row in same.standing if row.scorer == "people")
    assert same.answers[0] == (
        "? By 'people' any of the 3 systems may be the best. No two systems are shown to differ: do not rank them."
    )
    undefined = tuple(dataclasses.replace(row, verdict="undefined") for row in same.pairs)
    standing = [row for row in same.standing if row.scorer == "people"]
    assert decided((), "people", standing, None, same.settings, None) == [
        "By 'people' no pair of systems could be tested."
    ]
    head = SystemView().head(dataclasses.replace(same, pairs=undefined, agreement=(), decisions=()))
    assert [tile.label for tile in head.tiles] == ["Highest by ‘people’"]


def test_where_no_test_can_reject_nobody_decides_alike():
    few = compared([0, 3, 6], n_inputs=3)
    assert [tile.label for tile in SystemView().head(few).tiles] == [
        "Highest by ‘people’",
        "Pairs shown to differ",
    ]


def test_by_one_scorer_and_without_people():
    alone = compared([0, 0.1, 3, 3.1], scorers=["noise"])
    assert alone.answers[0].partition(" ")[2].startswith("By 'noise'")
    assert len(SystemView().head(alone).tiles) == 2
    beside = compared([0, 0.1, 3, 3.1], scorers=["like"], human="people")
    assert SystemView().head(beside).tiles[2].label == "Decides like ‘people’"


def test_contradictions_are_counted(found):
    worse = tuple(
        dataclasses.replace(row, n_contradictions=2) if row.metric == "noise" else row
        for row in found.agreement
    )
    tile = SystemView().head(dataclasses.replace(found, agreement=worse)).tiles[3]
    assert (tile.value, tile.text) == (
        "2 of 6",
        "by ‘noise’, the most of all metrics: what one calls better, the other calls worse",
    )


def test_a_system_without_a_score_is_not_the_highest(found):
    top = found.not_outperformed("people")[0]
    lost = tuple(
        dataclasses.replace(row, estimate=float("nan")) if row.system == top else row
        for row in found.standing
    )
    assert SystemView().head(dataclasses.replace(found, standing=lost)).tiles[0].value != top
