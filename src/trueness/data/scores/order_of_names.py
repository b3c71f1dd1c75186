"""The one order of names in which things enter fingerprints and random draws, whatever order a file has them in."""

from __future__ import annotations

from collections.abc import Sequence


def order_of_names(names: Sequence[str]) -> list[int]:
    """Return the positions that sort names by their code points: no locale, no numbers inside names.

    Parameters
    ----------
    names : sequence of str
        All different.
    """
    return sorted(range(len(names)), key=names.__getitem__)
