"""Tables of certified numbers as CSV: written, read, and looked up by what is nearest to one's own data."""

from __future__ import annotations

import csv
import dataclasses
import io
import math
from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import Any, Protocol, TypeVar, get_type_hints

import numpy as np

from trueness.errors import FormatError, check_integer

FOLDER = "certified"
"""Where the tables lie in the folder of this file."""

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


CertifiedRow = TypeVar("CertifiedRow")
Sized = TypeVar("Sized", bound=OfOneSize)


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
