"""Numbers that are written otherwise: ``50.4%``, ``4/5``, ``4 - good``, ``1.503,5``, ``★☆``, ``TRUE``."""

from __future__ import annotations

import itertools
import re
from array import array
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)"
_PERCENT = re.compile(rf"({_NUMBER})\s?%")
_OF = re.compile(r"(\d+(?:\.\d+)?)\s?/\s?(\d+(?:\.\d+)?)")
_LABELLED = re.compile(
    r"([+-]?\d+(?:\.\d+)?)(?:\s*[-\u2013\u2014]\s+|\s*[:=]\s*|\s*\()([^\W\d_].*?)\)?", re.DOTALL
)
_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,})")
_EUROPEAN = re.compile(r"[+-]?[1-9]\d{0,2}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})")
_GROUP = re.compile(r"[+-]?[1-9]\d{0,2},\d{3}")
_COMMA = re.compile(r"[+-]?\d*,\d+(?:[eE][+-]?\d+)?")
_DATE = re.compile(
    r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s?(?:Z|UTC|[+-]\d{2}:?\d{2})?)?"
    r"|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}(?: \d{1,2}:\d{2}(?::\d{2})?)?|\d{1,2}:\d{2}:\d{2}(?:\.\d+)?",
    re.IGNORECASE,
)
_STARS = re.compile("((?:[\u2605\u2b50]\ufe0f?)*)(\u2606*)")
_TRUTH = {"true": 1.0, "yes": 1.0, "t": 1.0, "y": 1.0, "false": 0.0, "no": 0.0, "f": 0.0, "n": 0.0}

MOST_WORDS = 8
"""A number with more words behind it is a sentence."""

_KINDS = (
    ("percent", _PERCENT),
    ("of", _OF),
    ("labelled", _LABELLED),
    ("thousands", _THOUSANDS),
    ("european", _EUROPEAN),
    ("group", _GROUP),
    ("comma", _COMMA),
    ("stars", _STARS),
)


def is_date(text: str) -> bool:
    """Return whether a text is a date or a time of day, and so neither a number nor a label."""
    return _DATE.fullmatch(text.strip()) is not None


def kind_of_number(text: str) -> str | None:
    """Return as what a text that is no plain number could be one, None where it could not."""
    bare = text.strip()
    if bare.casefold() in _TRUTH:
        return "truth"
    for kind, pattern in _KINDS:
        if pattern.fullmatch(bare):
            return None if kind == "labelled" and len(bare.split()) > MOST_WORDS else kind
    return None


def _split_label(cell: str) -> tuple[float, str]:
    """Return the number and the word of a label such as ``4 - good``."""
    found = _LABELLED.fullmatch(cell)
    return (float(found[1]), " ".join(found[2].split()).casefold()) if found else (float("nan"), "")


class Plain(NamedTuple):
    """What is known of the plain numbers of a column.

    Attributes
    ----------
    values : array
        All that are there.
    has_points : bool
        Whether one is written with a point.
    has_decimals : bool
        Whether one is written with a point that cannot stand between thousands.
    """

    values: NDArray[np.float64]
    has_points: bool
    has_decimals: bool


class UnclearError(Exception):
    """Numbers of a column that cannot be read for certain.

    Attributes
    ----------
    k : int
        Which of those that were added it is about.
    problem, remedy : str
    """

    def __init__(self, k: int, problem: str, remedy: str) -> None:
        super().__init__(problem)
        self.k, self.problem, self.remedy = k, problem, remedy


class WrittenNumbers:
    """The cells of one column that are numbers written otherwise; what they mean is known once all are there."""

    def __init__(self) -> None:
        self.places, self.rows = array("q"), array("q")
        self.cells: list[str] = []
        self._kinds: dict[str, int] = {}

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.cells)

    def add(self, place: int, row: int, cell: str, kind: str) -> None:
        """Add a cell with its place in the column, its row in the file, and its kind."""
        self._kinds.setdefault(kind, len(self.cells))
        self.places.append(place)
        self.rows.append(row)
        self.cells.append(cell.strip())

    @property
    def kinds(self) -> frozenset[str]:
        """Which kinds there are."""
        return frozenset(self._kinds)

    def ascending(self, labels: tuple[str, ...]) -> bool:
        """Return whether labels that begin with numbers are in the order of these."""
        found = [_LABELLED.fullmatch(label.strip()) for label in labels]
        numbers = [float(one[1]) for one in found if one]
        return len(numbers) == len(labels) and all(a < b for a, b in itertools.pairwise(numbers))

    def values(self, name: str, plain: Plain) -> tuple[NDArray[np.float64], str]:
        """Return the number of every cell, in the order in which they were added, and what is to be said of that.

        Parameters
        ----------
        name : str
            The column, for the note.
        plain : Plain

        Raises
        ------
        UnclearError
            If they can be read in more ways than one.
        """
        kinds = self.kinds
        if "european" in kinds and kinds <= {"european", "comma", "group"}:
            return self._european(name, plain)
        if "thousands" in kinds and kinds <= {"thousands", "group"}:
            return self._without_commas(name)
        if kinds == {"group"} and plain.has_decimals:
            return self._without_commas(name)
        if kinds <= {"group", "comma"}:
            raise self._of_commas()
        if len(kinds) > 1:
            one, other = sorted(self._kinds.values())[:2]
            raise UnclearError(
                other,
                f"{self.cells[other]!r} and {self.cells[one]!r} (row {self.rows[one]}) are numbers of two kinds.",
                "Write all as plain numbers.",
            )
        ways = {
            "percent": self._percent,
            "of": self._of,
            "labelled": self._labelled,
            "stars": self._stars,
            "truth": self._truth,
        }
        return ways[next(iter(kinds))](name, plain)

    def _percent(self, name: str, plain: Plain) -> tuple[NDArray[np.float64], str]:
        self._alone(plain, "a percent sign", "Write all with it, or none.")
        numbers = [float(f"{cell.rstrip('%').rstrip()}e-2") for cell in self.cells]
        return np.array(numbers), f"percents of '{name}' were read as shares: {self._shown(numbers[0])}"

    def _of(self, name: str, plain: Plain) -> tuple[NDArray[np.float64], str]:
        self._alone(plain, "what it is out of", "Write all as plain numbers.")
        numbers = []
        for k, cell in enumerate(self.cells):
            one, _, other = cell.partition("/")
            a, b = Fraction(one.strip()), Fraction(other.strip())
            if not b or a > b:
                why = "out of zero" if not b else "more than it is out of, as in a date"
                raise UnclearError(k, f"{cell!r} is {why}.", "Write a plain number.")
            numbers.append(float(a / b))
        return np.array(numbers), f"'{name}' was read as shares: {self._shown(numbers[0])}"

    def _labelled(self, name: str, plain: Plain) -> tuple[NDArray[np.float64], str]:
        del plain
        words: dict[float, str] = {}
        meant: dict[str, float] = {}
        numbers = []
        for k, cell in enumerate(self.cells):
            number, word = _split_label(cell)
            if words.setdefault(number, word) != word or meant.setdefault(word, number) != number:
                raise UnclearError(
                    k,
                    f"{cell!r} has another word, or another number, than the same one elsewhere in the column.",
                    "Give every number one word, or write plain numbers.",
                )
            numbers.append(number)
        return np.array(numbers), f"'{name}' was read by the numbers in its labels: {self._shown(numbers[0])}"

    def _stars(self, name: str, plain: Plain) -> tuple[NDArray[np.float64], str]:
        self._alone(plain, "stars", "Write all as plain numbers.")
        numbers: list[float] = []
        of: int | None = None
        for k, cell in enumerate(self.cells):
            found = _STARS.fullmatch(cell)
            full, empty = (len(part.replace("\ufe0f", "")) for part in found.groups()) if found else (0, 0)
            if empty:
                of = full + empty if of is None else of
            if of is not None and (full > of or (empty and full + empty != of)):
                raise UnclearError(
                    k,
                    f"{cell!r} has another number of stars than the {of} of others.",
                    "Write plain numbers.",
                )
            numbers.append(float(full))
        return np.array(numbers), f"stars of '{name}' were counted: {self._shown(numbers[0])}"

    def _truth(self, name: str, plain: Plain) -> tuple[NDArray[np.float64], str]:
        if not np.isin(plain.values, (0, 1)).all():
            raise UnclearError(
                0,
                f"{self.cells[0]!r} is not a number, and others are neither 0 nor 1.",
                "Write numbers, or words.",
            )
        numbers = [_TRUTH[cell.casefold()] for cell in self.cells]
        return np.array(numbers), f"words of '{name}' were read as its numbers are: {self._shown(numbers[0])}"

    def _european(self, name: str, plain: Plain) -> tuple[NDArray[np.float64], str]:
        if plain.has_points:
            raise UnclearError(
                self._kinds["european"],
                f"{self.cells[self._kinds['european']]!r} has points between thousands, and others in the column have "
                "points that may be either.",
                "Write plain numbers, decimals with a point.",
            )
        numbers = [float(cell.replace(".", "").replace(",", ".")) for cell in self.cells]
        k = self._kinds["european"]
        return np.array(numbers), f"points of '{name}' stand between thousands: {self._shown(numbers[k], k)}"

    def _without_commas(self, name: str) -> tuple[NDArray[np.float64], str]:
        numbers = [float(cell.replace(",", "")) for cell in self.cells]
        return np.array(numbers), f"commas of '{name}' stand between thousands: {self._shown(numbers[0])}"

    def _of_commas(self) -> UnclearError:
        if "comma" in self._kinds:
            k = self._kinds["comma"]
            return UnclearError(k, f"{self.cells[k]!r} is not a number.", "Write decimals with a point.")
        cell = self.cells[0]
        return UnclearError(
            0,
            f"the comma of {cell!r} may stand between thousands, or for a decimal point; the column "
            "leaves it open.",
            f"Write {cell.replace(',', '')} or {cell.replace(',', '.')}, and all others likewise.",
        )

    def _alone(self, plain: Plain, what: str, remedy: str) -> None:
        if len(plain.values):
            raise UnclearError(
                0,
                f"{self.cells[0]!r} stands in a column with {len(plain.values):,} numbers without {what}.",
                remedy,
            )

    def _shown(self, number: float, k: int = 0) -> str:
        return f"'{self.cells[k]}' is {number:.15g}"
