"""Orders of outputs by metrics of known distance from people's, on inputs that are independent or in documents."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import trueness
from hardening.promises.truth import Outcome, Truth

ALPHA = 0.05
UNTOLD = "taken as independent. If some are parts of one document, name the column"


class Orders:
    """Metrics whose scores are people's with noise.

    Parameters
    ----------
    noise : tuple of float
        Standard deviation of each metric's noise; outputs have 1.
    documents : float
        Standard deviation of how a metric likes a system in one document; of five inputs each.
    shuffled : bool
        Whether the names of inputs say nothing of their documents.
    """

    def __init__(self, noise: tuple[float, ...], *, documents: float = 0.0, shuffled: bool = False) -> None:
        self.noise, self.documents, self.shuffled = noise, documents, shuffled

    def table(self, n_systems: int, n_inputs: int, rng: np.random.Generator) -> trueness.ScoreTable:
        """Return people's scores and the metrics'; systems are alike, so that none is placed elsewhere."""
        people = rng.normal(size=(n_systems, n_inputs))
        of = np.arange(n_inputs) // 5
        liked = self.documents * rng.normal(size=(len(self.noise), n_systems, of.max() + 1))
        scores = [
            people + size * rng.normal(size=people.shape) + part[:, of]
            for size, part in zip(self.noise, liked, strict=True)
        ]
        order = rng.permutation(n_inputs) if self.shuffled else np.arange(n_inputs)
        return trueness.ScoreTable(
            (
                trueness.Scorer("people", "human"),
                *(trueness.Scorer(f"m{k}", "metric") for k in range(len(scores))),
            ),
            tuple(f"s{k}" for k in range(n_systems)),
            tuple(f"i{order[k]}" for k in range(n_inputs)),
            np.stack([people, *scores]),
            input_groups={} if self.shuffled else {"document": tuple(f"d{k}" for k in of)},
        )

    @property
    def nearest(self) -> set[str]:
        """The metrics that are nearest in truth."""
        return {f"m{k}" for k, size in enumerate(self.noise) if size == min(self.noise)}


def nearest(
    orders: Orders, size: tuple[int, int], **options: Any
) -> Callable[[np.random.Generator], Outcome]:
    """Return what asks which metric is nearest; the promise is broken where it is missing."""

    def ask(rng: np.random.Generator) -> Outcome:
        found = trueness.disagreements(orders.table(*size, rng), **options).decisions
        (one,) = (row for row in found if row.rule == "may_be_best")
        missing = min(orders.nearest) not in one.names
        withheld = any(ground.need and ground.answer != "yes" for ground in one.grounds[:-1])
        told = 0.0 if withheld else (len(orders.noise) - len(one.names)) / (len(orders.noise) - 1)
        return Outcome(missing and not withheld, told)

    return ask


def elsewhere(
    orders: Orders, size: tuple[int, int], **options: Any
) -> Callable[[np.random.Generator], Outcome]:
    """Return what asks which systems a metric moves; none is."""

    def ask(rng: np.random.Generator) -> Outcome:
        found = trueness.disagreements(orders.table(*size, rng), **options).decisions
        return Outcome.of(
            (one for one in found if one.rule == "system_elsewhere"), lambda one: one.answer == "yes"
        )

    return ask


def nearer(orders: Orders, size: tuple[int, int], **options: Any) -> Callable[[np.random.Generator], Outcome]:
    """Return what asks whether metrics are nearer than chance; those with endless noise are not."""

    def ask(rng: np.random.Generator) -> Outcome:
        found = trueness.disagreements(orders.table(*size, rng), **options).decisions
        noise = {f"m{k}" for k, size in enumerate(orders.noise) if size > 100}
        asked = [one for one in found if one.rule == "nearer_than_chance"]
        broken = any(one.answer == ("yes" if one.about in noise else "no") for one in asked)
        told = [one.answer != "cannot_tell" for one in asked if one.about not in noise]
        return Outcome(broken, sum(told) / len(told) if told else float("nan"))

    return ask


SIZE, SMALL = (8, 60), (6, 15)
ONE_OF_SIX = Orders((0.8, 1.2, 1.2, 1.2, 1.5, 1.5))
CLOSE = Orders((1.0, 1.02, 1.02, 1.02, 1.02, 1.02, 1.02, 1.02))
ALIKE = Orders((1.0,))
DOCUMENTS = Orders((0.5,), documents=1.0)
SHUFFLED = Orders((0.5,), documents=1.0, shuffled=True)
NOISE = Orders((1.0, 1e6, 1e6, 1e6))
SEVERAL = Orders((0.5, 0.5, 0.5), documents=1.0)

TRUTHS: tuple[Truth, ...] = (
    Truth("may_be_best", "nearest to people's order, one of six", "8 x 60", ALPHA, nearest(ONE_OF_SIX, SIZE)),
    Truth(
        "may_be_best", "nearest to people's order by a hair, of eight", "6 x 15", ALPHA, nearest(CLOSE, SMALL)
    ),
    Truth(
        "may_be_best",
        "nearest to people's order, documents told",
        "8 x 60",
        ALPHA,
        nearest(SEVERAL, SIZE, clusters="document"),
        decides=False,
    ),
    Truth("nearer_than_chance", "one metric of four is", "8 x 60", ALPHA, nearer(NOISE, SIZE)),
    Truth("system_elsewhere", "none is", "8 x 60", ALPHA, elsewhere(ALIKE, SIZE), decides=False),
    Truth("system_elsewhere", "none is, few inputs", "6 x 15", ALPHA, elsewhere(ALIKE, SMALL), decides=False),
    Truth(
        "system_elsewhere",
        "none is, documents told",
        "8 x 60",
        ALPHA,
        elsewhere(DOCUMENTS, SIZE, clusters="document"),
        decides=False,
    ),
    Truth(
        "system_elsewhere",
        "none is, documents untold",
        "8 x 60",
        ALPHA,
        elsewhere(DOCUMENTS, SIZE),
        decides=False,
    ),
    Truth(
        "system_elsewhere",
        "none is, documents untold and names shuffled",
        "8 x 60",
        ALPHA,
        elsewhere(SHUFFLED, SIZE),
        outside=UNTOLD,
        decides=False,
    ),
)
