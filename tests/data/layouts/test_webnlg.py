"""Ratings of WebNLG: a file for each system, raters by input, references left out."""

from __future__ import annotations

import json

import numpy as np
import pytest

from trueness.data.layouts.webnlg import DIMENSIONS, is_webnlg
from trueness.data.reading.read import read_scores
from trueness.data.recognising.recognise import recognise
from trueness.errors import FormatError


def rated(*values):
    """Return an input's ratings, a rater each, all dimensions alike but fluency."""
    return {f"r{k}": dict.fromkeys(sorted(DIMENSIONS), value) | {"Fluency": 7} for k, value in values}


@pytest.fixture
def files(tmp_path):
    made = {
        "human_eval_id_bt5.json": {"590": rated((1, 100), (2, 50)), "498": rated((3, 80))},
        "human_eval_id_RALI.json": {"590": rated((1, 20)), "498": rated((2, 10), (3, 30))},
        "human_eval_id_REF.json": {"590": rated((1, 99)), "498": rated((1, 99))},
    }
    for name, content in made.items():
        (tmp_path / name).write_text(json.dumps(content))
    return [tmp_path / name for name in made]


def test_files_are_systems(files):
    assert recognise(files[0]).format == "webnlg"
    table = read_scores(*files)
    assert (table.systems, table.inputs) == (("bt5", "RALI"), ("590", "498"))
    assert set(table.scorer_names) == DIMENSIONS
    assert {scorer.role for scorer in table.scorers} == {"human"}
    np.testing.assert_array_equal(table.matrix("Correctness"), [[75, 80], [20, 20]])
    assert table.annotations["Correctness"].annotators == ("r1", "r2", "r3")
    assert any("1 file of references left out" in note for note in table.notes)
    assert read_scores(*files, keep="all").systems == ("bt5", "RALI", "REF")
    assert read_scores(files[0], format="webnlg").systems == ("bt5",)


def test_what_is_not_made_so(files):
    assert not is_webnlg({"590": {}})
    assert not is_webnlg({"a": {"b": {"rouge1": 0.4}}})
    content = json.loads(files[0].read_text())
    content["498"] = [1]
    files[0].write_text(json.dumps(content))
    with pytest.raises(FormatError, match=r"bt5.json: input '498' lacks raters"):
        read_scores(*files)
    with pytest.raises(FormatError, match="outputs of systems are"):
        read_scores(files[2])
