"""The mark of scorers whose lower scores are better; files for programs keep plain names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from trueness.data.scores.score_table import ScoreTable

LOWER = " ↓"
"""What stands after the name of such a scorer."""

LEGEND = "↓ lower is better: negated before correlating."


def lower_is_better(table: ScoreTable) -> frozenset[str]:
    """Return the names of the scorers whose lower scores are better."""
    return frozenset(scorer.name for scorer in table.scorers if not scorer.higher_is_better)


def endings(table: ScoreTable, names: Sequence[str]) -> list[str]:
    """Return what stands after each name: the mark, or nothing."""
    lower = lower_is_better(table)
    return [LOWER if name in lower else "" for name in names]


def legend(table: ScoreTable, names: Iterable[str]) -> str:
    """Return the sentence that explains the mark; empty where no name carries it."""
    return LEGEND if lower_is_better(table).intersection(names) else ""


def note(table: ScoreTable, names: Iterable[str]) -> str:
    """Return the explanation as the end of a subtitle; empty where no name carries the mark."""
    return "; ↓ lower is better, negated" if legend(table, names) else ""
