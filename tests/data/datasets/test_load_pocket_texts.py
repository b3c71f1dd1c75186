"""The pocket benchmark as texts."""

from __future__ import annotations

from trueness.data.datasets.load import pocket_texts


def test_everything_is_there():
    texts = pocket_texts()
    assert (len(texts.systems), len(texts.inputs), texts.dimensions) == (16, 24, ("coverage", "redundancy"))
    assert texts.lower_is_better == ("redundancy",)
    assert all(len(row.references) == 3 and row.source and row.document for row in texts.rows)
