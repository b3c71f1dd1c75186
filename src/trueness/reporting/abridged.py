"""A table too long for a page: how many rows it has, and what tells whether others are the same."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from typing import Any, Self

from trueness.result import Row

MOST_ROWS = 10_000
"""A longer table is abridged in a page: there it takes about 130 bytes a row, compressed."""

_NUMBER = "number"


@dataclasses.dataclass(frozen=True)
class Abridged:
    """What a page's manifest holds of a table in place of its rows.

    Attributes
    ----------
    columns : tuple of str
    n_rows : int
    sha256 : str
        Of all rows at full precision, in their order.
    sha256_names : str
        The same of all but fractions: names, verdicts, counts, and which numbers are undefined.
    sums : mapping of str to tuple of (float, float)
        Of each column with fractions the sum, and the sum with weights from 0 for the first row to 1 for the last.
    """

    columns: tuple[str, ...]
    n_rows: int
    sha256: str
    sha256_names: str
    sums: Mapping[str, tuple[float, float]]

    @classmethod
    def of(cls, rows: Sequence[Row]) -> Self:
        """Return what is kept of rows with the same columns."""
        whole, names = hashlib.sha256(), hashlib.sha256()
        numbers: dict[str, list[tuple[int, float]]] = {}
        for k, row in enumerate(rows):
            values = list(row.values())
            whole.update(_line(values))
            names.update(_line([_NUMBER if isinstance(value, float) else value for value in values]))
            for column, value in row.items():
                if isinstance(value, float):
                    numbers.setdefault(column, []).append((k, value))
        last = max(1, len(rows) - 1)
        sums = {
            column: (math.fsum(x for _, x in found), math.fsum(k / last * x for k, x in found))
            for column, found in numbers.items()
        }
        return cls(
            columns=tuple(rows[0]) if rows else (),
            n_rows=len(rows),
            sha256=whole.hexdigest(),
            sha256_names=names.hexdigest(),
            sums=sums,
        )

    @classmethod
    def from_dict(cls, columns: Sequence[str], values: Mapping[str, Any]) -> Self:
        """Return what `to_dict` described."""
        sums = {column: (float(one), float(other)) for column, (one, other) in values["sums"].items()}
        return cls(
            columns=tuple(columns),
            n_rows=values["n_rows"],
            sha256=values["sha256"],
            sha256_names=values["sha256_names"],
            sums=sums,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return JSON-ready values, but for the columns."""
        values = dataclasses.asdict(self)
        del values["columns"]
        return {**values, "sums": {column: list(both) for column, both in self.sums.items()}}

    def differing(self, rows: Sequence[Row], tolerance: float) -> dict[str, tuple[Any, Any]]:
        """Return where rows are not these: what was recorded and what is now, by column; empty where they are equal.

        Parameters
        ----------
        rows : sequence of Row
        tolerance : float
            How far numbers may differ, on average over the rows; 0 for not at all. Which rows differ is not known.
        """
        now = Abridged.of(rows)
        if now.sha256 == self.sha256:
            return {}
        if (now.columns, now.n_rows) != (self.columns, self.n_rows):
            return {"rows": (self.n_rows, now.n_rows)}
        most = tolerance * self.n_rows
        found: dict[str, tuple[Any, Any]] = {
            f"sum of {column}": (self.sums.get(column, (0.0, 0.0))[0], now.sums.get(column, (0.0, 0.0))[0])
            for column in dict.fromkeys([*self.sums, *now.sums])
            if any(
                abs(one - other) > most
                for one, other in zip(
                    self.sums.get(column, (math.inf, math.inf)), now.sums.get(column, (0.0, 0.0)), strict=True
                )
            )
        }
        if now.sha256_names != self.sha256_names:
            found["names, verdicts and counts"] = (self.sha256_names, now.sha256_names)
        if not found and not tolerance:
            found["all"] = (self.sha256, now.sha256)
        return found


def _line(values: Sequence[Any]) -> bytes:
    return (json.dumps(values, allow_nan=False) + "\n").encode()
