"""The heat map of metrics by tables: its data, its colours, its names, and that it is drawn the same twice."""

from __future__ import annotations

import dataclasses
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from tests.drawn_marks import inside, ranks, said

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.reporting.writing.tables import counts
from trueness.studies.pool.study import pool
from trueness.studies.pool.table_matrix import _strength, table_matrix
from trueness.study.number_words import systems_in_all

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = ("$x_1$ <b>", "=1+1", "\u202eabc\n")


def table(n, seed, names=("good", "fair", "poor")):
    rng = np.random.default_rng(seed)
    human = rng.normal(size=(n, 4))
    metrics = human + (0.3 + np.arange(len(names)))[:, None, None] * rng.normal(size=(len(names), n, 4))
    scorers = (Scorer("human", "human"), *(Scorer(name, "metric") for name in names))
    systems, inputs = (tuple(f"{kind}{k}" for k in range(size)) for kind, size in (("s", n), ("d", 4)))
    return ScoreTable(scorers, systems, inputs, np.concatenate([human[None], metrics]))


def pooled(names=("good", "fair", "poor"), tables=("en-de", "zh-en", "he-en"), **options):
    chosen = {"rng": 1, "resamples": 49, "level": "system", "coefficient": ["pearson", "pairwise_accuracy"]}
    return pool({name: table(9 - k % 4, k, names) for k, name in enumerate(tables)}, **{**chosen, **options})


@pytest.fixture(scope="module")
def comparison():
    return pooled(overall=True)


def texts(figure):
    return ["".join(node.itertext()) for node in ET.fromstring(figure.svg).iter(f"{SVG}text")]  # noqa: S314


def test_data_are_the_matrix(comparison):
    figure = table_matrix(comparison, "system", "pearson")
    expected = comparison.matrix([("system", "pearson")])
    assert len(figure.rows()) == 3 * 4
    for place, row in enumerate(expected):
        cells = figure.rows()[4 * place : 4 * place + 4]
        assert [cell["table"] for cell in cells] == [None, "en-de", "zh-en", "he-en"]
        assert [cell["estimate"] for cell in cells] == [
            row[name] for name in ("estimate", "en-de", "zh-en", "he-en")
        ]
        assert {(cell["metric"], cell["cluster"]) for cell in cells} == {(row["metric"], row["cluster"])}


def test_what_is_drawn(comparison):
    figure = table_matrix(comparison, "system", "pairwise_accuracy")
    canvas = figure.draw()
    first, second = canvas.axes
    rows = comparison.matrix([("system", "pairwise_accuracy")])
    assert said(first, "left") == [row["metric"] for row in rows]
    assert said(second, "left") == []
    assert said(second, "top") == ["en-de", "zh-en", "he-en"]
    assert inside(first) == {(0, k): f"{row['estimate']:.2f}" for k, row in enumerate(rows)}
    limits = [counts(row["rank_low"], row["rank_high"]) for row in rows]
    assert [text for text, _ in ranks(first)] == ["Ranks", *limits]
    assert "Beside the names: limits of ranks" in figure.caption
    assert len(inside(second)) == 9
    assert "share of all tables' pairs of systems" in figure.caption
    assert (
        f"3 metrics, 3 language pairs, {systems_in_all(one.systems for one in comparison.tables.values())}"
        in " ".join(texts(figure))
    )


def test_the_darkest_cell_is_the_highest(comparison):
    canvas = table_matrix(comparison, "system", "pearson").draw()
    values = np.array(
        [
            [row[name] for name in ("en-de", "zh-en", "he-en")]
            for row in comparison.matrix([("system", "pearson")])
        ]
    )
    light = np.asarray(canvas.axes[1].images[0].get_array()).astype(int).sum(axis=2)
    order = np.argsort(values, axis=None)
    assert (np.diff(light.ravel()[order]) <= 0).all()


def test_colours():
    assert _strength(np.array([0.0, 0.5, 2.0, np.nan]))[:3].tolist() == [0, 0.25, 1]
    assert _strength(np.array([0.7])).tolist() == [0.5]


def test_the_mean_of_all_has_a_column_per_coefficient(comparison):
    figure = table_matrix(comparison, "all", "all")
    assert {row["table"] for row in figure.rows()} == {None, "system pearson", "system pairwise_accuracy"}
    assert figure.name == "tables-all-all"


def test_the_same_result_gives_the_same_characters(comparison):
    one, other = (table_matrix(comparison, "system", "pearson") for _ in range(2))
    assert one == other


def test_hostile_names_and_many_tables():
    found = pooled(
        names=HOSTILE, tables=[f"language pair {k}" for k in range(33)], interval="none", tests=False
    )
    figure = table_matrix(found, "system", "pearson")
    assert ET.fromstring(figure.svg).tag == f"{SVG}svg"  # noqa: S314
    canvas = figure.draw()
    assert not inside(canvas.axes[1])  # too many to print numbers
    assert "$x_1$ <b>" in said(canvas.axes[0], "left")
    assert "cluster" not in figure.caption


def test_cells_without_a_value_are_counted():
    one, other = table(6, 1), table(7, 2)
    values = one.values.copy()
    values[one.index("poor")] = 1.0
    found = pool(
        {"a": dataclasses.replace(one, values=values), "b": other},
        rng=1,
        interval="none",
        level="system",
        coefficient="pearson",
    )
    figure = table_matrix(found, "system", "pearson")
    assert "Grey: no value (1 of 6)." in figure.caption
    assert "–" in inside(figure.draw().axes[1]).values()
