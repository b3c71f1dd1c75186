"""Scores that people changed by hand in a program's results: what the judge had given, and what people gave instead."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeGuard

from trueness.errors import counted

Scores = Iterator[tuple[str, Any]]
Row = Mapping[str, Any]

SOMEBODY = "1"
"""What who rated is called where a file does not say it."""

_FAILED, _ERROR = 1, 2
"""What promptfoo gives as the reason of a failure: an assertion, or that nothing was answered or could be graded."""

_BY_HAND, _SCORE_BY_HAND = "Manual result (overrides all other grading results)", "Manual score override"
"""What promptfoo gives as the reason of a grade, where a person gave it, or the score alone."""

_LARGEST = 1e100
"""A number beyond this is no score or weight."""

_LONGEST_CELL = 200_000
"""Letters of a cell with a list in it."""


def promptfoo_scores(row: Row) -> Scores:
    """Yield the scores of a result of promptfoo: what was graded, and what people who rated it gave.

    A rating takes the place of ``success`` and ``score`` (`handleRating` in promptfoo's ResultsTable). What had been
    there is in ``metadata.manualRating``, or follows from the components that no person gave; where neither is so, the
    judge has no score.
    """
    rating = _rating(row)
    if rating is not None:
        yield from ((f"{name}@{SOMEBODY}", value) for name, value in rating.items())
    graded = row if rating is None else _before(row, rating)
    if graded is None or _is_error(graded):
        return
    yield "score", graded.get("score")
    yield "pass", graded.get("success")
    named = graded.get("namedScores")
    if isinstance(named, dict):
        yield from (
            (name, value) for name, value in named.items() if not isinstance(value, dict | list | str)
        )


def promptfoo_notes(rows: Sequence[Row]) -> list[str]:
    """Return what is to be said of rows that people rated."""
    rated = [(row, rating) for row in rows if (rating := _rating(row)) is not None]
    if not rated:
        return []
    gone = sum(_before(row, rating) is None for row, rating in rated)
    lost = f"; of {gone} of them the file does not say what was graded before" if gone else ""
    whose = "these ratings are people's, and no part of what was graded"
    return [f"{counted(len(rated), 'output')} rated by hand: {whose}{lost}"]


def _rating(row: Row) -> dict[str, Any] | None:
    """Return what a person gave an output; None where nobody rated it."""
    grading = row.get("gradingResult")
    if not isinstance(grading, dict):
        return None
    given = next((one for one in reversed(_components(grading)) if _is_human(one)), None)
    if given is None:
        if _manual(row).get("status") == "cleared" or grading.get("reason") not in (_BY_HAND, _SCORE_BY_HAND):
            return None
        given = grading
    if grading.get("reason") == _SCORE_BY_HAND and given is grading:
        return {"score": grading.get("score")}
    found = {"pass": given.get("pass")}
    score = given.get("score")
    if score is not None and score != found["pass"]:
        found["score"] = score
    return found


def _components(grading: Row) -> list[Row]:
    parts = grading.get("componentResults")
    return [part for part in parts if isinstance(part, dict)] if isinstance(parts, list) else []


def _is_human(component: Row) -> bool:
    assertion = component.get("assertion")
    return isinstance(assertion, dict) and assertion.get("type") == "human"


def _manual(row: Row) -> Row:
    metadata = row.get("metadata")
    found = metadata.get("manualRating") if isinstance(metadata, dict) else None
    return found if isinstance(found, dict) else {}


def _before(row: Row, rating: Row) -> Row | None:
    """Return a row as it was before a person rated it; None where the file does not say it."""
    original = _manual(row).get("original")
    if isinstance(original, dict):
        return {**row, **original, "error": None, "response": None}
    if "pass" not in rating:  # the score alone was changed
        return {**row, "score": None}
    if _is_error({**row, "gradingResult": None, "success": False}):
        return None
    grading, case = row["gradingResult"], row.get("testCase")
    case = case if isinstance(case, dict) else {}
    parts = [part for part in _components(grading) if not _is_human(part)]
    if not parts or case.get("assertScoringFunction") or any(_is_of_a_set(part) for part in parts):
        return None
    weighted = [(_weight(part), part) for part in parts]
    total = sum(weight for weight, _ in weighted)
    if not total > 0 or not all(_is_number(part.get("score")) for part in parts):
        return None
    score = sum(weight * part["score"] for weight, part in weighted) / total
    threshold = case.get("threshold")
    passed = (
        score >= threshold
        if _is_number(threshold) and threshold
        else all(bool(part.get("pass")) for weight, part in weighted if weight)
    )
    return {**row, "score": score, "success": passed, "failureReason": 0 if passed else _FAILED}


def _is_of_a_set(component: Row) -> bool:
    """Return whether components are within each other, so that they cannot be added up."""
    metadata = component.get("metadata")
    nested = component.get("componentResults") or (
        isinstance(metadata, dict) and metadata.get("parentAssertionSet")
    )
    assertion = component.get("assertion")
    return bool(nested) or (isinstance(assertion, dict) and assertion.get("type") == "assert-set")


def _weight(component: Row) -> float:
    assertion = component.get("assertion")
    weight = assertion.get("weight") if isinstance(assertion, dict) else None
    return float(weight) if _is_number(weight) and weight >= 0 else 1.0


def _is_number(value: Any) -> TypeGuard[float]:
    return isinstance(value, int | float) and abs(value) <= _LARGEST


def _is_error(row: Row) -> bool:
    """Return whether nothing was answered or graded: earlier files say so by what is there and what is not alone."""
    reason = row.get("failureReason")
    if reason == _ERROR:
        return True
    response = row.get("response")
    unanswered = isinstance(response, dict) and bool(response.get("error"))
    ungraded = bool(row.get("error")) and not row.get("gradingResult")
    return reason != _FAILED and not row.get("success") and (unanswered or ungraded)


def inspect_values(score: Any) -> list[tuple[str, Any]]:
    """Return the value that a scorer of Inspect gave, called ``""``, and the one that a person gave instead, by whom.

    The first entry of a score's history is the score as it was, later ones are edits (`edit_score` in inspect_ai).
    """
    if not isinstance(score, dict):
        return [("", score)]
    history = [one for one in score.get("history") or [] if isinstance(one, dict)]
    edits = [one for one in history if one.get("value", "UNCHANGED") != "UNCHANGED"]
    if not edits:
        return [("", score.get("value"))]
    first = edits[0] if edits[0] is history[0] and not _author(history[0]) else None
    values = [("", first["value"])] if first is not None else []
    last = edits[-1]
    if last is not first:
        values.append((_author(last) or SOMEBODY, last["value"]))
    return values


def _author(edit: Row) -> str:
    provenance = edit.get("provenance")
    return str(provenance.get("author") or SOMEBODY) if isinstance(provenance, dict) else ""


def mlflow_feedback(assessments: Any) -> Scores:
    """Yield feedback of a trace of MLflow: a judge's by its name, a person's as ``name@who``.

    Feedback that overrides other feedback leaves that in its place, marked as not valid (mlflow's `override_feedback`):
    what a person overrides is still what the judge gave, what the judge itself overrides counts no more.
    """
    given = [one for one in assessments if isinstance(one, dict)] if isinstance(assessments, list) else []
    replaced = {(one.get("overrides"), _feedback_name(one)) for one in given if one.get("overrides")}
    for one in given:
        feedback, key = one.get("feedback"), _feedback_name(one)
        if not isinstance(feedback, dict) or one.get("error") or feedback.get("error"):
            continue
        value = feedback.get("value")
        if not isinstance(value, dict | list) and (one.get("assessment_id"), key) not in replaced:
            yield key, value


def _feedback_name(one: Row) -> str:
    source = one.get("source") or {}
    name = str(one.get("name") or one.get("assessment_name"))
    return f"{name}@{source.get('source_id') or SOMEBODY}" if source.get("source_type") == "HUMAN" else name


def mlflow_cell(cell: Any) -> list[dict[str, Any]] | None:
    """Return the assessments that a cell of a table lists as Python writes them; None where it lists none."""
    text = cell if isinstance(cell, str) else ""
    if not text.startswith("[") or len(text) > _LONGEST_CELL:
        return None
    try:
        found = ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None
    whole = isinstance(found, list) and all(isinstance(one, dict) for one in found)
    return found if whole else None
