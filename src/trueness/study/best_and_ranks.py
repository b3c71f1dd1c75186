"""Why one may be named the best where no two are shown to differ: the words that every study and table has for it.

The best is found by one-sided tests with its rivals only, of which that of the truly best has to be right; a difference
is shown by tests that look both ways, and of all pairs none may be wrong. So the others can be ruled out as the best
while no pair differs, and limits of ranks may begin at 1 for one that is ruled out. To begin them at 2 would break
their promise: of two equal ones one would have a wrong limit in 10% of studies.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Protocol

from trueness.decisions.may_be_ranked import FAMILYWISE


class Standing(Protocol):
    """One of several that were compared."""

    @property
    def may_be_best(self) -> bool:
        """Whether it is not ruled out as the best."""

    @property
    def rank_low(self) -> int | None:
        """Where the limits of its rank begin; None where undefined."""


def no_two_differ(noun: str, n: int, n_left: int, after: str = "") -> str:
    """Return that no two are shown to differ, in step with what was said of the best.

    Parameters
    ----------
    noun : str
        What they are: ``system``.
    n : int
        How many were compared.
    n_left : int
        Of these those of which it was said that they may be the best; `n` where nothing was said of any.
    after : str
        What the tests were corrected by, with the space before it.
    """
    if n_left == n:
        return f"No two {noun}s are shown to differ{after}: do not rank them."
    less = "Finding the best takes less evidence than showing a difference"
    if n == 2:
        return f"{less}, and the two are not shown to differ."
    rest = "the others" if n_left == 1 else "them"
    return f"{less}: no two {noun}s are shown to differ{after}, so do not rank {rest}."


def ranks_beside_best(noun: str, standing: Iterable[Standing], correction: str) -> str:
    """Return why limits of ranks begin at 1 for some that are ruled out as the best, or later for some that are not.

    Without a correction for all pairs together limits are promised nothing, and nothing is said of them; nor where no
    limits are of either kind.
    """
    rows = list(standing)
    if correction not in FAMILYWISE:
        return ""
    said = []
    if any(not row.may_be_best and row.rank_low == 1 for row in rows):
        said.append(
            "That takes more evidence than finding the best: they may begin "
            f"at 1 for a {noun} that is ruled out as the best."
        )
    if any(row.may_be_best and (row.rank_low or 1) > 1 for row in rows):
        said.append(
            f"Once most pairs differ, showing that one is worse takes less evidence: they may begin later for a {noun} "
            "that may be the best."
        )
    return " ".join([f"Limits of ranks hold for all {noun}s at once.", *said]) if said else ""


def higher_but_ruled_out(values: Iterable[tuple[str, float, bool]]) -> str:
    """Return why one is ruled out as the best that is higher than one that is not; empty where none is.

    Parameters
    ----------
    values : iterable of (str, float, bool)
        Each one's name, its value, and whether it may be the best.
    """
    known = [one for one in values if not math.isnan(one[1])]
    left = [one for one in known if one[2]]
    lowest = min(left, key=lambda one: one[1], default=None)
    above = [one for one in known if lowest is not None and not one[2] and one[1] > lowest[1]]
    if lowest is None or not above:
        return ""
    name = max(above, key=lambda one: one[1])[0]
    return (
        f"Each is held against the others by their difference, which is known better of some: '{name}' is ruled out as "
        f"the best, and '{lowest[0]}', which is lower, is not."
    )
