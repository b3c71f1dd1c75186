"""The published tables of how tests and intervals behave, a row per method, kind of scores and size of data.

How they are made from simulated rates and coverages, written as CSV and read again, and looked up by what is nearest
to one's own data.
"""

from __future__ import annotations

import csv
import dataclasses
import functools
import io
import math
from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import Any, Protocol, TypeVar, get_type_hints

import numpy as np

from trueness.errors import FormatError, check_integer
from trueness.studies.simulation.interval_coverage import IntervalCoverage
from trueness.studies.simulation.rejection_rates import RejectionRate, is_alternative

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
        Share of rejections, two-sided at .05, under the worst of the null truths, and its exact 95% interval.
    truth : str
        Which one that is.
    truths : int
        Among how many.
    runs : int
        Tables with a p-value behind it.
    power : float
        Mean share of rejections where the first metric is better; NaN if that was not studied.
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


Place = tuple[str, str, str, str, int, int]
"""Method, level, coefficient, kind of scores, systems, inputs."""

Found = TypeVar("Found", RejectionRate, IntervalCoverage)
CertifiedRow = TypeVar("CertifiedRow")
Certified = TypeVar("Certified", CertifiedRate, CertifiedCoverage)
Sized = TypeVar("Sized", bound=OfOneSize)


def summarised_rates(rates: Iterable[RejectionRate]) -> tuple[CertifiedRate, ...]:
    """Return the rows of the table from the rates of all scenarios.

    Parameters
    ----------
    rates : iterable of RejectionRate
        Two-sided, at .05.
    """
    found = []
    for place, group in _by_place(rates, "test").items():
        null = [rate for rate in group if rate.null]
        if not null:
            continue
        worst = max(null, key=lambda rate: rate.rate)
        found.append(
            CertifiedRate(
                *place,
                size=worst.rate,
                low=worst.low,
                high=worst.high,
                truth=_truth(worst),
                truths=len(null),
                runs=worst.runs - worst.n_undefined,
                power=_mean([rate.rate for rate in group if is_alternative(rate)]),
            )
        )
    return tuple(found)


def summarised_coverages(coverages: Iterable[IntervalCoverage]) -> tuple[CertifiedCoverage, ...]:
    """Return the rows of the table from the coverages of all scenarios."""
    found = []
    for place, group in _by_place(coverages, "interval").items():
        worst = min(group, key=lambda row: row.coverage)
        found.append(
            CertifiedCoverage(
                *place,
                coverage=worst.coverage,
                low=worst.low,
                high=worst.high,
                truth=_truth(worst),
                truths=len(group),
                mean_coverage=_mean([row.coverage for row in group]),
                replicate=_mean([row.replicate_coverage for row in group]),
                width=_mean([row.width for row in group]),
                runs=worst.runs - worst.n_undefined,
            )
        )
    return tuple(found)


def _by_place(rows: Iterable[Found], method: str) -> dict[Place, list[Found]]:
    """Return rows that have numbers, scenario by scenario, by what a row of the table is about."""
    groups: dict[Place, list[Found]] = {}
    for row in rows:
        if row.runs > row.n_undefined:
            place = (
                getattr(row, method),
                row.level,
                row.coefficient,
                row.scores,
                row.n_systems,
                row.n_inputs,
            )
            groups.setdefault(place, []).append(row)
    return groups


def _truth(row: RejectionRate | IntervalCoverage) -> str:
    return row.scenario.partition(";")[0]


def _mean(values: Sequence[float]) -> float:
    known = [value for value in values if not np.isnan(value)]
    return float(np.mean(known)) if known else float("nan")


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
    rates : sequence of CertifiedRate, optional
        By default those that come with the package.

    Returns
    -------
    CertifiedRate or None
        None where nothing near has been certified. Its `n_systems` and `n_inputs` say what it stands for.
    """
    rows = certified_rates() if rates is None else rates
    same = [row for row in rows if row.test == test]
    return _nearest(same, (level, coefficient, scores), n_systems, n_inputs)


def certified_coverage(
    interval: str,
    level: str,
    coefficient: str,
    n_systems: int,
    n_inputs: int,
    scores: str,
    *,
    coverages: Sequence[CertifiedCoverage] | None = None,
) -> CertifiedCoverage | None:
    """Return how a 95% interval behaves on simulated data nearest to one's own.

    See `nearest_size` for what is near.

    Parameters
    ----------
    interval : str
        Of `studied.studied_intervals`.
    level, coefficient : str
    n_systems, n_inputs : int
    scores : {'normal', 'likert', 'skewed', 'heavy_tailed'}
        See `score_type`.
    coverages : sequence of CertifiedCoverage, optional
        By default those that come with the package.

    Returns
    -------
    CertifiedCoverage or None
        None where nothing near has been certified. Its `n_systems` and `n_inputs` say what it stands for.
    """
    rows = certified_coverages() if coverages is None else coverages
    same = [row for row in rows if row.interval == interval]
    return _nearest(same, (level, coefficient, scores), n_systems, n_inputs)


def _nearest(
    rows: Iterable[Certified], wanted: tuple[str, str, str], n_systems: int, n_inputs: int
) -> Certified | None:
    """Return the row of a level, a coefficient and a kind of scores whose data are nearest in size."""
    known = {
        (row.n_systems, row.n_inputs): row
        for row in rows
        if (row.level, row.coefficient, row.scores) == wanted
    }
    nearest = nearest_size(known.values(), n_systems, n_inputs)
    return None if nearest is None else known[nearest]


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
    place = files("trueness.studies.simulation").joinpath(FOLDER, name)
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
