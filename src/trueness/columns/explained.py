"""Docstrings of rows, whose columns are explained by what is declared of them, and of dataclasses with their fields."""

from __future__ import annotations

import dataclasses
import itertools
import re
import textwrap
import types
import typing
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from trueness.columns.meaning import Meaning
from trueness.columns.sections import Docstring, entries_of, sections_of, with_sections

RowType = TypeVar("RowType")

OWN = "__columns__"
"""Where a class of rows keeps what its fields mean instead."""

ROWS: list[type] = []
"""All that was explained so far."""

_WIDTH = 100


def explained(**others: Meaning) -> Callable[[type[RowType]], type[RowType]]:
    """Return a decorator that explains the columns of a dataclass of rows.

    It adds the section Attributes to the docstring once somebody reads it: the class says what a row is, its fields
    their types, and what they mean is declared under their names.

    Parameters
    ----------
    **others : Meaning
        Of fields that mean something else here; what a meaning leaves empty is as declared.

    Raises
    ------
    TypeError
        If the rows have no such field.
    """

    def decorated(row: type[RowType]) -> type[RowType]:
        fields = {field.name for field in dataclasses.fields(typing.cast("Any", row))}
        if unknown := [name for name in others if name not in fields]:
            raise TypeError(f"{row.__name__} lacks the field '{unknown[0]}'.")
        setattr(row, OWN, {**getattr(row, OWN, {}), **others})
        row.__doc__ = typing.cast("str", Docstring(row.__doc__ or "", with_columns))
        ROWS.append(row)
        return row

    return decorated


def with_columns(said: str, row: type) -> str:
    """Return a docstring of rows with the section Attributes before all other sections."""
    return with_sections(said, Attributes="\n".join(_entries(row)))


def with_fields(said: str, kind: type) -> str:
    """Return a docstring of a dataclass, such as a result or settings, whose section Attributes has every field.

    What the class says nothing of is as its bases say, or its type alone.
    """
    said_of = {
        name: entry
        for base in reversed(kind.__mro__[1:])
        if dataclasses.is_dataclass(base)
        for name, entry in entries_of(sections_of(base.__doc__ or "").get("Attributes", "")).items()
    }
    said_of |= entries_of(sections_of(said).get("Attributes", ""))
    fields = {one.name: one.type for one in dataclasses.fields(typing.cast("Any", kind))}
    entries = {
        said_of.get(name) or f"{name} : {_annotation_in_words(annotation)}": None
        for name, annotation in fields.items()
    }
    return with_sections(said, Attributes="\n".join(entries))


def _annotation_in_words(annotation: Any) -> str:
    """Return an annotation as docstrings say it, without looking up what it names."""
    if not isinstance(annotation, str):
        return type_in_words(annotation)
    return re.sub(r"\btuple\[(\w+), \.\.\.\]", r"tuple of \1", annotation).replace(" | ", " or ")


def _entries(row: type) -> Iterator[str]:
    from trueness.columns.registry import meanings, types_of

    found = meanings(row)
    of = [(name, type_in_words(kind), found[name].text) for name, kind in types_of(row).items()]
    # limits, which mean the same, stand together
    for (kind, text), same in itertools.groupby(of, key=lambda one: one[1:]):
        names = [name for name, *_ in same]
        for together in (names,) if text else ([name] for name in names):
            yield f"{', '.join(together)} : {kind}"
            yield from textwrap.wrap(text, _WIDTH, initial_indent="    ", subsequent_indent="    ")


def type_in_words(kind: Any) -> str:
    """Return a type as docstrings say it: ``float``, ``int or None``, ``{'yes', 'no'}``, ``tuple of str``."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Annotated:
        return type_in_words(inner[0])
    if origin is typing.Literal:
        return f"{{{', '.join(map(repr, inner))}}}"
    if origin in (typing.Union, types.UnionType):
        return _union_in_words(inner)
    if origin is tuple:
        return f"tuple of {type_in_words(inner[0])}"
    return "None" if kind is type(None) else str(getattr(kind, "__name__", kind))


def _union_in_words(kinds: tuple[Any, ...]) -> str:
    """Return the choices of several sets as one, and other types one by one."""
    choices = [
        value
        for kind in kinds
        if typing.get_origin(kind) is typing.Literal
        for value in typing.get_args(kind)
    ]
    others = [type_in_words(kind) for kind in kinds if typing.get_origin(kind) is not typing.Literal]
    return " or ".join([*([f"{{{', '.join(map(repr, choices))}}}"] if choices else []), *others])
