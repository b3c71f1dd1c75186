"""LLMBar's files: whose verdicts a file holds, and what a judge said of a pair in both orders."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import Any

from trueness.data.preferences.preferences import TIE, A, B
from trueness.errors import FormatError

RESULTS = "results"
"""The column of what a judge said: a list of rounds, the last of which counts."""

EVALUATORS = "evaluators"

_WINNERS = {"1": A, "2": B, None: None}


def subset_and_judge(source: str) -> tuple[str, str | None]:
    """Return the part of the benchmark that a file is of, and the judge it is of, by the folders it lies in.

    Files lie at ``SUBSET/dataset.json`` and ``SUBSET/evaluators/MODEL/PROMPT/result.json``; elsewhere the part is
    called after the file.
    """
    path = PurePath(source)
    folders = path.parent.parts
    if EVALUATORS in folders:
        place = len(folders) - 1 - folders[::-1].index(EVALUATORS)
        return (folders[place - 1] if place else ""), "/".join(folders[place + 1 :]) or None
    of_folder = path.name.casefold().startswith(("dataset.", "result."))
    return (path.parent.name if of_folder else path.name.partition(".")[0]), None


def verdicts_of(results: Any, source: str, row: int) -> list[tuple[int | None, int]]:
    """Return the verdicts on outputs 1 and 2: A, B, a tie or None, and which was shown first (1, −1, 0 for neither).

    A judge of pairs says which won with output 1 first (``swap = False``) and with output 2 first. Of one that scores
    outputs alone the higher whole number wins, and equal ones are a tie: the winners beside them are made up where
    there is none.

    Parameters
    ----------
    results : object
        What the row has as ``results``.
    source : str
        The file, for messages.
    row : int

    Raises
    ------
    FormatError
        If it is not what LLMBar's evaluators write.
    """
    last: Any = results[-1] if isinstance(results, list) and results else None
    try:
        if "score_1" in last:
            one, other = (_whole(last[key][0]) for key in ("score_1", "score_2"))
            if one is None or other is None:
                return [(None, 0)]
            return [(A if one > other else B if one < other else TIE, 0)]
        return [
            (_WINNERS[last[f"swap = {swapped}"]["winner"]], -1 if swapped else 1) for swapped in (False, True)
        ]
    except (KeyError, TypeError, IndexError):
        raise FormatError(
            "these must be verdicts of a judge.",
            path=source,
            row=row,
            column=RESULTS,
            remedy='LLMBar has a list, whose last entry holds "swap = False" and "swap = True", each with the "winner" '
            '"1", "2" or null; or "score_1" and "score_2".',
        ) from None


def _whole(answer: Any) -> int | None:
    """Return the whole number that an answer is, and nothing else."""
    return int(answer) if isinstance(answer, str) and re.fullmatch(r"\s*[+-]?\d{1,9}\s*", answer) else None
