"""What is written reads back as the same table, whatever the names."""

from __future__ import annotations

import csv
import json
import math
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from trueness.data.reading.read import read_scores
from trueness.data.scores.corpus_statistics import CorpusStatistics
from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable
from trueness.data.writing.write import write_scores
from trueness.errors import ArgumentError, DataError, FormatError

PLAIN = ("csv", "tsv", "jsonl", "parquet", "arrow")
PACKED = ("csv.gz", "jsonl.zst", "parquet.gz", "arrow.zst")

AWKWARD = st.sampled_from(
    [
        "a,b",
        'say "x"',
        "two\nlines",
        "cr\rlf\r\n",
        "=1+1",
        "+1",
        "-1",
        "@x",
        "../../up",
        "é😀\u2028",
        " ",
        "\t",
        "nan",
        "x@y",
        "system",
        "input",
        "scorer",
        "score",
        "annotator",
        "document",
        "id",
        "1",
        "1.0",
        "None",
        "ratings",
        "a (2)",
    ]
)
NAMES = AWKWARD | st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=8
)
NUMBERS = st.floats(allow_infinity=False, allow_nan=True, width=64)


@st.composite
def tables(draw: st.DrawFn) -> ScoreTable:
    def unique(most: int) -> tuple[str, ...]:
        return tuple(draw(st.lists(NAMES, min_size=1, max_size=most, unique=True)))

    names, inputs = unique(3), unique(3)
    systems = unique(3) if draw(st.booleans()) else ("(no system)",)
    shape = (len(systems), len(inputs))
    roles = st.sampled_from(["human", "metric", None])
    scorers = tuple(Scorer(name, draw(roles), draw(st.booleans())) for name in names)
    cells = math.prod(shape)
    values = [np.reshape(draw(st.lists(NUMBERS, min_size=cells, max_size=cells)), shape) for _ in names]
    annotations = {}
    if draw(st.booleans()):
        likert = st.sampled_from([1.0, 2.0, 5.0, math.nan])
        people = unique(3)
        ratings = draw(st.lists(likert, min_size=cells * len(people), max_size=cells * len(people)))
        annotations[names[0]] = Annotations(people, np.reshape(ratings, (len(people), *shape)))
        values[0] = annotations[names[0]].mean()

    def groups(size: int) -> dict[str, tuple[str, ...]]:
        labels = st.lists(NAMES | st.just(""), min_size=size, max_size=size).map(tuple)
        return draw(st.dictionaries(NAMES, labels, max_size=2))

    corpus = {}
    if draw(st.booleans()):
        finite = st.floats(allow_infinity=False, allow_nan=False)
        numbers = np.reshape(draw(st.lists(finite, min_size=2 * cells, max_size=2 * cells)), (*shape, 2))
        if np.isnan(values[-1]).any() and not np.isnan(values[-1]).all():
            numbers[np.isnan(values[-1])] = math.nan
        corpus[names[-1]] = CorpusStatistics("percentage", numbers)

    has_systems = systems != ("(no system)",)
    return ScoreTable(
        scorers,
        systems,
        inputs,
        np.stack(values),
        annotations,
        groups(len(inputs)),
        groups(len(systems)),
        has_systems,
        name=draw(NAMES),
        notes=("a note",),
        corpus=corpus,
    )


UNDISTURBED = (HealthCheck.function_scoped_fixture, HealthCheck.too_slow)


@pytest.mark.parametrize("suffix", PLAIN)
@settings(max_examples=40, suppress_health_check=UNDISTURBED)
@given(table=tables())
def test_reading_gives_back_what_was_written(tmp_path: Path, suffix: str, table: ScoreTable) -> None:
    check_reading(tmp_path, suffix, table)


@pytest.mark.parametrize("suffix", PACKED)
@settings(max_examples=10, suppress_health_check=UNDISTURBED)  # the same bytes, packed
@given(table=tables())
def test_reading_gives_back_what_was_packed(tmp_path: Path, suffix: str, table: ScoreTable) -> None:
    check_reading(tmp_path, suffix, table)


def check_reading(tmp_path: Path, suffix: str, table: ScoreTable) -> None:
    path = tmp_path / "folder" / f"scores.{suffix}"
    path.parent.mkdir(exist_ok=True)
    again = read_scores(write_scores(table, path))
    assert again.fingerprint == table.fingerprint
    assert (again.systems, again.inputs, again.scorers) == (table.systems, table.inputs, table.scorers)
    assert (again.name, again.notes[0]) == (table.name, "a note")
    # no name became a path, no temporary file stayed
    assert {p.name for p in tmp_path.iterdir()} == {"folder"}
    assert {p.name for p in path.parent.iterdir()} <= {path.name, f"{path.name}.meta.json"}


def small(**changes: object) -> ScoreTable:
    fields: dict[str, object] = {
        "scorers": (Scorer("x", "metric"), Scorer("ppl", "metric", higher_is_better=False)),
        "systems": ("=cmd()", "B"),
        "inputs": ("1", "2"),
        "values": np.array([[[0.1, np.nan], [1 / 3, 4]], [[1, 2], [3, 4]]]),
    }
    return ScoreTable(**{**fields, **changes})  # type: ignore[arg-type]


def test_a_csv_is_plain_and_verbatim(tmp_path: Path) -> None:
    path = write_scores(small(), tmp_path / "a.csv")
    with path.open(newline="") as file:
        rows = list(csv.reader(file))
    assert rows[:3] == [
        ["system", "input", "x", "ppl"],
        ["=cmd()", "1", "0.1", "1.0"],
        ["=cmd()", "2", "", "2.0"],
    ]
    assert rows[3][2] == "0.3333333333333333"
    assert json.loads((tmp_path / "a.csv.meta.json").read_text())["scorers"][1]["higher_is_better"] is False


def test_without_its_description_a_csv_still_reads(tmp_path: Path) -> None:
    path = write_scores(small(), tmp_path / "a.csv")
    (tmp_path / "a.csv.meta.json").unlink()
    table = read_scores(path)
    np.testing.assert_array_equal(table.values, small().values)
    assert [(s.role, s.higher_is_better) for s in table.scorers] == [(None, True), (None, True)]


def test_columns_added_later_are_read_and_removed_ones_are_missed(tmp_path: Path) -> None:
    path = write_scores(small(), tmp_path / "a.csv")
    lines = path.read_text().splitlines()
    path.write_text("\n".join([lines[0] + ",new", *(line + ",7" for line in lines[1:])]))
    table = read_scores(path)
    assert table.scorer_names == ("x", "ppl", "new")
    assert not table.scorer("ppl").higher_is_better
    path.write_text("\n".join([lines[0].replace("ppl", "perplexity"), *lines[1:]]))
    with pytest.raises(
        FormatError, match=r"names columns that are not in the file: 'ppl'.*remove the description"
    ):
        read_scores(path)
    table = read_scores(path, columns="system=system")
    assert table.scorer_names == ("x", "perplexity")
    assert any("description" in note for note in table.notes)


@pytest.mark.parametrize("name", ["x", "system"])
def test_a_column_twice_is_refused_beside_its_description(tmp_path: Path, name: str) -> None:
    path = write_scores(small(), tmp_path / "a.csv")
    lines = path.read_text().splitlines()
    path.write_text("\n".join([f"{lines[0]},{name}", *(f"{line},7" for line in lines[1:])]))
    with pytest.raises(FormatError, match=f"column '{name}': the column name occurs twice"):
        read_scores(path)


@pytest.mark.parametrize(
    "content", ["[]", "{", '{"format": "trueness scores 9"}', '{"format": "trueness scores 1"}']
)
def test_a_broken_description_is_refused(tmp_path: Path, content: str) -> None:
    path = write_scores(small(), tmp_path / "a.csv")
    (tmp_path / "a.csv.meta.json").write_text(content)
    with pytest.raises(FormatError, match="description"):
        read_scores(path)


@pytest.mark.parametrize(
    ("changes", "suffix", "message"),
    [
        ({"systems": ("", "B")}, "csv", "a name to be"),
        ({"systems": ("a\0", "B")}, "csv", "NUL character"),
        ({"systems": ("\ud800", "B")}, "parquet", "must be Unicode"),
        ({"systems": (), "values": np.empty((2, 0, 2))}, "csv", "to be written, a"),
        ({"annotations": {"x": Annotations(("a",), np.zeros((1, 2, 2)))}}, "csv", "mean of its annotators"),
    ],
)
def test_what_cannot_be_read_back_is_not_written(
    tmp_path: Path, changes: dict[str, object], suffix: str, message: str
) -> None:
    with pytest.raises(DataError, match=message):
        write_scores(small(**changes), tmp_path / f"a.{suffix}")
    assert not list(tmp_path.iterdir())


def test_unknown_extensions(tmp_path: Path) -> None:
    for name in ("a.xlsx", "a", "a.gz"):
        with pytest.raises(ArgumentError, match=r"`path` must end in '.csv'"):
            write_scores(small(), tmp_path / name)


def test_a_failure_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_scores(small(), tmp_path / "a.csv")
    before = path.read_bytes()

    def fail(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(OSError, match="disk full"):
        write_scores(small(systems=("X", "Y")), path)
    assert path.read_bytes() == before
    assert {p.name for p in tmp_path.iterdir()} == {"a.csv", "a.csv.meta.json"}


def test_the_same_scores_give_the_same_bytes(tmp_path: Path) -> None:
    first, second = (write_scores(small(), tmp_path / f"{k}.csv.gz").read_bytes() for k in "ab")
    assert first == second


def counted() -> ScoreTable:
    """Return a table with statistics, one output without them."""
    values = np.array([[[3, 4], [np.nan, np.nan]], [[0.1, 1 / 3], [2**60, 5]]])
    return small(corpus={"x": CorpusStatistics("percentage", values)})


@pytest.mark.parametrize("suffix", PLAIN + PACKED)
def test_statistics_survive(tmp_path: Path, suffix: str) -> None:
    path = write_scores(counted(), tmp_path / f"a.{suffix}")
    again = read_scores(path)
    assert again.fingerprint == counted().fingerprint
    assert again.scorer_names == ("x", "ppl")
    np.testing.assert_array_equal(again.corpus["x"].values, counted().corpus["x"].values)
    assert again.notes == ()


def test_statistics_are_text_that_nobody_takes_for_scores(tmp_path: Path) -> None:
    path = write_scores(counted(), tmp_path / "a.csv")
    with path.open(newline="") as file:
        rows = list(csv.reader(file))
    assert [row[3] for row in rows] == [
        "x#statistics",
        "[3, 4]",
        "",
        "[0.1, 0.3333333333333333]",
        f"[{2.0**60}, 5]",
    ]
    (tmp_path / "a.csv.meta.json").unlink()
    table = read_scores(path)
    assert (table.scorer_names, dict(table.corpus)) == (("x", "ppl"), {})
    assert "1 column left out, no scores: 'x#statistics'" in table.notes
    assert any(note.startswith("the sufficient statistics of 'x' were not read") for note in table.notes)


@pytest.mark.parametrize("suffix", ["jsonl", "parquet"])
def test_dataframes_and_other_formats_without_description_leave_statistics_out(
    tmp_path: Path, suffix: str
) -> None:
    path = write_scores(counted(), tmp_path / f"a.{suffix}")
    if suffix == "parquet":
        table = read_scores(pl.read_parquet(path))
    else:
        (tmp_path / "a.jsonl.meta.json").unlink()
        table = read_scores(path)
    assert (table.scorer_names, dict(table.corpus)) == (("x", "ppl"), {})


def test_broken_statistics_are_named(tmp_path: Path) -> None:
    path = write_scores(counted(), tmp_path / "a.csv")
    text = path.read_text()
    path.write_text(text.replace("[3, 4]", "[3, four]"))
    with pytest.raises(FormatError, match=r"row 2, column 'x#statistics': .*no JSON list"):
        read_scores(path)
    path.write_text(text.replace(", 5]", "]"))
    with pytest.raises(FormatError, match="row 5, column 'x#statistics': the cell has 1 statistics, those"):
        read_scores(path)
    path.write_text(text.replace('"[3, 4]"', ""))
    beside = tmp_path / "a.csv.meta.json"
    beside.write_text(json.dumps({**json.loads(beside.read_text()), "fingerprint": None}))
    with pytest.raises(DataError, match="a score of 'x' but without its sufficient statistics"):
        read_scores(path)
