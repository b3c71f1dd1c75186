"""What is known of texts once every row has been looked at."""

from __future__ import annotations

import dataclasses
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType
from typing import Self

from trueness.data.table_from_rows import MEAN_TOLERANCE
from trueness.data.texts import TextRow, duplicate_row
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
    human : tuple of (str, str or None)
        Human dimensions, each with an annotator or None for a number that is nobody's, in the order of appearance.
    documents : bool
        Whether inputs belong to documents.
    lacking : mapping of str to (int, str, str)
        ``references`` and ``source``, where rows have none: how many, and system and input of the first.
    empty_outputs : int
        How many outputs have no words.
    empty_references : int
        How many outputs have a reference without words.
    nul_name : str or None
        The first name with a NUL character.
    """

    rows: int
    systems: int
    inputs: int
    human: tuple[tuple[str, str | None], ...]
    documents: bool
    lacking: Mapping[str, tuple[int, str, str]]
    empty_outputs: int
    empty_references: int
    nul_name: str | None

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
        If an input belongs to two documents, or a number differs from the mean of the ratings given beside it.
    """
    survey = _Survey(where)
    with TextKeys(where) as keys:
        for rows, numbers in partitions:
            keys.add(rows, numbers)
            for row in rows:
                survey.add(row)
            if progress is not None:
                progress("looking at texts", survey.rows, 0)
        if survey.documents:
            keys.check_documents()
        systems, inputs = keys.counts()
    survey.check_numbers()
    return TextFacts(
        rows=survey.rows,
        systems=systems,
        inputs=inputs,
        human=tuple(survey.human),
        documents=survey.documents,
        lacking=survey.lacking,
        empty_outputs=survey.empty_outputs,
        empty_references=survey.empty_references,
        nul_name=survey.nul_name,
    )


class _Survey:
    """The facts so far."""

    def __init__(self, where: str) -> None:
        self._where = where
        self._without_number: dict[str, TextRow] = {}
        self.rows = self.empty_outputs = self.empty_references = 0
        self.human: dict[tuple[str, str | None], None] = {}
        self.lacking: dict[str, tuple[int, str, str]] = {}
        self.documents = False
        self.nul_name: str | None = None

    def add(self, row: TextRow) -> None:
        self.rows += 1
        self.empty_outputs += not row.output.strip()
        self.empty_references += any(not reference.strip() for reference in row.references)
        self.documents = self.documents or row.document is not None
        if not row.references:
            self._lacks("references", row)
        if row.source is None:
            self._lacks("source", row)
        if self.nul_name is None:
            names = (row.system, row.input, row.document or "", *row.human, *row.ratings)
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
    """Finds rows about one output, and inputs of two documents, and counts systems and inputs.

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
            "CREATE TABLE keys (system TEXT, input TEXT, document TEXT, row INTEGER, PRIMARY KEY (system, input)) "
            "WITHOUT ROWID"
        )

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
            "INSERT OR IGNORE INTO keys VALUES (?, ?, ?, ?)",
            ((row.system, row.input, row.document, k) for row, k in zip(rows, numbers, strict=True)),
        )
        self._keys.execute("COMMIT")
        if self._keys.total_changes - before == len(rows):
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

    def check_documents(self) -> None:
        """Check that no input belongs to two documents.

        Raises
        ------
        DataError
            If one does; the message names the input, its documents and two rows.
        """
        found = self._keys.execute(
            "SELECT input, min(document), max(document) FROM keys WHERE document IS NOT NULL GROUP BY input "
            "HAVING count(DISTINCT document) > 1 LIMIT 1"
        ).fetchone()
        if found is None:
            return
        name, *documents = found
        rows = [
            self._keys.execute(
                "SELECT min(row) FROM keys WHERE input = ? AND document = ?", (name, document)
            ).fetchone()[0]
            for document in documents
        ]
        raise DataError(
            f"{self._where}: input '{name}' belongs to document '{documents[0]}' in row {rows[0]} and to "
            f"'{documents[1]}' in row {rows[1]}. An input has one document; give the inputs names of their own."
        )
