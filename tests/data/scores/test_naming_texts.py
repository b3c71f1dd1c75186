"""Texts that name inputs where the one taken for their name leaves repeated rows."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from trueness.data.files.rows_fingerprint import Coded
from trueness.data.reading.read import read_scores
from trueness.data.scores.naming_texts import may_name_inputs, naming_texts
from trueness.errors import DuplicateKeyError

SYSTEMS = ("ant", "bee", "cat")


def rows(message: str, knowledge: str, **more: Any) -> list[dict[str, Any]]:
    """Return rows of 3 systems and 6 inputs, whose texts follow patterns of the number of an input."""
    return [
        {
            "model": system,
            "message": message.format(k=k, half=k // 2, odd=k % 2),
            "knowledge": knowledge.format(k=k, half=k // 2, odd=k % 2),
            "response": f"{system} says {k}",
            "wit": k + place + 0.5,
            **more,
        }
        for place, system in enumerate(SYSTEMS)
        for k in range(6)
    ]


def refused(data: list[dict[str, Any]], folder: Path) -> str:
    (folder / "x.jsonl").write_text("\n".join(map(json.dumps, data)), encoding="utf-8")
    with pytest.raises(DuplicateKeyError) as error:
        read_scores(folder / "x.jsonl")
    return str(error.value)


@pytest.mark.parametrize(
    ("message", "knowledge", "columns"),
    [
        ("why {half} so", "it is {k} now", "input=knowledge"),
        ("why {half} so", "it is {odd} now", "input=message,knowledge"),
    ],
)
def test_what_is_proposed_is_read(message: str, knowledge: str, columns: str, tmp_path: Path) -> None:
    data = rows(message, knowledge)
    said = refused(data, tmp_path)
    command = re.search(r"--columns (\S+)\.", said)
    assert command is not None
    assert shlex.split(command[1]) == [columns]
    table = read_scores(pl.DataFrame(data), columns=columns)
    assert (table.systems, len(table.inputs)) == (SYSTEMS, 6)
    assert not np.isnan(table.values).any()


@pytest.mark.parametrize(
    ("message", "knowledge"),
    [("why {half} so", "it is {half} now"), ("why {half} so", " "), ("why {half} so", "it is so")],
)
def test_where_no_text_tells_rows_apart_nothing_is_proposed(
    message: str, knowledge: str, tmp_path: Path
) -> None:
    """What systems answered tells all rows apart, and names no input."""
    said = refused(rows(message, knowledge), tmp_path)
    assert "--columns" not in said
    assert "--drop-repeated" in said


def test_a_dataframe_is_told_so_too() -> None:
    with pytest.raises(DuplicateKeyError, match="input=message,knowledge"):
        read_scores(pl.DataFrame(rows("why {half} so", "it is {odd} now")))


def test_of_several_texts_that_with_the_fewest_inputs_is_taken() -> None:
    system = np.array([0, 0, 1, 1])
    called = {"context": Coded(("a",), np.zeros(4, np.int64))}
    texts = {
        "question": Coded(tuple("abcd"), np.arange(4)),
        "source": Coded(("a", "b"), np.array([0, 1, 0, 1])),
    }
    assert naming_texts([system], "context", called, texts) == ("source",)
    assert naming_texts([], "context", called, texts) == ("question",)


def test_ids_are_no_texts_and_outputs_name_no_inputs() -> None:
    names = ["id", "prompt", "Source", "knowledge", "response", "wit"]
    assert may_name_inputs(names, "prompt") == ["Source", "knowledge"]
    assert may_name_inputs(names, "id") == may_name_inputs(names, None) == []
