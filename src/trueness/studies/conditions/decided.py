"""What is decided of every metric under every condition, and how it is said."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from trueness.decisions.agreement_beside import AGREES_LESS, Beside, agrees_as_well, agrees_less
from trueness.decisions.decision import Decision
from trueness.studies.conditions.rows import ConditionsResult, ConditionTest
from trueness.study.lights import lit
from trueness.study.number_words import bracketed, decimal

MOST_NAMED = 2
"""Changes said with their numbers."""

SPEAKS = {
    "both": "other systems and other inputs",
    "systems": "other systems",
    "inputs": "other inputs",
    "outputs": "other outputs",
}


def decided(found: ConditionsResult) -> tuple[Decision, ...]:
    """Return whether each metric agrees as well, within each kind of margin, and whether it agrees less.

    Tests by the method that decides are looked at; those beside it decide nothing.

    Parameters
    ----------
    found : ConditionsResult
        Without its decisions.
    """
    first = found.settings.margins[0]
    rows = [row for row in found.tests if row.method == found.settings.method]
    return (
        *(_of(row, found, less=False) for row in rows),
        *(_of(row, found, less=True) for row in rows if row.margin_kind == first),
    )


def _of(row: ConditionTest, found: ConditionsResult, *, less: bool) -> Decision:
    changed = Beside(
        loss=row.estimate,
        low=row.low,
        high=row.high,
        margin_low=row.margin_low,
        margin_high=row.margin_high,
        pvalue_equivalence=row.pvalue_adjusted,
        pvalue_difference=row.pvalue_difference_adjusted,
    )
    decision = (agrees_less if less else agrees_as_well)(
        f"{row.metric} under {row.condition}",
        changed,
        applies_to=SPEAKS.get(row.over, "these systems and inputs"),
        alpha=found.settings.alpha,
        level=row.level,
        coefficient=row.coefficient,
    )
    return dataclasses.replace(decision, facet=row.human)


def changes(
    found: ConditionsResult, level: str, coefficient: str
) -> tuple[list[Decision], list[Decision], int]:
    """Return the metrics that agree less under a condition, those that agree more, and of how many that was asked."""
    rows = [
        one
        for one in found.decisions
        if (one.rule, one.level, one.coefficient) == (AGREES_LESS.name, level, coefficient)
    ]
    return (
        [one for one in rows if one.answer == "yes"],
        [one for one in rows if one.answer == "no"],
        len(rows),
    )


def changed_words(found: ConditionsResult, level: str, coefficient: str) -> str:
    """Return how many metrics agree less or more there, the largest changes by name; nothing where none does."""
    less, more, _ = changes(found, level, coefficient)
    said = []
    if less:
        said.append(lit("no", f"{len(less)} {'agrees' if len(less) == 1 else 'agree'} less: {_named(less)}."))
    if more:
        said.append(f"{len(more)} {'agrees' if len(more) == 1 else 'agree'} more: {_named(more)}.")
    return " ".join(said)


def _named(some: Sequence[Decision]) -> str:
    largest = sorted(some, key=lambda one: -abs(one.estimate))[:MOST_NAMED]
    return ", ".join(
        f"{one.about}, by {decimal(abs(one.estimate))}{bracketed(*sorted((abs(one.low), abs(one.high))))}"
        for one in largest
    )
