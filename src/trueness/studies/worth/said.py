"""What is said of the worth of differences: findings in plain sentences, and what a reader has to know of them."""

from __future__ import annotations

import math

from trueness.decisions.decision import Decision
from trueness.decisions.independent_systems import ALIKE, SYSTEMS
from trueness.decisions.people_prefer import MOSTLY, people_prefer
from trueness.errors import listing
from trueness.studies.worth.rows import OUTPUTS, ChanceRow, FitRow, NeededRow, WorthResult
from trueness.studies.worth.rows import SYSTEMS as SYSTEMS_KIND
from trueness.study.number_words import bracketed_shares, counted, percent, significant
from trueness.study.rows import Caution

BETWEEN = {SYSTEMS_KIND: "between two systems", OUTPUTS: "between two outputs of one input"}
MOST_SAID = 5


def worth_conclusions(found: WorthResult) -> tuple[str, ...]:
    """Return what the difference asked for is worth by each metric, and what 80% agreement takes.

    Parameters
    ----------
    found : WorthResult
        Without its conclusions.
    """
    said = [_chance(row, found) for row in found.worth if row.curve == found.settings.curve]
    more = len(said) - MOST_SAID
    if more > 0:
        said = [
            *said[:MOST_SAID],
            f"{more} more {'is' if more == 1 else 'are'} in the table (--table worth).",
        ]
    said.append(decided_words(found.decisions))
    asked = [row for row in found.needed if row.curve == found.settings.curve and row.chance == MOSTLY]
    return (*filter(None, said), _needed(asked))


def decided_words(decisions: tuple[Decision, ...]) -> str:
    """Return by which metrics the differences told may be relied on."""
    shown = [f"'{one.about}' ({one.facet})" for one in decisions if one.answer == "yes"]
    missed = [f"'{one.about}' ({one.facet})" for one in decisions if one.answer == "no"]
    open_ = [one for one in decisions if one.answer == "cannot_tell"]
    bar = percent(MOSTLY)
    said = [
        *(
            [f"In at least {bar} people agree with such differences by {listing(shown, quotes='')}."]
            if shown
            else []
        ),
        *(
            [f"People agree less often than {bar} with such differences by {listing(missed, quotes='')}."]
            if missed
            else []
        ),
    ]
    if open_:
        what = "the others" if said else "such differences"
        why = {SYSTEMS: ": there are too few systems", ALIKE: ": some systems look like versions of one"}
        said.append(
            f"We cannot tell whether people agree with {what} in {bar}{why.get(open_[0].reason, '')}."
        )
    return " ".join(said)


def decided(found: WorthResult, systems: int, alike: int) -> tuple[Decision, ...]:
    """Return whether people mostly agree with the differences told, by each metric and kind of pairs.

    Parameters
    ----------
    found : WorthResult
        Without its decisions.
    systems, alike : int
        Systems, or their families; pairs of them that look like versions of one.
    """
    families = found.selection.system_clusters is not None
    other = "other families of systems" if families else "other systems of these kinds"
    return tuple(
        people_prefer(
            row.metric,
            (row.estimate, row.low, row.high),
            facet=row.kind,
            systems=systems,
            alike=alike,
            applies_to=other + ("" if row.kind == SYSTEMS_KIND else " and other inputs"),
            confidence=found.settings.confidence,
        )
        for row in found.worth
        if row.curve == found.settings.curve and not math.isnan(row.estimate)
    )


def _chance(row: ChanceRow, found: WorthResult) -> str:
    points = f"{significant(row.difference)} point{'' if row.difference == 1 else 's'}"
    start = f"{points} of '{row.metric}' {BETWEEN[row.kind]}"
    if math.isnan(row.estimate):
        return f"No pair {BETWEEN[row.kind]} is separated by both people and '{row.metric}'."
    agree = f"people agree in {percent(row.estimate)}{bracketed_shares(row.low, row.high)}"
    if row.beyond:
        return f"{start}: {agree}, if the curve goes on: no pair differs by as much."
    half = " (half of the pairs differ by more)" if found.settings.difference is None else ""
    return f"{start}{half}: {agree}."


def _needed(rows: list[NeededRow]) -> str:
    reached = [row for row in rows if row.reached == "yes"]
    others = len(rows) - len(reached)
    parts = [f"{significant(row.estimate)} by '{row.metric}' ({row.kind})" for row in reached[:MOST_SAID]]
    if not parts:
        return f"Agreement of {percent(MOSTLY)} is reached by no difference that there is."
    left = f"; for {counted(others, 'other')} no difference that there is suffices" if others else ""
    return f"Agreement of {percent(MOSTLY)} takes a difference of {', '.join(parts)}{left}."


def worth_cautions(found: WorthResult) -> tuple[Caution, ...]:
    """Return what a reader has to know.

    Parameters
    ----------
    found : WorthResult
    """
    cautions = [
        Caution(
            "no_better_than_constant",
            "warning",
            f"The size of a difference by '{row.metric}' ({row.kind}) says nothing of {_other(row)}: a log loss of "
            f"{_best(row):.3f}, and {row.loss_constant:.3f} from one share for all differences.",
        )
        for row in found.fits
        if not math.isnan(row.loss_constant) and _best(row) >= row.loss_constant
    ]
    cautions += [
        Caution(
            "other_curve",
            "note",
            f"Of '{row.metric}' ({row.kind}) the {other} curve foretells more of {_other(row)} (log loss "
            f"{loss:.3f}, not {own:.3f}): --curve {other}.",
        )
        for row in found.fits
        for own, loss, other in [_losses(row, found.settings.curve)]
        if loss < own - 0.005
    ]
    tied = [row for row in found.fits if row.n_human_ties]
    if tied:
        most = max(tied, key=lambda row: row.n_human_ties)
        how = "left out" if found.settings.human_ties == "exclude" else "counted as half agreed"
        counted_so = f"Pairs that people tie ({most.n_human_ties:,} of {most.kind}) are {how}."
        cautions.append(Caution("human_ties", "note", counted_so))
    return tuple(cautions)


def _best(row: FitRow) -> float:
    return min(row.loss_logistic, row.loss_isotonic)


def _other(row: FitRow) -> str:
    """Say of what chances were held out."""
    return "other systems of these kinds" + ("" if row.held_out == "systems" else " on other inputs")


def _losses(row: FitRow, curve: str) -> tuple[float, float, str]:
    """Return the loss of the curve told, that of the other one, and its name."""
    if curve == "logistic":
        return row.loss_logistic, row.loss_isotonic, "isotonic"
    return row.loss_isotonic, row.loss_logistic, "logistic"
