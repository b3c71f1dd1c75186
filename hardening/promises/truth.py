"""A truth under which a rule is tried, and how often its promise was broken there."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterable

import numpy as np

from trueness.decisions.decision import Decision

MOST_ERRORS = 2.0
"""So many standard errors beyond what is promised, a promise counts as broken."""


@dataclasses.dataclass(frozen=True)
class Outcome:
    """What one simulated table showed.

    Attributes
    ----------
    broken : bool
        Whether the promise was broken.
    told : float
        What share of what could be told was told: 1 or 0 of a yes or no, of a set the share that was ruled out.
    """

    broken: bool
    told: float

    @classmethod
    def of(cls, decisions: Iterable[Decision], broken: Callable[[Decision], bool]) -> Outcome:
        """Return the outcome of decisions that are each right or wrong; one wrong one breaks the promise."""
        found = list(decisions)
        told = [one.answer != "cannot_tell" for one in found]
        return cls(any(broken(one) for one in found), sum(told) / len(told) if told else math.nan)


@dataclasses.dataclass(frozen=True)
class Truth:
    """A truth of known answer, and a rule that is asked about tables drawn from it.

    Attributes
    ----------
    rule : str
    name : str
        What is true, in a few words: ``one best of 15``.
    size : str
        ``16 x 40``.
    allowed : float
        The share of tables in which the promise may be broken.
    ask : callable
        Given a generator, draws a table, asks the public function, and says what came of it.
    outside : str
        Why the rule does not claim to hold here, in the words that its users read; empty where it does.
    decides : bool
        Whether there is something to tell here: a rule that never does is broken, too.
    """

    rule: str
    name: str
    size: str
    allowed: float
    ask: Callable[[np.random.Generator], Outcome]
    outside: str = ""
    decides: bool = True

    @property
    def key(self) -> tuple[str, str, str]:
        """Return what tells it from others."""
        return self.rule, self.name, self.size


@dataclasses.dataclass(frozen=True)
class Kept:
    """How a promise fared in one truth. A row of the stored table.

    Attributes
    ----------
    rule, truth, size : str
    tables : int
    allowed : float
    broken, error : float
        The share of tables in which the promise was broken, and its standard error, were it as promised.
    told : float
        Mean of `Outcome.told`.
    outside : str
    """

    rule: str
    truth: str
    size: str
    tables: int
    allowed: float
    broken: float
    error: float
    told: float
    outside: str

    @property
    def holds(self) -> bool:
        """Whether the promise is not broken more often than allowed, by more than `MOST_ERRORS` standard errors."""
        return self.broken <= self.allowed + MOST_ERRORS * self.error


def tried(truth: Truth, tables: int, seed: int) -> Kept:
    """Return how the promise fares in so many tables; each has a random stream of its own.

    Parameters
    ----------
    truth : Truth
    tables : int
    seed : int
    """
    label = [ord(letter) for letter in "/".join(truth.key)]
    outcomes = [truth.ask(np.random.default_rng([seed, number, *label])) for number in range(tables)]
    told = [one.told for one in outcomes if not math.isnan(one.told)]
    return Kept(
        rule=truth.rule,
        truth=truth.name,
        size=truth.size,
        tables=tables,
        allowed=truth.allowed,
        broken=sum(one.broken for one in outcomes) / tables,
        error=math.sqrt(truth.allowed * (1 - truth.allowed) / tables),
        told=sum(told) / len(told) if told else math.nan,
        outside=truth.outside,
    )
