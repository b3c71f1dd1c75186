"""REALSumm's texts: sentence marks, names and what happens with other files."""

from __future__ import annotations

import pickle

import pytest

from trueness.data.datasets.load import realsumm_texts
from trueness.data.layouts.pickled_texts import sentence_lines
from trueness.errors import DuplicateKeyError, FormatError


@pytest.mark.parametrize(
    ("marked", "plain"),
    [
        ("<t> one . </t>  <t> two . </t>", "one .\ntwo ."),
        ("<t> one . </t> <t> cut o", "one .\ncut o"),
        ("no marks", "no marks"),
        ("<t> </t>", ""),
        ("<t> a < b </t>", "a < b"),
    ],
)
def test_marks_become_lines(marked, plain):
    assert sentence_lines(marked) == plain


def test_the_real_files(test_data):
    folder = test_data / "data" / "realsumm"
    texts = realsumm_texts(folder / "abs.pkl", folder / "ext.pkl")
    assert (len(texts.systems), len(texts.inputs), len(texts)) == (25, 100, 2500)
    assert not [
        row for row in texts.rows if any("<t>" in t or "</t>" in t for t in (row.output, *row.references))
    ]
    assert all(len(row.references) == 1 and row.source is None and row.output for row in texts.rows)
    outputs = {(row.system, row.input): row.output for row in texts.rows}
    assert outputs["abs/bart_out", "52"] == outputs["ext/bart_out", "52"]
    alone = realsumm_texts(folder / "abs.pkl")
    assert len(alone.systems) == 14
    assert alone.notes == ()
    assert "bart_out" in alone.systems


def write(path, content):
    path.write_bytes(pickle.dumps(content))
    return path


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ([1], "the file holds a list"),
        ({1: {"ref_summ": "r"}}, "document '1' lacks the field 'system_summaries'"),
        ({1: {"system_summaries": {}}}, "document '1' lacks the field 'ref_summ'"),
        (
            {1: {"ref_summ": "r", "system_summaries": {"s": {"system_summary": 3, "scores": {}}}}},
            "field 'system_summary' of document '1', system 's' holds a int",
        ),
    ],
)
def test_other_pickles_are_refused(tmp_path, content, message):
    with pytest.raises(FormatError, match=message):
        realsumm_texts(write(tmp_path / "abs.pkl", content))


def test_two_files_of_one_name_are_refused(tmp_path):
    entry = {"system_summary": "x", "scores": {}}
    path = write(tmp_path / "abs.pkl", {1: {"ref_summ": "r", "system_summaries": {"s": entry}}})
    with pytest.raises(DuplicateKeyError):
        realsumm_texts(path, path)
