"""Texts in pickles: of the two that are known, and of others."""

from __future__ import annotations

import pickle

import pytest

from trueness.data.layouts.pickled_texts import pickled_rows
from trueness.data.reading.read_texts import read_texts
from trueness.errors import FormatError

SUMMEVAL = {
    "d": {"src": "s", "ref_summs": ["r"], "sys_summs": {"A": {"sys_summ": "o", "scores": {"q": 2.0}}}}
}
REALSUMM = {
    "d": {
        "ref_summ": "<t> r </t>",
        "system_summaries": {
            "A.txt": {"system_summary": "<t> o </t>", "scores": {"litepyramid_recall": 0.5}}
        },
    }
}


def written(tmp_path, content):
    path = tmp_path / "texts.pkl"
    path.write_bytes(pickle.dumps(content))
    return path


@pytest.mark.parametrize(
    ("content", "human"), [(SUMMEVAL, {"q": 2.0}), (REALSUMM, {"litepyramid_recall": 0.5})]
)
def test_a_known_pickle_is_read_as_often_as_wanted(tmp_path, content, human):
    path = written(tmp_path, content)
    read = pickled_rows(path)
    assert list(read()) == list(read()) != []
    (row,) = read_texts(path).rows
    assert (row.system, row.input, row.output, row.references) == ("A", "d", "o", ("r",))
    assert dict(row.human) == human


def test_another_pickle_is_refused_and_another_file_is_none(tmp_path):
    with pytest.raises(FormatError, match="neither SummEval's nor REALSumm's"):
        pickled_rows(written(tmp_path, {"d": {"other": 1}}))
    (tmp_path / "rows.csv").write_text("system,input,output\n")
    assert pickled_rows(tmp_path / "rows.csv") is None
    assert pickled_rows(tmp_path / "missing.pkl") is None
