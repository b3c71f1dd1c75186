"""What fields of texts are called elsewhere is known by their names, and said as `--columns` takes it."""

from __future__ import annotations

import pytest

from trueness.data.cells.columns import ColumnMap
from trueness.data.reading.text_names import implied_columns

KEYS = {"system": "a", "input": "1"}


@pytest.mark.parametrize(
    ("row", "said", "found"),
    [
        ({"output": "x"}, "", {}),
        ({"summary": "x"}, "", {"output": "summary"}),
        ({"Response": "x", "ref": "y"}, "", {"output": "Response", "reference": "ref"}),
        ({"output": "x", "refs": ["y", "z"]}, "", {"references": "refs"}),
        ({"output": "x", "reference": '["y"]'}, "", {"references": "reference"}),
        ({"hyp": "x", "src": "y"}, "", {"output": "hyp", "source": "src"}),
        ({"text": "x", "refs": ["y"]}, "output=text", {"references": "refs"}),
        ({"output": "x", "ref": "y", "references": ["z"]}, "", {}),
        ({"output": "x", "ref": "y"}, "ignore=ref", {}),
        ({"summary": "x", "answer": "y"}, "", None),
        ({"text": "x"}, "", None),
        ({"output": "x"}, "ignore=output", None),
        ({"answer": "x", "ground_truth": "two words"}, "", {"output": "answer", "reference": "ground_truth"}),
        ({"output": "x", "Gold": "good"}, "", {}),  # a label
        ({"output": "x", "gold": 3}, "", {}),
        ({"output": "x", "gold": "two words", "target": "two words"}, "", {}),
        ({"output": "x", "ref": "y", "gold": "two words"}, "", {"reference": "ref"}),
    ],
)
def test_what_has_to_be_said(row, said, found):
    assert implied_columns(KEYS | row, ColumnMap.of(said or None)) == found
