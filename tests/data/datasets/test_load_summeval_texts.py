"""SummEval's texts: 16 systems, 100 articles, 11 references."""

from __future__ import annotations

import pickle

import pytest

from trueness.data.datasets.load import summeval_texts
from trueness.errors import FormatError


def test_the_real_file(test_data):
    texts = summeval_texts(test_data / "data" / "summeval" / "data.pkl")
    assert (len(texts.systems), len(texts.inputs), len(texts)) == (16, 100, 1600)
    assert texts.dimensions == ("coherence", "consistency", "fluency", "relevance")
    assert {len(row.references) for row in texts.rows} == {11}
    first = texts.rows[0]
    assert (first.system, first.input) == ("M11", "dm-test-8764fb95bfad8ee849274873a92fb8d6b400eee2")
    assert first.output.startswith("Paul merson was brought on")
    assert first.references[0].startswith("Andros Townsend an 83rd minute sub")
    assert first.source.startswith("Paul Merson has restarted his row")
    assert first.human["coherence"] == 4 / 3


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ({"d": {"src": "s"}}, "document 'd' lacks the field 'sys_summs'"),
        ({"d": 3}, "document 'd' lacks the field"),
    ],
)
def test_other_pickles_are_refused(tmp_path, content, message):
    path = tmp_path / "data.pkl"
    path.write_bytes(pickle.dumps(content))
    with pytest.raises(FormatError, match=message):
        summeval_texts(path)
