"""Read a file that is one JSON value: a list of objects, a table by columns, or objects that nest."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from trueness.data.cells.columns import plain_name, typed_columns
from trueness.data.cells.raw_rows import RawRows, source_stem
from trueness.data.cells.resolve_columns import INPUT_NAMES, METRIC_WORDS, ONE_DIMENSION, SYSTEM_NAMES
from trueness.data.files.open_file import lines_of, open_text
from trueness.data.files.sidecar import read_sidecar
from trueness.data.formats.jsonl import JSON_DECODER, RepeatedKeyError, read_records, rows_from_records
from trueness.data.formats.rows_within import Record, is_objects, rows_within
from trueness.errors import FormatError, listing

LEVELS = ("system", "input", "annotator", "scorer")
"""What the keys of objects that nest may be."""

_ROWS = ("data", "results", "rows", "records", "items", "samples", "examples", "annotations", "scores")
"""What lists of rows are called inside an object."""

LONGEST_DOCUMENT = 500_000_000
"""Characters of the longest file that is parsed in one piece."""


class NestedError(FormatError):
    """Objects nest, and nothing says what their keys are."""


_PIECE = 1 << 20

_OF_METRIC = re.compile(METRIC_WORDS, re.IGNORECASE)


def read_json(path: str | Path, *, nested: str | None = None, may_ask: bool = True) -> RawRows:
    """Read the rows of a file that is one JSON value.

    Parameters
    ----------
    path : str or Path
        The file, compressed or not.
    nested : str, optional
        What the keys of objects that nest are, outermost first: ``'system/input'``.
    may_ask : bool
        Whether to ask where scorers would be called by the keys of objects that repeat on two levels.

    Raises
    ------
    FormatError
        As `load_json` and `records_of`.
    NestedError
        As `records_of`; or if such objects stand within rows.
    """
    records, notes = records_of(load_json(path), str(path), nested=nested)
    if may_ask and nested is None:
        _check_levels(records[0][1], str(path))
    return rows_from_records(records, str(path), read_sidecar(path), notes=notes)


def read_json_lines(path: str | Path, *, nested: str | None = None, may_ask: bool = True) -> RawRows:
    """Read the rows of JSON lines, each of which may hold levels of objects.

    Nested objects become names joined by ``_``; a list of numbers becomes annotators called 1 to k (columns
    ``name@1`` ...), as does ``ratings: {annotator: {dimension: value}}`` with the annotators' names, and a list of
    objects that name annotators (see `by_annotator`). Under the
    name of a model it holds runs (``gpt4@run1``), under one of metrics several (``rouge_1``). ``true`` and
    ``false`` are 1 and 0. A list or object that is null or empty is missing. Blank lines are skipped.

    Parameters
    ----------
    path, nested, may_ask
        As in `read_json`.

    Raises
    ------
    FormatError
        If the file is empty, a line is not a JSON object, a key occurs twice in one, or a line has not as many levels
        as `nested` names.
    NestedError
        As `read_json`.
    """
    source, sidecar = str(path), read_sidecar(path)
    records: Iterator[Record] = iter(read_records(path))
    if nested is not None:
        levels = _levels(nested, source)
        records = ((at, row) for at, one in records for row in _unnested_row(one, levels, source, at))
        return rows_from_records(records, source, sidecar)
    records, notes = rows_within(records, source)
    first = next(records, None)
    if first is not None and may_ask:
        _check_levels(first[1], source)
    records = itertools.chain(() if first is None else (first,), records)
    return rows_from_records(records, source, sidecar, notes=notes)


def load_json(path: str | Path) -> Any:
    """Return the value of a JSON file.

    Raises
    ------
    FormatError
        If it is no JSON, an object has a key twice, or the file is too long to be read in one piece.
    """
    with open_text(path) as file:
        pieces: list[str] = []
        size = 0
        while size <= LONGEST_DOCUMENT and (
            piece := file.read(_PIECE)
        ):  # at once, a buffer of that size is made
            pieces.append(piece)
            size += len(piece)
    text = "".join(pieces)
    if size > LONGEST_DOCUMENT:
        raise FormatError(
            f"the file has more than {LONGEST_DOCUMENT:,} characters, too many for one JSON value.",
            path=str(path),
            remedy="Write JSON lines, one object per line.",
        )
    try:
        return JSON_DECODER.decode(text)
    except RepeatedKeyError as error:
        raise FormatError("the key occurs twice in one object.", path=str(path), column=str(error)) from error
    except (ValueError, RecursionError) as error:
        said = str(error) if isinstance(error, ValueError) else "it is nested too deeply"
        raise FormatError(
            f"broken JSON ({said}).",
            path=str(path),
            row=getattr(error, "lineno", None),
            remedy="Write it again; if it has one object per line, call it .jsonl.",
        ) from error


def is_one_value(path: str | Path) -> bool:
    """Return whether a file of JSON is one value, and not an object per line."""
    with open_text(path) as file:
        lines = (line.strip() for line in lines_of(file, path))
        first = next((line for line in lines if line), "")
        return not (
            first.startswith("{") and first.endswith("}") and any(line.startswith("{") for line in lines)
        )


def records_of(
    content: Any, source: str, *, nested: str | None = None
) -> tuple[list[Record], tuple[str, ...]]:
    """Return the objects a JSON value holds, numbered from 1, and what is to be said about where they were found.

    Taken as they come: a list of objects; an object with one list of objects in it; columns (``{"input": [...]}``),
    with their labels or without; pandas' ``split``. A list of objects inside an object (the answers of several systems
    to one question) gives a row each, to which what stands beside the list is added. In objects that nest, ``{system:
    {input: {...}}}`` or the reverse, `nested` says which is which, where the innermost objects do not name it.

    Parameters
    ----------
    content : object
    source : str
        The file, for messages.
    nested : str, optional
        Of `LEVELS`, outermost first, separated by ``/``.

    Raises
    ------
    FormatError
        If there are no objects in it, or it has not as many levels as `nested` names.
    NestedError
        If nothing says what the keys of objects that nest are.
    """
    if nested is not None:
        levels = _levels(nested, source)
        if not is_objects(content):
            return _numbered(_unnested(content, levels, source)), ()
        within = (_unnested_row(row, levels, source, k) for k, row in enumerate(content, start=1))
        return _numbered(list(itertools.chain.from_iterable(within))), ()
    notes: list[str] = []
    rows = _rows_in(content, source, notes)
    if not rows:
        raise FormatError("rows of scores are missing.", path=source)
    found, said = rows_within(_numbered(rows), source)
    return _numbered(row for _, row in found), tuple(dict.fromkeys([*notes, *said]))


def _numbered(rows: Iterable[Mapping[str, Any]]) -> list[Record]:
    return list(enumerate(rows, start=1))


def _rows_in(content: Any, source: str, notes: list[str]) -> list[dict[str, Any]]:
    if isinstance(content, list):
        wrong = next((k for k, row in enumerate(content, start=1) if not isinstance(row, dict)), None)
        if wrong is None:
            return content
        raise FormatError(
            "the list must hold objects only.",
            path=source,
            row=wrong,
            remedy="Write a list of objects, with the columns as keys.",
        )
    if not isinstance(content, dict):
        raise FormatError(
            "the file must hold a list or an object.", path=source, remedy="Write a list of objects."
        )
    if isinstance(content.get("columns"), list) and isinstance(content.get("data"), list):
        return _split(content["columns"], content["data"], source)
    lists = [key for key, value in content.items() if is_objects(value)]
    called = [key for key in lists if key.casefold() in _ROWS]
    beside = any(not isinstance(value, list | dict) for value in content.values())
    found = called if called or not beside else lists
    if len(found) == 1:
        notes.append(f"rows are the objects in '{found[0]}'")
        return list(content[found[0]])
    if _has_keys(content):
        return _columns(content, source)
    return _keyed(content, source, notes)


def _split(names: list[Any], rows: list[Any], source: str) -> list[dict[str, Any]]:
    """Return rows of a table in pandas' form `split`."""
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, list) or len(row) != len(names):
            raise FormatError(
                f"the row must be a list of {len(names)} values, one for each column.",
                path=source,
                row=number,
            )
    return [dict(zip(map(str, names), row, strict=True)) for row in rows]


def _has_keys(content: Mapping[str, Any]) -> bool:
    """Return whether the keys are the columns of a table: one of them names systems or inputs."""
    known = [key for key in content if plain_name(key) in (*SYSTEM_NAMES, *INPUT_NAMES)]
    return bool(known) and all(isinstance(value, list | dict) for value in content.values())


def _columns(content: Mapping[str, Any], source: str) -> list[dict[str, Any]]:
    """Return rows of a table by columns: lists of cells, or objects of row label to cell."""
    labels: dict[Any, None] = {}
    for value in content.values():
        labels |= dict.fromkeys(value if isinstance(value, dict) else range(len(value)))
    for name, value in content.items():
        if len(value) != len(labels):
            raise FormatError(
                f"the column has {len(value)} cells, another has {len(labels)}.", path=source, column=name
            )
    return [{name: value[label] for name, value in content.items()} for label in labels]


def _keyed(content: Mapping[str, Any], source: str, notes: list[str]) -> list[dict[str, Any]]:
    """Return rows of an object whose keys name what the rows within do not."""
    inner = list(content.values())
    if repeated := _field_of_keys(content):
        notes.append(
            f"the {len(content)} outer keys are those that '{repeated}' repeats: the objects are rows"
        )
        return [row for value in inner for row in _objects_of(value)]
    if all(is_objects(value) for value in inner) and inner:
        rows = [(key, row) for key, value in content.items() for row in value]
    elif all(isinstance(value, dict) and not _is_deep(value) for value in inner):
        rows = list(content.items())
    else:
        rows = []
    named = {plain_name(key) for _, row in rows for key in row}
    says_system, says_input = (bool(named & set(known)) for known in (SYSTEM_NAMES, INPUT_NAMES))
    if rows and says_system != says_input:
        missing = "input" if says_system else "system"
        notes.append(f"the {len(content)} outer keys were read as names of {missing}s: {listing(content, 3)}")
        return [{missing: key, **row} for key, row in rows]
    if rows and says_system:
        notes.append(f"the {len(content)} outer keys were not read, as rows name system and input")
        return [row for _, row in rows]
    raise _question(content, source)


def _field_of_keys(content: Mapping[str, Any]) -> str | None:
    """Return the field of the input or system in which objects, or all in a list, repeat their key; None for none."""
    rows = [(key, row) for key, value in content.items() for row in _objects_of(value)]
    if not rows or not all(map(_objects_of, content.values())):
        return None
    names = [name for name in rows[0][1] if plain_name(name) in (*INPUT_NAMES, *SYSTEM_NAMES)]
    return next((name for name in names if all(str(row.get(name)) == key for key, row in rows)), None)


def _objects_of(value: Any) -> list[dict[str, Any]]:
    """Return an object, or the objects of a list; nothing of any other value."""
    if isinstance(value, dict):
        return [value]
    return value if is_objects(value) else []


def _check_levels(row: Mapping[str, Any], source: str) -> None:
    """Ask what keys are where a row holds objects with the same keys within objects with the same keys.

    Metrics nest so, too, and are told by their names.
    """
    for name, value in _objects_within(row, ()):
        if not (_repeats(value) and all(map(_repeats, value.values()))):
            continue
        keys = [key for inner in value.values() for key in inner]
        if not all(map(_OF_METRIC.search, keys)) and not all(map(_OF_METRIC.search, value)):
            scorers = "_".join((*name, "*")) if _is_of_numbers(value) else ""
            raise _question(value, source, column="_".join(name) or None, scorers=scorers)


_DEEPEST = 20
"""Levels of objects that are looked through; nobody writes more."""


def _objects_within(value: Any, name: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    if isinstance(value, dict) and len(name) < _DEEPEST:
        yield name, value
        for key, inner in value.items():
            yield from _objects_within(inner, (*name, key))


def _is_of_numbers(value: Any, deepest: int = _DEEPEST) -> bool:
    """Return whether an object, and those within it, hold nothing but numbers."""
    if isinstance(value, dict):
        return deepest > 0 and all(_is_of_numbers(inner, deepest - 1) for inner in value.values())
    return isinstance(value, int | float)


def _repeats(value: Any) -> bool:
    """Return whether a value is an object of several objects, all with the same keys."""
    inner = list(value.values()) if isinstance(value, dict) else []
    return len(inner) > 1 and all(
        isinstance(one, dict) and one and one.keys() == inner[0].keys() for one in inner
    )


def _question(
    content: Mapping[str, Any], source: str, *, column: str | None = None, scorers: str = ""
) -> NestedError:
    """Return the question what keys are; with what to type where each innermost value may be a scorer."""
    shown, level, depth = [], content, 0
    while isinstance(level, dict) and level and depth < 3:
        shown.append(f"{len(level)} ({listing(level, 2)})")
        level, depth = next(iter(level.values())), depth + 1
    several = " and, within, ".join(shown) or "none"
    return NestedError(
        f"objects nest, and nothing says what their keys are: {several}.",
        path=source,
        column=column,
        remedy=(
            "Say what they are, outermost first: --columns nested=system/input, or input/system, annotator/input, "
            "scorer/system/input, or nested=input (in Python: columns={'nested': …}). Keys that remain are scorers."
            + (
                f" If every value is of a scorer of its own: --columns {typed_columns(('scorers', scorers))}."
                if scorers
                else ""
            )
        ),
    )


def _is_deep(value: Mapping[str, Any]) -> bool:
    return any(isinstance(inner, dict) for inner in value.values())


def _levels(nested: str, source: str) -> list[str]:
    levels = nested.split("/")
    wrong = [level for level in levels if level not in LEVELS]
    if wrong or len(set(levels)) < len(levels):
        raise FormatError(
            f"`nested` is {nested!r}; it must be {', '.join(LEVELS)} in some order, each once.",
            path=source,
            remedy="Write them outermost first, separated by '/': nested=system/input.",
        )
    return levels


def _unnested(content: Any, levels: list[str], source: str) -> list[dict[str, Any]]:
    """Return a row for each innermost value; a plain value is a score by what the file is called."""
    named = {"annotator": ONE_DIMENSION, "scorer": "score"}
    plain = next((name for level, name in named.items() if level in levels), source_stem(source))
    rows: list[dict[str, Any]] = []
    for names, value in _walk(content, levels, (), source):
        keys = dict(zip(levels, names, strict=True))
        several: list[Any] = value if is_objects(value) else [value]
        rows += [{**keys, **(one if isinstance(one, dict) else {plain: one})} for one in several]
    return rows


def _unnested_row(
    row: Mapping[str, Any], levels: list[str], source: str, number: int
) -> list[dict[str, Any]]:
    """Return the rows within an object that is one of many: what stands beside the levels is added to each."""
    beside = {key: value for key, value in row.items() if not isinstance(value, dict)}
    objects = [key for key in row if key not in beside]
    if beside and len(objects) != 1:
        lists = [key for key, value in beside.items() if is_objects(value)]
        raise FormatError(
            f"`nested` names levels of objects, and the row has {len(objects)}"
            + (f" that may hold them: {listing(objects)}." if objects else "."),
            path=source,
            row=number,
            remedy=f"Write a row for each object in {listing(lists)}, and leave nested= out."
            if lists and not objects
            else "Leave nested= out; or write rows with one object beside their other fields.",
        )
    if clash := next((level for level in levels if level in beside), None):
        raise FormatError(
            "the field stands beside a level of that name.", path=source, row=number, column=clash
        )
    within = _unnested(row[objects[0]] if beside else row, levels, source)
    return [{**beside, **one} for one in within]


def _walk(
    value: Any, levels: list[str], names: tuple[str, ...], source: str
) -> Iterator[tuple[tuple[str, ...], Any]]:
    if len(names) == len(levels):
        yield names, value
        return
    if not isinstance(value, dict):
        where = " / ".join(names) or "the outermost level"
        raise FormatError(
            f"{where} must hold an object whose keys name {levels[len(names)]}s.",
            path=source,
            remedy=f"Name as many levels as there are, of {listing(LEVELS)}: --columns nested=…/….",
        )
    for key, inner in value.items():
        yield from _walk(inner, levels, (*names, key), source)
