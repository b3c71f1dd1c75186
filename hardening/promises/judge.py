"""Truths about judges: coins, margins, tastes for systems, few and disagreeing people, hard outputs, silence."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.optimize import brentq
from scipy.special import ndtri

import trueness
from hardening.promises.truth import Outcome, Truth
from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable
from trueness.decisions.decision import Decision
from trueness.decisions.may_be_best import MAY_BE_BEST
from trueness.decisions.may_grade import CEILING_MARGIN, MAY_GRADE, PEOPLE_FLOOR
from trueness.decisions.may_quote_rate import MAY_QUOTE_RATE
from trueness.decisions.may_rank import MAY_RANK
from trueness.statistics.judging.annotator_labels import people_and_judge
from trueness.statistics.labels.label_threshold import best_label_threshold

ASKED = {"human": "human", "resamples": 20, "rng": 1, "disagreements": 0}

THESE_PEOPLE = "these people"
"""What the column `applies_to` says of decisions beside single people."""

SHORT = MAY_GRADE.broken


@dataclasses.dataclass(frozen=True)
class Population:
    """Labels 0 and 1 of people and judges, who flip a truth each with chances of their own.

    Attributes
    ----------
    systems, inputs, people : int
    flips : float
        How often a person flips the truth of an output.
    judges : tuple of float
        How often each judge does.
    hard : float
        The share of outputs on which all throw a coin.
    taste : float
        Standard deviation over systems of what is added to how often a judge says yes.
    lean : float
        Standard deviation over people of what is added to how often one says yes.
    leniency : float
        What is added to how often judges say yes.
    silent : tuple of float
        How often judges are silent where the truth is 0, and 1.
    positive : float
    """

    systems: int = 1
    inputs: int = 200
    people: int = 2
    flips: float = 0.1
    judges: tuple[float, ...] = (0.1,)
    hard: float = 0.0
    taste: float = 0.0
    lean: float = 0.0
    leniency: float = 0.0
    silent: tuple[float, float] = (0.0, 0.0)
    positive: float = 0.5

    @property
    def size(self) -> str:
        """The size of a table."""
        return f"{self.systems} x {self.inputs}" if self.systems > 1 else f"{self.inputs}"

    def drawn(self, rng: np.random.Generator) -> ScoreTable:
        """Return a table."""
        shape = (self.systems, self.inputs)
        truth = (rng.random(shape) < self.positive).astype(float)
        hard = rng.random(shape) < self.hard
        tastes = self.leniency + self.taste * rng.normal(size=(self.systems, 1))
        people = np.stack(
            [
                _leaning(_seen(truth, np.where(hard, 0.5, self.flips), rng), self.lean * rng.normal(), rng)
                for _ in range(self.people)
            ]
        )
        judges = []
        for flips in self.judges:
            said = _leaning(_seen(truth, np.where(hard, 0.5, flips), rng), tastes, rng)
            quiet = rng.random(shape) < np.where(truth == 0, *self.silent)
            judges.append(np.where(quiet, np.nan, said))
        return table_of(people, judges)


def table_of(
    people: np.ndarray,
    judges: list[np.ndarray],
    labels: tuple[str, ...] = ("fail", "pass"),
    judged: tuple[str, ...] | None = None,
) -> ScoreTable:
    """Return labels of people, shape (A, N, M), and of judges as a table; of these other labels, or none of scores."""
    names = [f"judge{k}" for k in range(len(judges))]
    _, n, m = people.shape
    return ScoreTable(
        (
            Scorer("human", "human", labels=labels),
            *(Scorer(name, labels=labels if judged is None else judged) for name in names),
        ),
        tuple(f"s{k:02}" for k in range(n)),
        tuple(f"i{k:04}" for k in range(m)),
        np.stack([people.mean(axis=0), *judges]),
        annotations={"human": Annotations(tuple("abcdefgh"[: len(people)]), people)},
        has_systems=n > 1,
    )


def _seen(truth: np.ndarray, flips: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    return np.where(rng.random(truth.shape) < flips, 1 - truth, truth)


def _leaning(labels: np.ndarray, lean: np.ndarray | float, rng: np.random.Generator) -> np.ndarray:
    """Return labels of which a share is turned to yes, or to no where it is negative."""
    moved = rng.random(labels.shape) < np.abs(np.broadcast_to(lean, labels.shape))
    return np.where(moved, (np.broadcast_to(lean, labels.shape) > 0).astype(float), labels)


def decided(table: ScoreTable, rule: str, **options: Any) -> list[Decision]:
    """Return the decisions of one rule about a table."""
    found = trueness.judge(table, **{**ASKED, **options})
    return [one for one in found.decisions if one.rule == rule]


def asking(
    draw: Callable[[np.random.Generator], ScoreTable], rule: str, wrong: str, **options: Any
) -> Callable[[np.random.Generator], Outcome]:
    """Return what asks a rule about a drawn table, and finds that one answer breaks its promise."""
    return functools.partial(_asked, draw, rule, wrong, options)


def _asked(
    draw: Callable[[np.random.Generator], ScoreTable],
    rule: str,
    wrong: str,
    options: dict[str, object],
    rng: np.random.Generator,
) -> Outcome:
    found = decided(draw(rng), rule, level="system" if rule == MAY_RANK.name else "global", **options)
    return Outcome.of(found, lambda one: one.answer == wrong)


def kappa_of(flips: float, other: float) -> float:
    """Return Cohen's kappa of two who flip the same fair coin with these chances."""
    return (1 - 2 * flips) * (1 - 2 * other)


def at_the_margin(flips: float) -> float:
    """Return how often a judge flips that agrees with people by `CEILING_MARGIN` less than they do with each other."""
    wanted = kappa_of(flips, flips) - CEILING_MARGIN
    return (1 - wanted / (1 - 2 * flips)) / 2


def _rated(rng: np.random.Generator, taste: float, systems: int, inputs: int, bias: float) -> ScoreTable:
    """Return ratings from 1 to 5 of one person and a judge whose mean is off by a taste for every system."""
    quality = 3 + 0.5 * rng.normal(size=(systems, 1)) + 0.7 * rng.normal(size=(systems, inputs))
    off = bias + taste * rng.normal(size=(systems, 1))
    given = [
        np.clip(np.rint(quality + more + 0.5 * rng.normal(size=quality.shape)), 1, 5) for more in (0.0, off)
    ]
    return ScoreTable(
        (Scorer("human", "human"), Scorer("judge")),
        tuple(f"s{k:02}" for k in range(systems)),
        tuple(f"i{k:04}" for k in range(inputs)),
        np.stack(given),
    )


def _ranked(rng: np.random.Generator, systems: int, inputs: int, r: float) -> ScoreTable:
    """Return scores whose system means of people and judge are normal with a correlation, and little noise."""
    means = rng.normal(size=(systems, 1))
    judged = r * means + np.sqrt(1 - r**2) * rng.normal(size=(systems, 1))
    noise = 0.2 * rng.normal(size=(2, systems, inputs))
    return ScoreTable(
        (Scorer("human", "human"), Scorer("judge")),
        tuple(f"s{k:02}" for k in range(systems)),
        tuple(f"i{k:04}" for k in range(inputs)),
        np.stack([means + noise[0], judged + noise[1]]),
    )


def _scored(rng: np.random.Generator, inputs: int, positive: float) -> ScoreTable:
    """Return labels of two people, and scores of a judge whose best labels agree with one by the margin less."""
    quality = rng.normal(size=(1, inputs))
    people = quality + SEEN * rng.normal(size=(2, 1, inputs)) > _cut(positive)
    scores = quality + _scoring_noise(positive) * rng.normal(size=quality.shape)
    return table_of(people.astype(float), [scores], judged=())


SEEN = 0.5
"""Standard deviation of what a person adds to the quality of an output, which has 1."""


def _cut(positive: float) -> float:
    return float(ndtri(1 - positive)) * float(np.hypot(1, SEEN))


@functools.cache
def _scoring_noise(positive: float) -> float:
    """Return what a judge adds to quality whose labels by the best threshold are at the margin."""
    rng = np.random.default_rng(0)
    quality, own, *others = rng.normal(size=(4, 400_000))
    one, other = (quality + SEEN * more > _cut(positive) for more in others)
    wanted = _kappa(one, other) - CEILING_MARGIN

    def short(noise: float) -> float:
        scores = quality + noise * own
        threshold = best_label_threshold(np.round(scores, 2), one.astype(float))
        return _kappa(one, scores >= threshold) - wanted

    return float(brentq(short, SEEN, 3.0, xtol=1e-3))


def _kappa(one: np.ndarray, other: np.ndarray) -> float:
    chance = one.mean() * other.mean() + (1 - one.mean()) * (1 - other.mean())
    return float((np.mean(one == other) - chance) / (1 - chance))


def _silent_where_bad(rng: np.random.Generator, systems: int, inputs: int) -> ScoreTable:
    """Return scores of which a judge leaves out the bad ones, that half of the systems have by four in ten."""
    quality = 0.5 * rng.normal(size=(systems, 1)) + 0.3 * rng.normal(size=(systems, inputs))
    bad = rng.random(quality.shape) < np.where(np.arange(systems) % 2, 0.0, 0.4)[:, None]
    given = quality - 4 * bad + 0.2 * rng.normal(size=(2, *quality.shape))
    given[1][bad] = np.nan
    return ScoreTable(
        (Scorer("human", "human"), Scorer("judge")),
        tuple(f"s{k:02}" for k in range(systems)),
        tuple(f"i{k:04}" for k in range(inputs)),
        given,
    )


def _normal_r(rho: float) -> float:
    """Return the correlation of normal numbers whose Spearman's rho is this (Pearson 1907)."""
    return float(2 * np.sin(np.pi * rho / 6))


def _best(population: Population, rng: np.random.Generator) -> Outcome:
    (one,) = decided(population.drawn(rng), MAY_BE_BEST.name, level="global")
    best = f"judge{int(np.argmin(population.judges))}"
    others = len(population.judges) - 1
    return Outcome(best not in one.names, (len(population.judges) - len(one.names)) / others)


def _among_leaning(rng: np.random.Generator) -> ScoreTable:
    """Return labels of two of many people who lean, and of a judge at the margin beside all of them."""
    return dataclasses.replace(LEANING, judges=(_margin_beside_leaning(),)).drawn(rng)


@functools.cache
def _margin_beside_leaning() -> float:
    rng = np.random.default_rng(0)
    truth = (rng.random(20_000) < 0.5).astype(float)
    people = np.stack(
        [
            _leaning(_seen(truth, np.array(LEANING.flips), rng), LEANING.lean * rng.normal(), rng)
            for _ in range(60)
        ]
    )
    found = people_and_judge(people, truth, measure="kappa", n_labels=2, positive=1)
    return (1 - (found.people.value - CEILING_MARGIN) / found.judge.value) / 2


def _labelled_in_part(rng: np.random.Generator, *, balanced: bool, flips: float) -> ScoreTable:
    """Return 2,000 outputs of which the judge fails 5% and one person labels 120: by lot, or half of those it failed.

    The person flips some of the judge's verdicts.
    """
    judge = (rng.random((1, 2000)) >= 0.05).astype(float)
    human = np.where(rng.random(judge.shape) < flips, 1 - judge, judge)
    fails = judge == 0
    share = np.where(fails, 60 / fails.sum(), 60 / (~fails).sum()) if balanced else np.full(judge.shape, 0.06)
    human[rng.random(judge.shape) >= share] = np.nan
    return ScoreTable(
        (Scorer("human", "human"), Scorer("j")),
        ("s0",),
        tuple(f"d{k}" for k in range(2000)),
        np.stack([human, judge]),
        has_systems=False,
    )


def _grade(
    name: str,
    population: Population,
    wrong: str = "yes",
    *,
    draw: Callable[[np.random.Generator], ScoreTable] | None = None,
    outside: str = "",
    decides: bool = True,
) -> Truth:
    ask = asking(draw or population.drawn, MAY_GRADE.name, wrong)
    return Truth(MAY_GRADE.name, name, population.size, SHORT, ask, outside, decides)


def _quote(name: str, population: Population, *, outside: str = "", decides: bool = True) -> Truth:
    ask = asking(population.drawn, MAY_QUOTE_RATE.name, "yes")
    return Truth(MAY_QUOTE_RATE.name, name, population.size, SHORT, ask, outside, decides)


def _rank(name: str, systems: int, rho: float, wrong: str, *, decides: bool = True) -> Truth:
    draw = functools.partial(_ranked, systems=systems, inputs=30, r=_normal_r(rho))
    return Truth(
        MAY_RANK.name, name, f"{systems} x 30", SHORT, asking(draw, MAY_RANK.name, wrong), decides=decides
    )


MARGIN = at_the_margin(0.1)
FLOOR = (1 - PEOPLE_FLOOR**0.5) / 2
"""How often people flip who agree with each other by the floor."""

LEANING = Population(lean=0.25, inputs=600)

ON_EASY = (1 - (0.75 * 0.96**2 - CEILING_MARGIN) / (0.75 * 0.96)) / 2
"""How often a judge at the margin flips where people flip .02, and both throw a coin on a quarter of outputs."""

ONE_AT_BAR = (1 - 0.6 / 0.8) / 2
"""How often a judge flips whose kappa with one person who flips a tenth is .6."""

TRUTHS: tuple[Truth, ...] = (
    _grade(
        "a coin beside people who agree by chance",
        Population(flips=0.5, judges=(0.5,), inputs=500),
        decides=False,
    ),
    _grade("a coin beside people who agree", Population(judges=(0.5,))),
    _grade(
        "people at the floor, a judge like them",
        Population(flips=FLOOR, judges=(FLOOR,), inputs=1000),
        decides=False,
    ),
    _grade(
        "a judge at the margin beside few of many people who lean",
        LEANING,
        draw=_among_leaning,
        outside=THESE_PEOPLE,
    ),
    _grade("a judge at the margin", Population(judges=(MARGIN,), inputs=400)),
    _grade(
        "any of six judges at the margin",
        Population(judges=(MARGIN,) * 6),
        outside="is asked by itself",
        decides=False,
    ),
    _grade("a judge at the margin, few outputs", Population(judges=(MARGIN,), inputs=40), decides=False),
    _grade(
        "a judge at the margin, rare fails",
        Population(judges=(MARGIN,), inputs=400, positive=0.93),
        decides=False,
    ),
    _grade("a judge at the margin, five people", Population(judges=(MARGIN,), people=5)),
    _grade(
        "a judge at the margin, six systems",
        Population(judges=(MARGIN,), systems=6, inputs=80),
        decides=False,
    ),
    _grade(
        "a judge at the margin, a quarter of outputs hard",
        Population(judges=(ON_EASY,), hard=0.25, flips=0.02, inputs=400),
        decides=False,
    ),
    _grade("a judge as good as a person is called worse", Population(inputs=600), "no"),
    _grade(
        "a judge as good as a person is called worse, tastes",
        Population(systems=8, inputs=100, taste=0.1),
        "no",
        decides=False,
    ),
    _grade("one person, kappa at the bar", Population(people=1, judges=(ONE_AT_BAR,), inputs=300)),
    _grade(
        "one person, kappa at the bar, few outputs",
        Population(people=1, judges=(ONE_AT_BAR,), inputs=40),
        decides=False,
    ),
    _grade(
        "silent on nine of ten of its errors",
        Population(judges=(0.02,), flips=0.05, silent=(0.5, 0.0), inputs=400),
        decides=False,
    ),
    *(
        Truth(
            MAY_GRADE.name,
            f"scores, cross-fitted, at the margin, {percent} in 100 pass",
            f"{inputs}",
            SHORT,
            asking(
                functools.partial(_scored, inputs=inputs, positive=percent / 100),
                MAY_GRADE.name,
                "yes",
                threshold="cross-fitted",
            ),
            decides=False,
        )
        for inputs, percent in ((60, 50), (400, 50), (400, 85))
    ),
    *(
        Truth(
            MAY_GRADE.name,
            name,
            "120 of 2000",
            SHORT,
            asking(
                functools.partial(_labelled_in_part, balanced=balanced, flips=flips), MAY_GRADE.name, "yes"
            ),
            decides=False,
        )
        # 7% of flips leave a kappa of .54 over all outputs, and one of .86 over a balanced set
        for name, balanced, flips in (
            ("labels balanced by the judge's verdict, kappa .54", True, 0.07),
            ("labels by lot of one in seventeen, kappa .54", False, 0.07),
        )
    ),
    _quote("bias at the margin", Population(leniency=0.1, inputs=400), decides=False),
    _quote("bias at the margin, few outputs", Population(leniency=0.1, inputs=60), decides=False),
    _quote("silent on half of the fails", Population(silent=(0.5, 0.0), inputs=400), decides=False),
    Truth(
        MAY_QUOTE_RATE.name,
        "ratings, tastes for systems, bias at the margin",
        "6 x 100",
        SHORT,
        asking(
            functools.partial(_rated, taste=0.3, systems=6, inputs=100, bias=0.2), MAY_QUOTE_RATE.name, "yes"
        ),
        decides=False,
    ),
    Truth(
        MAY_QUOTE_RATE.name,
        "ratings, tastes for systems, bias at the margin",
        "16 x 60",
        SHORT,
        asking(
            functools.partial(_rated, taste=0.3, systems=16, inputs=60, bias=0.2), MAY_QUOTE_RATE.name, "yes"
        ),
        decides=False,
    ),
    _rank("correlation at the bar, a yes", 8, 0.8, "yes", decides=False),
    _rank("correlation at the bar, a yes", 16, 0.8, "yes", decides=False),
    _rank("correlation at the bar, a no", 16, 0.8, "no", decides=False),
    Truth(
        MAY_RANK.name,
        "silent on what is bad, of half of the systems",
        "16 x 30",
        SHORT,
        asking(functools.partial(_silent_where_bad, systems=16, inputs=30), MAY_RANK.name, "yes"),
        decides=False,
    ),
    _rank("no correlation", 5, 0.0, "yes", decides=False),
    _rank("no correlation", 12, 0.0, "yes"),
    _rank("nearly the same ranking is called worse", 30, 0.99, "no"),
    *(
        Truth(
            MAY_BE_BEST.name, name, population.size, MAY_BE_BEST.broken, functools.partial(_best, population)
        )
        for name, population in (
            ("one of two judges is better", Population(judges=(0.1, 0.15), inputs=200)),
            ("one of five judges is a little better", Population(judges=(0.14, *[0.15] * 4), inputs=200)),
            (
                "one of five judges is better, six systems, tastes",
                Population(judges=(0.12, *[0.15] * 4), systems=6, inputs=60, taste=0.1),
            ),
        )
    ),
)
