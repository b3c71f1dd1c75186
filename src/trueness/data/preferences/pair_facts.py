"""What verdicts on pairs of outputs hold, and the command that asks about them."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence

import numpy as np

from trueness.data.cells.resolve_columns import SYSTEM_LIKE
from trueness.data.preferences.preferences import BOTH_BAD, CALLED_RIGHT, TIE, Preferences
from trueness.data.scores.annotator_columns import called_as_person
from trueness.data.scores.support import Options, typed
from trueness.errors import listing


@dataclasses.dataclass(frozen=True)
class RaterFacts:
    """What one rater gave.

    Attributes
    ----------
    rater : str
    role : str or None
        ``human`` or ``judge``, where the file says it.
    n_verdicts, n_ties : int
        Verdicts, and those of them that prefer neither.
    """

    rater: str
    role: str | None
    n_verdicts: int
    n_ties: int


@dataclasses.dataclass(frozen=True)
class PairFacts:
    """What verdicts hold.

    Attributes
    ----------
    systems : tuple of str
    n_inputs, n_verdicts : int
    raters : tuple of RaterFacts
    next : str
        The command to type next.
    provided : str
        What it takes for granted; empty for nothing.
    fingerprint : str
    notes : tuple of str
    """

    systems: tuple[str, ...]
    n_inputs: int
    n_verdicts: int
    raters: tuple[RaterFacts, ...]
    next: str
    provided: str
    fingerprint: str
    notes: tuple[str, ...]


def pair_facts(table: Preferences, sources: Sequence[str], options: Options = ()) -> PairFacts:
    """Return what verdicts hold, and the command to give next.

    Parameters
    ----------
    table : Preferences
    sources : sequence of str
        What they were read from, as it is typed.
    options : sequence of (str, str)
        How they were read.
    """
    neither = (table.verdict == TIE) | (table.verdict == BOTH_BAD)
    raters = tuple(
        RaterFacts(rater, role, int(np.sum(table.rater == k)), int(np.sum(neither[table.rater == k])))
        for k, (rater, role) in enumerate(zip(table.raters, table.roles, strict=True))
    )
    more, provided = _who_is_who(table)
    return PairFacts(
        systems=table.systems,
        n_inputs=len(table.inputs),
        n_verdicts=len(table),
        raters=raters,
        next=typed("judge --preferences", sources, options, more),
        provided=provided,
        fingerprint=table.fingerprint,
        notes=table.notes,
    )


_CALLED_JUDGE = re.compile(
    r"(?<![a-z])(judge|llm|model|metric|auto|automatic|ai|reward)(?![a-z])", re.IGNORECASE
)
"""What raters are called that are no people."""


def _who_is_who(table: Preferences) -> tuple[list[str], str]:
    """Return what has to be said of raters whose role nobody knows, and what that takes for granted."""
    unknown = [rater for rater, role in zip(table.raters, table.roles, strict=True) if role is None]
    beside_gold = any(map(CALLED_RIGHT.fullmatch, table.raters)) and "judge" not in table.roles
    if not unknown or beside_gold:
        return [], ""
    known = dict(zip(table.raters, table.roles, strict=True))
    persons = [rater for rater in unknown if called_as_person(rater)]
    if persons and len(persons) < len(unknown):
        people = [*(rater for rater, role in known.items() if role == "human"), *persons]
        return ["--people", ",".join(people)], f"{listing(persons)} are people, and the others judges"
    models = [rater for rater in unknown if SYSTEM_LIKE.search(rater) or _CALLED_JUDGE.search(rater)]
    if models:
        judges = [*(rater for rater, role in known.items() if role == "judge"), *models]
        return ["--judge", ",".join(judges)], f"{listing(models)} are judges, and the others people"
    people = [*(rater for rater, role in known.items() if role == "human"), *unknown]
    return ["--people", ",".join(people)], f"{listing(unknown)} are people"
