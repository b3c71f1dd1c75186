"""The cells of a source to names and numbers, column by column, once it is known what its columns mean."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trueness.data.cells.columns import STATISTICS, Layout, Side, plain_name
from trueness.data.cells.labels import (
    MOST_LABELS,
    LabelColumn,
    Order,
    Ordered,
    label_notes,
    numbers_of_labels,
)
from trueness.data.cells.missing import MissingTally
from trueness.data.cells.names import NameColumn
from trueness.data.cells.numbers import NumberColumn, WordsError
from trueness.data.cells.packed_numbers import PackedColumns, PackedNumbers
from trueness.data.cells.raw_rows import Chunk, RawRows
from trueness.data.cells.resolve_columns import TIME_NAMES
from trueness.data.cells.shared_texts import SharedTexts
from trueness.data.cells.statistics_column import StatisticsColumn
from trueness.data.cells.unclear_columns import check_clear
from trueness.data.files.rows_fingerprint import Coded
from trueness.data.scores.long_votes import check_long_votes
from trueness.data.scores.naming_texts import may_name_inputs
from trueness.data.scores.score_table import FloatArray, Scorer
from trueness.data.scores.word_groups import WordGroup, word_groups
from trueness.errors import FormatError, counted, listing

_Numbers = PackedNumbers[np.float64]


@dataclasses.dataclass(frozen=True)
class ReadColumns:
    """The columns of a source after reading: coded names and numbers, one entry per row.

    Attributes
    ----------
    rows : PackedNumbers
        The row of each entry in the file.
    names : mapping of str to NameColumn or Coded
    numbers : PackedColumns
    statistics : mapping of str to array
    layout : Layout
    notes : list of str
        What was left out, and how cells were understood.
    orders : mapping of str to tuple of str
        Column to the order of its labels, where it has labels.
    texts : mapping of str to Coded
        Texts that may name inputs where that which does leaves repeated rows (see `may_name_inputs`).
    """

    rows: PackedNumbers[np.int64]
    names: Mapping[str, NameColumn | Coded]
    numbers: PackedColumns
    statistics: Mapping[str, FloatArray]
    layout: Layout
    notes: list[str]
    orders: Mapping[str, Order]
    texts: Mapping[str, Coded] = dataclasses.field(default_factory=dict)


def read_columns(
    raw: RawRows, layout: Layout, declared_orders: Sequence[Order], missing: MissingTally
) -> ReadColumns:
    """Read the cells of all columns that count.

    Parameters
    ----------
    raw : RawRows
    layout : Layout
    declared_orders : sequence of tuple of str
        Orders of labels that the user says.
    missing : MissingTally
        Takes out what is said to be missing.

    Raises
    ------
    FormatError
        If there are no rows, no column holds numbers, or a cell is not what its column holds.
    UnclearColumnsError
        If columns hold words, and nothing says whether these are scores.
    """
    required = {layout.system, layout.input, layout.scorer, *(layout.within if layout.always_within else ())}
    written = raw.metadata is not None
    names = {
        column: NameColumn(column, raw.source, required=column in required, as_written=written)
        for column in layout.keys
    }
    score_columns = [layout.score] if layout.score else list(layout.scores)
    numbers = {
        column: NumberColumn(
            column,
            raw.source,
            decimal_comma=raw.decimal_comma,
            declared=declared_orders,
            may_be_missing=missing.can_be_said,
        )
        for column in score_columns
    }
    shared = {column: SharedTexts() for column in layout.shared}
    texts = {column: SharedTexts() for column in may_name_inputs(raw.names, layout.input)}
    at = raw.names.index(layout.scorer) if layout.scorer else None
    statistics = {column: StatisticsColumn(column, raw.source) for column in layout.statistics}
    rows = PackedNumbers(np.int64)
    for chunk in raw.chunks:
        rows.add(np.asarray(chunk.rows, dtype=np.int64))
        _add_texts(texts, raw.names, chunk)
        for column, cells in zip(raw.names, chunk.columns, strict=True):
            if column in names:
                names[column].add(cells, chunk.rows)
            elif column in numbers:
                who = None if at is None else chunk.columns[at]
                numbers[column].add(_cleared(cells, column, layout, who, missing), chunk.rows)
            elif column in statistics:
                statistics[column].add(cells, chunk.rows)
            elif column in shared:
                shared[column].add(cells)
    if not len(rows):
        raise FormatError("rows of scores are missing.", path=raw.source)
    given, finished, groups, wordy = _finished(numbers, names, layout, declared_orders, raw)
    inputs = None if layout.input is None else names[layout.input].codes
    alike = {column: found for column, one in shared.items() if (found := one.groups(inputs)) is not None}
    of_words: dict[str, Side] = {column: one.side for column, one in groups.items()}
    layout = layout.with_groups({**of_words, **dict.fromkeys(alike, "input")})
    orders = {column: one.order for column, one in given.items()}
    left_out = [
        *layout.ignored,
        *(column for column in layout.shared if column not in alike),
        *(column for column, values in finished.items() if values is None),
    ]
    kept = {column: values for column, values in finished.items() if values is not None}
    if not kept:
        check_clear(wordy, [], raw.source)
        raise FormatError(
            "a column of numbers is missing.", path=raw.source, remedy=f"Columns: {listing(raw.names, 30)}."
        )
    notes = (
        [f"{counted(len(left_out), 'column')} left out, no scores: {listing(left_out)}"] if left_out else []
    )
    notes += [column.note for column in names.values() if column.note]
    notes += [f"'{column}' {one.note}" for column, one in groups.items()]
    notes += label_notes(given, declared_orders, raw.orders.values())
    notes += [number.note for number in numbers.values() if number.note is not None]
    bare = [name.removesuffix(STATISTICS) for name in left_out if name.endswith(STATISTICS)]
    if bare:
        notes.append(
            f"the sufficient statistics of {listing(bare)} were not read, for want of the description written with "
            "them (FILE.meta.json): system scores are means of outputs' scores"
        )
    placed = {column: found.finish() for column, found in statistics.items()}
    return ReadColumns(
        rows=rows,
        names={**names, **{column: one.words for column, one in groups.items()}, **alike},
        numbers=PackedColumns(kept),
        statistics=placed,
        layout=layout,
        notes=notes,
        orders=orders,
        texts=_whole(texts),
    )


def _add_texts(texts: Mapping[str, SharedTexts], names: Sequence[str], chunk: Chunk) -> None:
    for column, one in texts.items():
        one.add(chunk.columns[names.index(column)])


def _whole(texts: Mapping[str, SharedTexts]) -> dict[str, Coded]:
    """Return the columns that have a text in every row."""
    return {column: found for column, one in texts.items() if (found := one.every()) is not None}


def _finished(
    numbers: Mapping[str, NumberColumn],
    names: Mapping[str, NameColumn | Coded],
    layout: Layout,
    declared_orders: Sequence[Order],
    raw: RawRows,
) -> tuple[dict[str, Ordered], dict[str, _Numbers | None], dict[str, WordGroup], dict[str, LabelColumn]]:
    """Return columns of labels; the numbers of all columns, None for those that hold no scores; groups; and sentences.

    The last are columns left out as text that have no more different cells than labels would be.
    """
    declared = layout.declared | {layout.score}
    labelled = {
        column: found
        for column, number in numbers.items()
        if (found := number.labels(declared=column in declared)) is not None
    }
    given, unclear = numbers_of_labels(labelled, declared_orders, declared, raw.orders)
    groups = word_groups(unclear, names, layout, declared)
    unknown = {column: found for column, found in unclear.items() if column not in groups}
    finished: dict[str, _Numbers | None] = {}
    words: list[FormatError] = []
    for column, number in numbers.items():
        if column in given:
            finished[column] = PackedNumbers.of(given[column].values)
        elif column not in unclear:
            try:
                values = number.finish(declared=column in declared)
            except WordsError as error:
                words.append(error)
                continue
            finished[column] = None if column not in declared and _are_times(column, values) else values
    there = [column for column, values in finished.items() if values is not None]
    check_long_votes(unknown, there, names, layout, raw.source)
    check_clear(unknown, words, raw.source)
    wordy = {
        name: column
        for name, column in labelled.items()
        if name not in given and name not in groups and 1 < len(column.labels) <= MOST_LABELS
    }
    return given, finished, groups, wordy


FIRST_TIME = 1e9
"""Seconds since 1970 are no fewer from 2001 on."""


def _are_times(column: str, values: _Numbers | None) -> bool:
    """Return whether a column is called as moments are, and holds seconds, or parts of them, since 1970."""
    if values is None or TIME_NAMES.search(plain_name(column)) is None:
        return False
    numbers = values.whole()
    known = numbers[~np.isnan(numbers)]
    return bool(len(known) and known.min() >= FIRST_TIME)


def without_missing(read: ReadColumns, tally: MissingTally, scorers: Mapping[str, Scorer]) -> ReadColumns:
    """Return columns without what is said to be missing, once it is known that their description fits.

    What was written as numbers may stand for labels.

    Parameters
    ----------
    read : ReadColumns
    tally : MissingTally
    scorers : mapping of str to Scorer
        What the description says of scorers.
    """
    found = {}
    for column, values in read.numbers.items():
        names = _called(column, read.layout)
        labels = next((scorers[name].labels for name in names if name in scorers), ())
        cells = [
            labels[int(value)] if value.is_integer() and 0 <= value < len(labels) else value
            for value in values.tolist()
        ]
        gone = [cell is None for cell in tally.cleared(cells, *names)]
        found[column] = PackedNumbers.of(np.where(gone, np.nan, values))
    return dataclasses.replace(read, numbers=PackedColumns(found))


def _called(column: str, layout: Layout) -> tuple[str, ...]:
    """Return what the scorer of a column goes by where something is said of it."""
    return tuple(dict.fromkeys((column, layout.scores[column][0] if column in layout.scores else column)))


def _cleared(
    cells: Sequence[Any] | NDArray[Any],
    column: str,
    layout: Layout,
    scorers: Sequence[Any] | NDArray[Any] | None,
    missing: MissingTally,
) -> Sequence[Any] | NDArray[Any]:
    """Return cells of scores without what is said to be missing of their scorer, or of that which each row names."""
    if scorers is None or not missing.is_said:
        return missing.cleared(cells, *_called(column, layout))
    return [
        missing.cleared([cell], str(scorer), column)[0] for cell, scorer in zip(cells, scorers, strict=True)
    ]
