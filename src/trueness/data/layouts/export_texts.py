"""The texts that a program exports beside its scores: what a system was asked, and what it wrote."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from trueness.data.layouts.export_formats import EXPORTS
from trueness.data.layouts.export_ids import export_ids
from trueness.data.layouts.export_places import first_of, fits, has_parts, key_of, numbered_rows
from trueness.data.layouts.exports import load_export


class ExportTexts(NamedTuple):
    """Texts of an export, an output each.

    Attributes
    ----------
    rows : tuple of (int, mapping)
        The number of a row, and its fields: system where there is one, input, source, output.
    ids : mapping of str to mapping of str to str
        As `export_ids` returns them.
    """

    rows: tuple[tuple[int, Mapping[str, Any]], ...]
    ids: Mapping[str, Mapping[str, str]]


def export_texts(path: Path, kind: str | None = None) -> ExportTexts | None:
    """Return the texts of a file that a program exported; None where it is no export, or has none.

    Of several rows about one output, such as the scores under several filters, the first counts.

    Parameters
    ----------
    path : Path
    kind : str, optional
        As of `load_export`.

    Raises
    ------
    FormatError
        If the file is broken.
    """
    loaded = load_export(path, kind)
    if loaded is None:
        return None
    name, content = loaded
    one = next((export for export in EXPORTS if export.name == name and fits(export, content)), None)
    if one is None or not one.texts:
        return None
    rows = numbered_rows(one, content, str(path))
    several = has_parts(one, content, rows)
    found: dict[tuple[str, str], tuple[int, Mapping[str, Any]]] = {}
    for number, row in rows:
        system, given = key_of(one, content, row, several=several)
        texts = {part: first_of(content, row, places) for part, places in one.texts.items()}
        if given and texts["output"]:
            named = {"system": system} if one.system else {}
            found.setdefault((system, given), (number, {**named, "input": given, **texts}))
    if not found:
        return None
    return ExportTexts(tuple(found.values()), export_ids(name, content, str(path)))
