"""Names that may be of something else than their column says: of judges among systems, of models among annotators."""

from __future__ import annotations

import shlex

from trueness.data.cells.columns import Layout, plain_name, typed_columns
from trueness.data.cells.resolve_columns import MODEL_NAMES, SYSTEM_LIKE
from trueness.data.scores.called_reference import called_reference
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import listing


def names_in_doubt(table: ScoreTable, layout: Layout) -> list[str]:
    """Return notes of names that may mean something else, with what to say then.

    Parameters
    ----------
    table : ScoreTable
    layout : Layout
        What the columns were taken for.
    """
    return [*_of_one_model(table, layout), *_of_raters(table, layout), *_of_models(table, layout)]


def _of_one_model(table: ScoreTable, layout: Layout) -> list[str]:
    """Return a note where the only system may be the model of a judge, as in a log of its calls."""
    column = layout.system
    if (
        column is None
        or plain_name(column) not in MODEL_NAMES
        or not len(table.systems) == 1 < len(table.inputs)
    ):
        return []
    is_taken = f"'{column}' is '{table.systems[0]}' in every row, and is taken for the system that is judged"
    return [f"{is_taken}; if it names the judge: --columns {shlex.quote(f'ignore={column}')}"]


def _of_raters(table: ScoreTable, layout: Layout) -> list[str]:
    """Return a note where systems may be those who rated: there are people among them, and each row has one score."""
    people = [system for system in table.systems if called_reference(system)]
    if layout.system is None or layout.annotator or len(layout.scores) != 1 or not people or not layout.input:
        return []
    (score,) = layout.scores
    said = typed_columns(("scorer", layout.system), ("score", score))
    return [
        f"'{layout.system}' names {listing(people)} beside others; if it says who rated: --columns {said}"
    ]


def _of_models(table: ScoreTable, layout: Layout) -> list[str]:
    """Return a note where annotators are called as models are, which would be judges."""
    names = dict.fromkeys(who for one in table.annotations.values() for who in one.annotators)
    models = [who for who in names if SYSTEM_LIKE.search(who)]
    score = layout.score or next(iter(layout.scores), None)
    if layout.annotator is None or layout.scorer or len(layout.scores) > 1 or not models or score is None:
        return []
    said = typed_columns(("scorer", layout.annotator), ("score", score))
    return [f"'{layout.annotator}' names {listing(models)}; if these are models: --columns {said}"]
