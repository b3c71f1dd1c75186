"""Systems and inputs are left out of texts alike by every way of reading them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from trueness.data.reading.read_texts import read_texts
from trueness.data.reading.stream_texts import stream_texts
from trueness.data.texts.leave_out_rows import leave_out_of_texts, leaving_of_texts
from trueness.errors import ArgumentError, DataError, UnknownNameError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    rows = [
        {"system": system, "input": name, "output": "o", "quality": k}
        for system in ("bart", "bart-2", "ref")
        for k, name in enumerate(("d1", "d2", "check-1"))
    ]
    found = tmp_path / "texts.jsonl"
    found.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return found


@pytest.mark.parametrize(
    ("said", "systems", "inputs"),
    [
        ({"without": "ref,inputs=check-*"}, ("bart", "bart-2"), ("d1", "d2")),
        ({"only": "bart*"}, ("bart", "bart-2"), ("d1", "d2", "check-1")),
        ({"only": ["inputs=d*"], "without": "bart"}, ("bart-2", "ref"), ("d1", "d2")),
    ],
)
def test_what_is_left(
    path: Path, said: dict[str, str], systems: tuple[str, ...], inputs: tuple[str, ...]
) -> None:
    whole, stream = read_texts(path, **said), stream_texts(path, **said)
    of_read = leave_out_of_texts(read_texts(path), leaving_of_texts(said.get("only"), said.get("without")))
    assert (whole.systems, whole.inputs) == (systems, inputs)
    assert whole.rows == of_read.rows == tuple(row for rows in stream.partitions(2) for row in rows)
    assert (stream.facts.systems, stream.facts.inputs) == (len(systems), len(inputs))
    assert whole.notes == of_read.notes == stream.notes
    assert all("left out as asked" in note for note in whole.notes)
    assert len(whole.notes) == (3 - len(systems) > 0) + (3 - len(inputs) > 0)


@pytest.mark.parametrize("read", [read_texts, stream_texts])
def test_what_cannot_be_left_out(path: Path, read) -> None:
    with pytest.raises(UnknownNameError, match=r"no system is called 'bard'.*'bart'"):
        read(path, without="bard")
    with pytest.raises(DataError, match=r"nothing is left with --without: there are the inputs 'd1', 'd2'"):
        read(path, without="inputs=*")
    with pytest.raises(ArgumentError, match="`only` names metrics; here it takes systems and inputs alone"):
        read(path, only="metrics=quality")


def test_two_rows_for_one_output_may_be_left_out(path: Path) -> None:
    path.write_text(path.read_text() + json.dumps({"system": "ref", "input": "d1", "output": "again"}) + "\n")
    assert read_texts(path, without="ref").systems == ("bart", "bart-2")
    assert stream_texts(path, without="ref").facts.rows == 6
