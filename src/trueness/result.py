"""The base of results: tables of rows, as dictionaries, dataframes, text and figures, and a signature."""

from __future__ import annotations

import dataclasses
import functools
import math
import typing
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar

import trueness
from trueness.columns.explained import with_fields
from trueness.columns.sections import Docstring
from trueness.errors import MissingExtraError, check_choice

Row = dict[str, Any]
"""One row of a result table: column name to plain Python value (NaN where undefined)."""

Pvalue = Annotated[float, "pvalue"]
Share = Annotated[float, "share"]
Statistic = Annotated[float, "statistic"]
Threshold = Annotated[float, "threshold"]
Place = Annotated[float, "place"]
"""Kinds of numbers, for fields of rows: printed tables round by them. Other floats are correlations or differences."""


def fields_of(item: Any) -> Row:
    """Return the fields of a row: a dataclass whose fields are plain values, of which no copies are made.

    `dataclasses.asdict` copies every value, which takes most of the time of writing 100,000 rows.
    """
    return {name: getattr(item, name) for name in _field_names(item.__class__)}


@functools.cache
def _field_names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(kind))


@dataclasses.dataclass(frozen=True)
class Signature:
    """One line from which a reader can redo a result.

    Parts are kept in order and printed as ``key:value`` joined by ``|``, as sacreBLEU does for BLEU.
    """

    parts: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, **parts: Any) -> Signature:
        """Build a signature; parts that are None are left out, and the version of the package comes last."""
        parts.pop("version", None)
        return cls(_said_parts({**parts, "version": trueness.__version__}))

    def with_parts(self, parts: Mapping[str, Any]) -> Signature:
        """Return the signature with more parts, after those there are and before the version."""
        last = [one for one in self.parts if one[0] == "version"]
        return Signature((*(one for one in self.parts if one not in last), *_said_parts(parts), *last))

    def __str__(self) -> str:
        return "|".join(f"{key}:{value}" for key, value in self.parts)


SHARED_TABLES = ("decisions", "cautions")
"""What every result has besides its own tables."""


MOST_WORDS = 70
"""What a first screen answers in words: a person reads no more before the first table."""


@dataclasses.dataclass(frozen=True)
class Result:
    """What every function returns whose answer is more than a number: tables of rows, and what they come to in words.

    Its tables are the fields that hold rows (``tuple[LeadRow, ...]``), to which `decisions` and `cautions` are added;
    subclasses may name them in `TABLES`, where some are no fields, or the order is another. `rows` are of the first.

    Attributes
    ----------
    signature : Signature
        One line from which a reader can redo it.
    cautions : tuple of Caution
        What a reader of the numbers has to know, the gravest first.
    conclusions : tuple of str
        What was found, a short paragraph each: the answers first, what else there is to know below them.
    decisions : tuple of Decision
        What the rules of `trueness.decisions` answer; all that is said of what to do is made from them.
    must_see : tuple of str
        Of the conclusions, what every first screen has: what was asked for by an option, or spoils a judge.
    """

    TABLES: ClassVar[tuple[str, ...]]

    signature: Signature
    cautions: tuple[Any, ...] = dataclasses.field(default=(), kw_only=True)
    conclusions: tuple[str, ...] = dataclasses.field(default=(), kw_only=True)
    decisions: tuple[Any, ...] = dataclasses.field(default=(), kw_only=True)
    must_see: tuple[str, ...] = dataclasses.field(default=(), kw_only=True)

    @property
    def answers(self) -> tuple[str, ...]:
        """The conclusions of the first screen: as many as `MOST_WORDS` allow, one at least, and `must_see`."""
        words = 0
        found: list[str] = []
        for text in self.conclusions:
            words += len(text.split())
            if found and words > MOST_WORDS:
                break
            found.append(text)
        return (*found, *(text for text in self.must_see if text not in found))

    @property
    def further(self) -> tuple[str, ...]:
        """The conclusions that the first screen lacks."""
        return tuple(text for text in self.conclusions if text not in self.answers)

    @property
    def data(self) -> Mapping[str, Any]:
        """What is behind the numbers, by its part in the question."""
        return {}

    def compared(self) -> dict[str, Any]:
        """Return what stands at the head of `to_dict` beside tables."""
        return {}

    def rows_of(self, table: str) -> Sequence[Any]:
        """Return the rows of a table of `TABLES`."""
        return tuple(getattr(self, table))

    def rows(self) -> list[Row]:
        """Return the rows of the first table that has some, with the column names of the glossary."""
        first = next((name for name in self.TABLES if self.rows_of(name)), self.TABLES[0])
        return [fields_of(row) for row in self.rows_of(first)]

    def to_dict(self) -> dict[str, Any]:
        """Return every table and the signature as JSON-ready values (NaN and infinities become None)."""
        return {
            **jsonable(self.compared()),
            **{name: [jsonable(fields_of(row)) for row in self.rows_of(name)] for name in self.TABLES},
            "conclusions": list(self.conclusions),
            "signature": str(self.signature),
        }

    def to_frame(self, backend: str | None = None, *, table: str | None = None) -> Any:
        """Return the rows of a table as a dataframe.

        Parameters
        ----------
        backend : {'pandas', 'polars', 'pyarrow'}, optional
            The dataframe library; by default the first of these that is installed.
        table : str, optional
            Of `TABLES`, or one that is made of these for a page, such as ``paper``; by default that of `rows`.

        Raises
        ------
        ArgumentError
            If there is no such library or table.
        MissingExtraError
            If no dataframe library is installed.
        """
        if table is None:
            return rows_to_frame(self.rows(), backend)
        if table not in self.TABLES:
            return rows_to_frame(trueness.result_rows(self, table), backend)
        return rows_to_frame([fields_of(row) for row in self.rows_of(table)], backend)

    def summary(self, width: int = 80) -> str:
        """Return the first screen as a terminal of this width shows it, to be pasted into a message."""
        return trueness.result_text(self, width)

    def plot(self, name: str | None = None) -> Any:
        """Return a figure of the page (see `trueness.result_figure`); notebooks show it, `save` writes it.

        Parameters
        ----------
        name : str, optional
            By default the first; its beginning is enough, such as ``intervals``.

        Raises
        ------
        ArgumentError
            If there is no such figure; the message names those there are.
        """
        return trueness.result_figure(self, name)

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if "TABLES" in cls.__dict__:
            cls.TABLES = (*cls.TABLES, *SHARED_TABLES)
        cls.__doc__ = typing.cast("str", Docstring(cls.__doc__ or "", with_fields))
        # else a dataclass makes its own: of all rows, and of arrays, for which == is no question of yes or no
        for name in ("__repr__", "__eq__", "__hash__"):
            setattr(cls, name, Result.__dict__[name])

    def __eq__(self, other: object) -> bool:
        """Return whether both say the same of the same data: `to_dict`, in which NaN is None, and the signature."""
        return self.to_dict() == other.to_dict() if isinstance(other, type(self)) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.signature)

    def __repr__(self) -> str:
        """Return the first finding, and what to look at."""
        found = f"{self.conclusions[0]}\n" if self.conclusions else ""
        return f"{found}<{type(self).__name__}: {', '.join(self.TABLES)}; .summary(), .plot(), .to_frame(table=…)>"

    def __str__(self) -> str:
        return self.summary()

    def _repr_html_(self) -> str:
        """Return the first screen as notebooks show it."""
        return trueness.result_html(self)


@functools.cache
def rows_by_table(result: type) -> Mapping[str, type]:
    """Return the tables of a kind of result that are fields of it, with the class of their rows."""
    hints = typing.get_type_hints(result)
    found: dict[str, type] = {}
    for field in dataclasses.fields(result):
        hint = hints[field.name]
        row = typing.get_args(hint)[0] if typing.get_origin(hint) is tuple else None
        if field.name not in SHARED_TABLES and isinstance(row, type) and dataclasses.is_dataclass(row):
            found[field.name] = row
    return found


class _RowTables:
    """The names of the tables of a result that names none: its fields that hold rows."""

    def __get__(self, _: object, result: type) -> tuple[str, ...]:
        return (*rows_by_table(result), *SHARED_TABLES)


Result.TABLES = typing.cast("tuple[str, ...]", _RowTables())


def rows_to_frame(rows: Sequence[Mapping[str, Any]], backend: str | None = None) -> Any:
    """Return rows as a dataframe of the wanted, or the first installed, library (see `Result.to_frame`)."""
    import importlib.util

    import narwhals as nw

    backends = ("pandas", "polars", "pyarrow")
    if backend is not None:
        check_choice("backend", backend, backends)
    for name in backends if backend is None else (backend,):
        if importlib.util.find_spec(name) is not None:
            columns = list(dict.fromkeys(key for row in rows for key in row))
            data = {column: [row.get(column) for row in rows] for column in columns}
            library: Any = name  # one of the names that narwhals types as literals
            return nw.from_dict(data, backend=library).to_native()
    wanted = backend or "pandas, polars or pyarrow"
    raise MissingExtraError(f"a dataframe needs {wanted}: pip install {backend or 'polars'}.")


def jsonable(value: Any) -> Any:
    """Return a value made of what JSON knows; NaN and infinities become None, full precision is kept."""
    if isinstance(value, dict):
        return {str(key): jsonable(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [jsonable(item) for item in value]
    if hasattr(value, "tolist"):  # NumPy scalars and arrays, without importing NumPy
        return jsonable(value.tolist())
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, Signature):
        return str(value)
    return jsonable(fields_of(value)) if dataclasses.is_dataclass(value) else value


def _said_parts(parts: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    return tuple((key, _signature_value(value)) for key, value in parts.items() if value is not None)


def _signature_value(value: Any) -> str:
    text = "+".join(str(item) for item in value) if isinstance(value, (list, tuple)) else str(value)
    return text.replace("|", "/").replace("\n", " ")
