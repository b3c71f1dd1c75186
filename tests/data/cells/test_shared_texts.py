"""Texts that several inputs share make groups; any other column says nothing."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.data.cells.shared_texts import LONGEST, SharedTexts


def read(*cells, inputs=None):
    column = SharedTexts()
    for part in cells:
        column.add(part)
    return column.groups(None if inputs is None else np.array(inputs))


def test_inputs_that_share_a_text_are_a_group():
    found = read(["How?", "Why?"], ["How? ", 7], ["7", "Why?"])
    assert found.labels == ("How?", "Why?", "7")
    np.testing.assert_array_equal(found.codes, [0, 1, 0, 2, 2, 1])


@pytest.mark.parametrize(
    ("cells", "inputs"),
    [
        (["How?", "Why?", "Who?"], None),  # each has its own
        (["How?", "How?", "How?"], None),  # all have one
        (["How?", "Why?", None, "How?"], None),
        (["How?", "Why?", ["How?"], "How?"], None),
        (["How?", "\ud800", "How?"], None),
        (["How?", "Why?", "How?", "How?"], [0, 0, 1, 2]),  # an input has two
        (["How?", "How?", "Why?", "Why?"], [0, 0, 1, 1]),  # two systems answer each
    ],
)
def test_nothing_else_is(cells, inputs):
    assert read(cells, inputs=inputs) is None


def test_long_texts_are_told_apart_by_their_ends_and_called_alike_in_every_file():
    start = "Where " * LONGEST
    found = read([start + "a", start + "b", start + "a"])
    assert len(set(found.labels)) == 2
    assert {len(label) for label in found.labels} == {LONGEST}
    assert set(found.labels) == set(read([start + "b", start + "b", start + "a"]).labels)
