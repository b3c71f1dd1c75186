"""Results as rows, dictionaries, dataframes and signatures."""

from __future__ import annotations

import dataclasses
import importlib.util
import json
import math

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.errors import ArgumentError, MissingExtraError
from trueness.result import Result, Signature, jsonable, rows_to_frame

ROWS = [
    {"metric": "bleu", "estimate": 0.1 + 0.2, "n_undefined": 0},
    {"metric": "rouge1_f", "estimate": math.nan, "n_undefined": 3, "note": "constant"},
]


@dataclasses.dataclass(frozen=True)
class Example(Result):
    def rows(self):
        return ROWS


@pytest.fixture
def example():
    return Example(Signature.of(version="1", level="system"))


def test_signature_keeps_the_order_and_leaves_out_none():
    signature = Signature.of(version="0.1", level=("system", "input"), over=None, seed=0)
    assert str(signature) == "version:0.1|level:system+input|seed:0"


def test_signature_stays_one_line_with_its_own_separators():
    assert str(Signature.of(metric="a|b\nc", level=["x", "y"])) == "metric:a/b c|level:x+y"


@given(st.dictionaries(st.from_regex(r"[a-z_]{1,8}", fullmatch=True), st.text()))
def test_signature_can_be_split_again(parts):
    signature = str(Signature.of(**parts))
    assert "\n" not in signature
    pieces = signature.split("|") if parts else []
    assert [piece.split(":", 1)[0] for piece in pieces] == list(parts)


def test_a_result_cannot_be_changed(example):
    with pytest.raises(dataclasses.FrozenInstanceError):
        example.signature = Signature(())


def test_a_result_without_rows_says_so():
    @dataclasses.dataclass(frozen=True)
    class Bare(Result):
        pass

    with pytest.raises(TypeError, match="Bare does not define rows"):
        Bare(Signature(())).rows()


def test_to_dict_is_strict_json_at_full_precision(example):
    read = json.loads(json.dumps(example.to_dict(), allow_nan=False))
    assert read["signature"] == "version:1|level:system"
    assert read["rows"][0]["estimate"] == 0.1 + 0.2
    assert read["rows"][1]["estimate"] is None


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        (math.nan, None),
        (math.inf, None),
        (-math.inf, None),
        (np.float64("nan"), None),
        (np.float64(0.1), 0.1),
        (np.int64(3), 3),
        (np.bool_(True), True),
        (np.array([[1.0, np.nan], [2.0, 3.0]]), [[1.0, None], [2.0, 3.0]]),
        ((1, {"a": (math.inf,)}), [1, {"a": [None]}]),
        ({1: 2}, {"1": 2}),
        (None, None),
        ("text", "text"),
        (Signature.of(a=1), "a:1"),
    ],
    ids=repr,
)
def test_jsonable(value, wanted):
    converted = jsonable(value)
    assert converted == wanted
    json.dumps(converted, allow_nan=False)


@pytest.mark.parametrize(
    ("backend", "kind"), [("pandas", pd.DataFrame), ("polars", pl.DataFrame), ("pyarrow", pa.Table)]
)
def test_to_frame_gives_the_asked_library(example, backend, kind):
    frame = example.to_frame(backend)
    assert isinstance(frame, kind)
    columns = frame.column_names if backend == "pyarrow" else list(frame.columns)
    assert columns == ["metric", "estimate", "n_undefined", "note"]
    estimates = frame["estimate"].to_pylist() if backend == "pyarrow" else frame["estimate"].to_list()
    assert estimates[0] == 0.1 + 0.2
    assert math.isnan(estimates[1])


def test_to_frame_of_no_rows_is_empty():
    assert rows_to_frame([], "polars").shape == (0, 0)


def test_to_frame_names_the_libraries_it_knows(example):
    with pytest.raises(
        ArgumentError, match=r"`backend` must be one of 'pandas', 'polars', 'pyarrow', not 'panda'"
    ):
        example.to_frame("panda")


def test_to_frame_takes_the_first_library_installed(example, monkeypatch):
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "pandas" else find(name))
    assert isinstance(example.to_frame(), pl.DataFrame)


def test_to_frame_without_a_library_says_what_to_install(example, monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match=r"pandas, polars or pyarrow: pip install polars"):
        example.to_frame()
    with pytest.raises(MissingExtraError, match=r"needs pandas: pip install pandas"):
        example.to_frame("pandas")
