"""Write scores partition by partition, in the form in which `write_scores` writes a whole table."""

from __future__ import annotations

import contextlib
import csv
import dataclasses
import io
import json
import math
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from trueness.data.cells.statistics_column import statistics_cells
from trueness.data.files.rows_fingerprint import Coded, RowsFingerprint
from trueness.data.files.sidecar import replacing_described
from trueness.data.files.whole_file import compressing
from trueness.data.formats.columnar import METADATA_KEY
from trueness.data.scores.metadata import describe
from trueness.data.scores.score_table import ScoreTable
from trueness.data.writing.write import check_extension
from trueness.errors import DataError, import_extra

Cells = Sequence[str | None] | NDArray[np.float64]
"""Texts, None where missing, or numbers, NaN where missing."""

ROWS_PER_GROUP = 16_384
"""Rows of a row group of Parquet."""


class Heading(NamedTuple):
    """A column to be filled.

    Attributes
    ----------
    name : str
    is_text : bool
        Whether it holds text rather than numbers.
    """

    name: str
    is_text: bool


class RowSink(Protocol):
    """A file that is being written; nothing is to be written to it after `finish` or `abandon`."""

    def write(self, columns: Sequence[Cells]) -> None:
        """Add rows: the cells of each column, in the order of the headings."""

    def finish(self, description: dict[str, Any]) -> None:
        """Write what is left, with the description where the format holds one."""

    def abandon(self) -> None:
        """Let go of what is open; the file is of no use."""


def open_sink(kind: str, file: IO[bytes], headings: Sequence[Heading], name: str) -> RowSink:
    """Return a sink that writes to a file open for writing.

    Parameters
    ----------
    kind : {'csv', 'tsv', 'jsonl', 'parquet', 'arrow'}
    file : binary file
    headings : sequence of Heading
    name : str
        The name of the file, for messages.

    Raises
    ------
    MissingExtraError
        If pyarrow is needed and not installed.
    """
    if kind == "jsonl":
        return _Jsonl(file, headings)
    if kind in ("csv", "tsv"):
        return _Delimited(file, headings, "," if kind == "csv" else "\t")
    pyarrow = import_extra("pyarrow", extra="formats", feature=f"writing '{name}'")
    return _Parquet(file, headings, pyarrow) if kind == "parquet" else _Arrow(file, headings, pyarrow)


class _Text:
    """What files of text have in common."""

    def __init__(self, file: IO[bytes]) -> None:
        self._text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=False)

    def finish(self, description: dict[str, Any]) -> None:
        del description  # it is written beside the file
        self._text.flush()
        self._text.detach()

    def abandon(self) -> None:
        self._text.detach()


class _Delimited(_Text):
    def __init__(self, file: IO[bytes], headings: Sequence[Heading], delimiter: str) -> None:
        super().__init__(file)
        self._plain = csv.writer(self._text, delimiter=delimiter, lineterminator="\n")
        self._quoted = csv.writer(self._text, delimiter=delimiter, lineterminator="\n", quoting=csv.QUOTE_ALL)
        self._write_row([heading.name for heading in headings])

    def write(self, columns: Sequence[Cells]) -> None:
        rows = zip(*map(_plain_cells, columns), strict=True)
        if any(_has_return(column) for column in columns):
            for row in rows:
                self._write_row(row)
        else:
            self._plain.writerows(rows)  # None is written as an empty field

    def _write_row(self, row: Sequence[Any]) -> None:
        # the csv module leaves a lone carriage return unquoted, which would end the row
        (self._quoted if _has_return(row) else self._plain).writerow(row)


class _Jsonl(_Text):
    def __init__(self, file: IO[bytes], headings: Sequence[Heading]) -> None:
        super().__init__(file)
        self._names = [heading.name for heading in headings]

    def write(self, columns: Sequence[Cells]) -> None:
        for row in zip(*map(_plain_cells, columns), strict=True):
            record = dict(zip(self._names, row, strict=True))
            self._text.write(json.dumps(record, ensure_ascii=False, allow_nan=False) + "\n")


class _Columnar:
    """What Parquet and Arrow have in common."""

    def __init__(self, headings: Sequence[Heading], pyarrow: Any) -> None:
        self._pyarrow = pyarrow
        self._schema = pyarrow.schema(
            [(name, pyarrow.string() if is_text else pyarrow.float64()) for name, is_text in headings]
        )

    def _batch(self, columns: Sequence[Cells]) -> Any:
        arrays = [
            self._pyarrow.array(cells, field.type, from_pandas=isinstance(cells, np.ndarray))
            for cells, field in zip(columns, self._schema, strict=True)
        ]
        return self._pyarrow.record_batch(arrays, schema=self._schema)


class _Parquet(_Columnar):
    def __init__(self, file: IO[bytes], headings: Sequence[Heading], pyarrow: Any) -> None:
        from pyarrow import parquet

        super().__init__(headings, pyarrow)
        # a stored schema would hide metadata that are added at the end
        self._writer = parquet.ParquetWriter(file, self._schema, store_schema=False)
        self._waiting: list[Any] = []
        self._n_waiting = 0

    def write(self, columns: Sequence[Cells]) -> None:
        batch = self._batch(columns)
        self._waiting.append(batch)
        self._n_waiting += batch.num_rows
        if self._n_waiting >= ROWS_PER_GROUP:
            self._flush()

    def finish(self, description: dict[str, Any]) -> None:
        self._flush()
        self._writer.add_key_value_metadata({METADATA_KEY: json.dumps(description).encode()})
        self._writer.close()

    def abandon(self) -> None:
        self._writer.close()

    def _flush(self) -> None:
        if self._waiting:
            self._writer.write_table(self._pyarrow.Table.from_batches(self._waiting))
        self._waiting, self._n_waiting = [], 0


class _Arrow(_Columnar):
    """An Arrow file begins with its metadata, so that the rows wait in another until these are known."""

    def __init__(self, file: IO[bytes], headings: Sequence[Heading], pyarrow: Any) -> None:
        from pyarrow import ipc

        super().__init__(headings, pyarrow)
        self._file = file
        self._rows = tempfile.TemporaryFile()  # noqa: SIM115 - closed by `finish` or `abandon`
        self._writer = ipc.new_stream(self._rows, self._schema)

    def write(self, columns: Sequence[Cells]) -> None:
        self._writer.write_batch(self._batch(columns))

    def finish(self, description: dict[str, Any]) -> None:
        from pyarrow import ipc

        self._writer.close()
        self._rows.seek(0)
        schema = self._schema.with_metadata({METADATA_KEY: json.dumps(description).encode()})
        with self._rows, ipc.open_stream(self._rows) as rows, ipc.new_file(self._file, schema) as whole:
            for batch in rows:
                whole.write_batch(batch.replace_schema_metadata(schema.metadata))

    def abandon(self) -> None:
        self._writer.close()
        self._rows.close()


def _plain_cells(cells: Cells) -> Sequence[Any]:
    """Return cells as texts and numbers, None where missing."""
    if not isinstance(cells, np.ndarray):
        return cells
    plain: list[Any] = cells.tolist()
    return [None if math.isnan(cell) else cell for cell in plain] if np.isnan(cells).any() else plain


def _has_return(cells: Sequence[Any] | NDArray[Any]) -> bool:
    return not isinstance(cells, np.ndarray) and any(isinstance(cell, str) and "\r" in cell for cell in cells)


FloatArray = NDArray[np.float64]


@dataclasses.dataclass(frozen=True)
class ScorePart:
    """Some rows of scores, column by column.

    Attributes
    ----------
    systems, inputs : sequence of str
        The keys of n rows.
    groups : mapping of str to sequence of str
        Grouping column to a label per row, empty where there is none.
    scores : mapping of str to array of shape (n,)
        Scorer to scores, NaN where there is none.
    ratings : mapping of (str, str) to array of shape (n,)
        Human dimension and annotator to ratings, NaN where there is none.
    statistics : mapping of str to array of shape (n, s)
        Scorer to its sufficient statistics, all NaN where there are none.
    """

    systems: Sequence[str]
    inputs: Sequence[str]
    groups: Mapping[str, Sequence[str]]
    scores: Mapping[str, FloatArray]
    ratings: Mapping[tuple[str, str], FloatArray]
    statistics: Mapping[str, FloatArray]


class ScoreWriter:
    """Takes rows of scores; made by `writing_scores`.

    Attributes
    ----------
    notes : list of str
        What a reader of the scores has to know. It is written last and may be filled until then.
    own_references : mapping of str to float
        As in `ScoreTable`; written last, too.
    """

    def __init__(self, description: Mapping[str, Any], sink: RowSink) -> None:
        self._description, self._sink = description, sink
        self._fingerprint = RowsFingerprint()
        self.notes: list[str] = list(description["notes"])
        self.own_references: Mapping[str, float] = {}

    def write(self, part: ScorePart) -> None:
        """Add rows, with every group, scorer, annotator and statistic that the shape has."""
        description = self._description
        texts = {} if description["system"] is None else {description["system"]: part.systems}
        texts[description["input"]] = part.inputs
        for side in ("input", "system"):
            texts |= {column: part.groups[name] for name, column in description[f"{side}_groups"]}
        numbers: dict[str, FloatArray] = {}
        columns: list[Cells] = list(texts.values())
        for entry in description["scorers"]:
            name = entry["name"]
            own = {entry["column"]: part.scores[name]}
            own |= {column: part.ratings[name, who] for who, column in entry["annotators"]}
            columns += own.values()
            numbers |= own
            if "statistics" in entry:
                columns.append(statistics_cells(part.statistics[name]))
                numbers[entry["statistics"]["column"]] = part.statistics[name]
        self._sink.write(columns)
        self._fingerprint.add({column: Coded.of(cells) for column, cells in texts.items()}, numbers)

    def fingerprint(self) -> str:
        """Return the fingerprint of the rows written so far."""
        return self._fingerprint.finish()


@contextlib.contextmanager
def writing_scores(path: str | Path, shape: ScoreTable) -> Iterator[ScoreWriter]:
    """Open a file of scores that appears, whole, when the block has ended well; one part of it is held at a time.

    `read_scores` makes of it the table that `write_scores` would have written.

    Parameters
    ----------
    path : str or Path
        Where to write; the extension says how (see `write_scores`). A file there is replaced.
    shape : ScoreTable
        A table of one output with the scorers, annotators, groups and statistics that all rows have. Its
        values are not written.

    Raises
    ------
    ArgumentError
        If the extension is not known.
    DataError
        If a folder, a device or a pipe is there.
    MissingExtraError
        If pyarrow or zstandard is needed and not installed.
    """
    path = Path(path)
    kind = check_extension(path)
    if path.exists() and not path.is_file():
        raise DataError(f"{path}: this is a folder, a device or a pipe; give the name of a file.")
    description = describe(shape)
    with replacing_described(path) as (raw, sidecar), compressing(raw, path) as binary:
        sink = open_sink(kind, binary, _headings(description), path.name)
        writer = ScoreWriter(description, sink)
        try:
            yield writer
        except BaseException:
            sink.abandon()
            raise
        description["notes"] = writer.notes
        if writer.own_references:
            description["own_references"] = dict(writer.own_references)
        sink.finish(description)
        if kind not in ("parquet", "arrow"):
            sidecar.say(description, writer.fingerprint())


def _headings(description: Mapping[str, Any]) -> list[Heading]:
    """Return the columns in the order in which `ScoreWriter.write` fills them."""
    texts = [
        *([] if description["system"] is None else [description["system"]]),
        description["input"],
        *(column for side in ("input", "system") for _, column in description[f"{side}_groups"]),
    ]
    headings = [Heading(column, is_text=True) for column in texts]
    for entry in description["scorers"]:
        headings.append(Heading(entry["column"], is_text=False))
        headings += [Heading(column, is_text=False) for _, column in entry["annotators"]]
        if "statistics" in entry:
            headings.append(Heading(entry["statistics"]["column"], is_text=True))
    return headings
