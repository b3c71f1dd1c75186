"""Rows of the same names: a column tells them apart that names the system, or what was scored by whom."""

from __future__ import annotations

import dataclasses
import fnmatch
import itertools
from collections.abc import Sequence
from typing import Any

from trueness.data.cells.columns import ColumnMap, Layout, plain_name
from trueness.data.cells.raw_rows import RawRows, is_number
from trueness.data.cells.resolve_columns import SCORE_NAMES, SCORER_NAMES

DIMENSION_NAMES = (
    *("dimension", "dim", "criterion", "criteria", "aspect", "attribute", "quality", "facet", "principle"),
    *(
        "eval_type",
        "evaluation_type",
        "evaluation_criterion",
        "evaluation_dimension",
        "score_type",
        "measure",
        "annotation_name",
    ),
)
"""Columns that say what was asked about an output, where each row has one score."""

JUDGE_NAMES = (
    *("judge", "judge_name", "judge_id", "judge_model", "evaluator", "evaluator_model", "evaluator_name"),
    *("grader", "grader_model", "scored_by", "rated_by", "judged_by", "metric_name", "scorer_name"),
    *("eval_model", "eval_model_name", "judge_model_name", "annotator_kind"),
)
"""Columns that say who gave the score of a row."""

RATING_NAMES = ("rating", "grade", "label", "vote", "annotation", "verdict", "decision")
"""The score of a row, where no column has one of the names of scores."""

LOOKED_AT = 5_000
"""Rows of the first piece that are looked at."""


SYSTEM_WORDS = (
    *("source", "generator", "generated_by", "written_by", "writer", "author", "producer", "origin"),
    *(
        "summarizer",
        "method",
        "approach",
        "engine",
        "condition",
        "variant",
        "version",
        "agent",
        "bot",
        "chatbot",
    ),
    *(
        "llm",
        "lm",
        "assistant",
        "candidate",
        "checkpoint",
        "response_source",
        "output_source",
        "answer_source",
    ),
)
"""Columns that say who wrote an output, where nothing else names the system and its inputs repeat."""

MOST_WORDS = 4
"""Words of a system's name; a text has more."""


def told_apart(raw: RawRows, layout: Layout, asked: ColumnMap) -> tuple[RawRows, ColumnMap | None]:
    """Return what has to be said of rows that repeat, as far as names of columns tell; None where it is nothing.

    Rows of the same names in the first piece of a file are outputs of several systems, where a column that is called so
    tells them apart; or they are in the long format, where columns of words called after dimensions or judges do, the
    fewest that are enough; or both. Where such rows have several scores each, what was asked is part of the input.

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
    systems = [] if layout.system or asked.systems else _called(raw.names, SYSTEM_WORDS, asked)
    scorers = _called(raw.names, (*SCORER_NAMES, *DIMENSION_NAMES, *JUDGE_NAMES), asked)
    score = layout.score or _score_of(layout)
    if asked.scorers or asked.scorer or asked.annotators or (score is None and asked.input):
        scorers = []
    keys = [name for name in (layout.system, *layout.within, layout.input, layout.annotator) if name]
    if not (systems or scorers) or not (layout.system or layout.input):
        return raw, None
    chunks = iter(raw.chunks)
    first = next(chunks, None)
    raw = dataclasses.replace(raw, chunks=itertools.chain([] if first is None else [first], chunks))
    if first is None:
        return raw, None
    cells = {name: list(column[:LOOKED_AT]) for name, column in zip(raw.names, first.columns, strict=True)}
    if _tell_apart([*keys, *((layout.scorer,) if layout.scorer else ())], cells):
        return raw, None
    scorers = [name for name in scorers if name not in keys and _are_words(cells[name])]
    named = [name for name in systems if name not in keys and _are_systems(cells[name])]
    for system, some in itertools.product([(), *((name,) for name in named)], _fewest_first(scorers)):
        if (system or some) and _tell_apart([*keys, *system, *some], cells):
            return raw, _said(asked, layout, system, some, score)
    return raw, None


def _said(
    asked: ColumnMap, layout: Layout, system: tuple[str, ...], parts: tuple[str, ...], score: str | None
) -> ColumnMap:
    """Return what is to be said: where there are several scores, what was asked names the input beside its column."""
    if system:
        asked = dataclasses.replace(asked, system=system[0])
    if parts and score is not None:
        # what tells the input may be one of the parts, which become one column
        known = asked.input if layout.within or layout.input in parts else layout.input
        return dataclasses.replace(
            asked, scorer=parts if len(parts) > 1 else parts[0], score=score, input=known
        )
    if parts and layout.input is not None and not any(plain_name(name) in JUDGE_NAMES for name in parts):
        return dataclasses.replace(asked, input=(*layout.within, layout.input, *parts))
    return asked


def _called(names: Sequence[str], known: Sequence[str], asked: ColumnMap) -> list[str]:
    """Return the columns of a known name that are not left out."""
    return [
        name
        for name in names
        if plain_name(name) in known
        and not any(fnmatch.fnmatchcase(name, pattern) for pattern in asked.ignore)
    ]


def _fewest_first(names: Sequence[str]) -> list[tuple[str, ...]]:
    return [some for size in range(len(names) + 1) for some in itertools.combinations(names, size)]


def _score_of(layout: Layout) -> str | None:
    """Return the one column that is called as the score of a row is."""
    for options in (SCORE_NAMES, RATING_NAMES):
        found = [name for name in layout.scores if plain_name(name) in options]
        if found:
            return found[0] if len(found) == 1 else None
    return None


def _are_words(cells: Sequence[Any]) -> bool:
    return all(isinstance(cell, str) and cell.strip() and not is_number(cell) for cell in cells)


def _are_systems(cells: Sequence[Any]) -> bool:
    """Return whether cells are names, few of them, rather than texts."""
    named = _are_words(cells) and 1 < len(set(cells)) <= len(cells) / 2
    return named and all(len(cell.split()) <= MOST_WORDS for cell in cells)


def _tell_apart(columns: Sequence[str], cells: dict[str, list[Any]]) -> bool:
    rows = [tuple(map(repr, row)) for row in zip(*(cells[name] for name in columns), strict=True)]
    return len(set(rows)) == len(rows)
