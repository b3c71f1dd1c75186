"""Rows of a source of preferences, whatever file they are in, and how they are laid out."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from trueness.data.cells.raw_rows import RawRows
from trueness.data.files.open_file import checked_path
from trueness.data.files.unpack import opened
from trueness.data.formats.columnar import open_columnar, read_frame
from trueness.data.formats.delimited import read_delimited
from trueness.data.formats.json_document import is_one_value, load_json, records_of
from trueness.data.formats.jsonl import read_records
from trueness.data.formats.spreadsheet import read_spreadsheet
from trueness.data.layouts.appraise import is_rankings, rankings
from trueness.data.layouts.exports import mt_bench_pair
from trueness.data.layouts.wmt_rankings import is_wmt_rankings, wmt_rankings
from trueness.data.preferences.preference_columns import PairColumns, pair_layout, verdicts_by_content
from trueness.data.preferences.reward_bench import model_results
from trueness.data.recognising.recognise import recognise
from trueness.errors import FormatError, listing

PAIR_FORMATS = ("csv", "tsv", "jsonl", "json", "parquet", "arrow", "xlsx", "ods")
"""What files of preferences may be."""

Record = tuple[int, dict[str, Any]]


def pair_records(
    source: Any, format: str | None = None, *, part: str | None = None, header_row: int | None = None
) -> tuple[str, Iterator[Record]]:
    """Return what messages call a source of preferences, and its rows.

    Parameters
    ----------
    source, format, part, header_row
        As in `read_preferences`.

    Raises
    ------
    FormatError
        If it can be none, or is damaged; errors in rows turn up when these are read.
    """
    if not isinstance(source, str | Path):
        raw = read_frame(source)
        return raw.source, _of_raw(raw)
    path = opened(checked_path(source))
    if is_rankings(path):
        return str(path), rankings(path)
    if is_wmt_rankings(path):
        return str(path), wmt_rankings(path)
    kind = format or recognise(path).format
    if kind not in PAIR_FORMATS and {".json", ".jsonl"} & set(path.suffixes):
        kind = "json" if is_one_value(path) else "jsonl"  # an export of scores, too; its columns tell here
    ways: dict[str, Callable[[], Iterator[Record]]] = {
        "jsonl": lambda: read_records(path),
        "json": lambda: _of_json(path),
        "parquet": lambda: open_columnar(path, kind="parquet", plain=True).records(),
        "arrow": lambda: open_columnar(path, kind="arrow", plain=True).records(),
        "xlsx": lambda: _of_raw(read_spreadsheet(path, sheet=part, header_row=header_row)),
        "ods": lambda: _of_raw(read_spreadsheet(path, sheet=part, header_row=header_row)),
        "csv": lambda: _of_raw(read_delimited(path, delimiter=",", header_row=header_row)),
        "tsv": lambda: _of_raw(read_delimited(path, delimiter="\t", header_row=header_row)),
    }
    if kind not in PAIR_FORMATS:
        raise FormatError(
            f"'{kind}' holds something other than preferences.",
            path=str(path),
            remedy=f"Give a table of pairs as {listing(PAIR_FORMATS)}.",
        )
    return str(path), ways[kind]()


def _of_json(path: Path) -> Iterator[Record]:
    content = load_json(path)
    rows = model_results(content, str(path))
    if rows is not None:
        return enumerate(rows, start=1)
    return ((row, dict(record)) for row, record in records_of(content, str(path))[0])


def _of_raw(raw: RawRows) -> Iterator[Record]:
    for chunk in raw.chunks:
        for row, cells in zip(chunk.rows, zip(*chunk.columns, strict=True), strict=True):
            yield row, dict(zip(raw.names, cells, strict=True))


def pair_kind(
    source: Any,
    format: str | None = None,
    columns: PairColumns | str | Mapping[str, str | Iterable[str]] | None = None,
    part: str | None = None,
    header_row: int | None = None,
) -> str | None:
    """Return how a source of preferences is laid out, one of `LAYOUTS`, by its first row; None where it has none.

    Parameters
    ----------
    source, format, columns, part, header_row
        As in `read_preferences`.

    Raises
    ------
    FormatError, ArgumentError
        If it holds no preferences, or is damaged.
    """
    name, records = pair_records(source, format, part=part, header_row=header_row)
    first = next(records, None)
    if first is None:
        return None
    record, asked = mt_bench_pair(first[1]), PairColumns.of(columns)
    said = verdicts_by_content([record], tuple(record), asked)
    return pair_layout(tuple(record), dataclasses.replace(asked, verdicts=said) if said else asked, name).kind
