"""Truths about labels that come one after another: looked at after every label, drawn by lot or by sheets."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable
from typing import Any

import numpy as np

import trueness
from hardening.promises.judge import ONE_AT_BAR, SHORT, Population, at_the_margin, table_of
from hardening.promises.truth import Outcome, Truth
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.decisions.may_grade import MAY_GRADE, MAY_GRADE_ALONE
from trueness.statistics.judging.label_agreement import label_agreement
from trueness.studies.sequential.drawn_outputs import DRAWN_WITH, TURN

EVERY = "after every label: "

BATCHES, BATCH = 4, 60
"""Sheets that are drawn one after another, and outputs of each."""

SIZE = f"{BATCHES} x {BATCH} of 1500"


def looked_at(table: ScoreTable, **options: Any) -> str:
    """Return the answer after the last label: since limits never open again, that of any look before."""
    (found,) = trueness.sequential(table, human="human", rng=1, **options).settled
    return found.answer


def _by_lot(population: Population, wrong: str, rng: np.random.Generator) -> Outcome:
    answer = looked_at(population.drawn(rng))
    return Outcome(answer == wrong, float(answer != "cannot_tell"))


def _by_sheets(
    draw: Callable[[np.random.Generator], ScoreTable], applies_to: str, wrong: str, rng: np.random.Generator
) -> Outcome:
    """Draw sheets, each by the labels so far, and have a person of the table fill them in."""
    whole = draw(rng)
    labels = whole.matrix("human")
    human, turns, chances = (np.full(labels.shape, np.nan) for _ in range(3))
    seed = int(rng.integers(2**31))
    for batch in range(BATCHES):
        here = _filled(whole, human, turns, chances)
        found = trueness.sequential(
            here, human="human", applies_to=applies_to, next_outputs=BATCH, rng=seed + batch
        )
        for row in found.next:
            place = whole.systems.index(row.system), int(row.input[1:])
            human[place], turns[place], chances[place] = labels[place], row.turn, row.drawn_with
    answer = looked_at(_filled(whole, human, turns, chances), applies_to=applies_to)
    if applies_to == "these":
        known = label_agreement(labels.ravel(), whole.matrix("judge0").ravel(), measures=["kappa"])
        right = "yes" if known.estimates["kappa"] >= MAY_GRADE_ALONE else "no"
        return Outcome(answer not in (right, "cannot_tell"), float(answer != "cannot_tell"))
    return Outcome(answer == wrong, float(answer != "cannot_tell"))


def _filled(whole: ScoreTable, human: np.ndarray, turns: np.ndarray, chances: np.ndarray) -> ScoreTable:
    """Return a table with the labels and sheets so far."""
    return dataclasses.replace(
        whole,
        scorers=(*whole.scorers, Scorer(TURN), Scorer(DRAWN_WITH)),
        values=np.stack([human, *whole.values[1:], turns, chances]),
        annotations={},
    )


def _alike(rng: np.random.Generator) -> ScoreTable:
    """Return six outputs of each input that are one, in what people and the judge say of it."""
    found = Population(people=1, judges=(ONE_AT_BAR,), inputs=250).drawn(rng)
    people, judge = (np.repeat(found.matrix(name), 6, axis=0) for name in ("human", "judge0"))
    return table_of(people[None], [judge])


def _lot(name: str, population: Population, wrong: str = "yes", *, decides: bool = True) -> Truth:
    ask = functools.partial(_by_lot, population, wrong)
    return Truth(MAY_GRADE.name, f"{EVERY}{name}", population.size, SHORT, ask, decides=decides)


def _sheets(
    name: str,
    draw: Callable[[np.random.Generator], ScoreTable],
    applies_to: str = "inputs",
    wrong: str = "yes",
    *,
    size: str = SIZE,
    allowed: float = SHORT,
    decides: bool = True,
) -> Truth:
    ask = functools.partial(_by_sheets, draw, applies_to, wrong)
    return Truth(MAY_GRADE.name, f"{EVERY}{name}", size, allowed, ask, decides=decides)


ALONE = Population(people=1, judges=(ONE_AT_BAR,), inputs=300)

RARE = Population(people=1, flips=0.02, judges=(0.08,), positive=0.1, inputs=300)
"""Kappa with the person is just below .6."""

POOL = dataclasses.replace(ALONE, inputs=1500)

TRUTHS: tuple[Truth, ...] = (
    _lot("one person, a judge at the bar", ALONE, decides=False),
    _lot("one person, a judge at the bar, no is wrong", ALONE, "no", decides=False),
    _lot("one person, a judge at the bar, few labels", dataclasses.replace(ALONE, inputs=40), decides=False),
    _lot("one person, a judge at the bar, one label in ten", RARE, decides=False),
    _lot("one person, a good judge", dataclasses.replace(ALONE, judges=(0.02,)), "no"),
    _lot(
        "two people, a judge at the margin",
        Population(judges=(at_the_margin(0.1),), inputs=300),
        decides=False,
    ),
    _lot("two people, a judge as one of them", Population(inputs=900), "no"),
    _sheets("sheets, a judge at the bar", POOL.drawn, decides=False),
    _sheets(
        "sheets, a judge at the bar, one label in ten",
        dataclasses.replace(RARE, inputs=1500).drawn,
        decides=False,
    ),
    _sheets("sheets, a good judge", dataclasses.replace(POOL, judges=(0.04,)).drawn, wrong="no"),
    _sheets("sheets, these outputs, near the bar", POOL.drawn, "these", decides=False),
    _sheets(
        "sheets, these outputs, six alike of each input, near the bar",
        _alike,
        "these",
        size="4 x 60 of 6 x 250",
        decides=False,
    ),
)
"""What is answered after the last label is what any look before has answered: limits never open again."""
