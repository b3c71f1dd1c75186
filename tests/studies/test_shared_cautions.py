"""What several studies warn of has one threshold, one severity and one sentence."""

from __future__ import annotations

import ast
import dataclasses
from pathlib import Path

import numpy as np
import pytest

import trueness
from trueness.data.score_table import Scorer, ScoreTable
from trueness.studies.shared_cautions import (
    FEW_INPUTS,
    FEW_SYSTEMS,
    duplicate_systems,
    few_inputs,
    few_systems,
)

BY_DEGREE = {"certified_coverage"}
"""Codes whose severity depends on how far something is off."""


@pytest.mark.parametrize(
    ("n", "said"), [(0, False), (1, False), (2, True), (9, True), (10, False), (50, False)]
)
def test_few_systems(n, said):
    assert FEW_SYSTEMS == 10
    found = few_systems(n)
    assert bool(found) is said
    for one in found:
        assert (one.code, one.severity) == ("few_systems", "warning")
        assert one.message.startswith(f"There are {n} systems. Below 10, ")
        assert one.message.endswith("Collect more systems.")


def test_where_there_are_few():
    (one,) = few_systems(4, "Do this.", where="In 3 of 20 analyses")
    assert one.message.startswith("In 3 of 20 analyses there are fewer than 10 systems, 4 at the fewest: ")
    assert one.message.endswith("Do this.")


@pytest.mark.parametrize(
    ("n", "fewest", "said"),
    [
        (9, 10, "rests on very little"),
        (1, 10, "no interval and no test"),
        (12, 20, "Below 20"),
        (10, 5, ""),
        (10, 10, ""),
    ],
)
def test_few_inputs(n, fewest, said):
    assert FEW_INPUTS == 10
    found = few_inputs(n, fewest=fewest)
    assert bool(found) is bool(said)
    for one in found:
        assert (one.code, one.severity) == ("few_inputs", "warning")
        assert said in one.message


def test_copies_are_told_once_with_the_remedy_that_fits():
    values = np.random.default_rng(1).normal(size=(1, 5, 4))
    values[0, 1] = values[0, 0]
    table = ScoreTable((Scorer("m", "metric"),), ("a", "b", "c", "d", "e"), ("1", "2", "3", "4"), values)
    (one,) = duplicate_systems(table, "They count twice")
    assert one.message.startswith(
        "Systems with identical scores in every cell: 'a', 'b'. They count twice; keep one"
    )
    people = dataclasses.replace(table, own_references={"a": 1.0, "b": 1.0})
    assert list(duplicate_systems(people, "They count twice")) == []
    assert list(duplicate_systems(table, "They count twice", [])) == []


def test_a_code_has_one_severity_wherever_it_is_said():
    """`--strict` must not depend on the command that is asked about the same file."""
    found: dict[str, set[str]] = {}
    for path in (Path(trueness.__file__).parent / "studies").rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text())):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Caution":
                code, severity = (
                    ast.literal_eval(one) if isinstance(one, ast.Constant) else "" for one in call.args[:2]
                )
                found.setdefault(code, set()).add(severity)
    assert "few_systems" in found
    assert {code for code, kinds in found.items() if code and len(kinds) > 1} == BY_DEGREE
