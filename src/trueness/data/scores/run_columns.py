"""Columns that look like those of single runs of one judge, which count as judges of their own where nobody says so."""

from __future__ import annotations

import re
import shlex

from trueness.data.cells.columns import RUN
from trueness.data.scores.annotator_columns import pattern_of
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import listing

_RUN_LAST = re.compile(rf"(?P<judge>.*?\w)[_\-. ]{RUN}", re.IGNORECASE)
"""A judge with the number of its run: ``gpt4_run1``, ``judge seed 3``, ``gpt (run 2)``."""


def run_columns(table: ScoreTable) -> str:
    """Return which scorers look like runs of one judge, and what to type if they are; empty where none do.

    Parameters
    ----------
    table : ScoreTable
    """
    names = [one.name for one in table.scorers if one.role != "human" and one.name not in table.annotations]
    judges: dict[str, list[str]] = {}
    for name in names:
        if found := _RUN_LAST.fullmatch(name):
            judges.setdefault(found["judge"], []).append(name)
    runs = {judge: some for judge, some in judges.items() if len(some) > 1}
    patterns = [pattern_of(judge, some, table.scorer_names) for judge, some in runs.items()]
    told = [pattern for pattern in patterns if pattern is not None]
    if not told or len(told) < len(patterns):
        return ""
    columns = [name for some in runs.values() for name in some]
    of = listing(tuple(runs))
    return f"If {listing(columns)} are runs of {of}: --columns {shlex.quote('annotators=' + ','.join(told))}"
