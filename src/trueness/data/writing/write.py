"""Write a score table so that reading it back gives the same table."""

from __future__ import annotations

import csv
import io
import json
import math
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from trueness.data.cells.statistics_column import statistics_cells
from trueness.data.files.open_file import COMPRESSIONS
from trueness.data.files.rows_fingerprint import Coded, RowsFingerprint
from trueness.data.files.sidecar import replacing_described
from trueness.data.files.whole_file import compressing, replacing
from trueness.data.formats.columnar import METADATA_KEY
from trueness.data.reading.read import read_table
from trueness.data.scores.metadata import describe
from trueness.data.scores.placed_scores import check_annotator_mean
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import ArgumentError, DataError, import_extra, listing

WRITTEN = {
    ".csv": "csv",
    ".tsv": "tsv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".parquet": "parquet",
    ".pq": "parquet",
    ".arrow": "arrow",
    ".feather": "arrow",
}


def write_scores(table: ScoreTable, path: str | Path) -> Path:
    """Write a score table; the extension says how, and ``.gz`` or ``.zst`` after it compresses.

    One row per system and input, one column per scorer (``relevance@bob`` per annotator). Roles, orientation,
    annotators and groups go into the metadata of Parquet and Arrow, and beside CSV, TSV and JSONL into
    ``PATH.meta.json``. Sufficient statistics have a column of text (``bleu#statistics``), a JSON list in every
    cell, that no program takes for scores. `read_scores` gives a table with the same fingerprint. Numbers keep
    full precision.

    Names are written as they are, also where a spreadsheet would take them for a formula (``=…``, ``+…``,
    ``-…``, ``@…``): a file of scores is data, and a changed name would be another name. Open one from
    strangers as text.

    The file appears whole or not at all, and no name from the data ever becomes part of a path. A description
    beside it names the fingerprint of the rows it was written for, and is refused beside others
    (``docs/decisions/0013-description-and-rows.md``).

    Parameters
    ----------
    table : ScoreTable
        The scores.
    path : str or Path
        Where to write; a file there is replaced.

    Returns
    -------
    Path
        The path.

    Raises
    ------
    ArgumentError
        If the extension is not known.
    DataError
        If the table is empty, has names that cannot be written (empty, not Unicode, or with a NUL character
        in CSV and TSV), or a human dimension that is not the mean of its annotators.
    MissingExtraError
        If pyarrow or zstandard is needed and not installed.
    """
    table = read_table(table)
    path = Path(path)
    kind = check_extension(path)
    if path.exists() and not path.is_file():
        raise DataError(f"{path}: this is a folder, a device or a pipe; give the name of a file.")
    _check(table, kind)
    description = describe(table)
    names, columns = _columns(table, description)
    if kind in ("parquet", "arrow"):
        _write_columnar(path, kind, names, columns, description)
        return path
    with replacing_described(path) as (raw, sidecar), compressing(raw, path) as binary:
        text = io.TextIOWrapper(binary, encoding="utf-8", newline="", write_through=False)
        rows = zip(*columns, strict=True)
        if kind == "jsonl":
            for row in rows:
                record = {name: _cell(cell) for name, cell in zip(names, row, strict=True)}
                text.write(json.dumps(record, ensure_ascii=False, allow_nan=False) + "\n")
        else:
            # the csv module leaves a lone carriage return unquoted, which would end the row
            texts = (*names, *(cell for column in columns if _is_text(column) for cell in column))
            all_quoted = any("\r" in item for item in texts if item is not None)
            quoting: Literal[0, 1] = csv.QUOTE_ALL if all_quoted else csv.QUOTE_MINIMAL
            delimiter = "," if kind == "csv" else "\t"
            writer = csv.writer(text, delimiter=delimiter, lineterminator="\n", quoting=quoting)
            writer.writerow(names)
            for row in rows:
                writer.writerow([_cell(cell) for cell in row])  # None is written as an empty field
        text.flush()
        text.detach()
        sidecar.say(description, _fingerprint(table, description))
    return path


def check_extension(path: str | Path) -> str:
    """Return the format that the extension of a path asks for.

    Raises
    ------
    ArgumentError
        If it is not known.
    """
    path = Path(path)
    compressed = path.suffix.lower() in COMPRESSIONS
    kind = WRITTEN.get(Path(path.stem).suffix.lower() if compressed else path.suffix.lower())
    if kind is None:
        options = listing(WRITTEN, 20)
        raise ArgumentError(
            f"`path` must end in {options}, or in .gz or .zst behind that; it is {path.name!r}."
        )
    return kind


def _check(table: ScoreTable, kind: str) -> None:
    if 0 in table.shape:
        raise DataError("to be written, a table needs scorers, systems and inputs.")
    annotators = [who for people in table.annotations.values() for who in people.annotators]
    required = (*table.systems, *table.inputs, *table.scorer_names, *annotators)
    if "" in required:
        raise DataError(
            "every system, input, scorer and annotator needs a name to be read back by; one is empty."
        )
    groups = {**table.input_groups, **table.system_groups}
    for name in (*required, *groups, *(label for labels in groups.values() for label in labels)):
        if kind in ("csv", "tsv") and "\0" in name:
            raise DataError(f"the name {name!r} has a NUL character; write JSONL or Parquet instead.")
        try:
            name.encode("utf-8")
        except UnicodeEncodeError as error:
            raise DataError(f"the name {name!r} must be Unicode text to be written.") from error
    for scorer, people in table.annotations.items():
        check_annotator_mean(scorer, table.matrix(scorer), people, table.systems, table.inputs, table.name)


def _columns(table: ScoreTable, description: dict[str, Any]) -> tuple[list[str], list[list[Any]]]:
    """Return column names and cells, one row per system and input."""
    n, m = len(table.systems), len(table.inputs)

    def per_system(labels: tuple[str, ...]) -> list[str]:
        return [label for label in labels for _ in range(m)]

    columns: dict[str, list[Any]] = {}
    if description["system"] is not None:
        columns[description["system"]] = per_system(table.systems)
    columns[description["input"]] = list(table.inputs) * n
    for name, column in description["input_groups"]:
        columns[column] = list(table.input_groups[name]) * n
    for name, column in description["system_groups"]:
        columns[column] = per_system(table.system_groups[name])
    for entry, matrix in zip(description["scorers"], table.values, strict=True):
        columns[entry["column"]] = matrix.ravel().tolist()
        for (_, column), ratings in zip(entry["annotators"], _ratings(table, entry["name"]), strict=True):
            columns[column] = ratings.ravel().tolist()
        if "statistics" in entry:
            values = table.corpus[entry["name"]].values
            columns[entry["statistics"]["column"]] = statistics_cells(values.reshape(n * m, -1))
    return list(columns), list(columns.values())


def _fingerprint(table: ScoreTable, description: dict[str, Any]) -> str:
    """Return the fingerprint of the rows that are written."""
    n, m = len(table.systems), len(table.inputs)
    system, position = np.repeat(np.arange(n), m), np.tile(np.arange(m), n)

    def grouped(labels: tuple[str, ...], place: NDArray[np.int64]) -> Coded:
        coded = Coded.of(labels)
        return Coded(coded.labels, coded.codes[place])

    names = {description["input"]: Coded(table.inputs, position)}
    if description["system"] is not None:
        names[description["system"]] = Coded(table.systems, system)
    for name, column in description["input_groups"]:
        names[column] = grouped(table.input_groups[name], position)
    for name, column in description["system_groups"]:
        names[column] = grouped(table.system_groups[name], system)
    numbers = {}
    for entry, matrix in zip(description["scorers"], table.values, strict=True):
        numbers[entry["column"]] = matrix.ravel()
        for (_, column), ratings in zip(entry["annotators"], _ratings(table, entry["name"]), strict=True):
            numbers[column] = ratings.ravel()
        if "statistics" in entry:
            numbers[entry["statistics"]["column"]] = table.corpus[entry["name"]].values.reshape(n * m, -1)
    fingerprint = RowsFingerprint()
    fingerprint.add(names, numbers)
    return fingerprint.finish()


def _is_text(cells: list[Any]) -> bool:
    """Return whether a column holds text; numbers are floats, and only a text may be None."""
    return not isinstance(cells[0], float)


def _cell(cell: Any) -> Any:
    return None if isinstance(cell, float) and math.isnan(cell) else cell


def _ratings(table: ScoreTable, scorer: str) -> Any:
    return table.annotations[scorer].values if scorer in table.annotations else ()


def _write_columnar(
    path: Path, kind: str, names: list[str], columns: list[list[Any]], description: dict[str, Any]
) -> None:
    pyarrow = import_extra("pyarrow", extra="formats", feature=f"writing '{path.name}'")
    arrays = [
        pyarrow.array(cells, pyarrow.string())
        if _is_text(cells)
        else pyarrow.array(np.array(cells, dtype=np.float64), from_pandas=True)
        for cells in columns
    ]
    content = pyarrow.Table.from_arrays(arrays, names=names)
    content = content.replace_schema_metadata({METADATA_KEY: json.dumps(description).encode()})
    with replacing(path) as raw, compressing(raw, path) as binary:
        if kind == "parquet":
            from pyarrow import parquet

            parquet.write_table(content, binary)
        else:
            from pyarrow import ipc

            with ipc.new_file(binary, content.schema) as writer:
                writer.write_table(content)
