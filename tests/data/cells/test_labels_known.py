"""Orders of labels that nobody has to say, and letters that may be something else."""

from __future__ import annotations

import polars as pl
import pytest

from trueness.data.cells.labels import known_order
from trueness.data.reading.read import read_scores
from trueness.errors import FormatError


@pytest.mark.parametrize(
    ("labels", "worst_first"),
    [
        (["A", "F", "C"], ["F", "C", "A"]),
        (["C", "I"], ["I", "C"]),
        (["P", "C", "I"], ["I", "P", "C"]),
        (["Agree", "Strongly disagree", "Neutral"], ["Strongly disagree", "Neutral", "Agree"]),
        (["always", "never"], ["never", "always"]),
        (["Very good", "Poor"], ["Poor", "Very good"]),
        (["correct", "Wrong"], ["Wrong", "correct"]),
    ],
)
def test_known_orders(labels, worst_first):
    order = known_order(labels)
    assert order is not None
    places = {label.casefold(): place for place, label in enumerate(order)}
    assert sorted(labels, key=lambda label: places[label.casefold()]) == worst_first


@pytest.mark.parametrize(
    "labels", [["A", "B", "C", "D"], ["A", "B"], ["C", "P"], ["red", "blue"], ["f", "x"]]
)
def test_letters_that_may_be_choices_are_not_guessed(labels):
    assert known_order(labels) is None


def test_grades_are_read_from_the_worst_up():
    table = read_scores(
        pl.DataFrame({"id": ["1", "2", "3"], "human": ["F", "A", "C"], "judge": ["C", "A", "F"]})
    )
    assert table.matrix("human").ravel().tolist() == [0, 4, 2]


def test_an_order_that_only_the_user_knows_is_a_blank():
    table = pl.DataFrame({"id": ["1", "2", "3"], "human": ["A", "B", "C"], "judge": ["C", "A", "B"]})
    with pytest.raises(FormatError, match="WORST<…<BEST"):
        read_scores(table)
