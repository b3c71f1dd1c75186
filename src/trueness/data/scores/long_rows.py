"""The long format: a row for a score, and columns that name what was scored by whom, one or several together."""

from __future__ import annotations

import dataclasses
import fnmatch
import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from trueness.data.cells.columns import PART, ColumnMap, Layout, plain_name
from trueness.data.cells.names import NameColumn
from trueness.data.cells.raw_rows import Chunk, RawRows
from trueness.data.cells.resolve_columns import SCORE_NAMES, SCORER_NAMES
from trueness.errors import FormatError

DIMENSION_NAMES = (
    *("dimension", "dim", "criterion", "criteria", "aspect", "attribute", "quality", "facet", "principle"),
    *(
        "eval_type",
        "evaluation_type",
        "evaluation_criterion",
        "evaluation_dimension",
        "score_type",
        "measure",
    ),
)
"""Columns that say what was asked about an output, where each row has one score."""

JUDGE_NAMES = (
    *("judge", "judge_name", "judge_id", "judge_model", "evaluator", "evaluator_model", "evaluator_name"),
    *("grader", "grader_model", "scored_by", "rated_by", "judged_by", "metric_name", "scorer_name"),
)
"""Columns that say who gave the score of a row."""

RATING_NAMES = ("rating", "grade", "label", "vote", "annotation")
"""The score of a row, where no column has one of the names of scores."""

LOOKED_AT = 5_000
"""Rows of the first piece that are looked at."""


def found_long(raw: RawRows, layout: Layout, asked: ColumnMap) -> tuple[RawRows, ColumnMap | None]:
    """Return what has to be said of rows in the long format whose names do not say it; None where they are not.

    They are where rows of the same names repeat in the first piece of the file, and columns of words called after
    dimensions or judges tell them apart, the fewest that do.

    Parameters
    ----------
    raw : RawRows
    layout : Layout
        What the columns mean as far as their names say it.
    asked : ColumnMap
        What the user said.

    Returns
    -------
    RawRows
        The same rows, of which a piece was looked at.
    ColumnMap or None
    """
    called = [
        name
        for name in raw.names
        if plain_name(name) in (*SCORER_NAMES, *DIMENSION_NAMES, *JUDGE_NAMES)
        and not any(fnmatch.fnmatchcase(name, pattern) for pattern in asked.ignore)
    ]
    score = layout.score or _score_of(layout)
    said = asked.scorers or asked.scorer or asked.annotators
    if not called or score is None or said or not (layout.system or layout.input):
        return raw, None
    chunks = iter(raw.chunks)
    first = next(chunks, None)
    raw = dataclasses.replace(raw, chunks=itertools.chain([] if first is None else [first], chunks))
    if first is None:
        return raw, None
    cells = {name: list(column[:LOOKED_AT]) for name, column in zip(raw.names, first.columns, strict=True)}
    keys = [name for name in (layout.system, *layout.within, layout.input, layout.annotator) if name]
    words = [name for name in called if name not in keys and _are_words(cells[name])]
    if _tell_apart([*keys, *((layout.scorer,) if layout.scorer else ())], cells):
        return raw, None
    some = next(
        (
            some
            for size in range(1, len(words) + 1)
            for some in itertools.combinations(words, size)
            if _tell_apart([*keys, *some], cells)
        ),
        None,
    )
    if some is None:
        return raw, None
    return raw, dataclasses.replace(asked, scorer=some if len(some) > 1 else some[0], score=score)


def _score_of(layout: Layout) -> str | None:
    """Return the one column that is called as the score of a row is."""
    for options in (SCORE_NAMES, RATING_NAMES):
        found = [name for name in layout.scores if plain_name(name) in options]
        if found:
            return found[0] if len(found) == 1 else None
    return None


def _are_words(cells: Sequence[Any]) -> bool:
    return all(isinstance(cell, str) and cell.strip() and not _is_number(cell) for cell in cells)


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def _tell_apart(columns: Sequence[str], cells: dict[str, list[Any]]) -> bool:
    rows = [tuple(map(repr, row)) for row in zip(*(cells[name] for name in columns), strict=True)]
    return len(set(rows)) == len(rows)


def named_together(raw: RawRows, columns: ColumnMap) -> tuple[RawRows, ColumnMap]:
    """Return rows in which one column names the scorer, where several do so together, as a judge and a dimension.

    Parameters
    ----------
    raw : RawRows
    columns : ColumnMap

    Raises
    ------
    FormatError
        If a column is called as the new one, or one of them has no name in a row.
    """
    parts = columns.scorer
    if not isinstance(parts, tuple):
        return raw, columns
    unknown = next((part for part in parts if part not in raw.names), None)
    if unknown is not None:
        return raw, dataclasses.replace(
            columns, scorer=unknown
        )  # which is refused where columns are looked for
    name = PART.join(parts)
    if name in raw.names:
        raise FormatError("the column is called as others together are.", path=raw.source, column=name)
    kept = [k for k, column in enumerate(raw.names) if column not in parts]
    at = [raw.names.index(part) for part in parts]

    def chunks() -> Iterator[Chunk]:
        for chunk in raw.chunks:
            cells = [_names_in(chunk, k, raw) for k in at]
            together = list(map(PART.join, zip(*cells, strict=True)))
            yield Chunk(chunk.rows, [*(chunk.columns[k] for k in kept), together])

    names = (*(raw.names[k] for k in kept), name)
    return dataclasses.replace(raw, names=names, chunks=chunks()), dataclasses.replace(columns, scorer=name)


def _names_in(chunk: Chunk, at: int, raw: RawRows) -> list[str]:
    """Return the names in a column of a piece."""
    column = NameColumn(raw.names[at], raw.source)
    column.add(chunk.columns[at], chunk.rows)
    return [column.labels[code] for code in column.codes]
