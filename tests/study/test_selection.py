"""Which scorer is the human and which are compared."""

from __future__ import annotations

import dataclasses

import numpy as np
import polars as pl
import pytest

from trueness.data.reading.read import read_scores
from trueness.data.scores.corpus_statistics import CorpusStatistics
from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable
from trueness.errors import DataError, UnknownNameError, UnsupportedMethodError
from trueness.studies.compare.settings import Settings
from trueness.studies.compare.study import compare
from trueness.studies.facets.study import facets
from trueness.studies.pool.study import pool
from trueness.study.selection import (
    UnnamedHumanError,
    applies_to_judged,
    choose_human,
    choose_metrics,
    choose_people,
    has_one_input,
    judged_part,
    looks_human,
    score_arrays,
)


@pytest.fixture
def table():
    rng = np.random.default_rng(1)
    values = rng.normal(size=(5, 3, 4))
    values[4] = np.nan
    return ScoreTable(
        (
            Scorer("relevance", "human"),
            Scorer("fluency", "human"),
            Scorer("rouge1", "metric"),
            Scorer("ter", "metric", higher_is_better=False),
            Scorer("empty", "metric"),
        ),
        ("a", "b", "c"),
        ("1", "2", "3", "4"),
        values,
        input_groups={"document": ("x", "x", "y", "y")},
    )


def test_several_human_scores_where_one_is_asked_for_are_told_how_to_become_one(table):
    with pytest.raises(
        DataError, match="annotators=relevance,annotators=fluency'; it is then called 'human'"
    ):
        choose_human(table, "relevance, fluency")
    with pytest.raises(UnknownNameError):
        choose_human(table, "relevance,nobody")


def test_the_human_scores_that_names_suggest_are_said_for_python_too():
    rows = [{"id": str(k), "rater_1": k % 3, "rater_2": k % 3, "judge": k % 2} for k in range(6)]
    with pytest.raises(UnnamedHumanError, match="'rater_1', 'rater_2' look like annotators") as raised:
        choose_human(read_scores(pl.DataFrame(rows)), None)
    assert str(raised.value).endswith(
        "If so: --columns 'annotators=rater_*' --human rater (in Python: "
        "read_scores(…, columns='annotators=rater_*') and human='rater')"
    )


def test_human(table):
    assert choose_human(table, "rouge1") == "rouge1"  # any scorer may be the ground truth
    with pytest.raises(
        DataError, match=r"which scorer is the human one\? Name it \(--human\): 'relevance', 'fluency'"
    ):
        choose_human(table, None)
    assert choose_human(table.select(scorers=["relevance", "ter"]), None) == "relevance"
    with pytest.raises(
        UnnamedHumanError, match=r"gave all scores there are: 'rouge1', 'ter'.*'input' \('1', '2', '3'"
    ):
        choose_human(table.select(scorers=["rouge1", "ter"]), None)
    with pytest.raises(UnknownNameError, match=r"Did you mean 'relevance'\?"):
        choose_human(table, "relevanse")


def test_where_the_question_is_about_people_no_metric_is_the_human_scorer(table):
    assert choose_people(table, "fluency") == "fluency"
    with pytest.raises(DataError, match=r"gave 'rouge1'.* may have given 'relevance', 'fluency'"):
        choose_people(table, "rouge1")
    with pytest.raises(UnnamedHumanError, match=r"labels\.csv"):
        choose_people(table.select(scorers=["rouge1", "ter"]), "ter")


def undeclared(names, low=1, high=5, roles=()):
    """Return scores from `low` to `high` of every name but the last, whose are from 0 to 1, and nobody's role."""
    rng = np.random.default_rng(2)
    values = rng.uniform(low, high, size=(len(names), 8, 12))
    values[-1] = rng.uniform(size=(8, 12))
    given = dict(roles)
    return ScoreTable(
        tuple(Scorer(name, given.get(name)) for name in names),
        tuple(f"s{k}" for k in range(8)),
        tuple(f"i{k:02}" for k in range(12)),
        values,
        input_groups={"topic": ("x",) * 6 + ("y",) * 6},
    )


@pytest.mark.parametrize(
    ("human", "name", "alike"),
    [
        ("a", "b", True),
        ("rater1", "rater2", True),
        ("human_ann", "human_bob", True),
        ("quality", "expert-quality", True),
        ("annotator_a", "Annotator_B", True),
        ("a", "gpt4", False),
        ("relevance", "fluency", False),
        ("human", "humane_score", False),
        ("h1", "rouge2", False),
    ],
)
def test_what_looks_human_does_so_by_its_name_and_range(human, name, alike):
    table = undeclared([human, name, "raters_of_another_range"])
    assert looks_human(table, name, human) is alike
    assert not looks_human(table, "raters_of_another_range", human)
    unknown = dataclasses.replace(
        table, values=np.where(np.arange(3)[:, None, None] == 1, np.nan, table.values)
    )
    assert not looks_human(unknown, name, human)


def cautions_of(found):
    return {one.code: one for one in found.cautions}


def test_another_human_score_is_no_metric_without_a_word():
    """Declared it is none; named, or where it only looks like one, a warning says what it is."""
    table = undeclared(["a", "b", "c", "rouge"])
    given = {"coefficient": "pearson", "level": "input", "rng": 1}
    found = compare(table, human="a", **given)
    warning = cautions_of(found)["human_as_metric"]
    assert found.cautions[0] == warning
    assert warning.severity == "warning"
    assert "'b', 'c' are each by name and range a human score, like 'a'" in warning.message
    assert "--without metrics=b,metrics=c" in warning.message
    assert "--human a,b,c" in warning.message
    assert "taken for metrics: 'b', 'c', 'rouge'" in cautions_of(found)["data_note"].message
    told = undeclared(["a", "b", "c", "rouge"], roles={"b": "human", "c": "human"})
    declared = compare(told, human="a", **given)
    assert declared.metrics == ("rouge",)
    assert "human_as_metric" not in cautions_of(declared)
    named = compare(told, human="a", metrics=["b", "rouge"], **given)
    assert named.metrics == ("b", "rouge")
    assert (
        "'b' is a human score, compared as a metric because named so"
        in cautions_of(named)["human_as_metric"].message
    )
    for other in (
        facets(table, human=["a", "b"], **given),
        facets(table, human="a", by="topic", smallest_group=2, **given),
    ):
        (message,) = (one.message for one in other.cautions if one.code == "human_as_metric")
        assert "'c'" in message
    half = undeclared(["a", "b", "rouge"], roles={"rouge": "metric"})
    assert "'b' is by name" in cautions_of(compare(half, human="a", **given))["human_as_metric"].message


def test_metrics(table):
    assert choose_metrics(table, None, "relevance") == ("rouge1", "ter", "empty")
    assert choose_metrics(table, ["t*", "rouge?"], "relevance") == ("rouge1", "ter")
    assert choose_metrics(table, "*", "relevance") == ("fluency", "rouge1", "ter", "empty")
    assert choose_metrics(table, ["fluency"], "relevance") == ("fluency",)
    with pytest.raises(UnknownNameError, match=r"Did you mean 'rouge1'\?"):
        choose_metrics(table, "rouge", "relevance")
    with pytest.raises(DataError, match="no metric to compare with 'relevance'"):
        choose_metrics(table, "relevance", "relevance")
    with pytest.raises(
        DataError, match="metric 'empty' lacks a score for every output that 'relevance' judged"
    ):
        choose_metrics(table, ["empty", "ter"], "relevance")
    assert choose_metrics(table, "e*", "relevance") == ("empty",)  # a pattern is not a promise


def test_arrays_are_oriented_and_clustered(table):
    settings = Settings(missing="complete", means="all")
    arrays = score_arrays(table, "relevance", ("rouge1", "ter"), settings, "document")
    np.testing.assert_array_equal(arrays.human, table.matrix("relevance"))
    np.testing.assert_array_equal(arrays.metrics, [table.matrix("rouge1"), -table.matrix("ter")])
    assert arrays.names == ("rouge1", "ter")
    assert arrays.clusters.tolist() == [0, 0, 1, 1]
    assert (arrays.missing, arrays.means) == ("complete", "all")
    with pytest.raises(UnknownNameError, match=r"Did you mean 'document'\?"):
        score_arrays(table, "relevance", ("ter",), settings, "documents")
    bare = ScoreTable(table.scorers, table.systems, table.inputs, table.values)
    with pytest.raises(UnknownNameError, match="the data lack a grouping column"):
        score_arrays(bare, "relevance", ("ter",), settings, "document")


def test_systems_in_clusters(table):
    """Clusters are numbered by their labels, systems in the order of their names, those left out apart."""
    given = dataclasses.replace(
        table.select(scorers=["relevance", "rouge1"]),
        systems=("c", "a", "b"),
        system_groups={"family": ("x", "x", "y"), "maker": ("", "m", "n"), "all": ("z", "z", "z")},
    )

    def arrays(column, of=given):
        return score_arrays(of, "relevance", ("rouge1",), Settings(), None, column)

    assert arrays(None).system_clusters is None
    found = arrays("family")
    assert found.system_clusters.tolist() == [0, 1, 0]
    assert found.clusters is None
    with pytest.raises(
        UnknownNameError, match=r"grouping column is called 'fmaily'\. Did you mean 'family'\?"
    ):
        arrays("fmaily")
    with pytest.raises(
        UnknownNameError, match=r"'document' is of inputs, and systems are meant: name it as --clusters"
    ):
        arrays("document")
    with pytest.raises(
        UnknownNameError, match=r"'family' is of systems, and inputs are meant: name it as --system-clusters"
    ):
        score_arrays(given, "relevance", ("rouge1",), Settings(), "family")
    with pytest.raises(UnknownNameError, match="the data lack a grouping column 'family' of systems"):
        arrays("family", table)
    with pytest.raises(DataError, match="1 of 3 systems lack 'maker': 'c'"):
        arrays("maker")
    with pytest.raises(UnsupportedMethodError, match="all 3 systems have the same 'all', 'z'"):
        arrays("all")
    # who was never judged has no part, and no label to give
    judged = dataclasses.replace(
        given, values=np.where(np.arange(3)[None, :, None] == 0, np.nan, given.values)
    )
    part = judged_part(judged, "relevance", "judged")
    assert arrays("maker", part).system_clusters.tolist() == [0, 1]


def test_arrays_carry_statistics_and_what_is_negated(table):
    counts = CorpusStatistics("percentage", np.ones((3, 4, 2)))
    table = dataclasses.replace(table, corpus={"ter": counts})
    settings = Settings(aggregate="median")
    arrays = score_arrays(table, "relevance", ("rouge1", "ter"), settings, None)
    assert list(arrays.corpus) == [1]
    assert arrays.negated == {1}
    assert arrays.aggregate == "median"
    assert not score_arrays(table, "relevance", ("rouge1",), settings, None).corpus


def test_scores_too_small_to_be_squared_are_refused():
    values = np.array([[[1.0, 2.0], [3.0, 4.0]], [[1e-181, 2e-181], [0.0, 3e-181]]])
    table = ScoreTable((Scorer("h", "human"), Scorer("m")), ("a", "b"), ("1", "2"), values)
    with pytest.raises(DataError, match="'m' are below 1e-100"):
        score_arrays(table, "h", ("m",), Settings(), None)


def test_a_table_of_system_scores_has_no_input_level():
    rng = np.random.default_rng(1)
    values = rng.normal(size=(3, 8, 1))
    scorers = (Scorer("h", "human"), Scorer("a"), Scorer("b"))
    table = ScoreTable(scorers, tuple(f"s{k}" for k in range(8)), ("all",), values)
    assert has_one_input(table)
    for found in (
        compare(table, resamples=99, rng=1, workers=1),
        pool({"one": table}, resamples=99, rng=1, workers=1),
    ):
        assert (found.settings.levels, found.settings.over) == (("system",), "systems")
    asked = compare(table, level="input", resamples=99, rng=1, workers=1)
    assert (asked.settings.levels, asked.settings.over) == (("input",), "systems")
    with pytest.raises(UnsupportedMethodError, match=r"`applies_to`=.systems"):
        compare(table, over="both", resamples=99, rng=1, workers=1)


@pytest.mark.parametrize(
    ("systems", "inputs", "expected"), [(4, 2, None), (3, 2, "inputs"), (4, 1, "systems"), (1, 1, "inputs")]
)
def test_intervals_apply_to_what_was_judged_often_enough(systems, inputs, expected):
    judged = np.zeros((6, 5), dtype=bool)
    judged[:systems, :inputs] = True
    assert applies_to_judged(judged) == expected


def test_a_column_called_human_needs_no_more_to_be_the_human_scores():
    values = np.zeros((2, 2, 3))
    names = ("Human", "judge")
    table = ScoreTable(tuple(map(Scorer, names)), ("s", "t"), ("i", "j", "k"), values, name="x")
    assert choose_human(table, None) == "Human"
    declared = ScoreTable(
        (Scorer("human"), Scorer("people", "human")), ("s", "t"), ("i", "j", "k"), values, name="x"
    )
    assert choose_human(declared, None) == "people"


def test_without_a_metric_it_is_said_what_people_alone_can_be_asked():
    values = np.arange(12.0).reshape(1, 3, 4)
    people = Annotations(("ann", "bob"), np.stack([values[0], values[0]]))

    def table(*names, **more):
        scorers = tuple(Scorer(name, "human") for name in names)
        return ScoreTable(scorers, tuple("abc"), tuple("wxyz"), np.repeat(values, len(names), axis=0), **more)

    with pytest.raises(DataError, match="trueness judge --annotators FILE"):
        choose_metrics(table("adequacy", annotations={"adequacy": people}), None, "adequacy")
    with pytest.raises(DataError, match="another human score agrees: --metrics 'my fluency'"):
        choose_metrics(table("adequacy", "my fluency"), None, "adequacy")
    with pytest.raises(DataError, match=r"Add a column with the scores of a metric or a judge\.$"):
        choose_metrics(table("adequacy"), None, "adequacy")
