"""Rows have one fingerprint in any order and in any parts, and another one if anything in them is another."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.data.files import rows_fingerprint
from trueness.data.files.rows_fingerprint import Coded, RowsFingerprint

NAMES = {"system": ["a", "a", "b", "b"], "input": ["1", "2", "1", "2"]}
NUMBERS = {
    "x": np.array([0.0, 1.5, np.nan, -3.0]),
    "x#statistics": np.array([[1.0, 2], [3, 4], [np.nan, np.nan], [7, 8]]),
}


def fingerprint(names=NAMES, numbers=NUMBERS, parts=None):
    found = RowsFingerprint()
    size = len(next(iter(names.values())))
    for part in parts or [range(size)]:
        found.add(
            {column: Coded.of([cells[k] for k in part]) for column, cells in names.items()},
            {column: values[list(part)] for column, values in numbers.items()},
        )
    return found.finish()


@given(st.permutations(range(4)), st.integers(0, 4))
def test_neither_the_order_of_rows_nor_their_parts_matter(order, cut):
    parts = [part for part in (order[:cut], order[cut:]) if part]
    assert fingerprint(parts=parts) == fingerprint()


def test_neither_the_order_of_columns_nor_spellings_of_zero_and_nothing_matter():
    def turned(columns):
        return dict(reversed(columns.items()))

    other = {**NUMBERS, "x": np.array([-0.0, 1.5, -np.nan, -3.0])}
    assert fingerprint(turned(NAMES), turned(other)) == fingerprint()


def test_blocks_do_not_matter(monkeypatch):
    before = fingerprint()
    monkeypatch.setattr(rows_fingerprint, "_BLOCK_BYTES", 1)
    monkeypatch.setattr(rows_fingerprint, "_LEAST_ROWS", 1)
    assert fingerprint() == before


OTHERS = {
    "a number": ({}, {"x": np.array([0.0, np.nextafter(1.5, 2), np.nan, -3.0])}),
    "two numbers exchanged": ({}, {"x": np.array([1.5, 0.0, np.nan, -3.0])}),
    "a missing number": ({}, {"x": np.array([np.nan, 1.5, np.nan, -3.0])}),
    "a statistic": ({}, {"x#statistics": np.array([[1.0, 2], [3, 4], [np.nan, np.nan], [8, 7]])}),
    "a name": ({"system": ["a", "a", "b", "c"]}, {}),
    "two names exchanged": ({"input": ["2", "1", "1", "2"]}, {}),
    "a column more": ({"group": ["", "", "", ""]}, {}),
}


@pytest.mark.parametrize("which", OTHERS)
def test_anything_else_matters(which):
    names, numbers = OTHERS[which]
    assert fingerprint({**NAMES, **names}, {**NUMBERS, **numbers}) != fingerprint()


def test_the_names_and_the_number_of_rows_matter():
    renamed = {"y": NUMBERS["x"], "x#statistics": NUMBERS["x#statistics"]}
    assert fingerprint(numbers=renamed) != fingerprint()
    assert fingerprint(parts=[range(4), range(4)]) != fingerprint()
    assert fingerprint(parts=[range(3)]) != fingerprint()


def test_the_fingerprint_of_files_that_were_written_stays():
    """A changed algorithm needs another version: files that were written before would be refused."""
    assert fingerprint() == "d33e9f80bbdc0c208aaffd7aeee62515832616565b49bc1b7020b51491558002"
