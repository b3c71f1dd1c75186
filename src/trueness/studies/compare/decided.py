"""What a comparison of metrics decides, and the words for it, which terminal and page share."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol

import numpy as np

from trueness.decisions.decision import Decision, Ground
from trueness.decisions.may_be_best import AGREEMENT, DEFINED, RIVALS_LEFT, agrees_at_all, may_be_best
from trueness.decisions.may_be_ranked import may_be_ranked
from trueness.decisions.nobody_among import PEOPLE_AMONG_METRICS, PEOPLE_AMONG_SYSTEMS
from trueness.errors import listing
from trueness.methods.registry import pair_test
from trueness.statistics.array_types import Key
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.resampling.permuted_tables import OVERALL_KEY
from trueness.studies.compare.published import is_published, procedure_needs, would_say
from trueness.studies.compare.rows import PairTest
from trueness.studies.compare.settings import Settings
from trueness.studies.compare.words import shown_name
from trueness.study.lights import LIGHTS
from trueness.study.number_words import bracketed, decimal, percent
from trueness.study.outcome_matrices import outcome_matrices
from trueness.study.words import OVER_WORDS, undefined_words

SHOWN = 3
"""Metrics that are named; of more the number is said."""


class Agreeing(Protocol):
    """A metric's agreement with people at a level by a coefficient: of one table or of several."""

    @property
    def metric(self) -> str:
        """Its name."""

    @property
    def level(self) -> str:
        """``all`` for the mean of several."""

    @property
    def coefficient(self) -> str:
        """``all`` for the mean of several."""

    @property
    def estimate(self) -> float:
        """Larger is better."""

    @property
    def low(self) -> float:
        """Where its interval begins."""

    @property
    def high(self) -> float:
        """Where it ends."""


def chance_of(coefficient: str) -> float | None:
    """Return what chance gives; None where that has no fixed value, as of a mean of several coefficients."""
    return None if coefficient == OVERALL_KEY[1] else coefficient_facts(coefficient).chance


def compare_decisions(
    settings: Settings,
    estimates: Sequence[Agreeing],
    tests: Sequence[PairTest],
    needs: Sequence[Ground] = (),
    *,
    has_systems: bool = True,
) -> tuple[Decision, ...]:
    """Return which metrics may be the best, and whether a ranking says anything, at every level and coefficient.

    Parameters
    ----------
    settings : Settings
    estimates : sequence of Agreeing
    tests : sequence of PairTest
        Of the main test, of all pairs; without them, or against a baseline, nothing is decided.
    needs : sequence of Ground
        What has to be met besides for one metric to be used.
    has_systems : bool
        Whether the data name systems.
    """
    if settings.baseline is not None:
        return ()
    return tuple(
        decision
        for key in settings.keys
        for decision in decisions_at(
            key,
            settings,
            [row for row in estimates if (row.level, row.coefficient) == key],
            [row for row in tests if (row.level, row.coefficient) == key],
            needs,
            has_systems=has_systems,
        )
    )


def decisions_at(
    key: Key,
    settings: Settings,
    estimates: Sequence[Agreeing],
    tests: Sequence[PairTest],
    needs: Sequence[Ground],
    *,
    has_systems: bool,
) -> tuple[Decision, ...]:
    """Return what is decided at one level by one coefficient; nothing where no pair was tested.

    Parameters
    ----------
    key : (level, coefficient)
    settings : Settings
    estimates : sequence of Agreeing
    tests : sequence of PairTest
    needs : sequence of Ground
    has_systems : bool
    """
    names = [row.metric for row in estimates]
    defined = [row for row in tests if not math.isnan(row.pvalue)]
    known = [row for row in estimates if not math.isnan(row.estimate)]
    if len(known) < 2 or not defined:
        return ()
    place = {name: k for k, name in enumerate(names)}
    pvalues, worse = outcome_matrices(place, ((row.metric, row.rival, row) for row in tests))
    test = pair_test(defined[0].test)
    applies_to = OVER_WORDS[test.applies_to(defined[0].over)] if has_systems else "other items"
    level, coefficient = key
    needs = (*procedure_needs(settings, level, coefficient), *needs)
    top = min(known, key=lambda row: (-row.estimate, row.metric))
    chance = chance_of(coefficient)
    return (
        may_be_best(
            names,
            [row.estimate for row in estimates],
            pvalues,
            applies_to=applies_to,
            alpha=settings.alpha,
            needs=needs,
            agreement=agrees_at_all(top.estimate, top.low, top.high, chance),
            level=level,
            coefficient=coefficient,
        ),
        may_be_ranked(
            names,
            np.asarray(worse.T),
            correction=settings.correction,
            applies_to=applies_to,
            alpha=settings.alpha,
            needs=needs,
            level=level,
            coefficient=coefficient,
        ),
    )


def unshown(row: Agreeing) -> bool:
    """Return whether the interval of a metric holds what chance gives, or lies below it."""
    chance = chance_of(row.coefficient)
    return chance is not None and row.low <= chance


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
    most: int = SHOWN,
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
    most : int
        Metrics that are named; of more the number is said.
    """
    light = LIGHTS[decision.answer]
    if withheld := withheld_words(decision, settings):
        return f"{light} {withheld}"
    known = [row for row in estimates if not math.isnan(row.estimate)]
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
    ruled_out = "the other one is ruled out" if gone == 1 else f"the other {gone} are ruled out"
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
        said += f"; {ruled_out}." if len(names) == 1 else _but(names, gone, percent(1 - settings.alpha), most)
    return f"{light} {place} {said} {undefined}".rstrip()


def _of_coefficient(coefficient: str) -> str:
    """Return of what an interval is: ``of Pearson's r``."""
    return "of the mean" if coefficient == OVERALL_KEY[1] else f"of {coefficient_facts(coefficient).words}"


def _but(names: Sequence[str], gone: int, confidence: str, most: int) -> str:
    """Return who else may be the best, and how many are ruled out."""
    others = f"{len(names) - 1} others" if len(names) > 2 else "one other"
    said = f", but {others} may be the best ({confidence} confidence): {listing(names[1:], most)}."
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
    if withheld_words(decision, settings) or (known and all(unshown(row) for row in known)):
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


def agreement_words(row: Agreeing) -> str:
    """Return a metric's agreement with its name and interval: ``Kendall's tau-b 0.81 [0.60, 0.92]``."""
    if row.coefficient == OVERALL_KEY[1]:
        return f"mean of all pooled values {decimal(row.estimate)}{bracketed(row.low, row.high)}"
    facts = coefficient_facts(row.coefficient)
    return f"{facts.words} {decimal(row.estimate)}{bracketed(row.low, row.high)}"


def n_that_may_be_best(decision: Decision, estimates: Sequence[Agreeing], settings: Settings) -> int:
    """Return of how many `best_answer` says that they may be the best: of all where it says nothing of the best.

    Parameters
    ----------
    decision : Decision
        Of the rule ``may_be_best``.
    estimates : sequence of Agreeing
        At its level and coefficient.
    settings : Settings
    """
    known = [row for row in estimates if not math.isnan(row.estimate)]
    silent = withheld_words(decision, settings) or all(unshown(row) for row in known)
    return len(known) if silent else len(decision.names)


def withheld_words(decision: Decision, settings: Settings) -> str:
    """Return why no metric is recommended whatever the tests say; empty where they decide.

    So where a publication's procedure speaks, and where people stand among the systems or the metrics.

    Parameters
    ----------
    decision : Decision
        Of the rule ``may_be_best``.
    settings : Settings
    """
    if is_published(decision):
        names = [shown_name(name, decision.level, settings) for name in decision.names]
        return would_say(settings, decision.level, decision.coefficient, f"the best is {_one_of(names)}.")
    if decision.reason not in (PEOPLE_AMONG_SYSTEMS, PEOPLE_AMONG_METRICS):
        return ""
    n = int(decision.estimate)
    them = "it" if n == 1 else "them"
    if decision.reason == PEOPLE_AMONG_SYSTEMS:
        why = "1 system is a person" if n == 1 else f"{n} systems are people"
    else:
        why = "1 metric is a human score" if n == 1 else f"{n} metrics are human scores"
    return f"We cannot tell which metric to use: {why}. Leave {them} out first (see the warning)."


def _one_of(names: list[str], most: int = SHOWN) -> str:
    if len(names) == 1:
        return f"'{names[0]}'"
    count = f" of {len(names)}" if len(names) > most else ""
    return f"one{count or ' of these'}: {listing(names, most)}"
