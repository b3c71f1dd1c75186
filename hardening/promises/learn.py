"""Truths for `learning_helps`: features that add nothing to the best one, or much."""

from __future__ import annotations

import dataclasses
import functools

import numpy as np

from hardening.promises.truth import Outcome, Truth
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.studies.learn.study import learn

KINDS = {"inputs": "for other inputs", "systems": "for other systems"}


@dataclasses.dataclass(frozen=True)
class Features:
    """A metric that sees quality, and others.

    Attributes
    ----------
    over : {'inputs', 'systems'}
        What is held out.
    helpful : bool
        Whether the others see quality, too, with errors of their own.
    systems, inputs : int
    family : int
        Systems that share what features add for a system; nobody is told.
    """

    over: str
    helpful: bool = False
    systems: int = 16
    inputs: int = 20
    family: int = 1

    def table(self, rng: np.random.Generator) -> ScoreTable:
        """Draw a table."""
        n, m = self.systems, self.inputs
        quality = rng.standard_normal((n, m))
        count = -(-n // self.family)
        own = np.repeat(rng.standard_normal((3, count)), self.family, axis=1)[:, :n, None]
        features = 0.7 * own + rng.standard_normal((3, n, m))
        features += quality if self.helpful else np.array([1.0, 0.0, 0.0])[:, None, None] * quality
        human = quality + 0.5 * rng.standard_normal((n, m))
        if (
            self.family > 1
        ):  # people's scores of a family are alike by chance, and so is what the features add
            human += np.repeat(rng.standard_normal(count), self.family)[:n, None]
        scorers = (Scorer("people", "human"), *(Scorer(f"m{k}") for k in range(3)))
        names = tuple(f"s{i:02}" for i in range(n)), tuple(f"i{j:02}" for j in range(m))
        return ScoreTable(scorers, *names, np.concatenate([human[None], features]))


def _ask(features: Features, rng: np.random.Generator) -> Outcome:
    found = learn(
        features.table(rng), over=features.over, repeats=3, folds=4, brief=True, rng=int(rng.integers(2**31))
    )
    false = "no" if features.helpful else "yes"
    return Outcome.of(found.decisions, lambda one: one.answer == false)


def _truth(name: str, features: Features, outside: str = "", *, decides: bool = False) -> Truth:
    size = f"{features.systems} x {features.inputs}"
    said = f"{name}, {KINDS[features.over]}"
    return Truth("learning_helps", said, size, 0.05, functools.partial(_ask, features), outside, decides)


TRUTHS = (
    _truth("features of noise", Features("inputs")),
    _truth("features of noise", Features("systems")),
    _truth(
        "features of noise, families of four that nobody told",
        Features("systems", family=4),
        "Systems are taken to be made independently of each other",
    ),
    _truth("features that help", Features("inputs", helpful=True), decides=True),
    _truth("features that help", Features("systems", helpful=True), decides=True),
)
"""Of features of noise a yes is wrong, although learning may lose a little."""
