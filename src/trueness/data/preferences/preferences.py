"""A table of pairs: which of two systems' outputs for an input somebody preferred."""

from __future__ import annotations

import dataclasses
import fnmatch
import hashlib
import itertools
import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from trueness.data.scores.leave_out import Leaving, gone_rows
from trueness.data.scores.score_table import ScoreTable, check_table
from trueness.data.texts.texts import TextRow, Texts
from trueness.errors import DataError, FormatError, counted, listing, unknown_name

A, TIE, B, BOTH_BAD = 1, 0, -1, 2
"""Codes of verdicts."""

VERDICT_NAMES = {A: "A", TIE: "tie", B: "B", BOTH_BAD: "both bad"}

CHOSEN, REJECTED = "chosen", "rejected"
"""The two systems where texts are known to be better and worse, and no system is named."""

_KINDS_OF_OUTPUTS = ("response", "output", "answer", "assistant", "option", "candidate", "text")

_PAIRS = (("a", "b"), ("1", "2"))
_BEFORE = ("", *(f"{kind}{sign}" for kind in _KINDS_OF_OUTPUTS for sign in ("_", " ", "")))
_SLOTS = (
    *(frozenset(f"{word}{one}" for one in pair) for pair in _PAIRS for word in _BEFORE),
    frozenset({"left", "right"}),
    frozenset({"first", "second"}),
)
"""What two outputs are called by their places, in small letters: no names of systems."""

CALLED_RIGHT = re.compile(
    r"gold(en)?([-_ ]?(label|standard|answer|truth))?|ground[-_ ]?truth|(true|correct)[-_ ]?label|"
    r"(humans?|people)([-_ ]?(verdict|winner|preference|preferred|label|vote|choice))?",
    re.IGNORECASE,
)
"""What the right verdict is called where it stands among the raters: it is people's, and no judge's."""

_VOTERS = re.compile(r"arena_user_\w+")
"""What people who vote in Chatbot Arena are called."""


class PairRow(NamedTuple):
    """One verdict on two outputs of one input.

    Attributes
    ----------
    row : int
        Where it stands in its source, for messages.
    input, a, b, rater : str
    verdict : int
        `A`, `B`, `TIE` or `BOTH_BAD`.
    first : int
        1 where A was shown first, −1 where B was, 0 where that is not known.
    role : str or None
        What the rater is, ``human`` or ``judge``, where the format says so.
    text_a, text_b : str or None
        The outputs.
    words_a, words_b : float
        Their lengths in words, where the texts are not at hand; else NaN.
    families : tuple of (str, str)
        Systems with the family they are of.
    groups : tuple of (str, str)
        Grouping columns with the label of the input.
    """

    row: int
    input: str
    a: str
    b: str
    rater: str
    verdict: int
    first: int = 0
    role: str | None = None
    text_a: str | None = None
    text_b: str | None = None
    words_a: float = math.nan
    words_b: float = math.nan
    families: tuple[tuple[str, str], ...] = ()
    groups: tuple[tuple[str, str], ...] = ()


@dataclasses.dataclass(frozen=True)
class Preferences:
    """Verdicts on pairs of outputs, in the order in which they were given.

    Attributes
    ----------
    name : str
    systems, inputs, raters : tuple of str
    roles : tuple of (str or None)
        Of each rater: ``human``, ``judge``, or not known.
    input, a, b, rater, verdict, first : arrays of shape (n,)
        Numbers of inputs, systems and raters; codes of verdicts and of the order shown, as `PairRow` has them.
    words_a, words_b : arrays of shape (n,)
        Lengths of both outputs in words, NaN where they are not known.
    groups : mapping of str to tuple of str
        Grouping column to the label of every input, empty where it has none.
    families : mapping of str to str
        Of systems, where they are known.
    outputs : mapping of (str, str) to str
        Text by system and input; those that differ between rows are not in it.
    notes : tuple of str
    """

    name: str
    systems: tuple[str, ...]
    inputs: tuple[str, ...]
    raters: tuple[str, ...]
    roles: tuple[str | None, ...]
    input: np.ndarray
    a: np.ndarray
    b: np.ndarray
    rater: np.ndarray
    verdict: np.ndarray
    first: np.ndarray
    words_a: np.ndarray
    words_b: np.ndarray
    groups: Mapping[str, tuple[str, ...]] = dataclasses.field(default_factory=dict)
    families: Mapping[str, str] = dataclasses.field(default_factory=dict)
    outputs: Mapping[tuple[str, str], str] = dataclasses.field(default_factory=dict)
    notes: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.verdict)

    def __repr__(self) -> str:
        return (
            f"<Preferences: {len(self)} verdicts of {len(self.raters)} raters on outputs of "
            f"{len(self.systems)} systems "
            f"for {len(self.inputs)} inputs>"
        )

    @property
    def has_systems(self) -> bool:
        """Whether systems are named; else it is known only which output of each pair is the better one."""
        if {CHOSEN, REJECTED}.issuperset(self.systems):
            return False
        # systems that are called as places are would stand in either place
        return not _are_places(self.systems) or len(np.unique(self.a)) > 1

    @property
    def fingerprint(self) -> str:
        """The sha256 of the content, which no order of rows changes; name and notes do not count."""
        return _fingerprint(self)

    @classmethod
    def of(cls, rows: Iterable[PairRow], *, name: str = "pairs", notes: Sequence[str] = ()) -> Preferences:
        """Return a table of verdicts.

        Parameters
        ----------
        rows : iterable of PairRow
        name : str
            What it is called, and messages call its source.
        notes : sequence of str

        Raises
        ------
        FormatError
            If a row compares a system with itself, or gives an input another group, a system another family or a rater
            another role than an earlier row.
        DataError
            If there are no rows.
        """
        given = list(rows)
        if not given:
            raise DataError(f"{name}: verdicts are missing.")
        build = _Builder(name)
        for row in given:
            build.add(row)
        return build.table(tuple(notes))

    def raters_matching(self, patterns: Sequence[str]) -> tuple[str, ...]:
        """Return the raters that names or shell patterns mean.

        Raises
        ------
        UnknownNameError
            If there is none of a name.
        """
        found: dict[str, None] = {}
        for pattern in patterns:
            names = [pattern] if pattern in self.raters else fnmatch.filter(self.raters, pattern)
            if not names:
                raise unknown_name("rater", pattern, self.raters)
            found |= dict.fromkeys(names)
        return tuple(found)

    def texts(self) -> Texts:
        """Return the outputs, to be scored.

        Raises
        ------
        DataError
            If there are none.
        """
        if not self.outputs and not np.isnan(self.words_a).all():
            raise DataError(
                f"{self.name}: every output has several texts for one input, and a metric scores one. "
                "Give each prompt an input of its own."
            )
        if not self.outputs:
            raise DataError(
                f"{self.name}: texts of outputs are missing. Say which columns hold them: "
                "text_a=COLUMN,text_b=COLUMN."
            )
        rows = tuple(TextRow(system, input, text) for (system, input), text in self.outputs.items())
        return Texts(rows, name=self.name)


def _are_places(systems: Iterable[str]) -> bool:
    """Return whether two outputs are called by their places."""
    names = {name.casefold() for name in systems}
    return any(slots.issuperset(names) for slots in _SLOTS)


def _usual_role(rater: str) -> str | None:
    """Return ``human`` for what the right verdict, or a voter, is called, None for who may be anybody."""
    known = (CALLED_RIGHT, _VOTERS)
    return "human" if any(one.fullmatch(rater.strip()) for one in known) else None


class _Builder:
    """Numbers names as they come, and checks what must not change between rows."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.systems: dict[str, int] = {}
        self.inputs: dict[str, int] = {}
        self.raters: dict[str, int] = {}
        self.facts: dict[tuple[str, str, str], str] = {}
        self.outputs: dict[tuple[str, str], str | None] = {}
        self.cells: list[tuple[int, ...]] = []
        self.words: list[tuple[float, float]] = []

    def add(self, row: PairRow) -> None:
        if row.a == row.b:
            raise FormatError(
                f"the row compares '{row.a}' with itself.",
                path=self.name,
                row=row.row,
                remedy="Name the two systems, or leave the row out.",
            )
        a, b = (self.systems.setdefault(name, len(self.systems)) for name in (row.a, row.b))
        input = self.inputs.setdefault(row.input, len(self.inputs))
        rater = self.raters.setdefault(row.rater, len(self.raters))
        self.cells.append((input, a, b, rater, row.verdict, row.first))
        self.words.append((_words(row.text_a, row.words_a), _words(row.text_b, row.words_b)))
        for column, label in row.groups:
            self._same(row, "input", row.input, column, label)
        for system, family in row.families:
            self._same(row, "system", system, "family", family)
        if row.role is not None:
            self._same(row, "rater", row.rater, "role", row.role)
        for system, text in ((row.a, row.text_a), (row.b, row.text_b)):
            if text is not None and self.outputs.setdefault((system, row.input), text) != text:
                self.outputs[system, row.input] = None  # more than one answer to the same input

    def _same(self, row: PairRow, kind: str, name: str, column: str, label: str) -> None:
        if self.facts.setdefault((kind, name, column), label) != label:
            before = self.facts[kind, name, column]
            raise FormatError(
                f"{kind} '{name}' has '{label}' here and '{before}' before.",
                path=self.name,
                row=row.row,
                column=column,
                remedy=f"Give every {kind} one value.",
            )

    def table(self, notes: tuple[str, ...]) -> Preferences:
        input, a, b, rater, verdict, first = np.array(self.cells, dtype=np.intp).T
        words_a, words_b = np.array(self.words, dtype=np.float64).T
        columns = dict.fromkeys(column for kind, _, column in self.facts if kind == "input")
        differing = sum(text is None for text in self.outputs.values())
        if (np.unique(a).size, np.unique(b).size) == (1, 1) and _are_places(self.systems):
            places = listing(self.systems)
            notes += (f"outputs are called {places} by their places: nothing is said of systems",)
        if differing:
            notes += (f"{counted(differing, 'output')} with several texts, so that no metric can score them",)
        return Preferences(
            name=self.name,
            systems=tuple(self.systems),
            inputs=tuple(self.inputs),
            raters=tuple(self.raters),
            roles=tuple(
                self.facts.get(("rater", rater, "role"), _usual_role(rater)) for rater in self.raters
            ),
            input=input,
            a=a,
            b=b,
            rater=rater,
            verdict=verdict,
            first=first,
            words_a=words_a,
            words_b=words_b,
            groups={
                column: tuple(self.facts.get(("input", name, column), "") for name in self.inputs)
                for column in columns
            },
            families={name: label for (kind, name, _), label in self.facts.items() if kind == "system"},
            outputs={key: text for key, text in self.outputs.items() if text is not None},
            notes=notes,
        )


def _words(text: str | None, known: float) -> float:
    return known if text is None else float(len(text.split()))


def _fingerprint(table: Preferences) -> str:
    digest = hashlib.sha256()

    def add(value: Any) -> None:
        digest.update(json.dumps(value, sort_keys=True, ensure_ascii=True).encode())
        digest.update(b"\n")

    add("trueness preferences, fingerprint 1")
    columns = (table.input, table.a, table.b, table.rater, table.verdict, table.first)
    rows = [
        [table.inputs[j], table.systems[a], table.systems[b], table.raters[r], int(verdict), int(first)]
        for j, a, b, r, verdict, first in zip(*columns, strict=True)
    ]
    for row in sorted(rows):
        add(row)
    add(sorted(zip(table.raters, [role or "" for role in table.roles], strict=True)))
    for column, labels in sorted(table.groups.items()):
        add([column, sorted(zip(table.inputs, labels, strict=True))])
    add(sorted(table.families.items()))
    add(sorted([*key, text] for key, text in table.outputs.items()))
    return digest.hexdigest()


def joined_preferences(tables: Sequence[Preferences]) -> Preferences:
    """Return the verdicts of several tables as one.

    Parameters
    ----------
    tables : sequence of Preferences

    Raises
    ------
    FormatError
        If they say different things of an input, a system or a rater.
    """
    if len(tables) == 1:
        return tables[0]
    name = " + ".join(dict.fromkeys(table.name for table in tables))
    rows = itertools.chain.from_iterable(pair_rows(table) for table in tables)
    notes = list(dict.fromkeys(note for table in tables for note in table.notes))
    return Preferences.of(rows, name=name, notes=notes)


def leave_out_of_preferences(table: Preferences, leaving: Leaving) -> Preferences:
    """Return the verdicts of raters that stay, on inputs and pairs of systems that stay, and notes of what is gone.

    Parameters
    ----------
    table : Preferences
    leaving : Leaving

    Raises
    ------
    UnknownNameError, ArgumentError
        As `gone_rows`.
    DataError
        If no verdict is left.
    """
    if not leaving.said:
        return table
    named = {"systems": table.systems, "inputs": table.inputs, "annotators": table.raters}
    gone = gone_rows(leaving, named, table.name)
    left = [
        row
        for row in pair_rows(table)
        if all(gone.stays(systems=name, inputs=row.input, annotators=row.rater) for name in (row.a, row.b))
    ]
    found = Preferences.of(left, name=table.name)
    return dataclasses.replace(found, notes=tuple(dict.fromkeys((*table.notes, *gone.notes, *found.notes))))


def pair_rows(table: Preferences) -> Iterable[PairRow]:
    """Yield the verdicts of a table one by one."""
    for k in range(len(table)):
        j, a, b = table.inputs[table.input[k]], table.systems[table.a[k]], table.systems[table.b[k]]
        yield PairRow(
            row=k + 1,
            input=j,
            a=a,
            b=b,
            rater=table.raters[table.rater[k]],
            verdict=int(table.verdict[k]),
            first=int(table.first[k]),
            role=table.roles[table.rater[k]],
            text_a=table.outputs.get((a, j)),
            text_b=table.outputs.get((b, j)),
            words_a=float(table.words_a[k]),
            words_b=float(table.words_b[k]),
            families=tuple((name, table.families[name]) for name in (a, b) if name in table.families),
            groups=tuple((column, labels[table.input[k]]) for column, labels in table.groups.items()),
        )


def preferences_from_scores(
    table: ScoreTable, *, human: str | None = None, judges: Sequence[str] = (), most_inputs: int | None = None
) -> Preferences:
    """Return what scores say of every pair of systems, input by input: the higher one is preferred, equal ones tie.

    Parameters
    ----------
    table : ScoreTable
    human : str, optional
        The human scorer. Where its annotators are known, each of them is a rater; otherwise the scorer is.
    judges : sequence of str
        Further scorers, each a judge.
    most_inputs : int, optional
        Only so many inputs, in the order of the table.

    Raises
    ------
    UnknownNameError
        If there is no such scorer.
    DataError
        If nothing is named, or there are no two systems with scores for one input.
    """
    check_table(table)
    named = ([] if human is None else [human]) + list(judges)
    if not named:
        raise DataError("say whose scores are to be compared: `human`, `judges` or both.")
    raters: list[tuple[str, str, np.ndarray]] = []
    for name in named:
        sign = 1.0 if table.scorers[table.index(name)].higher_is_better else -1.0
        role = "human" if name == human else "judge"
        part = table.annotations.get(name) if name == human else None
        if part is None:
            table.check_ordered(name)
            raters.append((name, role, sign * table.matrix(name)))
        else:
            raters += [
                (who, role, sign * values) for who, values in zip(part.annotators, part.values, strict=True)
            ]
    rows: list[PairRow] = []
    pairs = list(itertools.combinations(range(len(table.systems)), 2))
    for rater, role, values in raters:
        for j, input in list(enumerate(table.inputs))[:most_inputs]:
            groups = tuple((column, labels[j]) for column, labels in table.input_groups.items())
            for one, other in pairs:
                gap = values[one, j] - values[other, j]
                if not np.isnan(gap):
                    a, b = table.systems[one], table.systems[other]
                    rows.append(
                        PairRow(
                            row=len(rows) + 1,
                            input=input,
                            a=a,
                            b=b,
                            rater=rater,
                            verdict=int(np.sign(gap)),
                            role=role,
                            groups=groups,
                        )
                    )
    if not rows:
        raise DataError(f"{table.name}: no two systems have scores of {listing(named)} for one input.")
    return Preferences.of(rows, name=table.name, notes=(f"pairs made of scores: {listing(named)}",))
