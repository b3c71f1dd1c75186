"""Columns that say how scores of systems come about: names, what they hold, and that they survive."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness.data.reading.read import read_scores
from trueness.data.scores.aggregate_columns import split_aggregate, with_aggregate_columns
from trueness.data.scores.merge import merge
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.data.writing.write import write_scores
from trueness.errors import ArgumentError, DataError, UnknownNameError
from trueness.statistics.score_arrays import ScoreArrays


@pytest.fixture(scope="module")
def table():
    values = np.random.default_rng(1).normal(size=(3, 4, 5))
    scorers = Scorer("h", "human"), Scorer("a_f", "metric"), Scorer("b_f", "metric", higher_is_better=False)
    return ScoreTable(scorers, tuple("wxyz"), tuple("12345"), values)


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("rouge1_f:median", ("rouge1_f", "median")),
        ("rouge1_f:refs=best,alpha=0.8:mean", ("rouge1_f:refs=best,alpha=0.8", "mean")),
        ("rouge1_f:refs=mean", ("rouge1_f:refs=mean", None)),
        ("median", ("median", None)),
        (":median", (":median", None)),
    ],
)
def test_the_word_stands_behind_the_last_colon(name, parts):
    assert split_aggregate(name) == parts


def test_a_column_has_the_scores_and_the_facts_of_its_metric(table):
    found = with_aggregate_columns(table, ["*_f:median", "a_f", "a_f:mean"])
    assert found.scorer_names == ("h", "a_f", "b_f", "a_f:median", "b_f:median", "a_f:mean")
    assert found.scorer("b_f:median") == Scorer(
        "b_f:median", "metric", higher_is_better=False, aggregate="median"
    )
    np.testing.assert_array_equal(found.matrix("b_f:median"), table.matrix("b_f"))
    assert with_aggregate_columns(found, ["*_f:median", "a_f:mean"]) is found


def test_patterns_pass_people_over_and_names_do_not(table):
    assert with_aggregate_columns(table, ["*:median"]).scorer_names[3:] == ("a_f:median", "b_f:median")
    with pytest.raises(DataError, match=r"'h' is a human scorer.*Name it without ':median'"):
        with_aggregate_columns(table, ["h:median"])
    with pytest.raises(DataError, match=r"lacks sufficient statistics.*'a_f:mean'"):
        with_aggregate_columns(table, ["a_f:corpus"])
    assert with_aggregate_columns(table, ["*:corpus"]) is table
    with pytest.raises(UnknownNameError, match="a_g"):
        with_aggregate_columns(table, ["a_g:median"])


def test_a_name_that_ends_so_by_chance_means_itself(table):
    named = dataclasses.replace(table, scorers=(*table.scorers[:2], Scorer("a_f:median", "metric")))
    assert with_aggregate_columns(named, ["a_f:median"]) is named
    assert named.scorer("a_f:median").aggregate is None


def test_fingerprints_of_tables_without_such_columns_stay_and_those_with_differ(table):
    one = dataclasses.replace(
        table, scorers=(*table.scorers[:2], dataclasses.replace(table.scorers[2], aggregate="mean"))
    )
    other = dataclasses.replace(
        table, scorers=(*table.scorers[:2], dataclasses.replace(table.scorers[2], aggregate="median"))
    )
    assert len({table.fingerprint, one.fingerprint, other.fingerprint}) == 3


@pytest.mark.parametrize("name", ["scores.csv", "scores.parquet"])
def test_files_keep_the_word(table, tmp_path, name):
    wanted = with_aggregate_columns(table, ["a_f:median"])
    found = read_scores(write_scores(wanted, tmp_path / name))
    assert found.fingerprint == wanted.fingerprint
    assert found.scorer("a_f:median").aggregate == "median"


def test_tables_that_disagree_about_the_word_are_not_joined(table):
    other = dataclasses.replace(
        table, scorers=(*table.scorers[:2], dataclasses.replace(table.scorers[2], aggregate="median"))
    )
    with pytest.raises(DataError, match="scores of systems of 'b_f' in different ways"):
        merge(table, other)


def test_arrays_take_each_metric_in_its_own_way():
    rng = np.random.default_rng(2)
    arrays = ScoreArrays.of(
        rng.normal(size=(3, 4, 5)), rng.normal(size=(4, 5)), aggregate="mean", aggregates={1: "median"}
    )
    assert [arrays.aggregation(k) for k in range(3)] == ["mean", "median", "mean"]
    # pairs of means are compared as though there were no median beside
    assert [(group.metrics, pairs) for group, pairs in arrays.pair_groups()] == [
        ((0, 1, 2), [(0, 1), (1, 2)]),
        ((0, 2), [(0, 2)]),
    ]
    with pytest.raises(ArgumentError, match="aggregate"):
        ScoreArrays.of(rng.normal(size=(1, 4, 5)), rng.normal(size=(4, 5)), aggregates={0: "mode"})
