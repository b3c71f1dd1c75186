"""Every column of every row is declared, once, and nothing is declared for nothing."""

from __future__ import annotations

import dataclasses
import importlib
import pkgutil
from collections import Counter
from pathlib import Path

import pytest

import trueness
from trueness.columns import registry
from trueness.columns.explained import OWN, explained
from trueness.columns.meaning import Meaning
from trueness.columns.registry import (
    SUBJECTS,
    columns_of,
    declared,
    heading_of,
    in_words,
    lower,
    meanings,
    rows_of,
)
from trueness.reporting.writing.tables import TableSpec

NO_SUBJECT = {"__init__", "explained", "meaning", "registry", "sections"}


def modules(*parts):
    found = pkgutil.walk_packages(trueness.__path__, "trueness.")
    return [importlib.import_module(module.name) for module in found if module.name.startswith(parts)]


@pytest.fixture(scope="module")
def rows():
    modules("trueness.decisions", "trueness.study", "trueness.studies")
    return rows_of("trueness")


def test_every_file_is_listed():
    files = {path.stem for path in Path(registry.__file__).parent.glob("*.py")}
    assert files - NO_SUBJECT == set(SUBJECTS)


def test_no_name_is_declared_twice():
    counts = Counter(name for subject in SUBJECTS for name in columns_of(subject))
    assert not [name for name, count in counts.items() if count > 1]


def test_every_column_is_explained(rows):
    unsaid = [(row.__name__, name) for row in rows for name, one in meanings(row).items() if not one.text]
    assert len(rows) > 100
    assert unsaid == []


def test_every_declared_column_is_in_some_row(rows):
    assert set(declared()) - {name for row in rows for name in meanings(row)} == set()


def test_every_table_has_rows_that_are_explained(rows):
    found = [
        one for module in modules("trueness.reporting", "trueness.studies") for one in vars(module).values()
    ]
    kinds = {spec.row for spec in found if isinstance(spec, TableSpec) and spec.row}
    assert len(kinds) > 100
    assert kinds <= set(rows)


def test_nothing_is_said_again(rows):
    """What a class says of a field is not what is declared, nor what its base says."""
    again = []
    for row in rows:
        base = next((getattr(one, OWN) for one in row.__mro__[1:] if hasattr(one, OWN)), {})
        for name, own in getattr(row, OWN).items():
            shared = declared().get(name, Meaning())
            if name not in base and (
                (own.text and own.text == shared.text) or (own.heading and own.heading == shared.heading)
            ):
                again.append((row.__name__, name))
    assert again == []


def test_a_heading_is_given_only_where_the_name_does_not_say_it():
    assert [name for name, one in declared().items() if one.heading == in_words(name)] == []


def test_what_is_said_is_a_sentence(rows):
    said = {one.text for row in rows for one in meanings(row).values()}
    assert [text for text in said if not text.endswith(".") or text != text.strip() or text[0].islower()] == [
        text for text in said if text.startswith("t, ")
    ]


def test_an_interval_means_what_its_lower_limit_does():
    @explained(low=Meaning("Smallest and largest.", "Range"))
    @dataclasses.dataclass(frozen=True)
    class Letters:
        """Letters."""

        low: float
        high: float
        speed: float
        speed_low: float
        speed_high: float

    found = meanings(Letters)
    assert found["high"] == found["low"] == Meaning("Smallest and largest.", "Range")
    assert found["speed_high"] == found["speed_low"] == registry.LIMITS
    assert heading_of(Letters, ("low", "high")) == "Range"
    assert heading_of(Letters, ("speed_low", "speed_high")) == "Interval"
    assert heading_of(Letters, "speed") == "Speed"
    assert [lower(name) for name in ("high", "speed_high", "high_human", "height")] == [
        "low",
        "speed_low",
        "low_human",
        "",
    ]
