"""What is known of texts once every row has been looked at."""

from __future__ import annotations

import dataclasses
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType
from typing import NamedTuple, Self

from trueness.data.cells.columns import Side, typed_columns
from trueness.data.cells.resolve_columns import group_sides
from trueness.data.scores.placed_scores import MEAN_TOLERANCE
from trueness.data.scores.score_table import UNNAMED_SYSTEM
from trueness.data.texts.own_references import OwnReferences
from trueness.data.texts.texts import TextRow, duplicate_row
from trueness.errors import DataError
from trueness.parallel import TextProgress

Partition = tuple[list[TextRow], list[int]]
"""Rows and their one-based numbers."""


@dataclasses.dataclass(frozen=True)
class TextFacts:
    """What is known of texts as a whole.

    Attributes
    ----------
    rows, systems, inputs : int
        How many there are.
    has_systems : bool
        Whether outputs name their systems.
    human : tuple of (str, str or None)
        Human dimensions, each with an annotator or None for a number that is nobody's, in the order of appearance.
    groups : mapping of str to {'input', 'system'}
        Grouping columns, `document` among them, and what each describes; in the order of appearance.
    lacking : mapping of str to (int, str, str)
        ``references`` and ``source``, where rows have none: how many, and system and input of the first.
    empty_outputs : int
        How many outputs have no words.
    empty_references : int
        How many outputs have a reference without words.
    nul_name : str or None
        The first name with a NUL character.
    own_references : mapping of str to float
        Systems that are their own references, as `ScoreTable` has them.
    """

    rows: int
    systems: int
    inputs: int
    has_systems: bool
    human: tuple[tuple[str, str | None], ...]
    groups: Mapping[str, Side]
    lacking: Mapping[str, tuple[int, str, str]]
    empty_outputs: int
    empty_references: int
    nul_name: str | None
    own_references: Mapping[str, float]

    @property
    def dimensions(self) -> tuple[str, ...]:
        """The human dimensions, in the order in which they first appear."""
        return tuple(dict.fromkeys(dimension for dimension, _ in self.human))


def text_facts(
    partitions: Iterable[Partition], where: str, progress: TextProgress | None = None
) -> TextFacts:
    """Look at every row of texts once.

    Parameters
    ----------
    partitions : iterable of (list of TextRow, list of int)
        The rows and their one-based numbers, piece by piece.
    where : str
        The file, for messages.
    progress : callable, optional
        Called after each piece with what is done, the rows looked at, and 0 for their unknown total.

    Raises
    ------
    DuplicateKeyError
        If two rows have the same system and input.
    DataError
        If an input belongs to two documents, a group describes neither inputs nor systems, or a number differs from
        the mean of the ratings given beside it.
    """
    survey = _Survey(where)
    with TextKeys(where) as keys:
        for rows, numbers in partitions:
            keys.add(rows, numbers)
            for row in rows:
                survey.add(row)
            if progress is not None:
                progress("looking at texts", survey.rows, 0)
        groups = keys.sides()
        systems, inputs = keys.counts()
    survey.check_numbers()
    return TextFacts(
        rows=survey.rows,
        systems=systems,
        inputs=inputs,
        has_systems=survey.has_systems,
        human=tuple(survey.human),
        groups=groups,
        lacking=survey.lacking,
        empty_outputs=survey.empty_outputs,
        empty_references=survey.empty_references,
        nul_name=survey.nul_name,
        own_references=survey.own.found(),
    )


class _Survey:
    """The facts so far."""

    def __init__(self, where: str) -> None:
        self._where = where
        self._without_number: dict[str, TextRow] = {}
        self.has_systems = False
        self.rows = self.empty_outputs = self.empty_references = 0
        self.human: dict[tuple[str, str | None], None] = {}
        self.lacking: dict[str, tuple[int, str, str]] = {}
        self.nul_name: str | None = None
        self.own = OwnReferences()

    def add(self, row: TextRow) -> None:
        self.rows += 1
        self.own.add(row)
        self.has_systems |= row.system != UNNAMED_SYSTEM
        self.empty_outputs += not row.output.strip()
        self.empty_references += any(not reference.strip() for reference in row.references)
        if not row.references:
            self._lacks("references", row)
        if row.source is None:
            self._lacks("source", row)
        if self.nul_name is None:
            labels = row.labels
            names = (row.system, row.input, *labels, *labels.values(), *row.human, *row.ratings)
            self.nul_name = next((name for name in names if "\0" in name), None)
        if row.human or row.ratings:
            self.human |= dict.fromkeys((dimension, None) for dimension in row.human)
            for annotator, given in row.ratings.items():
                self.human |= dict.fromkeys((dimension, annotator) for dimension in given)
            self._check_mean(row)

    def check_numbers(self) -> None:
        """Check that no output has ratings but not the number that others have."""
        for dimension, row in self._without_number.items():
            if (dimension, None) in self.human:
                raise self._other_mean(dimension, row, "missing")

    def _lacks(self, need: str, row: TextRow) -> None:
        count, *first = self.lacking.get(need, (0, row.system, row.input))
        self.lacking[need] = (count + 1, first[0], first[1])

    def _check_mean(self, row: TextRow) -> None:
        for dimension in {dimension for given in row.ratings.values() for dimension in given}:
            if dimension not in row.human:
                self._without_number.setdefault(dimension, row)
            elif abs(row.human[dimension] - _mean(row, dimension)) > MEAN_TOLERANCE:
                raise self._other_mean(dimension, row, f"{row.human[dimension]:g}")

    def _other_mean(self, dimension: str, row: TextRow, given: str) -> DataError:
        return DataError(
            f"{self._where}: '{dimension}' is {given} for system '{row.system}', input '{row.input}', but the mean of "
            f"its annotators is {_mean(row, dimension):g}. Remove the field '{dimension}' to use the mean, or rename "
            "it if it is something else."
        )


def _mean(row: TextRow, dimension: str) -> float:
    ratings = [given[dimension] for given in row.ratings.values() if dimension in given]
    return sum(ratings) / len(ratings)


class TextKeys:
    """Finds rows about one output, counts systems and inputs, and says what groups describe.

    SQLite keeps the keys in a temporary file of its own, which has no name and vanishes with the process.

    Parameters
    ----------
    where : str
        The file, for messages.
    """

    def __init__(self, where: str) -> None:
        self._where = where
        self._keys = sqlite3.connect("", isolation_level=None)
        self._keys.execute("PRAGMA journal_mode = OFF")
        self._keys.execute(
            "CREATE TABLE keys (system TEXT, input TEXT, row INTEGER, PRIMARY KEY (system, input)) WITHOUT ROWID"
        )
        # a label of a system or an input, with the first row that gives it
        self._keys.execute(
            "CREATE TABLE labels (grouping TEXT, side TEXT, name TEXT, label TEXT, row INTEGER, "
            "PRIMARY KEY (grouping, side, name, label)) WITHOUT ROWID"
        )
        self._columns: dict[str, None] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._keys.close()

    def add(self, rows: Sequence[TextRow], numbers: Sequence[int]) -> None:
        """Add rows with their one-based numbers.

        Raises
        ------
        DuplicateKeyError
            If one is for the same system and input as another; the message names both.
        """
        before = self._keys.total_changes
        self._keys.execute("BEGIN")
        self._keys.executemany(
            "INSERT OR IGNORE INTO keys VALUES (?, ?, ?)",
            ((row.system, row.input, k) for row, k in zip(rows, numbers, strict=True)),
        )
        added = self._keys.total_changes - before
        self._add_labels(rows, numbers)
        self._keys.execute("COMMIT")
        if added == len(rows):
            return
        for row, number in zip(rows, numbers, strict=True):
            ((first,),) = self._keys.execute(
                "SELECT row FROM keys WHERE system = ? AND input = ?", (row.system, row.input)
            )
            if first != number:
                raise duplicate_row(self._where, row, first, number)

    def counts(self) -> tuple[int, int]:
        """Return the numbers of systems and of inputs."""
        ((systems, inputs),) = self._keys.execute(
            "SELECT count(DISTINCT system), count(DISTINCT input) FROM keys"
        )
        return systems, inputs

    def _add_labels(self, rows: Sequence[TextRow], numbers: Sequence[int]) -> None:
        found: dict[tuple[str, str, str, str], int] = {}
        for row, number in zip(rows, numbers, strict=True):
            for column, label in row.labels.items():
                self._columns.setdefault(column)
                found.setdefault((column, "input", row.input, label), number)
                found.setdefault((column, "system", row.system, label), number)
        self._keys.executemany(
            "INSERT OR IGNORE INTO labels VALUES (?, ?, ?, ?, ?)", ((*key, row) for key, row in found.items())
        )

    def sides(self) -> dict[str, Side]:
        """Return what each grouping column describes: that of which each has one label.

        Raises
        ------
        DataError
            If an input belongs to two documents, or a group describes neither inputs nor systems; the message names
            the rows.
        """
        found: dict[str, Side] = {}
        for column in self._columns:
            usual: tuple[Side, ...] = ("input",) if column == "document" else group_sides(column)
            seconds = {side: self._second_label(column, side) for side in usual}
            side = next((side for side, second in seconds.items() if second is None), None)
            if side is None:
                raise self._two_labels(column, next(filter(None, seconds.values())))
            found[column] = side
        return found

    def _second_label(self, column: str, side: Side) -> _TwoLabels | None:
        """Return the first input, or system, that has two labels, None where each has one."""
        found = self._keys.execute(
            "SELECT name FROM labels WHERE grouping = ? AND side = ? GROUP BY name HAVING count(*) > 1 LIMIT 1",
            (column, side),
        ).fetchone()
        if found is None:
            return None
        labels = self._keys.execute(
            "SELECT label, row FROM labels WHERE grouping = ? AND side = ? AND name = ? ORDER BY row LIMIT 2",
            (column, side, found[0]),
        ).fetchall()
        return _TwoLabels(side, found[0], labels[0], labels[1])

    def _two_labels(self, column: str, two: _TwoLabels) -> DataError:
        (one, first), (other, second) = two.one, two.other
        belongs = (
            f"{self._where}: {two.side} '{two.name}' belongs to {column} '{one}' in row {first} and to "
            f"'{other}' in row {second}."
        )
        if column == "document":
            return DataError(f"{belongs} An input has one document; give the inputs names of their own.")
        return DataError(
            f"{belongs} A grouping column has one label for each input, or one for each system. If "
            f"'{column}' is something else, leave it out: --columns {typed_columns(('ignore', column))}; if people "
            f"gave it as a score: {typed_columns(('scorers', column))}."
        )


class _TwoLabels(NamedTuple):
    """Of one input or system: two labels, each with the first row that gives it."""

    side: Side
    name: str
    one: tuple[str, int]
    other: tuple[str, int]
