"""The same table by every route is one table: dataframes with and without an index, and the files that they write."""

from __future__ import annotations

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import trueness
from trueness.data.reading.read import read_scores
from trueness.errors import TruenessError

CELLS = st.sampled_from([None, 0.0, 1.0, 2.5, -3.25, 1e6])
NAMES = st.sampled_from(["a", "b c", "\u00e9", "01", "x.y", "Z"])


@st.composite
def frames(draw):
    """Draw a table of pandas: outputs by names of text or number, with keys in columns, in the index, or in neither."""
    kind = draw(st.sampled_from(["outputs", "items", "numbers", "nothing"]))
    size = draw(st.integers(2, 8))
    scores = {
        name: pd.array(draw(st.lists(CELLS, min_size=size, max_size=size)), dtype="float64")
        for name in draw(
            st.lists(st.sampled_from(["human", "m1", "judge"]), min_size=1, max_size=3, unique=True)
        )
    }
    if kind == "outputs":
        pairs = draw(st.lists(st.tuples(NAMES, NAMES), min_size=size, max_size=size, unique=True))
        keys = {"system": [one for one, _ in pairs], "input": [other for _, other in pairs]}
    elif kind == "items":
        keys = {"id": draw(st.lists(NAMES, min_size=min(size, 6), max_size=min(size, 6), unique=True))}
        scores = {name: values[: len(keys["id"])] for name, values in scores.items()}
    elif kind == "numbers":
        numbers = draw(st.lists(st.integers(-3, 99), min_size=size, max_size=size, unique=True))
        keys = {"id": [float(k) for k in numbers] if draw(st.booleans()) else numbers}
    else:
        keys = {}
    frame = pd.DataFrame({**keys, **scores})
    if not keys:  # a line of nothing is no row of a CSV
        frame = frame.fillna({frame.columns[0]: 0.5})
    return frame, list(keys)


def routes(frame, keys, folder):
    """Yield the same scores by every route."""
    plain = frame.reset_index(drop=True)
    yield "pandas", plain
    yield "pandas, shuffled columns", plain[[*reversed(plain.columns)]] if keys else plain
    yield "polars", pl.from_pandas(plain)
    yield "pyarrow", pa.Table.from_pandas(plain)
    if keys:
        yield "pyarrow of an index", pa.Table.from_pandas(plain.set_index(keys))
    for name, write in (
        ("csv", lambda path: plain.to_csv(path, index=False)),
        ("csv with row labels", plain.to_csv),
        ("parquet", plain.to_parquet),
        ("arrow", lambda path: pl.from_pandas(plain).write_ipc(path)),
        ("jsonl", lambda path: plain.to_json(path, orient="records", lines=True)),
    ):
        path = folder / f"t.{name.partition(' ')[0]}"
        write(path)
        yield name, path
    if keys:
        indexed = plain.set_index(keys)
        yield "index", indexed
        for name, write in (("csv", indexed.to_csv), ("parquet", indexed.to_parquet)):
            path = folder / f"i.{name}"
            write(path)
            yield f"{name} of an index", path


@given(frames())
def test_one_table_whatever_the_route(tmp_path_factory, drawn):
    frame, keys = drawn
    folder = tmp_path_factory.mktemp("routes")
    found = {
        name: read_scores(given) for name, given in routes(frame, keys, folder) if frame.notna().any().all()
    }
    if not found:
        return
    first = found["pandas"]
    for name, table in found.items():
        assert (table.systems, table.inputs, table.has_systems) == (
            first.systems,
            first.inputs,
            first.has_systems,
        ), name
        assert table.fingerprint == first.fingerprint, name


def test_row_labels_that_say_something_are_inputs(tmp_path):
    frame = pd.DataFrame({"human": [1, 2, 3, 4], "judge": [2, 2, 3, 3]})
    kept = frame[frame.human != 2]
    kept.to_csv(tmp_path / "k.csv")
    kept.to_parquet(tmp_path / "k.parquet")
    for given_ in (kept, tmp_path / "k.csv", tmp_path / "k.parquet"):
        assert read_scores(given_).inputs == ("0", "2", "3")
    named = frame.set_index(pd.Index(["a", "b", "c", "d"]))
    named.to_csv(tmp_path / "n.csv")
    assert read_scores(named).fingerprint == read_scores(tmp_path / "n.csv").fingerprint
    assert read_scores(named).inputs == ("a", "b", "c", "d")


def test_an_index_beside_columns_of_its_names(tmp_path):
    frame = pd.DataFrame({"system": ["A", "B"], "input": ["1", "1"], "human": [1, 2]})
    doubled = frame.set_index(["system", "input"], drop=False)
    assert read_scores(doubled).fingerprint == read_scores(frame).fingerprint
    rows = [(s, i, k * i % 5) for k, s in enumerate("abc") for i in range(4)]
    means = pd.DataFrame(rows, columns=["system", "input", "human"]).groupby(["system", "input"]).mean()
    table = read_scores(means)
    assert table.shape == (1, 3, 4)
    assert any(
        "levels of the dataframe's index were read as columns: 'system', 'input'" in note
        for note in table.notes
    )


def test_names_that_are_whole_numbers_with_a_decimal(tmp_path):
    for name, ids in (("a", ("0", "1", "2")), ("b", ("0.0", "1.0", "2.0")), ("c", ("0.0", "1.5", "2.0"))):
        lines = "".join(f"{one},{k}\n" for k, one in enumerate(ids))
        (tmp_path / f"{name}.csv").write_text(f"id,{name}\n{lines}")
    table = read_scores(tmp_path / "a.csv", tmp_path / "b.csv")
    assert (table.inputs, table.scorer_names) == (("0", "1", "2"), ("a", "b"))
    assert "names of 'id' are whole numbers: '0.0' is 0" in table.notes
    assert read_scores(tmp_path / "c.csv").inputs == ("0.0", "1.5", "2.0")


@pytest.mark.parametrize("wrong", [None, 3, object(), {"a": 1}])
def test_what_is_no_table_is_refused_as_such(wrong):

    with pytest.raises(TruenessError, match="a path or a dataframe"):
        read_scores(wrong)


ROWS = [
    (s, f"i{i}", (k * i) % 5 + k, (k * i) % 7 + k) for k, s in enumerate("abcdef", start=1) for i in range(12)
]
FRAME = pd.DataFrame(ROWS, columns=["system", "input", "human", "metric"])


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("compare", {"human": "human", "rng": 1}),
        ("systems", {"scorers": "human", "rng": 1}),
        ("disagreements", {"human": "human"}),
        ("worth", {"human": "human", "rng": 1}),
        ("plan", {"human": "human", "systems": 6, "inputs": 12, "runs": 5, "rng": 1}),
    ],
)
def test_functions_take_what_readers_read(tmp_path, name, options):
    function = getattr(trueness, name)
    path = tmp_path / "t.csv"
    FRAME.to_csv(path, index=False)
    halves = [FRAME[["system", "input", "human"]], FRAME[["system", "input", "metric"]]]
    expected = repr(function(read_scores(FRAME), **options).rows())
    for given_ in (FRAME, pl.from_pandas(FRAME), pa.Table.from_pandas(FRAME), path, halves):
        assert repr(function(given_, **options).rows()) == expected


def test_several_tables_and_texts_are_taken_so_too(tmp_path):
    frames = {"one": FRAME, "two": pl.from_pandas(FRAME)}
    found = trueness.pool(frames, human="human", level="system", coefficient="pearson")
    assert list(found.tables) == ["one", "two"]
    texts = FRAME.assign(output="a b", references=[["a b c"]] * len(FRAME))
    rows = texts.to_dict("records")
    texts.to_json(tmp_path / "t.jsonl", orient="records", lines=True)
    scored = [
        trueness.score(one, "rouge1_f") for one in (texts, pl.from_pandas(texts), rows, tmp_path / "t.jsonl")
    ]
    assert len({table.fingerprint for table in scored}) == 1
    with pytest.raises(TruenessError, match="`read_scores` makes one of a file or a dataframe"):
        trueness.coverage(FRAME)


ORDERS = ("bad", "ok", "good"), ("fail", "pass"), ("C", "B", "A")


@st.composite
def labelled(draw):
    """Draw outputs with labels by two annotators, numbers that are written otherwise, a metric, and groups."""
    order = draw(st.sampled_from(ORDERS))
    cells = [(s, f"d{j}", f"t{j // 2}", f"f{k % 2}") for k, s in enumerate("abc") for j in range(3)]
    size = len(cells)

    def column(values):
        return [values[k % len(values)] for k in range(size)]

    gaps = st.lists(st.booleans(), min_size=size, max_size=size)
    columns = {
        name: [
            None if gone and k else value
            for k, (value, gone) in enumerate(zip(values, draw(gaps), strict=True))
        ]
        for name, values in {
            "q@ann": draw(st.permutations(column(order))),
            "q@bob": draw(st.permutations(column(order))),
            "share": [f"{draw(st.integers(0, 100))}%" for _ in range(size)],
            "m": draw(st.lists(st.integers(-5, 5).map(float), min_size=size, max_size=size)),
        }.items()
    }
    keys = dict(zip(("system", "input", "document", "family"), zip(*cells, strict=True), strict=True))
    return pd.DataFrame({**keys, **columns}), "<".join(order)


def label_routes(frame, folder):
    """Yield the same table by every route that holds words."""
    columns = ["q@ann", "q@bob", "share"]
    yield "pandas", frame
    yield "categories", frame.assign(**{name: frame[name].astype("category") for name in columns})
    yield "rows in another order", frame.iloc[::-1]
    yield "polars", pl.from_pandas(frame)
    yield "pyarrow", pa.Table.from_pandas(frame)
    for name, write in (
        ("t.csv", lambda path: frame.to_csv(path, index=False)),
        ("t.csv.gz", lambda path: frame.to_csv(path, index=False)),
        ("t.tsv", lambda path: frame.to_csv(path, index=False, sep="\t")),
        ("semicolons.csv", lambda path: frame.to_csv(path, index=False, sep=";")),
        ("t.parquet", frame.to_parquet),
        ("t.arrow", lambda path: pl.from_pandas(frame).write_ipc(path)),
        ("t.jsonl", lambda path: frame.to_json(path, orient="records", lines=True)),
        ("t.json", lambda path: frame.to_json(path, orient="records")),
        ("split.json", lambda path: frame.to_json(path, orient="split")),
        ("t.xlsx", lambda path: frame.to_excel(path, index=False)),
    ):
        write(folder / name)
        yield name, folder / name


@given(labelled())
def test_labels_annotators_and_groups_are_one_table_whatever_the_route(tmp_path_factory, drawn):
    frame, order = drawn
    folder = tmp_path_factory.mktemp("labels")
    found = {name: read_scores(given, labels=order) for name, given in label_routes(frame, folder)}
    first = found["pandas"]
    assert first.scorer("q").labels == tuple(order.split("<"))
    assert first.annotations["q"].annotators == ("ann", "bob")
    assert not (first.matrix("share") > 1).any()
    for name, table in found.items():
        assert table.fingerprint == first.fingerprint, name
        assert table.scorer("q").labels == first.scorer("q").labels, name
        groups = (dict(zip(one.inputs, one.input_groups["document"], strict=True)) for one in (table, first))
        assert len({tuple(sorted(one.items())) for one in groups}) == 1, name
        assert dict(zip(table.systems, table.system_groups["family"], strict=True)) == {
            "a": "f0",
            "b": "f1",
            "c": "f0",
        }, name
    written = folder / "written.csv"
    trueness.write_scores(first, written)
    assert read_scores(written).fingerprint == first.fingerprint
