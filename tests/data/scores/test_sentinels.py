"""A value that is written for no score is seen outside a closed scale, and no value of a scale is."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from trueness.data.reading.read import read_scores
from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable
from trueness.data.scores.sentinels import sentinels


def table(**scorers) -> ScoreTable:
    size = len(next(iter(scorers.values())))
    return ScoreTable(
        scorers=tuple(Scorer(name) for name in scorers),
        systems=("s",),
        inputs=tuple(map(str, range(size))),
        values=np.array([[list(map(float, given))] for given in scorers.values()]),
    )


def scale(*values, extra=(), n=60):
    """Cells that walk through the values, the last ones in place of which `extra` stand."""
    return [*(values[k % len(values)] for k in range(n - len(extra))), *extra]


@pytest.mark.parametrize(
    ("cells", "value"),
    [
        (scale(*range(1, 11), extra=[-1] * 5), -1),
        (scale(*range(1, 6), extra=[99] * 3), 99),
        (scale(1, 1.5, 2, 2.5, 3, 4, 5, extra=[9.99] * 2), 9.99),
        (scale(*range(6), extra=[-1] * 4), -1),
        (scale(1, 2, 3, 4, 5, extra=[9, 9]), 9),
        (scale(*range(0, 101, 10), extra=[999] * 6), 999),
        (scale(0, 1, extra=[99] * 6), 99),
        ([*np.linspace(0, 1, 60), -1, -1, -1], -1),
    ],
)
def test_values_that_are_seen(cells, value):
    (found,) = sentinels(table(x=cells))
    assert (found.scorer, found.value, found.count) == ("x", value, cells.count(value))
    assert f"--missing-values 'x={value:g}'" in found.words
    assert found.low >= 0


@pytest.mark.parametrize(
    "cells",
    [
        scale(-1, 0, 1),
        scale(-1, 1),
        scale(-2, -1, 0, 1, 2),
        scale(*range(1, 11), extra=[-1]),
        scale(*range(6)),
        scale(*range(1, 10)),
        scale(*range(10, 100, 10), extra=[99, 99]),
        list(np.random.default_rng(0).normal(size=60)),
        scale(-1, -1, 5, 4),
        scale(0, 1),
        scale(*range(1, 8), extra=[9, 9]),
        [np.nan] * 5,
        [1.0] * 5,
    ],
)
def test_values_that_are_scores(cells):
    assert sentinels(table(x=cells)) == ()


def test_zero_beside_a_scale_of_others():
    (found,) = sentinels(table(x=scale(*range(1, 6), extra=[0] * 4), human=scale(*range(1, 6))))
    assert (found.scorer, found.value, found.count) == ("x", 0, 4)
    assert sentinels(table(x=scale(*range(6)), human=scale(*range(6)))) == ()
    assert sentinels(table(x=scale(*range(6)), human=scale(*range(1, 6))), ["human"]) == ()


def test_ratings_of_annotators_count_and_labels_do_not():
    ratings = np.array([[scale(*range(1, 6), extra=[99] * 2)], [scale(*range(1, 6), extra=[99] * 3)]], float)
    made = ScoreTable(
        scorers=(Scorer("human", role="human"),),
        systems=("s",),
        inputs=tuple(map(str, range(60))),
        values=ratings.mean(axis=0)[None],
        annotations={"human": Annotations(("a", "b"), ratings)},
    )
    (found,) = sentinels(made)
    assert (found.count, found.low, found.high) == (5, 1, 5)
    labelled = ScoreTable(
        scorers=(Scorer("x", labels=tuple("abcd")),),
        systems=("s",),
        inputs=tuple(map(str, range(60))),
        values=np.array([[scale(0, 1, 2, 3)]], float),
    )
    assert sentinels(labelled) == ()


@pytest.mark.parametrize(
    ("cells", "value"),
    [
        (scale(1, 2, 3, 4, 5, extra=[50]), 50),
        (scale(1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, extra=[45, 45]), 45),
        (scale(1, 2, 3, 4, 5, extra=[99]), 99),
        (scale(0, 1, 2, 3, extra=[-30]), -30),
    ],
)
def test_a_lone_value_far_from_a_closed_scale_is_seen(cells, value):
    (found,) = sentinels(table(human=cells))
    assert (found.value, found.count) == (value, cells.count(value))
    assert f"--missing-values 'human={value}'" in found.words
    assert ("once" in found.words) == ("slip" in found.words) == (found.count == 1)


def test_counts_have_no_end_that_is_far():
    """Few outputs have many errors: a number beyond the others is one more of them."""
    counts = [0] * 40 + [1] * 20 + [2] * 10 + [3] * 5 + [4] * 2 + [20]
    assert sentinels(table(errors=counts)) == ()
    assert sentinels(table(x=scale(1, 3, 7, extra=[50]))) == ()
    assert sentinels(table(x=scale(1, 2, 3, 4, 5, extra=[9]))) == ()


def test_no_scale_has_as_many_steps_as_the_largest_whole_number():
    assert sentinels(table(x=scale(1, 2, 3, extra=[2**53 - 1, 2**53 - 2]))) == ()


def test_zero_on_a_slider_is_a_score() -> None:
    """Of whom few values are known, they are no closed scale."""
    rng = np.random.default_rng(4)
    rows = {"system": ["a", "b"] * 12, "input": [f"i{k // 2}" for k in range(24)]}
    ratings = {f"human@p{k}": rng.choice([0, 1, 20, 40, 60, 80, 100], 24).tolist() for k in range(3)}
    ratings["human@p3"] = rng.choice([1, 30, 100], 24).tolist()
    assert sentinels(read_scores(pl.DataFrame(rows | ratings))) == ()
