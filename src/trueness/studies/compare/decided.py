"""What a comparison of metrics decides: which rules are asked, with which numbers."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import Protocol

import numpy as np

from trueness.decisions.decision import Decision, Ground
from trueness.decisions.may_be_best import agrees_at_all, may_be_best
from trueness.decisions.may_be_ranked import may_be_ranked
from trueness.decisions.nobody_among import OPPOSITE_METRICS, nobody_among
from trueness.methods.registry import pair_test
from trueness.statistics.array_types import Key
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.resampling.permuted_tables import OVERALL_KEY
from trueness.studies.compare.published import procedure_needs
from trueness.studies.compare.rows import PairTest
from trueness.studies.compare.settings import Settings
from trueness.study.outcome_matrices import outcome_matrices
from trueness.study.words import OVER_WORDS


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
    declared: Collection[str] = (),
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
    declared : collection of str
        Metrics of which it is known whether more or less is better.
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
            declared=declared,
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
    declared: Collection[str],
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
    declared : collection of str
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
    if turned := [row for row in opposite_rivals(known) if row.metric not in declared]:
        needs = (*needs, nobody_among(OPPOSITE_METRICS, len(turned)))
    top = highest(known)
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


def highest(known: Sequence[Agreeing]) -> Agreeing:
    """Return the metric that agrees most, of those with a value."""
    return min(known, key=lambda row: (-row.estimate, row.metric))


def opposite_rivals(known: Sequence[Agreeing]) -> list[Agreeing]:
    """Return the metrics that rank opposite to people and would rival the highest if less were better for them.

    Their intervals lie below what chance gives and, turned round, reach that of the highest.

    Parameters
    ----------
    known : sequence of Agreeing
        At one level by one coefficient, with a value each.
    """
    chance = chance_of(known[0].coefficient)
    if chance is None:
        return []
    least = highest(known).low
    return [row for row in known if row.high < chance and 2 * chance - row.low >= least]


def unshown(row: Agreeing) -> bool:
    """Return whether the interval of a metric holds what chance gives, or lies below it."""
    chance = chance_of(row.coefficient)
    return chance is not None and row.low <= chance
