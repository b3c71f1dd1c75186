"""Results as rows, dictionaries, dataframes and signatures."""

from __future__ import annotations

import copy
import dataclasses
import importlib.util
import json
import math
import pickle

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import trueness
from trueness.columns.explained import explained
from trueness.columns.meaning import Meaning
from trueness.errors import ArgumentError, MissingExtraError
from trueness.result import MOST_WORDS, Result, Signature, jsonable, rows_by_table, rows_to_frame


@dataclasses.dataclass(frozen=True)
class Row:
    metric: str
    estimate: float
    n_undefined: int
    note: str = ""


@dataclasses.dataclass(frozen=True)
class Example(Result):
    found: tuple[Row, ...] = ()


@explained(estimate=Meaning("How much.", "Found"))
@dataclasses.dataclass(frozen=True)
class Found:
    """What was found."""

    metric: str
    estimate: float


@dataclasses.dataclass(frozen=True)
class Two(Result):
    """Two tables, and a number."""

    first: tuple[Found, ...]
    second: tuple[Found, ...]
    n: int


@pytest.fixture
def example():
    rows = Row("bleu", 0.1 + 0.2, 0), Row("rouge1_f", math.nan, 3, "constant")
    return Example(Signature.of(level="system"), rows)


def test_signature_keeps_the_order_and_leaves_out_none():
    signature = Signature.of(shape="3x4", level=("system", "input"), over=None, seed=0)
    assert str(signature) == f"shape:3x4|level:system+input|seed:0|version:{trueness.__version__}"
    more = signature.with_parts({"clusters": "document"})
    assert (
        str(more) == f"shape:3x4|level:system+input|seed:0|clusters:document|version:{trueness.__version__}"
    )


def test_signature_stays_one_line_with_its_own_separators():
    assert str(Signature.of(metric="a|b\nc", level=["x", "y"])).startswith("metric:a/b c|level:x+y|")


@given(st.dictionaries(st.from_regex(r"[a-z_]{1,8}", fullmatch=True), st.text()))
def test_signature_can_be_split_again(parts):
    signature = str(Signature.of(**parts))
    assert "\n" not in signature
    pieces = [piece.split(":", 1)[0] for piece in signature.split("|")]
    assert pieces == [*(name for name in parts if name != "version"), "version"]


def test_a_result_cannot_be_changed(example):
    with pytest.raises(dataclasses.FrozenInstanceError):
        example.signature = Signature(())


def test_tables_are_the_fields_that_hold_rows_and_what_all_results_share():
    assert Two.TABLES == ("first", "second", "decisions", "cautions")
    assert rows_by_table(Two) == {"first": Found, "second": Found}
    assert Example.TABLES == ("found", "decisions", "cautions")


def test_rows_are_those_of_the_first_table_that_has_some():
    two = Two(Signature(()), first=(), second=(Found("bleu", 0.5),), n=3)
    assert two.rows() == [{"metric": "bleu", "estimate": 0.5}]
    assert two.to_frame("polars", table="first").shape == (0, 0)
    assert two.to_frame("polars", table="second")["metric"].to_list() == ["bleu"]
    with pytest.raises(ArgumentError, match="`table` must be one of 'first', 'second'"):
        two.to_frame(table="third")


def test_a_result_says_its_first_finding_and_its_tables():
    two = Two(Signature.of(a=1), first=(), second=(Found("bleu", 0.5),), n=3, conclusions=("It is so.",))
    assert repr(two).startswith("It is so.\n<Two: first, second, decisions, cautions; ")
    assert "It is so." in str(two)
    assert "<strong>It is so.</strong>" in two._repr_html_()
    assert "a:1" in two.summary()


def test_the_tables_of_a_result_of_no_study_are_shown():
    two = Two(Signature.of(a=1), first=(Found("bleu", 0.5),), second=(), n=3)
    assert "bleu" in two.summary()
    assert ">bleu</th>" in two._repr_html_()
    with pytest.raises(ArgumentError, match="this result has no figures"):
        two.plot()
    with pytest.raises(ArgumentError, match="must be what a study returns; it is a Two"):
        trueness.write_report(two, "page.html")


def test_to_dict_is_strict_json_at_full_precision(example):
    read = json.loads(json.dumps(example.to_dict(), allow_nan=False))
    assert read["signature"] == f"level:system|version:{trueness.__version__}"
    assert read["found"][0]["estimate"] == 0.1 + 0.2
    assert read["found"][1]["estimate"] is None


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
        (Signature((("a", "1"),)), "a:1"),
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
        ArgumentError, match=r"`backend` must be one of 'pandas', 'polars', 'pyarrow'; it is 'panda'"
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


def test_what_must_be_seen_is_on_the_first_screen_once_and_nowhere_else():
    words = "so " * MOST_WORDS
    found = Example(Signature.of(), conclusions=("first", words, "seen", "last"), must_see=("seen", "first"))
    assert found.answers == ("first", "seen")
    assert found.further == (words, "last")


def test_results_that_say_the_same_are_equal(example):
    again = dataclasses.replace(example, found=tuple(map(dataclasses.replace, example.found)))
    assert example == again
    assert hash(example) == hash(again)
    assert example != dataclasses.replace(example, found=example.found[:1])
    assert example != dataclasses.replace(example, signature=Signature.of(level="input"))
    assert example != Result(example.signature)
    assert example != "a text"


def test_results_with_tables_and_resamples_are_equal_copied_and_pickled():
    rng = np.random.default_rng(3)
    rows = [
        {"system": f"s{i}", "input": str(j), "human": float(i), "a": rng.normal(), "b": math.nan}
        for i in range(6)
        for j in range(8)
    ]
    asked = {"human": "human", "metrics": ["a"], "rng": 1, "resamples": 49, "interval": "percentile"}
    found, again = (trueness.compare(pd.DataFrame(rows), **asked) for _ in range(2))
    assert len({found, again, copy.deepcopy(found), pickle.loads(pickle.dumps(found))}) == 1  # noqa: S301 - our own
    assert found.table == again.table
    other = trueness.compare(pd.DataFrame(rows[:-1]), **asked)
    assert found != other
    assert found.table != other.table
