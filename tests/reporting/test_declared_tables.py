"""Tables and first numbers that follow from what rows declare."""

from __future__ import annotations

import dataclasses

import pytest

from trueness.columns.explained import explained
from trueness.columns.meaning import Meaning
from trueness.reporting.declared_tables import (
    declared_table,
    declared_tables,
    first_numbers,
    in_words,
)
from trueness.result import Share, Signature, rows_by_table
from trueness.study.study import StudyResult


@explained(estimate=Meaning("How far ahead.", "Lead"))
@dataclasses.dataclass(frozen=True)
class Row:
    """How far one is ahead
    of the others.
    """

    scorer: str
    n_inputs: int
    estimate: float
    low: float
    high: float


@explained(changed=Meaning("How many.", "Changed"))
@dataclasses.dataclass(frozen=True)
class Counted:
    """How many changed."""

    changed: Share


@dataclasses.dataclass(frozen=True)
class Found(StudyResult):
    """Two tables, and something else."""

    table: str
    held_out: tuple[Row, ...]
    names: tuple[str, ...]
    counted: tuple[Counted, ...]


ROWS = (Row("one", 24, 0.5, 0.25, 0.75), Row("two", 24, float("nan"), float("nan"), float("nan")))


@pytest.fixture
def found():
    return Found(Signature.of(a=1), None, None, "scores", ROWS, ("x",), (Counted(0.25),))


def test_tables_are_the_fields_that_hold_rows(found):
    assert rows_by_table(Found) == {"held_out": Row, "counted": Counted}
    assert Found.TABLES == ("held_out", "counted", "decisions", "cautions")
    (first, rows), (second, _) = declared_tables(found)
    assert (first.name, first.title, first.caption) == (
        "held_out",
        "Held out",
        "How far one is ahead of the others.",
    )
    assert rows is ROWS
    assert [column.heading for column in first.columns] == ["Scorer", "Inputs", "Lead", "Interval"]
    assert second.name == "counted"


def test_the_first_number_with_an_interval_stands_on_the_first_screen():
    one, two = first_numbers(declared_table("held_out", Row), ROWS)
    assert (one.label, one.value, one.text, one.interval) == ("one", "0.500", "Lead", "[0.250, 0.750]")
    assert (two.value, two.interval) == ("–", "")


def test_without_intervals_it_is_the_first_number():
    (one,) = first_numbers(declared_table("counted", Counted), (Counted(0.25),))
    assert (one.label, one.value, one.text, one.interval) == ("Counted", "25%", "Changed", "")


def test_a_name_as_a_heading():
    assert in_words("held_out") == "Held out"
