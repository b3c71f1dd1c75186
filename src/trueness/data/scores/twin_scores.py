"""Scores of the same qualities twice, once called after a program: ``scores_x`` beside ``predict_scores_x``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

_SEPARATOR = re.compile(r"[\W_]")

_PROGRAM = re.compile(
    r"(?:pred(?:ict\w*?|s)?|models?|auto(?:matic)?|llms?|judges?|metrics?)(?:[\W_](?P<of>.+))?", re.IGNORECASE
)
"""What is before a quality where a program scored it; behind it may stand what people's are called."""

_PEOPLE = re.compile(
    r"(?:(?:human|people|gold|expert|user)s?[\W_]?)?(?:scores?|ratings?|labels?|annotations?|humans?|people|gold|experts?)",
    re.IGNORECASE,
)
"""What is before a quality where people scored it."""


class TwinScores(NamedTuple):
    """Scores of the same qualities by people and by programs, as their names have it.

    Attributes
    ----------
    people : tuple of str
    programs : tuple of str
    """

    people: tuple[str, ...]
    programs: tuple[str, ...]


def twin_scores(names: Sequence[str]) -> TwinScores | None:
    """Return scores that stand there twice, one of them called after a program; None where none do.

    Parameters
    ----------
    names : sequence of str

    Examples
    --------
    >>> twin_scores(["scores_tone", "scores_style", "predict_scores_tone", "predict_scores_style"]).people
    ('scores_tone', 'scores_style')
    """
    of: dict[str, dict[str, str]] = {
        "": {name: name for name in names}
    }  # of a beginning: what follows, the name
    for name in names:
        for found in _SEPARATOR.finditer(name, 1):
            if found.end() < len(name):
                of.setdefault(name[: found.end()], {})[name[found.end() :]] = name
    for start, programs in of.items():
        called = _PROGRAM.fullmatch(start[:-1])
        if called is None:
            continue
        for other, people in of.items():
            same = other[:-1] == (called["of"] or "")
            alike = len(programs) > 1 and _PEOPLE.fullmatch(other[:-1]) is not None
            missing, more = programs.keys() - people.keys(), people.keys() - programs.keys()
            if (same or alike) and not missing and (not other or not more):
                gave = tuple(name for key, name in people.items() if key in programs)
                return TwinScores(gave, tuple(programs.values()))
    return None
