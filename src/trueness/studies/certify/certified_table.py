"""The published tables of how tests and intervals behave, a row per method, kind of scores and size of data.

How they are written as CSV and read again, and looked up by what is nearest to one's own data.
"""

from __future__ import annotations

import csv
import dataclasses
import functools
import io
import math
from collections.abc import Collection, Iterable, Sequence
from importlib.resources import files
from typing import Any, Protocol, TypeVar, get_type_hints

import numpy as np

from trueness.errors import FormatError, check_integer

ALPHA = 0.05
"""At which level tests were certified first."""

BAND = 0.015
"""A test holds its size where it rejects a true null in .05 +- .015."""

FOLDER = "certified"
"""Where the tables lie in the folder of this file."""

RATES, COVERAGES = "rates.csv", "coverages.csv"

MOST_SYSTEMS_APART = 2.0
"""A table of so many times more or fewer systems says nothing about one's own."""

MOST_INPUTS_APART = 5.0


class OfOneSize(Protocol):
    """A row about data of some size."""

    @property
    def n_systems(self) -> int:
        """Systems."""

    @property
    def n_inputs(self) -> int:
        """Inputs."""


@dataclasses.dataclass(frozen=True)
class CertifiedRate:
    """How one test behaves on one kind of data.

    Attributes
    ----------
    test, level, coefficient, scores : str
    n_systems, n_inputs : int
    size, low, high : float
        Share of rejections, two-sided at alpha, under the worst of the null truths, and its exact 95% interval.
    truth : str
        Which one that is.
    truths : int
        Among how many.
    runs : int
        Tables with a p-value behind it.
    power : float
        Mean share of rejections where there is a difference to find; NaN if that was not studied.
    look : str
        What of these truths can be seen in a table (`truths.LOOKS`); empty for those that cannot be told from one.
    alpha : float
    median : float
        Share of rejections under the median of the null truths, the higher one of two; NaN where it was not kept.
    median_truth : str
        Which one that is.
    """

    test: str
    level: str
    coefficient: str
    scores: str
    n_systems: int
    n_inputs: int
    size: float
    low: float
    high: float
    truth: str
    truths: int
    runs: int
    power: float
    look: str = ""
    alpha: float = ALPHA
    median: float = math.nan
    median_truth: str = ""


@dataclasses.dataclass(frozen=True)
class CertifiedCoverage:
    """How one 95% interval behaves on one kind of data.

    Attributes
    ----------
    interval, level, coefficient, scores : str
    n_systems, n_inputs : int
    coverage, low, high : float
        Share of intervals that held the population value, under that of the truths where it is smallest, and the exact
        95% interval of that share.
    truth : str
        Which one that is.
    truths : int
        Among how many.
    mean_coverage : float
        Mean share over the truths.
    replicate : float
        Mean share of intervals that held the correlation of a fresh table of the same size.
    width : float
        Mean width.
    runs : int
        Tables with an interval behind `coverage`.
    look : str
        What of these truths can be seen in a table (`truths.LOOKS`); empty for those that cannot be told from one.
    median : float
        Share of intervals that held the population value under the median of the truths, the lower one of two; NaN
        where it was not kept.
    median_truth : str
        Which one that is.
    """

    interval: str
    level: str
    coefficient: str
    scores: str
    n_systems: int
    n_inputs: int
    coverage: float
    low: float
    high: float
    truth: str
    truths: int
    mean_coverage: float
    replicate: float
    width: float
    runs: int
    look: str = ""
    median: float = math.nan
    median_truth: str = ""


Place = tuple[str, str, str, str, int, int]
"""Method, level, coefficient, kind of scores, systems, inputs: the first columns of a row."""

CertifiedRow = TypeVar("CertifiedRow")
Certified = TypeVar("Certified", CertifiedRate, CertifiedCoverage)
Sized = TypeVar("Sized", bound=OfOneSize)


@functools.cache
def certified_rates() -> tuple[CertifiedRate, ...]:
    """Return the table of tests that comes with the package; empty where it has none.

    Raises
    ------
    FormatError
        If it is damaged.
    """
    return packaged_table(CertifiedRate, RATES)


@functools.cache
def certified_coverages() -> tuple[CertifiedCoverage, ...]:
    """Return the table of intervals that comes with the package; empty where it has none.

    Raises
    ------
    FormatError
        If it is damaged.
    """
    return packaged_table(CertifiedCoverage, COVERAGES)


def certified_size(
    test: str,
    level: str,
    coefficient: str,
    n_systems: int,
    n_inputs: int,
    scores: str,
    *,
    looks: Collection[str] = (),
    alpha: float = ALPHA,
    rates: Sequence[CertifiedRate] | None = None,
) -> CertifiedRate | None:
    """Return how a test behaves on simulated data nearest to one's own.

    See `nearest_size` for what is near.

    Parameters
    ----------
    test : str
        Of `studied.studied_tests`.
    level, coefficient : str
    n_systems, n_inputs : int
    scores : {'normal', 'likert', 'skewed', 'heavy_tailed'}
        See `score_type`.
    looks : collection of str
        What is seen in one's own data (`looks_of`); truths that look otherwise say nothing about them.
    alpha : float
        Level of significance.
    rates : sequence of CertifiedRate, optional
        By default those that come with the package.

    Returns
    -------
    CertifiedRate or None
        That of the truths of these looks under which it rejects true nulls most often, or, without looks, of those that
        no data can be told from. None where nothing near has been certified. Its `n_systems` and `n_inputs` say what it
        stands for.
    """
    here = _rates_of(rates, test, alpha, (level, coefficient))
    found = _near(here, scores, looks, (n_systems, n_inputs))
    return max(found, key=lambda row: row.size, default=None)


def certified_coverage(
    interval: str,
    level: str,
    coefficient: str,
    n_systems: int,
    n_inputs: int,
    scores: str,
    *,
    looks: Collection[str] = (),
    coverages: Sequence[CertifiedCoverage] | None = None,
) -> CertifiedCoverage | None:
    """Return how a 95% interval behaves on simulated data nearest to one's own.

    See `nearest_size` for what is near, and `certified_size` for the parameters it has, too.

    Parameters
    ----------
    interval : str
        Of `studied.studied_intervals`.
    level, coefficient : str
    n_systems, n_inputs : int
    scores : {'normal', 'likert', 'skewed', 'heavy_tailed'}
    looks : collection of str
    coverages : sequence of CertifiedCoverage, optional
        By default those that come with the package.

    Returns
    -------
    CertifiedCoverage or None
        That under which fewest intervals hold the population value.
    """
    here = _coverages_of(coverages, interval, (level, coefficient))
    found = _near(here, scores, looks, (n_systems, n_inputs))
    return min(found, key=lambda row: row.coverage, default=None)


def _rates_of(
    rates: Sequence[CertifiedRate] | None, test: str, alpha: float, place: tuple[str, str]
) -> Sequence[CertifiedRate]:
    if rates is None or rates is certified_rates():
        return _packaged_rates(test, alpha).get(place, ())
    return [
        row for row in rates if (row.test, row.alpha, row.level, row.coefficient) == (test, alpha, *place)
    ]


def _coverages_of(
    coverages: Sequence[CertifiedCoverage] | None, interval: str, place: tuple[str, str]
) -> Sequence[CertifiedCoverage]:
    if coverages is None or coverages is certified_coverages():
        return _packaged_coverages(interval).get(place, ())
    return [row for row in coverages if (row.interval, row.level, row.coefficient) == (interval, *place)]


@functools.cache
def _packaged_rates(test: str, alpha: float) -> dict[tuple[str, str], list[CertifiedRate]]:
    """Sort what comes with the package by level and coefficient: every comparison asks several times."""
    return _by_place(row for row in certified_rates() if row.test == test and row.alpha == alpha)


@functools.cache
def _packaged_coverages(interval: str) -> dict[tuple[str, str], list[CertifiedCoverage]]:
    return _by_place(row for row in certified_coverages() if row.interval == interval)


def _by_place(rows: Iterable[Certified]) -> dict[tuple[str, str], list[Certified]]:
    found: dict[tuple[str, str], list[Certified]] = {}
    for row in rows:
        found.setdefault((row.level, row.coefficient), []).append(row)
    return found


def _near(
    here: Sequence[Certified],
    scores: str,
    looks: Collection[str],
    size: tuple[int, int],
) -> list[Certified]:
    """Return the rows of a place nearest in size: of a kind of scores, and of each look whatever the scores."""
    found = []
    for look in ("", *looks):
        alike = [row for row in here if row.look == look and (look or row.scores == scores)]
        known = {(row.n_systems, row.n_inputs): row for row in alike}
        nearest = nearest_size(known.values(), *size)
        if nearest is not None:
            found.append(known[nearest])
    return found


def nearest_size(rows: Iterable[Sized], n_systems: int, n_inputs: int) -> tuple[int, int] | None:
    """Return the numbers of systems and inputs, among those of rows, nearest to one's own; None if none is near.

    Nearest are the data with the smallest distance of the logarithms of the numbers of systems and inputs. Data with
    more than twice or less than half as many systems, or five times or a fifth as many inputs, are not near.

    Raises
    ------
    ArgumentError
        If a number is no positive whole number.
    """
    check_integer("n_systems", n_systems, minimum=1)
    check_integer("n_inputs", n_inputs, minimum=1)
    near = []
    for of_systems, of_inputs in {(row.n_systems, row.n_inputs) for row in rows}:
        systems = abs(math.log(of_systems / n_systems))
        inputs = abs(math.log(of_inputs / n_inputs))
        if systems <= math.log(MOST_SYSTEMS_APART) and inputs <= math.log(MOST_INPUTS_APART):
            near.append((math.hypot(systems, inputs), of_systems, of_inputs))
    return min(near)[1:] if near else None


def table_csv(rows: Sequence[CertifiedRow], kind: type[CertifiedRow]) -> str:
    """Return rows as CSV: numbers with six decimals, what is undefined left empty.

    Parameters
    ----------
    rows : sequence of a dataclass
    kind : type
        Of the rows, whose fields are the columns.
    """
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    names = _columns(kind)
    writer.writerow(names)
    for row in rows:
        writer.writerow(_text(getattr(row, name)) for name in names)
    return written.getvalue()


def read_table(text: str, kind: type[CertifiedRow], *, name: str) -> tuple[CertifiedRow, ...]:
    """Return the rows of a table written by `table_csv`.

    Parameters
    ----------
    text : str
    kind : type
        A dataclass of texts, whole numbers and numbers.
    name : str
        What the table is called in messages.

    Raises
    ------
    FormatError
        If a column is missing or a value is none.
    """
    columns = _columns(kind)
    reader = csv.DictReader(io.StringIO(text))
    if tuple(reader.fieldnames or ()) != tuple(columns):
        raise FormatError(f"the columns must be {', '.join(columns)}.", path=name)
    found = []
    for row in reader:
        if None in row:  # what stands beyond the last column
            raise FormatError("this row is too long.", path=name, row=reader.line_num)
        try:
            found.append(kind(**{column: _value(row[column], of) for column, of in columns.items()}))
        except (TypeError, ValueError) as error:
            raise FormatError(f"this row is damaged ({error}).", path=name, row=reader.line_num) from error
    return tuple(found)


def packaged_table(kind: type[CertifiedRow], name: str) -> tuple[CertifiedRow, ...]:
    """Return a table that comes with the package; empty where it has none.

    Raises
    ------
    FormatError
        If it is damaged.
    """
    place = files("trueness.studies.certify").joinpath(FOLDER, name)
    if not place.is_file():
        return ()
    return read_table(place.read_text(encoding="utf-8"), kind, name=str(place))


def _columns(kind: Any) -> dict[str, type]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in dataclasses.fields(kind)}


def _value(text: str | None, of: type) -> str | int | float:
    if text is None:
        raise ValueError("it is too short")
    if of is int:
        return int(text)
    return float(text or "nan") if of is float else text


def _text(value: object) -> str:
    if isinstance(value, float):
        return "" if np.isnan(value) else f"{value:.6f}"
    return str(value)
