"""Panels of judges that err together, and that like some systems more than people do."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

import trueness
from hardening.promises.truth import Outcome, Truth
from trueness.decisions.decision import Decision
from trueness.statistics.judging.panel import Panel, effective_judges

ALPHA = 0.05
NOTHING = 0.002
"""A gain that is no more among very many is none."""

THESE = "intervals are of other inputs of these alone"


class Judges:
    """Judges of outputs of systems: what they say is people's quality with errors, some of them in common.

    Parameters
    ----------
    noise : tuple of float
        Standard deviation of each judge's own error; outputs of a system have 1.
    common : float
        Of the error that all judges have in common.
    tastes : float
        Of how much a judge likes a system, each judge for itself.
    shared_tastes : float
        The same of all judges together.
    spread : float
        Of systems' quality.
    labels : bool
        Whether all give pass and fail.
    """

    def __init__(
        self,
        noise: tuple[float, ...],
        *,
        common: float = 0.0,
        tastes: float = 0.0,
        shared_tastes: float = 0.0,
        spread: float = 0.5,
        labels: bool = True,
    ) -> None:
        self.noise = np.array(noise)
        self.common, self.tastes, self.shared_tastes = common, tastes, shared_tastes
        self.spread, self.labels = spread, labels

    def drawn(self, n_systems: int, n_inputs: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        """Return people's scores, shape (N, M), and those of judges, (k, N, M)."""
        k, shape = len(self.noise), (n_systems, n_inputs)
        quality = self.spread * rng.normal(size=(n_systems, 1)) + rng.normal(size=shape)
        people = quality + 0.3 * rng.normal(size=shape)
        error = self.common * rng.normal(size=shape) + self.shared_tastes * rng.normal(size=(n_systems, 1))
        own = self.noise[:, None, None] * rng.normal(size=(k, *shape))
        judged = quality + error + own + self.tastes * rng.normal(size=(k, n_systems, 1))
        if self.labels:
            return (people > 0).astype(float), (judged > 0).astype(float)
        return people, judged

    def table(
        self, n_systems: int, n_inputs: int, rng: np.random.Generator, *, runs: bool = False
    ) -> trueness.ScoreTable:
        """Return a table of judges, or of runs of one."""
        people, judged = self.drawn(n_systems, n_inputs, rng)
        names = ("judge",) if runs else tuple(f"judge{k}" for k in range(len(judged)))
        annotations = (
            {"judge": trueness.Annotations(tuple(f"run{k}" for k in range(len(judged))), judged)}
            if runs
            else {}
        )
        scores = judged.mean(axis=0)[None] if runs else judged
        return trueness.ScoreTable(
            (trueness.Scorer("human", "human"), *(trueness.Scorer(name, "metric") for name in names)),
            tuple(f"s{k}" for k in range(n_systems)),
            tuple(f"i{k}" for k in range(n_inputs)),
            np.concatenate([people[None], scores]),
            annotations=annotations,
        )

    @functools.cached_property
    def truth(self) -> Worth:
        """What is found of very many systems with few outputs each."""
        people, judged = self.drawn(20_000, 5, np.random.default_rng(0))
        k = len(judged)
        halves = np.arange(people.size) % 2
        whole = Panel(judged.reshape(k, -1), people.ravel(), halves, 2 * self.labels)
        together, single = _agreement(whole, k), _agreement(whole, 1)
        ways = {f"all {k} judges": together}
        adds = {}
        for one in range(k):
            ways[f"judge{one}"] = _agreement(whole.alone(one), 1)
            without = _agreement(whole.without(one), k - 1)
            adds[f"judge{one}"] = together - without
            if k > 2:
                ways[f"all but judge{one}"] = without
        return Worth(effective_judges(whole).number, {"(judges)": together - single} | adds, ways)


class Worth(NamedTuple):
    """What is true of judges: how many they are worth, what they gain and add, and how good each way to use them is."""

    number: float
    gains: dict[str, float]
    ways: dict[str, float]


def _agreement(panel: Panel, size: int) -> float:
    return float(panel.agreement(panel.sums(size).sum(axis=0)[None])[0])


def limits_hold(judges: Judges, size: tuple[int, int]) -> Callable[[np.random.Generator], Outcome]:
    """Return what asks how many independent judges a panel is worth; limits that miss it break the promise."""

    def ask(rng: np.random.Generator) -> Outcome:
        (found,) = (one for one in _asked(judges, size, rng) if one.rule == "worth_fewer")
        worth = judges.truth.number
        told = found.of("independent_judges")
        known = not any(one.need and one.answer != "yes" for one in found.grounds)
        missed = told is not None and not told.low <= worth <= told.high
        return Outcome(known and missed, float(found.answer != "cannot_tell"))

    return ask


def best_is_named(judges: Judges, size: tuple[int, int]) -> Callable[[np.random.Generator], Outcome]:
    """Return what asks for the best way to use judges; it is missing where the promise is broken."""

    def ask(rng: np.random.Generator) -> Outcome:
        (found,) = (one for one in _asked(judges, size, rng) if one.rule == "may_be_best")
        values = judges.truth.ways
        best = max(values, key=lambda name: values[name])
        return Outcome(best not in found.names, (len(values) - len(found.names)) / (len(values) - 1))

    return ask


def right(rule: str, judges: Judges, size: tuple[int, int]) -> Callable[[np.random.Generator], Outcome]:
    """Return what asks a rule about gains whose direction is known; the wrong one breaks the promise."""

    def ask(rng: np.random.Generator) -> Outcome:
        gains = judges.truth.gains
        truth = {name: 0 if abs(gain) < NOTHING else np.sign(gain) for name, gain in gains.items()}
        found = [one for one in _asked(judges, size, rng) if one.rule == rule]
        sign = {"yes": 1, "no": -1, "cannot_tell": 0}
        broken = any(sign[one.answer] not in (0, truth[one.about]) for one in found)
        told = [one.answer != "cannot_tell" for one in found if truth[one.about]]
        return Outcome(broken, sum(told) / len(told) if told else math.nan)

    return ask


def enough(
    judges: Judges, size: tuple[int, int], *, right_answer: str
) -> Callable[[np.random.Generator], Outcome]:
    """Return what asks whether one run is enough."""

    def ask(rng: np.random.Generator) -> Outcome:
        found = trueness.panel(judges.table(*size, rng, runs=True)).decisions
        (one,) = (one for one in found if one.rule == "one_run_enough")
        return Outcome(one.answer not in (right_answer, "cannot_tell"), float(one.answer != "cannot_tell"))

    return ask


def _asked(judges: Judges, size: tuple[int, int], rng: np.random.Generator) -> tuple[Decision, ...]:
    found: tuple[Decision, ...] = trueness.panel(judges.table(*size, rng), scale="same").decisions
    return found


SIX, SIXTEEN, TWO = (6, 100), (16, 60), (2, 300)
ALIKE = Judges((0.7, 0.7, 0.7), common=0.5)
TASTES = Judges((0.7, 0.7, 0.7), common=0.3, tastes=0.4, shared_tastes=0.4)
SCORES = Judges((0.7, 0.7, 0.7), common=0.3, tastes=0.4, shared_tastes=0.4, labels=False)
ONE_GOOD = Judges((0.4, 1.5, 1.5, 1.5), common=0.2, tastes=0.3)
TWINS = Judges((0.7, 0.7), common=0.3, tastes=0.4)
POOR = Judges((0.5, 0.5, 4.0), common=0.3, tastes=0.2)
RUNS_ALIKE = Judges((0.05, 0.05, 0.05), common=0.7)
RUNS_APART = Judges((1.0,) * 5, common=0.2)


def _size(size: tuple[int, int]) -> str:
    return f"{size[0]} x {size[1]}"


def _worth(
    name: str, judges: Judges, size: tuple[int, int], *, outside: str = "", decides: bool = True
) -> Truth:
    return Truth("worth_fewer", name, _size(size), ALPHA, limits_hold(judges, size), outside, decides)


TRUTHS: tuple[Truth, ...] = (
    _worth("three judges that err together", ALIKE, SIX),
    _worth("tastes for systems, in common and not", TASTES, SIX, decides=False),
    _worth("tastes for systems, in common and not", TASTES, SIXTEEN),
    _worth("tastes for systems, scores", SCORES, SIXTEEN),
    _worth("tastes for systems, two systems", TASTES, TWO, outside=THESE),
    Truth("may_be_best", "one good judge of four", "16 x 60", ALPHA, best_is_named(ONE_GOOD, SIXTEEN)),
    Truth("may_be_best", "three judges alike", "6 x 100", ALPHA, best_is_named(TASTES, SIX), decides=False),
    Truth(
        "may_be_best",
        "three judges alike, scores",
        "16 x 60",
        ALPHA,
        best_is_named(SCORES, SIXTEEN),
        decides=False,
    ),
    Truth(
        "panel_gains",
        "two alike, labels",
        "6 x 100",
        ALPHA,
        right("panel_gains", TWINS, SIX),
        decides=False,
    ),
    Truth(
        "panel_gains",
        "three judges alike",
        "16 x 60",
        ALPHA,
        right("panel_gains", TASTES, SIXTEEN),
    ),
    Truth(
        "judge_helps",
        "one of three is poor",
        "16 x 60",
        ALPHA,
        right("judge_helps", POOR, SIXTEEN),
    ),
    Truth(
        "one_run_enough",
        "runs that hardly differ",
        "16 x 60",
        ALPHA,
        enough(RUNS_ALIKE, SIXTEEN, right_answer="yes"),
    ),
    Truth(
        "one_run_enough",
        "five runs that differ much",
        "16 x 60",
        ALPHA,
        enough(RUNS_APART, SIXTEEN, right_answer="no"),
    ),
)
