"""Scores computed in place of recorded ones: what they are compared by, without a model."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "reproductions" / "bhandari2020"


@pytest.fixture(scope="module")
def neural():
    sys.path.insert(0, str(FOLDER))
    try:
        import neural
    finally:
        sys.path.remove(str(FOLDER))
    return neural


def test_a_score_in_place_of_itself_agrees_as_it_does(neural, test_data):
    table = neural.scores(test_data / "data" / "realsumm")
    rows = neural.agreement(table, {"mover_score": "mover_score", "js-2": "bert_recall_score"})
    same, other = rows[:2], rows[2:]
    assert [row["level"] for row in rows] == ["system", "input"] * 2
    for row in same:
        assert row["recorded"] == row["local"]
        assert row["between"] == pytest.approx(1.0)
    for row in other:
        assert abs(row["between"]) < 1
        assert row["recorded"] != row["local"]
    assert neural.table_of(rows).count("\n") == 2 + len(rows)


def test_every_recorded_score_has_its_metric(neural):
    local = neural.local_names("/a/model", 5)
    assert local["mover_score"] == "moverscore_v2:model=/a/model"
    assert local["bert_f_score"] == "bertscore_f:model=/a/model,layer=5"
    assert {"mover_score", "bert_recall_score"} <= set(neural.METRICS)
