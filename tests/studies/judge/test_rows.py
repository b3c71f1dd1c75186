from __future__ import annotations

import dataclasses
import inspect
import json

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.result import Result
from trueness.studies.judge import rows
from trueness.studies.judge.rows import JudgeResult
from trueness.studies.judge.study import judge
from trueness.study.rows import as_row

ROWS = [
    kind
    for _, kind in inspect.getmembers(rows, dataclasses.is_dataclass)
    if inspect.isclass(kind) and not issubclass(kind, Result) and kind.__module__ == rows.__name__
]


@pytest.mark.parametrize("kind", ROWS)
def test_every_column_is_explained(kind):
    text = inspect.getdoc(kind).split("Attributes\n----------\n")[1]
    heads = [line.split(" : ")[0] for line in text.splitlines() if " : " in line and not line.startswith(" ")]
    explained = {name.strip() for head in heads for name in head.split(",")}
    assert {field.name for field in dataclasses.fields(kind)} == explained


@pytest.mark.parametrize("kind", ROWS)
def test_the_first_column_is_the_judge(kind):
    assert dataclasses.fields(kind)[0].name == "metric"
    assert kind.__dataclass_params__.frozen


@pytest.fixture(scope="module")
def found():
    rng = np.random.default_rng(1)
    human = rng.normal(size=(5, 20))
    metrics = [human + noise * rng.normal(size=human.shape) for noise in (3, 0.3, 1)]
    human[:, ::2] = np.nan
    return judge(
        ScoreTable(
            (
                Scorer("human", "human"),
                *(Scorer(name) for name in ("bad", "good", "fair")),
                Scorer("constant"),
            ),
            tuple("abcde"),
            tuple(map(str, range(20))),
            np.stack([human, *metrics, np.ones_like(human)]),
        ),
        rng=1,
        resamples=50,
        level="global",
    )


def test_judges_in_the_order_of_their_agreement(found):
    assert found.judges == ("bad", "good", "fair", "constant")
    assert found.in_order() == ("good", "fair", "bad", "constant")


def test_every_table_is_written_in_full(found):
    written = found.to_dict()
    assert json.loads(json.dumps(written, allow_nan=False)) == written
    for name in JudgeResult.TABLES:
        rows = getattr(found, name)
        assert len(written[name]) == len(rows)
        if rows:
            assert list(written[name][0]) == list(as_row(rows[0]))
    assert written["signature"] == str(found.signature)
    assert found.rows() == [as_row(row) for row in found.means]
    assert found.agreement is found.comparison.estimates


def test_what_lies_behind_figures(found):
    assert found.scores == {}  # no length is known
    assert found.position is None
    assert found.annotators is None
