"""What a study will take in time and memory, said before it takes either, and how many tests are too many."""

from __future__ import annotations

import dataclasses

from trueness.errors import ArgumentError
from trueness.parallel import announce, duration, memory_budget

SAID_FROM = 60.0
"""Seconds; of less nothing is said beforehand."""

MOST_TESTS = 500_000
"""Of one study: the rows of so many take about 1 GB, and nobody reads them."""


@dataclasses.dataclass(frozen=True)
class Cost:
    """What a piece of work takes, roughly: it may be half or three times as much.

    Attributes
    ----------
    work : str
        What there is so much of: ``4,680 tests of 40 metrics``.
    seconds : float
        On one core of 2024, divided by what workers share.
    fewer : str
        How there is less of it, with the options: ``name fewer metrics (--metrics)``.
    held : float
        Bytes held at a time, results among them; 0 where the memory budget bounds them.
    """

    work: str
    seconds: float
    fewer: str
    held: float = 0.0

    @property
    def said(self) -> str:
        """What is said of it beforehand; empty where it is less than a minute and the memory budget."""
        if self.seconds < SAID_FROM and self.held <= memory_budget():
            return ""
        memory = f" and {self.held / 2**30:,.1f} GiB" if self.held else ""
        return (
            f"{self.work}: roughly {duration(self.seconds)}{memory}. It may be half or three times as much. "
            f"For less, {self.fewer}."
        )


def say_cost(cost: Cost) -> None:
    """Announce what work will take, where that is much."""
    if said := cost.said:
        announce(said)


def check_tests(tests: int, made: str, fewer: str) -> None:
    """Check that a study has no more than `MOST_TESTS` tests.

    Parameters
    ----------
    tests : int
    made : str
        What makes so many.
    fewer : str
        A sentence with the options with which there are fewer.

    Raises
    ------
    ArgumentError
        If there are more.
    """
    if tests > MOST_TESTS:
        raise ArgumentError(
            f"{made}, more than the {MOST_TESTS:,} of which one study keeps and corrects the results. {fewer}"
        )
