"""What the rules say of agreement where something is given."""

from __future__ import annotations

from collections.abc import Sequence

from trueness.decisions.decision import Decision
from trueness.decisions.goes_with import GOES_WITH, KEEPS_AGREEING, goes_with, keeps_agreeing
from trueness.studies.partial.rows import ALL, HIDDEN, NONE, PART, UNDEFINED, PartialRow
from trueness.studies.partial.settings import PartialSettings


def partial_decisions(
    rows: Sequence[PartialRow], settings: PartialSettings, applies_to: str
) -> tuple[Decision, ...]:
    """Return with what each metric's agreement goes, and given what something is left of it.

    Parameters
    ----------
    rows : sequence of PartialRow
    settings : PartialSettings
    applies_to : str
    """
    found = []
    for metric in dict.fromkeys(row.metric for row in rows):
        mine = [row for row in rows if row.metric == metric]
        pvalues = {row.given: row.pvalue_adjusted for row in mine}
        left = {row.given: (row.estimate, row.low, row.high) for row in mine}
        found += [
            goes_with(metric, pvalues, applies_to=applies_to, alpha=settings.alpha),
            keeps_agreeing(metric, left, applies_to=applies_to, confidence=settings.confidence),
        ]
    return tuple(found)


def explains(row: PartialRow, decisions: Sequence[Decision]) -> str:
    """Return how much of the agreement of a row goes with what is given (see `PartialRow.explains`).

    Parameters
    ----------
    row : PartialRow
    decisions : sequence of Decision
    """
    lost, left = (
        next(one for one in decisions if (one.rule, one.about) == (rule.name, row.metric))
        for rule in (GOES_WITH, KEEPS_AGREEING)
    )
    if row.given in (*lost.undefined, *left.undefined):
        return UNDEFINED
    if row.given not in lost.names:
        return NONE
    if row.lost < 0:
        return HIDDEN
    return PART if row.given in left.names else ALL
