"""Leave systems, inputs, annotators and scorers out of tables, by name or pattern."""

from __future__ import annotations

import dataclasses
import fnmatch
import re
import shlex
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from trueness.data.scores.braces import alternatives
from trueness.data.scores.patterns import split_patterns
from trueness.data.scores.score_table import Annotations, FloatArray, ScoreTable
from trueness.data.scores.table_notes import with_notes_of_now
from trueness.errors import ArgumentError, DataError, counted, listing, unknown_name

LEAVING = ("only", "without")
"""The arguments of readers that say what is left out."""

OPTION = "--without"

TABLES = "tables"

_SINGULAR = {
    "systems": "system",
    "inputs": "input",
    "annotators": "annotator",
    "metrics": "scorer",
    TABLES: "table",
}
_KINDS = {word: kind for kind in _SINGULAR for word in (kind, kind.removesuffix("s"))}
_KINDS |= dict.fromkeys(("rater", "raters"), "annotators")


class Leaving(NamedTuple):
    """What is kept of tables, and what is left out.

    Attributes
    ----------
    only, without : tuple of (str, str)
        Kinds, ``systems``, ``inputs``, ``annotators``, ``metrics`` or ``tables``, and a pattern. Of a kind that `only`
        does not name all stay.
    said : mapping of str to tuple of str
        All patterns as they were given, by the argument.
    """

    only: tuple[tuple[str, str], ...] = ()
    without: tuple[tuple[str, str], ...] = ()
    said: Mapping[str, tuple[str, ...]] = {}

    @classmethod
    def of(cls, only: str | Iterable[str] | None, without: str | Iterable[str] | None) -> Leaving:
        """Return what readers are told by their arguments `only` and `without` (see `read_scores`).

        Raises
        ------
        ArgumentError
            If a pattern is no text.
        """
        found = {name: _patterns(name, given) for name, given in zip(LEAVING, (only, without), strict=True)}
        kept, gone = (tuple(map(_kind, patterns)) for patterns in found.values())
        return cls(kept, gone, {name: patterns for name, patterns in found.items() if patterns})

    @classmethod
    def of_one_table(cls, only: str | Iterable[str] | None, without: str | Iterable[str] | None) -> Leaving:
        """Return what `of` returns, where there is one table.

        Raises
        ------
        ArgumentError
            As `of`, or if tables are to be left out.
        """
        found = cls.of(only, without)
        for argument, kinds in zip(LEAVING, (found.only, found.without), strict=True):
            if any(kind == TABLES for kind, _ in kinds):
                raise ArgumentError(
                    f"`{argument}` names tables, and one is read. --part says which; `compare --pool` reads several "
                    "(in Python: `read_tables`)."
                )
        return found

    @classmethod
    def of_rows(
        cls, only: str | Iterable[str] | None, without: str | Iterable[str] | None, kinds: Sequence[str]
    ) -> Leaving:
        """Return what `of` returns, where only some kinds of names are there.

        Raises
        ------
        ArgumentError
            As `of`, or if another kind is named.
        """
        found = cls.of(only, without)
        for argument, named in zip(LEAVING, (found.only, found.without), strict=True):
            other = next((kind for kind, _ in named if kind not in kinds), None)
            if other is not None:
                known = f"{', '.join(kinds[:-1])} and {kinds[-1]}"
                raise ArgumentError(f"`{argument}` names {other}; here it takes {known} alone.")
        return found

    def gone(self, named: Mapping[str, Collection[str]]) -> dict[str, set[str]]:
        """Return the names that are left out, by their kind.

        Parameters
        ----------
        named : mapping of str to collection of str
            All names by their kind, in their order; patterns of other kinds are passed over.

        Raises
        ------
        UnknownNameError, ArgumentError
            As `names_matching`.
        """
        kept, gone = (_matching(kinds, named) for kinds in (self.only, self.without))
        return {
            kind: (set(names) - kept[kind] if kind in kept else set()) | gone.get(kind, set())
            for kind, names in named.items()
        }


def _matching(kinds: Iterable[tuple[str, str]], named: Mapping[str, Collection[str]]) -> dict[str, set[str]]:
    """Return the names that patterns match, by their kind."""
    found: dict[str, set[str]] = {}
    for kind, pattern in kinds:
        # a system may be called as a kind and a pattern are written
        whole = f"{kind}={pattern}"
        of, wanted = ("systems", whole) if whole in named.get("systems", ()) else (kind, pattern)
        with_dimension = of == "annotators" and any("@" in name for name in named.get(of, ()))
        if with_dimension and (alone := [name for name in named[of] if name.endswith(f"@{wanted}")]):
            found.setdefault(of, set()).update(alone)
        elif of in named:
            # of annotators the pattern may, but need not, say of which dimension
            short = with_dimension and "@" not in wanted
            hits = names_matching(_SINGULAR[of], named[of], [f"*@{wanted}" if short else wanted])
            found.setdefault(of, set()).update(hits)
    return found


def _kind(word: str) -> tuple[str, str]:
    """Return the kind that a word is about, and its pattern."""
    kind, sign, pattern = word.partition("=")
    known = _KINDS.get(kind.strip().casefold()) if sign else None
    return ("systems", word) if known is None else (known, pattern.strip())


def _patterns(argument: str, given: str | Iterable[str] | None) -> tuple[str, ...]:
    if given is None:
        return ()
    words = [given] if isinstance(given, str) or not isinstance(given, Iterable) else list(given)
    for word in words:
        if not isinstance(word, str):
            raise ArgumentError(f"`{argument}` must be names or patterns; this is {word!r}.")
    # a name may begin or end with a blank; between commas blanks are only there to be read
    return tuple(
        one
        for word in words
        for one in ([word] if "," not in word else split_patterns([word], options=False) or ())
    )


def names_matching(kind: str, names: Collection[str], patterns: Iterable[str]) -> tuple[str, ...]:
    """Return the names that match any of the patterns, in their order.

    A name is itself; other patterns are the shell's: ``* ? [...] {a,b}``.

    Parameters
    ----------
    kind : str
        What the names are of, for messages: ``system``.
    names : collection of str
    patterns : iterable of str

    Raises
    ------
    UnknownNameError
        If a pattern matches none.
    ArgumentError
        If a brace in a pattern is not closed.
    """
    found: set[str] = set()
    for pattern in patterns:
        for one in [pattern] if pattern in names else alternatives(pattern):
            hits = {one} if one in names else {name for name in names if fnmatch.fnmatchcase(name, one)}
            if not hits:
                raise unknown_name(kind, one, names)
            found |= hits
    return tuple(name for name in names if name in found)


class GoneRows(NamedTuple):
    """What is left out of rows that name a system and an input.

    Attributes
    ----------
    names : mapping of str to set of str
        What is gone, by kind.
    notes : tuple of str
    """

    names: Mapping[str, Collection[str]] = {}
    notes: tuple[str, ...] = ()

    def stays(self, **named: str) -> bool:
        """Return whether a row stays, given its names by kind."""
        return all(name not in self.names.get(kind, ()) for kind, name in named.items())


def gone_rows(leaving: Leaving, named: Mapping[str, Collection[str]], where: str) -> GoneRows:
    """Return what is left out of rows.

    Parameters
    ----------
    leaving : Leaving
    named : mapping of str to collection of str
        All names of the rows by their kind, in their order.
    where : str
        What the rows are of, for messages.

    Raises
    ------
    UnknownNameError, ArgumentError
        As `names_matching`.
    DataError
        If no row can be left.
    """
    gone = leaving.gone(named)
    notes = []
    for kind, names in named.items():
        out = [name for name in names if name in gone[kind]]
        if len(out) == len(names):
            raise DataError(f"{where}: {_nothing_left(leaving, kind, names)}")
        if out:
            notes.append(_left_out(kind, out))
    return GoneRows(gone, tuple(notes))


def _nothing_left(leaving: Leaving, kind: str, names: Iterable[str]) -> str:
    options = " and ".join(f"--{name}" for name in leaving.said)
    return f"nothing is left with {options}: there are the {_SINGULAR[kind]}s {listing(names)}."


def _left_out(kind: str, names: Sequence[str]) -> str:
    return f"{counted(len(names), _SINGULAR[kind])} left out as asked: {listing(names)}"


def leave_out(table: ScoreTable, leaving: Leaving) -> ScoreTable:
    """Return a table without what is to be left out, and notes that name it.

    The score of a human dimension is the mean of the annotators that stay.

    Parameters
    ----------
    table : ScoreTable
    leaving : Leaving

    Raises
    ------
    UnknownNameError, ArgumentError
        As `names_matching`.
    DataError
        If no system, input or scorer is left, or no annotator of a human dimension.
    """
    return leave_out_of_each([table], leaving)[0]


def leave_out_of_each(
    tables: Sequence[ScoreTable], leaving: Leaving, names: Iterable[str] = ()
) -> list[ScoreTable]:
    """Return tables without what is to be left out (see `leave_out`): a pattern has to match in some table.

    Parameters
    ----------
    tables : sequence of ScoreTable
    leaving : Leaving
        Which tables are left out is no part of it.
    names : iterable of str
        What the tables are called in messages, where that is not their own name.

    Raises
    ------
    UnknownNameError, ArgumentError, DataError
        As `leave_out`.
    """
    if not leaving.said:
        return list(tables)
    gone = leaving.gone({kind: _names(tables, kind) for kind in _SINGULAR if kind != TABLES})
    called = list(names) or [table.name for table in tables]
    places = [f"table '{name}': " if len(tables) > 1 else "" for name in called]
    return [_part(table, gone, leaving, place) for table, place in zip(tables, places, strict=True)]


def _names(tables: Iterable[ScoreTable], kind: str) -> dict[str, None]:
    """Return the names of a kind, each once; an annotator's with the dimension before it."""
    found: dict[str, None] = {}
    for table in tables:
        if kind == "annotators":
            found |= {
                f"{scorer}@{who}": None
                for scorer, people in table.annotations.items()
                for who in people.annotators
            }
        else:
            found |= dict.fromkeys(_of_kind(table, kind))
    return found


def _of_kind(table: ScoreTable, kind: str) -> tuple[str, ...]:
    return {"systems": table.systems, "inputs": table.inputs, "metrics": table.scorer_names}[kind]


def _part(table: ScoreTable, gone: Mapping[str, Collection[str]], leaving: Leaving, place: str) -> ScoreTable:
    """Return the table without what is gone."""
    notes: list[str] = []
    left: dict[str, list[str]] = {}
    for kind in ("systems", "inputs", "metrics"):
        names = _of_kind(table, kind)
        left[kind] = [name for name in names if name not in gone[kind]]
        out = [name for name in names if name in gone[kind]]
        if names and not left[kind]:
            remedy = f" Leave it out: {OPTION} '{TABLES}=NAME'." if place else ""
            raise DataError(f"{place}{_nothing_left(leaving, kind, names)}{remedy}")
        if out:
            notes.append(_left_out(kind, out))
    if gone["annotators"]:
        table = _without_annotators(table, gone["annotators"], notes, place)
    part = table.select(
        scorers=left["metrics"] if gone["metrics"] else None, systems=left["systems"], inputs=left["inputs"]
    )
    part = dataclasses.replace(part, notes=(*part.notes, *notes), left_out={**table.left_out, **leaving.said})
    return with_notes_of_now(part, table)


def _without_annotators(table: ScoreTable, gone: Collection[str], notes: list[str], place: str) -> ScoreTable:
    """Return the table without annotators; the scores of their dimension are the means of those who stay."""
    values: FloatArray = table.values.copy()
    annotations = dict(table.annotations)
    for scorer, people in table.annotations.items():
        out = [who for who in people.annotators if f"{scorer}@{who}" in gone]
        if not out:
            continue
        kept = [k for k, who in enumerate(people.annotators) if who not in out]
        if not kept:
            raise DataError(
                f"{place}{OPTION} leaves out every annotator of '{scorer}': there are "
                f"{listing(people.annotators)}. To leave out all of it: {OPTION} 'metrics={scorer}'."
            )
        rest = Annotations(tuple(people.annotators[k] for k in kept), people.values[kept])
        at = table.index(scorer)
        values[at] = np.where(np.isnan(people.mean()), values[at], rest.mean())
        annotations[scorer] = rest
        notes.append(f"{counted(len(out), 'annotator')} of '{scorer}' left out as asked: {listing(out)}")
    return dataclasses.replace(table, values=values, annotations=annotations)


def without_words(names: Iterable[str], kind: str = "") -> str:
    """Return the option that leaves systems out, or what else its kind says (``metrics``), as a shell takes it."""
    patterns = [
        re.sub(r"[,\[\]*{}()=]", "?", name.strip()) for name in names
    ]  # commas separate, what stands before = may be a kind, and ? is any letter
    said = [f"{kind}={one}" if kind else one for one in patterns]
    return f"{OPTION} {shlex.quote(','.join(said))}"
