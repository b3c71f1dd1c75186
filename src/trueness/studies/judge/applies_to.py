"""What intervals of judges are about, in words: other systems, other inputs, or other inputs of these systems."""

from __future__ import annotations

from trueness.study.words import OVER_WORDS

OTHER_OUTPUTS = "other outputs"


def applies_to(*, over_systems: bool, has_systems: bool) -> str:
    """Return what varies in an interval.

    Parameters
    ----------
    over_systems : bool
        Whether systems do; inputs always do.
    has_systems : bool
        Whether systems have names, or outputs are all there is.
    """
    if not has_systems:
        return OTHER_OUTPUTS
    return OVER_WORDS["both" if over_systems else "inputs"]
