"""What tables that are not one are for: a question each, and the command that asks it."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from trueness.data.scores.merge import Join, merge
from trueness.data.scores.proposed_human import proposed_human
from trueness.data.scores.score_table import ScoreTable
from trueness.data.scores.support import FEWEST_SYSTEMS, Options, typed
from trueness.errors import TruenessError, listing


class Question(NamedTuple):
    """What may be asked of several tables.

    Attributes
    ----------
    asks : str
        In a few words.
    command : str
        Ready to be pasted.
    """

    asks: str
    command: str


def questions_of_parts(source: str, tables: Sequence[str], options: Options = ()) -> tuple[Question, ...]:
    """Return what may be asked of one source that holds several tables.

    Parameters
    ----------
    source : str
    tables : sequence of str
        Their names.
    options : sequence of (str, str)
        How it is read.
    """
    return (
        Question("One of them", typed("check", [source], options, ["--part", tables[0]])),
        Question("All of them together", typed("compare --pool", [source], options)),
    )


def questions_apart(tables: Mapping[str, ScoreTable], options: Options = ()) -> tuple[Question, ...]:
    """Return what may be asked of several tables that do not join as they are.

    Parameters
    ----------
    tables : mapping of str to ScoreTable
        By the source, as it is typed.
    options : sequence of (str, str)
        How they are read.
    """
    sources, found = list(tables), list(tables.values())
    options = [one for one in options if one[0] != "--join"]
    people = dict.fromkeys(name for table in found for name in proposed_human(table).names)
    shared = [name for name in found[0].scorer_names if all(name in table.scorer_names for table in found)]
    judges = [name for name in shared if name not in people]
    human = next((name for name in people if name in shared), "")
    asked: list[Question] = []
    inputs, systems = (
        [set(names) for names in many] for many in zip(*((t.inputs, t.systems) for t in found), strict=True)
    )
    if len(found) == 2 and judges and set.intersection(*inputs) and set.intersection(*systems):
        more = ["--human", human] if human else []
        moved = f"Did {listing(judges, 3)} move between two batches, the earlier of which stands first"
        asked.append(Question(moved, typed("judge --drift", sources, options, more)))
    if judges and human and all(len(table.systems) >= FEWEST_SYSTEMS for table in found):
        pool = typed("compare --pool", sources, options, ["--human", human])
        asked.append(Question("Which metric is best over all of these test sets", pool))
    asks: dict[Join, str] = {
        "outer": "Are they one table, in which some scores are missing",
        "inner": "What of the outputs that all of them have",
    }
    for join, words in asks.items():
        with contextlib.suppress(TruenessError):  # where they cannot be joined so, it is not asked
            merge(*found, join=join)
            asked.append(Question(words, typed("check", sources, [*options, ("--join", join)])))
    return tuple(asked)
