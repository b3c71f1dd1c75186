"""The base of result dataclasses: rows, dictionaries, dataframes and a signature."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Annotated, Any

from trueness.errors import MissingExtraError, check_choice

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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
    return {field.name: getattr(item, field.name) for field in dataclasses.fields(item)}


@dataclasses.dataclass(frozen=True)
class Signature:
    """One line from which a reader can redo a result.

    Parts are kept in order and printed as ``key:value`` joined by ``|``, as sacreBLEU does for BLEU.
    """

    parts: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, **parts: Any) -> Signature:
        """Build a signature; parts that are None are left out."""
        return cls(tuple((key, _signature_value(value)) for key, value in parts.items() if value is not None))

    def with_parts(self, parts: Mapping[str, Any]) -> Signature:
        """Return the signature with more parts, after those there are and before the version."""
        last = [one for one in self.parts if one[0] == "version"]
        return Signature(
            (*(one for one in self.parts if one not in last), *Signature.of(**parts).parts, *last)
        )

    def __str__(self) -> str:
        return "|".join(f"{key}:{value}" for key, value in self.parts)


@dataclasses.dataclass(frozen=True)
class Result:
    """Base of every result: a dataclass whose content can be read as rows.

    Subclasses implement `rows`.
    """

    signature: Signature

    def rows(self) -> list[Row]:
        """Return the result as a list of rows with the column names of the glossary."""
        raise TypeError(f"{type(self).__name__} does not define rows")

    def to_dict(self) -> dict[str, Any]:
        """Return rows and signature as JSON-ready values (NaN and infinities become None)."""
        return {"rows": [jsonable(row) for row in self.rows()], "signature": str(self.signature)}

    def to_frame(self, backend: str | None = None) -> Any:
        """Return the rows as a dataframe.

        Parameters
        ----------
        backend : {'pandas', 'polars', 'pyarrow'}, optional
            The dataframe library; by default the first of these that is installed.

        Raises
        ------
        ArgumentError
            If `backend` is not one of the three.
        MissingExtraError
            If no dataframe library is installed.
        """
        return rows_to_frame(self.rows(), backend)


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


def _signature_value(value: Any) -> str:
    text = "+".join(str(item) for item in value) if isinstance(value, (list, tuple)) else str(value)
    return text.replace("|", "/").replace("\n", " ")
