"""Truths for `enough`: pilots drawn from a pair whose power is known, and designs called enough or not."""

from __future__ import annotations

import dataclasses
import functools

import numpy as np

from hardening.promises.truth import Outcome, Truth
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import ArgumentError
from trueness.parallel import Execution, executing
from trueness.statistics.two_way_model import TwoWayModel
from trueness.studies.certify.scenario import HEAVY_TAILED_DEGREES
from trueness.studies.plan.designs import simulated
from trueness.studies.plan.planning_model import PlanningModel
from trueness.studies.plan.settings import PlanSettings
from trueness.studies.plan.study import plan_from_pilot

RUNS = 40
TRUE_RUNS = 2000


@dataclasses.dataclass(frozen=True)
class Pair:
    """Two metrics beside a human, and a pilot of them.

    Attributes
    ----------
    biases : (float, float)
        Standard deviations of what each adds for a system; quality has .5.
    shared : float
        Of what both add.
    level : str
    pilot, design : (int, int)
        Systems and inputs.
    asked : float
        For which power, relative to the true one: at 1.02 a design is just too small.
    degrees : float or None
        Of Student's t, for effects with heavy tails.
    families : int
        Systems of the pilot that share what metrics add; nobody is told.
    """

    biases: tuple[float, float]
    shared: float = 0.1
    level: str = "system"
    pilot: tuple[int, int] = (16, 40)
    design: tuple[int, int] = (16, 40)
    asked: float = 1.02
    degrees: float | None = None
    families: int = 1

    @property
    def model(self) -> TwoWayModel:
        """Covariances of human, metric and rival."""
        first, second = self.biases
        own = np.diag([0.0, first**2, second**2])
        own[1:, 1:] += self.shared**2
        return TwoWayModel(
            np.zeros(3),
            0.25 * np.ones((3, 3)) + own,
            np.ones((3, 3)),
            0.25 * np.ones((3, 3)) + np.diag([0.5, 1.0, 1.0]),
        )

    @property
    def difference(self) -> float:
        """Of the two correlations in truth."""
        model = PlanningModel(self.model)
        return model.correlation(self.level, self.design[1], 1) - model.correlation(
            self.level, self.design[1], 2
        )

    @functools.cached_property
    def power(self) -> float:
        """How often the design finds it in truth."""
        settings = PlanSettings(level=self.level, difference=self.difference, runs=TRUE_RUNS, seed=1)
        model = PlanningModel(self.model)
        with executing(Execution(workers=1)):
            (found,) = simulated(None, model, [(*self.design, 1)], settings)
        known = found[:, 1][~np.isnan(found[:, 1])]
        return float(np.mean(known <= settings.alpha))

    def table(self, rng: np.random.Generator) -> ScoreTable:
        """Draw a pilot."""
        systems, inputs = self.pilot
        effects = None
        if self.families > 1:
            count = -(-systems // self.families)
            root = np.linalg.cholesky(self.model.systems + 1e-9 * np.eye(3))
            effects = (root @ rng.standard_normal((3, count))).repeat(self.families, axis=1)[
                None, :, :systems
            ]
        (values,) = self.model.draw(systems, inputs, rng, degrees=self.degrees, effects=effects)
        scorers = (Scorer("people", "human"), Scorer("one"), Scorer("two"))
        return ScoreTable(
            scorers,
            tuple(f"s{i:02}" for i in range(systems)),
            tuple(f"i{j:03}" for j in range(inputs)),
            values,
        )


def _ask(pair: Pair, rng: np.random.Generator) -> Outcome:
    wanted = min(0.99, pair.power * pair.asked)
    try:
        found = plan_from_pilot(
            pair.table(rng),
            human="people",
            metrics=["one", "two"],
            level=pair.level,
            systems=[pair.design[0]],
            inputs=[pair.design[1]],
            annotators=[1],
            difference=pair.difference,
            power=wanted,
            interval="fisher",
            runs=RUNS,
            rng=int(rng.integers(2**31)),
            workers=1,
        )
    except ArgumentError:  # the pilot's metric does not agree with people so far: nothing is promised
        return Outcome(broken=False, told=0.0)
    false = "yes" if pair.power < wanted else "no"
    return Outcome.of(found.decisions, lambda one: one.answer == false)


def _truth(name: str, pair: Pair, outside: str = "", *, decides: bool = True) -> Truth:
    size = f"{pair.pilot[0]} x {pair.pilot[1]}"
    return Truth("enough", name, size, 0.1, functools.partial(_ask, pair), outside, decides)


TRUTHS = (
    _truth("the user's pair, just too small a design", Pair((0.12, 0.4))),
    _truth("the same, just large enough", Pair((0.12, 0.4), asked=0.98)),
    _truth("metrics that share their biases, just too small", Pair((0.15, 0.3), shared=0.3, design=(32, 40))),
    _truth("a small pilot, just too small", Pair((0.12, 0.4), pilot=(8, 40), design=(24, 40))),
    _truth("input level, just too small", Pair((0.1, 0.7), level="input", design=(24, 40))),
    _truth("far too large a demand", Pair((0.12, 0.4), asked=1.9)),
    _truth("heavy tails, just too small", Pair((0.12, 0.4), degrees=HEAVY_TAILED_DEGREES)),
    _truth("families of four that nobody told", Pair((0.12, 0.4), families=4)),
)
"""What a pilot of so many systems promises; power just above or below what is asked for is the hardest."""
