"""What has to hold before anything is said of other inputs: enough of them, each independent of the others."""

from __future__ import annotations

from trueness.decisions.decision import Ground

INPUTS = "independent_inputs"

FEWEST = 10
"""Independent inputs without which nothing is said of others."""


def independent_inputs(count: int, fewest: int = FEWEST) -> Ground:
    """Return the need of whoever applies to other inputs.

    Parameters
    ----------
    count : int
        Inputs that are independent, or clusters of them.
    fewest : int
        Where a rule was measured to need more.
    """
    return Ground.counted(INPUTS, count, fewest)
