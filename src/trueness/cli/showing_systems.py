"""Print a comparison of systems in the wanted form."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from trueness.cli.showing_study import Table, show_study

if TYPE_CHECKING:
    from trueness.studies.systems.system_comparison import SystemComparison

MOST_STANDING = 4
"""For more scorers than these a table with every system by each is shown only where it is asked for."""


def show_systems(comparison: SystemComparison, given: Mapping[str, Any]) -> None:
    """Print a comparison of systems as its output options say.

    On a terminal: findings, cautions, and either the table named or what fits: the standing of systems (by few
    scorers), the agreement with the human, people and machines, and the pairs if there is one scorer only. Other forms
    hold the pairs unless a table is named.

    Parameters
    ----------
    comparison : SystemComparison
    given : mapping
        Holds ``json``, ``to``, ``table`` and ``strict``.
    """
    from trueness.reporting.system_tables import system_tables
    from trueness.reporting.terminal import printable

    found = {spec.name: (spec, rows) for spec, rows in system_tables(comparison)}

    def printed(name: str, width: int) -> list[Table]:
        del width
        spec, rows = found[name]
        keys = [column.key for column in spec.columns]
        if len(comparison.scorers) == 1 and "scorer" in keys:
            title = f"{spec.title} by {printable(comparison.scorers[0])}"
            spec = dataclasses.replace(spec.without("scorer"), title=title)
        return [(spec, rows)]

    show_study(comparison, found, given, shown=_default_tables(comparison), alone="pairs", printed=printed)


def _default_tables(comparison: SystemComparison) -> tuple[str, ...]:
    if len(comparison.scorers) == 1:
        return "standing", "separation", "pairs"
    few = ("standing",) if len(comparison.scorers) <= MOST_STANDING else ()
    return *few, "agreement", "separation"
