"""Write texts so that reading them back gives the same texts."""

from __future__ import annotations

import contextlib
import csv
import io
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from trueness.data.files.open_file import COMPRESSIONS
from trueness.data.files.whole_file import compressing, replacing
from trueness.data.reading.read_texts import as_texts
from trueness.data.texts.texts import TextRow, Texts
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
    texts = as_texts(texts)
    check_texts_extension(path)
    further = dict(beside or {})
    for name, given in further.items():
        if name in (*_FIELDS, *texts.groups, *texts.dimensions) or len(given) != len(texts):
            raise ArgumentError(
                f"`beside` must have one text for each of {len(texts)} rows under names of their own, unlike '{name}'."
            )
    rows = texts.rows
    fields = written_fields(
        texts.name,
        groups=texts.groups,
        references=any(row.references for row in rows),
        source=any(row.source is not None for row in rows),
        ratings=any(row.ratings for row in rows),
        human=dict.fromkeys(name for row in rows for name in row.human),
        dimensions=texts.dimensions,
    )
    with writing_texts(path, [*fields, *further], texts.name) as write:
        write(rows, further)
    return Path(path)


class WriteTexts(Protocol):
    """Writes rows of texts to a file that is open."""

    def __call__(self, rows: Sequence[TextRow], beside: Mapping[str, Sequence[str]] | None = None) -> None:
        """Write rows, with further fields as `write_texts` takes them."""


@contextlib.contextmanager
def writing_texts(path: str | Path, fields: Sequence[str], name: str) -> Iterator[WriteTexts]:
    """Open a file of texts that appears whole, or not at all, once the block has ended well.

    Parameters
    ----------
    path : str or Path
        Where to: .jsonl, .csv or .tsv, also .gz and .zst; a file there is replaced.
    fields : sequence of str
        What is written of every row, as `written_fields` returns them and further ones after these.
    name : str
        What the texts are called, for messages.

    Yields
    ------
    callable
        Writes the rows that it is given.

    Raises
    ------
    ArgumentError, MissingExtraError, OSError
        As `write_texts`.
    DataError
        If a text has a NUL character, which CSV and TSV do not hold.
    """
    path = Path(path)
    kind = check_texts_extension(path)
    with replacing(path) as raw, compressing(raw, path) as binary:
        text = io.TextIOWrapper(binary, encoding="utf-8", newline="", write_through=False)
        writer = csv.writer(
            text, delimiter="," if kind == "csv" else "\t", lineterminator="\n", quoting=csv.QUOTE_ALL
        )
        if kind != "jsonl":
            writer.writerow(fields)

        def write(rows: Sequence[TextRow], beside: Mapping[str, Sequence[str]] | None = None) -> None:
            for k, row in enumerate(rows):
                held = {**_row(row), **row.human, **{at: given[k] for at, given in (beside or {}).items()}}
                if kind == "jsonl":
                    found = {field: held[field] for field in fields if field in held}
                    text.write(json.dumps(found, ensure_ascii=False, allow_nan=False) + "\n")
                else:
                    writer.writerow([_cell(held.get(field), name) for field in fields])

        yield write
        text.flush()
        text.detach()


def written_fields(
    name: str,
    *,
    groups: Collection[str],
    references: bool,
    source: bool,
    ratings: bool,
    human: Iterable[str],
    dimensions: Iterable[str],
) -> list[str]:
    """Return the fields of a file of texts, in their order.

    Parameters
    ----------
    name : str
        What the texts are called, for messages.
    groups : collection of str
        Grouping columns, `document` among them.
    references, source, ratings : bool
        Whether any row has them.
    human : iterable of str
        Human dimensions that have numbers of their own.
    dimensions : iterable of str
        All human dimensions, also those that have ratings only.

    Raises
    ------
    DataError
        If a human dimension has the name of a field or a group, or a group that of a field.
    """
    there = {"document": "document" in groups, "references": references, "source": source, "ratings": ratings}
    taken = [dimension for dimension in dimensions if dimension in _FIELDS or dimension in groups]
    if taken:
        raise DataError(f"{name}: to be written, a human dimension needs another name than '{taken[0]}'.")
    further = [group for group in groups if group != "document"]
    if taken := [group for group in further if group in _FIELDS]:
        raise DataError(f"{name}: to be written, a grouping column needs another name than '{taken[0]}'.")
    return [*(field for field in _FIELDS if there.get(field, True)), *further, *human]


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


def _row(row: TextRow) -> dict[str, Any]:
    found: dict[str, Any] = {"system": row.system, "input": row.input, "output": row.output}
    found |= row.labels
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
        raise DataError(f"{where}: a text has a NUL character, which CSV and TSV lack. Write .jsonl.")
    return value
