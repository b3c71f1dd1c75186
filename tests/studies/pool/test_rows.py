"""Rows and result of an analysis of several tables: columns, matrix, dictionary, and looking up a value."""

from __future__ import annotations

import dataclasses
import json

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import UnknownNameError
from trueness.studies.compare.rows import Estimate
from trueness.studies.pool.rows import PooledEstimate, TableEstimate, TableFacts
from trueness.studies.pool.study import pool
from trueness.study.rows import as_row

QUICK = {"rng": 3, "resamples": 99}


def table(n, m, seed):
    rng = np.random.default_rng(seed)
    human = rng.normal(size=(n, m))
    metrics = human + (0.2 + np.arange(3))[:, None, None] * rng.normal(size=(3, n, m))
    scorers = (Scorer("human", "human"), *(Scorer(f"m{k}", "metric") for k in range(3)))
    systems, inputs = (tuple(f"{kind}{k}" for k in range(size)) for kind, size in (("s", n), ("d", m)))
    return ScoreTable(scorers, systems, inputs, np.concatenate([human[None], metrics]))


def three():
    return {"en-de": table(8, 6, 1), "zh-en": table(5, 7, 2), "de-fr": table(6, 4, 3)}


def test_the_matrix_has_a_column_per_table():
    found = pool(three(), **QUICK, overall=True, coefficient=["pearson", "pairwise_accuracy"])
    rows = found.matrix()
    assert [tuple(dict.fromkeys((row["level"], row["coefficient"]) for row in rows))] == [found.keys]
    for key in found.keys:
        here = [row for row in rows if (row["level"], row["coefficient"]) == key]
        assert [row["estimate"] for row in here] == sorted((row["estimate"] for row in here), reverse=True)
        if key == ("all", "all"):
            assert list(here[0])[10:] == ["system pearson", "system pairwise_accuracy", "input pearson"]
        else:
            assert list(here[0])[10:] == ["en-de", "zh-en", "de-fr"]
            task = next(
                t
                for t in found.tasks
                if (t.metric, t.level, t.coefficient, t.table) == (here[0]["metric"], *key, "zh-en")
            )
            assert here[0]["zh-en"] == task.estimate
    assert len(found.matrix([("system", "pearson")])) == 3


def test_dictionary_is_json_without_nan():
    found = pool(three(), **QUICK, overall=True)
    text = json.dumps(found.to_dict(), allow_nan=False)
    assert {"estimates", "ranks", "tests", "tasks", "facts", "cautions", "signature"} <= set(json.loads(text))
    assert found.to_dict()["settings"]["coefficients"] == [
        "pearson",
        "spearman",
        "kendall",
        "pairwise_accuracy",
    ]
    assert len(found.to_frame()) == len(found.rows()) == len(found.estimates)
    with pytest.raises(UnknownNameError, match="m9"):
        found.estimate("m9", "system", "pearson")


def names(row):
    return [field.name for field in dataclasses.fields(row)]


def test_a_task_is_an_estimate_and_its_table():
    own = names(Estimate)
    assert names(TableEstimate) == [*own, "table", "cluster"]
    values = dict.fromkeys(own, 0)
    assert as_row(TableEstimate(**values, table="de-en", cluster=2)) == {
        **values,
        "table": "de-en",
        "cluster": 2,
    }


@pytest.mark.parametrize("row", [PooledEstimate, TableEstimate, TableFacts])
def test_every_column_is_documented(row):
    text = "\n".join(one.__doc__ for one in row.__mro__ if dataclasses.is_dataclass(one))
    assert [name for name in names(row) if name not in text] == []
