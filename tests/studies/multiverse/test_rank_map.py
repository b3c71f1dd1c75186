"""Ranks of metrics over all choices, drawn."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.studies.multiverse.rank_map import drawn_values, rank_map
from trueness.studies.multiverse.study import multiverse


def made(names, number=9, flat=False, **more):
    rng = np.random.default_rng(1)
    quality = rng.normal(size=(number, 8)) + rng.normal(size=(number, 1))
    values = np.stack([quality + (0.5 + k) * rng.normal(size=quality.shape) for k in range(len(names) + 1)])
    if flat:
        values[0] = 1.0
    scorers = [Scorer(name, "metric") for name in names] + [Scorer("hu<man>", "human")]
    table = ScoreTable(
        tuple(scorers), tuple(f"s{k:02d}" for k in range(number)), tuple(f"d{k}" for k in range(8)), values
    )
    given = {"coefficient": ["pearson", "kendall"], "inputs": "all", "systems": "all", **more}
    return multiverse(table, rng=1, **given)


@pytest.fixture(scope="module")
def found():
    return made(("<b>", "$x$ & y", "z" * 60))


def test_it_is_a_drawing_of_the_mean_ranks_and_the_same_again(found):
    figure = rank_map(found)
    root = ET.fromstring(figure.svg)  # noqa: S314 - made here
    words = ["".join(node.itertext()) for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "<b>" in words
    for row in found.ranks_by_choice:
        assert f"{row.mean_rank:.1f}" in words
    assert [row["mean_rank"] for row in figure.data] == [row.mean_rank for row in found.ranks_by_choice]
    assert rank_map(found).svg == figure.svg


@pytest.mark.parametrize("given", [{"flat": True}, {"coefficient": "pearson", "level": "input"}])
def test_metrics_without_a_rank_and_a_single_analysis_are_drawn(given):
    assert rank_map(made(("a", "b", "c"), **given)).svg.startswith("<svg")


def test_single_systems_left_out_are_not_drawn_where_there_are_many():
    many = made(("a", "b"), 14, level="input", coefficient="pearson", systems=["all", "each", "top50%"])
    assert drawn_values(many) == [("systems", ["all", "top50%"])]
