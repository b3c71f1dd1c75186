"""Which rows have too many resamples without a value."""

from __future__ import annotations

from typing import NamedTuple

from trueness.data.pocket import POCKET_NOTE
from trueness.study.rows import HUMAN_LIKE, data_notes, undefined_resamples


class Row(NamedTuple):
    n_undefined_resamples: int
    resamples: int


def test_more_than_one_in_twenty():
    rows = [Row(0, 100), Row(5, 100), Row(6, 100), Row(100, 100), Row(1, 19), Row(1, 20), Row(0, 0)]
    assert undefined_resamples(rows) == [Row(6, 100), Row(100, 100), Row(1, 19)]
    assert undefined_resamples([]) == []


def test_that_data_are_no_evidence_or_metrics_people_is_a_warning():
    found = data_notes(["read as labels", POCKET_NOTE, f"'b' is {HUMAN_LIKE}"])
    assert [(one.code, one.severity) for one in found] == [
        ("data_note", "note"),
        ("no_evidence", "warning"),
        ("human_as_metric", "warning"),
    ]
