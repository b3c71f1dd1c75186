"""What each column of a row means: as the class of rows says, or as declared under its name."""

from __future__ import annotations

import dataclasses
import functools
import typing
from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType

from trueness.columns.explained import OWN, ROWS
from trueness.columns.meaning import Meaning

SUBJECTS = (
    *("results", "comparisons", "decisions", "annotators", "conditions", "disagreements", "judges", "panels"),
    *(
        "drift",
        "sequential",
        "preferences",
        "systems",
        "worth",
        "ranges",
        "learning",
        "multiverse",
        "variants",
        "pools",
    ),
    *("plans", "simulations"),
)
"""The files that declare columns, in the order in which they are documented."""

LIMITS = Meaning("The interval of the number before it.", heading="Interval")
"""Of names that end in ``_low`` where nothing else is declared."""


@functools.cache
def columns_of(subject: str) -> Mapping[str, Meaning]:
    """Return what a file of `SUBJECTS` declares."""
    found: Mapping[str, Meaning] = import_module(f"trueness.columns.{subject}").COLUMNS
    return MappingProxyType(found)


@functools.cache
def declared() -> Mapping[str, Meaning]:
    """Return every name that has one meaning."""
    return MappingProxyType({name: one for subject in SUBJECTS for name, one in columns_of(subject).items()})


@functools.cache
def types_of(row: type) -> Mapping[str, typing.Any]:
    """Return the types of a row's fields, with what is said of them."""
    hints = typing.get_type_hints(row, include_extras=True)
    return MappingProxyType({field.name: hints[field.name] for field in dataclasses.fields(row)})


@functools.cache
def meanings(row: type) -> Mapping[str, Meaning]:
    """Return what the fields of a row mean; the text is empty where nobody says it.

    An upper limit means what the lower one does.
    """
    found: dict[str, Meaning] = {}
    own: Mapping[str, Meaning] = getattr(row, OWN, {})
    for name in types_of(row):
        shared = declared().get(name) or found.get(lower(name)) or _undeclared(name)
        found[name] = own[name].instead_of(shared) if name in own else shared
    return MappingProxyType(found)


def rows_of(package: str) -> tuple[type, ...]:
    """Return the classes of rows that loaded modules of a package define, by module, in the order of the source."""
    found = (row for row in ROWS if row.__module__.startswith(f"{package}."))
    return tuple(sorted(found, key=lambda row: row.__module__))


def lower(name: str) -> str:
    """Return the name of the lower limit of an upper one; empty for other names."""
    if name == "high" or name.endswith("_high"):
        return f"{name.removesuffix('high')}low"
    return f"low_{name.removeprefix('high_')}" if name.startswith("high_") else ""


def _undeclared(name: str) -> Meaning:
    return LIMITS if name.endswith("_low") else Meaning()


def heading_of(row: type, key: str | tuple[str, str]) -> str:
    """Return what stands above a column: as declared, or the name in words, without the ``n_`` of counts.

    Parameters
    ----------
    row : type
        The dataclass of the rows.
    key : str or tuple of (str, str)
        A field; two for an interval.
    """
    name = key if isinstance(key, str) else key[0]
    said = meanings(row)[name].heading
    return said or in_words(name)


def in_words(name: str) -> str:
    """Return the name of a column in words: ``Reference length``."""
    words = name.removeprefix("n_").replace("_", " ")
    return f"{words[0].upper()}{words[1:]}"
