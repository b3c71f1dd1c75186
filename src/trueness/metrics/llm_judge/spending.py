"""What asking a model costs, and the most that it may cost."""

from __future__ import annotations

import dataclasses
import math

from trueness.errors import ArgumentError, check_integer
from trueness.metrics.llm_judge.declaration import Price


@dataclasses.dataclass
class Spending:
    """What was asked and what it cost.

    Attributes
    ----------
    calls, known, failed : int
        Replies that came, those that were kept from before, and calls without a reply after all attempts.
    tokens_in, tokens_out : int
        As the endpoint says; where it says nothing, the most that they can have been.
    unreported : int
        Replies of which it says nothing.
    cost : float or None
        In the declared currency; None where no price is declared.
    currency : str
    """

    calls: int = 0
    known: int = 0
    failed: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    unreported: int = 0
    cost: float | None = None
    currency: str = ""


class Budget:
    """The most that may be spent in a run, by all judges together.

    Before a request its largest cost is set aside: one token for every byte that is sent, and the largest reply. So
    the limit is kept if the endpoint keeps to the largest reply and counts no more tokens than bytes.

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
            raise ArgumentError(f"`cost` must be an amount above 0, not {cost!r}.")
        self.cost = cost
        self._tokens_spent = self._tokens_aside = 0
        self._cost_spent = self._cost_aside = 0.0
        self._aside = 0

    @property
    def waiting(self) -> int:
        """How many requests have something set aside."""
        return self._aside

    def set_aside(self, tokens_in: int, tokens_out: int, price: Price | None) -> bool:
        """Set the largest cost of a request aside, if that much is left; return whether it is."""
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
        """Replace what was set aside for a request, tokens in and out, by what was spent."""
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
