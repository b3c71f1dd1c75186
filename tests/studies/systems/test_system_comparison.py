"""The result of comparing systems: rows, dictionaries, what a reader asks of it."""

from __future__ import annotations

import json

import numpy as np
import pytest

from trueness.data.corpus_statistics import CorpusStatistics
from trueness.data.score_table import Scorer, ScoreTable
from trueness.errors import UnknownNameError
from trueness.studies.systems.system_comparison import SYSTEM_TABLES
from trueness.studies.systems.systems import systems


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
    assert set(SYSTEM_TABLES) <= set(values)
    assert all(values[name] for name in SYSTEM_TABLES)
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
