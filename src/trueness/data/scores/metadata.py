"""What a file of values cannot say: roles, orientation, annotators, groups; written beside it."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from trueness.data.cells.check_column_names import check_column_names
from trueness.data.cells.columns import STATISTICS, Layout, Side
from trueness.data.files.fields import Fields
from trueness.data.files.sidecar import FINGERPRINT, REPLACING, sidecar_path
from trueness.data.scores.aggregate_columns import AGGREGATES
from trueness.data.scores.corpus_formulas import corpus_formula
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import FormatError, UnknownNameError, listing

FORMAT = "trueness scores 1"


@dataclasses.dataclass(frozen=True)
class Facts:
    """What the description says about a table beyond its columns."""

    name: str
    notes: tuple[str, ...]
    scorers: Mapping[str, Scorer]
    formulas: Mapping[str, str]
    """Scorer to the formula of its sufficient statistics, where it has some."""
    fingerprint: str | None
    """Of the rows that it was written for; None where it does not say, or lies in the file itself."""
    on_trust: bool
    """Whether it lies beside the file and does not say for which rows it was written."""
    own_references: Mapping[str, float]
    """Systems that are their own references, when the scores were written."""


def describe(table: ScoreTable) -> dict[str, Any]:
    """Return the description of a table: which column holds what, and all that is not a value.

    Column names are the table's own; one that is taken already gets a number, so that any names survive.
    """
    taken: set[str] = set()

    def column(wanted: str) -> str:
        name, number = wanted, 2
        while name in taken or not name.strip():
            name, number = f"{wanted} ({number})", number + 1
        taken.add(name)
        return name

    def statistics(scorer: Scorer) -> dict[str, Any]:
        if scorer.name not in table.corpus:
            return {}
        formula = table.corpus[scorer.name].formula
        return {"statistics": {"formula": formula, "column": column(f"{scorer.name}{STATISTICS}")}}

    return {
        "format": FORMAT,
        "name": table.name,
        "notes": list(table.notes),
        "system": column("system") if table.has_systems else None,
        "input": column("input"),
        "input_groups": [[name, column(name)] for name in table.input_groups],
        "system_groups": [[name, column(name)] for name in table.system_groups],
        "scorers": [
            {
                "name": scorer.name,
                "role": scorer.role,
                "higher_is_better": scorer.higher_is_better,
                "column": column(scorer.name),
                "annotators": [
                    [who, column(f"{scorer.name}@{who}")]
                    for who in (
                        table.annotations[scorer.name].annotators if scorer.name in table.annotations else ()
                    )
                ],
                **statistics(scorer),
                **({} if scorer.aggregate is None else {"aggregate": scorer.aggregate}),
                **({"labels": list(scorer.labels)} if scorer.labels else {}),
                **({"nominal": True} if scorer.nominal else {}),
            }
            for scorer in table.scorers
        ],
        **({"own_references": dict(table.own_references)} if table.own_references else {}),
    }


def facts_of(description: Mapping[str, Any]) -> Facts:
    """Return the facts of a description that `layout_of` has accepted."""
    return Facts(
        name=description["name"],
        notes=tuple(description["notes"]),
        scorers={
            entry["name"]: Scorer(
                name=entry["name"],
                role=entry["role"],
                higher_is_better=entry["higher_is_better"],
                aggregate=entry.get("aggregate"),
                labels=tuple(entry.get("labels", ())),
                nominal=entry.get("nominal", False),
            )
            for entry in description["scorers"]
        },
        formulas={
            entry["name"]: entry["statistics"]["formula"]
            for entry in description["scorers"]
            if "statistics" in entry
        },
        fingerprint=description.get(FINGERPRINT),
        on_trust=description.get(FINGERPRINT, "") is None,
        own_references=description.get("own_references", {}),
    )


def layout_of(description: Mapping[str, Any], names: Sequence[str], source: str) -> Layout:
    """Return the meaning of every column by a description; a column it does not know is read as a score.

    Raises
    ------
    FormatError
        If the description is not of its form (the message names the key), gives a column two meanings or two scorers
        one name, or names a column that is not there; if a column name of the file is empty or occurs twice.
    """
    check_column_names(names, source)
    columns = _described(description, source)
    there = set(names)
    gone = [column for column in columns if column not in there]
    if gone:
        raise _unusable(source, f"names columns that are not in the file: {listing(gone)}")
    added = [name for name in names if name not in columns]
    if added and description.get(REPLACING):
        raise unfitting(source, f"does not have the columns {listing(added)}")
    scorers = description["scorers"]
    known = {entry["name"] for entry in scorers}
    for name in added:
        if name in known:
            raise _unusable(source, f"has the scores of '{name}' in another column than that of this name")
    scores: dict[str, tuple[str, str | None]] = {}
    for entry in scorers:
        scores[entry["column"]] = (entry["name"], None)
        scores |= {column: (entry["name"], who) for who, column in entry["annotators"]}
    sides: tuple[Side, Side] = ("input", "system")
    return Layout(
        system=description["system"],
        input=description["input"],
        groups={column: (name, side) for side in sides for name, column in description[f"{side}_groups"]},
        scores={**scores, **{name: (name, None) for name in added}},
        declared=frozenset(scores),
        statistics={
            entry["statistics"]["column"]: entry["name"] for entry in scorers if "statistics" in entry
        },
    )


def unfitting(source: str, why: str) -> FormatError:
    """Return the error for a description that was written for other rows than those it lies beside."""
    beside = sidecar_path(source).name
    return FormatError(
        f"the description saved with the scores ({beside}) was written for other rows: it {why}.",
        path=source,
        remedy="Write the scores again. If you changed the file yourself and its columns still mean what the "
        f'description says, remove the lines "{FINGERPRINT}" and "{REPLACING}" from {beside}; otherwise '
        "remove the whole description.",
    )


def _described(description: Mapping[str, Any], source: str) -> set[str]:
    """Return the columns of a description that is of its form."""
    if description.get("format") != FORMAT:
        raise _unusable(source, f"is not of the form '{FORMAT}'")
    here = Fields(
        description,
        source,
        problem=f"the description saved with the scores is not of the form '{FORMAT}':",
        remedy=_remedy(source),
    )
    here.text("name", empty=True)
    here.take("notes", list[str])
    columns: set[str] = set()
    if here.take("system", str | None) is not None:
        _new_column(here, "system", columns)
    _new_column(here, "input", columns)
    for key in ("input_groups", "system_groups"):
        _named_columns(here, key, columns, "group")
    here.take(FINGERPRINT, str | None, None)
    here.flag(REPLACING, default=False)
    shares: Mapping[str, float] = here.take("own_references", Mapping[str, float], {})
    if not all(0 <= share <= 1 for share in shares.values()):
        raise here.problem("own_references", "is no share of outputs for each system")
    scorers: set[str] = set()
    for scorer in here.each("scorers"):
        _scorer(scorer, columns, scorers)
    return columns


def _scorer(scorer: Fields, columns: set[str], scorers: set[str]) -> None:
    _new(scorer, "name", scorer.text("name", empty=True), scorers, "scorer")
    if scorer.take("role", str | None) not in ("human", "metric", None):
        raise scorer.problem("role", "is neither 'human' nor 'metric' nor null")
    scorer.flag("higher_is_better")
    _new_column(scorer, "column", columns)
    _named_columns(scorer, "annotators", columns, "annotator")
    if scorer.take("aggregate", str | None, None) not in (None, *AGGREGATES):
        raise scorer.problem("aggregate", f"is none of {listing(AGGREGATES)}")
    scorer.take("labels", list[str], [])
    scorer.flag("nominal", default=False)
    if "statistics" not in scorer:
        return
    statistics = scorer.fields("statistics")
    formula = statistics.text("formula")
    try:
        corpus_formula(formula)
    except UnknownNameError:
        raise statistics.problem(
            "formula", f"is a corpus formula that is not known here: '{formula}'"
        ) from None
    _new_column(statistics, "column", columns)


def _named_columns(here: Fields, key: str, columns: set[str], kind: str) -> None:
    """Check pairs of a name and a column."""
    names: set[str] = set()
    for k, pair in enumerate(here.take(key, list[list[str]])):
        if len(pair) != 2:
            raise here.problem(f"{key}[{k}]", "is no pair of a name and a column")
        name, column = pair
        _new(here, f"{key}[{k}][0]", name, names, kind)
        _used_once(here, f"{key}[{k}][1]", column, columns)


def _new(here: Fields, place: str, name: str, taken: set[str], kind: str) -> None:
    if not name:
        raise here.problem(place, "is empty")
    if name in taken:
        raise here.problem(place, f"is the second {kind} called '{name}'")
    taken.add(name)


def _new_column(here: Fields, key: str, columns: set[str]) -> None:
    _used_once(here, key, here.text(key, empty=True), columns)


def _used_once(here: Fields, place: str, column: str, columns: set[str]) -> None:
    if column in columns:
        raise here.problem(place, f"gives the column '{column}' a second meaning")
    columns.add(column)


def _unusable(source: str, why: str) -> FormatError:
    return FormatError(f"the description saved with the scores {why}.", path=source, remedy=_remedy(source))


def _remedy(source: str) -> str:
    beside = sidecar_path(source).name
    return f"Write the scores again, or remove the description ({beside}) to infer the columns."
