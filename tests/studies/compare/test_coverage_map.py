from __future__ import annotations

import numpy as np
import pytest

from trueness.data.scores.coverage import coverage
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import DataError
from trueness.studies.compare.coverage_map import _binned, coverage_map


def table(values):
    values = np.asarray(values, dtype=float)
    scorers, systems, inputs = values.shape
    return ScoreTable(
        tuple(Scorer(f"m{k}") for k in range(scorers)),
        tuple(f"s{k}" for k in range(systems)),
        tuple(f"d{k}" for k in range(inputs)),
        values,
    )


def pixels(axes):
    return np.asarray(axes.images[0].get_array())


def gaps(axes):
    """Return where an image differs from the colour of what is there."""
    image = pixels(axes)
    return (image != np.array([0xD3, 0xDE, 0xE6])).any(axis=2)


def test_data_are_the_counts_of_the_coverage():
    values = np.zeros((3, 4, 5))
    values[1, 2, 3:] = np.nan
    values[2, :, 0] = np.nan
    rows = coverage_map(table(values)).rows()
    assert len(rows) == 3 * 4
    for found in coverage(table(values)).rows("scorer"):
        here = [row for row in rows if row["scorer"] == found["scorer"]]
        assert sum(row["n_present"] for row in here) == found["n_present"]
        assert sum(row["n_missing"] for row in here) == found["n_missing"]
    assert [row["share"] for row in rows if row["scorer"] == "m1"] == [1, 1, 0.6, 1]


def test_scorers_with_the_same_gaps_share_a_panel():
    values = np.zeros((4, 3, 5))
    values[1, 0, 2] = values[3, 0, 2] = np.nan
    figure = coverage_map(table(values))
    full, gap = figure.draw().axes
    assert not gaps(full).any()
    np.testing.assert_array_equal(np.argwhere(gaps(gap)), [[0, 2]])
    assert "15 of 15 outputs each: m0, m2" in figure.svg
    assert "14 of 15 outputs each: m1, m3" in figure.svg
    assert "2 of 60 scores are missing" in figure.caption


def test_many_patterns_are_shown_as_shares():
    values = np.zeros((12, 4, 30))
    for k in range(12):
        values[k, 0, k:12] = np.nan
    figure = coverage_map(table(values))
    (axes,) = figure.draw().axes
    assert gaps(axes).sum() == 12
    red = pixels(axes)[0, :12, 2].astype(int)  # blue fades as more is missing
    assert (np.diff(red) < 0).all()
    assert "the more scorers lack it" in figure.caption


@pytest.mark.parametrize("n_inputs", [400, 401, 1999, 2000, 12345])
def test_one_gap_among_many_inputs_is_visible(n_inputs):
    values = np.zeros((1, 60, n_inputs))
    values[0, 7, n_inputs - 1] = np.nan
    figure = coverage_map(table(values))
    (axes,) = figure.draw().axes
    assert gaps(axes).sum() == 1
    assert gaps(axes).shape[1] <= 400
    assert gaps(axes)[7, -1]
    assert len(figure.svg) < 100_000


def test_neighbours_are_averaged():
    missing = np.zeros((1, 801))
    missing[0, [0, 1, 800]] = 1
    binned = _binned(missing)
    assert binned.shape == (1, 267)
    assert binned[0, 0] == pytest.approx(2 / 3)
    assert binned[0, -1] == pytest.approx(1 / 3)


def test_a_complete_table_says_so():
    figure = coverage_map(table(np.zeros((2, 3, 4))))
    assert figure.caption.endswith("No score is missing.")


def test_an_empty_scorer_is_named():
    values = np.zeros((2, 3, 4))
    values[1] = np.nan
    assert "Without any score: 'm1'." in coverage_map(table(values)).caption


def test_a_table_of_nothing_is_refused():
    with pytest.raises(DataError, match="a table to draw needs"):
        coverage_map(table(np.zeros((2, 0, 4))))
