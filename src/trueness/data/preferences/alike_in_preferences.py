"""Systems, inputs and raters of preferences that are written in several ways: which these are, and as one."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from trueness.data.preferences.preferences import PairRow, Preferences, pair_rows
from trueness.data.scores.alike_names import spellings
from trueness.data.scores.join_alike import AlikeInTable


def alike_in_preferences(table: Preferences) -> tuple[AlikeInTable, ...]:
    """Return names that look like one, for each kind those that can be one and those that cannot.

    Two systems that were compared with each other are two, and so are two raters with verdicts on one pair, or with two
    roles. Inputs are returned only if they can be one: keys may differ in capital letters alone.

    Parameters
    ----------
    table : Preferences
    """
    found: list[AlikeInTable] = []
    for kind, names in (("system", table.systems), ("input", table.inputs), ("rater", table.raters)):
        alike = spellings(names)
        if not alike:
            continue
        rows = list(pair_rows(table))
        apart = [one for one in alike if _are_apart(table, kind, one.names, rows)]
        joins = [one for one in alike if one not in apart]
        found += [AlikeInTable(kind, tuple(joins))] if joins else []
        found += [AlikeInTable(kind, tuple(apart), can_be_one=False)] if apart and kind != "input" else []
    return tuple(found)


def join_alike_preferences(table: Preferences) -> Preferences:
    """Return preferences with the names that `alike_in_preferences` finds as one each, and a note of it.

    Parameters
    ----------
    table : Preferences
        As it is where no names are alike.
    """
    for kind in ("system", "input", "rater"):
        # a kind at a time: what one join brings together another has to see
        found = next(
            (one for one in alike_in_preferences(table) if one.kind == kind and one.can_be_one), None
        )
        if found is None:
            continue
        new = {name: one.name for one in found.spellings for name in one.names}
        fields = ("a", "b") if kind == "system" else (kind,)
        rows = (
            row._replace(
                **{field: new.get(getattr(row, field), getattr(row, field)) for field in fields},
                families=tuple((new.get(name, name), family) for name, family in row.families)
                if kind == "system"
                else row.families,
            )
            for row in pair_rows(table)
        )
        joined = Preferences.of(rows, name=table.name)
        notes = (*table.notes, f"taken for the same: {found.words}", *joined.notes)
        table = dataclasses.replace(joined, notes=tuple(dict.fromkeys(notes)))
    return table


def _are_apart(table: Preferences, kind: str, names: Sequence[str], rows: Sequence[PairRow]) -> bool:
    """Return whether names are those of several, by what was judged under each, and what is known of each."""
    if kind == "system":
        families = {table.families[name] for name in names if name in table.families}
        return len(families) > 1 or any(row.a in names and row.b in names for row in rows)
    if kind == "rater":
        roles = dict(zip(table.raters, table.roles, strict=True))
        if len({roles[name] for name in names} - {None}) > 1:
            return True
    else:
        places = [table.inputs.index(name) for name in names]
        if any(len({labels[k] for k in places} - {""}) > 1 for labels in table.groups.values()):
            return True
    other = "input" if kind == "rater" else "rater"
    by_name = [
        {(getattr(row, other), frozenset((row.a, row.b))) for row in rows if getattr(row, kind) == name}
        for name in names
    ]
    return sum(map(len, by_name)) > len(set().union(*by_name))
