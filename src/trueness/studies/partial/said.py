"""What is found about agreement where something is given, in words."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from trueness.errors import listing
from trueness.studies.partial.rows import ALL, HIDDEN, PART, UNDEFINED, PartialRow
from trueness.studies.partial.settings import INPUT, SYSTEM
from trueness.study.number_words import bracketed, decimal
from trueness.study.rows import Caution

MOST_NAMED = 3


def partial_conclusions(rows: Sequence[PartialRow], human: str) -> tuple[str, ...]:
    """Return what is found for each thing that is given, those that explain all first."""
    found: list[str] = []
    for given in dict.fromkeys(row.given for row in rows):
        here = [row for row in rows if row.given == given]
        if all(math.isnan(row.estimate) for row in here):
            found.append(f"Given {_thing(given)}, nothing is left to agree on.")
            continue
        if all(row.explains == UNDEFINED for row in here):
            found.append(
                f"We cannot tell what of an agreement with '{human}' goes with {_thing(given)}: there are too few "
                "systems or inputs for an interval."
            )
            continue
        parts = [*_explained(here, given, human), *_others(here, given)]
        found.append(" ".join(parts) or f"No agreement with '{human}' is shown to go with {_thing(given)}.")
    return tuple(found)


def partial_cautions(rows: Sequence[PartialRow]) -> Iterator[Caution]:
    """Yield what a reader has to know."""
    undefined = [row for row in rows if row.explains == UNDEFINED]
    if undefined:
        told = "; ".join(f"'{row.metric}' given {_thing(row.given)}" for row in undefined[:MOST_NAMED])
        more = f"; and {len(undefined) - MOST_NAMED} more" if len(undefined) > MOST_NAMED else ""
        yield Caution(
            "nothing_left",
            "warning",
            f"Nothing is left of a score, or systems or inputs are too few for an interval: {told}{more}.",
        )
    if any(row.explains in (ALL, PART) for row in rows):
        yield Caution(
            "given_is_no_cause",
            "note",
            "What goes with agreement may be no cause. Good outputs may be longer. Compare outputs that differ in it "
            "alone.",
        )


def _thing(given: str) -> str:
    return {SYSTEM: "the system", INPUT: "the input"}.get(given, f"'{given}'")


def _explained(rows: Sequence[PartialRow], given: str, human: str) -> Iterator[str]:
    whole = sorted((row for row in rows if row.explains == ALL), key=lambda row: -row.lost)
    for row in whole[:1]:
        yield (
            f"'{row.metric}' may agree with '{human}' only because both go with {_thing(given)}: r "
            f"{decimal(row.before)}{bracketed(row.before_low, row.before_high)} falls to "
            f"{decimal(row.estimate)}{bracketed(row.low, row.high)} given it."
        )
    if len(whole) > 1:
        yield f"So it is with {listing([row.metric for row in whole[1:]], MOST_NAMED)}."


def _others(rows: Sequence[PartialRow], given: str) -> Iterator[str]:
    part = sorted((row for row in rows if row.explains == PART), key=lambda row: -row.lost)
    if part:
        row = part[0]
        yield (
            f"Part of the agreement of {listing([one.metric for one in part], MOST_NAMED)} goes with {_thing(given)}: "
            f"r of '{row.metric}' falls from {decimal(row.before)} to "
            f"{decimal(row.estimate)}{bracketed(row.low, row.high)}."
        )
    hidden = sorted((row for row in rows if row.explains == HIDDEN), key=lambda row: row.lost)
    if hidden:
        row = hidden[0]
        yield (
            f"Given {_thing(given)}, {listing([one.metric for one in hidden], MOST_NAMED)} agree"
            f"{'s' if len(hidden) == 1 else ''} more: r of '{row.metric}' rises from {decimal(row.before)} to "
            f"{decimal(row.estimate)}{bracketed(row.low, row.high)}."
        )
