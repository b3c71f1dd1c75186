"""Texts that are read partition by partition, as often as wanted, and never held as a whole."""

from __future__ import annotations

import dataclasses
import functools
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from trueness.data.cells.columns import ColumnMap
from trueness.data.cells.labels import Order, label_orders
from trueness.data.reading.read_texts import texts_name
from trueness.data.reading.text_facts import Partition, TextFacts, text_facts
from trueness.data.reading.text_fields import TextFields, Written, written_fields
from trueness.data.reading.text_records import Record, TextRecords, open_text_records
from trueness.data.scores.leave_out import GoneRows, Leaving
from trueness.data.texts.leave_out_rows import leaving_of_texts, leaving_rows
from trueness.data.texts.texts import TextRow, Texts
from trueness.errors import FormatError, unknown_name
from trueness.parallel import TextProgress

ROWS_PER_PARTITION = 2048
LETTERS_PER_PARTITION = 64_000_000
"""A partition ends early where its texts are longer than this together."""


@dataclasses.dataclass(frozen=True)
class TextStream:
    """What systems wrote, read anew for every pass.

    Attributes
    ----------
    name : str
        What the texts are called in reports and messages.
    where : str
        The file, for messages.
    facts : TextFacts
        What the first pass found out.
    read : callable
        Takes a number of rows and yields partitions of so many.
    lower_is_better : tuple of str
        The human dimensions where less is better.
    notes : tuple of str
        What was left out and why.
    stamp, first_stamp : callable, object
        What tells one state of the file from another, and what it was on the first pass.
    labels : mapping of str to tuple of str
        As `Texts` has them.
    """

    name: str
    where: str
    facts: TextFacts
    read: Callable[[int], Iterator[Partition]]
    lower_is_better: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    stamp: Callable[[], object] = lambda: None
    first_stamp: object = None
    labels: Mapping[str, Order] = dataclasses.field(default_factory=dict)

    def partitions(self, size: int = ROWS_PER_PARTITION) -> Iterator[list[TextRow]]:
        """Yield the rows in their order, at most `size` at a time.

        Raises
        ------
        FormatError
            If the file is no longer what it was on the first pass.
        """
        count = 0
        for rows, _ in self.read(size):
            count += len(rows)
            if count > self.facts.rows:
                break
            yield rows
        if count != self.facts.rows or self.stamp() != self.first_stamp:
            raise FormatError(
                "the file has changed while it was read.", path=self.where, remedy="Score it again."
            )

    def whole(self) -> Texts:
        """Return all rows at once, for what has to see those of an input together.

        Raises
        ------
        FormatError
            As `partitions`.
        """
        rows = tuple(row for part in self.partitions() for row in part)
        return Texts(
            rows,
            lower_is_better=self.lower_is_better,
            name=self.name,
            notes=self.notes,
            labels=self.labels,
        )


def stream_texts(
    path: str | Path,
    *,
    format: str | None = None,
    columns: ColumnMap | str | Mapping[str, str | Iterable[str]] | None = None,
    lower_is_better: Iterable[str] = (),
    name: str | None = None,
    part: str | None = None,
    missing_values: str | Iterable[str] | None = None,
    header_row: int | None = None,
    only: str | Iterable[str] | None = None,
    without: str | Iterable[str] | None = None,
    labels: str | Iterable[str] | None = None,
    progress: TextProgress | None = None,
    unnamed_system: bool = False,
) -> TextStream:
    """Look at every row of a file or folder of texts once, so that it can be read partition by partition.

    All that can be wrong with texts is found here, before any work is done with them.

    Parameters
    ----------
    path, format, columns, lower_is_better, name, part, missing_values, header_row, only, without, labels
        As in `read_texts`.
    progress : callable, optional
        Called with what is done, the number of rows looked at, and 0 for their unknown total.
    unnamed_system : bool
        As in `read_texts`.

    Raises
    ------
    FormatError, ArgumentError, DuplicateKeyError, UnknownNameError, MissingExtraError
        As `read_texts`.
    DataError
        If an input belongs to two documents, or a number differs from the mean of the ratings given beside it.
    """
    leaving = leaving_of_texts(only, without)
    records = open_text_records(path, format, part=part, header_row=header_row)
    fields = functools.partial(
        TextFields, columns, str(records.path), missing_values, unnamed_system=unnamed_system
    )
    passes = _Passes(records, fields, leaving, label_orders(labels))
    first_stamp = passes.stamp()
    facts = passes.facts(progress)
    lower = tuple(lower_is_better)
    for dimension in lower:
        if dimension not in facts.dimensions:
            raise unknown_name("human dimension", dimension, facts.dimensions)
    return TextStream(
        name=name or texts_name(passes.records.path),
        where=passes.where,
        facts=facts,
        read=passes.read,
        lower_is_better=lower,
        notes=(*passes.records.notes, *passes.notes),
        stamp=passes.stamp,
        first_stamp=first_stamp,
        labels=passes.labels,
    )


class _Passes:
    """The passes through a file or folder of texts: the first ones find out what is there.

    Parameters
    ----------
    records : TextRecords
    fields : callable
        Makes `TextFields`, which know what numbers mean once that is known.
    leaving : Leaving
        Which systems and inputs are left out; to know all names takes a pass more.
    orders : sequence of tuple of str
        Orders of labels that the user says.
    """

    def __init__(
        self,
        records: TextRecords,
        fields: Callable[..., TextFields],
        leaving: Leaving,
        orders: Sequence[Order],
    ) -> None:
        self.records, self.where = records, str(records.path)
        self.notes: tuple[str, ...] = ()
        self._fields = fields
        self._orders, self._written = orders, Written()
        self._leaving, self._gone = leaving, GoneRows()

    def facts(self, progress: TextProgress | None) -> TextFacts:
        """Return what the rows hold; where numbers are written otherwise than plainly it takes two passes more."""
        rows = itertools.chain.from_iterable(
            rows for rows, _ in self._rows(ROWS_PER_PARTITION, self._fields())
        )
        self._gone = leaving_rows(self._leaving, rows, self.where)
        fields = self._fields()
        found = text_facts(self._rows(ROWS_PER_PARTITION, fields), self.where, progress)
        self._written = written_fields(fields, self._pieces(ROWS_PER_PARTITION), self._orders)
        if self._written.meanings:
            fields = self._fields(written=self._written)
            found = text_facts(self._rows(ROWS_PER_PARTITION, fields), self.where, progress)
        self.notes = (*fields.finish(), *self._gone.notes)
        return found

    @property
    def labels(self) -> dict[str, Order]:
        """What numbers of human dimensions stand for."""
        return self._written.labels

    def read(self, size: int) -> Iterator[Partition]:
        """Yield partitions of so many rows."""
        return self._rows(size, self._fields(written=self._written))

    def stamp(self) -> object:
        """Return what tells one state of the file from another; nothing does of a folder."""
        path = self.records.path
        if path.is_dir() or not path.exists():
            return None
        found = path.stat()
        return found.st_size, found.st_mtime_ns

    def _rows(self, size: int, fields: TextFields) -> Iterator[Partition]:
        for rows, at in self._pieces(size):
            found = fields.rows(rows, at)
            stay = [self._gone.stays(systems=row.system, inputs=row.input) for row in found]
            yield list(itertools.compress(found, stay)), list(itertools.compress(at, stay))

    def _pieces(self, size: int) -> Iterator[tuple[list[Mapping[str, Any]], list[int]]]:
        for piece in _pieces(self.records.read(), size):
            yield [row for _, row in piece], [number for number, _ in piece]


def stream_of(texts: Texts) -> TextStream:
    """Return texts that are in memory as a stream.

    Raises
    ------
    DataError
        If an input belongs to two documents, or a number differs from the mean of the ratings given beside it.
    """

    def read(size: int) -> Iterator[Partition]:
        for start in range(0, len(texts), size):
            rows = list(texts.rows[start : start + size])
            yield rows, list(range(start + 1, start + 1 + len(rows)))

    facts = text_facts(read(ROWS_PER_PARTITION), texts.name)
    return TextStream(
        name=texts.name,
        where=texts.name,
        facts=facts,
        read=read,
        lower_is_better=texts.lower_is_better,
        notes=texts.notes,
        labels=texts.labels,
    )


def _pieces(numbered: Iterable[Record], size: int) -> Iterator[list[Record]]:
    """Yield records together, at most `size` and as many as hold `LETTERS_PER_PARTITION`."""
    piece: list[Record] = []
    letters = 0
    for record in numbered:
        piece.append(record)
        letters += _letters(record[1].values())
        if len(piece) == size or letters > LETTERS_PER_PARTITION:
            yield piece
            piece, letters = [], 0
    if piece:
        yield piece


def _letters(values: Iterable[Any]) -> int:
    """Return how long the texts among values are together, those in lists included."""
    count = 0
    for value in values:
        if isinstance(value, str):
            count += len(value)
        elif isinstance(value, (list, tuple)):
            count += _letters(value)
    return count
