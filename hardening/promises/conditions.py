"""Truths for `agrees_as_well` and `agrees_less`: metrics whose noise under a condition is known."""

from __future__ import annotations

import dataclasses
import functools
import math

import numpy as np

from hardening.promises.truth import Outcome, Truth
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.studies.conditions.study import conditions

MARGIN = 0.1
AGREEMENT = 0.6


@dataclasses.dataclass(frozen=True)
class Condition:
    """Metrics of one agreement with people under the reference, and another one under a condition.

    Attributes
    ----------
    loss : float
        Of the correlation over outputs.
    systems, inputs, metrics : int
    degrees : float or None
        Of Student's t, for noise with heavy tails.
    """

    loss: float = 0.0
    systems: int = 20
    inputs: int = 40
    metrics: int = 2
    degrees: float | None = None

    def tables(self, rng: np.random.Generator) -> tuple[ScoreTable, ScoreTable]:
        """Draw the reference and the condition; only the metrics' noise differs."""
        shape = (self.systems, self.inputs)
        human = rng.standard_normal(shape)
        return tuple(self._table(human, AGREEMENT - loss, rng) for loss in (0.0, self.loss))  # type: ignore[return-value]

    def _table(self, human: np.ndarray, agreement: float, rng: np.random.Generator) -> ScoreTable:
        noise = rng.standard_normal((self.metrics, *human.shape))
        if self.degrees is not None:
            noise /= np.sqrt(rng.chisquare(self.degrees, noise.shape) / (self.degrees - 2))
        scores = human + noise * math.sqrt(1 / agreement**2 - 1)
        scorers = (Scorer("people", "human"), *(Scorer(f"m{k}") for k in range(self.metrics)))
        names = tuple(f"s{i:02}" for i in range(self.systems)), tuple(f"i{j:02}" for j in range(self.inputs))
        return ScoreTable(scorers, *names, np.concatenate([human[None], scores]))


def _ask(rule: str, false: tuple[str, ...], condition: Condition, rng: np.random.Generator) -> Outcome:
    reference, other = condition.tables(rng)
    found = conditions(
        reference,
        against={"there": other},
        level="input",
        coefficient="pearson",
        margin=MARGIN,
        beside=(),
        resamples=99,
        rng=int(rng.integers(2**31)),
    )
    return Outcome.of((one for one in found.decisions if one.rule == rule), lambda one: one.answer in false)


def _truth(
    rule: str, name: str, condition: Condition, false: tuple[str, ...], *, decides: bool = True
) -> Truth:
    size = f"{condition.systems} x {condition.inputs}"
    return Truth(rule, name, size, 0.05, functools.partial(_ask, rule, false, condition), "", decides)


TRUTHS = (
    _truth("agrees_as_well", "a loss of the margin", Condition(MARGIN), ("yes",), decides=False),
    _truth(
        "agrees_as_well",
        "a loss of the margin, heavy tails",
        Condition(MARGIN, degrees=3),
        ("yes",),
        decides=False,
    ),
    _truth("agrees_as_well", "no loss", Condition(), ("no",)),
    _truth("agrees_less", "no loss", Condition(), ("yes", "no"), decides=False),
    _truth("agrees_less", "no loss, heavy tails", Condition(degrees=3), ("yes", "no"), decides=False),
    _truth("agrees_less", "no loss, few systems", Condition(systems=8), ("yes", "no"), decides=False),
    _truth("agrees_less", "a loss of .3", Condition(0.3), ("no",)),
)
"""At the margin a yes is easiest to get wrongly; without a loss either answer is."""
