"""Annotators as facets: their own ratings as human scores, beside the human score that they make together."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from trueness.data.reading.read import read_scores
from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable
from trueness.errors import DataError
from trueness.study.facets.annotators import Annotators
from trueness.study.facets.facet_kind import ALL


@pytest.fixture(scope="module")
def table():
    ratings = np.random.default_rng(1).integers(1, 6, (3, 4, 6)).astype(float)
    ratings[2, :, 2:] = np.nan  # c rated two inputs
    ratings[1, 0, 0] = np.nan
    people = Annotations(("b", "a", "c"), ratings)
    metric = np.random.default_rng(2).normal(size=(4, 6))
    return ScoreTable(
        (Scorer("human", "human", higher_is_better=False), Scorer("m")),
        tuple("pqrs"),
        tuple("uvwxyz"),
        np.stack([people.mean(), metric]),
        annotations={"human": people},
    )


def test_each_is_the_human_scorer_of_its_own_ratings(table):
    found = Annotators("annotator").facets(table, ["human"], 2)
    assert [(name, one.human) for name, one in found.each.items()] == [
        (ALL, "human"),
        ("a", "human@a"),
        ("b", "human@b"),
        ("c", "human@c"),
    ]
    for who, ratings in zip("bac", table.annotations["human"].values, strict=True):
        one = found.each[who]
        np.testing.assert_array_equal(one.table.matrix(one.human), ratings)
        assert one.table.scorer(one.human).role == "human"
        assert not one.table.scorer(one.human).higher_is_better
    np.testing.assert_array_equal(found.each[ALL].table.matrix("human"), table.matrix("human"))
    assert found.table is found.each[ALL].table


def test_those_of_few_inputs_are_left_out(table):
    found = Annotators("annotator").facets(table, ["human"], 3)
    assert list(found.each) == [ALL, "a", "b"]
    assert found.small == {"c": 2}
    assert found.units == "inputs"
    with pytest.raises(DataError, match="0 of 3 annotators have at least 7 inputs"):
        Annotators("annotator").facets(table, ["human"], 7)


def test_the_same_can_be_asked_of_the_table_that_has_them(table):
    once = Annotators("annotator").facets(table, ["human"], 2)
    again = Annotators("annotator").facets(once.table, ["human"], 2)
    assert again.table.scorer_names == once.table.scorer_names
    assert list(again.each.items())[1][1].human == "human@a"


def test_a_score_without_annotators_is_refused(table):
    with pytest.raises(
        DataError, match=r"'m' has no annotators behind it\. Scorers with annotators: 'human'"
    ):
        Annotators("annotator").facets(table, ["m"], 2)


def test_a_score_that_looks_like_one_annotators_is_told_what_to_type():
    rows = [{"id": str(k), "human_1": k % 3, "human_2": k % 3, "m": k} for k in range(6)]
    with pytest.raises(
        DataError, match=r"If so: --columns 'annotators=human_\*' --human human, or leave --by out"
    ):
        Annotators("annotator").facets(read_scores(pl.DataFrame(rows)), ["human_1"], 2)
