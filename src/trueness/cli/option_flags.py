"""How the options of a command are typed, by the argument that each becomes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, get_args


class Becomes(NamedTuple):
    """The argument an option becomes, where messages call it by another name than the command does."""

    argument: str


def option_flags(options: Mapping[str, tuple[Any, Any]]) -> dict[str, str]:
    """Return the flag of every option, ``--test-over``, by the names of the argument it becomes.

    Parameters
    ----------
    options : mapping of str to (annotation, default)
        As `options.option` makes them; words without a flag are left out.
    """
    return {
        argument: flag
        for name, (kind, _) in options.items()
        if (flag := flag_of(kind))
        for argument in (name, *(said.argument for said in get_args(kind) if isinstance(said, Becomes)))
    }


def flag_of(kind: Any) -> str | None:
    """Return how an option is typed, given its annotation; None for a word without a flag."""
    _, said, *_ = get_args(kind)
    names = (said.default, *(said.param_decls or ()))  # of the names in an annotation the first is kept apart
    return next((name for name in names if isinstance(name, str) and name.startswith("--")), None)
