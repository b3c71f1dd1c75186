"""Truths for `moved_by`: claims that no choice moves, and one that the choice of people does."""

from __future__ import annotations

import dataclasses
import functools

import numpy as np

from hardening.promises.truth import Outcome, Truth
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.studies.multiverse.study import multiverse


@dataclasses.dataclass(frozen=True)
class Choices:
    """Exchangeable metrics beside two humans.

    Attributes
    ----------
    systems, inputs : int
    metrics : int
    other : float
        How much more the second human sees of what the first metric sees than the first human does.
    degrees : float or None
        Of Student's t, for biases with heavy tails.
    family : int
        Systems that share metrics' biases; nobody is told.
    halves : bool
        Whether halves of the inputs, and the better half of the systems, are choices.
    """

    systems: int = 20
    inputs: int = 12
    metrics: int = 2
    other: float = 0.0
    degrees: float | None = None
    family: int = 1
    halves: bool = False

    def table(self, rng: np.random.Generator) -> ScoreTable:
        """Draw a table."""
        n, m, k = self.systems, self.inputs, self.metrics
        count = -(-n // self.family)
        bias = rng.standard_normal((k, count))
        if self.degrees is not None:
            bias /= np.sqrt(rng.chisquare(self.degrees, bias.shape) / (self.degrees - 2))
        bias = np.repeat(bias, self.family, axis=1)[:, :n, None]
        quality = np.repeat(rng.standard_normal(count), self.family)[:n, None] + 0.3 * rng.standard_normal(
            (n, m)
        )
        metrics = quality + 0.7 * bias + 0.7 * rng.standard_normal((k, n, m))
        humans = np.stack([quality, quality + self.other * bias[0]]) + 0.5 * rng.standard_normal((2, n, m))
        scorers = (*(Scorer(f"m{i}") for i in range(k)), Scorer("h1", "human"), Scorer("h2", "human"))
        names = tuple(f"s{i:02}" for i in range(n)), tuple(f"i{j:02}" for j in range(m))
        return ScoreTable(scorers, *names, np.concatenate([metrics, humans]))


def _ask(choices: Choices, moving: tuple[str, ...], rng: np.random.Generator) -> Outcome:
    more = {} if choices.halves else {"systems": "all", "inputs": "all"}
    found = multiverse(
        choices.table(rng),
        level=["system", "input"],
        coefficient="pearson",
        aggregate="mean",
        rng=int(rng.integers(2**31)),
        workers=1,
        **more,
    )
    # of metrics that are exchangeable nothing moves a claim, but what the first human and the second see differently
    wrong = any(set(one.names) - set(moving) for one in found.decisions)
    told = float(np.mean([one.answer == "yes" for one in found.decisions])) if moving else float("nan")
    return Outcome(wrong, told)


def _truth(name: str, choices: Choices, moving: tuple[str, ...] = (), outside: str = "") -> Truth:
    size = f"{choices.systems} x {choices.inputs}"
    return Truth(
        "moved_by", name, size, 0.05, functools.partial(_ask, choices, moving), outside, decides=bool(moving)
    )


TRUTHS = (
    _truth("two equal metrics, nothing moves the claim", Choices()),
    _truth("the same with halves of inputs and systems", Choices(halves=True)),
    _truth("four equal metrics", Choices(metrics=4)),
    _truth("few systems", Choices(systems=8)),
    _truth("heavy tails", Choices(degrees=2.5)),
    _truth(
        "people who see what one metric sees", Choices(other=3.0, systems=40, inputs=20), ("human", "level")
    ),
    _truth(
        "families of four that nobody told",
        Choices(family=4),
        (),
        "Systems are taken to be made independently of each other",
    ),
)
"""Without a mover every choice that is named is wrong: levels, people and halves are exchangeable for the claim."""
