"""Docstrings of rows, whose columns are explained by what is declared of them."""

from __future__ import annotations

import dataclasses
import inspect
import itertools
import re
import textwrap
import types
import typing
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from trueness.columns.meaning import Meaning

RowType = TypeVar("RowType")

OWN = "__columns__"
"""Where a class of rows keeps what its fields mean instead."""

ROWS: list[type] = []
"""All that was explained so far."""

_WIDTH = 100

_SECTION = re.compile(r"^\w[\w ]*\n-{3,}$", re.MULTILINE)


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
        row.__doc__ = typing.cast("str", _Docstring(row.__doc__ or ""))
        ROWS.append(row)
        return row

    return decorated


class _Docstring:
    """A docstring that is completed when it is read: what it needs is not loaded before."""

    def __init__(self, said: str) -> None:
        self.said = said

    def __get__(self, _: object, row: type) -> str:
        return with_columns(self.said, row)


def with_columns(said: str, row: type) -> str:
    """Return a docstring with the section Attributes before all other sections."""
    text = inspect.cleandoc(said)
    first = _SECTION.search(text)
    at = first.start() if first else len(text)
    parts = (text[:at].rstrip(), "\n".join(("Attributes", "----------", *_entries(row))), text[at:].rstrip())
    return "\n\n".join(part for part in parts if part)


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
