"""What asking a model costs, and the most that it may cost."""

from __future__ import annotations

import dataclasses
import math
from typing import NamedTuple

from trueness.errors import ArgumentError, check_integer
from trueness.metrics.llm_judge.declaration import Price


@dataclasses.dataclass
class Spending:
    """What was asked and what it cost.

    Attributes
    ----------
    calls, known, failed : int
        Replies that came, those that were kept from before, and calls without a reply after all attempts.
    attempts : int
        Requests that were made for them, those that were made again included.
    tokens_in, tokens_out : int
        Of all attempts, as the endpoint says; where it says nothing, the most that they can have been.
    unknown : int
        Attempts of which it says nothing: replies without a count, and what failed after it had been sent.
    cost : float or None
        In the declared currency; None where no price is declared.
    currency : str
    """

    calls: int = 0
    known: int = 0
    failed: int = 0
    attempts: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    unknown: int = 0
    cost: float | None = None
    currency: str = ""


class Said(NamedTuple):
    """What an endpoint says that an attempt took.

    Attributes
    ----------
    tokens_in, tokens_out : int or None
        None where it does not say: the attempt may have cost the most that it can.
    """

    tokens_in: int | None = None
    tokens_out: int | None = None


NOTHING = Said(0, 0)
"""Of an attempt that never reached a model."""


class Budget:
    """The most that may be spent in a run, by all judges together.

    Before an attempt its largest cost is set aside: one token for every byte that is sent, and the largest reply. It
    is settled with what the endpoint says that it took or, where that remains unknown, with the most. So the limit is
    kept if the endpoint keeps to the largest reply and counts no more tokens than bytes.

    Parameters
    ----------
    tokens : int, optional
        In and out together.
    cost : float, optional
        Money, in the currency that the judges declare.

    Raises
    ------
    ArgumentError
        If a limit is not above 0.
    """

    def __init__(self, tokens: int | None = None, cost: float | None = None) -> None:
        self.tokens = None if tokens is None else check_integer("tokens", tokens, minimum=1)
        if cost is not None and not 0 < cost < math.inf:
            raise ArgumentError(f"`cost` must be an amount above 0; it is {cost!r}.")
        self.cost = cost
        self._tokens_spent = self._tokens_aside = 0
        self._cost_spent = self._cost_aside = 0.0
        self._aside = 0

    @property
    def waiting(self) -> int:
        """How many attempts have something set aside."""
        return self._aside

    def set_aside(self, tokens_in: int, tokens_out: int, price: Price | None) -> bool:
        """Set the largest cost of an attempt aside, if that much is left; return whether it is."""
        tokens, cost = tokens_in + tokens_out, price.of(tokens_in, tokens_out) if price else 0.0
        if self.tokens is not None and self._tokens_spent + self._tokens_aside + tokens > self.tokens:
            return False
        if self.cost is not None and self._cost_spent + self._cost_aside + cost > self.cost:
            return False
        self._tokens_aside += tokens
        self._cost_aside += cost
        self._aside += 1
        return True

    def settle(self, aside: tuple[int, int], spent: tuple[int, int], price: Price | None) -> None:
        """Replace what was set aside for an attempt, tokens in and out, by what was spent."""
        self._aside -= 1
        self._tokens_aside -= sum(aside)
        self._tokens_spent += sum(spent)
        if price:
            self._cost_aside = self._cost_aside - price.of(*aside) if self._aside else 0.0
            self._cost_spent += price.of(*spent)

    def said(self) -> str:
        """Return the limits in words."""
        limits = [] if self.tokens is None else [f"{self.tokens:,} tokens"]
        limits += [] if self.cost is None else [f"a cost of {self.cost:g}"]
        return " and ".join(limits)


class Meter:
    """Counts what attempts take, for one judge and for the budget of all.

    Parameters
    ----------
    price : Price or None
    budget : Budget or None
    spending : Spending
        What is counted.
    """

    def __init__(self, price: Price | None, budget: Budget | None, spending: Spending) -> None:
        self.budget = budget or Budget()
        self._price, self._spending = price, spending

    def set_aside(self, most: tuple[int, int]) -> bool:
        """Set the largest cost of an attempt aside, if that much is left; return whether it is."""
        return self.budget.set_aside(*most, self._price)

    def settle(self, most: tuple[int, int], said: Said) -> None:
        """Count an attempt, for which the most was set aside, as what the endpoint says."""
        spent = (
            most[0] if said.tokens_in is None else said.tokens_in,
            most[1] if said.tokens_out is None else said.tokens_out,
        )
        self.budget.settle(most, spent, self._price)
        counted = self._spending
        counted.attempts += 1
        counted.unknown += None in said
        counted.tokens_in += spent[0]
        counted.tokens_out += spent[1]
        if self._price is not None and counted.cost is not None:
            counted.cost += self._price.of(*spent)
