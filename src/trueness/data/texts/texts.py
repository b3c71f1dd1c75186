"""What systems wrote: one row per output, with references, source and human judgements."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from trueness.data.cells.columns import Layout, typed_columns
from trueness.data.cells.labels import Order, Unordered
from trueness.data.cells.raw_rows import Chunk, RawRows
from trueness.data.scores.corpus_statistics import CorpusStatistics
from trueness.data.scores.score_table import UNNAMED_SYSTEM, Scorer, ScoreTable
from trueness.data.scores.table_from_rows import table_from_rows
from trueness.data.texts.own_references import own_references
from trueness.data.texts.texts_fingerprint import texts_fingerprint
from trueness.errors import DataError, DuplicateKeyError, unknown_name


@dataclasses.dataclass(frozen=True, slots=True)
class TextRow:
    """One output: what one system wrote for one input, and what is known about it.

    Attributes
    ----------
    system, input : str
        Who wrote it and for what.
    output : str
        The text; it may be empty.
    references : tuple of str
        What people wrote for the same input; empty where there is nothing.
    source : str or None
        What the system was given.
    document : str or None
        The cluster the input belongs to.
    groups : mapping of str to str
        Further grouping columns, such as ``language``, to their labels; one without a label has no entry. Each
        describes inputs or systems, as its labels tell.
    human : mapping of str to float
        Human dimension to its value; a missing value has no entry.
    ratings : mapping of str to mapping of str to float
        Annotator to dimension to value; a missing value has no entry.
    """

    system: str
    input: str
    output: str
    references: tuple[str, ...] = ()
    source: str | None = None
    document: str | None = None
    human: Mapping[str, float] = dataclasses.field(default_factory=dict)
    ratings: Mapping[str, Mapping[str, float]] = dataclasses.field(default_factory=dict)
    groups: Mapping[str, str] = dataclasses.field(default_factory=dict)

    @property
    def labels(self) -> Mapping[str, str]:
        """The labels of all grouping columns, `document` among them."""
        return self.groups if self.document is None else {"document": self.document, **self.groups}


@dataclasses.dataclass(frozen=True)
class Texts:
    """What systems wrote, in the order in which it was given.

    Attributes
    ----------
    rows : tuple of TextRow
        One per output.
    lower_is_better : tuple of str
        The human dimensions where less is better; of all others more is better.
    name : str
        What the texts are called in reports and messages.
    notes : tuple of str
        What a reader of the data has to know: what was left out and why.
    labels : mapping of str to tuple of str
        Of human dimensions whose numbers stand for labels, these, as `Scorer` has them.
    other_ids : mapping of str to mapping of str to str
        Of what a program exported, place to input to another id of it (see `called_as`).

    Raises
    ------
    DataError
        If there is no row.
    DuplicateKeyError
        If two rows have the same system and input.
    UnknownNameError
        If `lower_is_better` names a dimension that no row has.
    """

    rows: tuple[TextRow, ...]
    lower_is_better: tuple[str, ...] = ()
    name: str = "texts"
    notes: tuple[str, ...] = ()
    labels: Mapping[str, Order] = dataclasses.field(default_factory=dict)
    other_ids: Mapping[str, Mapping[str, str]] = dataclasses.field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        if not self.rows:
            raise DataError(f"{self.name}: texts are missing.")
        seen: dict[tuple[str, str], int] = {}
        for number, row in enumerate(self.rows, start=1):
            before = seen.setdefault((row.system, row.input), number)
            if before != number:
                raise duplicate_row(self.name, row, before, number)
        for dimension in self.lower_is_better:
            if dimension not in self.dimensions:
                raise unknown_name("human dimension", dimension, self.dimensions)

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def fingerprint(self) -> str:
        """The sha256 of the content, in hexadecimal; the same for any order of rows."""
        return texts_fingerprint(self)

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems, in the order in which they first appear."""
        return tuple(dict.fromkeys(row.system for row in self.rows))

    @property
    def inputs(self) -> tuple[str, ...]:
        """The inputs, in the order in which they first appear."""
        return tuple(dict.fromkeys(row.input for row in self.rows))

    @property
    def dimensions(self) -> tuple[str, ...]:
        """The human dimensions, in the order in which they first appear."""
        return tuple(dict.fromkeys(dimension for dimension, _ in self._human_columns()))

    @property
    def groups(self) -> tuple[str, ...]:
        """The grouping columns, `document` first, the others in the order in which they first appear."""
        found = dict.fromkeys(name for row in self.rows for name in row.labels)
        return tuple(sorted(found, key=lambda name: name != "document"))

    def human_scores(self) -> ScoreTable | None:
        """Return the human dimensions as a score table, None where there are none.

        Single ratings become the annotators of their dimension, `document` a grouping of inputs, and further groups
        one of inputs or of systems; one that is neither is left out with a note.

        Raises
        ------
        DataError
            If a number differs from the mean of the ratings given beside it, or an input belongs to two documents.
        """
        return self.with_scores({}) if self.dimensions else None

    def with_scores(
        self, scores: Mapping[Scorer, ArrayLike], corpus: Mapping[str, tuple[str, ArrayLike]] | None = None
    ) -> ScoreTable:
        """Return human dimensions and given scores as one score table.

        Parameters
        ----------
        scores : mapping of Scorer to array of shape (number of rows,)
            One score per row, NaN where there is none.
        corpus : mapping of str to (str, array of shape (number of rows, s)), optional
            Name of a scorer to its formula and sufficient statistics, where its score of a system is no mean (see
            `CorpusStatistics`).

        Raises
        ------
        DataError
            As `human_scores`; also if an array has another length or its name is taken, if there is nothing to put
            into the table, or if statistics are not as `CorpusStatistics` and `ScoreTable` want them.
        UnknownNameError
            If there is no such formula, or statistics belong to no scorer.
        """
        cells: dict[str, Any] = {
            "system": [row.system for row in self.rows],
            "input": [row.input for row in self.rows],
        }
        groups = self.groups
        for name in groups:
            if name in cells or name in self.dimensions:
                raise DataError(
                    f"{self.name}: '{name}' is a grouping column and something else: give it one use."
                )
            cells[name] = [row.labels.get(name) for row in self.rows]
        keys = len(cells)
        meaning = {}
        for dimension, annotator in self._human_columns():
            column = dimension if annotator is None else f"{dimension}@{annotator}"
            meaning[column] = (dimension, annotator)
            cells[column] = [_human_value(row, dimension, annotator) for row in self.rows]
        for scorer, given in scores.items():
            if scorer.name in cells or scorer.name in self.dimensions:
                raise name_taken(self.name, scorer.name, self.dimensions)
            values = np.asarray(given, dtype=np.float64)
            if values.shape != (len(self.rows),):
                raise DataError(
                    f"scores of '{scorer.name}' have shape {values.shape}; it must be ({len(self.rows)},)."
                )
            meaning[scorer.name] = (scorer.name, None)
            cells[scorer.name] = values
        if len(cells) == keys:
            raise DataError(f"{self.name}: human dimensions and scores are missing; give one of them.")
        unnamed = self.systems == (UNNAMED_SYSTEM,)
        if unnamed:
            del cells["system"]
        table = table_from_rows(
            RawRows(
                source=self.name,
                names=tuple(cells),
                chunks=[Chunk(range(1, len(self.rows) + 1), list(cells.values()))],
                notes=self.notes,
            ),
            layout=Layout(
                system=None if unnamed else "system",
                input="input",
                groups={name: (name, "input" if name == "document" else None) for name in groups},
                scores=meaning,
                declared=frozenset((*meaning, "document")),
            ),
            role="human",
            name=self.name,
        )
        given_scorers = {scorer.name: scorer for scorer in scores}
        return dataclasses.replace(
            table,
            own_references=own_references(self.rows),
            corpus={
                name: CorpusStatistics(formula, self._placed(table, name, given))
                for name, (formula, given) in (corpus or {}).items()
            },
            scorers=tuple(
                given_scorers.get(
                    scorer.name,
                    human_scorer(scorer.name, self.lower_is_better, self.labels),
                )
                for scorer in table.scorers
            ),
        )

    def _placed(self, table: ScoreTable, name: str, given: ArrayLike) -> NDArray[np.float64]:
        """Return statistics of rows in the places that their rows have in the table, shape (N, M, s)."""
        values = np.asarray(given, dtype=np.float64)
        if values.ndim != 2 or len(values) != len(self.rows):
            raise DataError(
                f"statistics of '{name}' have shape {values.shape}; it must be ({len(self.rows)}, s)."
            )
        row = {system: i for i, system in enumerate(table.systems)}
        column = {position: j for j, position in enumerate(table.inputs)}
        placed = np.full((*table.shape[1:], values.shape[1]), np.nan)
        placed[[row[text.system] for text in self.rows], [column[text.input] for text in self.rows]] = values
        return placed

    def _human_columns(self) -> tuple[tuple[str, str | None], ...]:
        """Return every (dimension, annotator) that occurs, annotator None for a number that is nobody's."""
        found: dict[tuple[str, str | None], None] = {}
        for row in self.rows:
            found |= dict.fromkeys((dimension, None) for dimension in row.human)
            found |= {(name, annotator): None for annotator, given in row.ratings.items() for name in given}
        return tuple(found)


def _human_value(row: TextRow, dimension: str, annotator: str | None) -> float | None:
    return (row.human if annotator is None else row.ratings.get(annotator, {})).get(dimension)


def human_scorer(name: str, lower_is_better: Collection[str], labels: Mapping[str, Order]) -> Scorer:
    """Return the scorer of a human dimension.

    Parameters
    ----------
    name : str
    lower_is_better, labels
        As `Texts` has them.
    """
    order = labels.get(name, ())
    return Scorer(
        name,
        "human",
        name not in lower_is_better,
        labels=tuple(order),
        nominal=isinstance(order, Unordered),
    )


def name_taken(where: str, name: str, dimensions: Collection[str]) -> DataError:
    """Build the error for scores that are called like something that the texts have already."""
    if name not in dimensions:
        return DataError(f"{where}: scores need another name than '{name}', which a column of the texts has.")
    return DataError(
        f"{where}: the texts have a human dimension called '{name}', which is also the name of a metric: leave the "
        "metric out, or, where the texts are a file, leave the dimension out with --columns "
        f"{typed_columns(('ignore', name))}."
    )


def duplicate_row(where: str, row: TextRow, before: int, again: int) -> DuplicateKeyError:
    """Build the error for two rows, by number, about the same output."""
    if row.system == UNNAMED_SYSTEM:
        return DuplicateKeyError(
            f"{where}: rows {before} and {again} are both for input '{row.input}', and no field names the system. If "
            "one does, say so: --columns system=FIELD. If the inputs are called otherwise: --columns input=FIELD."
        )
    return DuplicateKeyError(
        f"{where}: rows {before} and {again} are both for system '{row.system}', input '{row.input}'. "
        "Remove one, or give the inputs names of their own: where two fields are one together, such as document and "
        "segment, --columns input=FIELD,input=FIELD."
    )
