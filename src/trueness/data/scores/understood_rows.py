"""Rows whose columns are understood: what names what, which numbers are whose scores, and what is to be said of it."""

from __future__ import annotations

import dataclasses
import fnmatch
import functools
import itertools
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from trueness.data.cells.bookkeeping import QUALTRICS_ID, collector_of, without_questions
from trueness.data.cells.columns import (
    PART,
    STATISTICS,
    ColumnMap,
    Layout,
    are_runs,
    plain_name,
    typed_columns,
)
from trueness.data.cells.labels import label_orders
from trueness.data.cells.missing import Missing, MissingTally
from trueness.data.cells.named_together import named_together
from trueness.data.cells.names import IntArray
from trueness.data.cells.numbers import TEXT_NAMES
from trueness.data.cells.packed_numbers import PackedColumns, PackedNumbers
from trueness.data.cells.rating_lists import value_name, with_written_lists
from trueness.data.cells.raw_rows import RawRows
from trueness.data.cells.resolve_columns import (
    COUNT_NAMES,
    KEY_NAMES,
    LIKE_SCORES,
    ROW_LABELS,
    SOURCE_NAMES,
    SYSTEM_LIKE,
    group_sides,
    resolve_columns,
)
from trueness.data.cells.wide_columns import SEPARATORS, as_rows
from trueness.data.files.rows_fingerprint import Coded, RowsFingerprint
from trueness.data.scores.metadata import Facts, facts_of, layout_of, unfitting
from trueness.data.scores.read_columns import ReadColumns, read_columns, without_missing
from trueness.data.scores.told_apart import told_apart
from trueness.errors import FormatError, counted, listing


@dataclasses.dataclass(frozen=True)
class UnderstoodRows:
    """Rows and what is known of their columns.

    Attributes
    ----------
    source : str
        The file, for messages.
    read : ReadColumns
    facts : Facts or None
        What the description says that was saved with the rows.
    notes : tuple of str
    """

    source: str
    read: ReadColumns
    facts: Facts | None
    notes: tuple[str, ...]

    def groups_inputs(self, column: str) -> bool:
        """Return whether a column is a grouping, and not one of systems: that has one label for each of these alone."""
        layout, names = self.read.layout, self.read.names
        if column not in layout.groups or layout.groups[column][1] == "system":
            return False
        if group_sides(layout.groups[column][0])[0] == "system" or layout.input is None:
            return False
        labels = names[column].codes
        return (
            layout.system is None
            or _one_each(names[layout.input].codes, labels)
            or not _one_each(names[layout.system].codes, labels)
        )

    def by(self, column: str) -> Iterator[tuple[str, UnderstoodRows]]:
        """Yield every label of a grouping column, in the order of their first rows, with its rows."""
        labels, codes = self.read.names[column].labels, self.read.names[column].codes
        order = np.argsort(codes, kind="stable")
        bounds = np.searchsorted(codes[order], np.arange(len(labels) + 1)).tolist()
        rows = _OrderedRows.of(self.read, order)
        for label, (first, end) in zip(labels, itertools.pairwise(bounds), strict=True):
            yield label, dataclasses.replace(self, read=rows.part(first, end))


def _one_each(names: IntArray, labels: IntArray) -> bool:
    """Return whether all rows of a name have one label."""
    return len(np.unique(names)) == len(np.unique(np.stack([names, labels]), axis=1).T)


class _OrderedRows(NamedTuple):
    """What was read, in another order of its rows, of which parts are wanted."""

    read: ReadColumns
    order: IntArray
    rows: PackedNumbers[np.int64]
    names: dict[str, tuple[Sequence[str], PackedNumbers[np.int64]]]
    numbers: dict[str, PackedNumbers[np.float64]]

    @classmethod
    def of(cls, read: ReadColumns, order: IntArray) -> _OrderedRows:
        names = {name: (one.labels, PackedNumbers.of(one.codes[order])) for name, one in read.names.items()}
        return cls(
            read=read,
            order=order,
            rows=PackedNumbers.of(read.rows.whole()[order]),
            names=names,
            numbers={name: PackedNumbers.of(values[order]) for name, values in read.numbers.items()},
        )

    def part(self, first: int, end: int) -> ReadColumns:
        """Return the rows from one to another; names are those that occur in them, in the order of their first row."""
        rows = self.order[first:end]
        numbers = {name: PackedNumbers.of(one.part(first, end)) for name, one in self.numbers.items()}
        return dataclasses.replace(
            self.read,
            rows=PackedNumbers.of(self.rows.part(first, end)),
            names={
                name: _names_of(labels, codes.part(first, end))
                for name, (labels, codes) in self.names.items()
            },
            numbers=PackedColumns(numbers),
            statistics={name: values[rows] for name, values in self.read.statistics.items()},
        )


def _names_of(labels: Sequence[str], codes: IntArray) -> Coded:
    there, first, inverse = np.unique(codes, return_index=True, return_inverse=True)
    order = np.argsort(first, kind="stable")
    place = np.empty(len(there), np.int64)
    place[order] = np.arange(len(there))
    return Coded(tuple(labels[there[k]] for k in order), place[inverse])


def understand_rows(
    raw: RawRows,
    columns: ColumnMap | None = None,
    *,
    layout: Layout | None = None,
    labels: str | Iterable[str] | None = None,
    missing: Missing | str | Iterable[str] | None = None,
) -> UnderstoodRows:
    """Find out what columns mean, and read their cells.

    Parameters
    ----------
    raw, columns, layout, labels, missing
        As in `table_from_rows`.

    Raises
    ------
    FormatError, UnknownNameError
        As `table_from_rows`.
    """
    raw = _as_written(raw)
    if layout is None:
        if raw.metadata is None:
            raw = dataclasses.replace(raw, names=tuple(name.strip() for name in raw.names))
            raw = with_written_lists(raw, functools.partial(_may_be_ratings, columns or ColumnMap()))
        _check_columns_are_no_scores(raw, columns or ColumnMap())
        raw, columns = as_rows(raw, columns or ColumnMap(), _named_otherwise(raw.names))
    tally = MissingTally(
        Missing.of(missing), can_be_said=layout is None
    )  # formats with a layout say it themselves
    facts, notes = None, list[str]()
    if layout is None and raw.metadata is not None:
        if columns is None or columns == ColumnMap():
            layout, facts = layout_of(raw.metadata, raw.names, raw.source), facts_of(raw.metadata)
        else:
            notes.append("the description saved with the scores was not used, because columns were named")
    if layout is None:
        raw, layout = _with_meanings(raw, columns or ColumnMap())
        notes += _notes_of_annotators(layout)
    notes = [*raw.notes, *notes]
    read = read_columns(raw, layout, label_orders(labels), MissingTally(Missing()) if facts else tally)
    notes += read.notes
    _check_rows_are_no_persons(read, raw)
    read = _with_parts(read)
    if read.layout.input != layout.input:
        notes.append(f"inputs are called by {listing([*layout.within, str(layout.input)])} together")
    if not facts and (counting := _counting_column(read, raw.names[0])):
        read = _with_items(read, counting)
        # the star leaves out what is called as items are
        as_score = typed_columns(("scorers", "*"), ("scorers", counting))
        notes.append(
            f"'{counting}' counts the rows, so it names the items; if it is a score: --columns {as_score}"
        )
    if facts:
        notes += _check_description(read, facts, raw.source)
        read = without_missing(read, tally, facts.scorers) if missing else read
    notes += tally.notes()
    return UnderstoodRows(raw.source, read, facts, tuple(notes))


def _with_meanings(raw: RawRows, columns: ColumnMap) -> tuple[RawRows, Layout]:
    """Return what columns mean; of several that name the scorer together there is one then."""
    raw, texts = _texts_of(raw)
    raw, columns = named_together(raw, columns)
    layout = resolve_columns(raw.names, columns, raw.source, texts=texts)
    raw, found = told_apart(raw, layout, columns)
    if found is None:
        return raw, layout
    notes = [f"'{found.system}' names the system"] if found.system != columns.system else []
    raw, columns = named_together(raw, found)
    notes += [f"every row is a score of '{columns.scorer}'"] if columns.scorer else []
    raw = dataclasses.replace(raw, notes=(*raw.notes, *notes))
    return raw, resolve_columns(raw.names, columns, raw.source, texts=texts)


def _as_written(raw: RawRows) -> RawRows:
    """Return rows without what programs write above them or before them that is no data."""
    if raw.names and not raw.names[0].strip():  # how spreadsheets and CSV show the row labels of a dataframe
        raw = dataclasses.replace(raw, names=(ROW_LABELS, *raw.names[1:]))
    return without_questions(raw) if QUALTRICS_ID in raw.names else raw


def _check_rows_are_no_persons(read: ReadColumns, raw: RawRows) -> None:
    """Refuse answers of a form where a row is a person, and no column says what was judged.

    Raises
    ------
    FormatError
        If the columns must be what was judged.
    """
    layout, collector = read.layout, collector_of(raw.names)
    if (
        raw.metadata is not None
        or collector is None
        or collector.tasks
        or layout.system
        or layout.input
        or len(read.numbers) < 2
    ):
        return
    columns = list(read.numbers)
    first, last = min(columns), max(columns)
    start = first[: next((k for k, sign in enumerate(first) if last[k : k + 1] != sign), len(first))]
    cut = max(start.rfind(sign) for sign in SEPARATORS) + 1
    pattern = start[:cut] + "*"
    fits = cut > 0 and not set("*?[") & set(start[:cut]) and fnmatch.filter(raw.names, pattern) == columns
    said = typed_columns(("inputs", pattern if fits else columns))
    raise FormatError(
        f"this is a form of {collector.name}: a row has the answers of one person. Which column names what was judged?",
        path=raw.source,
        remedy=f"If each question is about another output: --columns {said}. Otherwise: --columns input=COL.",
    )


FEWEST_COUNTED = 5
"""Fewer numbers than these may be scores that happen to count."""


def _counting_column(read: ReadColumns, first: str) -> str | None:
    """Return the first column where it does nothing but count the rows of a file that names neither input nor system.

    One that is called as scores are is none, and neither is one that was said to be a scorer.
    """
    layout = read.layout
    values = read.numbers.get(first)
    if values is None or layout.input or layout.system or layout.scorer or len(layout.scores) < 2:
        return None
    if first in layout.declared or LIKE_SCORES.search(first) or len(values) < FEWEST_COUNTED:
        return None
    counts = any(np.array_equal(values, np.arange(len(values)) + start) for start in (0, 1))
    return first if counts else None


def _with_items(read: ReadColumns, column: str) -> ReadColumns:
    """Return rows of which a column of numbers names the items."""
    layout, size = read.layout, len(read.rows)
    labels = tuple(str(int(value)) for value in read.numbers[column])
    return dataclasses.replace(
        read,
        names={**read.names, column: Coded(labels, np.arange(size))},
        numbers=read.numbers.without(column),
        layout=dataclasses.replace(
            layout,
            input=column,
            scores={name: meaning for name, meaning in layout.scores.items() if name != column},
        ),
    )


def _notes_of_annotators(layout: Layout) -> list[str]:
    """Return which columns were read as single annotators, and which as single runs."""
    several: dict[str, list[str]] = {}
    for scorer, who in layout.scores.values():
        if who is not None:
            several.setdefault(scorer, []).append(who)
    runs = [name for name, who in several.items() if are_runs(who)]
    people = [name for name in several if name not in runs]
    return [
        *([f"columns of single annotators were read as annotators of {listing(people)}"] if people else []),
        *([f"columns of single runs were read as runs of {listing(runs)}"] if runs else []),
    ]


def _with_parts(read: ReadColumns) -> ReadColumns:
    """Return rows whose inputs several columns name together, if the user says so or the last alone does not do."""
    layout = read.layout
    if not layout.within or layout.input is None:
        return read
    parts = [read.names[column] for column in (*layout.within, layout.input)]
    if not layout.always_within and all(_one_each(parts[-1].codes, part.codes) for part in parts[:-1]):
        return read
    rows = np.stack([part.codes for part in parts], axis=1)
    _, first, codes = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    labels = [PART.join(part.labels[part.codes[k]] for part in parts) for k in first]
    name = PART.join((*layout.within, layout.input))
    return dataclasses.replace(
        read,
        names={**read.names, name: _names_of(labels, codes.reshape(-1))},
        layout=dataclasses.replace(layout, input=name, within=()),
    )


def _texts_of(raw: RawRows) -> tuple[RawRows, list[str]]:
    """Return the names of columns that hold what outputs were made for: called so, and of several words."""
    called = [name for name in raw.names if plain_name(name) in SOURCE_NAMES]
    if not called:
        return raw, []
    chunks = iter(raw.chunks)
    first = next(chunks, None)
    if first is None:
        return dataclasses.replace(raw, chunks=()), []
    cells = dict(zip(raw.names, first.columns, strict=True))
    texts = [
        plain_name(name)
        for name in called
        if any(isinstance(c, str) and len(c.split()) > 1 for c in cells[name])
    ]
    return dataclasses.replace(raw, chunks=itertools.chain([first], chunks)), texts


def _check_columns_are_no_scores(raw: RawRows, columns: ColumnMap) -> None:
    """Check that of all columns that are said to be systems, or inputs, fewer than half are called as scores are.

    Raises
    ------
    FormatError
        If so many are; those that are named one by one, or by a pattern of their own, are taken as they are.
    """
    said = [key for key in ("systems", "inputs") if getattr(columns, key) == ("*",)]
    taken = {
        *_named_otherwise(raw.names),
        columns.system,
        columns.input,
        *columns.groups,
        *columns.system_groups,
    }
    free = [name for name in raw.names if name not in taken and plain_name(name) not in COUNT_NAMES]
    called = [name for name in free if LIKE_SCORES.search(name) and not SYSTEM_LIKE.search(name)]
    if said and 2 * len(called) >= len(free) > 0:
        raise FormatError(
            f"the columns would be {said[0]}, and {listing(called, 4)} are called as scores are.",
            path=raw.source,
            remedy=f"Leave {said[0]}= out: columns are scores then. If these are {said[0]}, name them: "
            f"--columns '{','.join(f'{said[0]}={name}' for name in called[:2])}'.",
        )


def _named_otherwise(names: Sequence[str]) -> list[str]:
    """Return columns whose names say that they hold names or texts."""
    return [
        name
        for name in names
        if plain_name(name) in (*KEY_NAMES, *TEXT_NAMES) or name == ROW_LABELS or name.endswith(STATISTICS)
    ]


def _may_be_ratings(columns: ColumnMap, name: str) -> bool:
    """Return whether a column may hold lists of ratings, by its name and what was said of columns."""
    if columns.systems or columns.inputs or _named_otherwise([name]):
        return False
    patterns = (*columns.scorers, *columns.annotators)
    if columns.scorers and not any(
        fnmatch.fnmatchcase(one, p) for p in patterns for one in (name, value_name(name, 1))
    ):
        return False
    said = (columns.system, columns.input, columns.scorer, columns.score, columns.annotator)
    named = [one for key in said if key for one in ([key] if isinstance(key, str) else key)]
    named += [*columns.groups, *columns.system_groups, *columns.length]
    return name not in named and not any(fnmatch.fnmatchcase(name, pattern) for pattern in columns.ignore)


def _check_description(read: ReadColumns, facts: Facts, source: str) -> list[str]:
    """Check that a description was written for these rows, and return what is to be said about that."""
    declared = read.layout.declared
    if facts.fingerprint is not None:
        found = RowsFingerprint()
        numbers = {column: values for column, values in read.numbers.items() if column in declared}
        coded = {column: Coded(names.labels, names.codes) for column, names in read.names.items()}
        found.add(coded, {**numbers, **read.statistics})
        if found.finish() != facts.fingerprint:
            raise unfitting(source, "names another fingerprint")
    notes = []
    if facts.on_trust:
        notes.append(f"the description of {Path(source).name} does not say for which rows it was written")
    added = [column for column in read.numbers if column not in declared]
    if added:
        notes.append(
            f"{counted(len(added), 'column')} that the description does not have, read as scores for which higher "
            f"is better: {listing(added)}"
        )
    return notes
