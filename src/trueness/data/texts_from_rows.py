"""Canonical rows to texts: the one place that checks what a row of texts holds."""

from __future__ import annotations

import dataclasses
import fnmatch
import math
import numbers
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from trueness.data.columns import ColumnMap, split_annotator
from trueness.data.names import as_name
from trueness.data.numbers import NumberColumn
from trueness.data.texts import TextRow, Texts, duplicate_row
from trueness.errors import ArgumentError, FormatError, listing, unknown_name

FIELDS = ("system", "input", "output", "references", "source", "document", "ratings")
"""The fields of a canonical row; every other field that holds numbers is a human dimension."""

LOOKALIKES = {
    **dict.fromkeys(("reference", "ref", "refs"), "references"),
    **dict.fromkeys(("src", "article"), "source"),
}
"""Foreign names that would be lost without a word if they were taken for something else."""

_MEANINGS = ("system", "input", "scorers", "ignore")
_RATINGS = "Write {annotator: {dimension: value}}."
_KINDS: dict[type, str] = {
    bool: "true or false",
    int: "a number",
    float: "a number",
    str: "text",
    list: "a list",
    dict: "an object",
}


def texts_from_rows(
    rows: Iterable[Mapping[str, Any]],
    *,
    columns: ColumnMap | str | Mapping[str, str | Iterable[str]] | None = None,
    lower_is_better: Iterable[str] = (),
    name: str = "texts",
    path: str | None = None,
    row_numbers: Sequence[int] | None = None,
) -> Texts:
    """Check canonical rows and return them as texts.

    Parameters
    ----------
    rows : iterable of mappings
        ``system``, ``input``, ``output`` and as available ``references`` (a list of strings), ``source``,
        ``document`` and ``ratings`` (annotator to dimension to value). Every other field that holds numbers
        is a human dimension, ``dimension@annotator`` one annotator's; None is a missing value.
    columns : ColumnMap, str or mapping, optional
        Other names for ``system`` and ``input``; ``scorers``: the only fields that are human dimensions;
        ``ignore``: fields to leave out.
    lower_is_better : iterable of str
        The human dimensions where less is better.
    name : str
        What the texts are called.
    path : str, optional
        The file, for messages.
    row_numbers : sequence of int, optional
        The one-based line or record number of each row, for messages.

    Raises
    ------
    FormatError
        If a row lacks a field it needs or a field does not hold what it should; the message names file, row
        and field.
    DuplicateKeyError
        If two rows have the same system and input.
    ArgumentError
        If `columns` gives a meaning that texts do not have.
    UnknownNameError
        If `columns` or `lower_is_better` names something that is not there.
    """
    rows = list(rows)
    at = list(row_numbers) if row_numbers is not None else list(range(1, len(rows) + 1))
    where = path or name
    if not rows:
        raise FormatError("there are no rows of texts.", path=where)
    names = list(dict.fromkeys(key for row in rows for key in row))
    asked = ColumnMap.of(columns)
    _check_map(asked, names)
    key_fields = {"system": asked.system or "system", "input": asked.input or "input"}
    ignored = _matching(asked.ignore, names)
    _check_fields(names, key_fields, ignored, where, at[0])
    taken = {*FIELDS[2:], *key_fields.values(), *ignored}
    listed = _matching(asked.scorers, names)
    human, left_out = {}, list(ignored)
    for field in names:
        if field in taken and field not in listed:
            continue
        if listed and field not in listed:
            left_out.append(field)
            continue
        column = NumberColumn(field, where)
        column.add([row.get(field) for row in rows], at)
        values = column.finish(declared=field in listed)
        if values is None:
            left_out.append(field)
        else:
            human[field] = values
    found = []
    seen: dict[tuple[str, str], int] = {}
    for k, (row, number) in enumerate(zip(rows, at, strict=True)):
        text = _text_row(
            row, key_fields, {field: values[k] for field, values in human.items()}, where, number
        )
        before = seen.setdefault((text.system, text.input), number)
        if before != number:
            raise duplicate_row(where, text, before, number)
        found.append(text)
    notes = (
        (f"{len(left_out)} field(s) left out, no human dimensions: {listing(left_out)}",) if left_out else ()
    )
    return Texts(tuple(found), lower_is_better=tuple(lower_is_better), name=name, notes=notes)


def _text_row(
    row: Mapping[str, Any],
    key_fields: Mapping[str, str],
    scores: Mapping[str, float],
    where: str,
    number: int,
) -> TextRow:
    at = _Place(where, number)
    human: dict[str, float] = {}
    ratings = _ratings(row.get("ratings"), at)
    for field, value in scores.items():
        if math.isnan(value):
            continue
        dimension, annotator = split_annotator(field)
        given = human if annotator is None else ratings.setdefault(annotator, {})
        if dimension in given:
            raise at.error(f"'{dimension}' of annotator '{annotator}' is given twice.", field)
        given[dimension] = float(value)
    if row.get("output") is None:
        raise at.error("the output is missing.", "output", "An output without any words is an empty string.")
    return TextRow(
        system=_label(row.get(key_fields["system"]), key_fields["system"], at),
        input=_label(row.get(key_fields["input"]), key_fields["input"], at),
        output=_text(row["output"], "output", at),
        references=_references(row.get("references"), at),
        source=None if row.get("source") is None else _text(row["source"], "source", at),
        document=None if row.get("document") is None else _label(row["document"], "document", at),
        human=human,
        ratings=ratings,
    )


@dataclasses.dataclass(frozen=True)
class _Place:
    """The file and row that an error is about."""

    path: str
    row: int

    def error(self, problem: str, field: str, remedy: str | None = None) -> FormatError:
        return FormatError(problem, path=self.path, row=self.row, column=field, remedy=remedy)


def _text(value: Any, field: str, at: _Place) -> str:
    if not isinstance(value, str):
        raise at.error(f"this is {_kind(value)}, not text.", field, "Write the text as a string.")
    try:
        value.encode("utf-8")
    except UnicodeEncodeError as error:
        raise at.error(
            f"character {error.start + 1} is half of a surrogate pair (U+{ord(value[error.start]):04X}).",
            field,
            "Write the text again from its original; cutting a string between the halves leaves one of them.",
        ) from error
    return value


def _label(value: Any, field: str, at: _Place) -> str:
    """Return the name of a system, an input or a document; whole numbers are names too."""
    if value is not None and (isinstance(value, bool) or not isinstance(value, (str, numbers.Real))):
        raise at.error(f"this is {_kind(value)}, not a name.", field, "Write the name as a string.")
    label = _text(as_name(value), field, at)
    if not label.strip():
        raise at.error("the name is empty, but every row needs one here.", field)
    return label


def _references(value: Any, at: _Place) -> tuple[str, ...]:
    if value is None:
        return ()
    if isinstance(value, str):
        problem = "this is a bare string, not a list of strings."
        raise at.error(problem, "references", 'Wrap it in a list: ["…"].')
    if not isinstance(value, (list, tuple)):
        raise at.error(f"this is {_kind(value)}, not a list of strings.", "references")
    return tuple(_text(reference, f"references[{k}]", at) for k, reference in enumerate(value))


def _ratings(value: Any, at: _Place) -> dict[str, dict[str, float]]:
    """Return annotator to dimension to value, without the missing values."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise at.error(f"this is {_kind(value)}, not an object.", "ratings", _RATINGS)
    found: dict[str, dict[str, float]] = {}
    for annotator, given in value.items():
        if given is None:
            continue
        if not str(annotator).strip() or not isinstance(given, Mapping):
            problem = f"annotator '{annotator}' needs a name and an object, not {_kind(given)}."
            raise at.error(problem, "ratings", _RATINGS)
        for dimension, rating in given.items():
            number = _rating(dimension, rating, f"ratings.{annotator}.{dimension}", at)
            if not math.isnan(number):
                found.setdefault(str(annotator), {})[str(dimension)] = number
    return found


def _rating(dimension: Any, rating: Any, field: str, at: _Place) -> float:
    if not str(dimension).strip() or "@" in str(dimension):
        raise at.error("a dimension needs a name without '@'.", field)
    if rating is None:
        return math.nan
    if isinstance(rating, bool) or not isinstance(rating, numbers.Real):
        raise at.error(f"this is {_kind(rating)}, not a number.", field, "A missing rating is null.")
    return float(rating)


def _kind(value: Any) -> str:
    return "nothing (null)" if value is None else _KINDS.get(type(value), f"a {type(value).__name__}")


def _check_map(asked: ColumnMap, names: Sequence[str]) -> None:
    for field in dataclasses.fields(asked):
        if field.name not in _MEANINGS and getattr(asked, field.name):
            raise ArgumentError(f"`columns` takes {listing(_MEANINGS)} for texts, not '{field.name}'.")
    for field_name in (asked.system, asked.input):
        if field_name is not None and field_name not in names:
            raise unknown_name("field", field_name, names)


def _check_fields(
    names: Sequence[str], key_fields: Mapping[str, str], ignored: Sequence[str], where: str, row: int
) -> None:
    present = f"The fields are {listing(names, 30)}."
    for meaning, field in {**key_fields, "output": "output"}.items():
        if field not in names:
            how = "" if meaning == "output" else f" Say which is the {meaning}: --columns {meaning}=FIELD."
            raise FormatError(
                "the field is missing.", path=where, row=row, column=field, remedy=present + how
            )
    for field in names:
        wanted = LOOKALIKES.get(field.casefold())
        if wanted and wanted not in names and field not in (*ignored, *key_fields.values()):
            raise FormatError(
                f"this is no field of texts; '{wanted}' is.",
                path=where,
                row=row,
                column=field,
                remedy=f"Rename it, or leave it out: --columns 'ignore={field}'.",
            )


def _matching(patterns: Iterable[str], names: Sequence[str]) -> list[str]:
    found: set[str] = set()
    for pattern in patterns:
        hits = {pattern} & set(names) or {name for name in names if fnmatch.fnmatchcase(name, pattern)}
        if not hits:
            raise unknown_name("field", pattern, names)
        found |= hits
    return [name for name in names if name in found]
