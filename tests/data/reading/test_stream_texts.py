"""Texts read in partitions are the texts read at once, whatever the size; what is wrong is found on the first pass."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.data.reading import stream_texts as module
from trueness.data.reading.read_texts import read_texts
from trueness.data.reading.stream_texts import stream_of, stream_texts
from trueness.errors import DataError, DuplicateKeyError, FormatError, UnknownNameError

ROW = {"system": "a", "input": "1", "output": "x"}
CELLS = st.sampled_from([None, 1, 2.5])


def write(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def flat(stream, size):
    return [row for part in stream.partitions(size) for row in part]


@given(
    st.lists(
        st.dictionaries(st.sampled_from(["good", "fair@bob", "document", "source"]), CELLS),
        min_size=1,
        max_size=9,
    ),
    st.integers(1, 4),
)
def test_partitions_are_the_whole(tmp_path_factory, more, size):
    rows = [{**ROW, "input": str(k), **fields, "source": None} for k, fields in enumerate(more)]
    path = write(tmp_path_factory.mktemp("texts") / "t.jsonl", rows)
    texts, stream = read_texts(path), stream_texts(path)
    for found in (stream, stream_of(texts)):
        assert tuple(flat(found, size)) == texts.rows == tuple(flat(found, 100))
        assert (found.facts.rows, found.facts.systems, found.facts.inputs) == (
            len(texts),
            1,
            len(texts.inputs),
        )
        assert found.facts.dimensions == texts.dimensions
        assert (found.name, found.notes) == (texts.name, texts.notes)


def test_partitions_have_their_size_unless_texts_are_long(tmp_path, monkeypatch):
    rows = [
        {**ROW, "input": str(k), "output": "x" * 10 ** (k % 3), "references": ["y", "z"]} for k in range(7)
    ]
    stream = stream_texts(write(tmp_path / "t.jsonl", rows))
    assert [len(part) for part in stream.partitions(3)] == [3, 3, 1]
    monkeypatch.setattr(module, "LETTERS_PER_PARTITION", 50)
    assert [len(part) for part in stream.partitions(3)] == [3, 3, 1]
    monkeypatch.setattr(module, "LETTERS_PER_PARTITION", 5)
    assert [len(part) for part in stream.partitions(3)] == [2, 1, 2, 1, 1]


def test_name_orientation_and_columns(tmp_path):
    path = write(tmp_path / "t.v2.jsonl", [{"model": "m", "input": 1, "output": "x", "noise": 2}])
    stream = stream_texts(path, columns="system=model", lower_is_better=["noise"])
    assert (stream.name, stream.lower_is_better) == ("t", ("noise",))
    assert stream_texts(path, columns="system=model", name="mine").name == "mine"
    with pytest.raises(UnknownNameError, match="no human dimension is called 'nois'"):
        stream_texts(path, columns="system=model", lower_is_better=["nois"])


@pytest.mark.parametrize(
    ("rows", "error", "said"),
    [
        ([ROW, {**ROW, "input": "2"}, ROW], DuplicateKeyError, "rows 1 and 3 are both for system 'a'"),
        ([ROW, {**ROW, "input": "2", "output": 5}], FormatError, "row 2, column 'output'"),
        ([{**ROW, "good": 1}, {**ROW, "input": "2", "good": "x"}], FormatError, "row 2, column 'good'"),
        (
            [{**ROW, "document": "c"}, {**ROW, "system": "b", "document": "d"}],
            DataError,
            "belongs to document 'c'",
        ),
        ([{**ROW, "good": 1, "good@ann": 2}], DataError, "the mean of its annotators is 2"),
        ([], FormatError, "rows of texts are"),
    ],
)
def test_everything_is_found_on_the_first_pass(tmp_path, rows, error, said):
    with pytest.raises(error, match=said):
        stream_texts(write(tmp_path / "t.jsonl", rows))


@pytest.mark.parametrize("change", ["longer", "shorter", "other"])
def test_a_file_that_changes_in_between_is_noticed(tmp_path, change):
    rows = [{**ROW, "input": str(k)} for k in range(4)]
    path = write(tmp_path / "t.jsonl", rows)
    stream = stream_texts(path)
    changed = {
        "longer": [*rows, {**ROW, "input": "9"}],
        "shorter": rows[:3],
        "other": [{**r, "output": "yy"} for r in rows],
    }
    write(path, changed[change])
    with pytest.raises(FormatError, match=r"t\.jsonl: the file has changed while it was read"):
        flat(stream, 2)


def test_a_folder_is_a_stream_too(tmp_path):
    for system in "ab":
        (tmp_path / "texts" / "outputs" / system).mkdir(parents=True)
        (tmp_path / "texts" / "outputs" / system / "1.txt").write_text(f"by {system}")
    stream = stream_texts(tmp_path / "texts")
    assert [row.output for row in flat(stream, 1)] == ["by a", "by b"]
    assert stream.name == "texts"
    (tmp_path / "texts" / "outputs" / "b" / "1.txt").unlink()
    with pytest.raises(FormatError, match="no such file"):
        flat(stream, 1)


def test_progress_tells_the_rows(tmp_path):
    calls = []
    path = write(
        tmp_path / "t.jsonl", [{**ROW, "input": str(k)} for k in range(module.ROWS_PER_PARTITION + 1)]
    )
    stream_texts(path, progress=lambda *call: calls.append(call))
    assert [done for _, done, _ in calls] == [module.ROWS_PER_PARTITION, module.ROWS_PER_PARTITION + 1]


@pytest.mark.parametrize(
    ("cells", "numbers", "note"),
    [
        (("50.4%", "51%", None, "7%"), (0.504, 0.51, None, 0.07), "percents of 'human' were read as shares"),
        (("4 - good", "1 - bad", 4, "4 - good"), (4, 1, 4, 4), "by the numbers in its labels"),
        (("4/5", "N/A", "1/5", "5/5"), (0.8, None, 0.2, 1), "'human' was read as shares"),
        (("1,503.5", "2", "12,345.25", "1,000"), (1503.5, 2, 12345.25, 1000), "between thousands"),
    ],
)
@pytest.mark.parametrize("size", [1, 3])
def test_numbers_of_people_may_be_written_otherwise(tmp_path, monkeypatch, cells, numbers, note, size):
    monkeypatch.setattr(module, "ROWS_PER_PARTITION", size)
    rows = [{**ROW, "input": str(k), "human": cell} for k, cell in enumerate(cells)]
    path = write(tmp_path / "t.jsonl", rows)
    stream = stream_texts(path, missing_values="N/A")
    assert [row.human.get("human") for row in flat(stream, size)] == list(numbers)
    texts = read_texts(path, missing_values="N/A")
    assert texts.rows == tuple(flat(stream, size))
    assert texts.notes == stream.notes
    assert any(note in one for one in texts.notes)
    assert not [one for one in texts.notes if "left out" in one]


def test_numbers_that_are_unclear_are_refused_with_the_place(tmp_path):
    rows = [{**ROW, "input": str(k), "human": cell} for k, cell in enumerate(("50%", "4/5"))]
    path = write(tmp_path / "t.jsonl", rows)
    for read in (read_texts, stream_texts):
        with pytest.raises(FormatError, match=r"t.jsonl, row 2, column 'human': '4/5' and '50%' \(row 1\)"):
            read(path)
