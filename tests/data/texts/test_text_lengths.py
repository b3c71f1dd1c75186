"""Lengths of texts, counted by hand."""

from __future__ import annotations

from trueness.data.texts.text_lengths import TextLength, text_lengths
from trueness.data.texts.texts import TextRow


def test_outputs_are_counted_each_and_references_and_sources_once_for_an_input():
    rows = [
        TextRow("a", "d1", "one two", ("x y z", "x"), "src of d1"),
        TextRow("b", "d1", "one", ("x y z", "x"), "src of d1"),
        TextRow("a", "d2", "", ("p q",)),
    ]
    outputs, references, sources = text_lengths([rows[:1], rows[1:]])
    assert outputs == TextLength("outputs", 3, 2, 1, 1.5, 2, 0, 1.0, 2, 10 / 3)
    assert references == TextLength("references", 3, 2, 1, 1.5, 2, 1, 2.0, 3, 3.0)
    assert sources == TextLength("sources", 1, 1, 1, 1.0, 1, 3, 3.0, 3, 9.0)
    (alone,) = text_lengths([[TextRow("a", "d1", "word")]])
    assert alone.part == "outputs"
