"""The manifest of a comparison: everything that determines its numbers, and the numbers."""

from __future__ import annotations

import dataclasses
import json
import math
import platform
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import trueness
from trueness.data.columns import ColumnMap
from trueness.errors import ArgumentError, FormatError, TruenessError, check_choice
from trueness.reporting.write_atomically import write_atomically
from trueness.result import Row, jsonable
from trueness.sources.source import Source
from trueness.studies.comparison import Comparison
from trueness.studies.settings import Settings

FORMAT = "trueness manifest"
FORMAT_VERSION = 1
TABLES = ("estimates", "tests", "beside", "ranks", "sensitivity", "normality", "cautions")
READING = ("format", "part", "columns", "join", "keep", "drop_duplicates", "name")
"""Arguments of `read_scores` that a manifest may record."""

EMBEDDED_START = '<script type="application/json" id="manifest">'
EMBEDDED_END = "</script>"

_NEEDED: dict[str, Any] = {
    "sources": list,
    "reading": dict,
    "table": dict,
    "human": str,
    "metrics": list,
    "clusters": str | None,
    "tested": bool,
    "settings": dict,
    "results": dict,
    "software": dict,
    "signature": str,
    "conclusions": list,
}
"""What a manifest must hold, and of which kind."""


@dataclasses.dataclass(frozen=True)
class Manifest:
    """What `read_manifest` returns and `rerun` repeats.

    Attributes
    ----------
    software : dict of str to str
        Versions of trueness, Python, NumPy and SciPy, and the platform.
    sources : tuple of Source
    reading : dict
        Arguments of `read_scores`.
    table : dict
        ``fingerprint``, ``name``, ``scorers`` (name, role, higher_is_better), ``notes``, ``systems`` and ``inputs`` in
        the order in which they were compared.
    human : str
    metrics : tuple of str
    clusters : str or None
    tested : bool
        Whether pairs of metrics were tested.
    settings : Settings
    signature : str
    conclusions : tuple of str
    results : dict of str to list of rows
        Every table at full precision; an undefined number is None.
    folder : Path or None
        Where the manifest was read.
    """

    software: dict[str, str]
    sources: tuple[Source, ...]
    reading: dict[str, Any]
    table: dict[str, Any]
    human: str
    metrics: tuple[str, ...]
    clusters: str | None
    tested: bool
    settings: Settings
    signature: str
    conclusions: tuple[str, ...]
    results: dict[str, list[Row]]
    folder: Path | None = None

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the compared part of the score table."""
        return str(self.table["fingerprint"])

    def to_dict(self) -> dict[str, Any]:
        """Return JSON-ready values; the rows of a table are lists under one list of columns."""
        return {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "software": self.software,
            "signature": self.signature,
            "sources": [source.to_dict() for source in self.sources],
            "reading": self.reading,
            "table": self.table,
            "human": self.human,
            "metrics": list(self.metrics),
            "clusters": self.clusters,
            "tested": self.tested,
            "settings": jsonable(self.settings.to_dict()),
            "conclusions": list(self.conclusions),
            "results": {
                name: {"columns": list(rows[0]) if rows else [], "rows": [list(row.values()) for row in rows]}
                for name, rows in self.results.items()
            },
        }


def manifest_of(
    comparison: Comparison,
    sources: Iterable[Source | str | Path] = (),
    *,
    reading: Mapping[str, Any] | None = None,
) -> Manifest:
    """Return the manifest of a comparison.

    Parameters
    ----------
    comparison : Comparison
    sources : iterable of Source, str or Path
        Where the scores came from, in the order in which they were read; a string or path is a file.
    reading : mapping, optional
        Arguments given to `read_scores`, of `READING`.

    Raises
    ------
    DataError
        If a file is not there.
    ArgumentError
        If `reading` has another key.
    """
    table = comparison.table
    return Manifest(
        software=this_software(),
        sources=tuple(source if isinstance(source, Source) else Source.file(source) for source in sources),
        reading=_reading(reading or {}),
        table={
            "fingerprint": table.fingerprint,
            "name": table.name,
            "scorers": [dataclasses.asdict(scorer) for scorer in table.scorers],
            "systems": list(table.systems),
            "inputs": list(table.inputs),
            "notes": list(table.notes),
        },
        human=comparison.human,
        metrics=comparison.metrics,
        clusters=comparison.clusters,
        tested=bool(comparison.tests or comparison.beside),
        settings=comparison.settings,
        signature=str(comparison.signature),
        conclusions=comparison.conclusions,
        results={
            name: [jsonable(dataclasses.asdict(row)) for row in getattr(comparison, name)] for name in TABLES
        },
    )


def write_manifest(
    comparison: Comparison,
    sources: Iterable[Source | str | Path],
    path: str | Path,
    *,
    reading: Mapping[str, Any] | None = None,
) -> Path:
    """Write ``manifest.json``, one row of results a line, and return its path.

    Parameters
    ----------
    comparison, sources, reading
        As `manifest_of`.
    path : str or Path

    Raises
    ------
    DataError
        If a source is not there.
    ArgumentError
        If `reading` has an unknown key.
    """
    manifest = manifest_of(comparison, sources, reading=reading)
    return write_atomically(path, manifest_text(manifest))


def manifest_text(manifest: Manifest) -> str:
    """Return a manifest as JSON: floats exactly, undefined numbers null, one row of results a line."""
    values = manifest.to_dict()
    results = values.pop("results")
    head = json.dumps(values, indent=1, ensure_ascii=False, allow_nan=False)
    tables = []
    for name, content in results.items():
        rows = ",\n".join(
            "   " + json.dumps(row, ensure_ascii=False, allow_nan=False) for row in content["rows"]
        )
        body = f"\n{rows}\n  " if rows else ""
        columns = json.dumps(content["columns"])
        tables.append(f'  {json.dumps(name)}: {{\n   "columns": {columns},\n   "rows": [{body}]}}')
    return head.removesuffix("\n}") + ',\n "results": {\n' + ",\n".join(tables) + "\n }\n}\n"


def read_manifest(path: str | Path) -> Manifest:
    """Read a manifest, from its own file or from the HTML report that contains it.

    Raises
    ------
    FormatError
        If the file is not there, holds no manifest, or one of a later version.
    """
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise FormatError(f"the manifest cannot be read: {error}.", path=str(path)) from None
    if EMBEDDED_START in text:
        text = text.partition(EMBEDDED_START)[2].partition(EMBEDDED_END)[0]
    try:
        values = json.loads(text)
    except json.JSONDecodeError as error:
        raise FormatError(
            f"this is no JSON: {error.msg}.",
            path=str(path),
            row=error.lineno,
            remedy="Give a manifest or a report.",
        ) from None
    return dataclasses.replace(_manifest_from(values, str(path)), folder=path.parent)


def this_software() -> dict[str, str]:
    """Return the versions of what computes here, and the platform."""
    from importlib.metadata import version

    return {
        "trueness": trueness.__version__,
        "python": platform.python_version(),
        "numpy": version("numpy"),
        "scipy": version("scipy"),
        "platform": platform.platform(),
        "machine": platform.machine(),
    }


def _reading(given: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in given.items():
        check_choice("reading", key, READING)
        if value is not None:
            found[key] = _columns(value) if key == "columns" else jsonable(value)
    return found


def _columns(value: Any) -> dict[str, Any]:
    return {
        key: jsonable(columns) for key, columns in dataclasses.asdict(ColumnMap.of(value)).items() if columns
    }


def _manifest_from(values: Any, path: str) -> Manifest:
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        raise FormatError(
            "this is no manifest of trueness.", path=path, remedy="Give a manifest or a report."
        )
    version = values.get("format_version")
    if not isinstance(version, int) or version > FORMAT_VERSION:
        raise FormatError(
            f"the manifest has format version {version}, this trueness reads up to {FORMAT_VERSION}.",
            path=path,
            remedy="Update trueness.",
        )
    for key, kind in _NEEDED.items():
        if key not in values:
            raise FormatError(f"the manifest has no '{key}'.", path=path)
        if not isinstance(values[key], kind):
            raise FormatError(f"'{key}' of the manifest is not of the right kind.", path=path)
    try:
        return Manifest(
            software=dict(values["software"]),
            sources=tuple(Source.from_dict(source) for source in values["sources"]),
            reading=_reading(values["reading"]),
            table=_table(values["table"]),
            human=str(values["human"]),
            metrics=tuple(map(str, values["metrics"])),
            clusters=values["clusters"],
            tested=bool(values["tested"]),
            settings=Settings.from_dict(values["settings"]),
            signature=values["signature"],
            conclusions=tuple(map(str, values["conclusions"])),
            results={
                name: [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]
                for name, table in values["results"].items()
            },
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise FormatError(f"the manifest is incomplete: {error}.", path=path) from None
    except (ArgumentError, TruenessError, ValueError) as error:
        raise FormatError(f"the manifest is not as it should be: {error}", path=path) from None


def _table(values: Any) -> dict[str, Any]:
    for key in ("fingerprint", "scorers", "systems", "inputs", "notes"):
        values[key]  # a missing one is a KeyError, reported by the caller
    return dict(values)


def is_same_number(recorded: Any, found: Any, tolerance: float) -> bool:
    """Return whether two values of a row are equal; numbers may differ by `tolerance`, undefined is None."""
    if isinstance(recorded, float) and isinstance(found, float):
        return recorded == found or math.isclose(recorded, found, rel_tol=0.0, abs_tol=tolerance)
    return bool(recorded == found) and isinstance(recorded, bool) == isinstance(found, bool)
