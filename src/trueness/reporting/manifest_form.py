"""The form of a manifest: of which kind every value in it is, so that one that was changed is refused at its place."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Mapping
from typing import Any

from trueness.data.files.fields import Fields
from trueness.data.preferences.read_preferences import read_preferences
from trueness.data.reading.read import read_scores
from trueness.data.reading.read_tables import read_tables
from trueness.data.reading.read_texts import read_texts
from trueness.reporting.form import Form

_REMEDY = "Take the manifest as trueness wrote it, or repeat the study with its own command."

_READERS: dict[str, Callable[..., Any]] = {
    "scores": read_scores,
    "tables": read_tables,
    "texts": read_texts,
    "preferences": read_preferences,
    "outputs": read_preferences,
}
"""Which function reads an origin of each kind, and so takes what is recorded of its reading."""

_READING: dict[str, Any] = {
    "columns": Mapping[str, str | list[str]],
    "drop_repeated": bool,
    "base_names": bool,
    "unnamed_system": bool,
    "a_first": bool,
    "parts": str | list[str],
    "labels": str | list[str],
    "missing_values": str | list[str],
    "header_row": int,
    "only": str | list[str],
    "without": str | list[str],
    "mqm_weights": str | Mapping[str, float],
}
"""Kinds of the arguments of readers; others are texts."""


def fields_of_manifest(values: object, path: str) -> Fields:
    """Return the fields of a manifest, whose problems say that they are those of one."""
    return Fields(values, path, problem="the manifest is malformed:", remedy=_REMEDY)


def check_form(here: Fields, selection_type: type, settings_type: type) -> None:
    """Check that everything in a manifest is there, and of its kind.

    Parameters
    ----------
    here : Fields
        The manifest.
    selection_type, settings_type : type
        Dataclasses of its study; only the kinds of their fields are checked, not whether there are such fields.

    Raises
    ------
    FormatError
        If a value is of another kind than a manifest has there; the message names its place.
    """
    here.take("signature", str)
    here.take("software", Mapping[str, str])
    here.take("conclusions", list[str])
    data, tables, results = (here.fields(key) for key in ("data", "tables", "results"))
    for name in data:
        _check_origin(data.fields(name))
    for name in tables:
        _check_table(tables.fields(name))
    for part, cls in (("selection", selection_type), ("settings", settings_type)):
        hints, given = typing.get_type_hints(cls), here.fields(part)
        for key in given:
            given.take(key, hints.get(key, Any))
    for name in results:
        _check_results(results.fields(name))
    form = here.fields("form", optional=True)
    for key, kind in typing.get_type_hints(Form).items():
        form.take(key, kind, None)
    form.done()


def _check_table(table: Fields) -> None:
    table.take("fingerprint", str)
    table.take("name", str, "")
    if table.take("kind", str, "") in ("texts", "preferences"):
        table.take("notes", list[str], [])
        return
    for key in ("systems", "inputs", "notes"):
        table.take(key, list[str])
    table.take("own_references", Mapping[str, float], {})
    for scorer in table.each("scorers"):
        scorer.take("name", str)
        scorer.take("role", str | None)
        scorer.take("higher_is_better", bool)
        scorer.take("aggregate", str | None, None)
        scorer.take("labels", list[str], [])
        scorer.flag("nominal", default=False)
        scorer.done()


def _check_results(table: Fields) -> None:
    columns, rows = table.take("columns", list[str]), table.take("rows", list[list[Any]])
    for k, row in enumerate(rows):
        if len(row) != len(columns):
            raise table.problem(f"rows[{k}]", f"has {len(row)} values for {len(columns)} columns")
    if "abridged" not in table:
        return
    abridged = table.fields("abridged")
    if rows:
        raise table.problem("rows", "has rows although the table is abridged")
    if abridged.take("n_rows", int) < 0:
        raise abridged.problem("n_rows", "is negative")
    abridged.take("sha256", str)
    abridged.take("sha256_names", str)
    for column, both in abridged.take("sums", Mapping[str, tuple[float, float]]).items():
        if len(both) != 2:
            raise abridged.problem(f"sums.{column}", f"has {len(both)} values in place of two")
    abridged.done()


def _check_origin(origin: Fields) -> None:
    sources, reading = origin.each("sources"), origin.fields("reading")
    for source in sources:
        source.take("kind", str)
        if "\0" in source.take("name", str):
            raise source.problem("name", "has a NUL character")
        source.take("sha256", str | None, None)
        source.take("metrics", list[str], [])
        source.take("table", str | None, None)
    kind = origin.take("kind", str, "scores")
    if kind not in _READERS:
        return  # what is unknown is named where origins are made, with what is known
    if kind == "texts" and len(sources) > 1:
        raise origin.problem("sources", "names more than one source of texts")
    taken = {name: inspect.signature(reader).parameters for name, reader in _READERS.items()}
    for key in reading:
        if not any(key in others for others in taken.values()):
            continue  # as above
        if key not in taken[kind]:
            raise reading.problem(key, f"says nothing about {kind}")
        reading.take(key, _READING.get(key, str) | None)
