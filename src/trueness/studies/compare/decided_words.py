"""The words of what a comparison of metrics decides, which terminal and page share."""

from __future__ import annotations

import math
import shlex
from collections.abc import Sequence

from trueness.decisions.decision import Decision
from trueness.decisions.may_be_best import AGREEMENT, DEFINED, RIVALS_LEFT
from trueness.decisions.nobody_among import OPPOSITE_METRICS, PEOPLE_AMONG_METRICS, PEOPLE_AMONG_SYSTEMS
from trueness.errors import listing
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.resampling.permuted_tables import OVERALL_KEY
from trueness.studies.compare.decided import Agreeing, chance_of, opposite_rivals, unshown
from trueness.studies.compare.published import is_published, would_say
from trueness.studies.compare.rows import PairTest
from trueness.studies.compare.settings import Settings
from trueness.studies.compare.words import shown_name
from trueness.study.lights import LIGHTS
from trueness.study.number_words import bracketed, decimal, percent
from trueness.study.words import undefined_words

SHOWN = 3
"""Metrics that are named; of more the number is said."""


def chance_words(coefficient: str) -> str:
    """Return what an interval holds where agreement is not shown: ``0``, or another value that chance gives."""
    chance = chance_of(coefficient)
    return "0" if not chance else f"{chance:g}, which chance gives"


def best_answer(
    decision: Decision,
    estimates: Sequence[Agreeing],
    settings: Settings,
    *,
    human: str,
    place: str,
) -> str:
    """Return which metric to use, or among which the best is, with the number behind it.

    Parameters
    ----------
    decision : Decision
        Of the rule ``may_be_best``.
    estimates : sequence of Agreeing
        At its level and coefficient.
    settings : Settings
    human : str
        Whom metrics agree with: ``'relevance'``, ``people``.
    place : str
        For what: ``For ranking systems``.
    """
    light = LIGHTS[decision.answer]
    known = [row for row in estimates if not math.isnan(row.estimate)]
    if is_withheld(decision):
        return f"{light} {withheld_words(decision, known, settings)}"
    chance = chance_words(decision.coefficient)
    if known and all(unshown(row) for row in known):
        return (
            f"{light} {place} any metric may agree with {human} no better than chance: every interval "
            f"{_of_coefficient(decision.coefficient)} includes {chance}. Choose none by these numbers."
        )
    names = [shown_name(name, decision.level, settings) for name in decision.names]
    first = next(row for row in known if row.metric == decision.names[0])
    value = agreement_words(first)
    gone = len(known) - len(names)
    others = [
        shown_name(row.metric, decision.level, settings) for row in known if row.metric not in decision.names
    ]
    ruled_out = (
        f"'{others[0]}' is ruled out" if gone == 1 and len(others) == 1 else f"the other {gone} are ruled out"
    )
    undefined = undefined_words([shown_name(name, decision.level, settings) for name in decision.undefined])
    if decision.answer == "yes":
        said = f"use '{names[0]}': it agrees most with {human} ({value}), and {ruled_out}."
    elif len(names) == 1 and decision.reason == AGREEMENT:
        ahead = {1: "the other one", 2: "both others"}.get(gone, f"all {gone} others")
        said = (
            f"'{names[0]}' is ahead of {ahead}, but it may not agree with {human} at all: its interval includes "
            f"{chance} ({value})."
        )
    elif decision.reason not in (RIVALS_LEFT, AGREEMENT, DEFINED):  # a need of the data or the tests
        why = "we cannot tell which metric to use (see the warnings)"
        said = f"{why}; '{names[0]}' agrees most with {human} ({value})."
    else:
        said = f"'{names[0]}' agrees most with {human} ({value})"
        said += f"; {ruled_out}." if len(names) == 1 else _but(names, gone, percent(1 - settings.alpha))
    return f"{light} {place} {said} {undefined}".rstrip()


def _of_coefficient(coefficient: str) -> str:
    """Return of what an interval is: ``of Pearson's r``."""
    return "of the mean" if coefficient == OVERALL_KEY[1] else f"of {coefficient_facts(coefficient).words}"


def _but(names: Sequence[str], gone: int, confidence: str) -> str:
    """Return who else may be the best, and how many are ruled out."""
    others = f"{len(names) - 1} others" if len(names) > 2 else "one other"
    said = f", but {others} may be the best ({confidence} confidence): {listing(names[1:], SHOWN)}."
    left = "The remaining one is ruled out." if gone == 1 else f"The remaining {gone} are ruled out."
    return f"{said} {left}" if gone else said


def best_details(decision: Decision, estimates: Sequence[Agreeing], settings: Settings) -> list[str]:
    """Return what else there is to know of the metrics that may be the best: who of them may not agree.

    Parameters
    ----------
    decision : Decision
        Of the rule ``may_be_best``.
    estimates : sequence of Agreeing
        At its level and coefficient.
    settings : Settings
    """
    known = [row for row in estimates if not math.isnan(row.estimate)]
    if is_withheld(decision) or (known and all(unshown(row) for row in known)):
        return []
    found = []
    doubtful = [row.metric for row in known if row.metric in decision.names and unshown(row)]
    if doubtful and len(decision.names) > 1:
        shown = listing([shown_name(name, decision.level, settings) for name in doubtful], SHOWN)
        intervals = "Its interval includes" if len(doubtful) == 1 else "Their intervals include"
        found.append(
            f"Of these, {shown} may not agree with people at all. {intervals} {chance_words(decision.coefficient)}."
        )
    return found


def lead_of_two(
    known: Sequence[Agreeing], tests: Sequence[PairTest], best: Decision | None, settings: Settings
) -> str:
    """Return by how much the higher of two metrics leads, which their two intervals do not tell; of more nothing.

    Nothing is said where a choice is withheld, where neither may agree with people, or beside a margin, with which the
    difference stands already.

    Parameters
    ----------
    known : sequence of Agreeing
        Metrics with a value, the highest first.
    tests : sequence of PairTest
        At their level and coefficient.
    best : Decision or None
        Which of them may be the best; None beside a baseline.
    settings : Settings
    """
    if len(known) != 2 or len(tests) != 1 or settings.margin is not None:
        return ""
    if best is not None and (
        best.reason not in (AGREEMENT, RIVALS_LEFT) or all(unshown(row) for row in known)
    ):
        return ""
    (row,) = tests
    first = row.metric == known[0].metric
    lead, low, high = (row.estimate, row.low, row.high) if first else (-row.estimate, -row.high, -row.low)
    metric = shown_name(known[0].metric, known[0].level, settings)
    return f"'{metric}' leads by {decimal(lead)}{bracketed(low, high)}."


def agreement_words(row: Agreeing) -> str:
    """Return a metric's agreement with its name and interval: ``Kendall's tau-b 0.81 [0.60, 0.92]``."""
    if row.coefficient == OVERALL_KEY[1]:
        return f"mean of all pooled values {decimal(row.estimate)}{bracketed(row.low, row.high)}"
    facts = coefficient_facts(row.coefficient)
    return f"{facts.words} {decimal(row.estimate)}{bracketed(row.low, row.high)}"


def n_that_may_be_best(decision: Decision, estimates: Sequence[Agreeing]) -> int:
    """Return of how many `best_answer` says that they may be the best: of all where it says nothing of the best.

    Parameters
    ----------
    decision : Decision
        Of the rule ``may_be_best``.
    estimates : sequence of Agreeing
        At its level and coefficient.
    """
    known = [row for row in estimates if not math.isnan(row.estimate)]
    silent = is_withheld(decision) or all(unshown(row) for row in known)
    return len(known) if silent else len(decision.names)


def is_withheld(decision: Decision) -> bool:
    """Return whether no metric is recommended, whatever the tests say.

    So where a publication's procedure speaks, where people stand among the systems or the metrics, and where a metric
    ranks opposite to people and nobody said that less is better for it.

    Parameters
    ----------
    decision : Decision
        Of the rule ``may_be_best``.
    """
    return is_published(decision) or decision.reason in (
        PEOPLE_AMONG_SYSTEMS,
        PEOPLE_AMONG_METRICS,
        OPPOSITE_METRICS,
    )


def withheld_words(decision: Decision, known: Sequence[Agreeing], settings: Settings) -> str:
    """Return why no metric is recommended, of a decision that `is_withheld`.

    Parameters
    ----------
    decision : Decision
        Of the rule ``may_be_best``.
    known : sequence of Agreeing
        At its level and coefficient, with a value each.
    settings : Settings
    """
    if is_published(decision):
        names = [shown_name(name, decision.level, settings) for name in decision.names]
        return would_say(settings, decision.level, decision.coefficient, f"the best is {_one_of(names)}.")
    if decision.reason == OPPOSITE_METRICS:
        turned = [row.metric for row in opposite_rivals(known)]
        rank = "ranks" if len(turned) == 1 else "rank"
        return (
            f"We cannot tell which metric to use: {listing(turned, SHOWN)} {rank} opposite to people. "
            "Say first whether less is better (see the warning)."
        )
    n = int(decision.estimate)
    them = "it" if n == 1 else "them"
    if decision.reason == PEOPLE_AMONG_SYSTEMS:
        why = "1 system is a person" if n == 1 else f"{n} systems are people"
    else:
        why = "1 metric is a human score" if n == 1 else f"{n} metrics are human scores"
    return f"We cannot tell which metric to use: {why}. Leave {them} out first (see the warning)."


def lower_is_better_words(metrics: Sequence[str]) -> str:
    """Return what to do about metrics that rank opposite to people, each once, as commands take it."""
    known = list(dict.fromkeys(metrics))
    named = shlex.quote(",".join(known))
    it = "it" if len(known) == 1 else "them"
    return (
        f"If less is better for {it}, add --lower-is-better {named} (in Python with_orientation, of what read_scores "
        f"gives). Else leave {it} out: --without metrics={named}."
    )


def _one_of(names: list[str]) -> str:
    if len(names) == 1:
        return f"'{names[0]}'"
    count = f" of {len(names)}" if len(names) > SHOWN else ""
    return f"one{count or ' of these'}: {listing(names, SHOWN)}"
