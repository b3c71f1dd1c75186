"""A folder of files that are parts of one table is read as the one file would be, and anything else is refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyarrow import feather

import trueness
from trueness.data.formats.parts import kind_of_parts, read_parts
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
    rows = [row for chunk in read_parts(tmp_path / "scores", kind="parquet").chunks for row in chunk.rows]
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
    assert kind_of_parts(tmp_path / "scores") == "parquet"
    (tmp_path / "scores" / "readme.txt").touch()
    assert kind_of_parts(tmp_path / "scores") is None
    with pytest.raises(FormatError, match="no data set that is known"):
        trueness.read_scores(tmp_path / "scores")
    with pytest.raises(FormatError, match="lacks files of arrow"):
        read_parts(tmp_path / "scores", kind="arrow")
    (tmp_path / "empty").mkdir()
    assert kind_of_parts(tmp_path / "empty") is None


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
