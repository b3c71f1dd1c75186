"""Parquet, Arrow and dataframes of three libraries give one and the same table."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyarrow import feather, ipc

import trueness
from trueness.data.formats.columnar import read_columnar, read_frame
from trueness.data.scores.table_from_rows import table_from_rows
from trueness.errors import FormatError

DATA: dict[str, Any] = {
    "system": ["A", "A", "B", "B"],
    "input": [1, 2, 1, 2],
    "rouge": [0.1, None, 0.3, 0.4],
    "rel@a": [1, 2, None, 4],
    "passed": [True, False, None, True],
    "output": ["one two", "three", None, "four five"],
}
EXPECTED = [[0.1, np.nan, 0.3, 0.4], [1, 0, np.nan, 1], [1, 2, np.nan, 4]]


def check(raw: Any) -> None:
    table = table_from_rows(raw)
    assert (table.systems, table.inputs) == (("A", "B"), ("1", "2"))
    assert table.scorer_names == ("rouge", "passed", "rel")
    np.testing.assert_array_equal(table.values.reshape(3, 4), EXPECTED)
    assert any("'output'" in note for note in table.notes)


FRAMES = {
    "pandas": lambda: pd.DataFrame(DATA),
    "pandas nullable": lambda: pd.DataFrame(DATA).convert_dtypes(),
    "pandas float ids": lambda: pd.DataFrame({**DATA, "input": [1.0, 2.0, 1.0, 2.0]}),
    "pandas categories": lambda: pd.DataFrame(DATA).astype({"system": "category"}),
    "polars": lambda: pl.DataFrame(DATA),
    "polars lazy": lambda: pl.LazyFrame(DATA),
    "pyarrow": lambda: pa.table(DATA),
}


@pytest.mark.parametrize("library", FRAMES)
def test_dataframes(library: str) -> None:
    check(read_frame(FRAMES[library]()))


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow", "pandas float ids"])
def test_parquet_of_each_library(tmp_path: Path, library: str) -> None:
    path, frame = tmp_path / "a.parquet", FRAMES[library]()
    if isinstance(frame, pa.Table):
        pq.write_table(frame, path)
    elif isinstance(frame, pl.DataFrame):
        frame.write_parquet(path)
    else:
        frame.to_parquet(path)
    check(read_columnar(path, kind="parquet"))


def test_arrow_files_and_streams(tmp_path: Path) -> None:
    path = tmp_path / "a.arrow"
    feather.write_feather(pa.table(DATA), str(path))
    check(read_columnar(path, kind="arrow"))
    with ipc.new_stream(str(path), pa.table(DATA).schema) as writer:
        writer.write_table(pa.table(DATA))
    check(read_columnar(path, kind="arrow"))


def test_lists_and_structures_are_annotators_and_nested_names(tmp_path: Path) -> None:
    data = {
        "system": ["A", "B"],
        "input": [1, 1],
        "rel": [[1, 2], [3, 4]],
        "rouge": [{"f": 0.5}, {"f": 0.25}],
    }
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table(data), path)
    for raw in (read_columnar(path, kind="parquet"), read_frame(pl.DataFrame(data))):
        table = table_from_rows(raw)
        assert table.annotations["rel"].annotators == ("1", "2")
        np.testing.assert_array_equal(table.matrix("rouge_f"), [[0.5], [0.25]])


def test_whole_numbers_too_large_for_doubles_stay_names(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    big = 2**53 + 1
    pq.write_table(pa.table({"system": ["A", "A"], "input": [big, big - 1], "x": [1, 2]}), path)
    assert table_from_rows(read_columnar(path, kind="parquet")).inputs == (str(big), str(big - 1))


@pytest.mark.parametrize("share", [0.0, 0.2, 0.5, 0.98])
@pytest.mark.parametrize("kind", ["parquet", "arrow"])
def test_truncated_files_are_named(tmp_path: Path, kind: str, share: float) -> None:
    path = tmp_path / f"a.{kind}"
    table = pa.table({"input": [str(k) for k in range(5000)], "x": np.random.default_rng(0).random(5000)})
    pq.write_table(table, path) if kind == "parquet" else feather.write_feather(table, str(path))
    path.write_bytes(path.read_bytes()[: int(path.stat().st_size * share)])
    with pytest.raises(FormatError, match=rf"a\.{kind}: the file is truncated or damaged .*again"):
        table_from_rows(read_columnar(path, kind=kind))


def test_infinite_and_text_cells_have_their_row() -> None:
    with pytest.raises(FormatError, match=r"dataframe, row 2, column 'x': infinite scores: 1"):
        table_from_rows(read_frame(pd.DataFrame({"input": [1, 2], "x": [1.0, np.inf]})))
    with pytest.raises(FormatError, match="dataframe, row 2, column 'x': 'bad' is not a number"):
        table_from_rows(read_frame(pd.DataFrame({"input": [1, 2], "x": [1.0, "bad"]})))


def test_levels_of_an_index_are_columns() -> None:
    frame = pd.DataFrame(DATA)
    table = table_from_rows(read_frame(frame.set_index("system")))
    assert table.fingerprint == table_from_rows(read_frame(frame)).fingerprint
    assert any("index were read as columns: 'system'" in note for note in table.notes)


def test_rows_labels_that_pandas_stores_are_no_scores(tmp_path: Path) -> None:
    frame = pd.DataFrame(DATA)
    frame[frame.index > 0].to_parquet(tmp_path / "a.parquet")
    table = table_from_rows(read_columnar(tmp_path / "a.parquet", kind="parquet"))
    assert table.scorer_names == ("rouge", "passed", "rel")


def test_what_is_no_dataframe_is_refused() -> None:
    with pytest.raises(FormatError, match="a path or a dataframe is needed; this is list"):
        read_frame([1, 2])
    with pytest.raises(FormatError, match=r"twice|unique|duplicate"):
        table_from_rows(read_frame(pd.DataFrame([[1, 2, 3]], columns=["input", "x", "x"])))


LISTS = {
    "pandas": pd.DataFrame,
    "polars": pl.DataFrame,
    "pyarrow": pa.table,
    "pandas of arrow": lambda data: pa.table(data).to_pandas(),  # lists are arrays there
    "pandas with tuples": lambda data: pd.DataFrame(
        {**data, "l": [cell and tuple(cell) for cell in data["l"]]}
    ),
}


@pytest.mark.parametrize("library", LISTS)
@pytest.mark.parametrize("missing", [None, []])
@pytest.mark.parametrize("at", [0, 2])
def test_a_missing_list_of_ratings_is_missing_wherever_it_stands(library: str, missing: Any, at: int) -> None:
    cells: list[Any] = [[1, 2], [3, None]]
    cells.insert(at, missing)
    data = {"system": ["A", "B", "C"], "input": ["1"] * 3, "l": cells}
    table = table_from_rows(read_frame(LISTS[library](data)))
    assert table.scorer_names == ("l",)
    assert table.annotations["l"].annotators == ("1", "2")
    np.testing.assert_array_equal(np.delete(table.values.ravel(), at), [1.5, 3])
    assert np.isnan(table.values.ravel()[at])


def test_pandas_own_missing_value_inside_a_list() -> None:
    data = {"input": [1, 2], "l": [[1, pd.NA], [pd.NA, 4]]}
    people = table_from_rows(read_frame(pd.DataFrame(data))).annotations["l"]
    np.testing.assert_array_equal(people.values.reshape(2, 2), [[1, np.nan], [np.nan, 4]])


def test_columns_of_one_name_are_refused() -> None:
    frame = pd.DataFrame([["A", 1, 0.5, 0.25]], columns=["system", "input", 1, "1"])
    for extra in ({}, {"l": [[1, 2]]}):
        with pytest.raises(FormatError, match=r"dataframe, column '1': the column name occurs twice. Rename"):
            read_frame(frame.assign(**extra))
    numbered = table_from_rows(read_frame(frame.iloc[:, :3]))
    assert numbered.scorer_names == ("1",)
    levels = pd.DataFrame([[1, 2]], columns=pd.MultiIndex.from_tuples([("a", "b"), ("a", "c")]))
    with pytest.raises(
        FormatError, match=r"names of 2 levels.*Every column needs one name of its own, in one level"
    ):
        read_frame(levels)


def test_a_signalling_nan_is_named_by_its_column() -> None:
    frame = pd.DataFrame({"input": [1, 2], "x": [Decimal("sNaN"), Decimal(1)]})
    with pytest.raises(
        FormatError, match=r"dataframe, column 'x': .*failed \(InvalidOperation\)\. Give numbers"
    ):
        read_frame(frame)
    assert np.isnan(table_from_rows(read_frame(frame.assign(x=[Decimal("NaN"), 1]))).values[0, 0, 0])


def test_masked_cells_are_missing_and_whole_numbers_of_any_size_are_read() -> None:
    masked = pd.DataFrame({"input": [1, 2], "x": np.array([np.ma.masked, 2.0], object)})
    np.testing.assert_array_equal(table_from_rows(read_frame(masked)).values.ravel(), [np.nan, 2])
    large = pl.DataFrame({"input": [1, 2], "x": pl.Series([2**100, 1], dtype=pl.Int128)})
    np.testing.assert_array_equal(table_from_rows(read_frame(large)).values.ravel(), [2.0**100, 1])


def test_a_damaged_table_of_arrow_in_memory_is_not_touched() -> None:
    buffers = [None, pa.py_buffer(np.array([0, 2**30, 2], np.int32).tobytes()), pa.py_buffer(b"ab")]
    damaged = pa.Array.from_buffers(pa.string(), 2, buffers)
    with pytest.raises(FormatError, match=r"dataframe: the dataframe is damaged, .*make it again"):
        read_frame(pa.table({"system": damaged, "input": ["1", "1"], "x": [1.0, 2.0]}))


@pytest.mark.parametrize("route", ["frame", "parquet", "arrow", "table", "polars"])
def test_the_declared_order_of_categories_is_that_of_labels(tmp_path: Path, route: str) -> None:
    import pandas as pd
    import pyarrow as pa

    import trueness

    order = ["awful", "so so", "fine", "superb"]
    cells = ["fine", "awful", "superb"]
    frame = pd.DataFrame(
        {"id": list("abc"), "human": pd.Categorical(cells, order, ordered=True), "judge": [1.0, 2, 3]}
    )
    source: object = frame
    if route == "parquet":
        source = tmp_path / "a.parquet"
        frame.to_parquet(source)
    elif route == "arrow":
        source = tmp_path / "a.arrow"
        frame.to_feather(source)
    elif route == "table":
        source = pa.Table.from_pandas(frame)
    elif route == "polars":
        pl = pytest.importorskip("polars")
        source = pl.DataFrame(
            {"id": list("abc"), "human": pl.Series(cells, dtype=pl.Enum(order)), "judge": [1.0, 2, 3]}
        )
    table = trueness.read_scores(source)
    assert table.scorer("human").labels == tuple(order)
    assert table.matrix("human").tolist() == [[2, 0, 3]]
    assert any("as the file declares" in note for note in table.notes)
    turned = trueness.read_scores(source, labels="superb<fine<so so<awful")
    assert turned.matrix("human").tolist() == [[1, 3, 0]]


def test_categories_without_an_order_are_asked_for() -> None:
    import pandas as pd

    import trueness

    frame = pd.DataFrame({"id": list("abc"), "human": pd.Categorical(["x", "y", "x"]), "judge": [1, 2, 3]})
    with pytest.raises(FormatError, match="order of the column's 2 labels is not known"):
        trueness.read_scores(frame)
    frame["human"] = pd.Categorical([3, 1, 3], [1, 3], ordered=True)
    assert trueness.read_scores(frame).matrix("human").tolist() == [[3, 1, 3]]


def test_pages_that_carry_a_checksum_are_checked(tmp_path: Path) -> None:
    whole, damaged = tmp_path / "whole.parquet", tmp_path / "damaged.parquet"
    table = pa.table(
        {"system": ["a", "b"] * 50, "input": list(range(100)), "x": [0.1 * k for k in range(100)]}
    )
    pq.write_table(table, whole, compression="none", use_dictionary=False, write_page_checksum=True)
    assert len(list(read_columnar(whole, kind="parquet").chunks)) == 1
    number = np.float64(0.1 * 50).tobytes()
    damaged.write_bytes(whole.read_bytes().replace(number, number[::-1]))
    with pytest.raises(FormatError, match=r"damaged.parquet: the file is truncated or damaged \(.*checksum"):
        list(read_columnar(damaged, kind="parquet").chunks)


@pytest.mark.parametrize("route", ["frame", "parquet", "arrow"])
def test_rows_without_columns_are_refused(tmp_path: Path, route: str) -> None:
    source: Any = pd.DataFrame(index=range(4))
    if route == "parquet":
        source.to_parquet(source := tmp_path / "a.parquet")
    elif route == "arrow":
        feather.write_feather(pa.table({}), source := tmp_path / "a.arrow", compression="uncompressed")
    for read in (trueness.read_scores, trueness.read_preferences):
        with pytest.raises(FormatError, match=r"the table lacks columns\. Write it again"):
            read(source)
