"""What is said of the worth of differences: findings in plain sentences, and what a reader has to know of them."""

from __future__ import annotations

import math

from trueness.decisions.decision import Decision
from trueness.decisions.independent_systems import ALIKE, SYSTEMS
from trueness.decisions.people_prefer import MOSTLY, people_prefer
from trueness.studies.worth.rows import OUTPUTS, ChanceRow, FitRow, NeededRow, WorthResult
from trueness.studies.worth.rows import SYSTEMS as SYSTEMS_KIND
from trueness.study.lights import lit
from trueness.study.number_words import bracketed_shares, percent, significant
from trueness.study.rows import Caution

BETWEEN = {SYSTEMS_KIND: "between two systems", OUTPUTS: "between two outputs of one input"}
MOST_SAID = 5


def worth_conclusions(found: WorthResult) -> tuple[str, ...]:
    """Return whether the difference asked for may be relied on, by each metric and kind of pairs, and what 80% takes.

    Parameters
    ----------
    found : WorthResult
        Without its conclusions.
    """
    curve = found.settings.curve
    decisions = {(one.about, one.facet): one for one in found.decisions}
    needed = {
        (row.metric, row.kind): row for row in found.needed if (row.curve, row.chance) == (curve, MOSTLY)
    }
    said = [
        f"{_answer(row, decisions.get((row.metric, row.kind)), found)}{_needed(needed.get((row.metric, row.kind)))}"
        for row in found.worth
        if row.curve == curve
    ]
    more = len(said) - MOST_SAID
    if more > 0:
        rest = f"{more} more {'is' if more == 1 else 'are'} in the table (--table worth)."
        said = [*said[:MOST_SAID], rest]
    return tuple(said)


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


def _answer(row: ChanceRow, decision: Decision | None, found: WorthResult) -> str:
    """Return whether a difference may be relied on, and how often people agree with it."""
    if decision is None:
        return f"People and '{row.metric}' both separate no pair {BETWEEN[row.kind]}."
    typical = "the typical " if found.settings.difference is None else ""
    points = f"{significant(row.difference)} point{'' if row.difference == 1 else 's'}"
    what = f"{typical}{points} of '{row.metric}' {BETWEEN[row.kind]}"
    share = f"{percent(row.estimate)}{bracketed_shares(row.low, row.high)}"
    bar = percent(MOSTLY)
    if decision.answer == "yes":
        said = f"Rely on {what}. People agree with {share} of such differences, and the bar is {bar}."
    elif decision.answer == "no":
        said = f"Do not rely on {what}. People agree with only {share} of such differences, and the bar is {bar}."
    else:
        why = {
            SYSTEMS: ", and there are too few systems to tell",
            ALIKE: ", but some systems look like versions of one",
        }.get(decision.reason, f", and the bar is {bar}")
        said = (
            f"We cannot tell whether to rely on {what}. People agree with {share} of such differences{why}."
        )
    beyond = " No pair here differs by as much, so this extends the curve." if row.beyond else ""
    return lit(decision.answer, f"{said}{beyond}")


def _needed(row: NeededRow | None) -> str:
    """Return what difference people mostly agree with, as a sentence with the space before it."""
    if row is None:
        return ""
    if row.reached == "yes":
        return f" Agreement of {percent(MOSTLY)} takes about {significant(row.estimate, 2)} points."
    return f" No difference that there is reaches {percent(MOSTLY)}."


def worth_cautions(found: WorthResult) -> tuple[Caution, ...]:
    """Return what a reader has to know."""
    cautions = [
        Caution(
            "no_better_than_constant",
            "warning",
            f"For {_other(row)}, the size of a difference by '{row.metric}' ({row.kind}) predicts nothing: its log "
            f"loss is {_best(row):.3f}, and that of one share for all differences {row.loss_constant:.3f}.",
        )
        for row in found.fits
        if not math.isnan(row.loss_constant) and _best(row) >= row.loss_constant
    ]
    cautions += [
        Caution(
            "other_curve",
            "note",
            f"For '{row.metric}' ({row.kind}) the {other} curve predicts {_other(row)} better: log loss {loss:.3f} "
            f"instead of {own:.3f} (--curve {other}).",
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
