"""Values and labels that are said to mean that there is no score: ``N/A``, ``ERROR*``, ``-1``."""

from __future__ import annotations

import dataclasses
import fnmatch
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from trueness.errors import ArgumentError, counted, listing

LIKE_NO_LABEL = re.compile(
    r"n/?a\b|n\.a\.|not applicable|none\b|null\b|missing|unknown|unsure|undecided|skip(ped)?\b|error|exception|"
    r"invalid|refus|fail(ed|ure)? to|could not|cannot|can't|unable|unparse?able|unclear|don'?t know|dk\b|"
    r"no (answer|label|score)|not (sure|known|clear)",
    re.IGNORECASE,
)
"""How labels begin that may mean that there is none; they are offered, never taken."""


@dataclasses.dataclass(frozen=True)
class Missing:
    """What stands for a missing score beside an empty cell.

    Attributes
    ----------
    patterns : tuple of str
        Shell patterns of labels and texts, or numbers; letters match in any case. One that begins with the name of a
        scorer and ``=`` holds for that one alone.
    """

    patterns: tuple[str, ...] = ()

    @classmethod
    def of(cls, given: Self | str | Iterable[str] | None) -> Self:
        """Return what is missing from its spelling, patterns with commas between, or from several of these.

        Raises
        ------
        ArgumentError
            If a pattern is no text or empty.
        """
        if given is None or isinstance(given, cls):
            return given or cls()
        several = [given] if isinstance(given, str) or not isinstance(given, Iterable) else list(given)
        found = []
        for text in several:
            if not isinstance(text, str):
                raise ArgumentError(
                    f"`missing_values` takes values and labels such as 'N/A,ERROR*,-1'; it is {text!r}."
                )
            found += [part.strip() for part in text.split(",")]
        if "" in found:
            raise ArgumentError(
                "`missing_values` has an empty pattern; an empty cell is missing anyway. Give values such as "
                "'N/A,ERROR*,-1'."
            )
        return cls(tuple(dict.fromkeys(found)))

    def __bool__(self) -> bool:
        """Return whether anything is said."""
        return bool(self.patterns)

    def of_scorers(self, *names: str | None) -> Missing:
        """Return what holds for a scorer that goes by any of these names, such as that of its column."""
        found = []
        for pattern in self.patterns:
            name, equals, value = pattern.partition("=")
            found.append(value.strip() if equals and name.strip() in names else pattern)
        return Missing(tuple(found))

    def holds(self, cell: Any) -> bool:
        """Return whether a cell is said to be missing."""
        if isinstance(cell, np.generic):
            cell = cell.item()
        if isinstance(cell, bool) or not isinstance(cell, str | int | float):
            return False
        text = " ".join(str(cell).split()).casefold()
        return any(fnmatch.fnmatchcase(text, one.casefold()) for one in self.patterns) or (
            _number(text) in self._numbers()
        )

    def _numbers(self) -> set[float]:
        return {number for one in self.patterns if (number := _number(one)) is not None}


def missing_pattern(value: str) -> str:
    """Return the pattern of one value, as it can be typed; empty where it would be that of any sign, and so of scores.

    Signs that mean something in a pattern are in brackets, ``[?]``; ``?`` stands for those that mean something on the
    command line, or cannot be seen.
    """
    found = "".join(
        f"[{sign}]" if sign in "*?[=" else "?" if sign in ",'" or not sign.isprintable() else sign
        for sign in value
    )
    return found if found.replace("?", "") else ""


class MissingTally:
    """Takes cells that are said to be missing out of columns, and counts them.

    Parameters
    ----------
    missing : Missing
    can_be_said : bool
        Whether who reads may say what is missing; a format that says it itself takes no word of theirs.
    """

    def __init__(self, missing: Missing, *, can_be_said: bool = True) -> None:
        self._missing = missing
        self.can_be_said = can_be_said
        self._known: dict[tuple[str, ...], tuple[Missing, dict[Any, bool]]] = {}
        self._counts: dict[str, Counter[str]] = {}

    @property
    def is_said(self) -> bool:
        """Whether anything is said to be missing."""
        return bool(self._missing)

    def cleared(self, cells: Sequence[Any] | NDArray[Any], *names: str) -> Sequence[Any] | NDArray[Any]:
        """Return cells, those that are missing as None, or NaN in an array of numbers.

        Parameters
        ----------
        cells : sequence or array
        *names : str
            What the scorer goes by; the first is how notes call it.
        """
        if not self._missing:
            return cells
        of_scorer, seen = self._known.setdefault(names, (self._missing.of_scorers(*names), {}))
        if isinstance(cells, np.ndarray) and cells.dtype.kind in "fiu":
            return self._without_numbers(cells, of_scorer, names[0])
        found = list(cells)
        for k, cell in enumerate(found):
            if not isinstance(cell, str | int | float):
                continue
            if cell not in seen:
                if len(seen) >= _MOST_SEEN:
                    seen.clear()
                seen[cell] = of_scorer.holds(cell)
            if seen[cell]:
                self._count(names[0], cell, 1)
                found[k] = None
        return found

    def _without_numbers(self, cells: NDArray[Any], missing: Missing, name: str) -> NDArray[Any]:
        values, counts = np.unique(cells[~np.isnan(cells)], return_counts=True)
        gone = [k for k, value in enumerate(values.tolist()) if missing.holds(value)]
        for k in gone:
            self._count(name, values[k], int(counts[k]))
        return np.where(np.isin(cells, values[gone]), np.nan, cells) if gone else cells

    def _count(self, name: str, cell: Any, n: int) -> None:
        text = f"{float(cell):g}" if not isinstance(cell, str) else cell.strip()
        self._counts.setdefault(name, Counter())[text] += n

    def notes(self) -> list[str]:
        """Return how many cells of which columns were taken for missing, or that none was."""
        if not self._missing:
            return []
        if not self._counts:
            return [
                f"no score is {listing(self._missing.patterns)}: nothing was taken for missing (--missing-values)"
            ]
        return [
            f"{counted(sum(found.values()), 'score')} of '{name}' taken for missing, as declared: "
            + ", ".join(f"'{text}' ({n})" for text, n in found.most_common(_SHOWN))
            + (", …" if len(found) > _SHOWN else "")
            for name, found in self._counts.items()
        ]


_MOST_SEEN = 100_000
"""Different cells that are remembered."""

_SHOWN = 4


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
