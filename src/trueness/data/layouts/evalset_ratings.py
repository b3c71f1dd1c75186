"""Read single ratings of mt-metrics-eval: the errors that a rater marked in each segment, as penalties."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from trueness.data.files.open_file import lines_of, open_text
from trueness.data.formats.jsonl import JSON_DECODER
from trueness.data.layouts.mqm import MQM_WEIGHTS
from trueness.data.scores.score_table import FloatArray
from trueness.errors import FormatError, counted, listing

_LAYOUT = "A line is SYSTEM, RATING and, where several people rated, RATER, separated by tabs."

Ratings = dict[str, dict[str, FloatArray]]
"""Rater to system to a rating of every segment."""


def read_evalset_ratings(path: str | Path, n_segments: int, rater: str) -> Ratings:
    """Read a file of ratings: what its rater, or raters, say of every segment, as the negated sum of penalties.

    A rating is ``None`` or a JSON object with a list of ``errors``. An error costs the size of its ``score``, whatever
    its sign; where it has none, what `MQM_WEIGHTS` has for its severity and category. The k-th line of a system is
    about the k-th segment.

    Parameters
    ----------
    path : str or Path
        The file, compressed or not.
    n_segments : int
    rater : str
        Who rated where lines do not say it.

    Returns
    -------
    dict of str to dict of str to array of shape (n_segments,)
        Rater to system to ratings, 0 where there is no error, NaN where this rater gave none.

    Raises
    ------
    FormatError
        If a line has another number of fields, a rating is no such object, an error has neither a score nor a severity
        with a weight, or a system has another number of lines than there are segments.
    """
    found: Ratings = {}
    place: dict[str, int] = {}
    with open_text(path) as file:
        for row, line in enumerate(lines_of(file, path), start=1):
            fields = line.rstrip("\r\n").split("\t")
            if len(fields) not in (2, 3) or not fields[0].strip():
                raise FormatError(
                    f"the line has {counted(len(fields), 'field')}.", path=str(path), row=row, remedy=_LAYOUT
                )
            system, who = fields[0].strip(), fields[2].strip() if len(fields) == 3 else rater
            k = place.get(system, 0)
            place[system] = k + 1
            rating = _rating(fields[1].strip(), path, row)
            if k < n_segments and rating is not None and who and who != "None":
                given = found.setdefault(who, {}).setdefault(system, np.full(n_segments, np.nan))
                given[k] = rating
    wrong = next((system for system, count in place.items() if count != n_segments), None)
    if wrong is not None or not place:
        raise FormatError(
            "the file is empty."
            if wrong is None
            else f"system '{wrong}' has {counted(place[wrong], 'rating')} for {n_segments} segments.",
            path=str(path),
            remedy="Are lines missing, or is a system in the file twice?",
        )
    return found


def joined_ratings(files: Sequence[Ratings], where: str) -> Ratings:
    """Return the ratings of several files of one human score.

    Raises
    ------
    FormatError
        If one rater rates an output differently in two files.
    """
    found: Ratings = {}
    for ratings in files:
        for rater, of_system in ratings.items():
            for system, given in of_system.items():
                before = found.setdefault(rater, {}).setdefault(system, np.full(len(given), np.nan))
                clash = np.flatnonzero(~np.isnan(before) & ~np.isnan(given) & (before != given))
                if len(clash):
                    raise FormatError(
                        f"rater '{rater}' gives segment {clash[0] + 1} of system '{system}' {before[clash[0]]:g} in "
                        f"one file of ratings and {given[clash[0]]:g} in another.",
                        path=where,
                        remedy="Remove one of the files.",
                    )
                found[rater][system] = np.where(np.isnan(before), given, before)
    return found


def rating_values(
    ratings: Mapping[str, Mapping[str, FloatArray]], systems: Sequence[str], size: int
) -> FloatArray:
    """Return ratings as an array of shape (raters, systems, size), NaN where there is none."""
    nothing = np.full(size, np.nan)
    return np.array(
        [[of_system.get(system, nothing) for system in systems] for of_system in ratings.values()]
    )


def _rating(text: str, path: str | Path, row: int) -> float | None:
    if text == "None":
        return None
    try:
        content = JSON_DECODER.decode(text)
    except (ValueError, RecursionError) as error:
        raise FormatError(
            f"the rating must be JSON ({error}).", path=str(path), row=row, remedy=_LAYOUT
        ) from error
    errors = content.get("errors") if isinstance(content, dict) else None
    if not isinstance(errors, list) or not all(isinstance(one, dict) for one in errors):
        raise FormatError(
            "the rating must be an object with a list of errors.",
            path=str(path),
            row=row,
            remedy='Write None, or {"errors": [{"severity": "major", "category": "…", "score": 5}]}.',
        )
    return 0.0 - math.fsum(_penalty(one, path, row) for one in errors)


def _penalty(error: Mapping[str, Any], path: str | Path, row: int) -> float:
    score = error.get("score")
    if isinstance(score, int | float) and not isinstance(score, bool) and math.isfinite(score):
        return abs(float(score))
    severity, category = (str(error.get(key) or "").strip() for key in ("severity", "category"))
    weights = {key.casefold(): float(weight) for key, weight in MQM_WEIGHTS.items()}
    known = [f"{severity}/{category}".casefold(), severity.casefold()]
    weight = next((weights[key] for key in known if key in weights), None)
    if score is not None or weight is None:
        raise FormatError(
            f"an error has the score {score!r} and the severity {severity!r}: what it costs is not known.",
            path=str(path),
            row=row,
            remedy=f"Give it a score, or a severity of {listing(MQM_WEIGHTS)}.",
        )
    return weight
