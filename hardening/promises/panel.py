"""Panels of judges that err together, and that like some systems more than people do."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy import stats

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
    passes : float
        The share of outputs that pass, by people and by each judge.
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
        passes: float = 0.5,
    ) -> None:
        self.noise = np.array(noise)
        self.common, self.tastes, self.shared_tastes = common, tastes, shared_tastes
        self.spread, self.labels = spread, labels
        self.cut = float(stats.norm.isf(passes))

    def drawn(self, n_systems: int, n_inputs: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        """Return people's scores, shape (N, M), and those of judges, (k, N, M)."""
        k, shape = len(self.noise), (n_systems, n_inputs)
        quality = self.spread * rng.normal(size=(n_systems, 1)) + rng.normal(size=shape)
        people = quality + 0.3 * rng.normal(size=shape)
        error = self.common * rng.normal(size=shape) + self.shared_tastes * rng.normal(size=(n_systems, 1))
        own = self.noise[:, None, None] * rng.normal(size=(k, *shape))
        judged = quality + error + own + self.tastes * rng.normal(size=(k, n_systems, 1))
        if self.labels:
            of_quality = self.spread**2 + 1
            shared = of_quality + self.common**2 + self.shared_tastes**2 + self.tastes**2
            cuts = self.cut * np.sqrt(shared + self.noise**2)[:, None, None]
            return (people > self.cut * np.sqrt(of_quality + 0.09)).astype(float), (judged > cuts).astype(
                float
            )
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
            has_systems=n_systems > 1,
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
        return Worth(effective_judges(whole).number.value, {"(judges)": together - single} | adds, ways)


class HardOutputs(Judges):
    """Three judges who are right on .9 of easy outputs and on .2 of hard ones.

    These are so many that most judges are right as often as one: accuracy changes by 3p² - 2p³ - p, .072 and -.096.
    """

    def drawn(self, n_systems: int, n_inputs: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        """Return people's labels and those of judges."""
        shape = n_systems, n_inputs
        people = (rng.random(shape) < 0.5).astype(float)
        right = rng.random((3, *shape)) < np.where(rng.random(shape) < 0.072 / 0.168, 0.2, 0.9)
        return people, np.where(right, people, 1 - people)


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


def right(
    rule: str, judges: Judges, size: tuple[int, int], nothing: tuple[str, ...] = ()
) -> Callable[[np.random.Generator], Outcome]:
    """Return what asks a rule about gains whose direction is known; the wrong one breaks the promise.

    Parameters
    ----------
    rule : str
    judges : Judges
    size : (int, int)
    nothing : tuple of str
        Whose gain is 0 by construction.
    """

    def ask(rng: np.random.Generator) -> Outcome:
        gains = judges.truth.gains | dict.fromkeys(nothing, 0.0)
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
CHANCE = 1000.0
"""Noise beside which quality is nothing."""
GUESSES = Judges((CHANCE,) * 4, labels=False, spread=0.0)
GUESSES_OF_SYSTEMS = Judges((CHANCE,) * 3, labels=False)
RARE_GUESSES = Judges((CHANCE,) * 3, spread=0.0, passes=0.05)
HARD = HardOutputs((0.0,) * 3)
ALIKE_SCORES = Judges((0.7, 0.7, 0.7), common=0.5, labels=False, spread=0.0)
ALIKE_LABELS = Judges((0.7, 0.7, 0.7), common=0.5, spread=0.0)
BALANCED = Judges((0.7, 0.7, 1.112), common=0.3, labels=False)
"""The third judge is so noisy that the mean of scores is as good without it."""
THIRD_GUESSES = Judges((0.7, 0.7, CHANCE), common=0.3)
FOUR_ALIKE = Judges((0.7,) * 4, common=0.3, spread=0.0)
"""The label of most of four is worth that of three: where they stand two to two, each counts half."""
RUNS_GAIN = Judges((0.216,) * 3, common=0.3, labels=False)
LABEL_RUNS_GAIN = Judges((0.2,) * 3, common=0.3)
"""Runs that together gain a little more than `ENOUGH`."""
EVERY = tuple(f"judge{k}" for k in range(4))


def _size(size: tuple[int, int]) -> str:
    return f"{size[0]} x {size[1]}"


def _worth(
    name: str, judges: Judges, size: tuple[int, int], *, outside: str = "", decides: bool = True
) -> Truth:
    return Truth("worth_fewer", name, _size(size), ALPHA, limits_hold(judges, size), outside, decides)


def _nothing_gained(name: str, judges: Judges, size: tuple[int, int]) -> Truth:
    ask = right("panel_gains", judges, size, ("(judges)",))
    return Truth("panel_gains", name, _size(size), ALPHA, ask, decides=False)


def _no_help(name: str, judges: Judges, size: tuple[int, int], nothing: tuple[str, ...]) -> Truth:
    return Truth(
        "judge_helps", name, _size(size), ALPHA, right("judge_helps", judges, size, nothing), decides=False
    )


def _little_gained(name: str, judges: Judges, size: tuple[int, int]) -> Truth:
    ask = enough(judges, size, right_answer="no")
    return Truth("one_run_enough", name, _size(size), ALPHA, ask, decides=False)


TRUTHS: tuple[Truth, ...] = (
    _worth("few outputs, scores", ALIKE_SCORES, (1, 10)),
    _worth("few outputs, labels", ALIKE_LABELS, (1, 60), decides=False),
    _worth("judges that guess, scores", GUESSES, (1, 10), decides=False),
    _worth("tastes for systems, three systems", SCORES, (3, 20), decides=False),
    _nothing_gained("judges that guess", GUESSES, (1, 30)),
    _nothing_gained("judges that guess, three systems", GUESSES_OF_SYSTEMS, (3, 30)),
    _nothing_gained("judges that guess a rare label", RARE_GUESSES, (1, 100)),
    _nothing_gained("judges that guess a rare label", RARE_GUESSES, (1, 400)),
    _nothing_gained("most judges are wrong as often as one", HARD, (1, 30)),
    _nothing_gained("most judges are wrong as often as one", HARD, (8, 40)),
    Truth("panel_gains", "few outputs", "1 x 30", ALPHA, right("panel_gains", ALIKE_SCORES, (1, 30))),
    _no_help("judges that guess", GUESSES, (1, 10), EVERY),
    _no_help("judges that guess a rare label", RARE_GUESSES, (1, 100), EVERY[:3]),
    _no_help("judges that guess a rare label", RARE_GUESSES, (1, 400), EVERY[:3]),
    _no_help("one of three adds nothing, scores", BALANCED, (8, 40), EVERY[2:3]),
    _no_help("one of three adds nothing, three systems", BALANCED, (3, 20), EVERY[2:3]),
    _no_help("one of three guesses", THIRD_GUESSES, (6, 100), EVERY[2:3]),
    _no_help("four alike", FOUR_ALIKE, (1, 10), EVERY),
    _no_help("four alike", FOUR_ALIKE, (1, 100), EVERY),
    _little_gained("runs gain a little more than negligible", RUNS_GAIN, (1, 10)),
    _little_gained("runs gain a little more than negligible", RUNS_GAIN, (6, 100)),
    _little_gained("runs of labels gain a little more than negligible", LABEL_RUNS_GAIN, (1, 10)),
    _little_gained("runs of labels gain a little more than negligible", LABEL_RUNS_GAIN, (6, 100)),
    Truth(
        "may_be_best",
        "three judges alike, few outputs",
        "1 x 10",
        ALPHA,
        best_is_named(ALIKE_SCORES, (1, 10)),
        decides=False,
    ),
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
