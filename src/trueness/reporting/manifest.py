"""The manifest of a study: everything that determines its numbers, and the numbers."""

from __future__ import annotations

import dataclasses
import functools
import json
import math
import platform
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import trueness
from trueness.data.files.strict_json import parse_strictly
from trueness.data.preferences.preferences import Preferences
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.data.texts.texts import Texts
from trueness.errors import FormatError, TruenessError
from trueness.reporting.abridged import MOST_ROWS, Abridged
from trueness.reporting.form import Form
from trueness.reporting.manifest_form import check_form, fields_of_manifest
from trueness.reporting.write_atomically import write_atomically
from trueness.reporting.writing.escaping import script_json
from trueness.reporting.writing.packing import LARGE, packed, unpacked
from trueness.result import Row, fields_of, jsonable
from trueness.sources.origin import Origin
from trueness.study.registry import find_study
from trueness.study.setting import Checked, Selection
from trueness.study.study import StudyResult

FORMAT = "trueness manifest"
FORMAT_VERSION = 1

EMBEDDED = {
    "": '<script type="application/json" id="manifest">',
    "packed": '<script type="application/gzip" id="manifest">',
}
"""How the element of a page begins that holds a manifest as it is, and compressed."""
EMBEDDED_END = "</script>"
MOST_BYTES = 1 << 30
"""Of a manifest that is compressed in a page."""


@dataclasses.dataclass(frozen=True)
class Manifest:
    """What `read_manifest` returns and `rerun` repeats.

    Attributes
    ----------
    study : str
        Which question was asked, by the name of its command.
    software : dict of str to str
        Versions of trueness, Python, NumPy, SciPy and Matplotlib, and the platform.
    data : dict of str to Origin
        Where the data came from and how they were read, by their part in the study (``scores`` first).
    tables : dict of str to dict
        For each score table ``fingerprint``, ``name``, ``scorers`` (name, role, higher_is_better), ``notes``,
        ``systems`` and ``inputs`` in the order in which they were compared, and where texts showed some
        ``own_references``; for texts and preferences ``fingerprint``, ``name`` and ``kind``.
    selection : Selection
        What was compared.
    settings : Checked
    signature : str
    conclusions : tuple of str
    results : dict of str to list of rows
        Every table at full precision; an undefined number is None. Of a manifest that was read from a page, those with
        no more than `abridged.MOST_ROWS` rows.
    abridged : dict of str to Abridged
        The others: what tells whether all rows are the same, but not the rows.
    folder : Path or None
        Where the manifest was read.
    form : Form
        Of a page: how it shows the result.
    page : str
        The page that it was read from, whole; empty of a manifest's own file.
    """

    study: str
    software: dict[str, str]
    data: dict[str, Origin]
    tables: dict[str, dict[str, Any]]
    selection: Selection
    settings: Checked
    signature: str
    conclusions: tuple[str, ...]
    results: dict[str, list[Row]]
    folder: Path | None = None
    abridged: dict[str, Abridged] = dataclasses.field(default_factory=dict)
    form: Form = dataclasses.field(default_factory=Form, compare=False)
    page: str = dataclasses.field(default="", repr=False, compare=False)

    def for_page(self, most: int | None = None) -> Manifest:
        """Return the manifest as a page holds it: tables with more rows than `most` (`MOST_ROWS`) abridged."""
        bound = MOST_ROWS if most is None else most
        long = [name for name, rows in self.results.items() if len(rows) > bound]
        return dataclasses.replace(
            self,
            results={name: rows for name, rows in self.results.items() if name not in long},
            abridged={**self.abridged, **{name: Abridged.of(self.results[name]) for name in long}},
        )

    def to_dict(self) -> dict[str, Any]:
        """Return JSON-ready values; the rows of a table are lists under one list of columns."""
        return {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "study": self.study,
            "software": self.software,
            "signature": self.signature,
            "data": {name: origin.to_dict() for name, origin in self.data.items()},
            "tables": self.tables,
            "selection": self.selection.to_dict(),
            "settings": self.settings.to_dict(),
            "conclusions": list(self.conclusions),
            **({"form": form} if (form := self.form.to_dict()) else {}),
            "results": {
                name: {"columns": list(rows[0]) if rows else [], "rows": [list(row.values()) for row in rows]}
                for name, rows in self.results.items()
            }
            | {
                name: {"columns": list(one.columns), "rows": [], "abridged": one.to_dict()}
                for name, one in self.abridged.items()
            },
        }


def manifest_of(result: StudyResult, data: Mapping[str, Origin] | Origin | None = None) -> Manifest:
    """Return the manifest of a study's result.

    Parameters
    ----------
    result : StudyResult
    data : mapping of str to Origin, or Origin, optional
        Where the data came from, by their part in the study; one alone is that of the scores.
    """
    if isinstance(data, Origin):
        data = {"scores": data}
    return Manifest(
        study=result.STUDY,
        software=this_software(),
        data=dict(data or {}),
        tables={name: _facts(table) for name, table in result.data.items()},
        selection=result.selection,
        settings=result.settings,
        signature=str(result.signature),
        conclusions=tuple(result.conclusions),
        results={name: [jsonable(fields_of(row)) for row in result.rows_of(name)] for name in result.TABLES},
    )


def _facts(table: ScoreTable | Texts | Preferences) -> dict[str, Any]:
    if not isinstance(table, ScoreTable):
        facts = {"fingerprint": table.fingerprint, "name": table.name}
        if isinstance(table, Texts):
            return {"kind": "texts", **facts}
        return {"kind": "preferences", **facts, "notes": list(table.notes)}
    return {
        "fingerprint": table.fingerprint,
        "name": table.name,
        "scorers": [_scorer(scorer) for scorer in table.scorers],
        "systems": list(table.systems),
        "inputs": list(table.inputs),
        "notes": list(table.notes),
        **({"own_references": dict(table.own_references)} if table.own_references else {}),
    }


def _scorer(scorer: Scorer) -> dict[str, Any]:
    """Return a scorer's facts; an aggregate of its own, and labels, only where it has some."""
    facts = dataclasses.asdict(scorer)
    del facts["computed"]  # of this run, which the data's origin says
    if scorer.aggregate is None:
        del facts["aggregate"]
    if scorer.labels:
        facts["labels"] = list(scorer.labels)
    else:
        del facts["labels"]
    if not scorer.nominal:
        del facts["nominal"]
    return facts


def write_manifest(manifest: Manifest, path: str | Path) -> Path:
    """Write a manifest, one row of results a line, and return its path."""
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
        more = f',\n   "abridged": {json.dumps(content["abridged"])}' if "abridged" in content else ""
        tables.append(f'  {json.dumps(name)}: {{\n   "columns": {columns},\n   "rows": [{body}]{more}}}')
    return head.removesuffix("\n}") + ',\n "results": {\n' + ",\n".join(tables) + "\n }\n}\n"


def read_manifest(path: str | Path) -> Manifest:
    """Read a manifest, from its own file or from the HTML page that contains it.

    Raises
    ------
    FormatError
        If the file is not there, holds no manifest, or one of a later version; if a value of it is of another kind
        than a manifest has in its place.
    """
    path, page = Path(path), ""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:  # also a path that is none
        raise FormatError(f"reading the manifest failed: {error}.", path=str(path)) from None
    for form, start in EMBEDDED.items():
        if start in text:
            page = text
            text = text.partition(start)[2].partition(EMBEDDED_END)[0]
            text = _unpacked(text, path) if form else text
            break
    values = parse_strictly(
        text, str(path), what="the manifest", remedy="Give a manifest or a report, as trueness wrote it."
    )
    return dataclasses.replace(_manifest_from(values, str(path)), folder=path.parent, page=page)


def embedded(manifest: Manifest) -> str:
    """Return a manifest as the element of a page: long tables abridged, compressed where large (see `packing`)."""
    text = script_json(manifest.for_page().to_dict())
    form, text = ("packed", packed(text)) if len(text) >= LARGE else ("", text)
    return f"{EMBEDDED[form]}{text}{EMBEDDED_END}"


def _unpacked(text: str, path: Path) -> str:
    try:
        return unpacked(text, most=MOST_BYTES)
    except ValueError as error:
        raise FormatError(
            f"reading the manifest in the page failed: {error}.",
            path=str(path),
            remedy="Take another copy of the page, or the manifest that was written beside it.",
        ) from error


def this_software() -> dict[str, str]:
    """Return the versions of what computes and draws here, and the platform."""
    return {
        "trueness": trueness.__version__,
        "python": platform.python_version(),
        "numpy": _installed("numpy"),
        "scipy": _installed("scipy"),
        "matplotlib": _installed("matplotlib"),
        "platform": platform.platform(),
        "machine": platform.machine(),
    }


@functools.cache
def _installed(package: str) -> str:
    """Return the version of a package, which is read from its files."""
    from importlib.metadata import version

    return version(package)


def _manifest_from(values: Any, path: str) -> Manifest:
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        raise FormatError(
            "this must be a manifest of trueness.", path=path, remedy="Give a manifest or a report."
        )
    version = values.get("format_version")
    if version != FORMAT_VERSION:
        raise FormatError(
            f"the manifest has format version {version}, this trueness reads {FORMAT_VERSION}.",
            path=path,
            remedy="Update trueness.",
        )
    here = fields_of_manifest(values, path)
    try:
        study = find_study(here.take("study", str))
        check_form(here, study.selection_type, study.settings_type)
        return Manifest(
            study=study.name,
            software=dict(values["software"]),
            data={name: Origin.from_dict(origin) for name, origin in values["data"].items()},
            tables={name: dict(table) for name, table in values["tables"].items()},
            selection=study.selection_type.from_dict(values["selection"]),  # type: ignore[attr-defined]
            settings=study.settings_type.from_dict(values["settings"]),  # type: ignore[attr-defined]
            signature=values["signature"],
            conclusions=tuple(values["conclusions"]),
            form=Form.from_dict(values.get("form", {})),
            results={
                name: [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]
                for name, table in values["results"].items()
                if "abridged" not in table
            },
            abridged={
                name: Abridged.from_dict(table["columns"], table["abridged"])
                for name, table in values["results"].items()
                if "abridged" in table
            },
        )
    except FormatError:
        raise
    except TruenessError as error:
        raise FormatError(f"the manifest is malformed: {error}", path=path) from None


def is_same_number(recorded: Any, found: Any, tolerance: float) -> bool:
    """Return whether two values of a row are equal; numbers may differ by `tolerance`, undefined is None."""
    if isinstance(recorded, float) and isinstance(found, float):
        return recorded == found or math.isclose(recorded, found, rel_tol=0.0, abs_tol=tolerance)
    if isinstance(recorded, list) and isinstance(found, list) and len(recorded) == len(found):
        return all(is_same_number(a, b, tolerance) for a, b in zip(recorded, found, strict=True))
    return bool(recorded == found) and isinstance(recorded, bool) == isinstance(found, bool)
