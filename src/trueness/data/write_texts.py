"""Write texts so that reading them back gives the same texts."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from trueness.data.open_file import COMPRESSIONS
from trueness.data.texts import TextRow, Texts
from trueness.data.whole_file import compressing, replacing
from trueness.errors import ArgumentError, DataError, listing

WRITTEN = {".jsonl": "jsonl", ".ndjson": "jsonl", ".csv": "csv", ".tsv": "tsv"}
"""Suffix to format; ``.gz`` and ``.zst`` may follow."""

_FIELDS = ("system", "input", "document", "output", "references", "source", "ratings")


def write_texts(texts: Texts, path: str | Path, beside: Mapping[str, Sequence[str]] | None = None) -> Path:
    """Write texts as `read_texts` reads them, a row for every output; the extension says how.

    What no row has gets no field. The file appears whole or not at all. Which human dimensions are better when they are
    lower, and notes, have no place in it.

    Parameters
    ----------
    texts : Texts
        What is written.
    path : str or Path
        Where to: .jsonl, .csv or .tsv, also .gz and .zst; a file there is replaced.
    beside : mapping of str to sequence of str, optional
        Further fields by name, a text for every row. Where the first of them has two words or
        more, it is read as no human dimension.

    Returns
    -------
    Path
        The path.

    Raises
    ------
    ArgumentError
        If the extension is none of these, or a further field has a name that is taken or not one text for every row.
    DataError
        If a human dimension has the name of a field, or a text has a NUL character, which CSV and TSV do not hold.
    MissingExtraError
        If zstandard is needed and not installed.
    OSError
        If the file cannot be written.
    """
    path = Path(path)
    kind = check_texts_extension(path)
    further = dict(beside or {})
    taken = [name for name in texts.dimensions if name in _FIELDS]
    if taken:
        raise DataError(f"{texts.name}: a human dimension cannot be written under the name '{taken[0]}'.")
    for name, given in further.items():
        if name in (*_FIELDS, *texts.dimensions) or len(given) != len(texts):
            raise ArgumentError(
                f"`beside` must have one text for each of {len(texts)} rows under names of their own, unlike '{name}'."
            )
    fields = _fields(texts, further)
    rows = _rows(texts, further)
    with replacing(path) as raw, compressing(raw, path) as binary:
        text = io.TextIOWrapper(binary, encoding="utf-8", newline="", write_through=False)
        if kind == "jsonl":
            for row in rows:
                found = {field: row[field] for field in fields if field in row}
                text.write(json.dumps(found, ensure_ascii=False, allow_nan=False) + "\n")
        else:
            writer = csv.writer(
                text, delimiter="," if kind == "csv" else "\t", lineterminator="\n", quoting=csv.QUOTE_ALL
            )
            writer.writerow(fields)
            for row in rows:
                writer.writerow([_cell(row.get(field), texts.name) for field in fields])
        text.flush()
        text.detach()
    return path


def check_texts_extension(path: str | Path) -> str:
    """Return in which format texts are written to a file of this name.

    Raises
    ------
    ArgumentError
        If there is none.
    """
    suffixes = [suffix.lower() for suffix in Path(path).suffixes]
    if suffixes and suffixes[-1] in COMPRESSIONS:
        suffixes.pop()
    found = WRITTEN.get(suffixes[-1]) if suffixes else None
    if found is None:
        raise ArgumentError(
            f"`path` must end in one of {listing(WRITTEN)}, also with .gz or .zst after it, unlike '{path}'."
        )
    return found


def _fields(texts: Texts, further: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the fields that some row has, in their order."""
    there = {
        "document": any(row.document is not None for row in texts.rows),
        "references": any(row.references for row in texts.rows),
        "source": any(row.source is not None for row in texts.rows),
        "ratings": any(row.ratings for row in texts.rows),
    }
    human = dict.fromkeys(name for row in texts.rows for name in row.human)
    return [*(field for field in _FIELDS if there.get(field, True)), *human, *further]


def _rows(texts: Texts, further: Mapping[str, Sequence[str]]) -> Iterator[dict[str, Any]]:
    for k, row in enumerate(texts.rows):
        yield {**_row(row), **row.human, **{name: given[k] for name, given in further.items()}}


def _row(row: TextRow) -> dict[str, Any]:
    found: dict[str, Any] = {"system": row.system, "input": row.input, "output": row.output}
    if row.document is not None:
        found["document"] = row.document
    if row.references:
        found["references"] = list(row.references)
    if row.source is not None:
        found["source"] = row.source
    if row.ratings:
        found["ratings"] = {annotator: dict(given) for annotator, given in row.ratings.items()}
    return found


def _cell(value: Any, where: str) -> Any:
    if isinstance(value, (list, dict)):
        value = json.dumps(value, ensure_ascii=False)
    if isinstance(value, str) and "\0" in value:
        raise DataError(f"{where}: a text has a NUL character, which CSV and TSV do not hold. Write .jsonl.")
    return value
