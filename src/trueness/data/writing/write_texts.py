"""Write texts so that reading them back gives the same texts."""

from __future__ import annotations

import contextlib
import csv
import io
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from trueness.data.cells.labels import Order
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

    What no row has gets no field; human scores that stand for labels are written as these. The file appears whole or
    not at all. Which human dimensions are better when they are lower, the order of labels that nobody knows (to be said
    with `labels` of `read_texts`), and notes have no place in it.

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
        human=dict.fromkeys(
            given
            for row in rows
            for given in (
                *((name, None) for name in row.human),
                *((name, who) for who, ratings in row.ratings.items() for name in ratings),
            )
        ),
        labels=texts.labels,
    )
    with writing_texts(path, [*fields, *further], texts.name, texts.labels) as write:
        write(rows, further)
    return Path(path)


class WriteTexts(Protocol):
    """Writes rows of texts to a file that is open."""

    def __call__(self, rows: Sequence[TextRow], beside: Mapping[str, Sequence[str]] | None = None) -> None:
        """Write rows, with further fields as `write_texts` takes them."""


@contextlib.contextmanager
def writing_texts(
    path: str | Path, fields: Sequence[str], name: str, labels: Mapping[str, Order] | None = None
) -> Iterator[WriteTexts]:
    """Open a file of texts that appears whole, or not at all, once the block has ended well.

    Parameters
    ----------
    path : str or Path
        Where to: .jsonl, .csv or .tsv, also .gz and .zst; a file there is replaced.
    fields : sequence of str
        What is written of every row, as `written_fields` returns them and further ones after these.
    name : str
        What the texts are called, for messages.
    labels : mapping of str to tuple of str, optional
        Of human dimensions whose numbers stand for labels, these: they are written.

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
                held = {**_row(row, labels or {}), **{at: given[k] for at, given in (beside or {}).items()}}
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
    human: Iterable[tuple[str, str | None]],
    labels: Mapping[str, Order],
) -> list[str]:
    """Return the fields of a file of texts, in their order.

    Parameters
    ----------
    name : str
        What the texts are called, for messages.
    groups : collection of str
        Grouping columns, `document` among them.
    references, source : bool
        Whether any row has them.
    human : iterable of (str, str or None)
        Human dimensions, each with an annotator, or None for a number that is nobody's.
    labels : mapping of str to tuple of str
        As `writing_texts` takes them.

    Raises
    ------
    DataError
        If a human dimension has the name of a field or a group, or a group that of a field.
    """
    given = list(human)
    ratings = any(who is not None and dimension not in labels for dimension, who in given)
    there = {"document": "document" in groups, "references": references, "source": source, "ratings": ratings}
    own = [_field(dimension, who) for dimension, who in given if who is None or dimension in labels]
    taken = [dimension for dimension, _ in given if dimension in _FIELDS or dimension in groups]
    if taken:
        raise DataError(f"{name}: to be written, a human dimension needs another name than '{taken[0]}'.")
    further = [group for group in groups if group != "document"]
    if taken := [group for group in further if group in _FIELDS]:
        raise DataError(f"{name}: to be written, a grouping column needs another name than '{taken[0]}'.")
    return [*(field for field in _FIELDS if there.get(field, True)), *further, *own]


def _field(dimension: str, annotator: str | None) -> str:
    return dimension if annotator is None else f"{dimension}@{annotator}"


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


def _row(row: TextRow, labels: Mapping[str, Order]) -> dict[str, Any]:
    """Return the fields of a row; ratings that stand for labels have a field each, as `ratings` are numbers."""

    def said(dimension: str, value: float) -> float | str:
        order = labels.get(dimension, ())
        return order[int(value)] if value.is_integer() and 0 <= value < len(order) else value

    found: dict[str, Any] = {"system": row.system, "input": row.input, "output": row.output}
    found |= row.labels
    if row.references:
        found["references"] = list(row.references)
    if row.source is not None:
        found["source"] = row.source
    ratings: dict[str, dict[str, float]] = {}
    for annotator, given in row.ratings.items():
        for dimension, value in given.items():
            if dimension in labels:
                found[_field(dimension, annotator)] = said(dimension, value)
            else:
                ratings.setdefault(annotator, {})[dimension] = value
    if ratings:
        found["ratings"] = ratings
    return found | {dimension: said(dimension, value) for dimension, value in row.human.items()}


def _cell(value: Any, where: str) -> Any:
    if isinstance(value, (list, dict)):
        value = json.dumps(value, ensure_ascii=False)
    if isinstance(value, str) and "\0" in value:
        raise DataError(f"{where}: a text has a NUL character, which CSV and TSV lack. Write .jsonl.")
    return value
