"""What programs for annotating export: Argilla and Label Studio, people's answers beside what models suggested."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from trueness.data.cells.labels import MOST_WORDS
from trueness.data.cells.numbers import TEXT_NAMES
from trueness.data.layouts.edited_by_hand import SOMEBODY
from trueness.data.layouts.export import Export, Rows, Scores

Row = Mapping[str, Any]

_ANSWERS, _USERS, _SUGGESTED = ".responses", ".responses.users", ".suggestion"

_SUBMITTED = frozenset({"submitted", "", "None"})
"""Of answers of Argilla, those that count: neither drafts nor discarded ones."""


def argilla_nested(rows: Any) -> Any:
    """Return records that Argilla flattened, with keys such as ``quality.responses``, as it nests them.

    Parameters
    ----------
    rows : object
        Anything else is returned as it is.
    """
    listed = isinstance(rows, list) and bool(rows) and all(isinstance(row, dict) for row in rows)
    if not listed or not any(str(key).endswith(_USERS) for row in rows[:1] for key in row):
        return rows
    return [_nested(row) for row in rows]


def _nested(row: Row) -> dict[str, Any]:
    responses: dict[str, list[dict[str, Any]]] = {}
    suggestions: dict[str, dict[str, Any]] = {}
    for key, value in row.items():
        if key.endswith(_ANSWERS) and isinstance(value, list):
            users, status = row.get(key + ".users"), row.get(key + ".status")
            responses[key.removesuffix(_ANSWERS)] = [
                {"value": one, "user_id": _at(users, k), "status": _at(status, k)}
                for k, one in enumerate(value)
            ]
        elif key.endswith(_SUGGESTED) and value is not None:
            suggestions[key.removesuffix(_SUGGESTED)] = {"value": value, "agent": row.get(f"{key}.agent")}
    return {
        "id": row.get("id"),
        "_server_id": row.get("_server_id"),
        "fields": {},
        "responses": responses,
        "suggestions": suggestions,
    }


def _at(values: Any, k: int) -> Any:
    return values[k] if isinstance(values, list) and k < len(values) else None


def argilla_scores(row: Row) -> Scores:
    """Yield answers of people as ``QUESTION@USER``, and what was suggested as ``QUESTION``."""
    for question, suggested in (row.get("suggestions") or {}).items():
        yield question, suggested.get("value")
    for question, answers in (row.get("responses") or {}).items():
        for k, answer in enumerate(answers, start=1):
            if str(answer.get("status") or "") in _SUBMITTED:
                yield f"{question}@{answer.get('user_id') or k}", answer.get("value")


def label_studio_scores(row: Row) -> Scores:
    """Yield what people chose as ``CONTROL@WHO``, and what models predicted as ``CONTROL_MODEL``.

    Annotations that were skipped are none. What is no single answer, such as a region or several choices, is an object
    or a list, and no score.
    """
    for k, made in enumerate(row.get("annotations") or row.get("completions") or [], start=1):
        if made.get("was_cancelled") or made.get("skipped"):
            continue
        who = made.get("completed_by")
        name = (who.get("email") or who.get("id")) if isinstance(who, dict) else who
        yield from ((f"{control}@{name or k}", value) for control, value in _results(made))
    for made in row.get("predictions") or []:
        if isinstance(made, dict):  # exports may list the ids of predictions alone
            model = str(made.get("model_version") or "model")
            yield from ((f"{control}_{model}", value) for control, value in _results(made))


def _results(made: Row) -> Scores:
    several: dict[str, list[Any]] = {}
    for result in made.get("result") or []:
        if isinstance(result, dict) and isinstance(result.get("value"), dict):
            several.setdefault(str(result.get("from_name")), []).append(result["value"])
    for control, values in several.items():
        found = [_answer(value) for value in values]
        yield control, found[0] if len(found) == 1 else found


_ONE_ANSWER = ("choices", "rating", "number", "selected", "text", "taxonomy")


def _answer(value: Row) -> Any:
    """Return the answer of a control: a number, one label, or a list if there are several."""
    key = next((key for key in _ONE_ANSWER if key in value and "start" not in value), None)
    if key is None:
        return dict(value)
    found = value[key]
    while isinstance(found, Sequence) and not isinstance(found, str) and len(found) == 1:
        found = found[0]
    return found


_OF_ANNOTATION = frozenset(
    {
        "id",
        "annotation_id",
        "annotator",
        "created_at",
        "updated_at",
        "lead_time",
        "agreement",
        "inner_id",
        "total_annotations",
    }
)
"""Fields of a row of JSON_MIN or CSV of Label Studio that are neither data nor answers."""


def label_studio_rows(rows: Rows) -> Rows:
    """Return rows of JSON_MIN or CSV of Label Studio with their answers apart from the data of the task.

    Nothing but their place says which fields are answers: in JSON they stand behind the id of the task, in CSV fields
    are in the order of their names. There, answers are what is neither called as a text nor has, in any row, more words
    than a label.
    """
    names = list(dict.fromkeys(name for row in rows for name in row))
    with_id = [list(row) for row in rows if "id" in row]
    behind = [name for there in with_id for name in there[there.index("id") + 1 :]]
    answers = [name for name in dict.fromkeys(behind) if name not in _OF_ANNOTATION]
    if names == sorted(names):
        plain = (name for name in names if name not in _OF_ANNOTATION and name.casefold() not in TEXT_NAMES)
        answers = [name for name in plain if all(_is_short(row.get(name)) for row in rows)]
    return [
        {
            "id": row.get("id"),
            "annotator": row.get("annotator"),
            "answers": {name: _parsed(row[name]) for name in answers if row.get(name) not in (None, "")},
        }
        for row in rows
    ]


def _is_short(cell: Any) -> bool:
    """Return whether a cell may be an answer: a label, a number, or what is written as JSON; no address of a file."""
    if not isinstance(cell, str) or cell[:1] in ("[", "{"):
        return True
    return len(cell.split()) <= MOST_WORDS and "://" not in cell and not cell.startswith("/")


def _parsed(cell: Any) -> Any:
    """Return an answer as JSON has it; of a control that was used once, its one answer."""
    if isinstance(cell, str) and cell[:1] in ("[", "{"):
        try:
            cell = json.loads(cell)
        except ValueError:
            return cell
    if isinstance(cell, dict):
        return _answer(cell)
    if isinstance(cell, list):
        found = [_answer(one) if isinstance(one, dict) else one for one in cell]
        return found[0] if len(found) == 1 else found
    return cell


def label_studio_answers(row: Row) -> Scores:
    """Yield the answers of a row of JSON_MIN or CSV as ``CONTROL@WHO``."""
    yield from (
        (f"{name}@{row.get('annotator') or SOMEBODY}", value) for name, value in row["answers"].items()
    )


ANNOTATED = (
    # github.com/argilla-io/argilla: Record.to_dict, as records.to_json writes it; flattened records are made alike
    Export(
        "argilla",
        rows=("",),
        tell=("fields", "responses", "suggestions"),
        system=(),
        input=("id", "_server_id"),
        scores=argilla_scores,
    ),
    # github.com/HumanSignal/label-studio: the export called JSON
    Export(
        "label-studio",
        rows=("",),
        tell=("annotations", "data", "id"),
        system=(),
        input=("id",),
        scores=label_studio_scores,
    ),
    # those called JSON_MIN and CSV: a row for each annotation
    *(
        Export(
            "label-studio",
            rows=("",),
            tell=("annotation_id", "annotator", "id", "lead_time"),
            system=(),
            input=("id",),
            scores=label_studio_answers,
            prepared=label_studio_rows,
            delimited=delimited,
        )
        for delimited in (True, False)
    ),
)
"""Exports of programs for annotating."""
