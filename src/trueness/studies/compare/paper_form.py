"""How the table of a paper is asked for."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Self

from trueness.errors import check_choice
from trueness.reporting.form import Form

NAME = "paper"
SAID = "The table as it is pasted"
"""What a page shows of it while it is folded."""
INTERVAL, ERROR, RANKS, N = "interval", "error", "ranks", "n"
SHOWN_BESIDE = (INTERVAL, ERROR, RANKS, N)
"""What can stand beside every value."""


@dataclasses.dataclass(frozen=True)
class PaperForm:
    """How the table is asked for.

    Attributes
    ----------
    beside : tuple of str
        What stands beside every value, of `SHOWN_BESIDE`. Where nothing is asked for, limits of ranks stand beside the
        values that sort the table, and numbers of units where metrics differ in them.
    names : tuple of str, or mapping of str to str
        Chosen names, ``METRIC=NAME``, or by metric.
    sort : str or None
        The coefficient that the first side is sorted by, at its first level; the first by default; or ``name``.

    Raises
    ------
    ArgumentError
        If something else is to stand beside.
    """

    beside: tuple[str, ...] = ()
    names: tuple[str, ...] | Mapping[str, str] = ()
    sort: str | None = None

    def __post_init__(self) -> None:
        for what in self.beside:
            check_choice("show", what, SHOWN_BESIDE)

    @classmethod
    def of(cls, form: Form) -> Self:
        """Return how the table on a page was asked for."""
        return cls(form.beside, form.names, form.sort)

    def on_page(self, top: int | None = None) -> Form:
        """Return it as a page keeps it, with how many metrics its first table has (0 for all)."""
        return Form(top=top, sort=self.sort, beside=self.beside, names=self.names)
