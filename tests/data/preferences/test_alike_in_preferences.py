"""Names of preferences in several spellings are seen, and are one where nothing says that they are several."""

from __future__ import annotations

import itertools

import numpy as np
import polars as pl
import pytest

import trueness
from trueness.data.preferences.alike_in_preferences import alike_in_preferences, join_alike_preferences
from trueness.errors import ArgumentError

RNG = np.random.default_rng(5)
ROWS = pl.DataFrame(
    [
        {"input": f"q{i}", "a": a, "b": b, "verdict": "AB"[RNG.integers(2)], "rater": rater}
        for i in range(8)
        for a, b in itertools.combinations(("GPT-4", "T5", "BART"), 2)
        for rater in ("Ann", "judge")
    ]
)


def respelt(column, rows=slice(0, 48, 3), frame=ROWS):
    names = frame[column].to_list()
    names[rows] = [f"{name.lower()} ".replace("q", "Q") for name in names[rows]]
    return frame.with_columns(pl.Series(column, names))


@pytest.mark.parametrize(("column", "kind"), [("a", "system"), ("rater", "rater")])
def test_as_one_they_are_what_they_would_have_been(column, kind):
    # a rater's blanks are no part of the name where it is read; capitals are
    table, whole = trueness.read_preferences(respelt(column)), trueness.read_preferences(ROWS)
    (found,) = alike_in_preferences(table)
    assert (found.kind, found.can_be_one) == (kind, True)
    joined = trueness.read_preferences(respelt(column), join="alike")
    assert len(joined.systems) == 3
    assert len(joined.raters) == 2
    assert {name.casefold() for name in joined.systems} == {name.casefold() for name in whole.systems}
    assert np.array_equal(joined.verdict, whole.verdict)
    assert alike_in_preferences(joined) == ()
    assert any(note.startswith("taken for the same: ") for note in joined.notes)


def test_inputs():
    table = trueness.read_preferences(respelt("input"), join="alike")
    assert len(table.inputs) == 8


def test_systems_that_were_compared_are_two():
    rows = ROWS.with_columns(b=pl.when(pl.col("b") == "T5").then(pl.lit("gpt-4")).otherwise("b"))
    table = trueness.read_preferences(rows)
    (found,) = alike_in_preferences(table)
    assert not found.can_be_one
    assert join_alike_preferences(table) is table
    result = trueness.preferences(table, judges=["judge"], people=["Ann"], rng=1, resamples=49)
    (caution,) = [one for one in result.cautions if one.code == "alike_names"]
    assert "correct the names" in caution.message


def test_raters_of_one_pair_are_two():
    rows = pl.concat([ROWS, ROWS.filter(pl.col("rater") == "Ann").with_columns(rater=pl.lit("ann"))])
    (found,) = alike_in_preferences(trueness.read_preferences(rows))
    assert (found.kind, found.can_be_one) == ("rater", False)


def test_what_is_said_joins():
    asked = {"judges": ["judge"], "people": ["Ann"], "rng": 1, "resamples": 49}
    spoilt = respelt("a")
    (caution,) = [
        one
        for one in trueness.preferences(trueness.read_preferences(spoilt), **asked).cautions
        if one.code == "alike_names"
    ]
    assert "--join alike" in caution.message
    joined = trueness.preferences(trueness.read_preferences(spoilt, join="alike"), **asked)
    assert not [one for one in joined.cautions if one.code == "alike_names"]


def test_another_way_of_joining_there_is_not():
    with pytest.raises(ArgumentError, match="join"):
        trueness.read_preferences(ROWS, join="outer")
