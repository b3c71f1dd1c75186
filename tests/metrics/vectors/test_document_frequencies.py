"""Documents that have a word."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from trueness.errors import DataError, FormatError
from trueness.metrics.vectors.document_frequencies import load_document_frequencies


def test_lines_are_documents(tmp_path):
    path = tmp_path / "corpus.txt"
    path.write_text("The cat, the dog\n\nA cat\n", encoding="utf-8")
    found = load_document_frequencies(str(path), None, "words", "lower")
    assert found.documents == 2
    assert found.counts == {"the": 1, "cat": 2, "dog": 1, "a": 1}
    np.testing.assert_array_equal(found.idf(["cat", "dog", "never"]), [0, math.log(2), math.log(2)])
    cased = load_document_frequencies(str(path), None, "blanks", "kept")
    assert cased.counts == {"The": 1, "the": 1, "cat,": 1, "dog": 1, "A": 1, "cat": 1}


@pytest.mark.parametrize(("documents", "expected"), [(None, 3), ("references", 3), ("sources", 2)])
def test_each_different_text_is_a_document_once(tmp_path, documents, expected):
    path = tmp_path / "texts.jsonl"
    rows = [
        {"system": s, "input": i, "output": "x", "references": [f"one {i}", "two"], "source": f"from {i}"}
        for s in "AB"
        for i in "12"
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    found = load_document_frequencies(str(path), documents, "words", "lower")
    assert found.documents == expected
    assert f"{expected} {documents or 'references'}" in found.signature


def test_no_documents_are_an_error(tmp_path):
    path = tmp_path / "corpus.txt"
    path.write_text("\n\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"corpus\.txt lacks lines to count words in"):
        load_document_frequencies(str(path), None, "words", "lower")
    with pytest.raises(FormatError, match="no such file"):
        load_document_frequencies(str(tmp_path / "none.txt"), None, "words", "lower")
