"""Systems that are the same twice."""

from __future__ import annotations

import dataclasses
import tracemalloc

import numpy as np

from trueness.data.scores.corpus_statistics import CorpusStatistics
from trueness.data.scores.duplicate_systems import drop_duplicate_systems, identical_systems
from trueness.data.scores.score_table import Scorer, ScoreTable

NAN = np.nan
TABLE = ScoreTable(
    scorers=(Scorer("x"), Scorer("y")),
    systems=("A", "B", "C", "D", "E", "F", "G"),
    inputs=("1", "2"),
    values=np.array(
        [
            [[0.0, NAN], [1, 2], [-0.0, NAN], [1, 2], [1, 2], [NAN, NAN], [NAN, NAN]],
            [[3, 4], [5, 6], [3, 4], [5, 6], [5, 7], [NAN, NAN], [NAN, NAN]],
        ]
    ),
)


def test_missing_equals_missing_and_zero_equals_zero() -> None:
    assert identical_systems(TABLE) == (("A", "C"), ("B", "D"))


def test_the_first_by_name_of_each_group_stays() -> None:
    left = drop_duplicate_systems(TABLE)
    assert left.systems == ("A", "B", "E", "F", "G")
    assert left.notes == (
        "2 systems left out whose scores are all those of another: 'C (same as A)', 'D (same as B)'",
    )
    assert drop_duplicate_systems(left) is left
    turned = dataclasses.replace(TABLE, systems=TABLE.systems[::-1], values=TABLE.values[:, ::-1])
    assert set(drop_duplicate_systems(turned).systems) == set(left.systems)


def test_statistics_tell_systems_apart() -> None:
    statistics = np.zeros((7, 2, 2))
    statistics[3] = 1.0
    table = dataclasses.replace(TABLE, corpus={"y": CorpusStatistics("percentage", statistics)})
    assert identical_systems(table) == (("A", "C"),)
    assert drop_duplicate_systems(table).corpus["y"].values.shape == (6, 2, 2)


def test_systems_are_told_apart_without_the_table_in_memory_once_more():
    values = np.random.default_rng(1).normal(size=(4, 50, 2000))
    values[:, 7] = values[:, 30]
    table = ScoreTable(
        tuple(map(Scorer, "abcd")), tuple(f"s{k}" for k in range(50)), tuple(map(str, range(2000))), values
    )
    tracemalloc.start()
    try:
        assert identical_systems(table) == (("s7", "s30"),)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < table.values.nbytes / 4
