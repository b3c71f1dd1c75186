"""Truths of the gate of judges: a judge at the bar, silent, on hard outputs, with tastes, among others as bad.

A judge exactly at the bar is the hardest to refuse: it passes in 2.5% of tables where intervals are as promised.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

import trueness
from hardening.promises.truth import Outcome, Truth
from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable
from trueness.decisions.passes_gate import PASSES_GATE
from trueness.statistics.array_types import FloatArray
from trueness.study.shared_cautions import few_systems

ALLOWED = PASSES_GATE.broken

Draw = Callable[[np.random.Generator], tuple[FloatArray, list[FloatArray]]]
"""People's labels, (A, N, M), and those of judges, (N, M) each."""


def asked(
    draw: Draw, gate: tuple[str, ...], *, bad: Callable[[str], bool] | None = None
) -> Callable[[np.random.Generator], Outcome]:
    """Return what asks the gate about drawn labels; a judge that is bad and passes breaks the promise."""

    def ask(rng: np.random.Generator) -> Outcome:
        people, judges = draw(rng)
        names = [f"j{k}" for k in range(len(judges))]
        table = ScoreTable(
            (Scorer("human", "human"), *map(Scorer, names)),
            tuple(f"s{k}" for k in range(people.shape[1])),
            tuple(f"d{k}" for k in range(people.shape[2])),
            np.stack([people.mean(axis=0), *judges]),
            annotations={}
            if len(people) == 1
            else {"human": Annotations(tuple(f"a{k}" for k in range(len(people))), people)},
            has_systems=people.shape[1] > 1,
        )
        found = trueness.judge(
            table, gate=gate, resamples=9, rng=1, level="global", coefficient="pearson", disagreements=0
        )
        decided = [one for one in found.decisions if one.rule == PASSES_GATE.name]
        told = [one.answer != "cannot_tell" for one in decided]
        missing = {name for name in names if bad is None or bad(name)}
        wrong = [
            one.answer == "yes" and (one.about in missing if one.about else bool(missing)) for one in decided
        ]
        return Outcome(any(wrong), float(np.mean(told)))

    return ask


def at_kappa(
    rng: np.random.Generator, kappa: float, shape: tuple[int, ...], positive: float = 0.5
) -> tuple[FloatArray, FloatArray]:
    """Return labels of people, and of a judge whose kappa with them is given: wrong as often on either label."""
    human = (rng.random(shape) < positive).astype(float)
    # of half positives kappa is 1 - 2 times the share of errors
    return human, np.where(rng.random(shape) < (1 - kappa) / 2, 1 - human, human)


def one_judge(kappa: float, shape: tuple[int, int]) -> Draw:
    """Return a judge at a kappa."""

    def draw(rng: np.random.Generator) -> tuple[FloatArray, list[FloatArray]]:
        human, judge = at_kappa(rng, kappa, shape)
        return human[None], [judge]

    return draw


def silent(shape: tuple[int, int]) -> Draw:
    """Return a judge at a kappa of .6 that is silent on half of its errors."""

    def draw(rng: np.random.Generator) -> tuple[FloatArray, list[FloatArray]]:
        human, judge = at_kappa(rng, 0.6, shape)
        hidden = (judge != human) & (rng.random(shape) < 0.5)
        return human[None], [np.where(hidden, np.nan, judge)]

    return draw


def hard_outputs(shape: tuple[int, int]) -> Draw:
    """Return two annotators and a judge at a kappa of .6 with the truth; a third of outputs is hard for all of them."""

    def draw(rng: np.random.Generator) -> tuple[FloatArray, list[FloatArray]]:
        truth = (rng.random(shape) < 0.5).astype(float)
        hard = rng.random(shape) < 1 / 3

        def said(easy: float, difficult: float) -> FloatArray:
            wrong = rng.random(shape) < np.where(hard, difficult, easy)
            return np.where(wrong, 1 - truth, truth)

        people = np.stack([said(0.02, 0.4) for _ in range(2)])
        return people, [said(0.05, 0.5)]  # errs on .2 of all

    return draw


def alike_outputs(inputs: int) -> Draw:
    """Return five systems whose outputs for an input are the same, judged alike: kappa .6 on inputs."""

    def draw(rng: np.random.Generator) -> tuple[FloatArray, list[FloatArray]]:
        human, judge = at_kappa(rng, 0.6, (1, inputs))
        return np.repeat(human, 5, axis=0)[None], [np.repeat(judge, 5, axis=0)]

    return draw


def tastes(shape: tuple[int, int]) -> Draw:
    """Return a judge whose share of errors is .2 on average, and .02 to .38 by system."""

    def draw(rng: np.random.Generator) -> tuple[FloatArray, list[FloatArray]]:
        human = (rng.random(shape) < 0.5).astype(float)
        errs = rng.random(shape) < rng.uniform(0.02, 0.38, (shape[0], 1))
        return human[None], [np.where(errs, 1 - human, human)]

    return draw


def rare_label(shape: tuple[int, int]) -> Draw:
    """Return labels of which a tenth are positive, most of them of one system or two; the judge finds .8 of all.

    Of a system's positives it finds .6, or all.
    """

    def draw(rng: np.random.Generator) -> tuple[FloatArray, list[FloatArray]]:
        human = (rng.random(shape) < rng.beta(0.15, 1.35, (shape[0], 1))).astype(float)
        found = rng.random(shape) < rng.choice([0.6, 1.0], (shape[0], 1))
        return human[None], [np.where(found, human, 0.0)]

    return draw


def one_in_several(shape: tuple[int, int]) -> Draw:
    """Return a judge that passes 30% of what people fail of one system in seven or so, and 1% of others'."""

    def draw(rng: np.random.Generator) -> tuple[FloatArray, list[FloatArray]]:
        human = (rng.random(shape) < 0.5).astype(float)
        passed = rng.random(shape) < np.where(rng.random((shape[0], 1)) < 0.15, 0.3, 0.01)
        return human[None], [np.where(passed, 1.0, human)]

    return draw


def generous(shape: tuple[int, int]) -> Draw:
    """Return ratings of 1 to 5, and a judge whose mean is .2 above people's on average, by system -.5 to .9."""

    def draw(rng: np.random.Generator) -> tuple[FloatArray, list[FloatArray]]:
        human = rng.integers(3, 6, shape).astype(float)
        taste = rng.uniform(-0.5, 0.9, (shape[0], 1))
        # a rating one higher or one lower with such a chance
        moved = np.sign(taste) * (rng.random(shape) < np.abs(taste))
        judge = human + moved
        human[0, :2], judge[0, :2] = (1, 7), (1, 7)
        return human[None], [judge]

    return draw


def ten_judges(shape: tuple[int, int], good: int) -> Draw:
    """Return ten judges of the same outputs, some of them good (kappa .8), the others at the bar of .6."""

    def draw(rng: np.random.Generator) -> tuple[FloatArray, list[FloatArray]]:
        human = (rng.random(shape) < 0.5).astype(float)
        judges = [
            np.where(rng.random(shape) < (0.1 if k < good else 0.2), 1 - human, human) for k in range(10)
        ]
        return human[None], judges

    return draw


def is_bad(good: int) -> Callable[[str], bool]:
    """Return what says whether a judge is not among the first, which are good."""
    return lambda name: int(name[1:]) >= good


def truth(
    name: str,
    size: str,
    ask: Callable[[np.random.Generator], Outcome],
    *,
    decides: bool = False,
    outside: str = "",
) -> Truth:
    """Return a truth of the gate."""
    return Truth(PASSES_GATE.name, name, size, ALLOWED, ask, decides=decides, outside=outside)


KAPPA = ("kappa>=.6",)

TRUTHS: tuple[Truth, ...] = (
    truth("a judge at the bar", "1 x 300", asked(one_judge(0.6, (1, 300)), KAPPA)),
    truth(
        "a good judge",
        "1 x 300",
        asked(one_judge(0.8, (1, 300)), KAPPA, bad=is_bad(1)),
        decides=True,
    ),
    truth("silent on half of its errors", "1 x 300", asked(silent((1, 300)), KAPPA)),
    truth("two annotators, hard outputs", "1 x 300", asked(hard_outputs((1, 300)), KAPPA)),
    truth("five alike outputs an input", "5 x 60", asked(alike_outputs(60), KAPPA)),
    truth("errors vary over systems", "6 x 100", asked(tastes((6, 100)), KAPPA)),
    truth("errors vary over systems", "16 x 60", asked(tastes((16, 60)), KAPPA)),
    truth("errors vary over systems, accuracy", "6 x 100", asked(tastes((6, 100)), ("accuracy>=.8",))),
    truth("a rare label that few systems have", "6 x 150", asked(rare_label((6, 150)), ("tpr>=.8",))),
    truth(
        "one system in several has nearly all errors",
        "6 x 150",
        asked(one_in_several((6, 150)), ("tnr>=.9465",)),
        outside=few_systems(6)[0].message,
    ),
    truth("generous to some systems", "6 x 100", asked(generous((6, 100)), ("mean_error<=.2",))),
    truth("ten judges at the bar", "1 x 300", asked(ten_judges((1, 300), 0), KAPPA)),
    truth(
        "ten judges, five of them at the bar",
        "1 x 300",
        asked(ten_judges((1, 300), 5), KAPPA, bad=is_bad(5)),
        decides=True,
    ),
    truth(
        "two criteria, one missed by a hair",
        "1 x 300",
        asked(one_judge(0.6, (1, 300)), ("kappa>=.6", "tpr>=.6")),
    ),
)
