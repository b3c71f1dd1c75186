"""Rows and result of comparing systems: fields, dictionaries, what a reader asks of it."""

from __future__ import annotations

import dataclasses
import json

import numpy as np
import pytest

from trueness.data.scores.corpus_statistics import CorpusStatistics
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import UnknownNameError
from trueness.statistics.systems.decision_agreement import DecisionAgreement
from trueness.statistics.systems.human_machine_separation import HumanMachineSeparation
from trueness.studies.systems import rows
from trueness.studies.systems.rows import PeopleSeparation, SystemAgreement, SystemRank, SystemsResult
from trueness.studies.systems.study import systems
from trueness.study.rows import as_row


def names(row):
    return [field.name for field in dataclasses.fields(row)]


def test_rows_take_over_the_fields_of_statistics():
    assert names(SystemAgreement)[2:] == list(DecisionAgreement._fields)
    assert set(HumanMachineSeparation._fields) <= set(names(PeopleSeparation))


def test_a_row_is_a_plain_dictionary():
    row = SystemRank(
        "bleu",
        "s1",
        person=False,
        estimate=1.5,
        n_inputs=3,
        may_be_best=True,
        pvalue_best=0.4,
        rank_low=1,
        rank_high=2,
        cluster=None,
        not_outperformed=True,
        n_beaten=0,
        n_beaten_by=0,
    )
    assert as_row(row)["system"] == "s1"
    with pytest.raises(dataclasses.FrozenInstanceError):
        row.estimate = 2


@pytest.mark.parametrize(
    "row",
    [thing for thing in vars(rows).values() if isinstance(thing, type) and thing.__module__ == rows.__name__],
    ids=lambda row: row.__name__,
)
def test_every_field_is_documented(row):
    assert not [name for name in names(row) if name not in row.__doc__]


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(0)
    values = rng.normal(size=(2, 4, 20)) + np.array([[0], [1], [2], [2]])
    values[1, 3, 5] = np.nan
    statistics = np.where(np.isnan(values[1])[:, :, None], np.nan, rng.integers(1, 9, (4, 20, 2)))
    return ScoreTable(
        (Scorer("human", "human"), Scorer("ter", "metric", higher_is_better=False)),
        ("a", "b", "c", "d"),
        tuple(f"i{j}" for j in range(20)),
        values,
        corpus={"ter": CorpusStatistics("ter", statistics)},
    )


@pytest.fixture(scope="module")
def found(table):
    return systems(table, rng=1, resamples=199, people="d")


def test_rows_are_those_of_the_pairs(found):
    rows = found.rows()
    assert len(rows) == 12
    assert rows[0]["rival_system"] == "b"
    assert len(found.to_frame()) == 12


def test_a_dictionary_is_json_with_every_table(found):
    values = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert set(SystemsResult.TABLES) <= set(values)
    assert all(values[name] for name in SystemsResult.TABLES)
    assert values["settings"]["seed"] == 1
    assert values["pairs"][0]["statistic"] is None
    assert values["people"] == ["d"]
    assert values["signature"] == str(found.signature)


def test_how_scores_come_about(table, found):
    assert (found.aggregation("ter"), found.aggregation("human")) == ("corpus", "mean")
    for options, kind in (
        ({"test": "t"}, "mean"),
        ({"aggregate": "mean"}, "mean"),
        ({"aggregate": "median"}, "median"),
    ):
        assert systems(table, rng=1, resamples=9, **options).aggregation("ter") == kind


def test_the_set_on_top_is_in_order(found):
    top = found.not_outperformed("human")
    scores = {row.system: row.estimate for row in found.standing if row.scorer == "human"}
    assert set(top) == {"c", "d"}
    assert scores[top[0]] >= scores[top[1]]
    with pytest.raises(UnknownNameError, match="no scorer is called 'bleu'"):
        found.not_outperformed("bleu")
