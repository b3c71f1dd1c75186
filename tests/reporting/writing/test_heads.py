"""Headings that columns share."""

from __future__ import annotations

from tests.reporting.writing.grouped_table import SPEC

from trueness.reporting.writing.heads import Span, heads
from trueness.reporting.writing.tables import Column


def test_shared_headings_stand_above_their_columns():
    wide, middle, single = heads(SPEC.columns)
    assert wide == [Span("", 0, 1, False), Span("fluency", 1, 3, True), Span("a_b", 4, 1, True)]
    # the same words under two headings are two headings
    assert [(span.text, span.first, span.width) for span in middle] == [
        ("", 0, 1),
        ("System level", 1, 2),
        ("Input level", 3, 1),
        ("System level", 4, 1),
    ]
    assert [span.text for span in single] == ["Metric", "r", "Interval", "ρ", "r"]


def test_a_table_without_shared_headings_has_one_line():
    assert heads([Column("a", "A"), Column("b", "B", "count")]) == [
        [Span("A", 0, 1, False), Span("B", 1, 1, True)]
    ]
