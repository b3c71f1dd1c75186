"""Which outputs have which scores, and tables without gaps."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from trueness.data.scores.score_table import ScoreTable, check_table
from trueness.errors import DataError, check_choice, counted, listing
from trueness.result import Row, rows_to_frame

Axis = Literal["scorer", "system", "input"]
Policy = Literal["drop_inputs", "drop_systems", "keep"]


@dataclasses.dataclass(frozen=True)
class Coverage:
    """Which scores exist.

    Attributes
    ----------
    scorers, systems, inputs : tuple of str
        The names (S, N and M of them).
    present : array of bool, shape (S, N, M)
        Where there is a score.
    """

    scorers: tuple[str, ...]
    systems: tuple[str, ...]
    inputs: tuple[str, ...]
    present: NDArray[np.bool_]

    def counts(self, by: Axis) -> NDArray[np.int64]:
        """Return the number of scores per scorer, per system or per input."""
        axes = {"scorer": (1, 2), "system": (0, 2), "input": (0, 1)}
        check_choice("by", by, axes)
        return np.asarray(self.present.sum(axis=axes[by]), dtype=np.int64)

    def rows(self, by: Axis = "scorer") -> list[Row]:
        """Return one row per scorer, system or input: name, scores present and missing, share present.

        Raises
        ------
        ArgumentError
            If `by` is not one of the three.
        """
        counts = self.counts(by)
        names = {"scorer": self.scorers, "system": self.systems, "input": self.inputs}[by]
        whole = self.present.size // len(names) if names else 0
        return [
            {
                by: name,
                "n_present": int(n),
                "n_missing": whole - int(n),
                "share": int(n) / whole if whole else float("nan"),
            }
            for name, n in zip(names, counts, strict=True)
        ]

    def to_frame(self, by: Axis = "scorer", backend: str | None = None) -> Any:
        """Return the rows as a dataframe (see `trueness.result.Result.to_frame`)."""
        return rows_to_frame(self.rows(by), backend)


def coverage(table: ScoreTable) -> Coverage:
    """Return which scores of a table exist.

    Parameters
    ----------
    table : ScoreTable
    """
    check_table(table)
    return Coverage(table.scorer_names, table.systems, table.inputs, ~np.isnan(table.values))


def complete(table: ScoreTable, policy: Policy, *, scorers: str | Iterable[str] | None = None) -> ScoreTable:
    """Return the table without gaps, by leaving out what has any.

    Parameters
    ----------
    table : ScoreTable
        The scores.
    policy : {'drop_inputs', 'drop_systems', 'keep'}
        Leave out every input, or every system, that lacks a score of any scorer; or keep the gaps.
    scorers : str or iterable of str, optional
        The scorers whose gaps count (patterns); by default all.

    Raises
    ------
    DataError
        If nothing would be left; the message says which scorers lack most.
    ArgumentError
        If `policy` is not one of the three.
    UnknownNameError
        If a pattern matches no scorer.
    """
    check_table(table)
    check_choice("policy", policy, ("drop_inputs", "drop_systems", "keep"))
    chosen = table if scorers is None else table.select(scorers=scorers)
    present = ~np.isnan(chosen.values)
    if policy == "keep" or present.all():
        return table
    kind, names, axes = (
        ("input", table.inputs, (0, 1)) if policy == "drop_inputs" else ("system", table.systems, (0, 2))
    )
    whole = np.atleast_1d(present.all(axis=axes))
    kept = [name for name, full in zip(names, whole, strict=True) if full]
    dropped = [name for name, full in zip(names, whole, strict=True) if not full]
    if not kept:
        gaps = (~present).sum(axis=(1, 2))
        worst = sorted((k for k in range(len(gaps)) if gaps[k]), key=lambda k: -int(gaps[k]))
        raise DataError(
            f"every {kind} lacks a score of some scorer, so all would be left out. Most is missing from "
            f"{listing([chosen.scorer_names[k] for k in worst], 3)}: leave those out, or keep the gaps."
        )
    left = table.select(**{f"{kind}s": kept})
    note = f"{counted(len(dropped), kind)} left out that lack a score of some scorer: {listing(dropped)}"
    return dataclasses.replace(left, notes=(*left.notes, note))
