"""Which test decides about a coefficient, and which interval it has: what was asked for, or one in its place."""

from __future__ import annotations

from typing import NamedTuple

from trueness.methods.interval import IntervalMethod
from trueness.methods.pair_test import PLAIN
from trueness.methods.paired_bootstrap import PAIRED_BOOTSTRAP
from trueness.methods.registry import RECOMMENDED_NAME, interval_method, pair_test
from trueness.statistics.coefficient_facts import coefficient_facts

RECOMMENDED_TEST = pair_test(RECOMMENDED_NAME)


def recommended_test(over: str, standardize: str, stop_after: int | None) -> str:
    """Return the name of the recommended test.

    That is `RECOMMENDED_TEST`, and the plain permutation where something is asked for that only that one has.

    Parameters
    ----------
    over : str
        What it should swap; empty where nothing is asked for.
    standardize : str
        How metrics should be put on one scale before scores are swapped.
    stop_after : int or None
        When it should end early.
    """
    return RECOMMENDED_NAME if (over, standardize, stop_after) == ("", "level", None) else PLAIN


class ChosenInterval(NamedTuple):
    """How an interval is made: a method, and over what (columns ``interval`` and ``over``)."""

    method: IntervalMethod
    over: str


def interval_of(method: IntervalMethod, over: str, coefficient: str) -> ChosenInterval:
    """Return the interval of a coefficient: the one asked for, or bootstrap percentiles in place of a jackknife.

    These stand in where a coefficient is no smooth function of the data (`CoefficientFacts.smooth`).

    Parameters
    ----------
    method : IntervalMethod
        Asked for.
    over : str
        Of its `overs`.
    coefficient : str
    """
    if not method.leaves_out or coefficient_facts(coefficient).smooth:
        return ChosenInterval(method, over)
    stands_in = interval_method("percentile")
    return ChosenInterval(stands_in, over if over in stands_in.overs else "both")


class Decision(NamedTuple):
    """What decides: a test, and over what (columns ``test`` and ``over``)."""

    test: str
    over: str


class AskedTest(NamedTuple):
    """What is asked for.

    Attributes
    ----------
    name : str
        Of a test.
    over : str
        Of its `overs`.
    resampled : str
        What intervals resample, and so a bootstrap that stands in.
    """

    name: str
    over: str
    resampled: str

    def at(self, level: str, coefficient: str) -> Decision:
        """Return the test of a coefficient at a level.

        Where the test asked for does not exist the plain permutation takes its place, over the same. A permutation that
        is not valid for the coefficient is replaced by one that is, and by the paired bootstrap where none is.
        """
        if pair_test(self.name).exists(level, coefficient, self.over):
            return Decision(self.name, self.over)
        if pair_test(PLAIN).exists(level, coefficient, self.over):
            return Decision(PLAIN, self.over)
        swaps = coefficient_facts(coefficient).swaps[level]
        resampled = self.resampled if self.resampled in PAIRED_BOOTSTRAP.overs else "both"
        return Decision(PLAIN, swaps[0]) if swaps else Decision(PAIRED_BOOTSTRAP.name, resampled)
