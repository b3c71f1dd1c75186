"""Raters of several files by one name: where verdicts differ they are called after files, where not they are one."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from trueness.data.cells.raw_rows import source_stem, source_stems
from trueness.data.preferences.preferences import A, B, PairRow, Preferences, pair_rows
from trueness.errors import listing

_Pair = tuple[str, frozenset[str]]
"""An input and two systems."""


class OfFile(NamedTuple):
    """The verdicts of a file.

    Attributes
    ----------
    table : Preferences
    called : collection of str
        Names of raters that no row gives them: of columns, and of the file.
    file : str
        Where it was read from.
    """

    table: Preferences
    called: Collection[str] = ()
    file: str = ""


def raters_of_files(files: Sequence[OfFile]) -> list[Preferences]:
    """Return tables in which a rater is one: called after its file where verdicts differ, once where they are equal.

    Verdicts are compared that were given on one pair, and in one order where that is known. Files with pairs of their
    own are parts of what one rater said.

    Parameters
    ----------
    files : sequence of OfFile
    """
    places: dict[str, list[int]] = defaultdict(list)
    for k, one in enumerate(files):
        for rater in one.table.raters:
            if rater in one.called:
                places[rater].append(k)
    shared = {rater: here for rater, here in places.items() if len(here) > 1}
    if not shared:
        return [one.table for one in files]
    rows = [list(pair_rows(one.table)) for one in files]
    notes: list[list[str]] = [[] for _ in files]
    stems = source_stems([one.file for one in files])
    for rater, here in shared.items():
        said = [_said(rows[k], rater) for k in here]
        both = [
            verdicts for one, other in itertools.combinations(said, 2) for verdicts in _on_both(one, other)
        ]
        if any(one != other for one, other in both):
            of_files = all(rater == source_stem(files[k].file) for k in here)
            new = {k: stems[k] if of_files else f"{stems[k]}.{rater}" for k in here}
            note = f"'{rater}' gives other verdicts in each file: it is called {listing(list(new.values()))}"
            for k, name in new.items():
                rows[k] = [row._replace(rater=name) if row.rater == rater else row for row in rows[k]]
                notes[k].append(note)
        elif both:
            known: set[tuple[_Pair, str]] = set()
            for k in here:
                mine = {(_pair(row), _first(row)) for row in rows[k] if row.rater == rater}
                rows[k] = [
                    row for row in rows[k] if row.rater != rater or (_pair(row), _first(row)) not in known
                ]
                known |= mine
                notes[k].append(f"'{rater}' gives the same verdicts in several files: each counts once")
    return [
        Preferences.of(left, name=one.table.name, notes=[*one.table.notes, *more]) if more else one.table
        for one, left, more in zip(files, rows, notes, strict=True)
        if left
    ]


def _pair(row: PairRow) -> _Pair:
    return row.input, frozenset((row.a, row.b))


def _first(row: PairRow) -> str:
    """Return the system that was shown first, empty where that is not known."""
    return {1: row.a, -1: row.b}.get(row.first, "")


def _said(rows: Sequence[PairRow], rater: str) -> Mapping[_Pair, Mapping[str, list[str]]]:
    """Return what a rater said of each pair, by the system shown first: the better system, or the code of a tie."""
    found: dict[_Pair, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        if row.rater == rater:
            better = {A: f"={row.a}", B: f"={row.b}"}.get(row.verdict, str(row.verdict))
            found[_pair(row)][_first(row)].append(better)
    return found


def _on_both(
    one: Mapping[_Pair, Mapping[str, list[str]]], other: Mapping[_Pair, Mapping[str, list[str]]]
) -> Iterator[tuple[list[str], list[str]]]:
    """Yield what two files say of each pair that both have, unless it was shown in two orders."""
    for pair in one.keys() & other.keys():
        for (first, mine), (second, theirs) in itertools.product(one[pair].items(), other[pair].items()):
            if first == second or not (first and second):
                yield sorted(mine), sorted(theirs)
