"""Truths for `people_prefer`: how often people agree with a difference, just below and above the bar."""

from __future__ import annotations

import dataclasses
import functools

import numpy as np

from hardening.promises.truth import Outcome, Truth
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.decisions.people_prefer import MOSTLY
from trueness.studies.worth.study import worth

DIFFERENCE = 1.0


@dataclasses.dataclass(frozen=True)
class Differences:
    """A metric whose differences people agree with as a logistic curve says.

    Attributes
    ----------
    agreed : float
        How often people agree where the metric differs by `DIFFERENCE`.
    systems, inputs : int
    family : int
        Systems whose metric and human scores are nearly the same; nobody is told.
    versions : bool
        Whether those of a family fare alike input by input, too.
    """

    agreed: float
    systems: int = 20
    inputs: int = 20
    family: int = 1
    versions: bool = False

    def table(self, rng: np.random.Generator) -> ScoreTable:
        """Draw a table: people's means differ from the metric's by Gumbel errors, whose differences are logistic."""
        n, m = self.systems, self.inputs
        count = -(-n // self.family)
        steepness = np.log(self.agreed / (1 - self.agreed)) / DIFFERENCE
        metric = np.repeat(rng.normal(size=count), self.family)[:n]
        human = np.repeat(rng.gumbel(size=count), self.family)[:n] / steepness + metric
        kind = np.repeat(rng.normal(size=(count, m)), self.family, axis=0)[:n] if self.versions else 0.0
        noise = [kind + 0.3 * rng.normal(size=(n, m)) for _ in range(2)]
        # systems' means are what they are: noise of inputs has none
        means = zip(noise, (human, metric), strict=True)
        rows = [one - one.mean(axis=1, keepdims=True) + mean[:, None] for one, mean in means]
        names = tuple(f"s{i:02}" for i in range(n)), tuple(f"i{j:02}" for j in range(m))
        return ScoreTable((Scorer("people", "human"), Scorer("m")), *names, np.stack(rows))


def _ask(truth: Differences, rng: np.random.Generator) -> Outcome:
    found = worth(truth.table(rng), difference=DIFFERENCE, resamples=19, rng=int(rng.integers(2**31)))
    decisions = [one for one in found.decisions if one.facet == "systems"]
    false = "yes" if truth.agreed < MOSTLY else "no"
    return Outcome.of(decisions, lambda one: one.answer == false)


def _truth(name: str, truth: Differences, outside: str = "", *, decides: bool = True) -> Truth:
    size = f"{truth.systems} x {truth.inputs}"
    return Truth("people_prefer", name, size, 0.025, functools.partial(_ask, truth), outside, decides)


TRUTHS = (
    _truth("just below the bar", Differences(0.79)),
    _truth("just above the bar", Differences(0.81)),
    _truth("far above the bar", Differences(0.97, systems=30)),
    _truth("few systems, just below", Differences(0.79, systems=10)),
    _truth("versions of one system, just below", Differences(0.79, family=4, versions=True), decides=False),
    _truth(
        "families of four that share nothing but their means",
        Differences(0.79, family=4),
        "Systems are taken to be made independently of each other",
    ),
)
"""The bar is where a yes is easiest to get wrongly."""
