"""Which systems look like versions of one, and what is said of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from trueness.data.scores.score_table import ScoreTable
from trueness.statistics.systems.alike_systems import alike_systems
from trueness.study.rows import Caution

MOST_NAMED = 3


def alike_pairs(
    table: ScoreTable, scorers: Sequence[str], system_clusters: str | None
) -> list[tuple[str, str]]:
    """Return pairs of systems that look like versions of one; none where families are told.

    Parameters
    ----------
    table : ScoreTable
    scorers : sequence of str
    system_clusters : str or None
        The grouping column of families.
    """
    if system_clusters is not None or not table.has_systems:
        return []
    found = alike_systems(np.stack([table.matrix(name) for name in scorers]))
    return [(table.systems[i], table.systems[k]) for i, k, _ in found]


def told_systems(table: ScoreTable, system_clusters: str | None) -> int:
    """Return how many systems there are, or families where they are told."""
    if system_clusters is None:
        return len(table.systems)
    return len(set(table.system_groups[system_clusters]))


def alike_cautions(pairs: Sequence[tuple[str, str]], system_clusters: str | None) -> tuple[Caution, ...]:
    """Return a warning of systems that look like versions of one, or a note that systems are taken for independent.

    Parameters
    ----------
    pairs : sequence of (str, str)
        Of `alike_pairs`.
    system_clusters : str or None
    """
    if system_clusters is not None:
        return ()
    if not pairs:
        message = (
            "Systems are taken to be made independently of each other. If some are versions of one, name the column of "
            "their families (--system-clusters)."
        )
        return (Caution("independent_systems", "note", message),)
    named = ", ".join(f"'{one}' and '{other}'" for one, other in pairs[:MOST_NAMED])
    more = f", and {len(pairs) - MOST_NAMED} more" if len(pairs) > MOST_NAMED else ""
    message = (
        f"Some systems fare alike input by input, as versions of one do: {named}{more}. Nothing is decided about other "
        "systems. Name the column of their families (--system-clusters), or keep one of each."
    )
    return (Caution("alike_systems", "warning", message),)
