"""Runs of rows that share references."""

from __future__ import annotations

from trueness.metrics.vectors import same_references
from trueness.metrics.vectors.same_references import blocks


def test_equal_references_in_a_row_are_a_block(monkeypatch):
    one, two = ("a", "b"), ("a",)
    assert blocks([]) == []
    assert blocks([one]) == [range(1)]
    assert blocks([one, list(one), two, one]) == [range(2), range(2, 3), range(3, 4)]
    monkeypatch.setattr(same_references, "MOST_ROWS", 2)
    assert blocks([one] * 5) == [range(2), range(2, 4), range(4, 5)]
