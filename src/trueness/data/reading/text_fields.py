"""What the fields of texts mean, found out while the rows pass by, piece by piece."""

from __future__ import annotations

import dataclasses
import fnmatch
import functools
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from trueness.data.cells.columns import PART, ColumnMap, plain_name, split_annotator, typed_columns
from trueness.data.cells.labels import Order, label_key, label_notes, numbers_of_labels, places
from trueness.data.cells.missing import Missing, MissingTally
from trueness.data.cells.names import as_name
from trueness.data.cells.numbers import NumberColumn
from trueness.data.cells.packed_numbers import PackedNumbers
from trueness.data.cells.resolve_columns import (
    GROUP_NAMES,
    PROMPT_NAMES,
    USUAL_NAMES,
    document_and_segment,
    is_other_id,
    is_text_of_id,
)
from trueness.data.cells.unclear_columns import check_clear
from trueness.data.cells.written_numbers import kind_of_number
from trueness.data.formats.annotator_lists import with_annotators
from trueness.data.reading.text_names import LOOKALIKES
from trueness.data.reading.text_records import CsvRow
from trueness.data.reading.text_row import text_row
from trueness.data.texts.texts import TextRow
from trueness.errors import ArgumentError, FormatError, counted, listing, unknown_name

FIELDS = ("system", "input", "output", "references", "source", "document", "ratings")
"""The fields of a canonical row; every other field that holds numbers is a human dimension."""

_RENAMED = ("system", "input", "output", "references", "reference", "source", "document")
_MEANINGS = (*_RENAMED, "groups", "scorers", "ignore")


class TextFields:
    """Turns canonical rows into rows of texts, and knows in the end which fields were human dimensions.

    Parameters
    ----------
    columns : ColumnMap, str or mapping, optional
        As in `texts_from_rows`.
    where : str
        The file, for messages.
    missing : Missing, str or iterable of str, optional
        Values of human dimensions that mean that there is none.
    written : Written, optional
        What numbers that are written otherwise (``50.4%``), and labels, mean in fields where there are some (see
        `written_fields`).
    unnamed_system : bool
        Whether rows may lack a field of the system: then all are of the one without a name.

    Raises
    ------
    ArgumentError
        If `columns` gives a meaning that texts do not have, both `references` and `reference`, or a field two meanings.
    """

    def __init__(
        self,
        columns: ColumnMap | str | Mapping[str, str | Iterable[str]] | None,
        where: str,
        missing: Missing | str | Iterable[str] | None = None,
        written: Written | None = None,
        *,
        unnamed_system: bool = False,
    ) -> None:
        self._may_be_unnamed, self._unnamed = unnamed_system, False
        self._written = written or Written()
        self._missing = MissingTally(Missing.of(missing))
        self._asked = ColumnMap.of(columns)
        for field in dataclasses.fields(self._asked):
            if field.name not in _MEANINGS and getattr(self._asked, field.name):
                raise ArgumentError(
                    f"`columns` takes {listing(_MEANINGS)} for texts; this is '{field.name}'."
                )
        self._where = where
        self._parts = self._asked.input if isinstance(self._asked.input, tuple) else ()
        self._said = _said(self._asked)
        self._fields = {name: name for name in FIELDS} | self._said
        if "reference" in self._said:
            del self._fields["references"]
        self._first_row: int | None = None
        self._names: dict[str, None] = {}
        self._numbers: dict[str, _Numbers] = {}
        self._groups: list[str] = []
        self._n_rows = self._n_lists = 0

    def rows(self, given: Sequence[Mapping[str, Any]], at: Sequence[int]) -> list[TextRow]:
        """Return the next rows as texts, `at` being their one-based numbers.

        Raises
        ------
        FormatError
            If a row lacks a field it needs or a field does not hold what it should; the message names file, row and
            field.
        UnknownNameError
            If `columns` names a field that is not there.
        """
        given = [row if isinstance(row, CsvRow) else with_annotators(row) for row in given]
        if self._parts:
            given = [_with_input(row, self._parts) for row in given]
        self._meet(given, at)
        for row in given:
            if isinstance(row, CsvRow):
                for meaning, field in self._said.items():
                    row.take(field, meaning)
        values: dict[str, list[float]] = {}
        for field, column in self._numbers.items():
            cells = self._cleared(given, field)
            column.add(cells, at)
            values[field] = column.take(len(given)).tolist()
        self._n_rows += len(given)
        self._n_lists += sum(isinstance(row.get("output"), (list, tuple)) for row in given)
        return [
            text_row(
                row,
                self._fields,
                {field: numbers[k] for field, numbers in values.items()},
                self._where,
                number,
                self._groups,
                unnamed_system=self._unnamed,
            )
            for k, (row, number) in enumerate(zip(given, at, strict=True))
        ]

    def _cleared(self, given: Sequence[Mapping[str, Any]], field: str) -> Sequence[Any]:
        """Return the cells of a human dimension, as far as they are known to be no plain numbers as what they mean."""
        cells = list(
            self._missing.cleared([row.get(field) for row in given], field, split_annotator(field)[0])
        )
        meaning = self._written.meanings.get(field)
        if meaning is None:
            return cells
        return [meaning(cell) if isinstance(cell, str) else cell for cell in cells]

    def unclear(self, declared: Sequence[Order]) -> dict[str, NumberColumn]:
        """Return fields whose numbers are not written plainly, or labels, with columns that can tell what they mean."""
        return {
            field: NumberColumn(field, self._where, declared=declared)
            for field, column in self._numbers.items()
            if column.is_written_otherwise or column.may_be_labels
        }

    @property
    def where(self) -> str:
        """The file, for messages."""
        return self._where

    @property
    def listed(self) -> list[str]:
        """The fields that were named as human dimensions."""
        return _matching(self._asked.scorers, self._names)

    def fill(
        self, columns: Mapping[str, NumberColumn], given: Sequence[Mapping[str, Any]], at: Sequence[int]
    ) -> None:
        """Hand the cells of rows to the columns of `unclear`."""
        for field, column in columns.items():
            column.add(self._cleared(given, field), at)

    def finish(self) -> tuple[str, ...]:
        """Return notes about what was left out, once all rows have passed.

        Raises
        ------
        FormatError
            If there was no row, a field of numbers holds text, or a field has a name that would be lost.
        UnknownNameError
            If a field or pattern of `columns` matches no field.
        """
        if self._first_row is None:
            raise FormatError("rows of texts are missing.", path=self._where)
        for field in (*self._said.values(), *self._asked.groups):
            if field not in self._names:
                raise unknown_name("field", field, tuple(self._names))
        ignored = _matching(self._asked.ignore, self._names, strict=True)
        listed = _matching(self._asked.scorers, self._names, strict=True)
        self._check_lookalikes(ignored)
        left_out = [field for field in ignored if field not in listed]
        for field in self._names:
            if field in self._numbers:
                if self._numbers[field].finish(declared=field in listed) is None:
                    left_out.append(field)
            elif (listed or is_other_id(field)) and field not in (*self._taken(), *left_out):
                left_out.append(field)
        return self._notes(left_out)

    def _notes(self, left_out: Sequence[str]) -> tuple[str, ...]:
        notes = []
        if left_out:
            notes.append(
                f"{counted(len(left_out), 'field')} left out, no human dimensions: {listing(left_out)}"
            )
        empty = [
            field for field, column in self._numbers.items() if column.is_empty and field not in left_out
        ]
        if empty:
            notes.append(f"{counted(len(empty), 'field')} left out, no row has a value: {listing(empty)}")
        if self._unnamed:
            notes.append(
                "the file names no system: every output is one item, and only the global level exists"
            )
        if self._n_lists:
            notes.append(f"{self._n_lists} of {self._n_rows} outputs are given as lists of sentences")
        return (*notes, *self._written.notes, *self._missing.notes())

    def _taken(self) -> set[str]:
        return {*self._fields.values(), *self._groups}

    def _meet(self, given: Sequence[Mapping[str, Any]], at: Sequence[int]) -> None:
        """Decide what fields that were not seen before may be."""
        new = dict.fromkeys(
            name
            for row in given
            if not row.keys() <= self._names.keys()
            for name in row
            if name not in self._names
        )
        self._names |= new
        if self._first_row is None and given:
            self._first_row = at[0]
            self._infer_keys(given)
            self._check_keys()
        if not new:
            return
        ignored = _matching(self._asked.ignore, self._names)
        listed = _matching(self._asked.scorers, self._names)
        for field in new:
            _check_unicode(field, self._where, at[0])
            if self._is_group(field, (*ignored, *listed)):
                self._groups.append(field)
                continue
            # the number of something else than the input is no dimension, as it is no score
            out = is_other_id(field) or field in self._taken() or bool(self._asked.scorers)
            out = out or field in (*ignored, *self._parts)
            if field in listed or not out:
                self._numbers[field] = _Numbers(field, self._where)

    def _is_group(self, field: str, otherwise: Collection[str]) -> bool:
        """Return whether a field is a grouping column: one that was named, or by its name where none was."""
        if self._asked.groups:
            return field in self._asked.groups
        usual = plain_name(field) in GROUP_NAMES and field not in FIELDS
        return usual and field not in self._taken() and field not in otherwise

    def _infer_keys(self, given: Sequence[Mapping[str, Any]]) -> None:
        """Find system and input by their usual names; every row has both, so the first row settles it."""
        first = given[0]
        others = _matching((*self._asked.ignore, *self._asked.scorers), self._names)
        used = {*self._taken(), *self._asked.groups, *others}
        for meaning in ("system", "input"):
            text_of_id = meaning == "input" and self._is_text_of_id(given)
            if meaning in self._said or (meaning in first and not text_of_id):
                continue
            if text_of_id and "source" not in {*first, *self._said}:
                self._fields["source"] = meaning
            tiers = (*USUAL_NAMES[meaning], *((PROMPT_NAMES,) if meaning == "input" else ()))
            known = (
                [field for field in first if plain_name(field) in names and field not in used]
                for names in tiers
            )
            found = next(filter(None, known), [])
            if len(found) > 1:
                together = ",".join(f"{meaning}={field}" for field in found)
                both = f", or that all are together: --columns {together}" if meaning == "input" else ""
                raise FormatError(
                    f"the {meaning} could be any of the fields {listing(found)}.",
                    path=self._where,
                    row=self._first_row,
                    remedy=f"Say which it is: --columns {meaning}={found[0]}{both}.",
                )
            self._fields[meaning] = found[0] if found else meaning

    def _is_text_of_id(self, given: Sequence[Mapping[str, Any]]) -> bool:
        """Return whether the field ``input`` holds texts, and an id names the inputs, as it does of scores."""
        cells = (row.get("input") for row in given)
        texts = ["input"] if any(isinstance(cell, str) and len(cell.split()) > 1 for cell in cells) else []
        return "system" not in self._said and is_text_of_id(tuple(given[0]), texts)

    def _check_keys(self) -> None:
        for meaning in ("system", "input", "output"):
            field = self._fields[meaning]
            if field not in self._names:
                if meaning in self._said:
                    raise unknown_name("field", field, tuple(self._names))
                if meaning == "system" and self._may_be_unnamed:
                    self._unnamed = True
                    continue
                both = document_and_segment(tuple(self._names)) if meaning == "input" else None
                example = f"input={both[0]},input={both[1]}" if both else f"{meaning}=FIELD"
                raise FormatError(
                    "the field is missing.",
                    path=self._where,
                    row=self._first_row,
                    column=field,
                    remedy=f"The fields are {listing(self._names, 30)}. Say which is the {meaning}: "
                    f"--columns {example}.",
                )

    def _check_lookalikes(self, ignored: Sequence[str]) -> None:
        for field in self._names:
            wanted = LOOKALIKES.get(plain_name(field))
            there = wanted in self._said or wanted in self._names
            there |= wanted == "references" and "reference" in self._said
            if wanted and not there and field not in (*ignored, *self._taken()):
                how = f"--columns {wanted}={field}"
                if wanted == "references":
                    how += f" (lists) or --columns reference={field} (one text in each row)"
                raise FormatError(
                    f"texts have the field '{wanted}' for this.",
                    path=self._where,
                    row=self._first_row,
                    column=field,
                    remedy=f"Say that it is the same: {how}; or leave it out: --columns ignore={field}.",
                )


class Written(NamedTuple):
    """What cells of human dimensions mean that are no plain numbers.

    Attributes
    ----------
    meanings : mapping of str to callable
        By field, what a text in it means: a number, None where there is none, or itself.
    notes : tuple of str
        How they were understood.
    orders : mapping of str to tuple of str
        By field, the labels that its numbers stand for.
    """

    meanings: Mapping[str, Callable[[str], Any]] = {}
    notes: tuple[str, ...] = ()
    orders: Mapping[str, Order] = {}

    @property
    def labels(self) -> dict[str, Order]:
        """The labels of human dimensions all of whose fields have the same."""
        found: dict[str, set[Order]] = {}
        for field, order in self.orders.items():
            found.setdefault(split_annotator(field)[0], set()).add(order)
        return {dimension: orders.pop() for dimension, orders in found.items() if len(orders) == 1}


def written_fields(
    fields: TextFields,
    pieces: Iterable[tuple[Sequence[Mapping[str, Any]], Sequence[int]]],
    labels: Sequence[Order] = (),
) -> Written:
    """Return what cells mean that are no plain numbers, from reading all rows again where there are some.

    Parameters
    ----------
    fields : TextFields
        To which all rows have been shown.
    pieces : iterable of (rows, row numbers)
        The rows again; not looked at where all numbers are plain.
    labels : sequence of tuple of str
        Orders of labels that the user says.

    Raises
    ------
    FormatError
        If they can be read in more ways than one, or the order of labels is not known.
    """
    columns = fields.unclear(labels)
    if not columns:
        return Written()
    for rows, at in pieces:
        fields.fill(columns, rows, at)
    labelled = {
        field: found
        for field, column in columns.items()
        if (found := column.labels(declared=field in fields.listed)) is not None
    }
    given, unknown = numbers_of_labels(labelled, labels, fields.listed)
    check_clear(unknown, (), fields.where)
    meanings: dict[str, Callable[[str], Any]] = {}
    notes = label_notes(given, labels)
    for field, column in columns.items():
        if field in given:
            meanings[field] = _label_meaning(given[field].order)
        elif column.finish(declared=field in fields.listed) is not None and column.note:
            meanings[field] = functools.partial(_meant, column.meanings)
            notes.append(column.note)
    return Written(meanings, tuple(notes), {field: one.order for field, one in given.items()})


def _label_meaning(order: Order) -> Callable[[str], Any]:
    place = places(order)
    return lambda cell: place.get(label_key(cell))


def _meant(meanings: Mapping[str, float], cell: str) -> Any:
    return meanings.get(cell.strip(), cell)


class _Numbers(NumberColumn):
    """A column of numbers that are handed on as they arrive, and not kept."""

    keeps: ClassVar[bool] = False
    is_written_otherwise = False
    """Whether a cell is a number that is not written plainly: what it means is known once all are seen."""

    def _kind(self, cell: Any) -> str | None:
        self.is_written_otherwise |= isinstance(cell, str) and kind_of_number(cell) is not None
        return super()._kind(cell)

    @property
    def may_be_labels(self) -> bool:
        """Whether the cells so far may all be labels."""
        return self._first_text is not None and not self._n_numbers and not self._tally.given_up

    @property
    def is_empty(self) -> bool:
        """Whether no row had a value."""
        return not self._n_numbers and self._first_text is None

    def take(self, count: int) -> NDArray[np.float64]:
        """Return the numbers that were added last; missing ones after a text, which `finish` will report."""
        taken = self._values.taken()
        return taken if len(taken) else np.full(count, np.nan)

    def finish(self, *, declared: bool = False) -> PackedNumbers[np.float64] | None:
        """Return as `NumberColumn.finish`; numbers between texts have been handed on, so they are an error."""
        found = super().finish(declared=declared)
        if found is None and self._n_numbers and self._first_text is not None:
            row, cell = self._first_text
            raise FormatError(
                f"{cell!r:.40} is text, while other rows have numbers here.",
                path=self._source,
                row=row,
                column=self.name,
                remedy=f"Leave the field out: --columns {typed_columns(('ignore', self.name))}.",
            )
        return found


def _with_input(row: Mapping[str, Any], parts: Sequence[str]) -> Mapping[str, Any]:
    """Return a row with a field whose name, and value, the parts of the input make; none where one has no value."""
    names = [as_name(row.get(part)) for part in parts]
    joined = {PART.join(parts): PART.join(names) if all(names) else None}
    if not isinstance(row, CsvRow):
        return {**row, **joined}
    row.update(joined)
    return row


def _said(asked: ColumnMap) -> dict[str, str]:
    """Return what is said of the fields: meaning to field; several that are the input together are called by all."""
    said = {meaning: getattr(asked, meaning) for meaning in _RENAMED if getattr(asked, meaning)}
    if isinstance(asked.input, tuple):
        said["input"] = PART.join(asked.input)
    if "references" in said and "reference" in said:
        raise ArgumentError(
            "`columns` takes either 'references' (a field of lists) or 'reference' (a field of single texts)."
        )
    for field in asked.groups:
        if field in said.values() or field in FIELDS:
            raise ArgumentError(f"`columns` says that '{field}' is a group, but it has another meaning.")
    for meaning, field in said.items():
        if list(said.values()).count(field) > 1:
            others = [other for other in said if said[other] == field and other != meaning]
            raise ArgumentError(f"`columns` says that '{field}' is both '{meaning}' and '{others[0]}'.")
    return said


def _check_unicode(field: str, where: str, row: int) -> None:
    try:
        field.encode("utf-8")
    except UnicodeEncodeError as error:
        raise FormatError(
            f"the field name {field!r} must be Unicode text; it holds half of a surrogate pair.",
            path=where,
            row=row,
        ) from error


def _matching(patterns: Iterable[str], names: Mapping[str, None], *, strict: bool = False) -> list[str]:
    """Return the names that match a pattern; an exact name wins."""
    found: set[str] = set()
    for pattern in patterns:
        hits = {pattern} & names.keys() or {name for name in names if fnmatch.fnmatchcase(name, pattern)}
        if strict and not hits:
            raise unknown_name("field", pattern, tuple(names))
        found |= hits
    return [name for name in names if name in found]
