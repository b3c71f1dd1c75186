"""Which rows have too many resamples without a value."""

from __future__ import annotations

from typing import NamedTuple

from trueness.studies.rows import undefined_resamples


class Row(NamedTuple):
    n_undefined_resamples: int
    resamples: int


def test_more_than_one_in_twenty():
    rows = [Row(0, 100), Row(5, 100), Row(6, 100), Row(100, 100), Row(1, 19), Row(1, 20), Row(0, 0)]
    assert undefined_resamples(rows) == [Row(6, 100), Row(100, 100), Row(1, 19)]
    assert undefined_resamples([]) == []
