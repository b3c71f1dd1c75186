"""Rows and result of a study of annotators: columns that tables and JSON can hold; annotators named as metrics are."""

from __future__ import annotations

import dataclasses
import json

import numpy as np
import pytest

from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable
from trueness.result import Result
from trueness.studies.annotators import rows
from trueness.studies.annotators.study import annotators

ROWS = [
    thing
    for thing in vars(rows).values()
    if isinstance(thing, type)
    and dataclasses.is_dataclass(thing)
    and thing.__module__ == rows.__name__
    and not issubclass(thing, Result)
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.__name__)
def test_columns_are_plain_values_and_explained(row):
    plain = {"str", "int", "float", "bool", "Pvalue", "Share", "Statistic", "Threshold"}
    plain |= {"AgreementVerdict", "Answer"}
    assert {field.type for field in dataclasses.fields(row)} <= plain
    for field in dataclasses.fields(row):
        assert field.name in row.__doc__
    with pytest.raises(dataclasses.FrozenInstanceError):
        row(*([0] * len(dataclasses.fields(row)))).metric = "x"


def test_there_are_some():
    assert len(ROWS) == 9


@pytest.fixture(scope="module")
def study():
    rng = np.random.default_rng(3)
    truth = rng.normal(size=(6, 10))
    part = Annotations(("a", "b"), np.clip(np.round(3 + truth + 0.5 * rng.normal(size=(2, 6, 10))), 1, 5))
    table = ScoreTable(
        scorers=(Scorer("fluency", "human"), Scorer("m", "metric"), Scorer("a", "metric")),
        systems=tuple("uvwxyz"),
        inputs=tuple("0123456789"),
        values=np.stack([part.mean(), truth, rng.normal(size=truth.shape)]),
        annotations={"fluency": part},
    )
    return annotators(table, resamples=50, rng=1, minimum_units=5, folds=5)


def test_every_table_is_there_and_json(study):
    written = study.to_dict()
    assert tuple(written["tables"]) == study.TABLES
    assert json.loads(json.dumps(written, allow_nan=False)) == written
    for name in study.TABLES[:-1]:
        assert written["tables"][name], name


def test_rows_are_the_ceiling_or_without_metrics_the_agreement(study):
    assert {row["metric"] for row in study.rows()} == {"m", "a"}
    bare = dataclasses.replace(study, ceiling=())
    assert bare.rows()[0]["measure"] == "alpha_nominal"
    assert list(study.to_frame("pandas").columns)[:3] == ["metric", "level", "coefficient"]


def test_an_annotator_is_no_metric_of_the_same_name(study):
    own = study.annotator_rows
    assert len(own) == 2 * 2 * 3  # annotators, levels, coefficients
    assert [row.annotator for row in own if (row.level, row.coefficient) == ("system", "pearson")] == [
        "a",
        "b",
    ]
    # the noise called 'a' is far from what annotator 'a' says
    assert min(row.estimate for row in own if row.level == "input" and row.coefficient == "pearson") > 0.5


def test_the_signature_says_what_was_done(study):
    for part in (
        "human:fluency",
        "annotators:2",
        "shape:6x10",
        "seed:1",
        "alt:quantile-rmse-eps0.1",
        "min:5-skip",
    ):
        assert part in str(study.signature)
