"""One canonical row of texts, checked field by field."""

from __future__ import annotations

import dataclasses
import math
import numbers
import re
from collections.abc import Iterable, Mapping
from typing import Any

from trueness.data.cells.columns import split_annotator, typed_columns
from trueness.data.cells.names import as_name
from trueness.data.scores.score_table import UNNAMED_SYSTEM
from trueness.data.texts.texts import TextRow
from trueness.errors import FormatError

_NEWLINES = re.compile(r"\r\n|\r|\n")
_RATINGS = "Write {annotator: {dimension: value}}."
_REFERENCES = "References are a list of texts, each a string or the list of its sentences."
_SENTENCES = "A text is a string, or the list of its sentences."
_SAME = {name: name for name in ("system", "input", "output", "references", "source", "document")}
_KINDS: dict[type, str] = {
    bool: "true or false",
    int: "a number",
    float: "a number",
    str: "text",
    list: "a list",
    dict: "an object",
}


def text_row(
    row: Mapping[str, Any],
    fields: Mapping[str, str],
    scores: Mapping[str, float],
    where: str,
    number: int,
    groups: Iterable[str] = (),
    *,
    unnamed_system: bool = False,
) -> TextRow:
    r"""Return one row of texts.

    A text is a string, or the list of its sentences: these are joined by ``\n``, and a newline inside one becomes a
    blank.

    Parameters
    ----------
    row : mapping
        ``system``, ``input``, ``output`` and as available ``references``, ``source``, ``document`` and ``ratings``, by
        these names or those that `fields` gives them.
    fields : mapping of str to str
        Which field is the system, the input, and so on, where it has another name. ``reference``, in place of
        ``references``: a field that holds one reference, which is a text and no list of texts.
    scores : mapping of str to float
        Human dimension, or ``dimension@annotator``, to its value; NaN where it is missing.
    where : str
        The file, for messages.
    number : int
        The one-based number of the row, for messages.
    groups : iterable of str
        The fields that are grouping columns.
    unnamed_system : bool
        Whether rows have no field of the system, and all are of the one without a name.

    Raises
    ------
    FormatError
        If a field lacks or does not hold what it should; the message names file, row and field.
    """
    at = _Place(where, number)
    names = {**_SAME, **fields}
    source, document = row.get(names["source"]), row.get(names["document"])
    human: dict[str, float] = {}
    ratings = _ratings(row.get("ratings"), at)
    for field, value in scores.items():
        if math.isnan(value):
            continue
        dimension, annotator = split_annotator(field)
        given = human if annotator is None else ratings.setdefault(annotator, {})
        if dimension in given:
            raise at.error(f"'{dimension}' of annotator '{annotator}' is given twice.", field)
        given[dimension] = float(value)
    if row.get(names["output"]) is None:
        remedy = "An output without any words is an empty string."
        raise at.error("the output is missing.", names["output"], remedy)
    if "reference" in fields:
        one = row.get(fields["reference"])
        references: tuple[str, ...] = () if one is None else (_text(one, fields["reference"], at),)
    else:
        references = _references(row.get(names["references"]), names["references"], at)
    return TextRow(
        system=UNNAMED_SYSTEM if unnamed_system else _label(row.get(names["system"]), names["system"], at),
        input=_label(row.get(names["input"]), names["input"], at),
        output=_text(row[names["output"]], names["output"], at),
        references=references,
        source=None if source is None else _text(source, names["source"], at),
        document=None if document is None else _label(document, names["document"], at),
        human=human,
        ratings=ratings,
        groups={field: label for field in groups if (label := _group(row.get(field), field, at))},
    )


@dataclasses.dataclass(frozen=True, slots=True)
class _Place:
    """The file and row that an error is about."""

    path: str
    row: int

    def error(self, problem: str, field: str, remedy: str | None = None) -> FormatError:
        return FormatError(problem, path=self.path, row=self.row, column=field, remedy=remedy)


def _text(value: Any, field: str, at: _Place, remedy: str = _SENTENCES) -> str:
    """Return a text that is a string or a list of sentences."""
    if isinstance(value, (list, tuple)):
        sentences = (_string(part, f"{field}[{k}]", at, remedy) for k, part in enumerate(value))
        return "\n".join(_NEWLINES.sub(" ", sentence) for sentence in sentences)
    return _string(value, field, at, remedy)


def _string(value: Any, field: str, at: _Place, remedy: str) -> str:
    if not isinstance(value, str):
        raise at.error(f"this is {kind_of(value)}, not text.", field, remedy)
    if not value.isascii():
        try:
            value.encode("utf-8")
        except UnicodeEncodeError as error:
            raise at.error(
                f"character {error.start + 1} is half of a surrogate pair (U+{ord(value[error.start]):04X}).",
                field,
                "Write the text again from its original; cutting a string between the halves leaves one of them.",
            ) from error
    return value


def _label(value: Any, field: str, at: _Place) -> str:
    """Return the name of a system, an input or a document; whole numbers are names too."""
    if value is not None and (isinstance(value, bool) or not isinstance(value, (str, numbers.Real))):
        raise at.error(f"this is {kind_of(value)}, not a name.", field, "Write the name as a string.")
    label = _string(as_name(value), field, at, "Write the name as a string.")
    if not label.strip():
        raise at.error("the name is empty, but every row needs one here.", field)
    return label


def _group(value: Any, field: str, at: _Place) -> str:
    """Return the label of a grouping column, empty where there is none."""
    if value is None or (isinstance(value, str) and not value.strip()):
        return ""
    if not isinstance(value, (str, numbers.Real)):
        remedy = f"Write one label, or leave the field out: --columns {typed_columns(('ignore', field))}."
        raise at.error(f"this is {kind_of(value)}, not the label of a group.", field, remedy)
    return _string(as_name(value), field, at, "Write the label as a string.")


def _references(value: Any, field: str, at: _Place) -> tuple[str, ...]:
    if value is None:
        return ()
    if isinstance(value, str):
        problem = "this is a bare string, not a list of strings."
        remedy = f'Wrap it in a list: ["…"]; or, if every row has one reference at most: --columns reference={field}.'
        raise at.error(problem, field, remedy)
    if not isinstance(value, (list, tuple)):
        raise at.error(f"this is {kind_of(value)}, not a list of strings.", field, _REFERENCES)
    return tuple(_text(reference, f"{field}[{k}]", at, _REFERENCES) for k, reference in enumerate(value))


def _ratings(value: Any, at: _Place) -> dict[str, dict[str, float]]:
    """Return annotator to dimension to value, without the missing values."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise at.error(f"this is {kind_of(value)}, not an object.", "ratings", _RATINGS)
    found: dict[str, dict[str, float]] = {}
    for annotator, given in value.items():
        if given is None:
            continue
        if not str(annotator).strip() or not isinstance(given, Mapping):
            problem = f"annotator '{annotator}' needs a name and an object; it is {kind_of(given)}."
            raise at.error(problem, "ratings", _RATINGS)
        for dimension, rating in given.items():
            who, what = (_string(str(name), "ratings", at, _RATINGS) for name in (annotator, dimension))
            number = _rating(what, rating, f"ratings.{who}.{what}", at)
            if not math.isnan(number):
                found.setdefault(who, {})[what] = number
    return found


def _rating(dimension: str, rating: Any, field: str, at: _Place) -> float:
    if not dimension.strip() or "@" in dimension:
        raise at.error("a dimension needs a name without '@'.", field)
    if rating is None:
        return math.nan
    if isinstance(rating, bool) or not isinstance(rating, numbers.Real):
        raise at.error(f"this is {kind_of(rating)}, not a number.", field, "A missing rating is null.")
    try:
        number = float(rating)
    except OverflowError:  # a whole number beyond the doubles
        number = math.inf
    if math.isinf(number):
        raise at.error("the rating is infinite.", field, "A missing rating is null.")
    return number


def kind_of(value: Any) -> str:
    """Return what a value of JSON is, in words."""
    return "nothing (null)" if value is None else _KINDS.get(type(value), f"a {type(value).__name__}")
