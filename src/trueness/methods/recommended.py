"""Which test decides about a coefficient at a level: the one asked for where it exists, or one in its place."""

from __future__ import annotations

from typing import NamedTuple

from trueness.methods.pair_test import PLAIN
from trueness.methods.paired_bootstrap import PAIRED_BOOTSTRAP
from trueness.methods.registry import RECOMMENDED, RECOMMENDED_NAME, pair_test
from trueness.statistics.coefficient_facts import coefficient_facts

RECOMMENDED_TEST = pair_test(RECOMMENDED_NAME)


class Decision(NamedTuple):
    """What decides: a test, and over what (columns ``test`` and ``over``)."""

    test: str
    over: str


class AskedTest(NamedTuple):
    """What is asked for.

    Attributes
    ----------
    name : str
        Of a test, or ``recommended``.
    over, standardize : str
    stop_after : int or None
    resampled : str
        What intervals resample, and so a bootstrap that stands in.
    """

    name: str
    over: str
    standardize: str
    stop_after: int | None
    resampled: str

    @property
    def wanted(self) -> Decision:
        """The test asked for, over what it can be.

        ``recommended`` is `RECOMMENDED_TEST`, and the plain permutation where something is asked for that only that
        one has: other swaps, another scaling, an early end.
        """
        name = self.name
        if name == RECOMMENDED:
            asked = (self.over, self.standardize, self.stop_after)
            name = RECOMMENDED_TEST.name if asked == ("systems", "level", None) else PLAIN
        overs = pair_test(name).overs
        return Decision(name, self.over if self.over in overs else overs[0])

    def at(self, level: str, coefficient: str) -> Decision:
        """Return the test of a coefficient at a level.

        Where the test asked for does not exist the plain permutation takes its place, over the same. A permutation that
        is not valid for the coefficient is replaced by one that is, and by the paired bootstrap where none is.
        """
        wanted = self.wanted
        if pair_test(wanted.test).exists(level, coefficient, wanted.over):
            return wanted
        if pair_test(PLAIN).exists(level, coefficient, self.over):
            return Decision(PLAIN, self.over)
        swaps = coefficient_facts(coefficient).swaps[level]
        return Decision(PLAIN, swaps[0]) if swaps else Decision(PAIRED_BOOTSTRAP.name, self.resampled)

    def is_there(self, n_systems: int) -> bool:
        """Return whether there are enough systems for ``recommended``, if that is asked for."""
        return self.name != RECOMMENDED or n_systems >= RECOMMENDED_TEST.minimum_units
