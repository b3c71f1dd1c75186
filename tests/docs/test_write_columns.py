"""docs/columns.md says what is declared of columns today."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from trueness.columns.explained import explained
from trueness.columns.meaning import Meaning
from trueness.columns.registry import declared
from trueness.studies.drift.rows import Movement

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def module(program):
    return program("docs/write_columns.py")


def test_the_page_is_that_of_today(module):
    written = (DOCS / "columns.md").read_text(encoding="utf-8")
    assert written == module.page(), "run `make docs`, and commit the page"


def test_every_declared_column_is_there(module):
    page = module.page()
    assert [name for name in declared() if f"`{name}`" not in page] == []


def test_lines_of_a_column(module):
    @explained(verdict=Meaning("What moved | or not."), metric=Meaning(heading="Judge"))
    @dataclasses.dataclass(frozen=True)
    class Moved:
        """What moved."""

        metric: str
        verdict: Movement
        low: float
        high: float | None

    meaning = declared()["low"]
    assert module.cells("low", meaning, [Moved]) == ("`low`, `high`", "number", meaning.text)
    said = "What moved | or not. One of `moved`, `same`, `undecided`, `undefined`."
    assert list(module.other_lines({Moved: ["drift `moved`"]})) == [("`verdict`", "drift `moved`", said)]
    assert list(module.table(("a", "b"), [("``c``", "d|e")])) == ["| a | b |", "|---|---|", r"| `c` | d\|e |"]
