"""A folder of files that are parts of one table is read as the one file would be, and anything else is refused."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyarrow import feather

import trueness
from trueness.data.formats.columnar import read_columnar
from trueness.data.formats.parts import parts_of, read_parts
from trueness.errors import DuplicateKeyError, FormatError

SYSTEMS, INPUTS = 3, 12
COLUMNS = ("system", "input", "human", "metric")
WRITERS = {
    "parquet": pq.write_table,
    "arrow": lambda rows, path: feather.write_feather(rows, path, compression="uncompressed"),
}


def rows_of(inputs: range) -> pa.Table:
    """Return scores of every system for some inputs; the order of the columns changes from part to part."""
    rng = np.random.default_rng(inputs.start)
    columns = {
        "system": [f"s{i}" for _ in inputs for i in range(SYSTEMS)],
        "input": [f"i{j}" for j in inputs for _ in range(SYSTEMS)],
        "human": rng.integers(1, 6, len(inputs) * SYSTEMS),
        "metric": rng.normal(size=len(inputs) * SYSTEMS),
    }
    turned = list(columns.items())[:: -1 if inputs.start % 2 else 1]
    return pa.table(dict(turned))


def parts(folder: Path, ending: str = "parquet") -> list[pa.Table]:
    """Write a table in four parts, the last without rows, as programs do, and what they put beside."""
    folder.mkdir()
    tables = [rows_of(range(5)), rows_of(range(5, 9)), rows_of(range(9, INPUTS))]
    tables.append(tables[0].slice(0, 0))
    for k, rows in enumerate(tables):
        WRITERS[ending](rows, folder / f"part-{k}.{ending}")
    (folder / "_SUCCESS").touch()
    (folder / ".part-0.crc").touch()
    return tables


@pytest.mark.parametrize("ending", WRITERS)
def test_parts_are_one_table(tmp_path, ending):
    tables = parts(tmp_path / "scores", ending)
    whole = pa.concat_tables([rows.select(tables[0].column_names) for rows in tables])
    pq.write_table(whole, tmp_path / "scores.parquet")
    found, expected = (
        trueness.read_scores(tmp_path / "scores"),
        trueness.read_scores(tmp_path / "scores.parquet"),
    )
    assert found.fingerprint == expected.fingerprint
    assert (found.name, found.systems, found.inputs) == ("scores", expected.systems, expected.inputs)
    assert found.shape == (2, SYSTEMS, INPUTS)


def test_rows_are_counted_through_all_parts(tmp_path):
    tables = parts(tmp_path / "scores")
    raw = read_parts(tmp_path / "scores", lambda path, kind: read_columnar(path, kind=kind))
    rows = [row for chunk in raw.chunks for row in chunk.rows]
    assert rows == list(range(1, sum(map(len, tables)) + 1))
    pq.write_table(tables[1], tmp_path / "scores" / "part-4.parquet")
    with pytest.raises(DuplicateKeyError, match="rows 16 and 37"):
        trueness.read_scores(tmp_path / "scores")


def test_other_columns_are_refused(tmp_path):
    tables = parts(tmp_path / "scores")
    pq.write_table(tables[1].drop(["metric"]), tmp_path / "scores" / "part-1.parquet")
    with pytest.raises(FormatError, match=r"part-1\.parquet.*'metric' in some"):
        trueness.read_scores(tmp_path / "scores")


def test_a_part_with_a_description_of_its_own_is_refused(tmp_path):
    parts(tmp_path / "scores")
    one = trueness.read_scores(tmp_path / "scores" / "part-1.parquet")
    trueness.write_scores(one, tmp_path / "scores" / "part-1.parquet")
    with pytest.raises(FormatError, match=r"part-1\.parquet.*of its own rows.*--join outer"):
        trueness.read_scores(tmp_path / "scores")


def test_a_folder_with_anything_else_is_no_table(tmp_path):
    parts(tmp_path / "scores")
    found = parts_of(tmp_path / "scores")
    assert found is not None
    assert (found.kind, [path.name for path in found.files][:2]) == (
        "parquet",
        ["part-0.parquet", "part-1.parquet"],
    )
    (tmp_path / "scores" / "readme.txt").touch()
    assert parts_of(tmp_path / "scores") is None
    with pytest.raises(FormatError, match="no data set that is known"):
        trueness.read_scores(tmp_path / "scores")
    with pytest.raises(FormatError, match="lacks files that are parts of one table"):
        read_parts(tmp_path / "scores", lambda path, kind: read_columnar(path, kind=kind))
    (tmp_path / "empty").mkdir()
    assert parts_of(tmp_path / "empty") is None


ASCENDING = ("dire", "dull", "deft")


@pytest.mark.parametrize("route", ["folder", "table"])
@pytest.mark.parametrize(
    ("first", "second", "order"),
    [
        (ASCENDING, ASCENDING, ASCENDING),
        (ASCENDING[:2], ASCENDING, ASCENDING),
        (ASCENDING, ASCENDING[::2], ASCENDING),
        (ASCENDING, ASCENDING[::-1], None),
        (ASCENDING, ASCENDING[1::-1], None),
        (ASCENDING[:2], ASCENDING[1:], None),
    ],
)
def test_orders_of_categories_count_where_all_parts_agree(tmp_path, route, first, second, order):
    pieces = []
    for k, categories in enumerate((first, second, first)):
        rows = rows_of(range(4 * k, 4 * k + 4))
        codes = np.arange(len(rows)) % len(categories)
        words = pa.DictionaryArray.from_arrays(codes, list(categories), ordered=True)
        pieces.append(rows.set_column(rows.column_names.index("human"), "human", words).select([*COLUMNS]))
    (tmp_path / "scores").mkdir()
    for k, rows in enumerate(pieces):
        WRITERS["arrow"](rows, tmp_path / "scores" / f"{k}.arrow")
    source = tmp_path / "scores" if route == "folder" else pa.concat_tables(pieces)
    if order is None:
        with pytest.raises(FormatError, match=r"the order of the column's .* labels is not known"):
            trueness.read_scores(source)
    said = trueness.read_scores(source, labels="deft<dire<dull")
    assert said.scorer("human").labels == ("deft", "dire", "dull")
    if order is not None:
        assert trueness.read_scores(source).scorer("human").labels == order


WRITTEN = {
    "part-0000{k}-5a2b-c000.csv": lambda frame: frame.write_csv(),
    "part-0000{k}.tsv": lambda frame: frame.write_csv(separator="\t"),
    "part-0000{k}-5a2b-c000.json": lambda frame: frame.write_ndjson(),  # Spark calls lines so
    "train-0000{k}-of-00003.jsonl": lambda frame: frame.write_ndjson(),
    "shard_{k}.jsonl": lambda frame: frame.write_ndjson(),
}


def write_lines(folder: Path, name: str, frames: list[pl.DataFrame]) -> Path:
    folder.mkdir()
    for k, frame in enumerate(frames):
        (folder / name.format(k=k)).write_text(WRITTEN[name](frame))
    (folder / "_SUCCESS").touch()
    return folder


@pytest.mark.parametrize("name", WRITTEN)
def test_parts_of_lines_are_one_table(tmp_path, name):
    frames = [pl.from_arrow(rows_of(inputs)) for inputs in (range(5), range(5, 9), range(9, INPUTS))]
    whole = pl.concat([frame.select(frames[0].columns) for frame in frames])
    found = trueness.read_scores(write_lines(tmp_path / "scores", name, frames))
    assert found.fingerprint == trueness.read_scores(whole).fingerprint
    assert found.name == "scores"


def test_compressed_parts_and_what_datasets_puts_beside(tmp_path):
    folder = tmp_path / "saved"
    folder.mkdir()
    for k, inputs in enumerate((range(5), range(5, INPUTS))):
        feather.write_feather(
            rows_of(inputs), folder / f"data-0000{k}-of-00002.arrow", compression="uncompressed"
        )
    (folder / "dataset_info.json").write_text("{}")
    (folder / "state.json").write_text("{}")
    assert trueness.read_scores(folder).shape == (2, SYSTEMS, INPUTS)
    zipped = tmp_path / "zipped"
    zipped.mkdir()
    for k, inputs in enumerate((range(5), range(5, INPUTS))):
        frame = pl.from_arrow(rows_of(inputs))
        (zipped / f"part-{k}.csv.gz").write_bytes(gzip.compress(frame.write_csv().encode()))
    assert trueness.read_scores(zipped).fingerprint == trueness.read_scores(folder).fingerprint


@pytest.mark.parametrize("name", ["ann{k}.csv", "wmt202{k}.csv", "{k}.csv", "partner-x{k}.csv"])
def test_tables_that_lie_in_a_folder_are_no_parts(tmp_path, name):
    folder = tmp_path / "tables"
    folder.mkdir()
    for k in range(2):
        (folder / name.format(k=k)).write_text("input,score\na,1\n")
    assert parts_of(folder) is None
    with pytest.raises(FormatError, match=r"Name the files in it: .*tables/\*\.csv"):
        trueness.read_scores(folder)


TEXTS = [
    {"system": s, "input": str(k), "output": f"{s} on {k}.", "references": [f"On {k}."]}
    for k in range(6)
    for s in "ab"
]


@pytest.mark.parametrize("ending", ["jsonl", "csv", "parquet", "arrow"])
def test_texts_in_parts(tmp_path, ending):
    folder = tmp_path / "texts"
    folder.mkdir()
    for k, rows in enumerate((TEXTS[:7], TEXTS[7:])):
        path = folder / f"part-{k}.{ending}"
        if ending in WRITERS:
            WRITERS[ending](pa.Table.from_pylist(rows), path)
        else:
            lines = [
                {**row, "references": json.dumps(row["references"])} if ending == "csv" else row
                for row in rows
            ]
            frame = pl.DataFrame(lines)
            path.write_text(frame.write_csv() if ending == "csv" else frame.write_ndjson())
    texts = trueness.read_texts(folder)
    assert texts.name == "texts"
    assert [(row.system, row.input, row.output, row.references) for row in texts.rows] == [
        (row["system"], row["input"], row["output"], tuple(row["references"])) for row in TEXTS
    ]
    with pytest.raises(FormatError, match="these are texts; scores are needed"):
        trueness.read_scores(folder)


def test_rows_of_texts_are_counted_through_all_parts(tmp_path):
    folder = tmp_path / "texts"
    folder.mkdir()
    for k, output in enumerate(("fine", 3)):
        (folder / f"part-{k}.jsonl").write_text(json.dumps({**TEXTS[k], "output": output}) + "\n")
    with pytest.raises(FormatError, match="texts, row 2, column 'output'"):
        trueness.read_texts(folder)
