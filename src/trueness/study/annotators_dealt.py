"""Human scores that say who rated a system as much as how good it is."""

from __future__ import annotations

import math
from collections.abc import Iterable

from trueness.data.scores.score_table import ScoreTable
from trueness.decisions.dealt_evenly import MOST_SHIFT, dealt_evenly
from trueness.decisions.decision import Ground
from trueness.statistics.annotators.strictness import deal
from trueness.study.human_means import ADJUSTED, is_mean
from trueness.study.number_words import decimal

BY_CHANCE = 0.001
"""Outputs dealt out by lot look less even than this in one data set of a thousand."""


def unevenly_dealt(table: ScoreTable, scorers: Iterable[str]) -> dict[str, float]:
    """Return the human scores whose annotators were dealt unevenly to systems and are of unlike strictness.

    Beside each stands by how many standard errors that moves two systems apart; NaN where nothing tells strictness.
    What is adjusted already is none of them, nor is what was dealt out by lot: then strictness is noise like any other.

    Parameters
    ----------
    table : ScoreTable
    scorers : iterable of str
    """
    found = {}
    for name in scorers:
        people = table.annotations.get(name)
        if people is None or (is_mean(name) and name.startswith(ADJUSTED)):
            continue
        dealt = deal(people.values)
        if dealt.pvalue < BY_CHANCE and not dealt.shift <= MOST_SHIFT:
            found[name] = dealt.shift
    return found


def unevenly_dealt_need(table: ScoreTable, scorer: str) -> tuple[Ground, ...]:
    """Return the need that is not met where annotators of unlike strictness rated different systems; else nothing."""
    return tuple(map(dealt_evenly, unevenly_dealt(table, [scorer]).values()))


def uneven_words(human: str, shift: float) -> str:
    """Return what is to be known of a score whose annotators were dealt unevenly, and what to do.

    Parameters
    ----------
    human : str
    shift : float
        In standard errors; NaN where nothing tells strictness.
    """
    said = f"Different people rated different systems for '{human}'."
    if math.isnan(shift):
        return f"{said} They share no outputs: a strict person looks like a bad system. Have some outputs rated by two."
    return (
        f"{said} Strictness alone moves two systems apart by {decimal(shift, 1)} standard errors. Take it off: write "
        f"'{ADJUSTED}({human})' in place of '{human}'."
    )
