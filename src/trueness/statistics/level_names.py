"""What a correlation is computed on: the names of levels."""

from __future__ import annotations

from collections.abc import Sequence

from trueness.errors import ArgumentError, check_choice

LEVELS = ("system", "input", "global", "per_system")
"""``system`` correlates scores of systems (see `system_scores`); ``input``
averages over inputs the correlation across systems (the papers' summary level); ``global`` pools all outputs;
``per_system`` averages over systems the correlation across inputs."""

LEVEL_ALIASES = {"summary": "input"}


def check_levels(levels: str | Sequence[str]) -> tuple[str, ...]:
    """Return level names as a tuple; ``summary`` becomes ``input``.

    Raises
    ------
    ArgumentError
        If one is unknown or none is given.
    """
    given = (levels,) if isinstance(levels, str) else tuple(levels)
    if not given:
        raise ArgumentError("`level` must name at least one level.")
    names = [LEVEL_ALIASES.get(name, name) for name in given]
    return tuple(dict.fromkeys(check_choice("level", name, LEVELS) for name in names))
