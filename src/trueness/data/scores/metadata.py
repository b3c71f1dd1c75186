"""What a file of values cannot say: roles, orientation, annotators, groups; written beside it."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from trueness.data.cells.columns import STATISTICS, Layout, Side
from trueness.data.cells.resolve_columns import check_column_names
from trueness.data.files.sidecar import FINGERPRINT, REPLACING, sidecar_path
from trueness.data.scores.aggregate_columns import AGGREGATES
from trueness.data.scores.corpus_formulas import CORPUS_FORMULAS
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import FormatError, listing

FORMAT = "trueness scores 1"
FORMAT_WITH_STATISTICS = "trueness scores 2"
"""The form of tables with sufficient statistics, whose columns a reader of the first form would take for scores."""
FORMAT_WITH_AGGREGATES = "trueness scores 3"
"""The form of tables with columns whose scores of systems are, for instance, medians; a reader of earlier forms would
take them for means."""

_FORMATS = (FORMAT, FORMAT_WITH_STATISTICS, FORMAT_WITH_AGGREGATES)


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

    aggregates = any(scorer.aggregate is not None for scorer in table.scorers)
    plain = FORMAT_WITH_STATISTICS if table.corpus else FORMAT
    return {
        "format": FORMAT_WITH_AGGREGATES if aggregates else plain,
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
        f'description says, remove the lines "{FINGERPRINT}" and "{REPLACING}" from {beside}; if they do not, '
        "remove the whole description.",
    )


def _described(description: Mapping[str, Any], source: str) -> set[str]:
    """Return the columns of a description that is of its form."""
    here = _Checked(source)
    if here.take("format", description, "format") not in _FORMATS:
        raise _unusable(source, f"is not of the form '{FORMAT}'")
    here.text("name", description, "name")
    for k, note in enumerate(here.sequence("notes", description, "notes")):
        here.text(f"notes[{k}]", {"": note}, "")
    if here.take("system", description, "system") is not None:
        here.column("system", description, "system")
    here.column("input", description, "input")
    for key in ("input_groups", "system_groups"):
        here.pairs(key, description, key, "group")
    fingerprint = description.get(FINGERPRINT)
    if not isinstance(fingerprint, str | None):
        raise here.wrong(FINGERPRINT, "is no text")
    own = description.get("own_references", {})
    if not isinstance(own, dict) or not all(
        isinstance(share, int | float) and 0 <= share <= 1 for share in own.values()
    ):
        raise here.wrong("own_references", "is no share of outputs for each system")
    if not isinstance(description.get(REPLACING, False), bool):
        raise here.wrong(REPLACING, "is neither true nor false")
    scorers: set[str] = set()
    for k, entry in enumerate(here.sequence("scorers", description, "scorers")):
        here.scorer(f"scorers[{k}]", entry, scorers)
    return here.columns


class _Checked:
    """Looks at the values of a description one by one, and collects its columns."""

    def __init__(self, source: str) -> None:
        self._source = source
        self.columns: set[str] = set()

    def wrong(self, place: str, what: str) -> FormatError:
        return _unusable(self._source, f"is not of the form '{FORMAT}': '{place}' {what}")

    def take(self, place: str, mapping: Any, key: str) -> Any:
        if key not in mapping:
            raise self.wrong(place, "is missing")
        return mapping[key]

    def text(self, place: str, mapping: Any, key: str) -> str:
        value = self.take(place, mapping, key)
        if not isinstance(value, str):
            raise self.wrong(place, "is no text")
        try:
            value.encode()
        except UnicodeEncodeError:
            raise self.wrong(place, "is no Unicode text (it holds half of a surrogate pair)") from None
        return value

    def name(self, place: str, mapping: Any, key: str, taken: set[str], kind: str) -> str:
        value = self.text(place, mapping, key)
        if not value:
            raise self.wrong(place, "is empty")
        if value in taken:
            raise self.wrong(place, f"is the second {kind} called '{value}'")
        taken.add(value)
        return value

    def column(self, place: str, mapping: Any, key: str) -> None:
        value = self.text(place, mapping, key)
        if value in self.columns:
            raise self.wrong(place, f"gives the column '{value}' a second meaning")
        self.columns.add(value)

    def sequence(self, place: str, mapping: Any, key: str) -> list[Any]:
        value = self.take(place, mapping, key)
        if not isinstance(value, list):
            raise self.wrong(place, "is no list")
        return value

    def pairs(self, place: str, mapping: Any, key: str, kind: str) -> None:
        taken: set[str] = set()
        for k, pair in enumerate(self.sequence(place, mapping, key)):
            here = f"{place}[{k}]"
            if not isinstance(pair, list) or len(pair) != 2:
                raise self.wrong(here, "is no pair of a name and a column")
            named = dict(enumerate(pair))
            self.name(f"{here}[0]", named, 0, taken, kind)  # type: ignore[arg-type]
            self.column(f"{here}[1]", named, 1)  # type: ignore[arg-type]

    def scorer(self, place: str, entry: Any, taken: set[str]) -> None:
        if not isinstance(entry, dict):
            raise self.wrong(place, "is no object")
        self.name(f"{place}.name", entry, "name", taken, "scorer")
        if self.take(f"{place}.role", entry, "role") not in ("human", "metric", None):
            raise self.wrong(f"{place}.role", "is neither 'human' nor 'metric' nor null")
        if not isinstance(self.take(f"{place}.higher_is_better", entry, "higher_is_better"), bool):
            raise self.wrong(f"{place}.higher_is_better", "is neither true nor false")
        self.column(f"{place}.column", entry, "column")
        self.pairs(f"{place}.annotators", entry, "annotators", "annotator")
        if entry.get("aggregate") not in (None, *AGGREGATES):
            raise self.wrong(f"{place}.aggregate", f"is none of {listing(AGGREGATES)}")
        labels = entry.get("labels", [])
        if not isinstance(labels, list) or not all(isinstance(label, str) for label in labels):
            raise self.wrong(f"{place}.labels", "is no list of texts")
        if not isinstance(entry.get("nominal", False), bool):
            raise self.wrong(f"{place}.nominal", "is neither true nor false")
        if "statistics" not in entry:
            return
        statistics = entry["statistics"]
        if not isinstance(statistics, dict):
            raise self.wrong(f"{place}.statistics", "is no object")
        formula = self.text(f"{place}.statistics.formula", statistics, "formula")
        if formula not in CORPUS_FORMULAS:
            raise _unusable(self._source, f"names a corpus formula that is not known here: '{formula}'")
        self.column(f"{place}.statistics.column", statistics, "column")


def _unusable(source: str, why: str) -> FormatError:
    return FormatError(
        f"the description saved with the scores {why}.",
        path=source,
        remedy=f"Write the scores again, or remove the description ({sidecar_path(source).name}) to infer the columns.",
    )
