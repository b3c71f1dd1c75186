from __future__ import annotations

import numpy as np
import pytest

from trueness.data.score_table import Scorer, ScoreTable
from trueness.data.texts import TextRow, Texts
from trueness.errors import DataError, UnknownNameError
from trueness.studies.judge.output_covariates import output_covariates


def table(**groups):
    return ScoreTable(
        (Scorer("human"), Scorer("length"), Scorer("rank")),
        ("a", "b"),
        ("x", "y"),
        np.arange(12.0).reshape(3, 2, 2),
        **groups,
    )


def test_lengths_from_texts_come_before_those_of_a_scorer():
    texts = Texts((TextRow("b", "x", "one two  three"), TextRow("a", "y", ""), TextRow("z", "x", "else")))
    (found,) = output_covariates(table(), texts, None)
    np.testing.assert_array_equal(found.values, [[np.nan, 0], [3, np.nan]])
    assert (found.name, found.per, found.unit) == ("length", "100 words", 100)
    (scorer,) = output_covariates(table(), None, None)
    np.testing.assert_array_equal(scorer.values, [[4, 5], [6, 7]])
    assert output_covariates(table().select(scorers=["human"]), None, None) == []


def test_places():
    found = output_covariates(table(), None, "rank")[1]
    np.testing.assert_array_equal(found.values, [[8, 9], [10, 11]])
    by_input = output_covariates(table(input_groups={"place": ("2", "")}), None, "place")[1]
    np.testing.assert_array_equal(by_input.values, [[2, np.nan]] * 2)
    by_system = output_covariates(table(system_groups={"place": ("1", "2.5")}), None, "place")[1]
    np.testing.assert_array_equal(by_system.values, [[1, 1], [2.5, 2.5]])


def test_refusals():
    with pytest.raises(DataError, match=r"'place' holds 'first', which is no number"):
        output_covariates(table(input_groups={"place": ("first", "2")}), None, "place")
    with pytest.raises(UnknownNameError, match="no scorer or grouping column is called 'rnk'"):
        output_covariates(table(), None, "rnk")
    with pytest.raises(DataError, match="the texts' first is system 'q', input 'r'"):
        output_covariates(table(), Texts((TextRow("q", "r", "s"),)), None)
