"""Rows of any source to a score table: the one place that knows duplicates, missing cells and annotators."""

from __future__ import annotations

import dataclasses
import itertools
import shlex
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trueness.data.cells.columns import PART, ColumnMap, Layout, Side, plain_name, typed_columns
from trueness.data.cells.labels import Order, Unordered
from trueness.data.cells.missing import Missing
from trueness.data.cells.names import IntArray, NameColumn
from trueness.data.cells.raw_rows import RawRows, source_stem
from trueness.data.cells.resolve_columns import (
    COUNT_NAMES,
    LIKE_SCORES,
    SYSTEM_LIKE,
    USUAL_NAMES,
    group_sides,
    is_row_labels,
    no_input,
)
from trueness.data.files.rows_fingerprint import Coded
from trueness.data.scores.corpus_statistics import CorpusStatistics
from trueness.data.scores.long_votes import names_people, said_of_people
from trueness.data.scores.names_in_doubt import names_in_doubt
from trueness.data.scores.naming_texts import naming_texts
from trueness.data.scores.placed_scores import Kept, Places, placed_scores
from trueness.data.scores.read_columns import ReadColumns
from trueness.data.scores.score_table import UNNAMED_SYSTEM, Role, Scorer, ScoreTable
from trueness.data.scores.table_notes import BY_ROW_NUMBER, table_notes
from trueness.data.scores.understood_rows import UnderstoodRows, understand_rows
from trueness.errors import DataError, DuplicateKeyError, FormatError, counted, listing

MOST_CELLS, LEAST_FILLED = 20_000_000, 0.01
"""A table of more scores, scorers times outputs, is refused if a smaller share of them is there."""

MOST_RATINGS = 500_000_000
"""The same for ratings of annotators, of whom each may judge few outputs of many."""

LARGEST_UNSORTED = 8
"""Cells of a table for each row of the file, up to which a mark for every cell takes less memory than the rows."""


def table_from_rows(
    raw: RawRows,
    columns: ColumnMap | None = None,
    *,
    layout: Layout | None = None,
    role: Role | None = None,
    drop_repeated: bool = False,
    name: str | None = None,
    labels: str | Iterable[str] | None = None,
    missing: Missing | str | Iterable[str] | None = None,
) -> ScoreTable:
    """Arrange rows as scorer x system x input.

    Parameters
    ----------
    raw : RawRows
        The rows.
    columns : ColumnMap, optional
        What the user says about the columns; the rest is inferred from their names.
    layout : Layout, optional
        The meaning of every column, where the format fixes it; then nothing is inferred.
    role : {'human', 'metric'}, optional
        The role of scorers without annotators, where the format fixes it. Scorers with annotators are human, those with
        runs (`columns.are_runs`) metrics.
    drop_repeated : bool
        Whether to keep the first of several rows with the same key, with a note, rather than to refuse them.
    name : str, optional
        What the table is called; by default what the file says, or its name.
    labels : str or iterable of str, optional
        Orders of labels that stand in place of numbers (see `label_orders`), beside those known.
    missing : Missing, str or iterable of str, optional
        Values and labels that mean that there is no score (see `Missing`).

    Raises
    ------
    FormatError
        If the columns cannot be told apart, a name is missing, a cell is no number or infinite, there are no
        rows, a grouping column describes neither inputs nor systems, or the rows fill next to nothing of the table.
    DuplicateKeyError
        If two rows have the same system and input (and annotator, and scorer), unless `drop_repeated`.
    DataError
        If a human dimension is not the mean of the annotators given beside it.
    UnknownNameError
        If a column the user named is not there.
    """
    understood = understand_rows(raw, columns, layout=layout, labels=labels, missing=missing)
    return _table(understood, role=role, drop_repeated=drop_repeated, name=name)


def tables_from_rows(
    raw: RawRows,
    columns: ColumnMap | None = None,
    *,
    by: str,
    drop_repeated: bool = False,
    labels: str | Iterable[str] | None = None,
    missing: Missing | str | Iterable[str] | None = None,
) -> dict[str, ScoreTable] | None:
    """Arrange the rows of each group as a table of its own: never as one, which would be empty where groups meet.

    Parameters
    ----------
    raw, columns, drop_repeated, labels, missing
        As in `table_from_rows`.
    by : str
        The grouping column.

    Returns
    -------
    dict of str to ScoreTable, or None
        By label; the systems of each are those with a score in it. None where the column is no grouping of inputs.

    Raises
    ------
    FormatError, DuplicateKeyError, DataError, UnknownNameError
        As `table_from_rows`; also if a row has no label.
    """
    understood = understand_rows(raw, columns, labels=labels, missing=missing)
    if not understood.groups_inputs(by):
        return None
    found = {}
    for label, part in understood.by(by):
        if not label.strip():
            raise FormatError(
                "the row lacks a label of the groups that become tables.",
                path=raw.source,
                row=int(part.read.rows[0]),
                column=by,
                remedy="Give it one, or leave it out.",
            )
        table = _table(part, drop_repeated=drop_repeated)
        scored = np.asarray(~np.isnan(table.values).all(axis=(0, 2)))
        kept = [system for system, there in zip(table.systems, scored, strict=True) if there]
        found[label] = table if len(kept) == len(table.systems) else table.select(systems=kept)
    return found


def _table(
    understood: UnderstoodRows,
    *,
    drop_repeated: bool,
    role: Role | None = None,
    name: str | None = None,
) -> ScoreTable:
    read, facts, source = understood.read, understood.facts, understood.source
    layout, notes = read.layout, list(understood.notes)
    keys, kept = _Keys.of(read, source, layout, drop_repeated=drop_repeated, notes=notes)
    places = Places(keys.systems, keys.inputs, keys.cell, kept)
    scorers, values, annotations = placed_scores(read, places, source, role, facts.scorers if facts else {})
    scorers = _with_labels(scorers, read, source)
    groups = _groups(read, keys, kept, layout, source, notes)
    formulas = facts.formulas if facts else {}
    table = ScoreTable(
        scorers=scorers,
        systems=keys.systems,
        inputs=keys.inputs,
        values=values,
        annotations=annotations,
        input_groups=groups["input"],
        system_groups=groups["system"],
        has_systems=layout.system is not None,
        name=name or (facts.name if facts else source_stem(source)),
        corpus=_corpus(read, keys, kept, formulas, source),
        own_references={
            system: share
            for system, share in (facts.own_references if facts else {}).items()
            if system in set(keys.systems)
        },
    )
    del keys, places, kept  # a number for every row, while the table is looked at
    notes += [] if facts else names_in_doubt(table, layout)
    notes += table_notes(table)
    if facts:
        notes = [*facts.notes, *notes]
    return dataclasses.replace(table, notes=tuple(dict.fromkeys(notes)))


@dataclasses.dataclass(frozen=True)
class _Keys:
    """Which system, input, annotator and scorer each kept row is about."""

    systems: tuple[str, ...]
    inputs: tuple[str, ...]
    cell: IntArray

    @property
    def system(self) -> IntArray:
        return self.cell // len(self.inputs)

    @property
    def input(self) -> IntArray:
        return self.cell % len(self.inputs)

    @classmethod
    def of(
        cls, read: ReadColumns, source: str, layout: Layout, *, drop_repeated: bool, notes: list[str]
    ) -> tuple[_Keys, Kept]:
        """Return the keys and the rows kept."""
        size = len(read.rows)
        nothing = np.zeros(size, np.int64)
        system_column = read.names[layout.system] if layout.system else None
        input_column = read.names[layout.input] if layout.input else None
        if input_column and is_row_labels(layout.input) and _is_count(input_column):
            input_column = None  # of a dataframe without an index, which has none where it is not written
        systems = system_column.labels if system_column else (UNNAMED_SYSTEM,)
        inputs = input_column.labels if input_column else tuple(str(k + 1) for k in range(size))
        system = system_column.codes if system_column else nothing
        position = input_column.codes if input_column else np.arange(size)
        if system_column is None:
            notes.append("the file names no system: each row is one item, and only the global level exists")
        if input_column is None and system_column is None:
            notes.append(BY_ROW_NUMBER)
        elif input_column is None:
            _check_board(read, source, layout)
            inputs, position = (TEST_SET,), nothing
            notes.append(
                "every row has the scores of a system: read as those of one test set, which is the only input"
            )
        n_cells = len(systems) * len(inputs)
        _check_systems(read, source, systems, inputs)
        if n_cells > 1_000_000 and size < n_cells / 100:
            raise FormatError(
                f"{size} rows would fill less than 1% of {len(systems)} systems x {len(inputs)} inputs.",
                path=source,
                remedy=f"Does '{layout.input}' name what all systems worked on? Otherwise: --columns input=COL.",
            )
        _check_filled(read, source, layout, n_cells)
        cell = system * len(inputs) + position
        del system, position  # as large as all that is kept of rows
        key, parts = cell, list[str]()
        for column in (layout.annotator, layout.scorer):
            if column:
                parts.append(column)
                key = key * len(read.names[column].labels) + read.names[column].codes
        kept = _first_of_each(key, read, source, layout, parts, drop_repeated=drop_repeated, notes=notes)
        return cls(tuple(systems), tuple(inputs), cell[kept]), kept


TEST_SET = "test set"
"""The one input of a table with a row for each system."""


def _is_count(column: NameColumn | Coded) -> bool:
    """Return whether names are the numbers of rows, from 0 on."""
    return tuple(column.labels) == tuple(map(str, range(len(column.codes))))


def _check_board(read: ReadColumns, source: str, layout: Layout) -> None:
    """Check that rows without an input are about a system each, or a system and a scorer or annotator."""
    parts = [column for column in (layout.system, layout.scorer, layout.annotator) if column]
    keys = set(zip(*(read.names[column].codes.tolist() for column in parts), strict=True))
    if len(keys) < len(read.rows):
        raise no_input(
            list(dict.fromkeys((*read.names, *layout.ignored, *layout.scores))), source, repeated=True
        )


MOST_SCORERS = 100
"""More scorers than these, and than there are rows, are hardly meant in a file without systems."""

FEWEST_SYSTEMS = 20
"""From so many systems on, a system of its own for every row is hardly meant."""


def _check_systems(read: ReadColumns, source: str, systems: Sequence[str], inputs: Sequence[str]) -> None:
    """Refuse rows whose systems are scorers, or whose outputs or inputs are systems, with what would settle it."""
    layout, size = read.layout, len(read.rows)
    if layout.system is not None:
        if len(systems) == size >= FEWEST_SYSTEMS and 1 < len(inputs) < size:
            raise FormatError(
                f"every one of the {size} rows has a system of its own ({listing(systems, 3)}).",
                path=source,
                column=layout.system,
                remedy="Does it name outputs or inputs? Then say --columns "
                f"{typed_columns(('input', layout.system))}, and which column names the system, if one does.",
            )
        return
    if layout.scorer is not None:
        return
    free = [column for column in read.numbers if column not in layout.declared]
    scorers = {layout.scores[column][0] for column in free}  # a scorer may have very many annotators
    if len(scorers) > max(MOST_SCORERS, size):
        raise FormatError(
            f"{len(free)} columns of {counted(size, 'row')} would be scorers: {listing(free, 3)}.",
            path=source,
            remedy="Are the columns inputs, or systems? Then say --columns 'inputs=*' or 'systems=*'. Are they "
            "scorers? Then say --columns 'scorers=*'.",
        )
    beside_people = len(free) < len(read.numbers)  # whose columns are told: models beside them judge
    if len(free) > 1 and all(map(SYSTEM_LIKE.search, free)) and not beside_people:
        raise SystemLikeError(
            free,
            f"the columns of scores are called as systems are: {listing(free, 5)}.",
            path=source,
            remedy="If they are systems, say --columns 'systems=*'; if they are judges, or other scorers of "
            "one output per row, say --columns 'scorers=*'.",
        )


class SystemLikeError(FormatError):
    """Columns of scores are called as systems are: whether they are systems or judges, the file does not say.

    Parameters
    ----------
    names : sequence of str
        The columns.
    **more
        Of `FormatError`.
    """

    def __init__(self, names: Sequence[str], problem: str, **more: Any) -> None:
        super().__init__(problem, **more)
        self.names = tuple(names)


def _check_filled(read: ReadColumns, source: str, layout: Layout, n_cells: int) -> None:
    """Refuse rows whose scorers, or annotators, have next to nothing in common: their tables would fill the memory."""
    size = len(read.rows)
    planes = len(read.names[layout.scorer].labels) if layout.scorer else 1
    if planes * n_cells > MOST_CELLS and size < LEAST_FILLED * planes * n_cells:
        raise FormatError(
            f"{size} rows would fill less than {LEAST_FILLED:.0%} of {planes} scorers x {n_cells} outputs.",
            path=source,
            remedy=f"Does '{layout.scorer}' name the scorers? Otherwise: --columns scorer=COL.",
        )
    if layout.annotator is None:
        return
    people, columns = len(read.names[layout.annotator].labels), max(1, len(read.numbers))
    if people * columns * n_cells > MOST_RATINGS and size < LEAST_FILLED * people * n_cells:
        raise FormatError(
            f"{size} rows would fill less than {LEAST_FILLED:.0%} of {people} annotators x {n_cells} outputs, in "
            f"{counted(columns, 'column')} of ratings.",
            path=source,
            remedy=f"Does '{layout.annotator}' name the annotators? If it does, read fewer systems, inputs or columns.",
        )


_IDS = frozenset(itertools.chain(*USUAL_NAMES["input"]))


def _first_of_each(
    key: IntArray,
    read: ReadColumns,
    source: str,
    layout: Layout,
    parts: list[str],
    *,
    drop_repeated: bool,
    notes: list[str],
) -> Kept:
    if _all_differ(key):
        return slice(None)
    _, first, inverse = np.unique(key, return_index=True, return_inverse=True)
    repeated = np.flatnonzero(first[inverse] != np.arange(len(key)))
    if drop_repeated:
        notes.append(f"{counted(len(repeated), 'row')} left out that repeat the key of an earlier row")
        return np.sort(first)
    again = int(repeated[0])
    before = int(first[inverse[again]])
    named = [column for column in (layout.system, layout.input, *parts) if column]
    what = ", ".join(f"{c} '{read.names[c].labels[read.names[c].codes[again]]}'" for c in named)
    hint = "" if layout.system else " If a column names the system, say so: --columns system=COL."
    remedy = "Remove one, or keep the first: --drop-repeated (in Python: drop_repeated=True)."
    part = _telling_apart(key, read)
    if part and names_people(part) and layout.annotator is None:
        remedy, hint = f"'{part}' tells them apart. {said_of_people(part)}. Otherwise r{remedy[1:]}", ""
    elif part and not layout.system and group_sides(part)[0] == "system":
        said = shlex.quote(f"system={part}")
        remedy, hint = f"'{part}' tells them apart. If it names the system: --columns {said}. {remedy}", ""
    elif part and layout.input:
        remedy = _called_by_both(layout, layout.input, part, source)
    elif layout.input and (texts := _texts_that_name(read, layout.input)):
        remedy = (
            f"{listing(texts)} {'tells' if len(texts) == 1 else 'together tell'} all rows apart. If inputs are called "
            f"so: --columns {typed_columns(('input', texts))}. Otherwise r{remedy[1:]}"
        )
    elif other := next(
        (name for name in (*layout.ignored, *layout.shared) if plain_name(name) in _IDS), None
    ):
        said = shlex.quote(f"input={other}")
        both = (
            f" If '{other}' and '{layout.input}' do together: --columns "
            f"{typed_columns(('input', (other, layout.input)))}."
            if layout.input and PART not in layout.input
            else ""
        )
        remedy = f"If '{other}' names each of them: --columns {said}.{both} Otherwise r{remedy[1:]}"
    raise DuplicateKeyError(
        f"{source}: rows {read.rows[before]} and {read.rows[again]} are both for {what} "
        f"({counted(len(repeated), 'repeated row')} in all). {remedy}{hint}"
    )


def _texts_that_name(read: ReadColumns, called: str) -> tuple[str, ...]:
    """Return the texts that would name inputs without a repeated row; none where none do, or none are known."""
    if not read.texts:
        return ()
    layout = read.layout
    rest = [read.names[one].codes for one in (layout.system, layout.annotator, layout.scorer) if one]
    return naming_texts(rest, called, read.names, read.texts)


def _called_by_both(layout: Layout, called: str, part: str, source: str) -> str:
    """Return what to say where rows of one input differ in a column: it is part of the name, or tables are apart."""
    parts = called.split(PART)
    several = len(parts) > 1 and parts[0] in layout.groups  # their name is made of several columns
    columns = (part, *parts) if several else (called, part)
    remedy = (
        f"With '{part}' no two are the same: if inputs are called by both, say --columns "
        f"{typed_columns(('input', columns))}; '{columns[0]}' is a grouping column then, which keeps its inputs "
        "together (`clusters`)."
    )
    if part in layout.groups and layout.system and group_sides(part)[0] == "input":
        pool = shlex.join(["trueness", "compare", "--pool", source, "--tables-by", part])
        remedy += f" If it names test sets: {pool}."
    return f"{remedy} Otherwise remove one."


def _all_differ(key: IntArray) -> bool:
    """Return whether no key repeats; keys of a table that is filled need no sorting, which takes six copies of them."""
    cells = int(key.max(initial=-1)) + 1
    if cells > LARGEST_UNSORTED * len(key):
        ordered = np.sort(key)
        return not bool(np.any(ordered[1:] == ordered[:-1]))
    there = np.zeros(cells, dtype=bool)
    there[key] = True
    return int(np.count_nonzero(there)) == len(key)


def _telling_apart(key: IntArray, read: ReadColumns) -> str | None:
    """Return the column that tells all rows apart that have the same key: a group, or numbers that count."""
    layout = read.layout
    # what single annotators gave, or are called by, is no name of an input
    alone = [
        name
        for name in read.numbers
        if name not in layout.declared and layout.scores.get(name, (name, None))[1] is None
    ]
    free = {name: read.numbers[name] for name in alone}
    counts = {
        name: values
        for name, values in free.items()
        if len(free) > 1
        and not LIKE_SCORES.search(name)
        and plain_name(name) not in COUNT_NAMES
        and np.all(values % 1 == 0)
        and (values.min() in (0, 1) or names_people(name))
    }
    columns: dict[str, NDArray[Any]] = {**{name: read.names[name].codes for name in layout.groups}, **counts}
    return next(
        (
            name
            for name, values in sorted(columns.items(), key=lambda one: not names_people(one[0]))
            if len(np.unique(np.stack([key, values]), axis=1).T) == len(key)
        ),
        None,
    )


def _with_labels(scorers: tuple[Scorer, ...], read: ReadColumns, source: str) -> tuple[Scorer, ...]:
    """Return scorers with the labels that stand for their numbers."""
    layout, orders = read.layout, read.orders
    if not orders:
        return scorers
    if layout.score is not None and layout.score in orders:
        return tuple(_labelled(scorer, orders[layout.score]) for scorer in scorers)
    found: dict[str, Order] = {}
    for column, values in read.numbers.items():
        scorer, _ = layout.scores[column]
        order = orders.get(column, ())
        if found.setdefault(scorer, order) != order and not np.isnan(values).all():
            raise FormatError(
                f"its labels are in another order than those of other columns of '{scorer}'.",
                path=source,
                column=column,
                remedy="Say one order for all of them (--labels).",
            )
    return tuple(
        _labelled(scorer, found[scorer.name]) if found.get(scorer.name) else scorer for scorer in scorers
    )


def _labelled(scorer: Scorer, order: Order) -> Scorer:
    return dataclasses.replace(scorer, labels=tuple(order), nominal=isinstance(order, Unordered))


def _corpus(
    read: ReadColumns, keys: _Keys, kept: Kept, formulas: Mapping[str, str], source: str
) -> dict[str, CorpusStatistics]:
    """Place the sufficient statistics that the description declares."""
    found = {}
    for column, values in read.statistics.items():
        scorer = read.layout.statistics[column]
        placed = np.full((len(keys.systems) * len(keys.inputs), values.shape[1]), np.nan)
        placed[keys.cell] = values[kept]
        shape = (len(keys.systems), len(keys.inputs), values.shape[1])
        try:
            found[scorer] = CorpusStatistics(formulas[scorer], placed.reshape(shape))
        except DataError as error:
            raise FormatError(str(error), path=source, column=column) from error
    return found


def _groups(
    read: ReadColumns, keys: _Keys, kept: Kept, layout: Layout, source: str, notes: list[str]
) -> dict[str, dict[str, tuple[str, ...]]]:
    """Return the grouping columns of inputs and of systems; one that the user did not name and is neither is noted."""
    found: dict[str, dict[str, tuple[str, ...]]] = {"input": {}, "system": {}}
    for column, (name, side) in layout.groups.items():
        labels, codes = np.array(read.names[column].labels, dtype=object), read.names[column].codes[kept]
        blank = {k for k, label in enumerate(labels) if label == ""}
        wrong = -1
        for candidate in (side,) if side else _sides(name, layout):
            size, position = (
                (len(keys.inputs), keys.input) if candidate == "input" else (len(keys.systems), keys.system)
            )
            rows: IntArray | slice = slice(None)
            if blank:
                rows = np.flatnonzero(np.isin(codes, list(blank), invert=True))
            label = np.full(size, -1)
            label[position[rows][::-1]] = codes[rows][::-1]  # the first row of each wins
            differ = np.flatnonzero(label[position[rows]] != codes[rows])
            if not len(differ):
                found[candidate][name] = tuple(labels[k] if k >= 0 else "" for k in label)
                break
            first = int(differ[0]) if isinstance(rows, slice) else int(rows[differ[0]])
            wrong = first if wrong < 0 else wrong
        else:
            row, one = (
                int(read.rows[wrong if isinstance(kept, slice) else int(kept[wrong])]),
                side or "input or per system",
            )
            if column not in layout.declared:
                notes.append(
                    f"left out: '{column}' is no grouping column; it has more than one label per {one} (row {row})"
                )
                continue
            raise FormatError(
                f"a grouping column must have one label per {one}; this row has a second.",
                path=source,
                row=row,
                column=column,
                remedy=f"If it is something else, leave it out: --columns {typed_columns(('ignore', column))}.",
            )
    return found


def _sides(name: str, layout: Layout) -> tuple[Side, ...]:
    return ("input",) if layout.system is None else group_sides(name)
