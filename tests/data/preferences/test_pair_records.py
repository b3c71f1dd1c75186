"""How a source of preferences is laid out is told by its first row."""

from __future__ import annotations

import polars as pl
import pytest

from trueness.data.preferences.pair_records import pair_kind, pair_records
from trueness.errors import ArgumentError, FormatError


@pytest.mark.parametrize(
    ("row", "kind"),
    [
        ({"input": "1", "a": "x", "b": "y", "verdict": "A"}, "pairs"),
        ({"question_id": "1", "model_a": "x", "model_b": "y", "winner": "tie"}, "arena"),
        ({"id": "1", "left": "x", "right": "y", "ann": "left", "gpt": "y"}, "pairs"),
        ({"chosen": "some text", "rejected": "another"}, "chosen-rejected"),
        ({"input": "do it", "output_1": "x", "output_2": "y", "label": 1}, "llmbar"),
    ],
)
def test_layouts(row, kind):
    assert pair_kind(pl.DataFrame([row])) == kind


def test_what_is_none():
    with pytest.raises(FormatError, match="it cannot be told"):
        pair_kind(pl.DataFrame([{"id": "1", "a": "x", "b": "y", "bleu": 0.5}]))
    with pytest.raises(ArgumentError, match="no key"):
        pair_kind(pl.DataFrame([{"a": "x"}]), columns="scorers=a")
    assert pair_kind(pl.DataFrame({"a": [], "b": [], "verdict": []})) is None


def test_rows_have_their_numbers(tmp_path):
    (tmp_path / "p.csv").write_text("a title\n\na,b,verdict\nx,y,A\n")
    name, records = pair_records(tmp_path / "p.csv", header_row=3)
    assert (name, list(records)) == (str(tmp_path / "p.csv"), [(4, {"a": "x", "b": "y", "verdict": "A"})])
