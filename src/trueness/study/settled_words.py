"""How many outputs settle a question, in words."""

from __future__ import annotations

import math

from trueness.statistics.judging.labels_to_settle import LabelsToSettle

MOST_APART = 10.0
"""Of two numbers of outputs that are further apart the one at the estimate is said, and the smaller one."""

FARTHEST = 100.0
"""So many times the outputs there are, and more, are no number that anyone would label."""


def takes_to_settle(needed: LabelsToSettle, n_outputs: float) -> str:
    """Return how many outputs it takes in all: ``takes about 600 to settle it if the estimate is right``.

    Parameters
    ----------
    needed : LabelsToSettle
    n_outputs : float
        That there are.
    """
    more = needed.low > n_outputs
    if more and needed.high <= MOST_APART * needed.low:
        return f"likely takes {_rounded(needed.low)} to {_rounded(needed.high)} to settle it"
    if n_outputs < needed.likely <= FARTHEST * n_outputs:
        least = f", and {_rounded(needed.low)} at least" if more else ""
        return f"takes about {_rounded(needed.likely)} to settle it if the estimate is right{least}"
    return "takes far more to settle it: the estimate is close to what is asked"


def _rounded(number: float) -> str:
    """Return a number of outputs with two digits that count."""
    step = 10 ** max(0, math.floor(math.log10(number)) - 1)
    return f"{math.ceil(number / step) * step:,}"
